/** The call stack as a reader of a report wants it: the image's own machinery left out, arguments printed. */

import { livePlaces } from "./call-places.js";
import {
  type CallStack,
  EVALUATOR,
  type Frame,
  type FrameKind,
  NULL_ENVIRONMENT,
  type SourcePosition,
  UNUSED_ARGUMENT,
} from "./callstack.js";
import type { Image } from "./image.js";
import type { LispSymbol, LispValue } from "./marshal.js";
import { printToString } from "./printer.js";
import { callLisp, isCons, isSymbol, list, sym } from "./signals.js";
import { FrameFilter } from "./visible-frames.js";

export interface FrameText {
  /** Its place among all calls, from 0 at the innermost. */
  index: number;
  /** The function's name as printed, without its package. */
  function: string;
  package: string | null;
  arguments: string[];
  /** The call as a form: `(F 1 2)`. */
  text: string;
  kind: FrameKind;
  /** Of the call. */
  position: SourcePosition | null;
  definition: SourcePosition | null;
}

/** Runs what may fail while a report is made; the type of the error when it did, where that is known. */
export type Attempt = <T>(make: () => T) => T | Failure;

export interface Failure {
  failure: string | null;
}

/** How many arguments of a call are shown, at most. */
const ARGUMENTS = 100;

/** How many of the outermost frames of a deep stack are shown, at most. */
const OUTERMOST = 10;

/**
 * The frames to show, innermost first, and how many there are in all: of a deep stack the two ends. A print method of
 * the program's that fails costs its object its form, not the report its frames.
 */
export function visibleFrames(
  image: Image,
  limits: { maxFrames: number; argumentChars: number },
  attempt: Attempt,
): { frames: FrameText[]; total: number } {
  const { stack } = image;
  const outermost = Math.min(OUTERMOST, limits.maxFrames >> 2);
  const inner: Shown[] = [];
  let outer: Shown[] = [];
  let total = 0;
  const filter = new FrameFilter(stack);
  const places = livePlaces(stack);
  /** The last frame seen, as long as its call was not come to. */
  let called: Shown | null = null;
  for (let frame = stack.innermost(); frame !== null; frame = stack.callerOf(frame)) {
    const evaluated = frame.info === EVALUATOR ? image.positionOf(stack.st[frame.base]) : null;
    const position = places.get(frame.base) ?? evaluated;
    if (called !== null && (position !== null || frame.info.calls !== undefined)) {
      called.position = position;
      called = null;
    }
    const visibility = filter.judge(frame);
    if (visibility === "hidden") continue;
    const shown: Shown = { frame, index: total++, operator: visibility === "operator", position: null };
    called = shown;
    if (inner.length < limits.maxFrames - outermost) inner.push(shown);
    else if (outer.push(shown) > 1000) outer = outer.slice(-outermost);
  }
  // What print methods push would overwrite nothing: the running frames lie below.
  const print = argumentPrinter(image, limits.argumentChars, attempt);
  const ends = [...inner, ...(outermost > 0 ? outer.slice(-outermost) : [])];
  return { frames: ends.map((shown) => frameText(shown, stack, print)), total };
}

interface Shown {
  frame: Frame;
  index: number;
  operator: boolean;
  /** Of the call. */
  position: SourcePosition | null;
}

/** Prints as SBCL's debugger prints the arguments of frames, whatever the program's printer variables say. */
function argumentPrinter(image: Image, chars: number, attempt: Attempt): (x: LispValue) => string {
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
    pretty: false,
    floatFormat: "SINGLE-FLOAT",
    budget: { chars, depth: 20 },
  } as const;
  // Print methods that fail are given up after a while, one that does not end at once.
  let patience = 20;
  return (x) => {
    if (x === UNUSED_ARGUMENT) return "#<unused argument>";
    if (x === NULL_ENVIRONMENT) return "#<NULL-LEXENV>";
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
  };
}

function frameText(
  { frame, index, operator, position: call }: Shown,
  stack: CallStack,
  print: (x: LispValue) => string,
): FrameText {
  const { name, kind, position } = frame.info;
  const shown = name === null ? "toplevel form" : print(functionName(name));
  const given = stack.argumentsOf(frame);
  const args = given.slice(0, ARGUMENTS).map(print);
  if (given.length > ARGUMENTS) args.push("...");
  return {
    index,
    function: shown,
    package: homeSymbol(name)?.package?.packageName ?? null,
    arguments: args,
    text: `(${[withEmptyList(shown, name), ...args].join(" ")})`,
    kind: operator ? "operator" : kind,
    position: call,
    definition: position,
  };
}

/** (SETF F) for the symbol on which JSCL keeps that function. */
function functionName(name: LispValue): LispValue {
  const place = isSymbol(name) ? /^\(SETF_(.*)\)$/.exec(name.name)?.[1] : undefined;
  if (place === undefined) return name;
  return list(sym("SETF"), sym(place, (name as LispSymbol).package?.packageName));
}

/** SBCL's debugger writes the empty lambda list of a name as `()`. */
function withEmptyList(shown: string, name: LispValue): string {
  return isLambda(name) ? shown.replace(/^\(LAMBDA NIL/, "(LAMBDA ()") : shown;
}

function isLambda(name: LispValue): boolean {
  return isCons(name) && name.$$jscl_car === sym("LAMBDA");
}

/** The symbol that a function name is about: F of F, of (SETF F) and of (FLET F :IN G). */
function homeSymbol(name: LispValue): LispSymbol | null {
  if (isSymbol(name)) return name;
  if (!isCons(name) || isLambda(name) || !isCons(name.$$jscl_cdr)) return null;
  const second = name.$$jscl_cdr.$$jscl_car;
  return isSymbol(second) ? second : null;
}
