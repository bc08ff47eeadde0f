/**
 * Arguments of library functions that do not check them as SBCL does: JSCL's own and those of this folder.
 * Each gets a function before it that looks at what it is given, and keeps it on the call stack, where it is
 * shown if the program passed the function to somebody. What our compiler compiled does both for itself.
 */

import { type ArgumentCounts, argumentCounts, functionEntry, functionNames } from "../../functions/table.js";
import { applied } from "../applied.js";
import type { BaseImage } from "../base-image.js";
import {
  functionDocumentation,
  functionName,
  setFunctionDocumentation,
  setFunctionName,
} from "../objects/functions.js";
import type { LispFunction, LispSymbol, LispValue, ValuesFunction } from "../objects/marshal.js";
import { setSymbolFunction, symbolFunction, symbolName } from "../objects/symbols.js";
import { table } from "../objects/table.js";
import { INTERNAL_PACKAGE, isCons, keyword, type LeavingFunction, list, nil, sym } from "../signals.js";
import type { CallStack } from "../stack/callstack.js";
import { noteQuiet } from "./callees.js";
import type { FoldedFunction } from "./folds.js";
import { Keys, keyedBody, NO_KEYS } from "./keys.js";
import { bindKnownTests } from "./matching.js";

type RejectKeywords = (rest: readonly LispValue[], names: readonly LispSymbol[]) => void;
/** Calls with the arguments of a call that has too few or too many of them. */
type Reject = (given: ArrayLike<unknown>) => LispValue;

const isCharacter = (x: LispValue): boolean => typeof x === "string";
const isNumber = (x: LispValue): boolean => typeof x === "number";

/** What functions of one argument accept, at least, that are passed to others most often. */
const ACCEPTED: Readonly<Record<string, (x: LispValue) => boolean>> = table({
  "ALPHA-CHAR-P": isCharacter,
  ALPHANUMERICP: isCharacter,
  CAR: isCons,
  CDR: isCons,
  "CHAR-CODE": isCharacter,
  "CHAR-DOWNCASE": isCharacter,
  "CHAR-UPCASE": isCharacter,
  "DIGIT-CHAR-P": isCharacter,
  EVENP: Number.isInteger,
  FIRST: isCons,
  "LOWER-CASE-P": isCharacter,
  MINUSP: isNumber,
  ODDP: Number.isInteger,
  PLUSP: isNumber,
  "UPPER-CASE-P": isCharacter,
  ZEROP: isNumber,
});

/** Puts the checks before the functions. */
export function installArgumentChecks(image: BaseImage): void {
  const { stack, definitions, internals, runtime } = image;
  for (const name of functionNames()) {
    const symbol = sym(name);
    const fn = symbolFunction(symbol);
    if (definitions.compiled.has(symbol) || !internals.fboundp(symbol)) continue;
    const counts = argumentCounts(name);
    if (counts === undefined || refusesNothing(name, counts)) continue;
    const enter = frameOf(symbol, stack);
    const reject: Reject = (given) => {
      enter(given);
      const [values, ...args] = Array.from(given) as [ValuesFunction, ...LispValue[]];
      return symbolFunction(sym("ARGUMENT-COUNT-ERROR", INTERNAL_PACKAGE))(values, list(...args));
    };
    const checkedAs = (body: LispFunction): LispFunction =>
      counts.hasKeys
        ? keywordChecked(
            body,
            counts,
            reject,
            enter,
            symbol,
            stack,
            runtime["rejectKeywords"] as RejectKeywords,
          )
        : countChecked(body, counts, reject, enter, symbol, stack);
    const checked: LispFunction & { leaving?: LispFunction } = checkedAs(fn);
    const { leaving } = fn as LeavingFunction;
    if (leaving !== undefined) checked.leaving = checkedAs(leaving);
    setFunctionName(checked, functionName(fn) ?? symbol);
    setFunctionDocumentation(checked, functionDocumentation(fn));
    const { folded } = fn as FoldedFunction;
    if (folded !== undefined) Object.assign(checked, { folded });
    setSymbolFunction(symbol, checked);
    if (Object.hasOwn(ACCEPTED, name)) noteQuiet(checked, fn, ACCEPTED[name] as (x: LispValue) => boolean);
  }
  bindKnownTests(internals);
}

/** Whether no call of the function signals, so that a check and a frame would only cost. */
function refusesNothing(name: string, { least, most }: ArgumentCounts): boolean {
  if (least > 0 || most < Number.POSITIVE_INFINITY) return false;
  return functionEntry(name)?.attributes.has("flushable") === true;
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

function ofOneArgument(fn: LispFunction, reject: Reject, symbol: LispSymbol, stack: CallStack): LispFunction {
  const { st } = stack;
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

/** Written out for the usual counts: a rest parameter would make an array on each call. */
function countChecked(
  fn: LispFunction,
  { least, most }: ArgumentCounts,
  reject: Reject,
  enter: Enter,
  symbol: LispSymbol,
  stack: CallStack,
): LispFunction {
  const { st } = stack;
  const ids: number[] = [];
  if (most === 1 && least === 1) return ofOneArgument(fn, reject, symbol, stack);
  const many = (given: IArguments): LispValue => {
    if (given.length <= least || given.length > most + 1) return reject(given);
    const { sp } = stack;
    enter(given);
    const result = applied<LispValue>(fn, given);
    stack.sp = sp;
    return result;
  };
  const counted: LispFunction = function (values, a, b, c, d, e, f) {
    // biome-ignore lint/complexity/noArguments: their number, at no cost
    const count = arguments.length - 1;
    // biome-ignore lint/complexity/noArguments: passed on as they came, and never made
    if (count < least || count > most || count > 6) return many(arguments);
    const { sp } = stack;
    ids[count] ??= stack.library(symbol, count);
    const id = ids[count] as number;
    if (st[sp - 1] !== id) {
      st[sp] = a;
      st[sp + 1] = b;
      st[sp + 2] = c;
      if (count > 3) {
        st[sp + 3] = d;
        st[sp + 4] = e;
        st[sp + 5] = f;
      }
      st[sp + count] = id;
      stack.sp = sp + count + 1;
    }
    let result: LispValue;
    if (count === 1) result = fn(values, a);
    else if (count === 2) result = fn(values, a, b);
    else if (count === 3) result = fn(values, a, b, c);
    else if (count === 4) result = fn(values, a, b, c, d);
    else if (count === 5) result = fn(values, a, b, c, d, e);
    else result = count === 6 ? fn(values, a, b, c, d, e, f) : fn(values);
    stack.sp = sp;
    return result;
  };
  if (least > 2 || most < 2) return counted;
  const one = stack.library(symbol, 1);
  const two = stack.library(symbol, 2);
  return function (values, a, b) {
    // biome-ignore lint/complexity/noArguments: their number, at no cost
    const count = arguments.length - 1;
    if (count !== 2 && (count !== 1 || least === 2)) {
      // biome-ignore lint/complexity/noArguments: passed on as they came, and never made
      return arguments.length > 7 ? many(arguments) : applied(counted, arguments);
    }
    const { sp } = stack;
    const id = count === 2 ? two : one;
    if (st[sp - 1] !== id) {
      st[sp] = a;
      st[sp + 1] = b;
      st[sp + count] = id;
      stack.sp = sp + count + 1;
    }
    const result = count === 2 ? fn(values, a, b) : fn(values, a);
    stack.sp = sp;
    return result;
  };
}

function keywordChecked(
  fn: LispFunction,
  { least, most }: ArgumentCounts,
  reject: Reject,
  enter: Enter,
  symbol: LispSymbol,
  stack: CallStack,
  check: RejectKeywords,
): LispFunction {
  let names: readonly LispSymbol[] | null = null;
  let isOpen = false;
  const knownNames = (): readonly LispSymbol[] => {
    if (names !== null) return names;
    const entry = functionEntry(symbolName(symbol));
    isOpen = entry?.allowOtherKeys === true;
    names = entry?.keys?.map(({ name }) => keyword(name)) ?? [];
    return names;
  };
  const general: LispFunction = (...given) => {
    const count = given.length - 1;
    if (count < least) return reject(given);
    const { sp } = stack;
    enter(given);
    let args = given;
    if (count > most) {
      const known = knownNames();
      if (!arePairs(given, most + 1, known)) {
        const rest = given.slice(most + 1);
        check(rest, isOpen ? everySecond(rest) : known);
        // The call, or a restart, has said to ignore the keywords that are not known.
        args = withoutUnknown(given, most + 1, known);
      }
    }
    const result = applied<LispValue>(fn, args);
    stack.sp = sp;
    return result;
  };
  const keyed = keyedBody(fn);
  if (keyed !== undefined && keyed.required <= 4)
    return quickKeyed(keyed, general, knownNames, symbol, stack);
  const positional = countChecked(fn, { least, most, hasKeys: false }, reject, enter, symbol, stack);
  return function () {
    // biome-ignore lint/complexity/noArguments: passed on as they came, and never made
    return applied(arguments.length <= most + 1 ? positional : general, arguments);
  };
}

/** The usual calls of a function of keywords, with none, one or two of them, without an array. */
function quickKeyed(
  { required, body }: NonNullable<ReturnType<typeof keyedBody>>,
  general: LispFunction,
  knownNames: () => readonly LispSymbol[],
  symbol: LispSymbol,
  stack: CallStack,
): LispFunction {
  const { st } = stack;
  const ids = [0, 1, 2, 3, 4, 5, 6].map((count) => stack.library(symbol, count));
  return function (_values, a, b, c, d, e, f) {
    // biome-ignore lint/complexity/noArguments: their number, at no cost
    const count = arguments.length - 1;
    let keys: Keys | null = null;
    if (count === required) keys = NO_KEYS;
    else if (count === required + 2 && count <= 6) {
      const name = required === 2 ? c : required === 1 ? b : required === 0 ? a : required === 3 ? d : e;
      if (knownNames().includes(name as LispSymbol)) {
        keys = new Keys();
        keys.set(name, required === 2 ? d : required === 1 ? c : required === 0 ? b : required === 3 ? e : f);
      }
    } else if (required === 2 && count === 6) {
      const names = knownNames();
      if (names.includes(c as LispSymbol) && names.includes(e as LispSymbol)) {
        keys = new Keys();
        keys.set(e, f);
        keys.set(c, d);
      }
    }
    // biome-ignore lint/complexity/noArguments: passed on as they came, and never made
    if (keys === null) return applied<LispValue>(general, arguments);
    const { sp } = stack;
    const id = ids[count];
    if (st[sp - 1] !== id) {
      st[sp] = a;
      st[sp + 1] = b;
      st[sp + 2] = c;
      if (count > 3) {
        st[sp + 3] = d;
        st[sp + 4] = e;
        st[sp + 5] = f;
      }
      st[sp + count] = id;
      stack.sp = sp + count + 1;
    }
    let result: LispValue;
    if (required === 2) result = body(a, b, keys);
    else if (required === 1) result = body(a, keys);
    else if (required === 0) result = body(keys);
    else result = required === 3 ? body(a, b, c, keys) : body(a, b, c, d, keys);
    stack.sp = sp;
    return result ?? nil();
  };
}

function everySecond(rest: readonly LispValue[]): LispSymbol[] {
  return rest.filter((_, i) => i % 2 === 0) as LispSymbol[];
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
