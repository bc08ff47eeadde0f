/** Classes, generic functions and methods. */
import type { LispValue } from "../marshal.js";
import { qualified } from "./qualified.js";
import { classShape, instanceSlot, listItems } from "./shapes.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

/** Classes that SBCL builds in; JSCL gives all classes one metaclass. */
const BUILT_IN = new Set(
  (
    "T SYMBOL NULL KEYWORD LIST CONS SEQUENCE VECTOR STRING ARRAY CHARACTER NUMBER REAL RATIONAL INTEGER FLOAT " +
    "RATIO FIXNUM BIGNUM SINGLE-FLOAT DOUBLE-FLOAT COMPLEX FUNCTION"
  ).split(" "),
);
const SYSTEM_STRUCTURES = new Set(["HASH-TABLE", "PACKAGE", "STRUCTURE-OBJECT", "RESTART", "READTABLE"]);

export function writeClass(printer: Printer, object: object): void {
  const { name, precedence } = classShape(object, printer.image.internals);
  const own = precedence[0] ?? "";
  writeUnreadable(
    printer,
    object,
    () => {
      printer.write(`${metaclass(own, precedence, printer.settings.escape)} `);
      qualified(printer, name);
    },
    false,
  );
}

function metaclass(name: string, precedence: string[], escape: boolean): string {
  if (BUILT_IN.has(name)) return "BUILT-IN-CLASS";
  if (precedence.includes("CONDITION")) return escape ? "SB-PCL::CONDITION-CLASS" : "CONDITION-CLASS";
  if (SYSTEM_STRUCTURES.has(name) || precedence.includes("STRUCTURE-OBJECT")) return "STRUCTURE-CLASS";
  return "STANDARD-CLASS";
}

function slot(printer: Printer, object: LispValue, name: string): LispValue {
  return typeof object === "object" && object !== null
    ? instanceSlot(object, name, printer.image.internals)
    : undefined;
}

export function writeGenericObject(printer: Printer, object: object): void {
  const methods = listItems(slot(printer, object, "METHODS"), printer.image.internals).length;
  writeUnreadable(
    printer,
    object,
    () => {
      printer.write("STANDARD-GENERIC-FUNCTION ");
      qualified(printer, slot(printer, object, "NAME"));
      printer.write(` (${methods})`);
    },
    false,
  );
}

export function writeMethod(printer: Printer, object: object): void {
  const { internals } = printer.image;
  const specializers = listItems(slot(printer, object, "SPECIALIZERS"), internals);
  const qualifiers = listItems(slot(printer, object, "QUALIFIERS"), internals);
  writeUnreadable(
    printer,
    object,
    () => {
      printer.write("STANDARD-METHOD ");
      qualified(printer, slot(printer, slot(printer, object, "GENERIC-FUNCTION"), "NAME"));
      for (const qualifier of qualifiers) {
        printer.write(" ");
        printer.object(qualifier);
      }
      printer.write(" (");
      for (const [i, specializer] of specializers.entries()) {
        if (i > 0) printer.write(" ");
        const isObject = typeof specializer === "object" && specializer !== null;
        printer.object(isObject ? (classShape(specializer, internals).name ?? specializer) : specializer);
      }
      printer.write(")");
    },
    true,
  );
}
