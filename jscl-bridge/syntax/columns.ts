/** The width of a tab, in columns. */
const TAB = 8;

/** The beginning of the line of a place. */
export function lineStart(text: string, place: number): number {
  return place === 0 ? 0 : text.lastIndexOf("\n", place - 1) + 1;
}

/** The first character at or after a place that is neither a space nor a tab. */
export function afterBlanks(text: string, place: number): number {
  let at = place;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** The columns of a text whose lines may have been given another indentation. */
export class Columns {
  readonly #text: string;
  readonly #indented = new Map<number, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Gives the line that begins at a place another indentation. */
  indent(line: number, column: number): void {
    this.#indented.set(line, column);
  }

  of(place: number): number {
    const line = lineStart(this.#text, place);
    const indentation = this.#indented.get(line);
    let column = indentation ?? 0;
    for (let at = indentation === undefined ? line : afterBlanks(this.#text, line); at < place; at += 1)
      column += this.#text[at] === "\t" ? TAB - (column % TAB) : 1;
    return column;
  }
}
