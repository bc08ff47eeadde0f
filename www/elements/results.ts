import type { BacktraceReport, ErrorReport, EvaluationReport, LimitsReport, SessionReport } from "jscl-mcp";
import { type Fields, hasTexts, isObject } from "./fields.js";

/*
 * Checks of the tools' structured content, which arrives as JSON from a server: each checks the members that
 * this page relies on. Where one does not fit, the page shows the tool's text instead.
 */

function isError(value: unknown): value is ErrorReport {
  return (
    isObject(value) &&
    hasTexts(value, "type", "message") &&
    ["precedence", "slots", "restarts", "frames"].every((name) => Array.isArray(value[name]))
  );
}

function isEvaluation(value: unknown): value is EvaluationReport {
  return (
    isObject(value) &&
    hasTexts(value, "status", "stdout", "stderr", "package") &&
    ["values", "results", "warnings", "restartsTaken"].every((name) => Array.isArray(value[name])) &&
    isObject(value["truncated"]) &&
    (value["error"] === undefined || isError(value["error"]))
  );
}

function isSession(value: unknown): value is SessionReport {
  return isObject(value) && hasTexts(value, "session", "state") && typeof value["waiting"] === "number";
}

type Result = EvaluationReport["results"][number];

function isResult(value: unknown): value is Result {
  return (
    isObject(value) &&
    typeof value["form"] === "number" &&
    Array.isArray(value["values"]) &&
    value["values"].every((each) => typeof each === "string") &&
    isObject(value["position"])
  );
}

/** The values of forms in the `_meta` of a notification of progress; none where it has something else. */
export function readProgressResults(meta: Fields): readonly Result[] {
  const results = meta["jscl-mcp/results"];
  return Array.isArray(results) && results.every(isResult) ? results : [];
}

/** The structured content of `evaluate-lisp`, or `null` when it is something else. */
export function readEvaluation(data: unknown): EvaluationReport | null {
  return isEvaluation(data) ? data : null;
}

/** The sessions in the structured content of `list-sessions`, or `null` when it is something else. */
export function readSessions(data: unknown): readonly SessionReport[] | null {
  const sessions = isObject(data) ? data["sessions"] : null;
  return Array.isArray(sessions) && sessions.every(isSession) ? sessions : null;
}

/** The structured content of `configure-limits`, or `null` when it is something else. */
export function readLimits(data: unknown): LimitsReport | null {
  return isObject(data) && typeof data["timeout"] === "number" && typeof data["maxOutput"] === "number"
    ? (data as LimitsReport)
    : null;
}

/**
 * The error in the structured content of `get-backtrace` or `describe-last-error`, or `null` when there is
 * none.
 */
export function readLastError(data: unknown): ErrorReport | null {
  const error = isObject(data) ? (data as Partial<BacktraceReport>).error : null;
  return isError(error) ? error : null;
}
