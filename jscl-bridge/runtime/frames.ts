/** The call stack as a reader of a report wants it: the image's own machinery left out, arguments printed. */
import type { Frame, FrameKind, SourcePosition } from "./callstack.js";
import type { Image } from "./image.js";
import type { LispSymbol, LispValue } from "./marshal.js";
import { printToString } from "./printer.js";
import { isCons, isSymbol, sym } from "./signals.js";

export interface FrameText {
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

/** The operators a program signals with: their frames say nothing that the condition does not. */
const SIGNALLERS: ReadonlySet<string> = new Set([
  "ERROR",
  "CERROR",
  "SIGNAL",
  "WARN",
  "BREAK",
  "INVOKE-DEBUGGER",
]);

/** Runs what may fail while a report is made; undefined when it did. */
export type Attempt = <T>(make: () => T) => T | undefined;

/**
 * The frames to show, innermost first, and how many there would be in all. Calls that the library makes to
 * itself are its insides; those that the program makes to it are shown. A print method of the program's that
 * fails costs its object its form, not the report its frames.
 */
export function visibleFrames(
  image: Image,
  limits: { maxFrames: number; argumentChars: number },
  attempt: Attempt,
): { frames: FrameText[]; total: number } {
  const { frames, total } = image.stack.capture();
  const visible = frames.filter((frame, i) => isVisible(frame, frames[i + 1]));
  while (visible.length > 0 && isSignaller(visible[0] as Frame)) visible.shift();
  const hidden = frames.length - visible.length;
  const print = argumentPrinter(image, limits.argumentChars, attempt);
  return {
    frames: visible.slice(0, limits.maxFrames).map((frame) => frameText(frame, print)),
    total: total - hidden,
  };
}

function isVisible(frame: Frame, caller: Frame | undefined): boolean {
  if (frame.info.internal) return false;
  return frame.info.kind !== "library" || caller === undefined || caller.info.kind !== "library";
}

function isSignaller(frame: Frame): boolean {
  const { name } = frame.info;
  return isSymbol(name) && name.package?.packageName === "COMMON-LISP" && SIGNALLERS.has(name.name);
}

/** Prints whole within its budget, whatever the program's printer variables say. */
function argumentPrinter(image: Image, chars: number, attempt: Attempt): (x: LispValue) => string {
  const settings = { escape: true, readably: false, length: null, level: null, budget: { chars, depth: 20 } };
  let userMethods = true;
  return (x) => {
    const text = attempt(() => printToString(x, image.printer, { ...settings, userMethods }));
    if (text !== undefined) return text;
    userMethods = false;
    const unadorned = attempt(() => printToString(x, image.printer, { ...settings, userMethods }));
    return unadorned ?? "#<error printing object>";
  };
}

function frameText(frame: Frame, print: (x: LispValue) => string): FrameText {
  const { name, kind, position } = frame.info;
  const shown = name === null ? "toplevel form" : nameText(name, print);
  const args = frame.args.map(print);
  const home = homeSymbol(name)?.package?.packageName ?? null;
  return {
    function: shown,
    package: home,
    arguments: args,
    text: `(${[shown, ...args].join(" ")})`,
    kind,
    position,
    definition: null,
  };
}

/** A function's name as printed; an empty lambda list is `()`, as SBCL writes it. */
function nameText(name: LispValue, print: (x: LispValue) => string): string {
  return isLambda(name) ? print(name).replace(/^\(LAMBDA NIL/, "(LAMBDA ()") : print(name);
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
