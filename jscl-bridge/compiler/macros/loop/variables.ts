/** Variables of LOOP, and patterns of them: how they are bound and given values. */

import type { LispValue } from "../../../runtime/objects/marshal.js";
import { nil, sym } from "../../../runtime/signals.js";
import { car, cdr, cons, form, isCons, isSymbol, list } from "../../syntax/forms.js";
import { half, type LoopParts, together } from "./parts.js";
import { initializedType, initialValue, isTyped } from "./types.js";

const typeDeclaration = (type: LispValue, name: LispValue): LispValue[] =>
  isTyped(type) ? [list(sym("TYPE"), type, name)] : [];

/**
 * Binds a variable, or those of a pattern, to what they begin with, or to the value of `form`. As in SBCL,
 * NIL is no value.
 */
export function makeVariable(parts: LoopParts, name: LispValue, form: LispValue, type: LispValue): void {
  const init = form === nil() ? null : form;
  if (name === nil()) {
    if (init !== null) parts.bind(parts.fresh("IGNORE"), init);
  } else if (isCons(name)) {
    if (init !== null) bindPattern(parts, name, init, type);
    else {
      makeVariable(parts, car(name), null, half(type, car));
      makeVariable(parts, cdr(name), null, half(type, cdr));
    }
  } else {
    if (parts.bound.has(name)) parts.source.fail("Duplicated variable ~S", name);
    parts.bound.add(name);
    if (init !== null) parts.bind(name, init, ...typeDeclaration(type, name));
    else parts.bind(name, initialValue(parts, type), ...typeDeclaration(initializedType(parts, type), name));
  }
}

/** Binds the variables of a pattern to the parts of a list, which may be longer or shorter. */
function bindPattern(parts: LoopParts, pattern: LispValue, init: LispValue, type: LispValue): void {
  const value = parts.fresh("DESTRUCTURE");
  parts.bind(value, init);
  const ignored: LispValue[] = [];
  const ignore = (): LispValue => {
    const name = parts.fresh("IGNORED");
    ignored.push(name);
    return name;
  };
  const parameters = (each: LispValue): LispValue => {
    const items: LispValue[] = [sym("&OPTIONAL")];
    let rest = each;
    for (; isCons(rest); rest = cdr(rest)) {
      const item = car(rest);
      items.push(isCons(item) ? list(parameters(item)) : item === nil() ? ignore() : item);
    }
    const end = rest === nil() ? ignore() : rest;
    return items.reduceRight((tail: LispValue, item) => cons(item, tail), end);
  };
  const lambdaList = parameters(pattern);
  const declarations: LispValue[] = [];
  const declare = (each: LispValue, of: LispValue): void => {
    if (isCons(each)) {
      declare(car(each), half(of, car));
      declare(cdr(each), half(of, cdr));
    } else if (each !== nil()) declarations.push(...typeDeclaration(of, each));
  };
  declare(pattern, type);
  if (ignored.length > 0) declarations.push(cons(sym("IGNORE"), list(...ignored)));
  const declaration = cons(sym("DECLARE"), list(...declarations));
  parts.surround((body) => form("DESTRUCTURING-BIND", lambdaList, value, declaration, body));
}

/** The form that gives a variable, or those of a pattern, the value of a form; null where that is nothing. */
function assign(parts: LoopParts, pattern: LispValue, value: LispValue): LispValue | null {
  if (pattern === nil()) return isCons(value) ? value : null;
  if (isSymbol(pattern) || !isCons(pattern)) return form("SETQ", pattern, value);
  const rest = parts.fresh("DESETQ");
  const steps: LispValue[] = [];
  takeApart(parts, pattern, rest, steps);
  return form("LET", list(list(rest, value)), ...steps);
}

/** Gives the variables of a pattern the parts of the list in `rest`, which is stepped along it. */
function takeApart(parts: LoopParts, pattern: LispValue, rest: LispValue, steps: LispValue[]): void {
  let each = pattern;
  for (; isCons(each); each = cdr(each)) {
    if (each !== pattern) steps.push(form("SETQ", rest, form("CDR", rest)));
    const step = assign(parts, car(each), form("CAR", rest));
    if (step !== null) steps.push(step);
  }
  if (each !== nil()) steps.push(form("SETQ", each, form("CDR", rest)));
}

/**
 * A variable or pattern and what it is stepped to. `reads` says that a form of the program is evaluated for
 * it.
 */
export interface Step {
  readonly to: LispValue;
  readonly value: LispValue;
  readonly reads: boolean;
}

/** The forms that give several variables their values at once. */
export function assignAll(parts: LoopParts, steps: readonly Step[]): LispValue[] {
  const all = (each: readonly Step[]): LispValue[] => {
    const forms: LispValue[] = [];
    for (const { to, value } of each) {
      const assignment = assign(parts, to, value);
      if (assignment !== null) forms.push(assignment);
    }
    return forms;
  };
  if (steps.length < 2 || !steps.some(({ reads }) => reads)) return all(steps);
  const values = steps.map(({ value }) => list(parts.fresh("VALUE"), value));
  const later = steps.map(({ to }, i) => ({ to, value: car(values[i]), reads: false }));
  return [form("LET", list(...values), together(all(later)))];
}
