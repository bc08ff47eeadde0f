/** `#<…>`, for what the reader cannot make again. */
import type { LispValue } from "../objects/marshal.js";
import { lispError } from "../signals.js";
import { addressOf } from "./identity.js";
import type { Printer } from "./writer.js";

/** Writes `#<`, what `body` writes, the address if asked for, and `>`. */
export function writeUnreadable(
  printer: Printer,
  object: LispValue,
  body: () => void,
  withAddress: boolean,
): void {
  if (printer.settings.readably) lispError("PRINT-NOT-READABLE", "OBJECT", object);
  printer.write("#<");
  body();
  printer.write(withAddress ? ` {${addressOf(object)}}>` : ">");
}
