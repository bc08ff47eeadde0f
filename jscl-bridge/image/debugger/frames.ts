/**
 * The calls that run below a height of the stack, numbered as a report made there numbers them: their
 * variables, and ways to leave them or to make them again.
 */

import { KEEPS_VARIABLES } from "../../compiler/syntax/policy.js";
import { applied } from "../../runtime/applied.js";
import type { ReportedVariable } from "../../runtime/base-image.js";
import { boundSpecials, liveFrames, liveVariables, specialIn } from "../../runtime/live-variables.js";
import type { LispSymbol, LispValue } from "../../runtime/objects/marshal.js";
import { functionNameOf, functionNameSymbol } from "../../runtime/objects/setf-names.js";
import { symbolFunction, symbolPackage } from "../../runtime/objects/symbols.js";
import type { Signalled } from "../../runtime/reports/library-calls.js";
import { FrameFilter } from "../../runtime/reports/visible-frames.js";
import { callLisp, isSymbol, nil, simpleError, sym, t } from "../../runtime/signals.js";
import type { Frame } from "../../runtime/stack/callstack.js";
import type { Returned } from "../../runtime/stack/frame-exits.js";
import { indexType, isIndex, wrongType } from "../../runtime/streams/stream-arguments.js";
import type { Image } from "../image.js";
import { argumentsByName } from "./parameters.js";

/** A variable of a frame. */
export interface FrameVariable extends ReportedVariable {
  /** Undefined where there is none: dropped, not bound yet, or bound anew by code that does not say. */
  readonly value: LispValue | undefined;
  /** The type that it is declared to have; T where it has none. */
  readonly type: LispValue;
  /** Reads it when that is called; undefined as above. */
  readonly read: () => LispValue | undefined;
  /** Null for one that cannot be set. */
  readonly set: ((value: LispValue) => void) | null;
}

/** The visible frame of that number; an error where there is none. */
export function frameAt(
  image: Image,
  sp: number,
  index: LispValue,
  signalled: Signalled | null = null,
): Frame {
  if (!isIndex(index)) return wrongType(index, indexType());
  const { stack } = image;
  const filter = new FrameFilter(stack, signalled);
  let left = Number(index);
  for (let frame = stack.innermost(sp); frame !== null; frame = stack.callerOf(frame)) {
    left -= filter.judge(frame).length;
    if (left < 0) return frame;
  }
  return simpleError("There is no frame ~D.", index);
}

/** Whether a frame keeps all variables. */
export function keepsVariables({ info }: Pick<Frame, "info">): boolean {
  return info.scoped === true;
}

/** The variables of the frame of that number, innermost first, each name once. */
export function frameVariables(
  image: Image,
  sp: number,
  index: LispValue,
  signalled: Signalled | null = null,
): FrameVariable[] {
  return namedVariables(image, frameAt(image, sp, index, signalled), sp);
}

/** Those that the program has named, and no macro. */
export function namedVariables(image: Image, frame: Frame, sp: number): FrameVariable[] {
  const isNamed = ({ symbol }: FrameVariable) => symbolPackage(symbol) !== undefined;
  const { kind } = frame.info;
  return variablesOf(image, frame, sp).filter((each) => kind === "library" || isNamed(each));
}

export function variablesOf({ stack }: Image, frame: Frame, sp: number): FrameVariable[] {
  const specials = boundSpecials(stack, frame, sp).map((symbol): FrameVariable => {
    const read = () => specialIn(stack, frame, sp, symbol);
    return { symbol, state: "special", value: read(), type: t(), read, set: null };
  });
  const isSpecial = (symbol: LispSymbol) => specials.some((each) => each.symbol === symbol);
  const live = liveVariables(stack, frame, sp);
  const lexical =
    live === null
      ? (argumentsByName(stack, frame) ?? []).map(({ symbol, value, isDropped }): FrameVariable => {
          const state = isDropped ? "dropped" : "argument";
          return { symbol, state, value, type: t(), read: () => value, set: null };
        })
      : live.map((variable): FrameVariable => ({ ...variable, state: "live" }));
  return [...lexical.filter(({ symbol }) => !isSpecial(symbol)), ...specials];
}

/** Says why a frame does not have something, and how it would have. */
function adviceFor(frame: Pick<Frame, "info">): string {
  const { kind, name } = frame.info;
  if (frame.info.undefined) return "It is the call of a function that was not defined.";
  if (kind === "library") return "It is a call of the image's own code.";
  const again = isSymbol(name) && kind === "function" ? ", as (jscl-mcp:recompile '~S) does" : "";
  const below = `Its code was compiled with a debug quality below ${KEEPS_VARIABLES}`;
  return `${below}: compile it with (debug ${KEEPS_VARIABLES})${again}, or all code of the session by configure-debugger.`;
}

/** Why variables of a frame may be missing, and what to do about that; null for one that keeps all. */
export function adviceOn(image: Image, frame: Pick<Frame, "info">): string | null {
  if (keepsVariables(frame)) return null;
  const { name } = frame.info;
  return adviceFor(frame).replaceAll("~S", image.print(name, { chars: 100, depth: 5 }));
}

/** Signals that something cannot be done with a frame; `what` may name it as the first argument. */
export function refuse(frame: Frame, what: string, ...args: LispValue[]): never {
  const { name } = frame.info;
  const isNamed = isSymbol(name) && frame.info.kind === "function" && !frame.info.undefined;
  return simpleError(`${what} ${adviceFor(frame)}`, ...args, ...(isNamed ? [functionNameOf(name)] : []));
}

/** Sets a variable of a frame, to an object of its declared type. */
export function setFrameVariable(frame: Frame, variable: FrameVariable, value: LispValue): LispValue {
  const { set, symbol, type, state } = variable;
  if (set === null)
    return state === "special"
      ? simpleError("~S is a special variable, which SETQ sets.", symbol)
      : refuse(frame, "The variable ~S of this frame cannot be set.", symbol);
  return setLive({ type, set }, value);
}

/** Sets a variable to an object of its declared type. */
export function setLive(
  { type, set }: { readonly type: LispValue; readonly set: (value: LispValue) => void },
  value: LispValue,
): LispValue {
  if (type !== t() && callLisp("TYPEP", "COMMON-LISP", value, type) === nil()) return wrongType(value, type);
  set(value);
  return value;
}

/** A frame that can be left, by number; an error for another. */
function leavableFrame(image: Image, sp: number, index: LispValue, signalled: Signalled | null): Frame {
  const frame = frameAt(image, sp, index, signalled);
  if (!keepsVariables(frame)) return refuse(frame, "Frame ~D can be neither left nor restarted.", index);
  return frame;
}

/** Unwinds to the call of that number, which returns the values. */
export function returnFromFrame(
  image: Image,
  sp: number,
  index: LispValue,
  values: readonly LispValue[],
  signalled: Signalled | null = null,
): never {
  return image.leaveFor(leavableFrame(image, sp, index, signalled).base, values);
}

/** Unwinds to the call of that number, which is made again with its arguments. */
export function restartFrame(
  image: Image,
  sp: number,
  index: LispValue,
  signalled: Signalled | null = null,
): never {
  const frame = leavableFrame(image, sp, index, signalled);
  return image.leaveFor(frame.base, redefinedCall(image, frame));
}

/** The call of what the frame's function is by its name now; null where that is the function that runs. */
function redefinedCall({ stack, internals }: Image, frame: Frame): Returned {
  const { kind, name } = frame.info;
  const symbol = kind === "function" && name !== null ? functionNameSymbol(name) : null;
  if (symbol === null || !internals.fboundp(symbol)) return null;
  const fn = symbolFunction(symbol);
  if (stack.infoOf(fn as { name: string }) === frame.info) return null;
  const args = stack.argumentsOf(frame);
  return (values) => applied<LispValue>(fn, [values, ...args]);
}

/** Leaves a call, whose frame was found before; an error where it has ended since. */
export function leaveFrame(image: Image, frame: Frame, values: readonly LispValue[]): never {
  for (const each of liveFrames(image.stack))
    if (each.base === frame.base && each.info === frame.info) return image.leaveFor(frame.base, values);
  return simpleError("The call of ~S has returned.", frame.info.name ?? sym("LAMBDA"));
}
