/** PRINT and its relatives (CLHS 22.4). */

import { LONGEST_VECTOR } from "../objects/heap.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolValue } from "../objects/symbols.js";
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
import { newline } from "./output-functions.js";
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
  if (printerOf(designator) === undefined) printer.finish();
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

/** Runs `body` with the variables that the pretty printer looks at when it begins; undefined changes none. */
function withLayout(
  lines: LispValue,
  miser: LispValue,
  table: LispValue,
  margin: LispValue,
  body: () => void,
) {
  const given: readonly (readonly [string, LispValue])[] = [
    ["*PRINT-LINES*", lines],
    ["*PRINT-MISER-WIDTH*", miser],
    ["*PRINT-PPRINT-DISPATCH*", table],
    ["*PRINT-RIGHT-MARGIN*", margin],
  ];
  const bound = given
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const symbol = sym(name);
      const outer = symbolValue(symbol);
      setSymbolValue(symbol, value);
      return { symbol, outer };
    });
  try {
    body();
  } finally {
    for (const { symbol, outer } of bound) setSymbolValue(symbol, outer);
  }
}

/** The printing functions for an image, to be installed over JSCL's. */
export function printFunctions(image: PrinterImage): Record<string, LispFunction> {
  const printer =
    (settings: Partial<PrintSettings>, isWhole: boolean): LispFunction =>
    (_values, object, stream) => {
      if (isWhole) printOnStream(object, stream, image, settings);
      else {
        newline(outputPort(stream));
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
      newline(outputPort(args[1]));
      printOnStream(args[0], args[1], image, pretty);
      return values();
    },
    WRITE: (values, ...args) => {
      const given = keywordArguments(args, 1);
      const settings = settingsFromKeywords(image, given);
      const { LINES, "MISER-WIDTH": miser, "PPRINT-DISPATCH": table, "RIGHT-MARGIN": margin } = given;
      const body = () => printOnStream(args[0], given["STREAM"], image, settings);
      withLayout(LINES, miser, table, margin, body);
      return values(args[0]);
    },
    "WRITE-TO-STRING": (values, ...args) => {
      const given = keywordArguments(args, 1);
      const settings = { ...settingsFromKeywords(image, given), budget };
      let text = "";
      const { LINES, "MISER-WIDTH": miser, "PPRINT-DISPATCH": table, "RIGHT-MARGIN": margin } = given;
      withLayout(LINES, miser, table, margin, () => {
        text = printToString(args[0], image, settings);
      });
      return values(makeString(text));
    },
    "PRIN1-TO-STRING": stringPrinter(STANDARD),
    "PRINC-TO-STRING": stringPrinter(AESTHETIC),
  };
}
