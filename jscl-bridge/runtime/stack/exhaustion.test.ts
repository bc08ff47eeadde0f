import { expect, test, vi } from "vitest";
import { isHeapExhaustion, isStackExhaustion } from "./exhaustion.js";

/** What SpiderMonkey throws where others throw a RangeError; the runtime looks for it when it is loaded. */
const { InternalError } = vi.hoisted(() => {
  class InternalError extends Error {}
  Object.assign(globalThis, { InternalError });
  return { InternalError };
});

/** As V8, SpiderMonkey (Firefox 153) and JavaScriptCore (WebKitGTK 2.50) throw them. */
const STACK = [
  new RangeError("Maximum call stack size exceeded"),
  new InternalError("too much recursion"),
  new RangeError("too many arguments provided for a function call"),
  new RangeError("too many function arguments"),
  new RangeError("Maximum call stack size exceeded."),
];
const HEAP = [
  new RangeError("Invalid array length"),
  new RangeError("Invalid string length"),
  new RangeError("Maximum BigInt size exceeded"),
  new RangeError("Array buffer allocation failed"),
  new RangeError("invalid array length"),
  new RangeError("repeat count must be less than infinity and not overflow maximum string size"),
  new RangeError("BigInt is too large to allocate"),
  new InternalError("allocation size overflow"),
  "out of memory",
  new RangeError("Array length must be a positive integer of safe magnitude."),
  new RangeError("length too large"),
  new RangeError("Out of memory"),
  new RangeError("Out of memory: BigInt generated from this operation is too big"),
];
const OTHERS = [
  new RangeError("Invalid time value"),
  new TypeError("too much recursion"),
  new Error("Maximum call stack size exceeded"),
  new RangeError("toString() radix argument must be between 2 and 36"),
  "too much recursion",
  undefined,
];

test("an exhausted stack is known in every engine's words", () => {
  expect(STACK.filter((e) => !isStackExhaustion(e))).toEqual([]);
  expect([...HEAP, ...OTHERS].filter((e) => isStackExhaustion(e))).toEqual([]);
});

test("an exhausted heap is known in every engine's words", () => {
  expect(HEAP.filter((e) => !isHeapExhaustion(e))).toEqual([]);
  expect([...STACK, ...OTHERS].filter((e) => isHeapExhaustion(e))).toEqual([]);
});
