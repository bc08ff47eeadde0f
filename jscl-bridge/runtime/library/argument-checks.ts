/**
 * Arguments of library functions that do not check them as SBCL does: JSCL's own and those of this folder. Each gets a
 * function before it that looks at what it is given. What our compiler compiled checks for itself.
 */
import type { Image } from "../image.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../marshal.js";
import { INTERNAL_PACKAGE, keyword, list, sym, t } from "../signals.js";
import { type ArgumentList, argumentLists } from "./lambda-lists.js";

type CheckKeywords = (rest: readonly LispValue[], names: readonly LispSymbol[], allow: boolean) => void;
/** Calls with the arguments of a call that has too few or too many of them. */
type Reject = (given: ArrayLike<unknown>) => LispValue;

/** Puts the checks before the functions. */
export function installArgumentChecks(image: Image): void {
  const { stack, definitions, internals, runtime } = image;
  for (const [name, argumentList] of argumentLists()) {
    const symbol = sym(name);
    const fn = symbol.fvalue;
    if (definitions.compiled.has(symbol) || !internals.fboundp(symbol)) continue;
    /** The frame of a call, unless the caller has pushed it. */
    const push = (args: LispValue[]): void => {
      const id = stack.library(symbol, args.length);
      if (stack.st[stack.sp - 1] !== id) stack.push(id, args);
    };
    const reject: Reject = (given) => {
      const [values, ...args] = Array.from(given) as [ValuesFunction, ...LispValue[]];
      push(args);
      return sym("ARGUMENT-COUNT-ERROR", INTERNAL_PACKAGE).fvalue(values, list(...args));
    };
    const checked =
      argumentList.keywords === null
        ? countChecked(fn, argumentList, reject)
        : keywordChecked(fn, argumentList, reject, push, runtime["checkKeywords"] as CheckKeywords);
    checked.fname = fn.fname ?? symbol;
    checked.docstring = fn.docstring;
    symbol.fvalue = checked;
  }
}

/** Written out for the usual counts: a rest parameter would make an array on each call. */
function countChecked(fn: LispFunction, { least, most }: ArgumentList, reject: Reject): LispFunction {
  if (least === most) {
    if (least === 1) {
      return function (values, a) {
        // biome-ignore lint/complexity/noArguments: their number, at no cost
        return arguments.length === 2 ? fn(values, a) : reject(arguments);
      };
    }
    if (least === 2) {
      return function (values, a, b) {
        // biome-ignore lint/complexity/noArguments: their number, at no cost
        return arguments.length === 3 ? fn(values, a, b) : reject(arguments);
      };
    }
  }
  return (...given) => {
    const count = given.length - 1;
    return count >= least && count <= most ? fn(...given) : reject(given);
  };
}

function keywordChecked(
  fn: LispFunction,
  { least, most, keywords }: ArgumentList,
  reject: Reject,
  push: (args: LispValue[]) => void,
  check: CheckKeywords,
): LispFunction {
  const names = (keywords ?? []).map(keyword);
  return (...given) => {
    const count = given.length - 1;
    if (count < least) return reject(given);
    if (count > most && !arePairs(given, most + 1, names)) {
      push(given.slice(1));
      check(given.slice(most + 1), names, false);
      // A restart has said to ignore the keywords that are not known.
      return fn(...given, keyword("ALLOW-OTHER-KEYS"), t());
    }
    return fn(...given);
  };
}

/** True when from `start` on there is nothing but keywords of `names` and their values. */
function arePairs(given: readonly LispValue[], start: number, names: readonly LispSymbol[]): boolean {
  if ((given.length - start) % 2 === 1) return false;
  for (let i = start; i < given.length; i += 2) {
    if (!names.includes(given[i] as LispSymbol)) return false;
  }
  return true;
}
