/**
 * The queue of the pretty printer, after Waters (XP: A Common Lisp Pretty Printing System, 1989): text and
 * operations wait until it is known whether the section they begin fits on its line (CLHS 22.2.1).
 */
import { LONGEST_VECTOR } from "../objects/heap.js";
import { heapExhausted } from "../stack/exhaustion.js";
import { spend } from "../stack/safepoints.js";

/** `literal` is a newline character in the text: it is not indented. */
export type NewlineKind = "linear" | "fill" | "miser" | "mandatory" | "literal";

export interface Tab {
  /** Columns count from the beginning of the section, not of the line. */
  readonly section: boolean;
  readonly relative: boolean;
  readonly column: number;
  readonly increment: number;
}

interface Placed {
  /** Characters and operations are counted from the beginning of the output. */
  position: number;
}

/** A newline or the beginning of a block. Its section ends at the next newline that is not nested deeper. */
interface Section extends Placed {
  readonly depth: number;
  end: Placed | null;
}

interface Newline extends Section {
  readonly op: "newline";
  readonly kind: NewlineKind;
}
interface BlockStart extends Section {
  readonly op: "start";
  /** The prefix of each line of the block. */
  readonly prefix: string;
  readonly suffix: string;
  blockEnd: BlockEnd | null;
}
interface BlockEnd extends Placed {
  readonly op: "end";
}
interface Indentation extends Placed {
  readonly op: "indent";
  readonly current: boolean;
  readonly amount: number;
}
interface Tabulation extends Placed {
  readonly op: "tab";
  readonly tab: Tab;
}

type Op = Newline | BlockStart | BlockEnd | Indentation | Tabulation;

/** A block whose lines are being laid out. */
interface Block {
  startColumn: number;
  sectionColumn: number;
  /** The line on which the current section began. */
  sectionLine: number;
  /** What each line of the block begins with: prefixes and indentation. */
  prefix: string;
  /** So much of it stands even before lines that are not indented. */
  fixed: number;
  /** The suffixes of this block and those around it. */
  suffix: string;
}

/** So many characters of a line that is too long are kept until its end is found. */
const MOST_KEPT = 128;

export interface Lines {
  readonly write: (text: string) => void;
  readonly margin: number;
  /** The greatest number of lines; null for any. */
  readonly most: number | null;
  /** The width below which blocks are in miser style; null for none. It may change at any time. */
  readonly miser: () => number | null;
  /** Notifies that no more output will be taken. */
  readonly onLimit: () => void;
  /** The characters of the current line that are not out yet, and the column of the first. */
  buffer: string[];
  column: number;
  /** The position of the first character of the buffer. */
  offset: number;
  queue: Op[];
  tabs: number;
  /** Sections whose end is not known. */
  open: Section[];
  /** Blocks that were begun and not ended by the program. */
  begun: BlockStart[];
  blocks: Block[];
  line: number;
  isOver: boolean;
}

/** The width of lines that nothing is said of. */
export const STANDARD_MARGIN = 80;

export function makeLines(
  parts: Pick<Lines, "write" | "margin" | "most" | "miser" | "onLimit" | "column">,
): Lines {
  const { column } = parts;
  return {
    ...parts,
    buffer: [],
    offset: 0,
    queue: [],
    tabs: 0,
    open: [],
    begun: [],
    blocks: [
      { startColumn: column, sectionColumn: column, sectionLine: 0, prefix: "", fixed: 0, suffix: "" },
    ],
    line: 0,
    isOver: false,
  };
}

/** The column where the next character will stand, as far as lines are broken. */
export function currentColumn(lines: Lines): number {
  return columnOf(lines, here(lines));
}

export function addText(lines: Lines, text: string): void {
  let from = 0;
  for (;;) {
    const newline = text.indexOf("\n", from);
    addCharacters(
      lines,
      newline < 0 && from === 0 ? text : text.slice(from, newline < 0 ? undefined : newline),
    );
    if (newline < 0) return;
    addNewline(lines, "literal");
    from = newline + 1;
  }
}

function addCharacters(lines: Lines, text: string): void {
  if (lines.isOver) return;
  if (lines.buffer.length + text.length > LONGEST_VECTOR) heapExhausted();
  spend(text.length / 16);
  for (const character of text) lines.buffer.push(character);
  if (lines.column + lines.buffer.length > lines.margin) layOut(lines, false);
}

export function addNewline(lines: Lines, kind: NewlineKind): void {
  if (lines.isOver) return;
  const depth = lines.begun.length;
  const newline: Newline = { op: "newline", kind, position: here(lines), depth, end: null };
  closeSections(lines, depth, newline);
  lines.open.push(newline);
  lines.queue.push(newline);
  if (kind === "literal" || kind === "mandatory") layOut(lines, true);
}

export function addIndentation(lines: Lines, current: boolean, amount: number): void {
  lines.queue.push({ op: "indent", position: here(lines), current, amount });
}

export function addTab(lines: Lines, tab: Tab): void {
  lines.queue.push({ op: "tab", position: here(lines), tab });
  lines.tabs++;
}

/** Begins a block. A prefix of its first line alone is text before it. */
export function beginBlock(lines: Lines, prefix: string, isPerLine: boolean, suffix: string): void {
  if (prefix !== "") addText(lines, prefix);
  const depth = lines.begun.length;
  const start: BlockStart = {
    op: "start",
    position: here(lines),
    depth,
    end: null,
    prefix: isPerLine ? prefix : "",
    suffix,
    blockEnd: null,
  };
  lines.open.push(start);
  lines.begun.push(start);
  lines.queue.push(start);
}

export function endBlock(lines: Lines): void {
  const start = lines.begun.pop();
  if (start === undefined) return;
  const end: BlockEnd = { op: "end", position: here(lines) };
  start.blockEnd = end;
  lines.queue.push(end);
  if (start.suffix !== "") addText(lines, start.suffix);
}

/** Writes everything that waits. */
export function finishLines(lines: Lines): void {
  layOut(lines, false);
  if (lines.isOver) return;
  expandTabs(lines, null);
  flush(lines, lines.buffer.length);
  lines.queue = [];
  lines.tabs = 0;
}

function here(lines: Lines): number {
  return lines.offset + lines.buffer.length;
}

function last<T>(items: readonly T[]): T | undefined {
  return items[items.length - 1];
}

function currentBlock(lines: Lines): Block {
  return last(lines.blocks) as Block;
}

function closeSections(lines: Lines, depth: number, end: Placed): void {
  lines.open = lines.open.filter((section) => {
    if (section.depth < depth) return true;
    section.end = end;
    return false;
  });
}

/** The column of a position, with the tabs before it and no line broken. */
function columnOf(lines: Lines, position: number): number {
  let column = lines.column - lines.offset;
  if (lines.tabs > 0) {
    let { sectionColumn } = currentBlock(lines);
    for (const op of lines.queue) {
      if (op.position >= position) break;
      if (op.op === "tab") column += widthOf(op.tab, sectionColumn, column + op.position);
      else if (op.op === "newline" || op.op === "start") sectionColumn = column + op.position;
    }
  }
  return column + position;
}

/** How many spaces a tab comes to at a column. */
function widthOf(tab: Tab, sectionColumn: number, at: number): number {
  const origin = tab.section ? sectionColumn : 0;
  if (tab.relative) {
    if (tab.increment <= 1) return tab.column;
    const over = (at - origin + tab.column) % tab.increment;
    return tab.column + (over === 0 ? 0 : tab.increment - over);
  }
  const target = origin + tab.column;
  if (at < target) return target - at;
  if (tab.increment === 0) return 0;
  return tab.increment - ((at - target) % tab.increment);
}

/** Puts spaces in the place of the tabs before `end`, or of all. */
function expandTabs(lines: Lines, end: Op | null): void {
  if (lines.tabs === 0) return;
  let { sectionColumn } = currentBlock(lines);
  let added = 0;
  let isBefore = true;
  for (const op of lines.queue) {
    op.position += added;
    if (op === end) isBefore = false;
    if (!isBefore) continue;
    const index = op.position - lines.offset;
    if (op.op === "tab") {
      const width = widthOf(op.tab, sectionColumn, lines.column + index);
      const after = lines.buffer.splice(index);
      lines.buffer = lines.buffer.concat(Array.from(blanks(width)), after);
      added += width;
    } else if (op.op === "newline" || op.op === "start") sectionColumn = lines.column + index;
  }
}

function isMiserly(lines: Lines): boolean {
  const miser = lines.miser();
  return miser !== null && lines.margin - currentBlock(lines).startColumn <= miser;
}

/** Whether a section that ends at `end` stays on the line; null when that cannot be told yet. */
function fits(lines: Lines, end: Placed | null, isForced: boolean): boolean | null {
  let available = lines.margin;
  if (lines.most !== null && lines.line === lines.most) {
    available -= " ..".length + currentBlock(lines).suffix.length;
  }
  if (end !== null) return columnOf(lines, end.position) <= available;
  if (isForced) return false;
  return columnOf(lines, here(lines)) > available ? false : null;
}

/** Handles operations until one has to wait; text beyond the margin that no operation breaks goes out. */
function layOut(lines: Lines, isForced: boolean): void {
  if (lines.isOver) return;
  let hasBroken = false;
  const take = (count: number) => {
    for (const op of lines.queue.splice(0, count)) if (op.op === "tab") lines.tabs--;
  };
  for (;;) {
    const op = lines.queue[0];
    if (op === undefined) break;
    if (op.op === "newline") {
      const breaks = isBroken(lines, op, isForced);
      if (breaks === null) break;
      take(1);
      if (breaks) {
        hasBroken = true;
        breakLine(lines, op);
        if (lines.isOver) return;
      }
    } else if (op.op === "start") {
      const fit = fits(lines, op.end, isForced);
      if (fit === null) break;
      if (fit && op.blockEnd !== null) {
        expandTabs(lines, op.blockEnd);
        take(lines.queue.indexOf(op.blockEnd) + 1);
      } else {
        const column = columnOf(lines, op.position);
        take(1);
        enterBlock(lines, op, column);
      }
    } else if (op.op === "end") {
      take(1);
      if (lines.blocks.length > 1) lines.blocks.pop();
    } else if (op.op === "indent") {
      const column = columnOf(lines, op.position);
      take(1);
      if (!isMiserly(lines)) {
        const block = currentBlock(lines);
        indentTo(block, (op.current ? column : block.startColumn) + op.amount);
      }
    } else {
      expandTabs(lines, lines.queue[1] ?? null);
      take(1);
    }
  }
  if (!hasBroken && lines.buffer.length > MOST_KEPT && lines.column + lines.buffer.length > lines.margin) {
    const first = lines.queue[0];
    let count = first === undefined ? lines.buffer.length : first.position - lines.offset;
    // Blanks are dropped when the line ends after them.
    while (count > 0 && lines.buffer[count - 1] === " ") count--;
    flush(lines, count);
  }
}

/** Writes the beginning of the current line. */
function flush(lines: Lines, count: number): void {
  if (count === 0) return;
  lines.column += count;
  lines.offset += count;
  lines.write(lines.buffer.splice(0, count).join(""));
}

function isBroken(lines: Lines, { kind, end }: Newline, isForced: boolean): boolean | null {
  if (kind === "miser") return isMiserly(lines);
  if (kind !== "fill") return true;
  if (isMiserly(lines) || lines.line > currentBlock(lines).sectionLine) return true;
  const fit = fits(lines, end, isForced);
  return fit === null ? null : !fit;
}

function breakLine(lines: Lines, { position, kind }: Newline): void {
  const block = currentBlock(lines);
  const isLiteral = kind === "literal";
  const { buffer } = lines;
  const consumed = position - lines.offset;
  let printed = consumed;
  if (!isLiteral) while (printed > 0 && buffer[printed - 1] === " ") printed--;
  const line = buffer.slice(0, printed).join("");
  if (line !== "") lines.write(line);
  if (lines.most !== null && lines.line + 1 >= lines.most) {
    lines.write(` ..${block.suffix}`);
    lines.isOver = true;
    lines.onLimit();
    return;
  }
  lines.line++;
  lines.write("\n");
  const prefix = Array.from(isLiteral ? block.prefix.slice(0, block.fixed) : block.prefix);
  lines.buffer = prefix.concat(buffer.slice(consumed));
  lines.offset = position - prefix.length;
  lines.column = 0;
  if (!isLiteral) {
    block.sectionColumn = prefix.length;
    block.sectionLine = lines.line;
  }
}

function enterBlock(lines: Lines, { prefix, suffix }: BlockStart, column: number): void {
  const outer = currentBlock(lines);
  const block: Block = {
    startColumn: column,
    sectionColumn: column,
    sectionLine: lines.line,
    prefix: outer.prefix,
    fixed: outer.fixed,
    suffix: suffix + outer.suffix,
  };
  indentTo(block, column);
  if (prefix !== "") {
    block.prefix = block.prefix.slice(0, column - prefix.length) + prefix;
    block.fixed = column;
  }
  lines.blocks.push(block);
}

function indentTo(block: Block, column: number): void {
  const width = Math.max(block.fixed, column);
  const kept = block.prefix.slice(0, width);
  block.prefix = kept + blanks(width - kept.length);
}

function blanks(count: number): string {
  if (count > LONGEST_VECTOR) heapExhausted();
  return " ".repeat(Math.max(0, count));
}
