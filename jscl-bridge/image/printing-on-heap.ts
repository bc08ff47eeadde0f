/** The printer, FORMAT and the pretty printer on the heap: what they call of a program can be left. */

import { giveMethodsTwins as ofBlocks } from "../runtime/format/logical-blocks.js?heap";
import { formatLibrary } from "../runtime/format.js?heap";
import { symbolOfKey } from "../runtime/function-table.js";
import { giveTwin } from "../runtime/library/argument-checks.js";
import type { LispFunction, LispValue } from "../runtime/objects/marshal.js";
import { symbolFunction } from "../runtime/objects/symbols.js";
import { prettyFunctions } from "../runtime/pretty/functions.js?heap";
import { giveMethodsTwins as ofPrinter } from "../runtime/printer/writer.js?heap";
import { printShown } from "../runtime/printer.js?heap";
import { nil } from "../runtime/signals.js";
import { type Activation, type Steps, withHeap } from "../runtime/stack/heap-calls.js";
import { printFunctions, printUnadorned } from "../runtime/streams/print-functions.js?heap";
import { isGenerator } from "../runtime/twin-calls.js";
import type { Image } from "./image.js";

/** Gives the functions that print their twins. */
export function givePrintingTwins(image: Image): void {
  const { printer } = image;
  ofPrinter();
  ofBlocks();
  const tables = [formatLibrary(printer), prettyFunctions(printer), printFunctions(printer)];
  for (const [key, twin] of tables.flatMap((each) => Object.entries(each))) {
    if (!isGenerator(twin)) continue;
    if (key.includes("::")) withHeap(symbolFunction(symbolOfKey(key)), twin as never);
    else giveTwin(image, key, twin);
  }
  const unadorned = image.runtime["printUnadorned"] as LispFunction;
  withHeap(unadorned, function* (object, stream): Activation {
    yield* printUnadorned(object, stream, printer);
    return nil();
  });
}

/** As `Image.printShown`, for a value of an evaluation that can be left. */
export function printOnHeap({ printer }: Image, value: LispValue, budget: object): Steps<string> {
  return printShown(value, printer, { escape: true, layout: false, budget });
}
