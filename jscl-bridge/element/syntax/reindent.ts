import type { Tree } from "@lezer/common";
import { afterBlanks, Columns, lineStart } from "./columns.js";
import { Indentation } from "./indentation.js";
import type { BodyOf } from "./macros.js";

/** A replacement of a line's leading blanks. */
interface Blanks {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * What to replace so that the lines from one place to another are indented as they should be. Of a line that
 * is blank nothing is left.
 */
export function reindent(text: string, tree: Tree, from: number, to: number, bodyOf?: BodyOf): Blanks[] {
  const indentation = new Indentation(text, tree, bodyOf);
  const columns = new Columns(text);
  const changes: Blanks[] = [];
  for (let line = lineStart(text, from); line <= to; ) {
    const first = afterBlanks(text, line);
    const column = indentation.ofLine(line);
    if (column !== null) {
      const insert = /[^\n]/.test(text.charAt(first)) ? " ".repeat(column) : "";
      if (text.slice(line, first) !== insert) changes.push({ from: line, to: first, insert });
      if (columns.of(first) !== column) indentation.indent(line, column);
    }
    const end = text.indexOf("\n", first);
    if (end < 0) break;
    line = end + 1;
  }
  return changes;
}
