import type { ErrorReport } from "jscl-mcp";
import { element } from "../elements/dom.js";
import { highlightLisp } from "../elements/highlight.js";
import { placeButton } from "../elements/views/places.js";
import {
  backtrace,
  errorPlace,
  isElsewhere,
  type ReportActions,
  whereabouts,
} from "../elements/views/report-view.js";
import { row } from "../elements/views/row.js";
import { readStep } from "./steps.js";

/** A program that has stopped before a call: what is next, what was evaluated since, and its calls. */
export function stepParts(error: ErrorReport, level: number, actions: ReportActions): HTMLElement[] | null {
  const step = readStep(error.message);
  if (step === null) return null;
  const { breakpoint, given, call, args } = step;
  const isOfOther = error.where !== null && isElsewhere(error.where);
  const place = isOfOther ? null : errorPlace(error);
  const lineOf = (line: number) => (isOfOther ? line : actions.locate({ line, column: 0 }).line);
  const said = breakpoint
    ? `Stopped at a breakpoint${breakpoint.name && ` of ${breakpoint.name}`}, line ${lineOf(breakpoint.line)}.`
    : "Stopped before a call.";
  const note = element(
    "p",
    { role: "status" },
    element("span", { class: "level-badge" }, `Level ${level}`),
    ` ${said}`,
  );
  const facts = element(
    "dl",
    { class: "step-facts" },
    ...(given === "" ? [] : fact("Evaluated", given)),
    ...fact("Next", call),
    ...(args === "" ? [] : fact("With", args)),
  );
  const report = element(
    "div",
    { class: "report report-step", role: "group", "aria-label": "Step" },
    element("div", { class: "step-head" }, facts, place && placeButton(place, actions)),
    breakpoint?.problem
      ? element("p", { class: "report-problem" }, `Its condition failed: ${breakpoint.problem}`)
      : null,
    error.restartProblem === null ? null : element("p", { class: "report-problem" }, error.restartProblem),
    backtrace(error, actions),
    whereabouts(error, actions),
  );
  return [row("held", "held", note), report];
}

function fact(name: string, code: string): HTMLElement[] {
  return [element("dt", {}, name), element("dd", {}, element("pre", {}, highlightLisp(code)))];
}
