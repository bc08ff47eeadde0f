/** Lisp code that prints a part of an object continues the printer that called it: its depth, labels and budget. */
import type { LispValue } from "../objects/marshal.js";
import type { Printer } from "./writer.js";

const printers = new WeakMap<object, Printer>();

export function rememberPrinter(stream: object, printer: Printer): void {
  printers.set(stream, printer);
}

export function printerOf(stream: LispValue): Printer | undefined {
  return typeof stream === "object" && stream !== null ? printers.get(stream) : undefined;
}
