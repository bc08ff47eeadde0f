/**
 * Marks in the text of compiled code, while it is made, before what a report may have to place: calls, and operators that
 * signal. They are taken out when the text is whole, and what is left of each is its offset (`runtime/call-places.ts`).
 */
import type { CallPlaces } from "../runtime/call-places.js";
import type { SourcePosition } from "../runtime/callstack.js";
import type { LispValue } from "../runtime/marshal.js";

/** No Lisp text holds it as it is: strings are escaped. */
const MARK = "\u0011";

export class CallMarks {
  private readonly positions: SourcePosition[] = [];
  private readonly indices = new Map<LispValue, number>();

  /** `warnings` know which form of the source text is being compiled. */
  constructor(
    private readonly warnings: { readonly source: LispValue; readonly here: SourcePosition | null },
  ) {}

  /** Text to stand before a call. */
  readonly text = (): string => {
    const { source } = this.warnings;
    if (source === null) return "";
    let index = this.indices.get(source);
    if (index === undefined) {
      const position = this.warnings.here;
      if (position === null) return "";
      index = this.positions.push(position) - 1;
      this.indices.set(source, index);
    }
    return `${MARK}${index};`;
  };

  /** The text without its marks; where they were is put into `places`. */
  take(marked: string, places: CallPlaces): string {
    let removed = 0;
    return marked.replace(/\u0011(\d+);/g, (mark, index: string, offset: number) => {
      places.offsets.push(offset - removed);
      places.positions.push(this.positions[Number(index)] as SourcePosition);
      removed += mark.length;
      return "";
    });
  }
}

/** How long the text is without its marks. */
export function unmarkedLength(text: string): number {
  let length = text.length;
  for (const mark of text.matchAll(/\u0011\d+;/g)) length -= mark[0].length;
  return length;
}
