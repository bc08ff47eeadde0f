import type { BacktraceReport, ErrorReport, EvaluationReport, LimitsReport, SessionReport } from "jscl-mcp";

/*
 * The tools' structured content arrives as JSON from a server; before it is taken for what its type says, it is looked
 * at as far as this page relies on it. What does not fit is not guessed at: the page shows the tool's text instead.
 */

type Fields = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isError(value: unknown): value is ErrorReport {
  return (
    isObject(value) &&
    typeof value["type"] === "string" &&
    typeof value["message"] === "string" &&
    ["precedence", "slots", "restarts", "frames"].every((name) => Array.isArray(value[name]))
  );
}

function isEvaluation(value: unknown): value is EvaluationReport {
  return (
    isObject(value) &&
    ["status", "stdout", "stderr", "package"].every((name) => typeof value[name] === "string") &&
    ["values", "warnings", "restartsTaken"].every((name) => Array.isArray(value[name])) &&
    isObject(value["truncated"]) &&
    (value["error"] === undefined || isError(value["error"]))
  );
}

function isSession(value: unknown): value is SessionReport {
  return (
    isObject(value) &&
    ["session", "state"].every((name) => typeof value[name] === "string") &&
    typeof value["waiting"] === "number"
  );
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

/** The error in the structured content of `get-backtrace` or `describe-last-error`, or `null` when there is none. */
export function readLastError(data: unknown): ErrorReport | null {
  const error = isObject(data) ? (data as Partial<BacktraceReport>).error : null;
  return isError(error) ? error : null;
}
