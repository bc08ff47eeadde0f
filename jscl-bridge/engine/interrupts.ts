import { atomics } from "../runtime/platform.js";

/** Whether the host wants the evaluation of that number ended. */
export type IsInterrupted = (evaluation: number) => boolean;

/** The size of the memory in which the host names an evaluation: one 32-bit integer. */
export const INTERRUPT_BYTES = Int32Array.BYTES_PER_ELEMENT;

/** Reads that memory; what was said of one evaluation holds for no other. */
export function readInterrupts(memory: SharedArrayBuffer | null): IsInterrupted {
  if (memory === null || atomics === null) return () => false;
  const { load } = atomics;
  const cell = new Int32Array(memory);
  return (evaluation) => load(cell, 0) === (evaluation | 0);
}
