import type { ErrorReport, EvaluationReport, FrameReport, Place, Position } from "jscl-mcp";
import { element } from "../dom.js";
import { highlightLisp } from "../highlight.js";
import type { LineIndex } from "../line-index.js";
import { messageWithPlaces, openingPlace, type PlaceActions, placeButton, standsIn } from "./places.js";
import { type RestartUse, restartList } from "./restarts-view.js";
import type { ValueActions } from "./results-view.js";
import { inOwnWords } from "./words.js";

/** Frames shown before the reader asks for more. */
const FRAMES_AT_FIRST = 8;

/** Classes that every condition has; they are left out. */
const UNREMARKABLE = new Set(["COMMON-LISP:T", "COMMON-LISP:STANDARD-OBJECT"]);

export interface ReportActions extends PlaceActions, ValueActions {
  /** The level of the report's heading among those of the page; 3 if it does not say. */
  readonly level?: number;
  /** The session's package; a type that belongs to it is named without. */
  readonly package: string;
  /** The code that was evaluated. */
  readonly index: LineIndex;
  /** Asks the server for more frames, or `null` when it no longer has them. */
  readonly moreFrames: (count: number) => Promise<readonly FrameReport[] | null>;
  /** Asks the server to describe the last error. */
  readonly describe: () => Promise<string>;
  readonly restarts: RestartUse;
  /** Shows in a box what a call has, and lets it be worked with. Without it calls do not unfold. */
  readonly unfoldFrame?: (frame: FrameReport, box: HTMLElement) => void;
}

/** A condition laid out for a person: type, message, slots, restarts, backtrace. */
export function conditionReport(condition: ErrorReport, actions: ReportActions): HTMLElement {
  const shown = { ...condition, message: inOwnWords(condition.message) };
  return element(
    "div",
    { class: "report", part: "report", role: "group", "aria-label": `Error ${condition.type}` },
    heading(condition, actions),
    ...messageParts(shown, actions),
    condition.restartProblem === null
      ? null
      : element("p", { class: "report-problem" }, condition.restartProblem),
    slots(condition, actions),
    condition.restarts.length > 0
      ? part("Restarts", actions, ...restartList(condition, actions.restarts))
      : null,
    backtrace(condition, actions),
    whereabouts(condition, actions),
    ...(isUnread(condition) ? [] : hintLines(condition, actions)),
    footer(actions),
  );
}

/** Whether the text itself could not be read: there is no call, and what helps says more than the message. */
function isUnread({ phase, message }: ErrorReport): boolean {
  return phase === "read" && READING.test(message);
}

/**
 * The message; of a text that could not be read, what is wrong with it comes first, then the reader's words.
 */
function messageParts(condition: ErrorReport, actions: ReportActions): HTMLElement[] {
  const text = (message: string, kind: string) =>
    element("p", { class: kind }, ...messageWithPlaces({ ...condition, message }, actions));
  const { message } = condition;
  const [said = "", why = ""] = isUnread(condition) ? (READING.exec(message) ?? []) : [];
  if (said === "") return [text(message, "report-message")];
  return [
    text(why.charAt(0).toUpperCase() + why.slice(1), "report-message"),
    ...hintLines(condition, actions),
    text(message.replace(said, "").trimEnd(), "report-reader"),
  ];
}

/** What the server adds to a reader's message: where reading ended, and why. */
const READING = /READER-ERROR at line \d+, column \d+: (the .* was never closed\.)$/s;

function heading(condition: ErrorReport, actions: ReportActions): HTMLElement {
  const place = errorPlace(condition);
  const qualified = !["", "COMMON-LISP", actions.package].includes(condition.package);
  return element(
    "header",
    { class: "report-head" },
    element(
      "div",
      { class: "report-type", role: "heading", "aria-level": levelOf(actions) },
      qualified && element("span", { class: "report-package" }, `${condition.package}:`),
      condition.type,
    ),
    ancestry(condition, actions),
    place && placeButton(place, actions),
  );
}

/** The place of the failed call in the code, or of the bracket that is never closed, as far as known. */
export function errorPlace(error: ErrorReport): Position | null {
  return openingPlace(error) ?? placeInCode(error) ?? error.position;
}

/** The innermost place in the code that was evaluated: that of the failed call, or of what led to it. */
function placeInCode({ where, calledFrom = [] }: ErrorReport): Place | null {
  return where && isElsewhere(where) ? (calledFrom[0] ?? null) : where;
}

/** Whether a place is in a file, or in the text of an earlier evaluation. */
export function isElsewhere({ file, evaluation }: Place): boolean {
  return file !== null || evaluation !== null;
}

/** What to mark in the code of an evaluation: its error, which comes first, and all that does not compile. */
export function markedPlaces({ error, warnings }: EvaluationReport): readonly Position[] {
  const failed = error ? errorPlace(error) : null;
  const others = warnings.filter(({ severity }) => severity === "error").map(({ position }) => position);
  const places = [failed, ...others].filter((place) => place !== null);
  // A form that did not compile and was then reached is in one place.
  return places.filter((place, i) => places.findIndex((each) => isSamePlace(each, place)) === i);
}

function isSamePlace(a: Position, b: Position): boolean {
  return a.line === b.line && a.column === b.column;
}

/** The classes the condition's own class builds on, the nearest first. */
function ancestry(condition: ErrorReport, actions: ReportActions): HTMLElement | null {
  const names = condition.precedence
    .slice(1)
    .filter((name) => !UNREMARKABLE.has(name))
    .map((name) => {
      const at = name.indexOf(":");
      return ["COMMON-LISP", actions.package].includes(name.slice(0, at)) ? name.slice(at + 1) : name;
    });
  return names.length > 0
    ? element("p", { class: "report-ancestry" }, names.join(" ‹ ").toLowerCase())
    : null;
}

/** Where the error is, unless there is but one place, and the call that led to another text. */
export function whereabouts(error: ErrorReport, actions: ReportActions): HTMLElement | null {
  const { where } = error;
  if (!where) return null;
  const place = placeInCode(error);
  if (!isElsewhere(where))
    return where.form === 1 && where.line === 1 && where.column === 0
      ? null
      : element("p", { class: "report-where" }, "Where: ", ...placeText(where, actions));
  const { definition, line, column, file } = where;
  return element(
    "p",
    { class: "report-where" },
    "Where: ",
    ...formName("", definition),
    `${definition === null ? "" : ", "}line ${line}, column ${column} of ${file ?? "an earlier evaluation"}`,
    ...(place ? ["; called from ", ...placeText(place, actions)] : []),
  );
}

/** A place in the code that was evaluated. */
function placeText(place: Place, actions: ReportActions): (Node | string)[] {
  const { line, column } = actions.locate(place);
  return [`form ${place.form}, line ${line}, column ${column}`, ...formName(", in ", place.definition)];
}

/** What would have helped, a line each, as the server words it. A place that ends a line is a link. */
function hintLines({ hints = [] }: ErrorReport, actions: ReportActions): HTMLElement[] {
  return hints.map(({ line = "", position }) =>
    element(
      "p",
      { class: "report-hint" },
      position ? line.replace(/line \d+, column \d+$/, "") : line,
      position && placeButton(position, actions),
    ),
  );
}

function formName(before: string, name: string | null): (Node | string)[] {
  return name === null ? [] : [before, element("code", {}, highlightLisp(name))];
}

function slots({ slots: all, handle }: ErrorReport, { openable }: ValueActions): HTMLElement | null {
  if (all.length === 0) return null;
  const list = element("dl", { class: "report-slots" });
  all.forEach(({ name, value }, index) => {
    const code = element("code", {}, highlightLisp(value));
    const shown = handle === undefined || !openable ? code : openable(code, handle, [index]);
    list.append(element("dt", {}, name.toLowerCase()), element("dd", {}, shown));
  });
  return list;
}

function levelOf({ level = 3 }: ReportActions): number {
  return Math.min(level, 6);
}

function part(title: string, actions: ReportActions, ...content: (Node | null)[]): HTMLElement {
  const level = Math.min(levelOf(actions) + 1, 6);
  const heading = element("div", { class: "report-title", role: "heading", "aria-level": level }, title);
  return element("div", { class: "report-part" }, heading, ...content);
}

/** The calls of a condition, which unfold where `actions` says how. */
export function backtrace(condition: ErrorReport, actions: ReportActions): HTMLElement | null {
  const sent = condition.frames.filter(isShown);
  // The call that reads the text has nothing but the text, which stands above.
  if (sent.length === 0 || isUnread(condition)) return null;
  const unsent = condition.framesTotal - condition.frames.length;
  const list = element("ol", { class: "frames" });
  list.style.setProperty("--digits", String(Math.max(2, String(condition.framesTotal - 1).length)));
  const fill = (frames: readonly FrameReport[]) => list.replaceChildren(...frameRows(frames, actions));
  const few = sent.slice(0, FRAMES_AT_FIRST);
  fill(few);
  const hidden = sent.length - few.length + unsent;
  if (hidden <= 0) return part("Backtrace", actions, list);
  const more = element(
    "button",
    { type: "button", class: "more" },
    `${hidden.toLocaleString("en")} more frame${hidden === 1 ? "" : "s"}`,
  );
  more.addEventListener("click", async () => {
    more.disabled = true;
    const frames = unsent <= 0 ? null : await actions.moreFrames(condition.framesTotal).catch(() => null);
    const shown = frames?.filter(isShown);
    fill(shown && shown.length > sent.length ? shown : sent);
    more.remove();
  });
  return part("Backtrace", actions, list, more);
}

/** Calls that the evaluator made of a toplevel form are left out: nobody wrote them. */
function isShown({ kind }: FrameReport): boolean {
  return kind !== "toplevel";
}

/** The frames, with a remark where the server left out some between the innermost and the outermost. */
function frameRows(frames: readonly FrameReport[], actions: ReportActions): HTMLElement[] {
  const rowOf = (frame: FrameReport) => {
    const shown = frameRow(frame, standsIn(actions.index, frame) ? actions : null);
    if (actions.unfoldFrame) makeUnfold(shown, frame, actions.unfoldFrame);
    return shown;
  };
  return frames.flatMap((frame, at) => {
    const before = frames[at - 1];
    const missing = before === undefined ? 0 : frame.index - before.index - 1;
    const remark = `${missing.toLocaleString("en")} more frames, not kept`;
    return missing > 0 ? [element("li", { class: "more-note" }, remark), rowOf(frame)] : [rowOf(frame)];
  });
}

/** A call; it links to its place where that is in the code that was evaluated. */
function frameRow(frame: FrameReport, actions: ReportActions | null): HTMLElement {
  const opening = `(${frame.function}`;
  const split = frame.text.startsWith(opening) && frame.function !== "";
  const code = split
    ? element(
        "code",
        {},
        element("span", { class: "tok-bracket" }, "("),
        element("b", {}, frame.function),
        highlightLisp(frame.text.slice(opening.length)),
      )
    : element("code", {}, highlightLisp(frame.text));
  return element(
    "li",
    { class: frame.kind === "library" ? "frame frame-library" : "frame", part: "frame" },
    element("span", { class: "frame-index" }, String(frame.index)),
    code,
    actions && frame.position && framePlace(frame.position, actions),
  );
}

/** Characters of a call in the name of its button. */
const NAME_CHARACTERS = 60;

/** Gives a call a button, and its text to the mouse, that unfolds what it has in a box under it. */
function makeUnfold(
  row: HTMLElement,
  frame: FrameReport,
  unfold: NonNullable<ReportActions["unfoldFrame"]>,
): void {
  const button = element("button", {
    type: "button",
    class: "disclose frame-unfold",
    "aria-expanded": "false",
    "aria-label": `Frame ${frame.index} ${frame.text.slice(0, NAME_CHARACTERS)}`,
    title: "Show what this call has",
  });
  let box: HTMLElement | null = null;
  const toggle = () => {
    const isOpen = box === null;
    button.setAttribute("aria-expanded", String(isOpen));
    box?.remove();
    box = isOpen ? element("div", { class: "frame-box", "aria-live": "off" }) : null;
    if (!box) return;
    row.append(box);
    unfold(frame, box);
  };
  button.addEventListener("click", toggle);
  const code = row.querySelector("code");
  code?.before(button);
  // Text that is selected is meant to be copied.
  code?.addEventListener("click", () => document.getSelection()?.isCollapsed !== false && toggle());
  row.classList.add("frame-unfolds");
}

function framePlace(position: Position, actions: ReportActions): HTMLElement {
  return placeButton(position, actions, {
    text: `line ${actions.locate(position).line}`,
    kind: "frame-place",
  });
}

function footer(actions: ReportActions): HTMLElement {
  const button = element(
    "button",
    { type: "button", class: "more describe", title: "Call describe-last-error" },
    "Describe for a model",
  );
  const holder = element("footer", { class: "report-foot" }, button);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const text = await actions.describe().catch((error: unknown) => String(error));
    button.replaceWith(
      element("pre", { class: "described", tabindex: 0, "aria-label": "describe-last-error" }, text),
    );
  });
  return holder;
}
