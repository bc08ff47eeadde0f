import { INTERRUPT_BYTES } from "../../engine/interrupts.js";

/** Shared memory through which an image is interrupted while Lisp runs. */
export function makeInterrupts(): SharedArrayBuffer {
  return new SharedArrayBuffer(INTERRUPT_BYTES);
}

/**
 * Has the image end an evaluation: now if it runs, or else when it begins. Without memory nothing happens.
 */
export function interrupt(memory: SharedArrayBuffer | null, evaluation: number): void {
  if (memory !== null) Atomics.store(new Int32Array(memory), 0, evaluation);
}

/** Clears the interrupt: a server that was started again counts its evaluations from the beginning. */
export function clearInterrupt(memory: SharedArrayBuffer | null): void {
  interrupt(memory, 0);
}
