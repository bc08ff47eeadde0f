import { INTERRUPT_BYTES } from "../../engine/interrupts.js";

/** Memory through which an image hears while Lisp runs there. */
export function makeInterrupts(): SharedArrayBuffer {
  return new SharedArrayBuffer(INTERRUPT_BYTES);
}

/** Has the image end an evaluation: now if it runs, or else when it begins. Without memory nothing happens. */
export function interrupt(memory: SharedArrayBuffer | null, evaluation: number): void {
  if (memory !== null) Atomics.store(new Int32Array(memory), 0, evaluation);
}

/** Takes back what was said: a server that was started anew counts its evaluations from the beginning. */
export function clearInterrupt(memory: SharedArrayBuffer | null): void {
  interrupt(memory, 0);
}
