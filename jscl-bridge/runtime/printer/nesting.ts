/**
 * Lisp code that prints a part of an object continues the printer that called it: its depth, labels and
 * budget.
 */
import type { LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { nil, sym } from "../signals.js";
import { LispStream } from "../streams/shape.js";
import type { Printer } from "./writer.js";

export function rememberPrinter(stream: LispStream, printer: Printer): void {
  stream.printer = printer;
}

/** The printer of a stream, or of the standard one. */
export function printerOf(designator: LispValue): Printer | undefined {
  const isStandard = designator === undefined || designator === nil();
  const stream = isStandard ? symbolValue(sym("*STANDARD-OUTPUT*")) : designator;
  return stream instanceof LispStream ? stream.printer : undefined;
}
