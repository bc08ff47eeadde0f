/**
 * Marks in the text of compiled code, while it is made, before what a report may have to place: calls, and
 * operators that signal. They are taken out when the text is whole, and what is left of each is its offset
 * (`runtime/stack/call-places.ts`).
 */

import type { LispValue } from "../../runtime/objects/marshal.js";
import type { CallPlaces } from "../../runtime/stack/call-places.js";
import type { Place } from "../../runtime/stack/sources.js";
import { HELD_MARK } from "../scope/held-reads.js";

/** No Lisp text holds it as it is: strings are escaped. */
const MARK = "\u0011";

/** Stands where a function begins, before its first call. */
const FUNCTION_MARK = `${MARK}0;`;

/** Text to stand before a call or, with `"function"`, where a function begins. */
export type Mark = (before?: "function") => string;

export class CallMarks {
  private readonly places: (Place | null)[] = [null];
  private readonly indices = new Map<LispValue, number>();

  /** `warnings` know which form of the source text is being compiled. */
  constructor(private readonly warnings: { readonly source: LispValue; readonly here: Place | null }) {}

  readonly text: Mark = (before) => {
    if (before === "function") return FUNCTION_MARK;
    const { source } = this.warnings;
    if (source === null) return "";
    let index = this.indices.get(source);
    if (index === undefined) {
      const place = this.warnings.here;
      if (place === null) return "";
      index = this.places.push(place) - 1;
      this.indices.set(source, index);
    }
    return `${MARK}${index};`;
  };

  /** The text without its marks; where they were is put into `calls`. */
  take(marked: string, calls: CallPlaces): string {
    const parts: string[] = [];
    let length = 0;
    let from = 0;
    for (let at = marked.indexOf(MARK); at >= 0; at = marked.indexOf(MARK, from)) {
      const end = marked.indexOf(";", at);
      const part = marked.slice(from, at);
      parts.push(part);
      length += part.length;
      calls.offsets.push(length);
      calls.places.push(this.places[Number(marked.slice(at + 1, end))] ?? null);
      from = end + 1;
    }
    parts.push(marked.slice(from));
    return parts.join("");
  }
}

const MARKS = new RegExp(`${MARK}\\d+;|${HELD_MARK}`, "g");

/** Whether the text is longer than `most` without its marks, and those of `held-reads.ts`. */
export function isLongerThan(most: number, text: string): boolean {
  let { length } = text;
  if (length <= most) return false;
  for (const mark of text.matchAll(MARKS)) length -= mark[0].length;
  return length > most;
}
