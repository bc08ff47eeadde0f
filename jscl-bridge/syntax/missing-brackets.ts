/** Where a closing bracket that is missing most likely belongs: the indentation says what its author meant. */
import type { SyntaxNode, Tree } from "@lezer/common";
import { afterBlanks, Columns } from "./columns.js";
import { isList, openingOf } from "./elements.js";
import * as term from "./parser.terms.js";

/** Offsets: the bracket that lacks its own, where that belongs, and the line that says so, if one does. */
interface LikelyEnd {
  readonly opening: number;
  readonly end: number;
  readonly next: number | null;
}

/**
 * The likely end of a list that is never closed: before the first line that begins no further right than a
 * bracket around it. `null` where nothing is in the list.
 */
export function likelyEnd(text: string, tree: Tree, list: SyntaxNode): LikelyEnd | null {
  const columns = new Columns(text);
  const own = openingOf(text, list);
  let lastEnd = own + 1;
  let at = own;
  for (;;) {
    const lineEnd = text.indexOf("\n", at);
    const end = codeEnd(text, tree, at, lineEnd < 0 ? text.length : lineEnd);
    if (end > at) lastEnd = Math.max(lastEnd, end);
    if (lineEnd < 0) return { opening: own, end: lastEnd, next: null };
    at = afterBlanks(text, lineEnd + 1);
    const node = tree.resolveInner(at, 1);
    if (!isCode(text, node, at)) continue;
    const column = columns.of(at);
    const opening = columns.of(own) >= column ? own : suspect(text, node, column, at, columns);
    if (opening !== null) return { opening, end: lastEnd, next: at };
  }
}

/** Whether a form, or a bracket, begins at the beginning of a line. */
function isCode(text: string, node: SyntaxNode, at: number): boolean {
  if (/^[\r\n]?$/.test(text.charAt(at)) || text.charAt(at) === ";") return false;
  const isInside =
    node.type.id === term.String || node.type.id === term.BlockComment || node.type.id === term.Symbol;
  return !(isInside && node.from < at) && text.charAt(at) !== ")";
}

/** The innermost bracket around a line that begins no further right than it. */
function suspect(
  text: string,
  node: SyntaxNode,
  column: number,
  at: number,
  columns: Columns,
): number | null {
  for (let around: SyntaxNode | null = node; around; around = around.parent) {
    if (!isList(around)) continue;
    const opening = openingOf(text, around);
    if (opening < at) return columns.of(opening) >= column ? opening : null;
  }
  return null;
}

/** The end of the last code of a line, comments left out; its beginning where there is none. */
function codeEnd(text: string, tree: Tree, from: number, to: number): number {
  let end = to;
  for (;;) {
    while (end > from && /\s/.test(text.charAt(end - 1))) end -= 1;
    if (end <= from) return from;
    const node = tree.resolveInner(end, -1);
    const isComment = node.type.id === term.LineComment || node.type.id === term.BlockComment;
    if (!isComment) return end;
    end = Math.max(from, node.from);
  }
}
