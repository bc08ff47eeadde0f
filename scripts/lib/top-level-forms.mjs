/** The top-level forms of a Lisp text, as the recorded indentation knows them. */
import { createHash } from "node:crypto";

/**
 * [{ key, from, lines }]: of each form a hash of its text without the lines' indentation, the number of its
 * first line from 0, and its lines. A form begins with a bracket in the first column.
 */
export function topLevelForms(text) {
  const stretches = [];
  for (const [number, line] of text.split("\n").entries())
    if (stretches.length === 0 || /^[^\s)]/.test(line)) stretches.push({ from: number, lines: [line] });
    else stretches.at(-1).lines.push(line);
  return stretches
    .filter(({ lines }) => lines[0].startsWith("("))
    .map(({ from, lines: all }) => {
      const lines = all.slice(0, all.findLastIndex((line) => line.trim() !== "") + 1);
      const bare = lines.map((line) => line.trim()).join("\n");
      return { key: createHash("sha256").update(bare).digest("hex").slice(0, 16), from, lines };
    });
}

/** The columns of lines, as text; `-` of those that are blank. */
export function columnsOf(lines) {
  return lines.map((line) => (line.trim() === "" ? "-" : line.search(/\S/))).join(" ");
}
