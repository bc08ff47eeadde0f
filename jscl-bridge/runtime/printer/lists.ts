/** Lists: proper, dotted, quoted and circular. */

import type { LispCons, LispSymbol } from "../objects/marshal.js";
import { next } from "../stack/safepoints.js";
import { isCons, isSymbol } from "./shapes.js";
import type { Printer } from "./writer.js";

export function writeList(printer: Printer, list: LispCons): void {
  if (printer.settings.pretty && writeAbbreviation(printer, list)) return;
  printer.descend(() => {
    printer.write("(");
    writeElements(printer, list);
    printer.write(")");
  });
}

/** `'X` for (QUOTE X) and `#'X` for (FUNCTION X). */
function writeAbbreviation(printer: Printer, list: LispCons): boolean {
  const { internals } = printer.image;
  const head = list.$$jscl_car;
  if (!isSymbol(head, internals) || (head.name !== "QUOTE" && head.name !== "FUNCTION")) return false;
  if (head !== internals.intern(head.name)) return false;
  const tail = list.$$jscl_cdr;
  if (!isCons(tail, internals) || (tail.$$jscl_cdr as LispSymbol) !== internals.intern("NIL")) return false;
  printer.write(head.name === "QUOTE" ? "'" : "#'");
  printer.object(tail.$$jscl_car);
  return true;
}

function writeElements(printer: Printer, list: LispCons): void {
  const { internals } = printer.image;
  const nil = internals.intern("NIL");
  let rest: LispCons = list;
  for (let count = 0; ; count++) {
    if (printer.tooLong(count)) return;
    printer.object(rest.$$jscl_car);
    const tail = next(rest);
    if (tail === nil) return;
    if (!isCons(tail, internals) || isLabelledTail(printer, tail)) {
      printer.write(" . ");
      printer.object(tail);
      return;
    }
    printer.write(" ");
    rest = tail;
  }
}

/** A tail that is shared must be written as an object of its own to carry its label. */
function isLabelledTail(printer: Printer, tail: LispCons): boolean {
  const { labels } = printer;
  if (labels === null) return Object.hasOwn(tail, "dt_Name");
  return labels.marking ? !labels.mark(tail) : labels.isShared(tail);
}
