import type { Position } from "jscl-mcp";
import { topLevelForms } from "./forms.js";

/** A stretch of text, as offsets: `from` inclusive, `to` exclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Offsets of the positions of a text, and the top-level forms around them. */
export class LineIndex {
  readonly text: string;
  readonly #starts = [0];
  #forms: readonly Stretch[] | null = null;

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#starts.push(at + 1);
  }

  /** The offset of a position; one outside the text counts as its nearest end. */
  offsetOf({ line, column }: Position): number {
    const start = this.#starts[Math.max(0, line - 1)] ?? this.text.length;
    const end = this.#starts[Math.max(1, line)] ?? this.text.length + 1;
    return Math.min(start + Math.max(0, column), Math.max(start, end - 1));
  }

  /** The top-level form that a position lies in, or the nearest one before it; `null` where there is none. */
  formAt(position: Position): Stretch | null {
    this.#forms ??= topLevelForms(this.text);
    const offset = this.offsetOf(position);
    let low = 0;
    let high = this.#forms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#forms[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#forms[low - 1] ?? null;
  }

  /** The text of that form. */
  textAt(position: Position): string {
    const form = this.formAt(position);
    return form ? this.text.slice(form.from, form.to) : "";
  }
}
