/** `#<…>`, for what the reader cannot make again. */
import type { LispValue } from "../objects/marshal.js";
import { addressOf } from "./identity.js";
import { writeReadably } from "./readable-tables.js";
import type { Printer } from "./writer.js";

/** Writes `#<`, what `body` writes, the address if asked for, and `>`. */
export function writeUnreadable(
  printer: Printer,
  object: LispValue,
  body: () => void,
  withAddress: boolean,
): void {
  if (printer.settings.readably) return writeReadably(printer, object);
  printer.write("#<");
  body();
  printer.write(withAddress ? ` {${addressOf(object)}}>` : ">");
}
