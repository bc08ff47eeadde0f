/** Shapes of library functions: those of one value, and predicates. */
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { nil, t } from "../signals.js";
import { countArguments } from "../streams/stream-arguments.js";

/** A function of the table that answers one value: its line says how many arguments it takes. */
export function oneValue(body: (...args: LispValue[]) => LispValue): LispFunction {
  return (values, ...args) => values(body(...args));
}

/** A function of the image's own, of `least` to `most` arguments, that answers one value. */
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
  return (values, x) => values(truth(test(x)));
}

export function truth(value: boolean): LispValue {
  return value ? t() : nil();
}
