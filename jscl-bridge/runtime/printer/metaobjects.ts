/** Classes, generic functions and methods. */

import {
  type ClassShape,
  classOfFunction,
  classShape,
  isSymbol,
  listItems,
  METAOBJECT,
  metaobjectSlot,
} from "../objects/instances.js";
import type { Internals, LispValue } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
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

/** Metaclasses that classes which SBCL has under others are instances of. */
const PLAIN_METACLASSES = new Set(["STANDARD-CLASS", "BUILT-IN-CLASS", "STRUCTURE-CLASS"]);

/** Writes a class, an instance of the class `owner`. */
export function writeClass(printer: Printer, object: object, owner: ClassShape): void {
  const { internals } = printer.image;
  const { name } = classShape(object, internals);
  const isPlain = isSymbol(owner.name, internals) && PLAIN_METACLASSES.has(symbolName(owner.name));
  writeUnreadable(
    printer,
    object,
    () => {
      if (isPlain) printer.write(metaclassName(object, internals, printer.settings.escape));
      else printer.object(owner.name);
      printer.write(" ");
      qualified(printer, name);
    },
    printer.image.isClassNamed?.(object, name) === false,
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

/** The number of a generic function's methods, with those that SBCL's own one has besides. */
function methodCount(generic: object, methods: LispValue, printer: Printer): number {
  const { hiddenMethods } = generic as { hiddenMethods?: number };
  return listItems(methods, printer.image.internals).length + (hiddenMethods ?? 0);
}

/** Writes a function that is an instance; an address tells apart those that have no name. */
export function writeFunctionInstance(printer: Printer, fn: object, isGeneric: boolean): void {
  const owner = classShape(classOfFunction(fn) ?? {}, printer.image.internals);
  const write = () => {
    printer.object(owner.name);
    if (!isGeneric) return;
    printer.write(" ");
    qualified(printer, metaobjectSlot(fn, METAOBJECT.name));
    printer.write(` (${methodCount(fn, metaobjectSlot(fn, METAOBJECT.methods), printer)})`);
  };
  writeUnreadable(printer, fn, write, !isGeneric);
}

/** Writes a method, an instance of the class `owner`. */
export function writeMethod(printer: Printer, object: object, owner: ClassShape): void {
  const { internals } = printer.image;
  const specializers = listItems(metaobjectSlot(object, METAOBJECT.specializers), internals);
  const qualifiers = listItems(metaobjectSlot(object, METAOBJECT.qualifiers), internals);
  writeUnreadable(
    printer,
    object,
    () => {
      const name = metaobjectSlot(metaobjectSlot(object, METAOBJECT.genericFunction), METAOBJECT.name);
      printer.object(owner.name);
      printer.write(" ");
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
