/** What clients ask of calls: their variables, and to leave them. */

import type { FrameAddress, FrameKind, Leaving } from "../contract/engine.js";
import type { FrameInspection, InspectedVariable, Structured } from "../contract/results.js";
import { evaluateInFrame } from "../image/debugger/evaluation.js";
import {
  adviceOn,
  frameAt,
  namedVariables,
  restartFrame,
  returnFromFrame,
} from "../image/debugger/frames.js";
import type { Image } from "../image/image.js";
import type { ReportedVariable } from "../runtime/base-image.js";
import { fixedArguments } from "../runtime/library/fixed.js";
import { isLispString, makeString, stringText } from "../runtime/objects/vectors.js";
import { callLisp, elementsOf, INTERNAL_PACKAGE, nil } from "../runtime/signals.js";
import type { Level } from "../runtime/stack/levels.js";
import { fail } from "./looks.js";

/** Characters of a value, at most, and at least. */
const VALUE_CHARS = { most: 1000, least: 30 };

/** Nesting of a value. */
const DEPTH = 20;

/** A call, with its variables. */
interface Call {
  readonly text: string;
  readonly kind: FrameKind;
  readonly variables: readonly ReportedVariable[];
  readonly missing: string | null;
}

/** The variables of a call, within so many characters: as they are now where it is held, or else as reported. */
export function frameReport(
  image: Image,
  { level, index }: FrameAddress,
  chars: number,
): Structured<FrameInspection> {
  const { text: call, kind, variables: found, missing } = callAt(image, level, index);
  const perValue = Math.floor(chars / Math.max(1, found.length));
  const settings = {
    chars: Math.max(VALUE_CHARS.least, Math.min(VALUE_CHARS.most, perValue)),
    depth: DEPTH,
  };
  const variables = found.map(({ symbol, state, value }): InspectedVariable => {
    const name = image.print(symbol, settings);
    if (value === undefined) return { name, state, value: null, handle: null };
    return { name, state, value: image.print(value, settings), handle: image.kept.add(value) };
  });
  const report = { level, frame: index, call, kind, variables, missing };
  return { text: frameText(report), ...report };
}

function callAt(image: Image, level: number, index: number): Call {
  const held = level > 0 ? image.levels[level - 1] : undefined;
  if (level > 0 && held === undefined) return fail(`There is no level ${level}.`);
  const shown = (held?.calls ?? image.reported)?.calls;
  if (shown === undefined) return fail("The calls of the last error are not kept any more.");
  const reported = shown.find((each) => each.index === index);
  if (held === undefined) {
    if (reported === undefined) return fail(`The last error's report has no call ${index}.`);
    const { info, text, variables } = reported;
    return { text, kind: info.kind, variables, missing: adviceOn(image, reported) };
  }
  const frame = frameAt(image, held.sp, index, held.calls.signalled);
  const text = reported?.text ?? image.print(frame.info.name, { chars: VALUE_CHARS.most, depth: DEPTH });
  const variables = namedVariables(image, frame, held.sp);
  return { text, kind: frame.info.kind, variables, missing: adviceOn(image, frame) };
}

const MARKS = { argument: "", live: "", special: " (special)", dropped: "" } as const;

function frameText({ level, frame, call, variables, missing }: FrameInspection): string {
  const where = level > 0 ? [`  [level ${level}]`] : [];
  const lines = variables.map(({ name, state, value }) => {
    const otherwise = state === "dropped" ? "not kept" : "no value";
    return `${name}${MARKS[state]}: ${value ?? otherwise}`;
  });
  const none = variables.length === 0 && missing === null ? ["It has no variables."] : lines;
  const parts = [[`${frame}: ${call}`, ...where], none, missing === null ? [] : [missing]];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** Leaves a call of a level; returns why that cannot be. */
export function leaveCall(image: Image, level: Level | undefined, { index, values }: Leaving): string {
  if (level === undefined) return "The evaluation is not held any more.";
  const { sp, calls, package: pkg } = level;
  const evaluate = fixedArguments(1, 1, (form) => {
    const [value = nil()] = evaluateInFrame(image, sp, index, form, calls.signalled);
    return value;
  });
  const leave = fixedArguments(1, 1, (returned) =>
    values === null
      ? restartFrame(image, sp, index, calls.signalled)
      : returnFromFrame(image, sp, index, elementsOf(returned), calls.signalled),
  );
  const text = values === null ? nil() : makeString(values);
  const problem = callLisp("PROBLEM-IN-FRAME", INTERNAL_PACKAGE, text, evaluate, leave, pkg);
  return isLispString(problem) ? stringText(problem) : "It could not be left.";
}
