/** Functions about any object: identity, arrays' elements, lists' ends. */
import type { Image } from "../image.js";
import type { FunctionTable } from "../library.js";
import type { LispValue } from "../marshal.js";
import { isCons, lispError, nil, sym, t } from "../signals.js";

export function objectFunctions(image: Image): FunctionTable {
  const R = image.runtime as Record<string, (...args: LispValue[]) => LispValue>;
  const listOrError = (x: LispValue, name: "carError" | "cdrError"): LispValue =>
    x === nil() ? x : R[name]?.(x);
  return {
    EQ: (_values, a, b) => (a === b ? t() : nil()),
    CAR: (_values, x) => (isCons(x) ? x.$$jscl_car : listOrError(x, "carError")),
    CDR: (_values, x) => (isCons(x) ? x.$$jscl_cdr : listOrError(x, "cdrError")),
    FUNCALL: (values, fn, ...args) =>
      (R["callable"]?.(fn) as (...a: LispValue[]) => LispValue)(values, ...args),
    APPLY: (values, fn, ...args) => {
      const last = args.pop();
      const spread = R["spread"]?.(last) as LispValue[];
      return (R["callable"]?.(fn) as (...a: LispValue[]) => LispValue)(values, ...args, ...spread);
    },
    FUNCTIONP: (_values, x) => (typeof x === "function" ? t() : nil()),
    CHARACTERP: (_values, x) => (typeof x === "string" ? t() : nil()),
    "SYMBOL-VALUE": (_values, x) => R["symbolValue"]?.(x),
    SYMBOLP: (_values, x) => (x instanceof image.internals.Symbol ? t() : nil()),
    "SYMBOL-FUNCTION": (_values, x) =>
      x instanceof image.internals.Symbol
        ? R["functionOf"]?.(x)
        : lispError("TYPE-ERROR", "DATUM", x, "EXPECTED-TYPE", sym("SYMBOL")),
  };
}
