/** Functions of the program, and of the overlay, that *PRINT-PPRINT-DISPATCH* has for objects. */
import type { LispFunction, LispSymbol, LispValue } from "../objects/marshal.js";
import { setSymbolValue, symbolFunction } from "../objects/symbols.js";
import { bindSettings } from "../printer/settings.js";
import type { Printer } from "../printer/writer.js";
import { isCons, isSymbol, nil, sym } from "../signals.js";
import { linesOf, streamOn } from "./blocks.js";

/** A table of dispatch. */
export class DispatchTable {
  /** A Lisp list of entries, each of a type, a function and a priority; those that come first win. */
  constructor(public entries: LispValue) {}
}

/** Gives the variables of tables the standard one. */
export function installDispatchTable(): void {
  const standard = new DispatchTable(nil());
  setSymbolValue(sym("*STANDARD-DISPATCH-TABLE*", "JSCL-MCP"), standard);
  setSymbolValue(sym("*PRINT-PPRINT-DISPATCH*"), standard);
}

/** The images, each by its NIL, in which a table has entries for objects other than lists. */
const withLeaves = new WeakSet<object>();
/** The image that was asked about last, as each print asks. */
let last: { readonly nil: LispValue; readonly leaves: boolean } = { nil: null, leaves: false };

export const pretty = {
  /** Whether a table of the image has such entries: the printer asks for lists alone otherwise. */
  get leaves(): boolean {
    const now = nil();
    if (last.nil !== now) last = { nil: now, leaves: withLeaves.has(now as object) };
    return last.leaves;
  },
  /** Notes that one has. */
  noteLeaves(): void {
    withLeaves.add(nil() as object);
    last = { nil: null, leaves: false };
  },
};

/** Prints an object by the function that the table has for it; false where there is none. */
export function printByTable(printer: Printer, object: LispValue): boolean {
  linesOf(printer);
  if (!pretty.leaves && !isCons(object)) return false;
  const { image, settings } = printer;
  const { pv } = image.internals;
  const found = symbolFunction(sym("LAYOUT-FUNCTION", "JSCL-MCP"))(pv, object);
  if (found === nil()) return false;
  const fn = isSymbol(found) ? symbolFunction(found as LispSymbol) : (found as LispFunction);
  const stream = streamOn(printer);
  printer.entered = isCons(object) ? object : undefined;
  printer.callMethod(() => bindSettings(image, settings, () => void fn(pv, stream, object)));
  printer.entered = undefined;
  return true;
}
