/**
 * Where in the Lisp text the running calls stand. Compiled functions carry the number of their description in
 * their JavaScript names, so an Error's stack tells how far each of them is in its JavaScript, and that which
 * call it is at. It costs nothing but when a report is made, and only some engines tell it: elsewhere calls
 * have no place.
 */
import type { CallStack, Frame } from "./callstack.js";
import type { Place } from "./sources.js";

/**
 * Offsets in the JavaScript text of a compiled form, ascending, and the places of what stands behind them:
 * calls, or null where a function begins that has not come to one.
 */
export interface CallPlaces {
  readonly offsets: number[];
  readonly places: (Place | null)[];
}

/** How many of JavaScript's frames are looked at, where the engine shows as many. */
const DEEPEST = 500;

/** How many of the Lisp stack's are matched with them. */
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
  /**
   * It is a copy that calls itself directly (`compiler/emit/self-calls.ts`), or the body of a function that
   * finds keywords (`compiler/emit/keyed-functions.ts`).
   */
  isDirect: boolean;
  place: Place | null;
}

/** JavaScript's stack as far as it runs compiled Lisp, innermost first. */
interface RunningStack {
  /** Without the frames below the part of the stack that continues on the heap. */
  inner: Running[];
  /**
   * Those that did (`deep-calls.ts`): what runs on the heap lies between the two. Null where nothing does.
   */
  outer: Running[] | null;
  /** Whether it is seen to its end. */
  whole: boolean;
}

/**
 * The places of the calls that the running frames are at, as far as JavaScript's stack says them, by the
 * frames' bases; null for one that is at none.
 */
export function livePlaces(stack: CallStack): ReadonlyMap<number, Place | null> {
  const places = new Map<number, Place | null>();
  const innermost: Frame[] = [];
  let outermost: Frame[] = [];
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    if (frame.info.calls === undefined && !isToplevel(frame)) continue;
    if (innermost.length < MOST_FRAMES) innermost.push(frame);
    if (outermost.push(frame) > 2 * MOST_FRAMES) outermost = outermost.slice(-MOST_FRAMES);
  }
  const { inner, outer, whole } = runningStack(stack);
  const fromOutside = () => outermost.slice(-MOST_FRAMES).reverse();
  // An exception of JavaScript's has left the innermost functions by now: where the stack is seen to its end,
  // the frames are matched from there.
  if (whole && outer === null) match(fromOutside(), inner.reverse(), true, stack, places);
  else match(innermost, inner, false, stack, places);
  if (whole && outer !== null) match(fromOutside(), outer.reverse(), false, stack, places);
  return places;
}

/**
 * Notes the places of frames, both from the same end of the stack on; with `inward` all from the outermost.
 */
function match(
  frames: readonly Frame[],
  running: readonly Running[],
  inward: boolean,
  stack: CallStack,
  places: Map<number, Place | null>,
): void {
  let next = 0;
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i] as Frame;
    const found = running.findIndex((each, at) => at >= next && matches(frame, each, stack));
    if (found === -1) continue;
    if (inward && frames[i - 1]?.info !== frame.info && running[found]?.isDirect) {
      // Its calls of itself in tail position leave frames, but run in one of JavaScript's: that is at the
      // innermost.
      const isOther = ({ info }: Running): boolean => info !== running[found]?.info;
      const calls = lengthUntil(running, found, isOther);
      i += Math.max(0, lengthUntil(frames, i, ({ info }) => info !== frame.info) - calls);
    }
    next = found + 1;
    places.set((frames[i] as Frame).base, running[found]?.place ?? null);
  }
}

/** How many items there are from a place on before the first that is another one. */
function lengthUntil<T>(items: readonly T[], from: number, isOther: (item: T) => boolean): number {
  const end = items.findIndex((item, i) => i >= from && isOther(item));
  return (end === -1 ? items.length : end) - from;
}

/** A toplevel form that was compiled: the evaluator has no code of its own. */
function isToplevel({ info }: Frame): boolean {
  return info.kind === "toplevel" && !info.internal;
}

function matches(frame: Frame, { info }: Running, stack: CallStack): boolean {
  return info === null ? isToplevel(frame) : stack.infos[info] === frame.info;
}

/** `L12` with the prefixes of its copies, or `L12.twin`, or `U3`. */
export const COMPILED_NAME = /\b(?:([ABK])?L(\d+)(?:\.twin)?|U(\d+))(?![\w.])/;
const PLACE = /:(\d+):(\d+)\)?$/;

/** The function that continues a call as the function's twin, on the heap. */
const DEEPEN = /\bdeepen$/;

function runningStack(stack: CallStack): RunningStack {
  const lines = stackLines();
  const inner: Running[] = [];
  let outer: Running[] | null = null;
  for (const line of lines) {
    const name = line.replace(/ ?\(.*$|@.*$/, "");
    if (DEEPEN.test(name)) outer = [];
    const [, copy, info, form] = COMPILED_NAME.exec(name) ?? [];
    if (info === undefined && form === undefined) continue;
    const into = outer ?? inner;
    const last = into.at(-1);
    // What calls the copies is no call of its own.
    if (copy === undefined && last?.isDirect && last.info === Number(info)) continue;
    const places = form === undefined ? stack.infos[Number(info)]?.calls : stack.toplevel.of(Number(form));
    const [, row, column] = PLACE.exec(line) ?? [];
    const at = Number(row) === LINES_BEFORE + 1 ? Number(column) - 1 : -1;
    into.push({
      info: form === undefined ? Number(info) : null,
      isDirect: copy !== undefined,
      place: places === undefined || at < 0 ? null : placeBefore(places, at),
    });
  }
  return { inner, outer, whole: lines.length < mostLines() };
}

/** The lines of JavaScript's stack. */
export function stackLines(): string[] {
  const usual: number | undefined = Error.stackTraceLimit;
  // An engine that has no limit, as Firefox 140, takes none in a realm that is locked.
  if (usual !== undefined) Error.stackTraceLimit = DEEPEST;
  const { stack = "" } = new Error();
  if (usual !== undefined) Error.stackTraceLimit = usual;
  return stack.split("\n");
}

/** The lines of the longest stack that the engine shows; null before it was asked. */
let most: number | null = null;

/** SpiderMonkey shows 128 frames, whatever limit is set. */
function mostLines(): number {
  most ??= linesBelow(DEEPEST);
  return most;
}

/** The lines of a stack of at least so many calls. None is in tail position, where WebKit would drop it. */
function linesBelow(calls: number): number {
  return Math.max(0, calls === 0 ? stackLines().length : linesBelow(calls - 1));
}

/** The place of the last call that begins at or before an offset. */
function placeBefore({ offsets, places }: CallPlaces, offset: number): Place | null {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] as number) <= offset) low = middle + 1;
    else high = middle;
  }
  return places[low - 1] ?? null;
}
