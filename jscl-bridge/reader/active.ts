import type { LispValue } from "../runtime/marshal.js";
import type { Reader } from "./reader.js";

/** The readers at work, by their streams: a user's macro that calls READ recursively goes on with the reader that called it. */
const readers = new WeakMap<object, Reader>();

/** The innermost reader at work on a stream. */
export function activeReader(stream: LispValue): Reader | undefined {
  return typeof stream === "object" && stream !== null ? readers.get(stream) : undefined;
}

/** Runs a function while a reader is the one at work on its stream. */
export function whileActive<T>(reader: Reader, body: () => T): T {
  const stream = reader.stream as object;
  const outer = readers.get(stream);
  readers.set(stream, reader);
  try {
    return body();
  } finally {
    if (outer === undefined) readers.delete(stream);
    else readers.set(stream, outer);
  }
}
