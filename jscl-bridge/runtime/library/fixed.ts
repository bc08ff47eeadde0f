/** Shapes of library functions: those of one value, and predicates. */
import { applied } from "../applied.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { nil, t } from "../signals.js";
import { countArguments } from "../streams/stream-arguments.js";

type Body = (...args: LispValue[]) => LispValue;

/**
 * A function of the table that answers one value: its line says how many arguments it takes. Up to five are
 * passed one by one, as an array of them would cost more than most bodies do.
 */
export function oneValue(body: Body): LispFunction {
  // Parameters with defaults, and rest parameters, do not count.
  return body.length === 0 || body.length > 5
    ? (_values, ...args) => applied<LispValue>(body, args) ?? nil()
    : (_values, a, b, c, d, e) => body(a, b, c, d, e) ?? nil();
}

/** A function of the image's own, of `least` to `most` arguments, that answers one value. */
export function fixedArguments(least: number, most: number, body: Body): LispFunction {
  return (_values, ...args) => {
    if (args.length < least || args.length > most) countArguments(args, least, most);
    return applied<LispValue>(body, args) ?? nil();
  };
}

/** A predicate of one argument. */
export function predicate(test: (x: LispValue) => boolean): LispFunction {
  return (_values, x) => truth(test(x));
}

export function truth(value: boolean): LispValue {
  return value ? t() : nil();
}
