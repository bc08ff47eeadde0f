/**
 * The places that the standard defines (CLHS 5.1.2), but those that an ordinary function (SETF name) writes.
 */

import { carOf, cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { homeName, symbolName } from "../../runtime/objects/symbols.js";
import { table } from "../../runtime/objects/table.js";
import { INTERNAL_PACKAGE, keyword, sym } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import { car, cdr, cons, elements, form, isCons, isSymbol, list } from "../syntax/forms.js";
import { type RuntimeVerb, runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { ArgumentCountError, MacroCallError, ProgramError } from "../syntax/program-error.js";
import {
  type ExpandPlace,
  evaluatedOnce,
  fresh,
  type PlaceExpansion,
  storingFirst,
  type Temporary,
} from "./place-expansion.js";

type StandardPlace = (
  host: CompilerHost,
  operands: readonly LispValue[],
  place: LispCons,
  expand: ExpandPlace,
) => PlaceExpansion | null;

/**
 * Written by a function of the runtime, called with `count` operands and the new value. With another number
 * of operands, what #'(SETF name) says of it is said.
 */
function written(writer: RuntimeVerb, count: number, most = count): StandardPlace {
  return (host, operands, place) => {
    const head = carOf(place);
    if (operands.length < count || operands.length > most) return null;
    const { temporaries, names } = evaluatedOnce(host, operands);
    const store = fresh(host, "NEW1");
    return {
      temporaries,
      stores: [store],
      writer: runtimeForm(writer, ...names, store),
      reader: cons(head, list(...names)),
      inOrder: true,
    };
  };
}

/** The car or cdr of the cons that CARs and CDRs of the operand find; the outermost comes first. */
function composed(path: string): StandardPlace {
  return (_host, operands, place, expand) => {
    checkCount(operands, place, "LIST", "DESTRUCTURING-BIND");
    const step = (half: string | undefined, object: LispValue): LispValue =>
      form(half === "A" ? "CAR" : "CDR", object);
    const cell = [...path.slice(1)].reverse().reduce((object, half) => step(half, object), operands[0]);
    return expand(step(path[0], cell));
  };
}

/** (NTH n list) is the car of a cons that is found before the new value is computed. */
const nth: StandardPlace = (host, operands, place) => {
  checkCount(operands, place, "N LIST", "DESTRUCTURING-BIND");
  const [cell, store] = [fresh(host, "LIST"), fresh(host, "NEW")];
  return {
    temporaries: [{ symbol: cell, init: runtimeForm("nthTail", ...operands) }],
    stores: [store],
    writer: runtimeForm("setTailCar", cell, store),
    reader: form("CAR", cell),
    inOrder: true,
  };
};

/** How many operands a lambda list, given as text, takes. */
function counts(parameters: string): { least: number; most: number } {
  const [required = "", optional = ""] = parameters.split(/&\w+/);
  const least = required.split(" ").filter((name) => name !== "").length;
  if (parameters.includes("&REST")) return { least, most: Number.POSITIVE_INFINITY };
  return { least, most: least + optional.split(" ").filter((name) => name !== "").length };
}

/** Throws unless the number of operands is what the expander that SBCL has for the place takes. */
function checkCount(
  operands: readonly LispValue[],
  place: LispCons,
  parameters: string,
  kind: "DEFINE-SETF-EXPANDER" | "DESTRUCTURING-BIND" = "DEFINE-SETF-EXPANDER",
  name = symbolName(carOf(place) as LispSymbol),
): void {
  const { least, most } = counts(parameters);
  if (operands.length >= least && operands.length <= most) return;
  const lambdaList = list(
    ...parameters
      .split(" ")
      .map((each) => sym(each, each.startsWith("&") ? "COMMON-LISP" : INTERNAL_PACKAGE)),
  );
  throw new ArgumentCountError(
    kind,
    kind === "DESTRUCTURING-BIND" ? sym("NIL") : sym(name),
    cdrOf(place),
    lambdaList,
  );
}

/** Throws unless there are two or three operands, which a function that SBCL has for the expander takes. */
function checkTwoOrThree(operands: readonly LispValue[]): void {
  if (operands.length < 2 || operands.length > 3) {
    throw new ProgramError("invalid number of arguments: ~S", operands.length);
  }
}

const get: StandardPlace = (host, operands) => {
  checkTwoOrThree(operands);
  const { temporaries, names } = evaluatedOnce(host, operands);
  const store = fresh(host, "NEW1");
  return {
    temporaries,
    stores: [store],
    writer: runtimeForm("setGet", names[0], names[1], store),
    reader: form("GET", ...names),
    inOrder: names.length === 2,
  };
};

/** Checked here; a function of that name writes it. */
const gethash: StandardPlace = (_host, operands) => {
  checkTwoOrThree(operands);
  return null;
};

const subseq: StandardPlace = (host, operands) => {
  checkTwoOrThree(operands);
  const { temporaries, names } = evaluatedOnce(host, operands);
  const [sequence, start, end = sym("NIL")] = names;
  const store = fresh(host, "NEW1");
  const bounds = [keyword("START1"), start, keyword("END1"), end];
  return {
    temporaries,
    stores: [store],
    writer: form("PROGN", form("REPLACE", sequence, store, ...bounds), store),
    reader: form("SUBSEQ", ...names),
  };
};

/** THE checks what is read and what is written. */
const the: StandardPlace = (_host, operands, place, expand) => {
  checkCount(operands, place, "TYPE PLACE");
  const [type, target] = operands;
  const { temporaries, stores, writer, reader } = expand(target);
  const checked = form("THE", type, form("VALUES", ...stores));
  return {
    temporaries,
    stores,
    writer: form("MULTIPLE-VALUE-BIND", list(...stores), checked, writer),
    reader: form("THE", type, reader),
  };
};

/** VALUES takes the first store of each place; the others are NIL. */
const values: StandardPlace = (host, operands, _place, expand) => {
  const parts = operands.map(expand);
  const unused = parts.flatMap(({ stores }) => stores.slice(1));
  return {
    temporaries: [...parts.flatMap(({ temporaries }) => temporaries), ...unset(unused)],
    stores: parts.map(({ stores }) => stores[0] ?? fresh(host, "NEW1")),
    writer: form("VALUES", ...parts.map(({ writer }) => writer)),
    reader: form("VALUES", ...parts.map(({ reader }) => reader)),
  };
};

function unset(symbols: readonly LispSymbol[]): Temporary[] {
  return symbols.map((symbol) => ({ symbol, init: sym("NIL") }));
}

/** A part of what another place holds: the new value of that is computed from the old one, then stored. */
function within(
  host: CompilerHost,
  inner: PlaceExpansion,
  temporaries: Temporary[],
  newValue: (old: LispValue, store: LispValue) => LispValue,
  reader: LispValue,
): PlaceExpansion {
  const store = fresh(host, "NEW");
  const value = newValue(inner.reader, store);
  const written = isCons(inner.reader) || isSymbol(inner.reader) ? storingFirst(inner, value) : value;
  // What is no place is told of when its new value has been made.
  const last = written === value ? storingFirst(inner, store) : store;
  const writer = form("PROGN", written, last);
  return { temporaries, stores: [store], writer, reader };
}

const getf: StandardPlace = (host, operands, place, expand) => {
  checkCount(operands, place, "PLACE PROP &OPTIONAL DEFAULT");
  const inner = expand(operands[0]);
  const { temporaries, names } = evaluatedOnce(host, operands.slice(1));
  const put = (old: LispValue, store: LispValue): LispValue =>
    runtimeForm("putProperty", old, names[0], store);
  const reader = form("GETF", inner.reader, names[0], names[1] ?? host.nil);
  return within(host, inner, [...inner.temporaries, ...temporaries], put, reader);
};

/** A byte of an integer, which `put` changes. */
function byte(put: "DPB" | "DEPOSIT-FIELD"): StandardPlace {
  return (host, operands, place, expand) => {
    checkCount(operands, place, "SPEC PLACE", "DEFINE-SETF-EXPANDER", "LDB");
    const { temporaries, names } = evaluatedOnce(host, operands.slice(0, 1));
    const inner = expand(operands[1]);
    const deposit = (old: LispValue, store: LispValue): LispValue => form(put, store, names[0], old);
    const reader = cons(carOf(place), list(names[0], inner.reader));
    return within(host, inner, [...temporaries, ...inner.temporaries], deposit, reader);
  };
}

/** (LOGBITP index integer), which SBCL has as a place. */
const logbitp: StandardPlace = (host, operands, place, expand) => {
  checkCount(operands, place, "SPEC PLACE", "DEFINE-SETF-EXPANDER", "LDB");
  const { temporaries, names } = evaluatedOnce(host, operands.slice(0, 1));
  const inner = expand(operands[1]);
  const deposit = (old: LispValue, store: LispValue): LispValue =>
    form("DPB", form("IF", store, 1, 0), form("BYTE", 1, names[0]), old);
  const reader = form("LOGBITP", names[0], inner.reader);
  return within(host, inner, [...temporaries, ...inner.temporaries], deposit, reader);
};

/** (APPLY #'f … list) is written by #'(SETF f). */
const apply: StandardPlace = (host, operands, place) => {
  checkCount(operands, place, "FUNCTIONOID &REST ARGS");
  const [functionForm, ...args] = operands;
  const name = car(cdr(functionForm));
  const named =
    isCons(functionForm) && carOf(functionForm) === sym("FUNCTION") && isSymbol(name) && name !== host.nil;
  if (!named) throw new MacroCallError("SETF of APPLY is only defined for function args like #'SYMBOL.");
  const { temporaries, names } = evaluatedOnce(host, args);
  const store = fresh(host, "NEW");
  return {
    temporaries,
    stores: [store],
    writer: form("APPLY", form("FUNCTION", form("SETF", name)), store, ...names),
    reader: form("APPLY", functionForm, ...names),
  };
};

const PLACES: Readonly<Record<string, StandardPlace>> = table({
  CAR: written("setCar", 1),
  CDR: written("setCdr", 1),
  FIRST: written("setCar", 1),
  REST: written("setCdr", 1),
  NTH: nth,
  ELT: written("setElt", 2),
  AREF: written("setAref", 1, Number.POSITIVE_INFINITY),
  BIT: written("setBit", 1, Number.POSITIVE_INFINITY),
  SBIT: written("setSbit", 1, Number.POSITIVE_INFINITY),
  SVREF: written("setSvref", 2),
  "ROW-MAJOR-AREF": written("setRowMajorAref", 2),
  CHAR: written("setChar", 2),
  SCHAR: written("setSchar", 2),
  "FILL-POINTER": written("setFillPointer", 1),
  "SYMBOL-VALUE": written("setSymbolValue", 1),
  "SYMBOL-FUNCTION": written("setSymbolFunction", 1),
  FDEFINITION: written("setFdefinition", 1),
  "MACRO-FUNCTION": written("setMacroFunction", 1, 2),
  "COMPILER-MACRO-FUNCTION": written("setCompilerMacroFunction", 1, 2),
  GET: get,
  GETHASH: gethash,
  GETF: getf,
  SUBSEQ: subseq,
  LDB: byte("DPB"),
  "MASK-FIELD": byte("DEPOSIT-FIELD"),
  LOGBITP: logbitp,
  THE: the,
  VALUES: values,
  APPLY: apply,
});

const ORDINALS = "SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH".split(" ");

/** The CARs and CDRs that an accessor of lists is composed of, the outermost first. */
function composition(name: string): string | undefined {
  const ordinal = ORDINALS.indexOf(name);
  return ordinal < 0 ? /^C([AD]{2,4})R$/.exec(name)?.[1] : `A${"D".repeat(ordinal + 1)}`;
}

function placeNamed(symbol: LispSymbol): StandardPlace | null {
  if (homeName(symbol) !== "COMMON-LISP") return null;
  const name = symbolName(symbol);
  const path = composition(name);
  if (path !== undefined) return composed(path);
  return Object.hasOwn(PLACES, name) ? (PLACES[name] ?? null) : null;
}

/** The expansion of a place of the standard's, or null where another rule holds. */
export function standardPlace(
  host: CompilerHost,
  place: LispCons,
  head: LispSymbol,
  expand: ExpandPlace,
): PlaceExpansion | null {
  const known = placeNamed(head);
  return known === null ? null : known(host, elements(cdrOf(place)), place, expand);
}
