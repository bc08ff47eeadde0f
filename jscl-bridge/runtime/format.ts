/** The Lisp function FORMAT (CLHS 22.3). */

import { applied } from "./applied.js";
import { type Control, parseControl } from "./format/control.js";
import { DIRECTIVES } from "./format/directives.js";
import { formatError } from "./format/errors.js";
import { checkBlocks, checkControl } from "./format/faults.js";
import { Arguments } from "./format/format-arguments.js";
import { portFor, runTokens, streamMaker } from "./format/interpreter.js";
import { notAControl } from "./format/moves.js";
import type { LispFunction, LispValue, LispVector } from "./objects/marshal.js";
import { symbolValue } from "./objects/symbols.js";
import { activeLength, isLispString, stringText } from "./objects/vectors.js";
import type { PrinterImage } from "./printer/printer-image.js";
import { lispError, list, listOf, nil, simpleError, sym, t } from "./signals.js";
import { hasFillPointer, makeFillPointerStream, StringOutput } from "./streams/output.js";
import { isStream, type TextOutput } from "./streams/shape.js";
import { countArguments } from "./streams/stream-arguments.js";

/** Longer control strings are looked up by their text. */
const LONGEST_KEPT = 1000;

/**
 * Formats `args` by a control string or function onto a port; answers how many of them were used, or what
 * the function answered: a list of those that were not.
 * Errors in the control string or for want of arguments signal FORMAT-ERROR.
 */
function formatTo(
  image: PrinterImage,
  port: TextOutput,
  stream: () => LispValue,
  control: LispValue,
  args: LispValue[],
): LispValue {
  if (typeof control === "function")
    return applied<LispValue>(control as LispFunction, [image.internals.pv, stream()].concat(args));
  if (!isLispString(control)) return notAControl(control);
  const parsed = parsedControl(control);
  const taken = new Arguments(args);
  runTokens(
    {
      image,
      port,
      stream,
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
  return taken.index;
}

interface Parsed {
  readonly characters: readonly LispValue[];
  readonly control: Control;
}

const parsedControls = new WeakMap<LispVector, Parsed>();

/** The tokens of a control string. A constant one is the same object each time; its characters may change. */
function parsedControl(string: LispVector): Control {
  const known = parsedControls.get(string);
  const length = activeLength(string);
  if (known !== undefined && known.characters.length === length) {
    let i = 0;
    while (i < length && known.characters[i] === string[i]) i++;
    if (i === length) return known.control;
  }
  const control = parseControl(stringText(string), []);
  if (length <= LONGEST_KEPT) parsedControls.set(string, { characters: string.slice(0, length), control });
  return control;
}

/** A string formatted by a Lisp control string. */
export function formatToString(image: PrinterImage, control: LispValue, args: LispValue[]): LispVector {
  const port = new StringOutput();
  formatTo(image, port, streamMaker(port), control, args);
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
 * FORMAT, `JSCL-MCP::FORMAT-REST` (stream control &rest arguments), which answers the arguments left over:
 * what FORMATTER expands into, a control function for a call without enough arguments, and checks of a
 * control string without its arguments, for the compiler.
 */
export function formatLibrary(image: PrinterImage): Record<string, LispFunction> {
  return {
    FORMAT: (_values, destination, control, ...args) => {
      if (destination === nil()) return formatToString(image, control, args);
      const { port, stream } = portFor(destinationStream(destination));
      formatTo(image, port, stream, control, args);
      return nil();
    },
    "JSCL-MCP::CHECK-CONTROL": (_values, control) => {
      checkControl(stringText(control as LispVector));
      return nil();
    },
    "JSCL-MCP::CHECK-BLOCKS": (_values, control) => {
      checkBlocks(stringText(control as LispVector));
      return nil();
    },
    "JSCL-MCP::CONTROL-WANTING": (_values, control, offset) => (): LispValue => {
      const place = { control: stringText(control as LispVector), offset: offset as number };
      return formatError("No more arguments", place, []);
    },
    "JSCL-MCP::FORMAT-REST": (values, ...given) => {
      countArguments(given, 2, Number.POSITIVE_INFINITY);
      const { port, stream } = portFor(given[0]);
      const args = given.slice(2);
      const taken = formatTo(image, port, stream, given[1], args);
      return values(typeof taken === "number" ? listOf(args.slice(taken)) : taken);
    },
  };
}
