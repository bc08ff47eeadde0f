/** The call stack as a reader of a report wants it: the image's own machinery left out, arguments printed. */

import { BUDGETS } from "../../contract/budgets.js";
import type { Caller, Frame as FrameText, FrameVariable, Where } from "../../contract/engine.js";
import type { BaseImage, ReportedVariable } from "../base-image.js";
import { carOf, cdrOf } from "../objects/conses.js";
import type { LispSymbol, LispValue } from "../objects/marshal.js";
import { functionNameOf } from "../objects/setf-names.js";
import { homeName } from "../objects/symbols.js";
import { printToString } from "../printer.js";
import { callLisp, isCons, isSymbol, sym } from "../signals.js";
import { livePlaces } from "../stack/call-places.js";
import {
  ArgumentText,
  EVALUATOR,
  type Frame,
  type FrameInfo,
  type SourcePosition,
} from "../stack/callstack.js";
import type { Place, SourceText } from "../stack/sources.js";
import type { StackReport } from "./boundary.js";
import type { Signalled } from "./library-calls.js";
import { inShort } from "./places.js";
import { FrameFilter, type ShownCall } from "./visible-frames.js";
import { selfCalls } from "./written-calls.js";

/** Runs what may fail while a report is made; the type of the error when it did, where that is known. */
type Attempt = <T>(make: () => T) => T | Failure;

interface Failure {
  failure: string | null;
}

/** A call as a report shows it, with the values of its variables at that time. */
interface ReportedCall {
  readonly index: number;
  readonly info: FrameInfo;
  /** Where it was called, if that is known. */
  readonly place: Place | null;
  /** The call as a form. */
  readonly text: string;
  readonly variables: readonly ReportedVariable[];
}

/** The calls that a report shows. */
export interface ReportedCalls {
  /** What it is about. */
  readonly signalled: Signalled | null;
  readonly calls: readonly ReportedCall[];
  /** Where the innermost call is that has a place. */
  readonly innermost?: Place | null;
}

/** What a report says of the running calls. */
export type CallsText = Pick<StackReport, "frames" | "framesTotal" | "where" | "callers" | "unclosed">;

/** Where nothing is known of them. */
export const NO_CALLS: CallsText = { frames: [], framesTotal: 0, where: null, callers: [], unclosed: null };

/** How the types of conditions begin that say that a file cannot be read. */
const UNREADABLE = "INPUT-ERROR-IN-";

/** How many places are named beside that of the innermost call. */
const CALLERS = BUDGETS.MAX_CALLERS;

/** How many of the outermost frames of a deep stack are shown, at most. */
const OUTERMOST = 10;

/**
 * The frames to show, innermost first, and how many there are in all: of a deep stack the two ends; and where
 * in source text the innermost calls stand, those that are not shown included. A print method of the
 * program's that fails costs its object its form, not the report its frames.
 */
export function visibleFrames(
  image: BaseImage,
  limits: { maxFrames: number; argumentChars: number; formChars: number },
  signalled: Signalled | null,
  attempt: Attempt,
): CallsText {
  const { stack } = image;
  const outermost = Math.min(OUTERMOST, limits.maxFrames >> 2);
  const innermost = limits.maxFrames - outermost;
  const inner: Shown[] = [];
  let outer: Counted[] = [];
  let total = 0;
  const filter = new FrameFilter(stack, signalled);
  const unread = signalled?.type.startsWith(UNREADABLE) ? image.unread : null;
  const isExhausted = signalled?.type === "CONTROL-STACK-EXHAUSTED";
  const walk = new PlaceWalk(image, limits.formChars, isExhausted, unread?.place ?? null);
  /** The last calls seen, until their place is found. */
  let called: Counted[] = [];
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    const place = walk.enter(frame);
    if (place !== null || frame.info.calls !== undefined) {
      for (const shown of called) shown.place = place;
      called = [];
    }
    if (inner.length === innermost && filter.showsOne(frame)) {
      // There may be many thousands of them, of which only the last few are shown: the others are counted.
      const counted: Counted = { frame, index: total++, place: null };
      called = [counted];
      outer.push(counted);
    } else {
      const calls = filter.judge(frame);
      if (calls.length === 0) continue;
      const shown: Shown[] = calls.map((call) => ({ ...call, frame, index: total++, place: null }));
      for (const each of shown) {
        if (inner.length < innermost) inner.push(each);
        else outer.push(each);
      }
      called = shown;
    }
    if (outer.length > 1000) outer = outer.slice(-outermost);
  }
  // What print methods push would overwrite nothing: the running frames lie below.
  const print = argumentPrinter(image, limits.argumentChars, attempt);
  const name = argumentPrinter(image, limits.formChars, attempt, true);
  const last = outermost > 0 ? outer.slice(-outermost) : [];
  const ends = [...inner, ...last.map((each) => shownCall(each, filter))];
  const room = { chars: BUDGETS.FRAMES_CHARS };
  const variablesText = variablePrinter(print);
  const calls: ReportedCall[] = [];
  const frames = ends.map((shown) => {
    const found = attempt(() => image.variablesOf(shown.frame));
    const variables = Array.isArray(found) ? found.slice(0, BUDGETS.MAX_VARIABLES) : [];
    const written = frameText(shown, print, room);
    const { index, place } = shown;
    calls.push({ index, info: shown.frame.info, place, text: written.text, variables });
    return { ...written, variables: variablesText(variables) };
  });
  image.reported = { signalled, calls, innermost: walk.innermost };
  return { frames, framesTotal: total, ...walk.end(name), unclosed: unread?.unclosed ?? null };
}

/** Prints the variables of frames. */
function variablePrinter(
  print: (x: LispValue) => string,
): (found: readonly ReportedVariable[]) => FrameVariable[] | null {
  let room = BUDGETS.VARIABLES_CHARS;
  return (found) => {
    if (found.length === 0 || room <= 0) return null;
    return found.map((variable) => {
      const { symbol, state, value } = variable;
      const name = print(symbol);
      const text = value === undefined || room <= 0 ? null : print(value);
      room -= name.length + (text?.length ?? 0);
      return { name, state, value: text };
    });
  };
}

/** The places of the running calls, from the innermost on. */
class PlaceWalk {
  private readonly live: ReadonlyMap<number, Place | null>;
  private readonly compilations: Iterator<{ height: number; place: Place | null }>;
  private compilation: { height: number; place: Place | null } | undefined;
  private readonly sent: SourceText | undefined;
  /** Of the innermost call that has one, and of the innermost one in the text of the command. */
  innermost: Place | null = null;
  private here: Place | null = null;
  /** What was entered last: what the next call has called. */
  private inner: FrameInfo | null = null;
  /** The next ones in that text: where it was called from. */
  private readonly callers: Place[] = [];

  constructor(
    private readonly image: BaseImage,
    private readonly formChars: number,
    /** Whether the innermost call is the one for which there was no room. */
    private readonly isExhausted: boolean,
    /** Where a text ended too early: more inside than any call. */
    unread: Place | null,
  ) {
    this.innermost = unread;
    this.live = livePlaces(image.stack);
    this.compilations = image.compilations();
    this.compilation = this.compilations.next().value;
    this.sent = image.sources.sent?.text;
  }

  /**
   * The place of the call that a frame is at, or of the form whose compilation called what is inside of it.
   */
  enter(frame: Frame): Place | null {
    const compiled = this.compilationsAbove(frame.base);
    const { info, base } = frame;
    const { sources, stack } = this.image;
    const found = this.live.get(base);
    const own = info === EVALUATOR ? sources.placeOf(stack.st[base]) : (found ?? null);
    // Of a function whose call is not known, it is known at least where it stands or, of one that calls
    // itself, which form those calls are in.
    const isKnown = found !== undefined || info.calls === undefined;
    const isSelfCall =
      !isKnown && (this.inner === info || (this.isExhausted && stack.callerOf(frame)?.info === info));
    this.inner = info;
    this.note(own ?? (isKnown ? null : (isSelfCall && selfCalls(info)) || info.place));
    return compiled ?? own;
  }

  /** The place of the innermost of the compilations that began above a height of the stack. */
  private compilationsAbove(height: number): Place | null {
    let place: Place | null = null;
    while (this.compilation !== undefined && this.compilation.height > height) {
      this.note(this.compilation.place);
      place ??= this.compilation.place;
      this.compilation = this.compilations.next().value;
    }
    return place;
  }

  private note(place: Place | null): void {
    if (place === null) return;
    this.innermost ??= place;
    if (place.form.text !== this.sent) return;
    this.here ??= place;
    const isNew = [this.here, ...this.callers].every((each) => !isSame(each.position, place.position));
    if (isNew && this.callers.length < CALLERS) this.callers.push(place);
  }

  /** What a report says; null where no text is being evaluated. */
  end(print: (x: LispValue) => string): { where: Where | null; callers: Caller[] } {
    this.compilationsAbove(-1);
    const form = this.image.sources.sent?.toplevel ?? null;
    const here = this.here ?? (form && { form, position: form.position, definition: null });
    if (here === null) return { where: null, callers: [] };
    const elsewhere =
      this.innermost !== null && this.innermost.form.text !== this.sent ? this.innermost : null;
    const of = (place: Place) => ({ ...place.position, in: inShort(place, this.formChars, print) });
    const formed = (place: Place) => ({ form: place.form.index, ...of(place) });
    const where = {
      ...formed(here),
      elsewhere: elsewhere && { ...of(elsewhere), file: elsewhere.form.text.file },
      formElsewhere: elsewhere?.form.index ?? null,
    };
    return { where, callers: this.callers.map(formed) };
  }
}

/** Where a place is: in the text of the command, or in one that a form of it loads. */
export function whereIs(
  image: BaseImage,
  place: Place,
  print: (x: LispValue) => string,
  chars: number,
): Where | null {
  const { sent } = image.sources;
  const of = (each: Place) => ({ ...each.position, in: inShort(each, chars, print) });
  if (sent === null || place.form.text === sent.text)
    return { form: place.form.index, ...of(place), elsewhere: null, formElsewhere: null };
  const form = sent.toplevel;
  if (form === null) return null;
  const here = { form, position: form.position, definition: null };
  const elsewhere = { ...of(place), file: place.form.text.file };
  return { form: form.index, ...of(here), elsewhere, formElsewhere: place.form.index };
}

function isSame(one: SourcePosition, other: SourcePosition): boolean {
  return one.line === other.line && one.column === other.column;
}

/** A call that is counted, and may be shown. */
interface Counted {
  readonly frame: Frame;
  readonly index: number;
  /** Of the call. */
  place: Place | null;
}

interface Shown extends ShownCall, Counted {}

function shownCall(call: Counted, filter: FrameFilter): Shown {
  return "name" in call ? (call as Shown) : { ...(filter.judge(call.frame)[0] as ShownCall), ...call };
}

/** Prints as SBCL's debugger prints the arguments of frames, whatever the program's printer variables say. */
function argumentPrinter(
  image: BaseImage,
  chars: number,
  attempt: Attempt,
  pretty = false,
): (x: LispValue) => string {
  const settings = {
    escape: true,
    readably: false,
    base: 10,
    radix: false,
    case: "upcase",
    circle: false,
    length: 10,
    level: 5,
    gensym: true,
    array: true,
    pretty,
    layout: false,
    readCase: "upcase",
    floatFormat: "SINGLE-FLOAT",
    budget: { chars, depth: 20 },
  } as const;
  // Print methods that fail are given up after a while, one that does not end at once.
  let patience = 20;
  // What is passed on from call to call is printed once.
  const known = new Map<LispValue, string>();
  return (x) => {
    if (x instanceof ArgumentText) return x.text;
    let text = known.get(x);
    if (text === undefined) {
      text = written(x);
      known.set(x, text);
    }
    return text;
  };
  function written(x: LispValue): string {
    const text = attempt(() => printToString(x, image.printer, { ...settings, userMethods: patience > 0 }));
    if (typeof text === "string") return text;
    patience = text.failure === "TIMEOUT" ? 0 : patience - 1;
    const type = attempt(() =>
      printToString(callLisp("TYPE-OF", "COMMON-LISP", x), image.printer, {
        ...settings,
        userMethods: false,
      }),
    );
    const of = typeof type === "string" ? ` ${type}` : "";
    return `#<error printing${of}${text.failure === null ? "" : `: ${text.failure}`}>`;
  }
}

function frameText(
  { frame, name, kind, args: given, index, place: call }: Shown,
  print: (x: LispValue) => string,
  room: { chars: number },
): Omit<FrameText, "variables"> {
  const { place } = frame.info;
  const shown = name === null ? "toplevel form" : print(isSymbol(name) ? functionNameOf(name) : name);
  const args = argumentTexts(given, print, room);
  return {
    index,
    function: shown,
    package: homeName(homeSymbol(name)) ?? null,
    arguments: args,
    text: `(${[withEmptyList(shown, name), ...args].join(" ")})`,
    kind,
    position: call?.position ?? null,
    definition: place?.position ?? null,
  };
}

/** The first arguments, as far as there is room; dots stand for the others. */
function argumentTexts(
  given: readonly LispValue[],
  print: (x: LispValue) => string,
  room: { chars: number },
): string[] {
  const texts: string[] = [];
  let own = Math.min(BUDGETS.ARGUMENTS_CHARS, room.chars);
  for (const argument of given) {
    if (own <= 0 || texts.length === BUDGETS.MAX_ARGUMENTS) {
      texts.push("...");
      break;
    }
    const text = print(argument);
    texts.push(text);
    own -= text.length;
    room.chars -= text.length;
  }
  return texts;
}

/** SBCL's debugger writes the empty lambda list of a name as `()`. */
function withEmptyList(shown: string, name: LispValue): string {
  return isLambda(name) ? shown.replace(/^\(LAMBDA NIL/, "(LAMBDA ()") : shown;
}

function isLambda(name: LispValue): boolean {
  return isCons(name) && carOf(name) === sym("LAMBDA");
}

/** The symbol that a function name is about: F of F, of (SETF F) and of (FLET F :IN G). */
function homeSymbol(name: LispValue): LispSymbol | null {
  if (isSymbol(name)) return name;
  if (!isCons(name) || isLambda(name)) return null;
  const rest = cdrOf(name);
  const second = isCons(rest) ? carOf(rest) : null;
  return isSymbol(second) ? second : null;
}
