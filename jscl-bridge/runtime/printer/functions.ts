/** Functions, plain and generic. */

import { carOf } from "../objects/conses.js";
import { functionName } from "../objects/functions.js";
import { classOfFunction, isCons, isSymbol, listItems } from "../objects/instances.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { writtenByMethod } from "./instances.js";
import { writeFunctionInstance } from "./metaobjects.js";
import { writeUnreadable } from "./unreadable.js";
import type { Printer } from "./writer.js";

// biome-ignore lint/complexity/noBannedTypes: any JavaScript function may turn up as a Lisp object
export function writeFunction(printer: Printer, fn: Function): void {
  if (classOfFunction(fn) !== undefined) {
    const { genericFunction } = fn as { genericFunction?: unknown };
    if (!writtenByMethod(printer, fn)) writeFunctionInstance(printer, fn, genericFunction !== undefined);
    return;
  }
  const name = functionName(fn as unknown as LispFunction) ?? printer.image.functionName?.(fn);
  writeUnreadable(printer, fn, () => writeName(printer, name), !isGlobalName(printer, name));
}

function writeName(printer: Printer, name: LispValue): void {
  printer.write("FUNCTION");
  if (name === undefined || name === null) return;
  printer.write(" ");
  if (typeof name === "string") printer.write(name);
  else if (isEmptyLambda(printer, name)) printer.write("(LAMBDA ())");
  else printer.nested(name, { ...printer.settings, escape: true, level: null, length: null });
}

/** (LAMBDA NIL), whose lambda list SBCL writes as (). */
function isEmptyLambda(printer: Printer, name: LispValue): boolean {
  const items = listItems(name, printer.image.internals);
  const { internals } = printer.image;
  return (
    items.length === 2 && items[0] === internals.intern("LAMBDA") && items[1] === internals.intern("NIL")
  );
}

/** A symbol or (SETF symbol) identifies a function; closures and lambdas need an address. */
function isGlobalName(printer: Printer, name: LispValue): boolean {
  const { internals } = printer.image;
  if (typeof name === "string" || isSymbol(name, internals)) return true;
  return isCons(name, internals) && carOf(name) === internals.intern("SETF");
}
