/** Shapes of library functions: a fixed number of arguments and one value. */
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { nil, t } from "../signals.js";
import { countArguments } from "../streams/stream-arguments.js";

/** A function of `least` to `most` arguments that answers one value. */
export function fixedArguments(
  least: number,
  most: number,
  body: (...args: LispValue[]) => LispValue,
): LispFunction {
  return (values, ...args) => {
    if (args.length < least || args.length > most) countArguments(args, least, most);
    return values(body(...args));
  };
}

/** A predicate of one argument. */
export function predicate(test: (x: LispValue) => boolean): LispFunction {
  return fixedArguments(1, 1, (x) => truth(test(x)));
}

export function truth(value: boolean): LispValue {
  return value ? t() : nil();
}
