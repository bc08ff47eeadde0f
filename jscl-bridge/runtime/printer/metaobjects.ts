/** Classes, generic functions and methods. */

import { classShape, instanceSlot, listItems } from "../objects/instances.js";
import type { Internals, LispValue } from "../objects/marshal.js";
import { qualified } from "./qualified.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

/** Classes that SBCL builds in; JSCL gives all classes one metaclass. */
const BUILT_IN = new Set(
  (
    "SYMBOL NULL LIST CONS VECTOR STRING ARRAY CHARACTER NUMBER REAL RATIONAL INTEGER FLOAT RATIO FIXNUM BIGNUM " +
    "SINGLE-FLOAT DOUBLE-FLOAT COMPLEX SIMPLE-ARRAY SIMPLE-VECTOR SIMPLE-STRING SIMPLE-CHARACTER-STRING BIT-VECTOR " +
    "SIMPLE-BIT-VECTOR PATHNAME BASE-STRING SIMPLE-BASE-STRING"
  ).split(" "),
);
/** SBCL's built-in classes that a program may define subclasses of. */
const SYSTEM_CLASSES = new Set(["T", "FUNCTION", "SEQUENCE", "STREAM"]);
const SYSTEM_STRUCTURES = new Set([
  "HASH-TABLE",
  "PACKAGE",
  "STRUCTURE-OBJECT",
  "RESTART",
  "READTABLE",
  "RANDOM-STATE",
]);
const FUNCALLABLE = new Set(["GENERIC-FUNCTION", "STANDARD-GENERIC-FUNCTION"]);

export function writeClass(printer: Printer, object: object): void {
  const { name } = classShape(object, printer.image.internals);
  writeUnreadable(
    printer,
    object,
    () => {
      printer.write(`${metaclassName(object, printer.image.internals, printer.settings.escape)} `);
      qualified(printer, name);
    },
    false,
  );
}

/** The name of SBCL's class of a class metaobject, as PRIN1 writes it or, without `escape`, as PRINC does. */
export function metaclassName(object: object, internals: Internals, escape = false): string {
  const { precedence } = classShape(object, internals);
  const name = precedence[0] ?? "";
  if (BUILT_IN.has(name) || name.startsWith("SIMPLE-ARRAY-")) return "BUILT-IN-CLASS";
  if (SYSTEM_CLASSES.has(name)) return escape ? "SB-PCL:SYSTEM-CLASS" : "SYSTEM-CLASS";
  if (FUNCALLABLE.has(name))
    return escape ? "SB-MOP:FUNCALLABLE-STANDARD-CLASS" : "FUNCALLABLE-STANDARD-CLASS";
  if (precedence.includes("CONDITION")) return escape ? "SB-PCL::CONDITION-CLASS" : "CONDITION-CLASS";
  if (SYSTEM_STRUCTURES.has(name) || precedence.includes("STRUCTURE-OBJECT")) return "STRUCTURE-CLASS";
  return "STANDARD-CLASS";
}

function slot(printer: Printer, object: LispValue, name: string): LispValue {
  return typeof object === "object" && object !== null
    ? instanceSlot(object, name, printer.image.internals)
    : undefined;
}

/** The number of a generic function's methods, with those that SBCL's own one has besides. */
export function methodCount(generic: object, methods: LispValue, printer: Printer): number {
  const { hiddenMethods } = generic as { hiddenMethods?: number };
  return listItems(methods, printer.image.internals).length + (hiddenMethods ?? 0);
}

export function writeGenericObject(printer: Printer, object: object): void {
  const methods = methodCount(object, slot(printer, object, "METHODS"), printer);
  writeGeneric(printer, object, slot(printer, object, "NAME"), methods);
}

/** Writes a generic function, an object of JSCL's or the function that stands for it. */
export function writeGeneric(printer: Printer, object: object, name: LispValue, methods: number): void {
  const write = () => {
    printer.write("STANDARD-GENERIC-FUNCTION ");
    qualified(printer, name);
    printer.write(` (${methods})`);
  };
  writeUnreadable(printer, object, write, false);
}

export function writeMethod(printer: Printer, object: object): void {
  const { internals } = printer.image;
  const specializers = listItems(slot(printer, object, "SPECIALIZERS"), internals);
  const qualifiers = listItems(slot(printer, object, "QUALIFIERS"), internals);
  writeUnreadable(
    printer,
    object,
    () => {
      const name = slot(printer, slot(printer, object, "GENERIC-FUNCTION"), "NAME");
      printer.write("STANDARD-METHOD ");
      if (name !== undefined) {
        qualified(printer, name);
        printer.write(" ");
      }
      for (const qualifier of qualifiers) {
        printer.object(qualifier);
        printer.write(" ");
      }
      printer.write("(");
      for (const [i, specializer] of specializers.entries()) {
        if (i > 0) printer.write(" ");
        // A method that belongs to no generic function shows the classes themselves.
        const isObject = name !== undefined && typeof specializer === "object" && specializer !== null;
        printer.object(isObject ? (classShape(specializer, internals).name ?? specializer) : specializer);
      }
      printer.write(")");
    },
    true,
  );
}
