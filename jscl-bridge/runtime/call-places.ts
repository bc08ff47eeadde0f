/**
 * Where in the Lisp text the running calls stand. Compiled functions carry the number of their description in their
 * JavaScript names, so an Error's stack tells how far each of them is in its JavaScript, and that which call it is at. It
 * costs nothing but when a report is made, and only some engines tell it: elsewhere calls have no place.
 */
import type { CallStack, Frame, SourcePosition } from "./callstack.js";

/** Offsets in the JavaScript text of a compiled form, ascending, and the places of the calls that stand behind them. */
export interface CallPlaces {
  readonly offsets: number[];
  readonly positions: SourcePosition[];
}

/** How many of JavaScript's frames are looked at. */
const DEEPEST = 500;

/** How many of the Lisp stack's. */
const MOST_FRAMES = 5_000;

/** A toplevel form's function is kept in mind by its number while as many others run. */
const TOPLEVEL_FORMS = 64;

/** `new Function` puts so many lines before its text. */
const LINES_BEFORE = 2;

/** The places of the calls in functions of toplevel forms, which have no description of their own. */
export class ToplevelPlaces {
  private readonly known = new Map<number, CallPlaces>();
  private last = 0;

  /** The JavaScript name for the function of a toplevel form. */
  name(places: CallPlaces): string {
    this.last++;
    this.known.set(this.last, places);
    this.known.delete(this.last - TOPLEVEL_FORMS);
    return `U${this.last}`;
  }

  of(number: number): CallPlaces | undefined {
    return this.known.get(number);
  }
}

/** One of JavaScript's frames that runs compiled Lisp. */
interface Running {
  /** The number of the function's description; null for that of a toplevel form. */
  info: number | null;
  position: SourcePosition | null;
}

/** The places of the calls that the running frames are at, by the frames' bases. */
export function livePlaces(stack: CallStack): ReadonlyMap<number, SourcePosition> {
  const places = new Map<number, SourcePosition>();
  const compiled: Frame[] = [];
  let frames = 0;
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    if (++frames > MOST_FRAMES) return places;
    if (frame.info.calls !== undefined || isToplevel(frame)) compiled.push(frame);
  }
  const { running, whole } = runningFrames(stack);
  // An exception of JavaScript's has left the innermost functions by now, and recursion on the heap is none of its
  // stack's: where the stack is seen to its end, the frames are matched from there.
  if (whole) {
    compiled.reverse();
    running.reverse();
  }
  let next = 0;
  for (const frame of compiled) {
    const found = running.findIndex(({ info }, i) => i >= next && matches(frame, info, stack));
    if (found === -1) continue;
    next = found + 1;
    const position = running[found]?.position ?? null;
    if (position !== null) places.set(frame.base, position);
  }
  return places;
}

/** A toplevel form that was compiled: the evaluator has no code of its own. */
function isToplevel({ info }: Frame): boolean {
  return info.kind === "toplevel" && !info.internal;
}

function matches(frame: Frame, info: number | null, stack: CallStack): boolean {
  return info === null ? isToplevel(frame) : stack.infos[info] === frame.info;
}

/** `L12` with the prefixes of its copies, or `U3`; not `L12.twin`, which is called by a loop of ours. */
const NAME = /\b(?:[AB]?L(\d+)|U(\d+))(?![\w.])/;
const PLACE = /:(\d+):(\d+)\)?$/;

/** The functions of compiled Lisp on JavaScript's stack, innermost first, and whether that is all of the stack. */
function runningFrames(stack: CallStack): { running: Running[]; whole: boolean } {
  const lines = stackLines();
  const running: Running[] = [];
  for (const line of lines) {
    const [, info, form] = NAME.exec(line.replace(/ ?\(.*$|@.*$/, "")) ?? [];
    if (info === undefined && form === undefined) continue;
    const places = form === undefined ? stack.infos[Number(info)]?.calls : stack.toplevel.of(Number(form));
    const [, row, column] = PLACE.exec(line) ?? [];
    const at = Number(row) === LINES_BEFORE + 1 ? Number(column) - 1 : -1;
    running.push({
      info: form === undefined ? Number(info) : null,
      position: places === undefined || at < 0 ? null : placeBefore(places, at),
    });
  }
  return { running, whole: lines.length < DEEPEST };
}

function stackLines(): string[] {
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = DEEPEST;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = usual;
  return stack.split("\n");
}

/** The position of the last call that begins at or before an offset. */
function placeBefore({ offsets, positions }: CallPlaces, offset: number): SourcePosition | null {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return positions[low - 1] ?? null;
}
