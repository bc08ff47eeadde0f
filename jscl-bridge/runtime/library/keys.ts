/** Keyword arguments of functions of sequences and strings, as an object of one shape. */

import { applied } from "../applied.js";
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { nil } from "../signals.js";

/** The keyword arguments of one call; undefined where one was not given. */
export class Keys {
  key: LispValue = undefined;
  test: LispValue = undefined;
  testNot: LispValue = undefined;
  start: LispValue = undefined;
  end: LispValue = undefined;
  start2: LispValue = undefined;
  end2: LispValue = undefined;
  fromEnd: LispValue = undefined;
  count: LispValue = undefined;
  initial: LispValue = undefined;
  elementType: LispValue = undefined;
  size: LispValue = undefined;
  /** By name, those that few calls have. */
  others: Map<string, LispValue> | null = null;

  /** Notes an argument. The function's line in the table has said before that it takes such a keyword. */
  set(keyword: LispValue, value: LispValue): void {
    const name = symbolName(keyword as LispSymbol);
    switch (name) {
      case "KEY":
        this.key = value;
        break;
      case "TEST":
        this.test = value;
        break;
      case "TEST-NOT":
        this.testNot = value;
        break;
      case "START":
      case "START1":
        this.start = value;
        break;
      case "END":
      case "END1":
        this.end = value;
        break;
      case "START2":
        this.start2 = value;
        break;
      case "END2":
        this.end2 = value;
        break;
      case "FROM-END":
        this.fromEnd = value;
        break;
      case "COUNT":
        this.count = value;
        break;
      case "SIZE":
        this.size = value;
        break;
      case "ELEMENT-TYPE":
        this.elementType = value;
        break;
      case "INITIAL-VALUE":
      case "INITIAL-ELEMENT":
        this.initial = value;
        break;
      default:
        this.others ??= new Map();
        this.others.set(name, value);
    }
  }
}

/** What a call without keywords is given. Nobody changes it. */
export const NO_KEYS = new Keys();

/** The keyword arguments from index `from` on; the first of two equal ones counts. */
function keysFrom(args: readonly LispValue[], from: number): Keys {
  if (args.length <= from) return NO_KEYS;
  const keys = new Keys();
  for (let i = args.length - 2; i >= from; i -= 2) keys.set(args[i], args[i + 1]);
  return keys;
}

/** Takes the required arguments and then the keyword arguments; answers one value. */
type KeyedBody = (...args: LispValue[]) => LispValue;

interface Keyed {
  readonly required: number;
  readonly body: KeyedBody;
}

const bodies = new WeakMap<LispFunction, Keyed>();

/** A function of the table with so many required arguments, keywords of {@link Keys}, and one value. */
export function keyed(required: number, body: KeyedBody): LispFunction {
  const fn: LispFunction = (_values, ...args) => {
    const keys = keysFrom(args, required);
    args.length = required;
    args.push(keys);
    return applied<LispValue>(body, args) ?? nil();
  };
  bodies.set(fn, { required, body });
  return fn;
}

/** How a function of `keyed` is called by one that has checked its arguments. */
export function keyedBody(fn: LispFunction): Keyed | undefined {
  return bodies.get(fn);
}
