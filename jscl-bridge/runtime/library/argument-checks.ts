/**
 * Arguments of library functions that do not check them as SBCL does: JSCL's own and those of this folder. Each gets a
 * function before it that looks at what it is given, and keeps it on the call stack, where it is shown if the program
 * passed the function to somebody. What our compiler compiled does both for itself.
 */

import type { BaseImage } from "../base-image.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import { INTERNAL_PACKAGE, keyword, list, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { type ArgumentList, argumentLists } from "./lambda-lists.js";

type RejectKeywords = (rest: readonly LispValue[], names: readonly LispSymbol[]) => void;
/** Calls with the arguments of a call that has too few or too many of them. */
type Reject = (given: ArrayLike<unknown>) => LispValue;

/** Functions of any number of arguments that programs pass to others. */
const TAKE_ANY = "* + APPEND GCD LCM LOGAND LOGIOR LOGXOR NCONC"
  .split(" ")
  .map((name): [string, ArgumentList] => [
    name,
    { least: 0, most: Number.POSITIVE_INFINITY, keywords: null },
  ]);

/** Puts the checks before the functions. */
export function installArgumentChecks(image: BaseImage): void {
  const { stack, definitions, internals, runtime } = image;
  for (const [name, argumentList] of [...argumentLists(), ...TAKE_ANY]) {
    const symbol = sym(name);
    const fn = symbol.fvalue;
    if (definitions.compiled.has(symbol) || !internals.fboundp(symbol)) continue;
    const enter = frameOf(symbol, stack);
    const reject: Reject = (given) => {
      enter(given);
      const [values, ...args] = Array.from(given) as [ValuesFunction, ...LispValue[]];
      return sym("ARGUMENT-COUNT-ERROR", INTERNAL_PACKAGE).fvalue(values, list(...args));
    };
    const checked =
      argumentList.keywords === null
        ? countChecked(fn, argumentList, reject, enter, symbol, stack)
        : keywordChecked(fn, argumentList, reject, enter, stack, runtime["rejectKeywords"] as RejectKeywords);
    checked.fname = fn.fname ?? symbol;
    checked.docstring = fn.docstring;
    symbol.fvalue = checked;
  }
}

/** Pushes the frame of a call of `symbol`, unless the caller has pushed it. */
type Enter = (given: ArrayLike<unknown>) => void;

function frameOf(symbol: LispSymbol, stack: CallStack): Enter {
  const ids: number[] = [];
  return (given) => {
    const { st, sp } = stack;
    const count = given.length - 1;
    ids[count] ??= stack.library(symbol, count);
    const id = ids[count];
    if (st[sp - 1] === id) return;
    for (let i = 0; i < count; i++) st[sp + i] = given[i + 1];
    st[sp + count] = id;
    stack.sp = sp + count + 1;
  };
}

/** Written out for the usual counts: a rest parameter would make an array on each call. */
function countChecked(
  fn: LispFunction,
  { least, most }: ArgumentList,
  reject: Reject,
  enter: Enter,
  symbol: LispSymbol,
  stack: CallStack,
): LispFunction {
  const { st } = stack;
  if (most === 1 && least === 1) {
    const id = stack.library(symbol, 1);
    return function (values, a) {
      // biome-ignore lint/complexity/noArguments: their number, at no cost
      if (arguments.length !== 2) return reject(arguments);
      const { sp } = stack;
      if (st[sp - 1] !== id) {
        st[sp] = a;
        st[sp + 1] = id;
        stack.sp = sp + 2;
      }
      const result = fn(values, a);
      stack.sp = sp;
      return result;
    };
  }
  const counted: LispFunction = (...given) => {
    const count = given.length - 1;
    if (count < least || count > most) return reject(given);
    const { sp } = stack;
    enter(given);
    const result = fn(...given);
    stack.sp = sp;
    return result;
  };
  if (least > 2 || most < 2) return counted;
  const id = stack.library(symbol, 2);
  return function (values, a, b) {
    // biome-ignore lint/complexity/noArguments: their number, at no cost
    if (arguments.length !== 3) return counted(...(arguments as unknown as Parameters<LispFunction>));
    const { sp } = stack;
    if (st[sp - 1] !== id) {
      st[sp] = a;
      st[sp + 1] = b;
      st[sp + 2] = id;
      stack.sp = sp + 3;
    }
    const result = fn(values, a, b);
    stack.sp = sp;
    return result;
  };
}

function keywordChecked(
  fn: LispFunction,
  { least, most, keywords }: ArgumentList,
  reject: Reject,
  enter: Enter,
  stack: CallStack,
  check: RejectKeywords,
): LispFunction {
  const names = (keywords ?? []).map(keyword);
  return (...given) => {
    const count = given.length - 1;
    if (count < least) return reject(given);
    const { sp } = stack;
    enter(given);
    let args = given;
    if (count > most && !arePairs(given, most + 1, names)) {
      check(given.slice(most + 1), names);
      // The call, or a restart, has said to ignore the keywords that are not known.
      args = withoutUnknown(given, most + 1, names);
    }
    const result = fn(...args);
    stack.sp = sp;
    return result;
  };
}

/** The arguments of a call up to `start`, and of its keywords those of `names`. */
function withoutUnknown(
  given: Parameters<LispFunction>,
  start: number,
  names: readonly LispSymbol[],
): Parameters<LispFunction> {
  const isKept = (i: number) => names.includes(given[i - ((i - start) % 2)] as LispSymbol);
  return given.filter((_, i) => i < start || isKept(i)) as Parameters<LispFunction>;
}

/** True when from `start` on there is nothing but keywords of `names` and their values. */
function arePairs(given: readonly LispValue[], start: number, names: readonly LispSymbol[]): boolean {
  if ((given.length - start) % 2 === 1) return false;
  for (let i = start; i < given.length; i += 2) {
    if (!names.includes(given[i] as LispSymbol)) return false;
  }
  return true;
}
