/** The STORAGE-CONDITION of a program that wants, or holds, more memory than there is. */
import type { Heap } from "../objects/heap.js";
import { EngineError } from "../platform.js";
import { lispError } from "../signals.js";

let heap: Pick<Heap, "available"> | null = null;

/** One image lives in one JavaScript realm. */
export function bindHeap(current: Heap): void {
  heap = current;
}

/** Signals HEAP-EXHAUSTED-ERROR; `requested` bytes, where that is known, were too many. */
export function heapExhausted(requested: number | null = null): never {
  const initargs = requested === null ? [] : ["REQUESTED", requested];
  return lispError("HEAP-EXHAUSTED-ERROR", "AVAILABLE", heap?.available ?? 0, ...initargs);
}

/** Words of the errors that engines throw where something would be larger than they allow. */
const TOO_LARGE = [
  "length",
  "size exceeded",
  "too big",
  "count value",
  "repeat count",
  "allocat",
  "Out of memory",
];

/** What SpiderMonkey throws, not as an error, where the system gives it no more memory. */
const NO_MEMORY = "out of memory";

/**
 * Words of the errors that engines throw where the stack has no room for a call. Where there are too many
 * arguments for it, SpiderMonkey says so.
 */
const TOO_DEEP = ["call stack", "too much recursion", "too many arguments", "too many function arguments"];

/**
 * Whether a JavaScript exception says that the heap cannot hold something. No regular expression is used: V8
 * may end the process when it has to compile one with an exhausted stack.
 */
export function isHeapExhaustion(e: unknown): boolean {
  if (e === NO_MEMORY) return true;
  return isOfEngine(e) && !isStackExhaustion(e) && TOO_LARGE.some((words) => e.message.includes(words));
}

/** Whether a JavaScript exception says that the stack is exhausted. */
export function isStackExhaustion(e: unknown): boolean {
  return isOfEngine(e) && TOO_DEEP.some((words) => e.message.includes(words));
}

/** Whether an error is of a kind by which engines say what they cannot do. */
function isOfEngine(e: unknown): e is Error {
  return e instanceof RangeError || (EngineError !== null && e instanceof EngineError);
}
