/**
 * How much of JavaScript's stack the frames of Lisp functions may take before calls continue on the heap
 * (`deep-calls.ts`), in bytes: half of what the thread has. Chromium gives a Worker 500 KB.
 */
export const nativeStack = { bytes: 250_000 };
