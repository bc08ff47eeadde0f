import type { Tree } from "@lezer/common";
import { afterBlanks, Columns, lineStart } from "./columns.js";
import { Indentation } from "./indentation.js";
import type { BodyOf } from "./macros.js";

/** A line and where it should begin. */
interface IndentedLine {
  readonly from: number;
  /** Where its text begins. */
  readonly first: number;
  /** `null` where its blanks are not to be touched. */
  readonly column: number | null;
}

/** A replacement of a line's leading blanks. */
interface Blanks {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The lines from one place to another, each as it follows from those before it once they are indented. */
export function* indentedLines(
  text: string,
  tree: Tree,
  from: number,
  to: number,
  bodyOf?: BodyOf,
): Generator<IndentedLine> {
  const indentation = new Indentation(text, tree, bodyOf);
  const columns = new Columns(text);
  for (let line = lineStart(text, from); line <= to; ) {
    const first = afterBlanks(text, line);
    const column = indentation.ofLine(line);
    if (column !== null && columns.of(first) !== column) indentation.indent(line, column);
    yield { from: line, first, column };
    const end = text.indexOf("\n", first);
    if (end < 0) break;
    line = end + 1;
  }
}

/**
 * What to replace so that the lines from one place to another are indented as they should be. Of a line that
 * is blank nothing is left.
 */
export function reindent(text: string, tree: Tree, from: number, to: number, bodyOf?: BodyOf): Blanks[] {
  const changes: Blanks[] = [];
  for (const { from: line, first, column } of indentedLines(text, tree, from, to, bodyOf)) {
    if (column === null) continue;
    const insert = /[^\n]/.test(text.charAt(first)) ? " ".repeat(column) : "";
    if (text.slice(line, first) !== insert) changes.push({ from: line, to: first, insert });
  }
  return changes;
}
