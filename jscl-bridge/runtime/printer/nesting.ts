/**
 * Lisp code that prints a part of an object continues the printer that called it: its depth, labels and
 * budget.
 */
import type { LispValue } from "../objects/marshal.js";
import { LispStream } from "../streams/shape.js";
import type { Printer } from "./writer.js";

export function rememberPrinter(stream: LispStream, printer: Printer): void {
  stream.printer = printer;
}

export function printerOf(stream: LispValue): Printer | undefined {
  return stream instanceof LispStream ? stream.printer : undefined;
}
