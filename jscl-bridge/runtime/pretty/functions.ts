/** The pretty printer's functions that need its stream (CLHS 22.2). */

import { fixedArguments, truth } from "../library/fixed.js";
import { isReal, toDoubleValue } from "../numbers.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { symbolName, symbolValue } from "../objects/symbols.js";
import { isLispString, stringText } from "../objects/vectors.js";
import { printerOf } from "../printer/nesting.js";
import type { PrinterImage } from "../printer/printer-image.js";
import { currentSettings } from "../printer/settings.js";
import { Printer } from "../printer/writer.js";
import { isSymbol, keyword, list, nil, sym, t } from "../signals.js";
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

export function prettyFunctions(image: PrinterImage): Record<string, LispFunction> {
  return {
    "JSCL-MCP::START-BLOCK": fixedArguments(5, 5, (stream, object, prefix, perLine, suffix) =>
      blockOn(image, stream, object, text(prefix), perLine !== nil(), text(suffix)),
    ),
    "JSCL-MCP::FINISH-BLOCK": fixedArguments(1, 2, (block) => {
      finishBlock(logicalBlock(block));
      return nil();
    }),
    "JSCL-MCP::BLOCK-STREAM": fixedArguments(1, 1, (block) => logicalBlock(block).stream),
    "JSCL-MCP::BLOCK-EMPTY-P": fixedArguments(1, 1, (block) => truth(logicalBlock(block).rest === nil())),
    "JSCL-MCP::NEXT-ELEMENT": fixedArguments(1, 1, (block) => nextElement(logicalBlock(block))),
    "JSCL-MCP::NOTE-LEAVES": () => {
      pretty.leaves = true;
      return nil();
    },
    "PPRINT-NEWLINE": (values, ...args) => {
      const kind = oneOf(args[0], ["LINEAR", "MISER", "FILL", "MANDATORY"]).toLowerCase() as NewlineKind;
      breakHere(prettyPrinter(args[1]), kind);
      return values(nil());
    },
    "PPRINT-INDENT": (values, ...args) => {
      const isCurrent = oneOf(args[0], ["BLOCK", "CURRENT"]) === "CURRENT";
      indentHere(prettyPrinter(args[2]), isCurrent, integer(args[1]));
      return values(nil());
    },
    "PPRINT-TAB": (values, ...args) => {
      const kind = oneOf(args[0], ["LINE", "SECTION", "LINE-RELATIVE", "SECTION-RELATIVE"]);
      tabHere(prettyPrinter(args[3]), {
        section: kind.startsWith("SECTION"),
        relative: kind.endsWith("RELATIVE"),
        column: integer(args[1]),
        increment: integer(args[2]),
      });
      return values(nil());
    },
  };
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
