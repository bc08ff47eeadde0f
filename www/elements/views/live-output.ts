import { streamRow } from "./entry-view.js";

/** A stream that Lisp writes to. */
export type OutputStream = "stdout" | "stderr";

const STREAMS: readonly OutputStream[] = ["stdout", "stderr"];

interface LiveRow {
  readonly row: HTMLElement;
  readonly box: HTMLElement;
  readonly text: Text;
  /** A line break at the end is not shown before something follows it, as in the row of a whole answer. */
  lineBreak: boolean;
}

/** The output of an evaluation so far, in rows like those of its final answer. */
export class LiveOutput {
  readonly #rows = new Map<OutputStream, LiveRow>();

  write(stream: OutputStream, text: string): void {
    const live = this.#rows.get(stream) ?? this.#begin(stream);
    const atEnd = live.box.scrollHeight - live.box.scrollTop - live.box.clientHeight < 4;
    const whole = live.lineBreak ? `\n${text}` : text;
    live.lineBreak = whole.endsWith("\n");
    live.text.appendData(live.lineBreak ? whole.slice(0, -1) : whole);
    if (atEnd) live.box.scrollTop = live.box.scrollHeight;
  }

  /** How many characters of one stream there are at most. */
  get characters(): number {
    return Math.max(
      0,
      ...[...this.#rows.values()].map(({ text, lineBreak }) => text.length + Number(lineBreak)),
    );
  }

  /** The rows there are, in the order in which an answer has them. */
  get rows(): HTMLElement[] {
    return STREAMS.flatMap((stream) => this.#rows.get(stream)?.row ?? []);
  }

  /**
   * Scrolls the rows of the answer to where the reader had scrolled these. Call it once those are in their
   * places.
   */
  handOver(parts: readonly HTMLElement[]): void {
    for (const { row, box } of this.#rows.values()) {
      const successor = parts.find((part) => part.className === row.className)?.querySelector("pre");
      if (successor) successor.scrollTop = box.scrollTop;
    }
  }

  #begin(stream: OutputStream): LiveRow {
    const text = document.createTextNode("");
    const row = streamRow(stream, text);
    const live = { row, box: row.querySelector("pre") as HTMLElement, text, lineBreak: false };
    this.#rows.set(stream, live);
    return live;
  }
}
