/** Stream designators: NIL is the standard stream of the direction, T is *TERMINAL-IO* (CLHS 21.1.1). */

import type { LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { makeString } from "../objects/vectors.js";
import { lispError, list, nil, sym, t } from "../signals.js";
import { isStream, LispStream, portsOf, type StockStream, type TextInput, type TextOutput } from "./shape.js";
import { wrongType } from "./stream-arguments.js";

/** The stream that a designator stands for; anything else signals TYPE-ERROR. */
export function streamOf(designator: LispValue, standard: string): LispStream | StockStream {
  let stream = designator;
  if (stream === undefined || stream === nil()) stream = symbolValue(sym(standard));
  else if (stream === t()) {
    const terminal = symbolValue(sym("*TERMINAL-IO*"));
    stream = isStream(terminal) ? terminal : symbolValue(sym(standard));
  }
  if (!isStream(stream)) wrongType(stream ?? nil(), sym("STREAM"));
  return stream;
}

export function mustBeOpen(stream: LispStream | StockStream): void {
  if (stream instanceof LispStream && !stream.open) lispError("CLOSED-STREAM-ERROR", "STREAM", stream);
}

export function wrongDirection(
  stream: LispValue,
  direction: "INPUT" | "OUTPUT",
  elements = "character",
): never {
  return lispError(
    "SIMPLE-TYPE-ERROR",
    "DATUM",
    stream,
    "EXPECTED-TYPE",
    list(sym("SATISFIES"), sym(`${direction}-STREAM-P`)),
    "FORMAT-CONTROL",
    makeString(`~S is not a ${elements} ${direction.toLowerCase()} stream.`),
    "FORMAT-ARGUMENTS",
    list(stream),
  );
}

export function outputPort(designator: LispValue): TextOutput {
  if (designator instanceof LispStream && designator.open && designator.output !== undefined) {
    return designator.output;
  }
  const stream = streamOf(designator, "*STANDARD-OUTPUT*");
  mustBeOpen(stream);
  return portsOf(stream).output ?? wrongDirection(stream, "OUTPUT");
}

export function inputPort(designator: LispValue): TextInput {
  const stream = streamOf(designator, "*STANDARD-INPUT*");
  mustBeOpen(stream);
  return portsOf(stream).input ?? wrongDirection(stream, "INPUT");
}
