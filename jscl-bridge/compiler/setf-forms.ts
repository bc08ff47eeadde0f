/** SETF and the macros that read and write a place (CLHS 5.3, figure 5-9). */
import type { LispCons, LispSymbol, LispValue } from "../runtime/marshal.js";
import { nil } from "../runtime/signals.js";
import { form, isCons, list, operands } from "./forms.js";
import type { CompilerHost } from "./host.js";
import type { NativeMacro } from "./macros.js";
import { expandPlace, type PlaceExpansion, storeForm, withTemporaries } from "./places.js";
import { MacroCallError, OperandError } from "./program-error.js";

type PlaceMacro = (
  host: CompilerHost,
  source: LispCons,
  place: (p: LispValue) => PlaceExpansion,
) => LispValue;

/** The macro whose expansion `expand` makes. */
function expanding(expand: PlaceMacro): NativeMacro {
  return (host, source, env) =>
    expand(host, source, (place) => expandPlace(host, place, (f) => host.expandMacro(f, env)));
}

function fresh(host: CompilerHost, name: string): LispSymbol {
  return new host.internals.Symbol(name);
}

const setf: PlaceMacro = (host, source, place) => {
  if (!isCons(source.$$jscl_cdr) ? source.$$jscl_cdr !== nil() : !isCons(source.$$jscl_cdr.$$jscl_cdr)) {
    throw new OperandError(source);
  }
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new MacroCallError("odd number of args to SETF: ~S", source);
  const forms: LispValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) forms.push(storeForm(host, place(pairs[i]), pairs[i + 1]));
  return forms.length === 1 ? forms[0] : form("PROGN", ...forms);
};

const psetf: PlaceMacro = (host, source, place) => {
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new MacroCallError("Odd number of args to PSETF.");
  const places: PlaceExpansion[] = [];
  const values: LispValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    places.push(place(pairs[i]));
    values.push(pairs[i + 1]);
  }
  const step = (i: number): LispValue => {
    const p = places[i];
    if (p === undefined) return form("PROGN", ...places.map((each) => each.writer), nil());
    return withTemporaries(host, p, form("MULTIPLE-VALUE-BIND", list(...p.stores), values[i], step(i + 1)));
  };
  return step(0);
};

/** Places assigned from the values of their right neighbours; `rotate` closes the circle. */
function shifting(rotate: boolean): PlaceMacro {
  return (host, source, place) => {
    const forms = operands(source, 0);
    if (!rotate && forms.length < 2)
      throw new MacroCallError("SHIFTF called with too few arguments: ~S", source);
    const last = rotate ? null : forms.pop();
    const places = forms.map(place);
    const result = fresh(host, "RESULT");
    const reads = places.map((p) => p.reader);
    const values = [...reads.slice(1), rotate ? reads[0] : last];
    const step = (i: number): LispValue => {
      const p = places[i];
      if (p === undefined)
        return form("PROGN", ...places.map((each) => each.writer), rotate ? nil() : result);
      return form("MULTIPLE-VALUE-BIND", list(...p.stores), values[i], step(i + 1));
    };
    const body = rotate ? step(0) : form("LET", list(list(result, reads[0] ?? nil())), step(0));
    return places.reduceRight((inner, p) => withTemporaries(host, p, inner), body);
  };
}

function modify(host: CompilerHost, p: PlaceExpansion, value: LispValue): LispValue {
  return withTemporaries(host, p, form("LET", list(list(p.stores[0], value)), p.writer));
}

function step(operator: "+" | "-"): PlaceMacro {
  return (host, source, place) => {
    const [target, delta = 1] = operands(source, 1, 2);
    const p = place(target);
    return storeForm(host, p, form(operator, p.reader, delta));
  };
}

const push: PlaceMacro = (host, source, place) => {
  const [item, target] = operands(source, 2, 2);
  const value = fresh(host, "ITEM");
  const p = place(target);
  if (p.temporaries.length === 0) return storeForm(host, p, form("CONS", item, p.reader));
  return form("LET", list(list(value, item)), modify(host, p, form("CONS", value, p.reader)));
};

const pushnew: PlaceMacro = (host, source, place) => {
  const [item, target, ...keys] = operands(source, 2);
  const value = fresh(host, "ITEM");
  const p = place(target);
  return form("LET", list(list(value, item)), modify(host, p, form("ADJOIN", value, p.reader, ...keys)));
};

const pop: PlaceMacro = (host, source, place) => {
  const [target] = operands(source, 1, 1);
  const p = place(target);
  const old = fresh(host, "LIST");
  const store = form("LET", list(list(p.stores[0], form("CDR", old))), p.writer);
  return withTemporaries(
    host,
    p,
    form("LET", list(list(old, p.reader)), form("PROG1", form("CAR", old), store)),
  );
};

const remf: PlaceMacro = (host, source, place) => {
  const [target, indicator] = operands(source, 2, 2);
  const p = place(target);
  const name = host.internals.make_lisp_string("removeProperty");
  const call = new host.internals.Cons(
    host.internals.intern("%RUNTIME", "JSCL-MCP"),
    list(name, p.reader, indicator),
  );
  const found = fresh(host, "FOUND");
  const [store] = p.stores;
  return withTemporaries(host, p, form("MULTIPLE-VALUE-BIND", list(store, found), call, p.writer, found));
};

export const placeMacros: Record<string, NativeMacro> = {
  SETF: expanding(setf),
  PSETF: expanding(psetf),
  SHIFTF: expanding(shifting(false)),
  ROTATEF: expanding(shifting(true)),
  INCF: expanding(step("+")),
  DECF: expanding(step("-")),
  PUSH: expanding(push),
  PUSHNEW: expanding(pushnew),
  POP: expanding(pop),
  REMF: expanding(remf),
};
