import { shadeOf } from "../shade.js";
import type { Step } from "./recording.js";

/** A call in a stretch of events, from its first event to its last in it. */
interface Bar {
  readonly from: number;
  to: number;
  readonly depth: number;
  /** What was called; "" where that was before the stretch. */
  readonly text: string;
}

const ENDS: ReadonlySet<string> = new Set(["return", "left", "again"]);

/** Rows of calls, at most: deeper ones are left out. */
const MOST_ROWS = 12;

/** As a part of the whole, how thin the line is that shows which event is looked at. */
const WIDTH = 250;

const NAMESPACE = "http://www.w3.org/2000/svg";

/** The calls of a stretch of events that follow each other. */
export function barsOf(steps: readonly Step[]): readonly Bar[] {
  const [first] = steps;
  if (first === undefined) return [];
  const end = (steps.at(-1)?.event ?? first.event) + 1;
  const bars: Bar[] = [];
  const open: Bar[] = [];
  const push = (from: number, depth: number, text: string) => {
    const bar = { from, to: end, depth, text };
    open[depth] = bar;
    bars.push(bar);
  };
  // What ends a call is as deep as the call, and what it is in is less deep.
  const before = ENDS.has(first.kind) ? first.depth + 1 : first.depth;
  for (let depth = 0; depth < before; depth++) push(first.event, depth, "");
  for (const { event, depth, kind, text } of steps) {
    const bar = ENDS.has(kind) ? open[depth] : undefined;
    if (bar) bar.to = event + 1;
    else if (kind === "call") push(event, depth, text);
  }
  return bars;
}

/** Draws the calls of a stretch of events, one in another; a click goes to the event that is there. */
export class Icicle {
  readonly root = document.createElementNS(NAMESPACE, "svg");
  readonly #now = document.createElementNS(NAMESPACE, "rect");
  #from = 0;
  #count = 1;

  constructor(goTo: (event: number) => void) {
    this.root.setAttribute("class", "icicle");
    this.root.setAttribute("aria-hidden", "true");
    this.root.setAttribute("preserveAspectRatio", "none");
    this.#now.setAttribute("class", "icicle-now");
    this.root.addEventListener("click", ({ clientX }) => {
      const { left, width } = this.root.getBoundingClientRect();
      const at = Math.floor(((clientX - left) / width) * this.#count);
      goTo(this.#from + Math.min(Math.max(0, at), this.#count - 1));
    });
  }

  show(steps: readonly Step[]): void {
    const bars = barsOf(steps).filter(({ depth }) => depth < MOST_ROWS);
    this.#from = steps[0]?.event ?? 0;
    this.#count = Math.max(1, steps.length);
    const rows = Math.max(1, ...bars.map(({ depth }) => depth + 1));
    this.root.setAttribute("viewBox", `0 0 ${this.#count} ${rows}`);
    this.root.style.setProperty("--rows", String(rows));
    const signals = steps.filter(({ kind }) => kind === "signal" || kind === "handled");
    this.root.replaceChildren(
      ...bars.map((bar) =>
        this.#rect(
          bar.from,
          bar.to - bar.from,
          bar.depth,
          `icicle-call ${shadeOf(/^\(\S+/.exec(bar.text)?.[0] ?? "")}`,
          bar.text,
        ),
      ),
      ...signals.map(({ event, text }) => this.#rect(event, 1, 0, "icicle-signal", text, rows)),
      this.#now,
    );
    this.#now.setAttribute("height", String(rows));
  }

  /** Shows which event is looked at. */
  at(event: number): void {
    const width = this.#count / WIDTH;
    this.#now.setAttribute("x", String(event - this.#from + (1 - width) / 2));
    this.#now.setAttribute("width", String(width));
  }

  #rect(event: number, width: number, row: number, kind: string, text: string, height = 0.86): SVGElement {
    const rect = document.createElementNS(NAMESPACE, "rect");
    const title = document.createElementNS(NAMESPACE, "title");
    title.textContent = text;
    rect.append(title);
    rect.setAttribute("class", kind);
    for (const [name, value] of Object.entries({ x: event - this.#from, y: row, width, height }))
      rect.setAttribute(name, String(value));
    return rect;
  }
}
