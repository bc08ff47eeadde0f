/** SETF and the macros that read and write a place (CLHS 5.3, figure 5-9). */
import type { LispCons, LispSymbol, LispValue } from "../runtime/marshal.js";
import { nil } from "../runtime/signals.js";
import type { Destination } from "./destination.js";
import type { Environment } from "./environment.js";
import { form, list, operands } from "./forms.js";
import { ProgramError } from "./host.js";
import { expandPlace, type PlaceExpansion, storeForm, withTemporaries } from "./places.js";
import type { SpecialForm, SpecialForms } from "./special-forms.js";
import type { Unit } from "./unit.js";

type PlaceMacro = (unit: Unit, source: LispCons, place: (p: LispValue) => PlaceExpansion) => LispValue;

/** A special form that stands for the form `expand` makes. */
function expanding(expand: PlaceMacro): SpecialForm {
  const expansion = (unit: Unit, source: LispCons, env: Environment): LispValue =>
    expand(unit, source, (place) => expandPlace(unit.host, place, (f) => unit.expandMacro(f, env)));
  return {
    statement: (unit: Unit, source: LispCons, env: Environment, destination: Destination) =>
      unit.statement(expansion(unit, source, env), env, destination),
    expression: (unit, source, env, values) => unit.expression(expansion(unit, source, env), env, values),
  };
}

function fresh(unit: Unit, name: string): LispSymbol {
  return new unit.host.internals.Symbol(name);
}

const setf: PlaceMacro = (unit, source, place) => {
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new ProgramError("odd number of args to SETF");
  const forms: LispValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) forms.push(storeForm(unit.host, place(pairs[i]), pairs[i + 1]));
  return forms.length === 1 ? forms[0] : form("PROGN", ...forms);
};

const psetf: PlaceMacro = (unit, source, place) => {
  const pairs = operands(source, 0);
  if (pairs.length % 2 === 1) throw new ProgramError("odd number of args to PSETF");
  const places: PlaceExpansion[] = [];
  const values: LispValue[] = [];
  for (let i = 0; i < pairs.length; i += 2) {
    places.push(place(pairs[i]));
    values.push(pairs[i + 1]);
  }
  const step = (i: number): LispValue => {
    const p = places[i];
    if (p === undefined) return form("PROGN", ...places.map((each) => each.writer), nil());
    return withTemporaries(
      unit.host,
      p,
      form("MULTIPLE-VALUE-BIND", list(...p.stores), values[i], step(i + 1)),
    );
  };
  return step(0);
};

/** Places assigned from the values of their right neighbours; `rotate` closes the circle. */
function shifting(rotate: boolean): PlaceMacro {
  return (unit, source, place) => {
    const forms = operands(source, rotate ? 0 : 2);
    const last = rotate ? null : forms.pop();
    const places = forms.map(place);
    const result = fresh(unit, "RESULT");
    const reads = places.map((p) => p.reader);
    const values = [...reads.slice(1), rotate ? reads[0] : last];
    const step = (i: number): LispValue => {
      const p = places[i];
      if (p === undefined)
        return form("PROGN", ...places.map((each) => each.writer), rotate ? nil() : result);
      return form("MULTIPLE-VALUE-BIND", list(...p.stores), values[i], step(i + 1));
    };
    const body = rotate ? step(0) : form("LET", list(list(result, reads[0] ?? nil())), step(0));
    return places.reduceRight((inner, p) => withTemporaries(unit.host, p, inner), body);
  };
}

function modify(unit: Unit, p: PlaceExpansion, value: LispValue): LispValue {
  return withTemporaries(unit.host, p, form("LET", list(list(p.stores[0], value)), p.writer));
}

function step(operator: "+" | "-"): PlaceMacro {
  return (unit, source, place) => {
    const [target, delta = 1] = operands(source, 1, 2);
    const p = place(target);
    return storeForm(unit.host, p, form(operator, p.reader, delta));
  };
}

const push: PlaceMacro = (unit, source, place) => {
  const [item, target] = operands(source, 2, 2);
  const value = fresh(unit, "ITEM");
  const p = place(target);
  if (p.temporaries.length === 0) return storeForm(unit.host, p, form("CONS", item, p.reader));
  return form("LET", list(list(value, item)), modify(unit, p, form("CONS", value, p.reader)));
};

const pushnew: PlaceMacro = (unit, source, place) => {
  const [item, target, ...keys] = operands(source, 2);
  const value = fresh(unit, "ITEM");
  const p = place(target);
  return form("LET", list(list(value, item)), modify(unit, p, form("ADJOIN", value, p.reader, ...keys)));
};

const pop: PlaceMacro = (unit, source, place) => {
  const [target] = operands(source, 1, 1);
  const p = place(target);
  const old = fresh(unit, "LIST");
  const store = form("LET", list(list(p.stores[0], form("CDR", old))), p.writer);
  return withTemporaries(
    unit.host,
    p,
    form("LET", list(list(old, p.reader)), form("PROG1", form("CAR", old), store)),
  );
};

const remf: PlaceMacro = (unit, source, place) => {
  const [target, indicator] = operands(source, 2, 2);
  const p = place(target);
  const name = unit.host.internals.make_lisp_string("removeProperty");
  const call = new unit.host.internals.Cons(
    unit.host.internals.intern("%RUNTIME", "JSCL-MCP"),
    list(name, p.reader, indicator),
  );
  const found = fresh(unit, "FOUND");
  const [store] = p.stores;
  return withTemporaries(
    unit.host,
    p,
    form("MULTIPLE-VALUE-BIND", list(store, found), call, p.writer, found),
  );
};

export const setfForms: SpecialForms = {
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
