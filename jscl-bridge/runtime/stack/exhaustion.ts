/** The STORAGE-CONDITION of a program that wants, or holds, more memory than there is. */
import type { Heap } from "../objects/heap.js";
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

/** Words of the RangeErrors that engines throw where something would be larger than they allow. */
const TOO_LARGE = ["length", "size exceeded", "too big", "count value", "allocation"];

/**
 * Whether a JavaScript exception says that the heap cannot hold something. No regular expression is used: V8
 * may end the process when it has to compile one with an exhausted stack.
 */
export function isHeapExhaustion(e: unknown): boolean {
  return (
    e instanceof RangeError && !isStackExhaustion(e) && TOO_LARGE.some((words) => e.message.includes(words))
  );
}

/** Whether a JavaScript exception says that the stack is exhausted. */
export function isStackExhaustion(e: unknown): boolean {
  return e instanceof RangeError && e.message.includes("call stack");
}
