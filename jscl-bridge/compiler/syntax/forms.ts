/** Taking forms apart and putting them together. */
import type { LispCons, LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { cons, isCons, isSymbol, list, nil, sym } from "../../runtime/signals.js";
import { next } from "../../runtime/stack/safepoints.js";
import { FormTypeError, OperandError, ProgramError } from "./program-error.js";

export { functionNameSymbol, setfFunctionSymbol } from "../../runtime/objects/setf-names.js";
export { cons, isCons, isSymbol, list };

export function car(x: LispValue): LispValue {
  return isCons(x) ? x.$$jscl_car : nil();
}

export function cdr(x: LispValue): LispValue {
  return isCons(x) ? next(x) : nil();
}

/** The elements of a proper list; anything else is an invalid program. */
export function elements(x: LispValue): LispValue[] {
  const items: LispValue[] = [];
  let rest = x;
  while (isCons(rest)) {
    items.push(rest.$$jscl_car);
    rest = next(rest);
  }
  if (rest !== nil()) throw new FormTypeError(rest, "LIST");
  return items;
}

/** The operands of a form, checked for number; `max` Infinity allows any. */
export function operands(form: LispCons, min: number, max = Number.POSITIVE_INFINITY): LispValue[] {
  const items = elements(form.$$jscl_cdr);
  if (items.length < min || items.length > max) throw new OperandError(form);
  return items;
}

/** The forms of a body, as PROGN takes them. */
export function bodyForms(form: LispValue): LispValue[] {
  const items: LispValue[] = [];
  let rest = cdr(form);
  for (; isCons(rest); rest = next(rest)) items.push(rest.$$jscl_car);
  if (rest !== nil()) throw new ProgramError("~S is not a proper list.", form);
  return items;
}

/** A symbol; `control` says what is wrong with another object. */
export function symbolOperand(x: LispValue, control: string): LispSymbol {
  if (!isSymbol(x)) throw new ProgramError(control, x);
  return x;
}

/** A list built from JavaScript arrays, ending in `tail`. */
export function listStar(items: readonly LispValue[], tail: LispValue): LispValue {
  let result = tail;
  for (let i = items.length - 1; i >= 0; i--) result = cons(items[i], result);
  return result;
}

export function form(operator: string | LispSymbol, ...args: LispValue[]): LispValue {
  return cons(typeof operator === "string" ? sym(operator) : operator, list(...args));
}

export function quoted(x: LispValue): LispValue {
  return form("QUOTE", x);
}

/** (EVAL-WHEN (:COMPILE-TOPLEVEL :LOAD-TOPLEVEL :EXECUTE) …). */
export function atEveryTime(...forms: LispValue[]): LispValue {
  const times = ["COMPILE-TOPLEVEL", "LOAD-TOPLEVEL", "EXECUTE"].map((name) => sym(name, "KEYWORD"));
  return form("EVAL-WHEN", list(...times), ...forms);
}
