/** What is known of values where code is made: proven by the tree's types, or written in it. */

import type { Node } from "../syntax/tree.js";
import type { LispType } from "../types/lattice.js";
import { typeOf } from "../types/specifiers.js";

/** An interval of integers that JavaScript's numbers hold exactly. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

const { kinds: INTEGER } = typeOf("INTEGER");
const { kinds: LIST } = typeOf("LIST");
const { kinds: CONS } = typeOf("CONS");

const MOST = Number.MAX_SAFE_INTEGER;
const INT32: Range = { low: -(2 ** 31), high: 2 ** 31 - 1 };

/** The interval that a value is in, if it is an integer that is no BigInt; null where that is not known. */
export function rangeOf(node: Node | null): Range | null {
  if (node === null) return null;
  if (node.kind === "constant") {
    const { value } = node;
    return typeof value === "number" && Number.isSafeInteger(value) ? { low: value, high: value } : null;
  }
  return rangeOfType(node.type);
}

function rangeOfType(type: LispType | null): Range | null {
  if (type === null || type.kinds !== INTEGER || type.low === null || type.high === null) return null;
  const [low, high] = [Number(type.low), Number(type.high)];
  return isSafe({ low, high }) ? { low, high } : null;
}

export function isSafe({ low, high }: Range): boolean {
  return low >= -MOST && high <= MOST;
}

export function isWithin(range: Range | null, { low, high }: Range): boolean {
  return range !== null && range.low >= low && range.high <= high;
}

/** Whether a value is known to be a 32-bit integer. */
export function isInt32(range: Range | null): boolean {
  return isWithin(range, INT32);
}

/** Whether a value is known to be an integer, of any size. */
export function isIntegerNode(node: Node | null): boolean {
  return node !== null && (rangeOf(node) !== null || node.type?.kinds === INTEGER);
}

/** Whether a value that is an integer is known not to be negative. */
export function isNatural(node: Node | null): boolean {
  const low = rangeOf(node)?.low ?? node?.type?.low;
  return low != null && low >= 0;
}

/** Whether a value is known to be a list. */
export function isListNode(node: Node): boolean {
  const kinds = node.type?.kinds;
  return kinds !== undefined && kinds !== 0 && (kinds & ~LIST) === 0;
}

/** Whether a value is known to be a cons. */
export function isConsNode(node: Node): boolean {
  return node.type?.kinds === CONS;
}
