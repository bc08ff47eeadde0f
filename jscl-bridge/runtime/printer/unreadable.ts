/** `#<…>`, for what the reader cannot make again. */
import { carOf } from "../objects/conses.js";
import type { LispValue } from "../objects/marshal.js";
import { callLisp, INTERNAL_PACKAGE, isCons } from "../signals.js";
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
  if (printer.settings.readably) {
    if (writeReadably(printer, object)) return;
    // A restart gives another object in a list, or NIL to have this one printed nevertheless.
    const instead = callLisp("PRINT-NOT-READABLE-ERROR", INTERNAL_PACKAGE, object);
    if (isCons(instead)) printer.object(carOf(instead));
    else printer.nested(object, { ...printer.settings, readably: false });
    return;
  }
  printer.write("#<");
  body();
  printer.write(withAddress ? ` {${addressOf(object)}}>` : ">");
}
