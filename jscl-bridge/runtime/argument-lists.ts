/** Checking the arguments of calls and of destructuring. */

import { carOf, cdrOf } from "./objects/conses.js";
import type { LispCons, LispFunction, LispSymbol, LispValue, ValuesFunction } from "./objects/marshal.js";
import { symbolFunction } from "./objects/symbols.js";
import { makeString } from "./objects/vectors.js";
import { callLisp, INTERNAL_PACKAGE, isCons, keyword, lispError, list, nil, sym } from "./signals.js";
import type { CallStack, FrameInfo } from "./stack/callstack.js";
import { next } from "./stack/safepoints.js";
import { oddKeywords, wrongType } from "./streams/stream-arguments.js";

/** The keyword that allows others, whose look-up takes as long as a call; and NIL of its image. */
let allowKey: LispSymbol | undefined;
let allowKeyNil: LispSymbol | undefined;

/** The first keyword that is not among `names`, unless the call itself allows others. */
function unknownKeyword(rest: readonly LispValue[], names: readonly LispSymbol[]): LispValue {
  if (allowKeyNil !== nil()) {
    allowKeyNil = nil();
    allowKey = keyword("ALLOW-OTHER-KEYS");
  }
  let unknown: LispValue;
  for (let i = 0, isDecided = false; i < rest.length; i += 2) {
    const key = rest[i] as LispSymbol;
    if (key === allowKey) {
      // Of several the first one decides.
      if (!isDecided && rest[i + 1] !== nil()) return undefined;
      isDecided = true;
    } else if (unknown === undefined && !names.includes(key)) unknown = key;
  }
  return unknown;
}

/** Signals what is wrong with the keyword arguments `rest` of a function that has the keywords `names`. */
function rejectKeywords(rest: readonly LispValue[], names: readonly LispSymbol[]): void {
  if (rest.length % 2 === 1) oddKeywords();
  const unknown = unknownKeyword(rest, names);
  if (unknown !== undefined) callLisp("UNKNOWN-KEYWORD-ERROR", INTERNAL_PACKAGE, unknown);
}

/** What the code of a destructuring lambda list calls. */
const DESTRUCTURING = {
  /**
   * A list matched against a destructuring lambda list, where it has as many elements as that takes. `open`
   * takes more.
   */
  checkDestructuring(
    source: LispValue,
    required: number,
    optional: number,
    open: LispValue,
    kind: LispSymbol,
    name: LispValue,
    lambdaList: LispValue,
  ): LispValue {
    for (const number of [required, optional])
      if (typeof number !== "number") wrongType(number, sym("FIXNUM"));
    const most = required + optional;
    let count = 0;
    let rest = source;
    for (; isCons(rest) && count < most; rest = next(rest)) count++;
    // What comes after the optional elements is for others to take apart; before that, the list must not end
    // in a dot.
    const fits =
      count >= required && (rest === nil() || (open !== nil() && (isCons(rest) || count === most)));
    if (fits) return source;
    return lispError(
      "ARG-COUNT-ERROR",
      ...["KIND", kind, "NAME", name, "ARGS", source, "LAMBDA-LIST", lambdaList],
      ...["MINIMUM", required, "MAXIMUM", open === nil() ? most : nil()],
    );
  },
  findKeyword(rest: LispValue, name: LispSymbol): LispValue {
    for (let tail = rest; isCons(tail) && isCons(cdrOf(tail)); tail = next(cdrOf(tail) as LispCons)) {
      if (carOf(tail) === name) return tail;
    }
    return nil();
  },
  checkKeywordList(
    source: LispValue,
    names: LispValue,
    allow: LispValue,
    kind: LispSymbol,
    name: LispValue,
  ): LispValue {
    // SBCL has the kind and the name of this one in each other's slot.
    const broken = (problem: string, info: LispValue): LispValue =>
      lispError(
        "DEFMACRO-LAMBDA-LIST-BROKEN-KEY-LIST-ERROR",
        ...["KIND", name, "NAME", kind, "PROBLEM", keyword(problem), "INFO", info],
      );
    const keys: LispValue[] = [];
    let allowed: LispValue;
    let tail = source;
    let odd = false;
    for (; isCons(tail); tail = next(tail)) {
      if (odd && keys.at(-1) === keyword("ALLOW-OTHER-KEYS")) allowed ??= carOf(tail);
      else if (!odd) keys.push(carOf(tail));
      odd = !odd;
    }
    if (tail !== nil()) return broken("DOTTED-LIST", source);
    if (odd) return broken("ODD-LENGTH", source);
    if (allow !== nil() || (allowed !== undefined && allowed !== nil())) return nil();
    const known = new Set<LispValue>();
    for (let rest = names; isCons(rest); rest = next(rest)) known.add(carOf(rest));
    known.add(keyword("ALLOW-OTHER-KEYS"));
    for (const key of keys) if (!known.has(key)) return broken("UNKNOWN-KEYWORD", list(key, names));
    return nil();
  },
};

export function argumentFunctions(stack: CallStack) {
  /** The number of a frame like `id`'s, but with the arguments as they came. */
  const spreadInfo = (id: number): number => {
    const info = stack.infos[id] as FrameInfo;
    // It is at none of the function's calls: what is wrong is where it is called.
    const { calls: _calls, ...like } = info;
    const asItCame = {
      ...like,
      slots: 1,
      spread: true,
      layout: null,
      scoped: false,
      rejected: true as const,
    };
    info.asItCame ??= stack.register(asItCame);
    return info.asItCame;
  };

  return {
    badArgumentCount(id: number, given: ArrayLike<unknown>): LispValue {
      const [values, ...args] = Array.from(given) as [ValuesFunction, ...LispValue[]];
      // SBCL checks a local call where it is compiled: the error is the caller's.
      if (id >= 0 && stack.infos[id]?.kind !== "local") stack.push(spreadInfo(id), [args]);
      return symbolFunction(sym("ARGUMENT-COUNT-ERROR", INTERNAL_PACKAGE))(values, list(...args));
    },
    wrongLocalCall: (name: LispValue, count: number): LispValue =>
      lispError(
        "SIMPLE-PROGRAM-ERROR",
        "FORMAT-CONTROL",
        makeString("~S called with invalid number of arguments: ~D"),
        "FORMAT-ARGUMENTS",
        list(name, count),
      ),
    /** Whether the keyword arguments of a call are known to the function. */
    knownKeywords(rest: readonly LispValue[], names: readonly LispSymbol[], allow: boolean): boolean {
      if (rest.length === 0) return true;
      if (rest.length % 2 === 1) return false;
      return allow || unknownKeyword(rest, names) === undefined;
    },
    /** Signals what is wrong with the keyword arguments `rest` in a call of the function `id` with `args`. */
    badKeywords(
      id: number,
      args: readonly LispValue[],
      rest: readonly LispValue[],
      names: readonly LispSymbol[],
    ): void {
      if (id >= 0) stack.push(spreadInfo(id), [args]);
      rejectKeywords(rest, names);
    },
    rejectKeywords,
    /** A function of keywords, with its body for callers that know them as the property of that name. */
    withEntry(fn: LispFunction, property: string, body: LispFunction): LispFunction {
      return Object.assign(fn, { [property]: body });
    },
    /** A function with another that does the same and returns the exits which it would throw. */
    leavable(fn: LispFunction, make: (fn: LispFunction) => LispFunction): LispFunction {
      return Object.assign(fn, { leaving: make(fn) });
    },
    keyword(rest: readonly LispValue[], name: LispSymbol): LispValue {
      for (let i = 0; i < rest.length; i += 2) if (rest[i] === name) return rest[i + 1];
      return undefined;
    },
    ...DESTRUCTURING,
  };
}
