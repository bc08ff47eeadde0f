/** Strings to octets and back, which SB-EXT's functions ask for. */

import type { FunctionTable } from "../runtime/function-table.js";
import { elementTypeOf, specialize, upgraded } from "../runtime/library/element-types.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import type { LispValue, LispVector } from "../runtime/objects/marshal.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { callLisp, keyword, list, nil, sym } from "../runtime/signals.js";
import { spendOnElements } from "../runtime/stack/safepoints.js";
import { STANDARD_ENCODING, utf8Fault } from "../runtime/streams/encodings.js";
import { externalFormat, replacementText, writeEncodable } from "../runtime/streams/external-formats.js";
import { bounds, wrongType } from "../runtime/streams/stream-arguments.js";

function octetType(): LispValue {
  return list(sym("UNSIGNED-BYTE"), 8);
}

/** The octets of a text, with one more character of code 0 behind it where that is asked for. */
function encoded(string: LispValue, format: LispValue, isTerminated: LispValue): LispValue {
  if (!isLispString(string)) return wrongType(string, sym("STRING"));
  const { encoding, ...rest } = externalFormat(format);
  const octets: LispVector = [];
  const put = (part: string) => {
    const bytes = encoding.encode(part);
    spendOnElements(bytes.length);
    for (const byte of bytes) octets.push(byte);
  };
  writeEncodable(stringText(string), { encoding, ...rest }, nil(), put);
  if (isTerminated !== nil()) put("\0");
  specialize(octets, upgraded(octetType()));
  return octets;
}

/** The text of the octets from one index to another. */
function decoded(octets: LispValue, format: LispValue, start: LispValue, end: LispValue): LispValue {
  const limits = Array.isArray(octets) ? elementTypeOf(octets as LispVector).limits : null;
  if (limits === null || !Array.isArray(octets)) return wrongType(octets, list(sym("VECTOR"), octetType()));
  const [from, to] = bounds(octets, octets.length, start, end);
  const { encoding, replacement, designator } = externalFormat(format);
  spendOnElements(to - from);
  const bytes = Uint8Array.from(octets.slice(from, to) as number[]);
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = encoding.decode(bytes, at, bytes.length);
    if (code >= 0) text += String.fromCodePoint(code);
    const fault =
      code >= 0
        ? null
        : encoding === STANDARD_ENCODING
          ? utf8Fault(bytes, at)
          : { size, kind: encoding.names.includes("ASCII") ? "ASCII" : "OTHER" };
    if (fault !== null)
      text +=
        replacement === undefined
          ? stringText(
              callLisp("UNDECODABLE", "SB-IMPL", keyword(fault.kind), from + at, designator) as LispVector,
            )
          : replacementText(replacement);
    at += fault?.size ?? size;
  }
  return makeString(text);
}

export function octetFunctions(): FunctionTable {
  return {
    "JSCL-MCP::ENCODED-OCTETS": fixedArguments(3, 3, encoded),
    "JSCL-MCP::DECODED-OCTETS": fixedArguments(4, 4, decoded),
  };
}
