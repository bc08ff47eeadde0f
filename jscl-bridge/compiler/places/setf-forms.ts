/** SETF and the macros that read and write a place (CLHS 5.3, figure 5-9). */
import { cdrOf } from "../../runtime/objects/conses.js";
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { nil } from "../../runtime/signals.js";
import type { CompilerHost } from "../host.js";
import type { NativeMacro } from "../macros/macros.js";
import type { Environment } from "../scope/environment.js";
import { elements, form, isCons, isSymbol, list, operands } from "../syntax/forms.js";
import { runtimeForm } from "../syntax/operators/runtime-verbs.js";
import { MacroCallError, OperandError, ProgramError } from "../syntax/program-error.js";
import { symbolList } from "../syntax/symbol-list.js";
import {
  type ExpandPlace,
  evaluatedOnce,
  fresh,
  type PlaceExpansion,
  storeForm,
  storingFirst,
  type Temporary,
  withTemporaries,
} from "./place-expansion.js";
import { expandPlace, isVariable } from "./places.js";

type PlaceMacro = (host: CompilerHost, source: LispCons, place: ExpandPlace, env: Environment) => LispValue;

/** The macro whose expansion `expand` makes. */
function expanding(expand: PlaceMacro): NativeMacro {
  return (host, source, env) => expand(host, source, (place) => expandPlace(host, place, env), env);
}

const setf: PlaceMacro = (_host, source, place) => {
  const rest = cdrOf(source);
  if (isCons(rest) ? !isCons(cdrOf(rest)) : rest !== nil()) {
    throw new OperandError(source);
  }
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new MacroCallError("odd number of args to SETF: ~S", source);
  if (pairs.length === 2) return storeForm(place(pairs[0]), pairs[1]);
  const forms: LispValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) forms.push(form("SETF", pairs[i], pairs[i + 1]));
  return form("PROGN", ...forms);
};

/** Assigns the places, each the values of its form, when all forms have been evaluated. */
function inParallel(pairs: readonly LispValue[], place: ExpandPlace): LispValue {
  const places = pairs.filter((_, i) => i % 2 === 0).map(place);
  const store = form("PROGN", ...places.map(({ writer }) => writer), nil());
  return places.reduceRight(
    (inner, p, i) => withTemporaries(p, binding(p.stores, pairs[2 * i + 1], inner)),
    store,
  );
}

/** Variables bound to the values of a form around a body. */
function binding(symbols: readonly LispSymbol[], value: LispValue, body: LispValue): LispValue {
  if (symbols.length === 1) return form("LET", list(list(symbols[0], value)), body);
  return form("MULTIPLE-VALUE-BIND", list(...symbols), value, body);
}

const psetf: PlaceMacro = (_host, source, place) => {
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new MacroCallError("Odd number of args to PSETF.");
  if (pairs.length === 2) return form("PROGN", form("SETF", ...pairs), nil());
  return inParallel(pairs, place);
};

const psetq: PlaceMacro = (host, source, place, env) => {
  const pairs = operands(source, 0);
  const names = pairs.filter((_, i) => i % 2 === 0);
  for (const name of names)
    if (!isSymbol(name)) throw new ProgramError("Place ~S in PSETQ is not a SYMBOL", name);
  if (pairs.length % 2 === 1) throw new MacroCallError("Odd number of args to PSETQ.");
  if (names.some((name) => !isVariable(host, name as LispSymbol, env))) return inParallel(pairs, place);
  const values = names.map(() => fresh(host, "VALUE"));
  const sets = names.map((name, i) => form("SETQ", name, values[i]));
  return form("LET", list(...values.map((value, i) => list(value, pairs[2 * i + 1]))), ...sets, nil());
};

const multipleValueSetq: PlaceMacro = (host, source, place, env) => {
  const [variables, values] = operands(source, 2, 2);
  const names = symbolList(variables);
  if (names.length === 0) return form("VALUES", values);
  if (names.some((name) => !isVariable(host, name, env))) {
    return form("VALUES", storeForm(place(form("VALUES", ...names)), values));
  }
  const stores = names.map(() => fresh(host, "NEW1"));
  const sets = names.map((name, i) => form("SETQ", name, stores[i]));
  return form("MULTIPLE-VALUE-BIND", list(...stores), values, ...sets, stores[0]);
};

/** Places assigned from the values of their right neighbours; `rotate` closes the circle. */
function shifted(rotate: boolean, host: CompilerHost, source: LispCons, place: ExpandPlace): LispValue {
  const forms = operands(source, 0);
  if (!rotate && forms.length < 2)
    throw new MacroCallError("SHIFTF called with too few arguments: ~S", source);
  const last = rotate ? null : forms.pop();
  const places = forms.map(place);
  const [first] = places;
  if (first === undefined) return nil();
  const reads = places.map(({ reader }) => reader);
  const values = [...reads.slice(1), rotate ? first.reader : last];
  const results = first.stores.map(() => fresh(host, "OUT"));
  const result = rotate ? nil() : form("VALUES", ...results);
  const store = form("PROGN", ...places.map(({ writer }) => writer), result);
  const body = places.reduceRight((inner, { stores }, i) => binding(stores, values[i], inner), store);
  const all = rotate ? body : binding(results, first.reader, body);
  return places.reduceRight((inner, p) => withTemporaries(p, inner), all);
}

/**
 * The new value of a place computed from the old one; `before` is evaluated first, `after` when the place is
 * known.
 */
function modify(
  place: PlaceExpansion,
  value: LispValue,
  before: readonly Temporary[] = [],
  after: readonly Temporary[] = [],
): LispValue {
  const temporaries = [...before, ...place.temporaries, ...after];
  return withTemporaries({ ...place, temporaries }, storingFirst(place, value));
}

/** The delta is evaluated before the place is read. */
const incf: PlaceMacro = (_host, source, place) => {
  const [target, delta = 1] = operands(source, 1, 2);
  const p = place(target);
  return modify(p, form("+", delta, p.reader));
};

const decf: PlaceMacro = (host, source, place, env) => {
  const [target, delta = 1] = operands(source, 1, 2);
  const p = place(target);
  // To read one variable does not change another.
  const settled = isSymbol(p.reader) && isLexical(delta, env);
  const { temporaries, names } = settled
    ? { temporaries: [], names: [delta] }
    : evaluatedOnce(host, [delta], "DELTA");
  return modify(p, form("-", p.reader, names[0]), [], temporaries);
};

function isLexical(x: LispValue, env: Environment): boolean {
  return isSymbol(x) && env.variable(x)?.kind === "lexical";
}

const push: PlaceMacro = (host, source, place) => {
  const [item, target] = operands(source, 2, 2);
  const p = place(target);
  if (p.temporaries.length === 0) return modify(p, form("CONS", item, p.reader));
  const { temporaries, names } = evaluatedOnce(host, [item], "ITEM");
  return modify(p, form("CONS", names[0], p.reader), temporaries);
};

const pushnew: PlaceMacro = (host, source, place) => {
  const [item, target, ...keys] = operands(source, 2);
  const { temporaries, names } = evaluatedOnce(host, [item], "ITEM");
  const p = place(target);
  return modify(p, form("ADJOIN", names[0], p.reader, ...keys), temporaries);
};

const pop: PlaceMacro = (host, source, place, env) => {
  const [target] = operands(source, 1, 1);
  const p = place(target);
  const take = (old: LispValue): LispValue =>
    form("PROG1", form("CAR", old), storingFirst(p, form("CDR", old)));
  if (isLexical(p.reader, env)) return take(p.reader);
  const old = fresh(host, "LIST");
  return withTemporaries(p, form("LET", list(list(old, p.reader)), take(old)));
};

const remf: PlaceMacro = (host, source, place) => {
  const [target, indicator] = operands(source, 2, 2);
  const p = place(target);
  const call = runtimeForm("removeProperty", indicator, p.reader);
  const found = fresh(host, "FOUND");
  const [store = nil(), ...others] = p.stores;
  const write = others.length === 0 ? p.writer : form("LET", list(...others), p.writer);
  return withTemporaries(p, form("MULTIPLE-VALUE-BIND", list(store, found), call, write, found));
};

/**
 * The expansion of a macro that DEFINE-MODIFY-MACRO defined: the place gets what `fn` makes of it and the
 * arguments.
 */
export function modification(
  host: CompilerHost,
  fn: LispValue,
  place: LispValue,
  args: LispValue,
  env: Environment,
): LispValue {
  const p = expandPlace(host, place, env);
  const { temporaries, names } = evaluatedOnce(host, elements(args));
  return modify(p, list(fn, p.reader, ...names), [], temporaries);
}

export const placeMacros: Record<string, NativeMacro> = {
  SETF: expanding(setf),
  PSETF: expanding(psetf),
  PSETQ: expanding(psetq),
  "MULTIPLE-VALUE-SETQ": expanding(multipleValueSetq),
  SHIFTF: expanding((host, source, place) => shifted(false, host, source, place)),
  ROTATEF: expanding((host, source, place) => shifted(true, host, source, place)),
  INCF: expanding(incf),
  DECF: expanding(decf),
  PUSH: expanding(push),
  PUSHNEW: expanding(pushnew),
  POP: expanding(pop),
  REMF: expanding(remf),
};
