import type { LispValue } from "../runtime/objects/marshal.js";
import type { Reader } from "./reader.js";

/** The readers at work, innermost last: a user's macro that calls READ recursively goes on with the reader that called it. */
const readers: Reader[] = [];

/** The innermost reader at work, on whatever stream. */
export function innermostReader(): Reader | undefined {
  return readers.at(-1);
}

/** The innermost reader at work on a stream. */
export function activeReader(stream: LispValue): Reader | undefined {
  return readers.findLast((reader) => reader.stream === stream);
}

/** Runs a function while a reader is the innermost at work. */
export function whileActive<T>(reader: Reader, body: () => T): T {
  const outer = readers.length;
  readers.push(reader);
  try {
    return body();
  } finally {
    readers.length = outer;
  }
}
