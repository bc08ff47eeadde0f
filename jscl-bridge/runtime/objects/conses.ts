/** The halves of conses. `cons` makes one, `isCons` knows one (signals.ts). */
import type { LispCons, LispValue } from "./marshal.js";

interface Shape {
  $$jscl_car: LispValue;
  $$jscl_cdr: LispValue;
}

export function carOf(cons: LispCons): LispValue {
  return (cons as unknown as Shape).$$jscl_car;
}

export function cdrOf(cons: LispCons): LispValue {
  return (cons as unknown as Shape).$$jscl_cdr;
}

export function setCarOf(cons: LispCons, value: LispValue): void {
  (cons as unknown as Shape).$$jscl_car = value;
}

export function setCdrOf(cons: LispCons, value: LispValue): void {
  (cons as unknown as Shape).$$jscl_cdr = value;
}

/** Whether an object of any realm is a cons. NIL has halves too, that nobody changes. */
export function hasHalves(x: LispValue): x is LispCons {
  return typeof x === "object" && x !== null && Object.hasOwn(x, "$$jscl_car") && !("fvalue" in x);
}

/** The properties that generated code reads for the halves of a cons, or of NIL. */
export const CAR = "$$jscl_car";

export const CDR = "$$jscl_cdr";
