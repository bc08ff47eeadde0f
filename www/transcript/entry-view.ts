import type { ErrorReport, EvaluationReport, WarningReport } from "jscl-mcp";
import type { Answer } from "../client/client.js";
import { element } from "../dom.js";
import { highlightLisp, MOST_COLOURED } from "../editor/highlight.js";
import type { OutputStream } from "./live-output.js";
import { conditionReport, type ReportActions } from "./report-view.js";

/** Everything one evaluation said, each kind told apart. */
export function evaluationParts(evaluation: EvaluationReport, actions: ReportActions): HTMLElement[] {
  const parts = [
    stream("stdout", evaluation.stdout, evaluation.truncated.stdout),
    stream("stderr", evaluation.stderr, evaluation.truncated.stderr),
    ...evaluation.warnings.map(warning),
    dropped(evaluation.truncated.warnings, "warning"),
    ...evaluation.restartsTaken.map(taken),
    ...(evaluation.error ? [conditionReport(evaluation.error, actions)] : values(evaluation)),
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

/** What was written before the evaluation was stopped, and that it was. */
export function stoppedParts(written: readonly HTMLElement[], message: string): HTMLElement[] {
  const note = element("p", {}, element("strong", {}, "Stopped"), element("span", {}, message));
  return [...written, row("stopped", "■", note)];
}

/** An error that the evaluation waits at: its report, with restarts that let it go on. */
export function heldParts(error: ErrorReport, actions: ReportActions): HTMLElement[] {
  const note = element("p", { role: "status" }, "The program waits here. Choose a restart, and it goes on.");
  return [row("held", "held", note), conditionReport(error, actions)];
}

/** A remark of the page's own. */
export function noteParts(message: string): HTMLElement[] {
  return [row("note", "", element("p", {}, message))];
}

function row(kind: string, label: string, content: HTMLElement): HTMLElement {
  return element(
    "div",
    { class: `row row-${kind}` },
    element("span", { class: "row-label" }, label),
    element("div", { class: "row-content" }, content),
  );
}

function stream(of: OutputStream, text: string, missing: number): HTMLElement | null {
  if (text === "" && missing === 0) return null;
  return streamRow(of, text.replace(/\n$/, ""), dropped(missing, "character"));
}

/** What was written to a stream. */
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

function warning(each: WarningReport): HTMLElement {
  return row(
    "warning",
    "warn",
    element("p", {}, element("strong", {}, each.type), " ", element("span", {}, each.message)),
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

function values(evaluation: EvaluationReport): HTMLElement[] {
  if (evaluation.status !== "ok") return [row("note", "", element("p", {}, `Ended: ${evaluation.status}.`))];
  if (evaluation.values.length === 0)
    return [row("value", "⇒", element("p", { class: "no-values" }, "no values"))];
  let coloured = 0;
  return evaluation.values.map((value) => {
    const code = highlightLisp(value, Math.max(0, MOST_COLOURED - coloured));
    coloured += value.length;
    return row("value", "⇒", element("pre", {}, element("code", {}, code)));
  });
}
