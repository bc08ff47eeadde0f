import type { ErrorReport, FrameReport, Position } from "jscl-mcp";
import { element } from "../dom.js";
import { highlightLisp } from "../editor/highlight.js";
import { type RestartUse, restartList } from "./restarts-view.js";

/** Frames shown before the reader asks for more. */
const FRAMES_AT_FIRST = 8;

/** Classes every condition has; naming them tells the reader nothing. */
const UNREMARKABLE = new Set(["COMMON-LISP:T", "COMMON-LISP:STANDARD-OBJECT"]);

export interface ReportActions {
  /** The session's package; a type that belongs to it is named without. */
  readonly package: string;
  /** Where in the editor a position of the evaluated code lies. */
  readonly locate: (position: Position) => Position;
  readonly goTo: (position: Position) => void;
  /** Asks the server for more frames, or `null` when it no longer has them. */
  readonly moreFrames: (count: number) => Promise<readonly FrameReport[] | null>;
  /** Asks the server to describe the last error. */
  readonly describe: () => Promise<string>;
  readonly restarts: RestartUse;
}

/** A condition laid out for a person: type, message, slots, restarts, backtrace. */
export function conditionReport(condition: ErrorReport, actions: ReportActions): HTMLElement {
  return element(
    "section",
    { class: "report", "aria-label": `Error ${condition.type}` },
    heading(condition, actions),
    element("p", { class: "report-message" }, condition.message),
    condition.restartProblem === null
      ? null
      : element("p", { class: "report-problem" }, condition.restartProblem),
    slots(condition),
    condition.restarts.length > 0 ? part("Restarts", restartList(condition, actions.restarts)) : null,
    backtrace(condition, actions),
    whereabouts(condition, actions),
    footer(actions),
  );
}

function heading(condition: ErrorReport, actions: ReportActions): HTMLElement {
  const place = errorPlace(condition);
  const qualified = !["", "COMMON-LISP", actions.package].includes(condition.package);
  return element(
    "header",
    { class: "report-head" },
    element(
      "h3",
      {},
      qualified && element("span", { class: "report-package" }, `${condition.package}:`),
      condition.type,
    ),
    ancestry(condition, actions),
    place && placeButton(place, actions),
  );
}

/** Where the code has the call that failed, as far as that is known. */
export function errorPlace({ where, position }: ErrorReport): Position | null {
  return where ?? position;
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

function placeButton(position: Position, actions: ReportActions): HTMLElement {
  const place = actions.locate(position);
  const button = element(
    "button",
    { type: "button", class: "place", title: "Show this place in the editor" },
    `line ${place.line}, column ${place.column}`,
  );
  button.addEventListener("click", () => actions.goTo(place));
  return button;
}

/** The form and the definition that the error is in, unless there is but one of them. */
function whereabouts({ where }: ErrorReport, actions: ReportActions): HTMLElement | null {
  if (!where || (where.elsewhere === null && where.form === 0 && where.line === 1 && where.column === 0))
    return null;
  const { line, column } = actions.locate(where);
  const { elsewhere } = where;
  return element(
    "p",
    { class: "report-where" },
    `Where: form ${where.form + 1}, line ${line}, column ${column}`,
    ...formName(", in ", where.in),
    elsewhere && "; the error is",
    ...formName(" in ", elsewhere?.in ?? null),
    elsewhere &&
      `${elsewhere.in === null ? " at" : ","} line ${elsewhere.line}, column ${elsewhere.column} of `,
    elsewhere && (elsewhere.file ?? "an earlier evaluation"),
  );
}

function formName(before: string, name: string | null): (Node | string)[] {
  return name === null ? [] : [before, element("code", {}, highlightLisp(name))];
}

function slots(condition: ErrorReport): HTMLElement | null {
  if (condition.slots.length === 0) return null;
  const list = element("dl", { class: "report-slots" });
  for (const slot of condition.slots) {
    list.append(
      element("dt", {}, slot.name.toLowerCase()),
      element("dd", {}, element("code", {}, highlightLisp(slot.value))),
    );
  }
  return list;
}

function part(title: string, ...content: (Node | null)[]): HTMLElement {
  return element("div", { class: "report-part" }, element("h4", {}, title), ...content);
}

function backtrace(condition: ErrorReport, actions: ReportActions): HTMLElement | null {
  const sent = condition.frames.filter(isShown);
  if (sent.length === 0) return null;
  const unsent = condition.framesTotal - condition.frames.length;
  const list = element("ol", { class: "frames" });
  const fill = (frames: readonly FrameReport[]) => list.replaceChildren(...frameRows(frames));
  const few = sent.slice(0, FRAMES_AT_FIRST);
  fill(few);
  const hidden = sent.length - few.length + unsent;
  if (hidden <= 0) return part("Backtrace", list);
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
  return part("Backtrace", list, more);
}

/** What the evaluator made of a toplevel form is no call that a reader wrote. */
function isShown({ kind }: FrameReport): boolean {
  return kind !== "toplevel";
}

/** The frames, with a remark where the server left out some between the innermost and the outermost. */
function frameRows(frames: readonly FrameReport[]): HTMLElement[] {
  return frames.flatMap((frame, at) => {
    const before = frames[at - 1];
    const missing = before === undefined ? 0 : frame.index - before.index - 1;
    const remark = `${missing.toLocaleString("en")} more frames, not kept`;
    return missing > 0 ? [element("li", { class: "more-note" }, remark), frameRow(frame)] : [frameRow(frame)];
  });
}

function frameRow(frame: FrameReport): HTMLElement {
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
    { class: frame.kind === "library" ? "frame frame-library" : "frame" },
    element("span", { class: "frame-index" }, String(frame.index)),
    code,
  );
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
