/** Generalized reference (CLHS 5.1): how places are read and written. */
import type { LispCons, LispFunction, LispSymbol, LispValue } from "../runtime/marshal.js";
import { isMultiple } from "../runtime/marshal.js";
import { nil } from "../runtime/signals.js";
import {
  car,
  cdr,
  cons,
  elements,
  form,
  isCons,
  isSymbol,
  list,
  listStar,
  setfFunctionSymbol,
} from "./forms.js";
import type { CompilerHost } from "./host.js";

/** The five parts of a setf expansion. */
export interface PlaceExpansion {
  temporaries: { symbol: LispSymbol; init: LispValue }[];
  stores: LispSymbol[];
  writer: LispValue;
  reader: LispValue;
}

/** Places written by a function of the runtime: its name, called with the place's arguments and the new value. */
const RUNTIME_WRITERS: Record<string, string> = {
  CAR: "setCar",
  CDR: "setCdr",
  FIRST: "setCar",
  REST: "setCdr",
  SVREF: "setAref",
  AREF: "setAref",
  "ROW-MAJOR-AREF": "setRowMajorAref",
  "SYMBOL-VALUE": "setSymbolValue",
  "SYMBOL-FUNCTION": "setSymbolFunction",
  FDEFINITION: "setSymbolFunction",
  "MACRO-FUNCTION": "setMacroFunction",
  "COMPILER-MACRO-FUNCTION": "setCompilerMacroFunction",
  NTH: "setNth",
  ELT: "setElt",
  CHAR: "setChar",
  SCHAR: "setChar",
  "FILL-POINTER": "setFillPointer",
};

/** Accessors that are compositions: the path of CARs and CDRs after the outermost. */
const LIST_PATHS: Record<string, string> = { SECOND: "AD", THIRD: "ADD", FOURTH: "ADDD", FIFTH: "ADDDD" };

function listPath(name: string): string | null {
  return LIST_PATHS[name] ?? /^C([AD]{2,4})R$/.exec(name)?.[1] ?? null;
}

function isConstantForm(x: LispValue): boolean {
  return !isSymbol(x) && !isCons(x);
}

function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

/** Temporaries for the arguments of a place, so that each is evaluated once and in order. */
function evaluatedOnce(
  host: CompilerHost,
  args: readonly LispValue[],
): { temporaries: { symbol: LispSymbol; init: LispValue }[]; names: LispValue[] } {
  const temporaries: { symbol: LispSymbol; init: LispValue }[] = [];
  const names = args.map((arg) => {
    if (isConstantForm(arg)) return arg;
    const symbol = fresh(host, "ARG");
    temporaries.push({ symbol, init: arg });
    return symbol;
  });
  return { temporaries, names };
}

/** The expansion of a place in a lexical environment that `expand` knows. */
export function expandPlace(
  host: CompilerHost,
  place: LispValue,
  expand: (form: LispCons) => { form: LispValue } | null,
): PlaceExpansion {
  const store = fresh(host, isCons(place) && isSymbol(place.$$jscl_car) ? "NEW" : "NEW1");
  if (isSymbol(place)) {
    const macro = host.symbolMacro(place);
    if (macro !== null) return expandPlace(host, macro.expansion, expand);
    return { temporaries: [], stores: [store], writer: form("SETQ", place, store), reader: place };
  }
  if (!isCons(place)) {
    // The assignment says what is wrong, as it is in SBCL's expansion.
    return { temporaries: [], stores: [store], writer: form("SETQ", place, store), reader: place };
  }
  const head = place.$$jscl_car;
  const args = elements(place.$$jscl_cdr);
  if (!isSymbol(head)) return setterCall(host, head, args, store);
  const standard = head.package?.packageName === "COMMON-LISP";
  if (standard) {
    const known = standardPlace(host, head, args, store, expand);
    if (known !== null) return known;
  }
  const defined = definedPlace(host, place, head, args);
  if (defined !== null) return defined;
  const local = expand(place);
  const setter = setfFunctionSymbol(head);
  if (local === null || host.internals.fboundp(setter)) {
    if (!host.internals.fboundp(setter)) {
      const stock = stockExpansion(host, place, head);
      if (stock !== null) return stock;
    }
    return setterCall(host, head, args, store);
  }
  return expandPlace(host, local.form, expand);
}

/** The expansion by DEFSETF or DEFINE-SETF-EXPANDER, or null. */
function definedPlace(
  host: CompilerHost,
  place: LispCons,
  head: LispSymbol,
  args: readonly LispValue[],
): PlaceExpansion | null {
  const definition = host.setfDefinition(head);
  if (definition === null) return null;
  const { mv, pv } = host.internals;
  if (definition.kind === "expander") {
    const parts = host.expandCarefully(place, () => definition.expander(mv, place, nil()));
    const [names, inits, stores, writer, reader] = isMultiple(parts) ? parts : [parts];
    const values = elements(inits);
    return {
      temporaries: elements(names).map((symbol, i) => ({ symbol: symbol as LispSymbol, init: values[i] })),
      stores: elements(stores) as LispSymbol[],
      writer,
      reader,
    };
  }
  const { temporaries, names } = evaluatedOnce(host, args);
  const call = cons(head, list(...names));
  if (definition.kind === "function") {
    const store = fresh(host, "NEW");
    return { temporaries, stores: [store], writer: form(definition.name, ...names, store), reader: call };
  }
  const stores = Array.from({ length: definition.stores }, () => fresh(host, "NEW"));
  const writer = host.expandCarefully(place, () =>
    (definition.expander(pv, call, nil()) as LispFunction)(pv, ...stores),
  );
  return { temporaries, stores, writer, reader: call };
}

/** The place that #'(SETF head) writes. */
function setterCall(
  host: CompilerHost,
  head: LispValue,
  args: readonly LispValue[],
  store: LispSymbol,
): PlaceExpansion {
  const { temporaries, names } = evaluatedOnce(host, args);
  return {
    temporaries,
    stores: [store],
    writer: form("FUNCALL", form("FUNCTION", form("SETF", head)), store, ...names),
    reader: cons(head, list(...names)),
  };
}

function standardPlace(
  host: CompilerHost,
  head: LispSymbol,
  args: readonly LispValue[],
  store: LispSymbol,
  expand: (form: LispCons) => { form: LispValue } | null,
): PlaceExpansion | null {
  const path = listPath(head.name);
  if (path !== null) {
    let inner = args[0];
    for (const step of [...path.slice(1)].reverse()) inner = form(step === "A" ? "CAR" : "CDR", inner);
    return expandPlace(host, form(path[0] === "A" ? "CAR" : "CDR", inner), expand);
  }
  const { temporaries, names } = evaluatedOnce(host, args);
  const reader = listStar([head, ...names], nil());
  const writer = Object.hasOwn(RUNTIME_WRITERS, head.name) ? RUNTIME_WRITERS[head.name] : undefined;
  if (writer !== undefined) {
    const name = host.internals.make_lisp_string(writer);
    const call = form("%RUNTIME", name, ...names, store);
    return { temporaries, stores: [store], writer: withHome(host, call), reader };
  }
  switch (head.name) {
    case "THE": {
      const inner = expandPlace(host, args[1], expand);
      return { ...inner, reader: form("THE", args[0], inner.reader) };
    }
    case "VALUES":
      return valuesPlace(host, args, expand);
    case "GETF":
      return getfPlace(host, args, store, expand);
    case "LDB":
    case "MASK-FIELD":
      return bytePlace(host, head, args, store, expand);
    case "APPLY":
      return applyPlace(host, args, store);
  }
  return null;
}

function withHome(host: CompilerHost, call: LispValue): LispValue {
  return listStar([host.internals.intern("%RUNTIME", "JSCL-MCP")], cdr(call));
}

function valuesPlace(
  host: CompilerHost,
  args: readonly LispValue[],
  expand: (form: LispCons) => { form: LispValue } | null,
): PlaceExpansion {
  const parts = args.map((arg) => expandPlace(host, arg, expand));
  return {
    temporaries: parts.flatMap((part) => part.temporaries),
    stores: parts.map((part) => part.stores[0] as LispSymbol),
    writer: form("VALUES", ...parts.map((part) => part.writer)),
    reader: form("VALUES", ...parts.map((part) => part.reader)),
  };
}

/** A place inside another: the new outer value is computed, then stored. */
function nestedPlace(
  inner: PlaceExpansion,
  outerValue: LispValue,
  store: LispSymbol,
  temporaries: PlaceExpansion["temporaries"],
  reader: LispValue,
): PlaceExpansion {
  const [innerStore] = inner.stores as [LispSymbol];
  return {
    temporaries: [...inner.temporaries, ...temporaries],
    stores: [store],
    writer: form("LET", list(list(innerStore, outerValue)), inner.writer, store),
    reader,
  };
}

function getfPlace(
  host: CompilerHost,
  args: readonly LispValue[],
  store: LispSymbol,
  expand: (form: LispCons) => { form: LispValue } | null,
): PlaceExpansion {
  const inner = expandPlace(host, args[0], expand);
  const { temporaries, names } = evaluatedOnce(host, args.slice(1));
  const put = withHome(
    host,
    form("X", host.internals.make_lisp_string("putProperty"), inner.reader, names[0], store),
  );
  return nestedPlace(inner, put, store, temporaries, form("GETF", inner.reader, ...names));
}

function bytePlace(
  host: CompilerHost,
  head: LispSymbol,
  args: readonly LispValue[],
  store: LispSymbol,
  expand: (form: LispCons) => { form: LispValue } | null,
): PlaceExpansion {
  const { temporaries, names } = evaluatedOnce(host, args.slice(0, 1));
  const inner = expandPlace(host, args[1], expand);
  const put = form(head.name === "LDB" ? "DPB" : "DEPOSIT-FIELD", store, names[0], inner.reader);
  const expansion = nestedPlace(inner, put, store, [], form(head, names[0], inner.reader));
  return { ...expansion, temporaries: [...temporaries, ...inner.temporaries] };
}

/** (APPLY #'f … list) is written by #'(SETF f). */
function applyPlace(host: CompilerHost, args: readonly LispValue[], store: LispSymbol): PlaceExpansion {
  const name = car(cdr(args[0]));
  const { temporaries, names } = evaluatedOnce(host, args.slice(1));
  return {
    temporaries,
    stores: [store],
    writer: form("APPLY", form("FUNCTION", form("SETF", name)), store, ...names),
    reader: form("APPLY", args[0], ...names),
  };
}

/** The expansion by an expander of JSCL's table, DEFSETF's and DEFINE-SETF-EXPANDER's included. */
function stockExpansion(host: CompilerHost, place: LispCons, head: LispSymbol): PlaceExpansion | null {
  const table = host.internals.intern("*SETF-EXPANDERS*", "JSCL").value;
  if (!elements(table).some((entry) => car(entry) === head)) return null;
  const fn = host.internals.intern("!GET-SETF-EXPANSION", "JSCL").fvalue;
  const result = fn(host.internals.mv, place);
  const parts = isMultiple(result) ? result : [result];
  const [temporaries = nil(), inits = nil(), stores = nil(), writer = nil(), reader = nil()] = parts;
  const initForms = elements(inits);
  return {
    temporaries: elements(temporaries).map((symbol, i) => ({
      symbol: symbol as LispSymbol,
      init: initForms[i] ?? nil(),
    })),
    stores: elements(stores) as LispSymbol[],
    writer,
    reader,
  };
}

/** (LET* temporaries (LET ((store value)) writer)), with several stores bound from several values. */
export function storeForm(host: CompilerHost, place: PlaceExpansion, value: LispValue): LispValue {
  const [store] = place.stores;
  let inner: LispValue;
  if (place.stores.length === 1 && store !== undefined) {
    const direct =
      place.temporaries.length === 0 && isSymbol(car(place.writer)) && singleUse(place.writer, store);
    inner = direct
      ? substitute(place.writer, store, value)
      : form("LET", list(list(store, value)), place.writer);
  } else inner = form("MULTIPLE-VALUE-BIND", list(...place.stores), value, place.writer);
  return withTemporaries(host, place, inner);
}

export function withTemporaries(_host: CompilerHost, place: PlaceExpansion, body: LispValue): LispValue {
  if (place.temporaries.length === 0) return body;
  return form("LET*", list(...place.temporaries.map(({ symbol, init }) => list(symbol, init))), body);
}

/** The store variable is the last operand of a writer, and nothing before it can be changed by the value. */
function singleUse(writer: LispValue, store: LispSymbol): boolean {
  const items = elements(writer);
  return (
    (items[items.length - 1] === store && items.slice(1, -1).every((x) => isConstantForm(x))) ||
    isSetq(items, store)
  );
}

function isSetq(items: readonly LispValue[], store: LispSymbol): boolean {
  return items.length === 3 && (items[0] as LispSymbol).name === "SETQ" && items[2] === store;
}

function substitute(writer: LispValue, store: LispSymbol, value: LispValue): LispValue {
  return list(...elements(writer).map((x) => (x === store ? value : x)));
}
