/** The pretty printer's functions that need its stream (CLHS 22.2). */

import { truth } from "../library/fixed.js";
import { isReal, toDoubleValue } from "../numbers.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { printerOf } from "../printer/nesting.js";
import type { PrinterImage } from "../printer/printer-image.js";
import { currentSettings } from "../printer/settings.js";
import { Printer } from "../printer/writer.js";
import { isSymbol, keyword, list, nil, sym } from "../signals.js";
import { outputPort, streamOf } from "../streams/designators.js";
import { wrongType } from "../streams/stream-arguments.js";
import {
  breakHere,
  finishBlock,
  indentHere,
  type LogicalBlock,
  nextElement,
  startBlock,
  streamOn,
  tabHere,
} from "./blocks.js";
import { pretty } from "./dispatch.js";
import type { NewlineKind } from "./lines.js";

function text(value: LispValue): string {
  return isLispString(value) ? stringText(value) : wrongType(value, sym("STRING"));
}

/** Begins a block on a stream: on the printer that the stream leads to, or on one of its own. */
export function blockOn(
  image: PrinterImage,
  designator: LispValue,
  object: LispValue,
  prefix: string,
  isPerLine: boolean,
  suffix: string,
): LogicalBlock | null {
  const stream = streamOf(designator, "*STANDARD-OUTPUT*");
  const settings = currentSettings(image);
  const outer = printerOf(stream);
  if (outer !== undefined) {
    return startBlock(outer, false, settings, stream, object, prefix, isPerLine, suffix);
  }
  const printer = new Printer(image, outputPort(stream), settings);
  return startBlock(printer, true, settings, streamOn(printer), object, prefix, isPerLine, suffix);
}

/** The printer of a stream, where *PRINT-PRETTY* has lines laid out. */
function prettyPrinter(designator: LispValue): Printer | undefined {
  const stream = streamOf(designator, "*STANDARD-OUTPUT*");
  return symbolValue(sym("*PRINT-PRETTY*")) === nil() ? undefined : printerOf(stream);
}

/** `JSCL-MCP::PRETTY` (operation &rest arguments), which the overlay's functions and macros call. */
export function prettyFunctions(image: PrinterImage): Record<string, LispFunction> {
  return { "JSCL-MCP::PRETTY": (_values, ...given) => operation(image, given) };
}

function operation(image: PrinterImage, given: readonly LispValue[]): LispValue {
  const [name, first, second, third, ...more] = given.concat(Array(6).fill(nil()));
  switch (oneOf(name, ["START", "FINISH", "STREAM", "EMPTY", "NEXT", "LEAVES", "NEWLINE", "INDENT", "TAB"])) {
    case "START":
      return blockOn(image, first, second, text(third), more[0] !== nil(), text(more[1])) ?? nil();
    case "FINISH":
      finishBlock(logicalBlock(first));
      return nil();
    case "STREAM":
      return logicalBlock(first).stream;
    case "EMPTY":
      return truth(logicalBlock(first).rest === nil());
    case "NEXT":
      return nextElement(logicalBlock(first));
    case "LEAVES":
      pretty.noteLeaves();
      return nil();
    case "NEWLINE": {
      const kind = oneOf(first, ["LINEAR", "MISER", "FILL", "MANDATORY"]).toLowerCase() as NewlineKind;
      breakHere(prettyPrinter(second), kind);
      return nil();
    }
    case "INDENT": {
      const isCurrent = oneOf(first, ["BLOCK", "CURRENT"]) === "CURRENT";
      indentHere(prettyPrinter(third), isCurrent, integer(second));
      return nil();
    }
    default: {
      const kind = oneOf(first, ["LINE", "SECTION", "LINE-RELATIVE", "SECTION-RELATIVE"]);
      tabHere(prettyPrinter(more[0]), {
        section: kind.startsWith("SECTION"),
        relative: kind.endsWith("RELATIVE"),
        column: integer(second),
        increment: integer(third),
      });
      return nil();
    }
  }
}

/** The name of a keyword that is one of some. */
function oneOf(value: LispValue, names: readonly string[]): string {
  const name = isSymbol(value) && value === keyword(symbolName(value)) ? symbolName(value) : "";
  return names.includes(name) ? name : wrongType(value, list(sym("MEMBER"), ...names.map(keyword)));
}

/** The whole part of a real number. */
function integer(value: LispValue): number {
  return isReal(value) ? Math.trunc(toDoubleValue(value)) : wrongType(value, sym("REAL"));
}

function logicalBlock(value: LispValue): LogicalBlock {
  const isBlock = typeof value === "object" && value !== null && "isOutermost" in value;
  return isBlock ? (value as unknown as LogicalBlock) : wrongType(value, sym("LOGICAL-BLOCK", "JSCL-MCP"));
}
