/** Objects of the library and of the program: structures, CLOS instances, tables, packages, streams. */

import { RandomState } from "../numbers.js";
import { ForeignObject } from "../objects/foreign.js";
import {
  type ClassShape,
  classOfInstance,
  classShape,
  instanceSlot,
  isInstanceOf,
  isSymbol,
  type StructureShape,
  slotValues,
  structureShape,
} from "../objects/instances.js";
import type { LispPackage, LispValue } from "../objects/marshal.js";
import { isPackageObject, packageNameOf } from "../objects/package-objects.js";
import { isStockTable, stockTableEntries, stockTableTest } from "../objects/stock-tables.js";
import { symbolName } from "../objects/symbols.js";
import { TableCursor } from "../objects/table-cursor.js";
import { isLispString } from "../objects/vectors.js";
import { LogicalHost, Pattern, UnixHost } from "../pathnames/components.js";
import { Pathname } from "../pathnames/pathname.js";
import { ColumnCounter, isStream, LispStream, streamLabel, type TextOutput } from "../streams/shape.js";
import { addressOf } from "./identity.js";
import { writeClass, writeMethod } from "./metaobjects.js";
import { rememberPrinter } from "./nesting.js";
import { writeHost, writeLogicalHost, writePathname, writePattern } from "./pathnames.js";
import type { HashTableShape, LispWriter, PrinterImage } from "./printer-image.js";
import { bindSettings } from "./settings.js";
import { escapedToken, stringLiteral } from "./tokens.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

function tableShape(object: object, image: PrinterImage): HashTableShape | undefined {
  const own = image.hashTable?.(object);
  if (own !== undefined || !isStockTable(object)) return own;
  return { test: stockTableTest(object), count: Object.keys(stockTableEntries(object)).length };
}

/** Has a method of the program's print an object; whether there is one. */
export function writtenByMethod(printer: Printer, object: object): boolean {
  const { image, settings } = printer;
  if (!printer.mayCallMethod(object)) return false;
  const writer = image.userPrinter?.(object) ?? (settings.escape ? undefined : image.report?.(object));
  if (writer === undefined) return false;
  callWriter(printer, writer);
  return true;
}

export function writeInstance(printer: Printer, object: object): void {
  const { image } = printer;
  if (writtenByMethod(printer, object)) return;
  const table = tableShape(object, image);
  if (table !== undefined) {
    const text = `HASH-TABLE :TEST ${table.test} :COUNT ${table.count}${table.more ?? ""}`;
    writeUnreadable(printer, object, () => printer.write(text), true);
    return;
  }
  if (isPackageObject(object)) {
    writePackage(printer, object);
    return;
  }
  if (object instanceof Pathname) {
    writePathname(printer, object);
    return;
  }
  if (object instanceof Pattern) {
    writePattern(printer, object);
    return;
  }
  if (object instanceof UnixHost) {
    writeHost(printer, object);
    return;
  }
  if (object instanceof LogicalHost) {
    writeLogicalHost(printer, object);
    return;
  }
  if (isStream(object) && classOfInstance(object) === undefined) {
    const plain = object instanceof LispStream && object.plain;
    writeUnreadable(printer, object, () => streamLabel(object, printer), !plain);
    return;
  }
  const own = image.ownObjects?.find(({ type }) => object instanceof type);
  if (own !== undefined) {
    own.write(printer, object);
    return;
  }
  const structure = structureShape(object, image.internals);
  if (structure !== undefined && classOfInstance(object) === undefined) {
    writeStructure(printer, object, structure);
    return;
  }
  const owner = classOfInstance(object);
  if (owner !== undefined) writeObject(printer, object, classShape(owner, image.internals));
  else writeForeign(printer, object);
}

/** What Lisp code writes that prints an object. */
class PrinterOutput implements TextOutput {
  private readonly counter = new ColumnCounter();
  constructor(private readonly printer: Printer) {}
  write(text: string): void {
    this.counter.advance(text);
    this.printer.write(text);
  }
  column(): number {
    return this.counter.column;
  }
}

/** Lets Lisp code print, on a stream that leads back here. */
function callWriter(printer: Printer, writer: LispWriter): void {
  const stream = new LispStream({ kind: "FD-STREAM", output: new PrinterOutput(printer) });
  rememberPrinter(stream, printer);
  const { image, settings } = printer;
  const { pv } = image.internals;
  printer.callMethod(() => bindSettings(image, settings, () => void writer(pv, stream)));
}

function writePackage(printer: Printer, pkg: LispPackage): void {
  const name: LispValue = packageNameOf(pkg);
  if (typeof name !== "string") {
    writeUnreadable(printer, pkg, () => printer.write("PACKAGE (deleted)"), true);
    return;
  }
  writeUnreadable(printer, pkg, () => printer.write(`PACKAGE ${stringLiteral(name)}`), false);
}

function writeStructure(printer: Printer, object: object, structure: StructureShape): void {
  const { slots, name } = structure;
  if (slots === null) {
    writeUnreadable(printer, object, () => printer.object(name), true);
    return;
  }
  printer.descend(() => {
    printer.begin("#S(", ")");
    printer.object(name);
    for (const [i, slot] of slots.entries()) {
      printer.blank("linear");
      if (printer.tooLong(i)) break;
      printer.write(
        `:${escapedToken(symbolName(slot.name), printer.settings.case, printer.settings.base, printer.settings.readCase)} `,
      );
      printer.object(slot.value);
    }
    printer.end(")");
  });
}

function writeObject(printer: Printer, object: object, owner: ClassShape): void {
  const { internals } = printer.image;
  const kind = isSymbol(owner.name, internals) ? symbolName(owner.name) : "";
  if (kind === "STANDARD-CLASS" || isInstanceOf(object, "CLASS", internals))
    writeClass(printer, object, owner);
  else if (isInstanceOf(object, "METHOD", internals)) writeMethod(printer, object, owner);
  else if (kind === "RESTART") writeRestart(printer, object);
  else {
    writeUnreadable(
      printer,
      object,
      () => {
        printer.object(owner.name);
        writeFormatControl(printer, object, owner);
      },
      true,
    );
  }
}

/** A restart's first slot is its name. */
function writeRestart(printer: Printer, object: object): void {
  const slots = slotValues(object);
  writeUnreadable(
    printer,
    object,
    () => {
      printer.write("RESTART ");
      if (Array.isArray(slots)) printer.object(slots[0]);
    },
    true,
  );
}

/** A simple condition shows its control string, which says more than its type. */
function writeFormatControl(printer: Printer, object: object, owner: ClassShape): void {
  if (!owner.precedence.includes("SIMPLE-CONDITION")) return;
  const control = instanceSlot(object, "FORMAT-CONTROL", printer.image.internals);
  if (!isLispString(control)) return;
  printer.write(" ");
  printer.nested(control, { ...printer.settings, escape: true });
}

/** Objects of JavaScript behind their handles: only the name of their constructor is safe to ask for. */
function writeForeign(printer: Printer, object: object): void {
  const own =
    object instanceof RandomState
      ? "RANDOM-STATE"
      : object instanceof TableCursor
        ? "HASH-TABLE-ITERATOR"
        : undefined;
  if (own !== undefined) {
    writeUnreadable(printer, object, () => printer.write(own), true);
    return;
  }
  let kind = "";
  try {
    const made: unknown = Object.getPrototypeOf(ForeignObject.behind(object) ?? object)?.constructor?.name;
    if (typeof made === "string") kind = made;
  } catch {
    kind = "";
  }
  const label = `JAVASCRIPT-OBJECT ${kind === "" ? "" : `${kind} `}{${addressOf(object)}}`;
  writeUnreadable(printer, object, () => printer.write(label), false);
}
