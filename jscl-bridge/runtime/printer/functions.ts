/** Functions, plain and generic. */

import { functionName } from "../objects/functions.js";
import { classOfFunction, isCons, isSymbol, listItems } from "../objects/instances.js";
import type { LispFunction, LispValue } from "../objects/marshal.js";
import { functionNameOf, functionNameSymbol } from "../objects/setf-names.js";
import { symbolFunction } from "../objects/symbols.js";
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
  writeUnreadable(printer, fn, () => writeName(printer, name), !isDefinition(printer, fn, name));
}

function writeName(printer: Printer, name: LispValue): void {
  printer.write("FUNCTION");
  if (name === undefined || name === null) return;
  printer.write(" ");
  if (typeof name === "string") printer.write(name);
  else if (printer.settings.pretty && isEmptyLambda(printer, name)) printer.write("(LAMBDA ())");
  else {
    const shown = isSymbol(name, printer.image.internals) ? functionNameOf(name) : name;
    printer.nested(shown, { ...printer.settings, escape: true, level: null, length: null, circle: false });
  }
}

/** (LAMBDA NIL), whose lambda list SBCL writes as (). */
function isEmptyLambda(printer: Printer, name: LispValue): boolean {
  const items = listItems(name, printer.image.internals);
  const { internals } = printer.image;
  return (
    items.length === 2 && items[0] === internals.intern("LAMBDA") && items[1] === internals.intern("NIL")
  );
}

/**
 * Whether a name identifies the function, as it is its definition; closures, lambdas and functions that were
 * redefined need an address.
 */
// biome-ignore lint/complexity/noBannedTypes: as above
function isDefinition(printer: Printer, fn: Function, name: LispValue): boolean {
  const { internals } = printer.image;
  if (typeof name === "string") return true;
  if (isSymbol(name, internals)) return symbolFunction(name) === (fn as unknown as LispFunction);
  const symbol = isCons(name, internals) ? functionNameSymbol(name) : null;
  return symbol !== null && symbolFunction(symbol) === (fn as unknown as LispFunction);
}
