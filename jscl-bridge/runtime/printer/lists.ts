/** Lists: proper, dotted, quoted and circular. */

import { carOf, cdrOf } from "../objects/conses.js";
import { isCons, isSymbol } from "../objects/instances.js";
import type { LispCons, LispSymbol } from "../objects/marshal.js";
import { symbolName } from "../objects/symbols.js";
import { isLabelledTail } from "../pretty/blocks.js";
import { next } from "../stack/safepoints.js";
import type { Printer } from "./writer.js";

export function writeList(printer: Printer, list: LispCons): void {
  if (printer.settings.pretty && writeAbbreviation(printer, list)) return;
  printer.descend(() => {
    printer.begin("(", ")");
    if (printer.settings.pretty && isAssignment(printer, list)) writeAssignment(printer, list);
    else writeElements(printer, list);
    printer.end(")");
  });
}

/** Operators whose operands are pairs, which the pretty printer puts into a block of their own. */
const OF_PAIRS: ReadonlySet<string> = new Set(["SETQ", "SETF", "PSETQ", "PSETF"]);

function isAssignment(printer: Printer, list: LispCons): boolean {
  const { internals } = printer.image;
  const head = carOf(list);
  if (!isSymbol(head, internals) || !OF_PAIRS.has(symbolName(head))) return false;
  return head === internals.intern(symbolName(head)) && isCons(cdrOf(list), internals);
}

function writeAssignment(printer: Printer, list: LispCons): void {
  if (printer.tooLong(0)) return;
  printer.object(carOf(list));
  printer.blank("fill");
  if (!printer.tooLong(1)) printer.descend(() => writeElements(printer, cdrOf(list) as LispCons));
}

/** `'X` for (QUOTE X) and `#'X` for (FUNCTION X). */
function writeAbbreviation(printer: Printer, list: LispCons): boolean {
  const { internals } = printer.image;
  const head = carOf(list);
  if (!isSymbol(head, internals) || (symbolName(head) !== "QUOTE" && symbolName(head) !== "FUNCTION"))
    return false;
  if (head !== internals.intern(symbolName(head))) return false;
  const tail = cdrOf(list);
  if (!isCons(tail, internals) || (cdrOf(tail) as LispSymbol) !== internals.intern("NIL")) return false;
  printer.write(symbolName(head) === "QUOTE" ? "'" : "#'");
  printer.object(carOf(tail));
  return true;
}

function writeElements(printer: Printer, list: LispCons): void {
  const { internals } = printer.image;
  const nil = internals.intern("NIL");
  let rest: LispCons = list;
  for (let count = 0; ; count++) {
    if (printer.tooLong(count)) return;
    printer.object(carOf(rest));
    const tail = next(rest);
    if (tail === nil) return;
    if (!isCons(tail, internals) || (!printer.isTooLong(count + 1) && isLabelledTail(printer, tail))) {
      printer.blank("fill");
      printer.write(". ");
      printer.object(tail);
      return;
    }
    printer.blank("fill");
    rest = tail;
  }
}
