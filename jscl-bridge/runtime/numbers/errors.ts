import { lispError, list, sym } from "../signals.js";
import { wrongType as wrongDatum } from "../streams/stream-arguments.js";

/** Signals TYPE-ERROR; `type` names a type of COMMON-LISP. */
export function wrongType(datum: unknown, type: string): never {
  return wrongDatum(datum, sym(type));
}

export function divisionByZero(operation: string, ...operands: unknown[]): never {
  return arithmeticError("DIVISION-BY-ZERO", operation, ...operands);
}

/**
 * Signals an ARITHMETIC-ERROR; without an operation its slots are NIL, as where SBCL learns of a trap too
 * late to know it.
 */
export function arithmeticError(type: string, operation: string | null, ...operands: unknown[]): never {
  return lispError(
    type,
    "OPERATION",
    operation === null ? sym("NIL") : sym(operation),
    "OPERANDS",
    list(...operands),
  );
}
