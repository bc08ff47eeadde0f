/** Taking forms apart and putting them together. */
import type { LispCons, LispSymbol, LispValue } from "../runtime/marshal.js";
import { cons, isCons, isSymbol, list, nil, sym } from "../runtime/signals.js";
import { ProgramError } from "./host.js";

export { cons, isCons, isSymbol, list };

export function car(x: LispValue): LispValue {
  return isCons(x) ? x.$$jscl_car : nil();
}

export function cdr(x: LispValue): LispValue {
  return isCons(x) ? x.$$jscl_cdr : nil();
}

/** The elements of a proper list; anything else is an invalid program. */
export function elements(x: LispValue, what = "form"): LispValue[] {
  const items: LispValue[] = [];
  let rest = x;
  while (isCons(rest)) {
    items.push(rest.$$jscl_car);
    rest = rest.$$jscl_cdr;
  }
  if (rest !== nil()) throw new ProgramError(`improper list in ${what}`);
  return items;
}

/** The operands of a form, checked for number; `max` Infinity allows any. */
export function operands(form: LispCons, min: number, max = Number.POSITIVE_INFINITY): LispValue[] {
  const items = elements(form.$$jscl_cdr);
  if (items.length < min || items.length > max) {
    const name = (form.$$jscl_car as LispSymbol).name;
    const expected =
      min === max ? `${min}` : max === Number.POSITIVE_INFINITY ? `at least ${min}` : `${min} to ${max}`;
    throw new ProgramError(`wrong number of operands to ${name}: ${items.length}, expected ${expected}`);
  }
  return items;
}

export function symbolOperand(x: LispValue, what: string): LispSymbol {
  if (!isSymbol(x)) throw new ProgramError(`${what} is not a symbol`);
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

/** The symbol that holds the function (SETF name), as JSCL stores it. */
export function setfFunctionSymbol(name: LispSymbol): LispSymbol {
  return sym(`(SETF_${name.name})`, name.package?.packageName ?? "COMMON-LISP-USER");
}
