/** Functions, plain and generic. */
import type { LispFunction, LispValue } from "../marshal.js";
import { qualified } from "./qualified.js";
import { isCons, isSymbol } from "./shapes.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

// biome-ignore lint/complexity/noBannedTypes: any JavaScript function may turn up as a Lisp object
export function writeFunction(printer: Printer, fn: Function): void {
  const generic = printer.image.generic?.(fn);
  if (generic !== undefined) {
    writeUnreadable(
      printer,
      fn,
      () => {
        printer.write("STANDARD-GENERIC-FUNCTION ");
        qualified(printer, generic.name);
        printer.write(` (${generic.methods})`);
      },
      false,
    );
    return;
  }
  const name = (fn as unknown as LispFunction).fname;
  writeUnreadable(printer, fn, () => writeName(printer, name), !isGlobalName(printer, name));
}

function writeName(printer: Printer, name: LispValue): void {
  printer.write("FUNCTION");
  if (name === undefined || name === null) return;
  printer.write(" ");
  if (typeof name === "string") printer.write(name);
  else printer.nested(name, { ...printer.settings, escape: true, level: null, length: null });
}

/** Symbols and (SETF symbol) tell which function it is; closures and lambdas need an address. */
function isGlobalName(printer: Printer, name: LispValue): boolean {
  const { internals } = printer.image;
  if (typeof name === "string" || isSymbol(name, internals)) return true;
  return isCons(name, internals) && name.$$jscl_car === internals.intern("SETF");
}
