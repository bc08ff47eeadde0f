/** Memory through which an image can be interrupted while Lisp runs; null in a page that may share none. */
export function makeInterrupts(): SharedArrayBuffer | null {
  // A page that is not cross-origin isolated may have the constructor, but what it makes cannot be posted.
  if (globalThis.crossOriginIsolated !== true) return null;
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}
