/** Functions about any object: identity, arrays' elements, lists' ends. */

import { applied } from "../applied.js";
import type { BaseImage } from "../base-image.js";
import type { FunctionTable } from "../function-table.js";
import { carOf, cdrOf } from "../objects/conses.js";
import { elementAt } from "../objects/elements.js";
import type { LispSymbol, LispValue, LispVector } from "../objects/marshal.js";
import { nameText } from "../objects/name-texts.js";
import type { operatorFunctions } from "../operators.js";
import { callLisp, INTERNAL_PACKAGE, isCons, isSymbol, nil, sym, t } from "../signals.js";
import type { exitFunctions } from "../stack/exits.js";
import { countArguments, wrongType } from "../streams/stream-arguments.js";
import { storeChecked } from "./array-checks.js";

/**
 * The last argument of APPLY, which is taken off. SBCL's function says of one that is no list, where others
 * are before it, what VALUES-LIST does.
 */
function lastOf(args: LispValue[]): LispValue {
  const last = args.pop();
  if (args.length === 0 || isCons(last) || last === nil()) return last;
  callLisp("DOTTED-ARGUMENTS-ERROR", INTERNAL_PACKAGE, last);
  return nil();
}

export function objectFunctions(image: BaseImage): FunctionTable {
  const R = image.runtime as unknown as ReturnType<typeof operatorFunctions> &
    ReturnType<typeof exitFunctions>;
  const symbolOr = (x: LispValue): LispSymbol => (isSymbol(x) ? x : wrongType(x, sym("SYMBOL")));
  const row = (array: LispValue, subscripts: LispValue[]): number =>
    callLisp("ARRAY-ROW-MAJOR-INDEX", "COMMON-LISP", array, ...subscripts) as number;
  return {
    EQ: (_values, a, b) => (a === b ? t() : nil()),
    CAR: (_values, x) => (isCons(x) ? carOf(x) : x === nil() ? x : R.carError(x)),
    CDR: (_values, x) => (isCons(x) ? cdrOf(x) : x === nil() ? x : R.cdrError(x)),
    FIRST: (_values, x) => (isCons(x) ? carOf(x) : x === nil() ? x : R.carError(x)),
    REST: (_values, x) => (isCons(x) ? cdrOf(x) : x === nil() ? x : R.cdrError(x)),
    AREF: (_values, array, ...subscripts) =>
      subscripts.length === 1 && Array.isArray(array)
        ? R.aref(array, subscripts[0])
        : elementAt(array as LispVector, row(array, subscripts)),
    "(SETF_AREF)": (_values, ...args) => {
      countArguments(args, 2, Number.POSITIVE_INFINITY);
      const [value, array, ...subscripts] = args;
      return subscripts.length === 1
        ? R.setAref(array, subscripts[0], value)
        : storeChecked(array as LispVector, row(array, subscripts), value);
    },
    FUNCALL: (values, fn, ...args) => {
      args.unshift(values);
      return applied(R.callable(fn), args);
    },
    APPLY: (values, fn, ...args) => {
      const last = lastOf(args);
      args.unshift(values);
      return applied(R.callable(fn), R.spread(last, args));
    },
    "SYMBOL-NAME": (_values, x) => nameText(symbolOr(x)),
    FUNCTIONP: (_values, x) => (typeof x === "function" ? t() : nil()),
    CHARACTERP: (_values, x) => (typeof x === "string" ? t() : nil()),
    "SYMBOL-VALUE": (_values, x) => R.symbolValue(x),
    SYMBOLP: (_values, x) => (x instanceof image.internals.Symbol ? t() : nil()),
  };
}
