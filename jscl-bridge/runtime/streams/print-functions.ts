/** PRINT and its relatives (CLHS 22.4). */

import { LONGEST_VECTOR } from "../objects/heap.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { makeString } from "../objects/vectors.js";
import { printerOf } from "../printer/nesting.js";
import type { PrinterImage } from "../printer/printer-image.js";
import { quickText } from "../printer/quick.js";
import {
  asBase,
  asCase,
  asLimit,
  currentSettings,
  DEFAULT_DEPTH,
  type PrintSettings,
} from "../printer/settings.js";
import { Printer } from "../printer/writer.js";
import { printToString, writeObject } from "../printer.js";
import { nil, sym } from "../signals.js";
import { outputPort } from "./designators.js";
import { StringOutput } from "./output.js";
import { keywordArguments } from "./stream-arguments.js";

const AESTHETIC = { escape: false, readably: false } as const;
const STANDARD = { escape: true } as const;

/** Prints on a Lisp stream; on a stream that the printer gave to a method, as part of that object. */
export function printOnStream(
  object: LispValue,
  designator: LispValue,
  image: PrinterImage,
  settings: Partial<PrintSettings>,
): void {
  const outer = printerOf(designator);
  const quick = outer === undefined ? quickText(object, settings) : undefined;
  if (quick !== undefined) outputPort(designator).write(quick);
  else if (outer === undefined) writeObject(object, outputPort(designator), image, settings);
  else outer.nested(object, currentSettings(image, settings));
}

/** PRINT-OBJECT's default method: prints an object without the program's own method, which called it. */
export function printUnadorned(object: LispValue, designator: LispValue, image: PrinterImage): void {
  const settings = currentSettings(image);
  const printer = printerOf(designator) ?? new Printer(image, outputPort(designator), settings);
  printer.withoutMethod(object, settings);
}

const FLAGS = ["array", "circle", "escape", "gensym", "pretty", "radix", "readably"] as const;

/** The keywords of WRITE whose variables have a type. */
const TYPED = ["BASE", "CASE", "LENGTH", "LEVEL", "LINES", "MISER-WIDTH", "RIGHT-MARGIN"];

function settingsFromKeywords(image: PrinterImage, given: Record<string, LispValue>): Partial<PrintSettings> {
  const settings: Partial<PrintSettings> = {};
  for (const key of TYPED) {
    if (given[key] !== undefined) image.checkBinding?.(sym(`*PRINT-${key}*`), given[key]);
  }
  const off = nil();
  for (let i = 0; i < FLAGS.length; i++) {
    const name = FLAGS[i] as "escape";
    const value = given[name.toUpperCase()];
    if (value !== undefined) settings[name] = value !== off;
  }
  if (given["BASE"] !== undefined) settings.base = asBase(given["BASE"]);
  if (given["CASE"] !== undefined) settings.case = asCase(given["CASE"]);
  if (given["LENGTH"] !== undefined) settings.length = asLimit(given["LENGTH"]);
  if (given["LEVEL"] !== undefined) settings.level = asLimit(given["LEVEL"]);
  return settings;
}

/** The printing functions for an image, to be installed over JSCL's. */
export function printFunctions(image: PrinterImage): Record<string, LispFunction> {
  const printer =
    (settings: Partial<PrintSettings>, isWhole: boolean): LispFunction =>
    (_values, object, stream) => {
      if (isWhole) printOnStream(object, stream, image, settings);
      else {
        outputPort(stream).write("\n");
        printOnStream(object, stream, image, settings);
        outputPort(stream).write(" ");
      }
      return object;
    };
  // With room for the dots after what is cut.
  const budget = { chars: LONGEST_VECTOR - 3, depth: DEFAULT_DEPTH };
  const stringPrinter = (settings: Partial<PrintSettings>): LispFunction => {
    const bounded = { ...settings, budget };
    return (_values, object) => {
      const quick = quickText(object, settings);
      if (quick !== undefined) return makeString(quick);
      const output = new StringOutput();
      writeObject(object, output, image, bounded);
      return output.take();
    };
  };
  const pretty = { ...STANDARD, pretty: true };
  return {
    PRIN1: printer(STANDARD, true),
    PRINC: printer(AESTHETIC, true),
    PRINT: printer(STANDARD, false),
    PPRINT: (values, ...args) => {
      outputPort(args[1]).write("\n");
      printOnStream(args[0], args[1], image, pretty);
      return values();
    },
    WRITE: (values, ...args) => {
      const given = keywordArguments(args, 1);
      printOnStream(args[0], given["STREAM"], image, settingsFromKeywords(image, given));
      return values(args[0]);
    },
    "WRITE-TO-STRING": (values, ...args) => {
      const given = keywordArguments(args, 1);
      const settings = { ...settingsFromKeywords(image, given), budget };
      return values(makeString(printToString(args[0], image, settings)));
    },
    "PRIN1-TO-STRING": stringPrinter(STANDARD),
    "PRINC-TO-STRING": stringPrinter(AESTHETIC),
  };
}
