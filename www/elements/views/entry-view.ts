import type { ErrorReport, EvaluationReport } from "jscl-mcp";
import type { Answer } from "../answer.js";
import { element } from "../dom.js";
import { MOST_COLOURED } from "../highlight.js";
import type { OutputStream } from "./live-output.js";
import { pictureRows } from "./pictures-view.js";
import { conditionReport, type ReportActions } from "./report-view.js";
import { earlierResults, shownValue, type ValueActions } from "./results-view.js";
import { row } from "./row.js";
import { warningRows } from "./warnings-view.js";

/** How the answer of an evaluation is shown. */
export interface AnswerActions extends ReportActions, ValueActions {
  /** Whether what definitions return is shown among the values of the forms. */
  readonly showsDefinitions: boolean;
}

/** The output and results of one evaluation, each kind apart. */
export function evaluationParts(evaluation: EvaluationReport, actions: AnswerActions): HTMLElement[] {
  const parts = [
    stream("stdout", evaluation.stdout, evaluation.truncated.stdout),
    stream("stderr", evaluation.stderr, evaluation.truncated.stderr),
    ...warningRows(evaluation, actions),
    dropped(evaluation.truncated.warnings, "warning"),
    ...evaluation.restartsTaken.map(taken),
    ...pictureRows(evaluation),
    ...earlierResults(evaluation, actions),
    ...(evaluation.error ? [conditionReport(evaluation.error, actions)] : values(evaluation, actions)),
    dropped(evaluation.truncated.values, "value"),
  ];
  return parts.filter((each): each is HTMLElement => each !== null);
}

/** An answer that carries no data this page can read: its text, as a model would see it. */
export function plainParts(answer: Answer): HTMLElement[] {
  return [
    row(
      answer.isError ? "failure" : "plain",
      answer.isError ? "error" : "text",
      element("pre", {}, answer.text),
    ),
  ];
}

/** A failure of the call itself: no server, a protocol error, a lost connection. */
export function failureParts(message: string): HTMLElement[] {
  return [row("failure", "failed", element("p", {}, message))];
}

/** The output of a stopped evaluation, with a note that it was stopped. */
export function stoppedParts(written: readonly HTMLElement[], message: string): HTMLElement[] {
  const note = element("p", {}, element("strong", {}, "Stopped"), element("span", {}, message));
  return [...written, row("stopped", "■", note)];
}

/** An error that the evaluation is held at: its report, with restarts that continue it. */
export function heldParts(error: ErrorReport, actions: ReportActions): HTMLElement[] {
  const note = element("p", { role: "status" }, "The program waits here. Choose a restart, and it goes on.");
  return [row("held", "held", note), conditionReport(error, actions)];
}

/** A remark of the page's own. */
export function noteParts(message: string): HTMLElement[] {
  return [row("note", "", element("p", {}, message))];
}

function stream(of: OutputStream, text: string, missing: number): HTMLElement | null {
  if (text === "" && missing === 0) return null;
  return streamRow(of, text.replace(/\n$/, ""), dropped(missing, "character"));
}

/** The output of a stream. */
export function streamRow(
  of: OutputStream,
  text: string | Text,
  more: HTMLElement | null = null,
): HTMLElement {
  const kind = of === "stdout" ? "out" : "err";
  return row(kind, kind, element("div", {}, element("pre", {}, text), more));
}

function dropped(missing: number, what: string): HTMLElement | null {
  if (missing === 0) return null;
  return element(
    "p",
    { class: "dropped" },
    `${missing.toLocaleString("en")} more ${what}${missing === 1 ? "" : "s"} left out`,
  );
}

function taken({ restart, condition, message }: EvaluationReport["restartsTaken"][number]): HTMLElement {
  return row(
    "taken",
    "took",
    element(
      "p",
      {},
      element("strong", {}, restart),
      " for ",
      element("span", {}, `${condition}: ${message}`),
    ),
  );
}

function values({ status, values, results, forms }: EvaluationReport, actions: ValueActions): HTMLElement[] {
  if (status !== "ok") return [row("note", "", element("p", {}, `Ended: ${status}.`))];
  if (values.length === 0) return [row("value", "⇒", element("p", { class: "no-values" }, "no values"))];
  const handles = results?.find(({ form }) => form === forms - 1)?.handles;
  let coloured = 0;
  return values.map((value, index) => {
    const colour = Math.max(0, MOST_COLOURED - coloured);
    coloured += value.length;
    return row("value", "⇒", shownValue(value, colour, handles?.[index], actions));
  });
}
