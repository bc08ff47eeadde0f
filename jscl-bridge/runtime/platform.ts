/**
 * The parts of the platform that the runtime uses, taken before any Lisp runs: a Worker removes these names
 * then, and objects that a program puts in their place must not be used.
 */

const clock = performance;

/** Milliseconds on a clock that is never set back. */
export function now(): number {
  return clock.now();
}

/** Atomic operations on shared memory; null where there are none. */
export const atomics = typeof Atomics === "undefined" ? null : Atomics;

const randomness = crypto;

/** The numbers, filled with ones that nobody can guess. */
export function fillWithRandom<T extends Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>>(numbers: T): T {
  return randomness.getRandomValues(numbers);
}

/** Makes text of bytes. */
export const TextReader = TextDecoder;

/** Makes a function of the names of its parameters and its text; only `makeCode` calls it. */
export const MakeFunction = Function;

/** Makes objects that answer for their properties themselves. */
export const ObjectProxy = Proxy;

/** Weak references; null where there are none. */
export const WeakReference = typeof WeakRef === "undefined" ? null : WeakRef;
export type WeakReference<T extends object> = WeakRef<T>;

/** SpiderMonkey's own kind of error, for what it cannot do: an exhausted stack, say. Null elsewhere. */
export const EngineError = (globalThis as { InternalError?: ErrorConstructor }).InternalError ?? null;
