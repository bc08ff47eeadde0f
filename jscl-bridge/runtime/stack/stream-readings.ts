/** The texts whose forms are read from streams: LOAD tells of a file that its forms have places in it. */
import type { LispValue } from "../objects/marshal.js";
import type { SourceReading } from "./sources.js";

const readings = new WeakMap<object, SourceReading>();

/** Gives the forms that are read from a stream from now on places in a text. */
export function readAs(reading: SourceReading, stream: object): void {
  readings.set(stream, reading);
}

/** The text whose forms are read from a stream; undefined for a stream that is just read. */
export function readingOf(stream: LispValue): SourceReading | undefined {
  return readings.get(stream as object);
}
