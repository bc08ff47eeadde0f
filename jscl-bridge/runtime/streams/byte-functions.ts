/** READ-BYTE and WRITE-BYTE, and what else looks through streams to the files that they were made of. */

import { carOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { callLisp, isCons, list, nil, sym } from "../signals.js";
import { next, safepoint } from "../stack/safepoints.js";
import { mustBeOpen, wrongDirection } from "./designators.js";
import { gray, isEnd } from "./gray-streams.js";
import { isGray, isStream, LispStream } from "./shape.js";
import { wrongType } from "./stream-arguments.js";

/** The streams that a stream was made of, for input or for output. */
export function partsOf(stream: LispStream, direction: "input" | "output"): LispValue[] {
  switch (stream.kind) {
    case "TWO-WAY-STREAM":
    case "ECHO-STREAM":
      return [stream.part(direction === "input" ? "INPUT-STREAM" : "OUTPUT-STREAM")];
    case "SYNONYM-STREAM":
      return [symbolValue(stream.part("SYMBOL") as LispSymbol)];
    case "BROADCAST-STREAM":
    case "CONCATENATED-STREAM": {
      const parts: LispValue[] = [];
      for (let rest = stream.part("STREAMS"); isCons(rest); rest = next(rest)) parts.push(carOf(rest));
      return parts;
    }
    default:
      return [];
  }
}

function openStream(x: LispValue): LispStream | null {
  safepoint();
  if (!isStream(x)) return wrongType(x, sym("STREAM"));
  mustBeOpen(x);
  return x instanceof LispStream ? x : null;
}

/** The next byte of a stream; null at its end. */
export function readByteFrom(x: LispValue): LispValue | null {
  if (isGray(x)) {
    const byte = gray("READ-BYTE", x);
    return isEnd(byte) ? null : byte;
  }
  const stream = openStream(x);
  if (stream?.file?.readByte !== undefined) return stream.file.readByte();
  const parts = stream === null ? [] : partsOf(stream, "input");
  switch (stream?.kind) {
    case "TWO-WAY-STREAM":
    case "SYNONYM-STREAM":
      return readByteFrom(parts[0] as LispValue);
    case "ECHO-STREAM": {
      const byte = readByteFrom(parts[0] as LispValue);
      if (byte !== null) writeByteTo(byte, stream.part("OUTPUT-STREAM"));
      return byte;
    }
    case "CONCATENATED-STREAM":
      for (const part of parts) {
        const byte = readByteFrom(part);
        if (byte !== null) return byte;
      }
      return null;
    default:
      return wrongDirection(x, "INPUT", "binary");
  }
}

export function writeByteTo(byte: LispValue, x: LispValue): void {
  if (isGray(x)) {
    gray("WRITE-BYTE", x, byte);
    return;
  }
  const stream = openStream(x);
  if (stream?.file?.writeByte !== undefined) {
    stream.file.writeByte(byte);
    return;
  }
  const parts = stream === null ? [] : partsOf(stream, "output");
  switch (stream?.kind) {
    case "TWO-WAY-STREAM":
    case "ECHO-STREAM":
    case "SYNONYM-STREAM":
    case "BROADCAST-STREAM":
      for (const part of parts) writeByteTo(byte, part);
      return;
    default:
      wrongDirection(x, "OUTPUT", "binary");
  }
}

/** Whether what is read from a stream, or written to it, is bytes; "both" where it is either. */
export function bytesIn(x: LispValue, direction: "input" | "output"): boolean | "both" {
  safepoint();
  if (!(x instanceof LispStream)) return false;
  const { file } = x;
  const isOfBytes = (direction === "input" ? file?.readByte : file?.writeByte) !== undefined;
  if (file !== undefined) return isOfBytes && file.hasCharacters ? "both" : isOfBytes;
  const [first] = partsOf(x, direction);
  return first === undefined ? false : bytesIn(first, direction);
}

/** STREAM-ELEMENT-TYPE. */
export function elementTypeOfStream(x: LispValue): LispValue {
  safepoint();
  if (isGray(x)) return callLisp("STREAM-ELEMENT-TYPE", "COMMON-LISP", x);
  if (!(x instanceof LispStream)) return sym("CHARACTER");
  if (x.file !== undefined) {
    mustBeOpen(x);
    return x.file.elementType();
  }
  switch (x.kind) {
    case "TWO-WAY-STREAM":
    case "ECHO-STREAM": {
      const from = elementTypeOfStream(x.part("INPUT-STREAM"));
      const to = elementTypeOfStream(x.part("OUTPUT-STREAM"));
      return isSameType(from, to) ? from : list(sym("AND"), from, to);
    }
    case "BROADCAST-STREAM":
    case "CONCATENATED-STREAM": {
      const parts = partsOf(x, "input");
      const part = x.kind === "BROADCAST-STREAM" ? parts.at(-1) : parts[0];
      if (part !== undefined) return elementTypeOfStream(part);
      return x.kind === "BROADCAST-STREAM" ? sym("T") : nil();
    }
    case "SYNONYM-STREAM":
      return elementTypeOfStream(partsOf(x, "input")[0] as LispValue);
    default:
      return sym("CHARACTER");
  }
}

/** Whether two types, symbols or lists of a symbol and a size, are written alike. */
function isSameType(a: LispValue, b: LispValue): boolean {
  if (!isCons(a) || !isCons(b)) return a === b;
  const [sizes, others] = [next(a), next(b)];
  return carOf(a) === carOf(b) && isCons(sizes) && isCons(others) && carOf(sizes) === carOf(others);
}
