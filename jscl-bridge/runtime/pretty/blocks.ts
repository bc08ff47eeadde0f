/** Logical blocks of a printer: PPRINT-LOGICAL-BLOCK, FORMAT's `~<…~:>`, and lists that are laid out. */
import { carOf, cdrOf } from "../objects/conses.js";
import { hasType } from "../objects/instances.js";
import type { LispCons, LispValue } from "../objects/marshal.js";
import { symbolValue } from "../objects/symbols.js";
import { rememberPrinter } from "../printer/nesting.js";
import type { PrintSettings } from "../printer/settings.js";
import type { Printer } from "../printer/writer.js";
import { isCons, nil, sym } from "../signals.js";
import { LispStream } from "../streams/shape.js";
import {
  addIndentation,
  addNewline,
  addTab,
  addText,
  beginBlock,
  currentColumn,
  endBlock,
  finishLines,
  type Lines,
  makeLines,
  type NewlineKind,
  STANDARD_MARGIN,
  type Tab,
} from "./lines.js";

function limit(name: string): number | null {
  const value = symbolValue(sym(name));
  return typeof value === "number" && value >= 0 ? value : null;
}

/** The printer's lines, which take its text from now on. */
export function linesOf(printer: Printer): Lines {
  if (printer.lines !== null) return printer.lines;
  const { sink } = printer;
  const { readably } = printer.settings;
  const lines = makeLines({
    write: (text) => sink.write(text),
    margin: limit("*PRINT-RIGHT-MARGIN*") ?? STANDARD_MARGIN,
    most: readably ? null : limit("*PRINT-LINES*"),
    miser: () => limit("*PRINT-MISER-WIDTH*"),
    onLimit: () => printer.stop(),
    column: sink.column?.() ?? 0,
  });
  printer.lines = lines;
  printer.sink = { write: (text) => addText(lines, text), column: () => currentColumn(lines) };
  return lines;
}

/** Writes what waits in the printer's lines; its text goes where it went before. */
export function finishPrinter(printer: Printer): void {
  if (printer.lines !== null) finishLines(printer.lines);
}

export function openBlock(printer: Printer, prefix: string, isPerLine: boolean, suffix: string): void {
  if (!printer.isSilent) beginBlock(linesOf(printer), prefix, isPerLine, suffix);
}

export function closeBlock(printer: Printer): void {
  if (!printer.isSilent) endBlock(linesOf(printer));
}

/** The lines of a printer that lays them out and is not looking for shared objects; null for others. */
function laidOut(printer: Printer | undefined): Lines | null {
  return printer === undefined || printer.isSilent ? null : printer.lines;
}

export function breakHere(printer: Printer | undefined, kind: NewlineKind): void {
  const lines = laidOut(printer);
  if (lines !== null) addNewline(lines, kind);
}

export function indentHere(printer: Printer | undefined, current: boolean, amount: number): void {
  const lines = laidOut(printer);
  if (lines !== null) addIndentation(lines, current, amount);
}

export function tabHere(printer: Printer | undefined, tab: Tab): void {
  const lines = laidOut(printer);
  if (lines !== null) addTab(lines, tab);
}

/** The Lisp stream of a printer whose lines are laid out. */
export function streamOn(printer: Printer): LispValue {
  if (printer.stream !== undefined) return printer.stream;
  const stream = new LispStream({
    kind: "PRETTY-STREAM",
    output: {
      write: (text) => printer.write(text),
      column: () => currentColumn(linesOf(printer)),
    },
  });
  rememberPrinter(stream, printer);
  printer.stream = stream;
  return stream;
}

/** A block whose elements the program takes one by one. */
export interface LogicalBlock {
  readonly printer: Printer;
  readonly stream: LispValue;
  rest: LispValue;
  count: number;
  /** The printer was made for the block. */
  readonly isOutermost: boolean;
  readonly depth: number;
  readonly settings: PrintSettings;
}

/**
 * Begins a block for the elements of `object` on a stream. Answers null when there is none, for want of a
 * list or of a deeper *PRINT-LEVEL*, or since the list was printed before: what stands for it is out then.
 */
export function startBlock(
  printer: Printer,
  isOutermost: boolean,
  settings: PrintSettings,
  stream: LispValue,
  object: LispValue,
  prefix: string,
  isPerLine: boolean,
  suffix: string,
): LogicalBlock | null {
  if (object !== nil() && !isCons(object)) {
    if (isOutermost) printer.top(object);
    else printer.nested(object, settings);
    return null;
  }
  const outer = printer.settings;
  if (isOutermost) printer.holdExits();
  if (isOutermost && settings.circle && isCons(object)) printer.lookForShared(object);
  const isKnown = printer.entered === object;
  printer.entered = undefined;
  const needsLabel = !isKnown && isCons(object) && printer.labels !== null;
  const { depth } = printer;
  let isBegun = false;
  if (!needsLabel || printer.openLabel(object)) {
    if (settings.level !== null && depth >= settings.level) printer.write("#");
    else isBegun = true;
  }
  if (!isBegun) {
    if (isOutermost) printer.finish();
    return null;
  }
  printer.settings = { ...settings, budget: outer.budget, userMethods: outer.userMethods };
  openBlock(printer, prefix, isPerLine, suffix);
  printer.depth = depth + 1;
  return { printer, stream, rest: object, count: 0, isOutermost, depth, settings: outer };
}

export function finishBlock(block: LogicalBlock): void {
  const { printer } = block;
  printer.depth = block.depth;
  printer.settings = block.settings;
  closeBlock(printer);
  if (block.isOutermost) {
    printer.labels = null;
    printer.finish();
  }
}

/** The next element of a block. Answers the block itself when it has to be left: all there is is written. */
export function nextElement(block: LogicalBlock): LispValue | LogicalBlock {
  const { printer, rest } = block;
  printer.image.safepoint();
  if (printer.isSpent) return block;
  if (rest !== nil() && !isCons(rest)) return lastElement(block);
  const { length } = printer.settings;
  if (length !== null && block.count >= length) {
    printer.write("...");
    return block;
  }
  if (rest !== nil() && block.count > 0 && isLabelledTail(printer, rest as LispCons))
    return lastElement(block);
  block.count++;
  if (rest === nil()) return rest;
  block.rest = cdrOf(rest as LispCons);
  return carOf(rest as LispCons);
}

function lastElement(block: LogicalBlock): LogicalBlock {
  block.printer.write(". ");
  block.printer.object(block.rest);
  return block;
}

/** A tail that is shared must be written as an object of its own to carry its label. */
export function isLabelledTail(printer: Printer, tail: LispCons): boolean {
  const { labels } = printer;
  if (labels === null) return hasType(tail);
  return labels.marking ? !labels.mark(tail) : labels.isShared(tail);
}
