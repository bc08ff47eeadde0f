/** The Lisp function FORMAT (CLHS 22.3). */

import { parseControl } from "./format/control.js";
import { DIRECTIVES } from "./format/directives.js";
import { Arguments } from "./format/format-arguments.js";
import { portFor, runTokens, streamMaker } from "./format/interpreter.js";
import { notAControl } from "./format/moves.js";
import type { LispFunction, LispValue } from "./objects/marshal.js";
import { symbolValue } from "./objects/symbols.js";
import { isLispString, makeString, stringText } from "./objects/vectors.js";
import type { PrinterImage } from "./printer/printer-image.js";
import { lispError, list, nil, simpleError, sym, t } from "./signals.js";
import { hasFillPointer, makeFillPointerStream, StringOutput } from "./streams/output.js";
import { isStream, type TextOutput } from "./streams/shape.js";
import { countArguments } from "./streams/stream-arguments.js";

/**
 * Formats `args` by a control string or function onto a port; answers the arguments that were not used.
 * Errors in the control string or for want of arguments signal FORMAT-ERROR.
 */
function formatTo(
  image: PrinterImage,
  target: { port: TextOutput; stream: () => LispValue },
  control: LispValue,
  args: LispValue[],
): LispValue {
  if (typeof control === "function") {
    return (control as LispFunction)(image.internals.pv, target.stream(), ...args);
  }
  if (!isLispString(control)) return notAControl(control);
  const parsed = parseControl(stringText(control), []);
  const taken = new Arguments(args);
  runTokens(
    {
      image,
      ...target,
      control: parsed,
      directives: DIRECTIVES,
      args: taken,
      indirections: [],
      outer: null,
      blockColumn: null,
    },
    0,
    parsed.tokens.length,
  );
  return list(...args.slice(taken.index));
}

/** Text formatted by a Lisp control string. */
export function formatToString(image: PrinterImage, control: LispValue, args: LispValue[]): string {
  const port = new StringOutput();
  formatTo(image, { port, stream: streamMaker(port) }, control, args);
  return port.take();
}

function destinationStream(destination: LispValue): LispValue {
  if (destination === t()) return symbolValue(sym("*STANDARD-OUTPUT*"));
  if (isStream(destination)) return destination;
  if (isLispString(destination)) {
    if (hasFillPointer(destination)) return makeFillPointerStream(destination);
    return simpleError("~S is not a string with a fill-pointer", destination);
  }
  const types = [sym("NULL"), sym("STRING"), list(sym("MEMBER"), t()), sym("STREAM")];
  return lispError(
    "CASE-FAILURE",
    "DATUM",
    destination,
    "EXPECTED-TYPE",
    list(sym("OR"), ...types),
    "NAME",
    sym("ETYPECASE"),
    "POSSIBILITIES",
    list(...types),
  );
}

/**
 * FORMAT, and `JSCL-MCP::FORMAT-REST` (stream control &rest arguments), which answers the arguments left
 * over: what FORMATTER expands into.
 */
export function formatLibrary(image: PrinterImage): Record<string, LispFunction> {
  return {
    FORMAT: (values, ...given) => {
      const [destination, control, ...args] = given;
      if (destination === nil()) return values(makeString(formatToString(image, control, args)));
      formatTo(image, portFor(destinationStream(destination)), control, args);
      return values(nil());
    },
    "JSCL-MCP::FORMAT-REST": (values, ...given) => {
      countArguments(given, 2, Number.POSITIVE_INFINITY);
      const [stream, control, ...args] = given;
      return values(formatTo(image, portFor(stream), control, args));
    },
  };
}
