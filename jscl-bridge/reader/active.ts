import type { LispValue } from "../runtime/objects/marshal.js";
import type { Reader } from "./reader.js";

/**
 * The active readers, innermost last. A user's macro that calls READ recursively uses the reader that called
 * it.
 */
const readers: Reader[] = [];

/** The innermost active reader, on any stream. */
export function innermostReader(): Reader | undefined {
  return readers.at(-1);
}

/** The innermost active reader on a stream. */
export function activeReader(stream: LispValue): Reader | undefined {
  return readers.findLast((reader) => reader.stream === stream);
}

/** Runs a function while a reader is the innermost active one. */
export function whileActive<T>(reader: Reader, body: () => T): T {
  const outer = readers.length;
  readers.push(reader);
  try {
    return body();
  } finally {
    readers.length = outer;
  }
}
