// Generated from the Rust types; change those, then run: UPDATE_TYPES=1 cargo test current
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
import type { FormResult, FrameKind, LeftOut, Phase, Position, Restart, RestartTaken, Slot, Timing, Where } from "./engine.js";

/**
 * The structured content of each tool's results.
 */
export type Structured<T> = {
/**
 * Equal to the text content.
 */
text: string, } & T;

/**
 * What became of an evaluation.
 */
export type EvaluationReport = {
/**
 * How it ended.
 */
status: ReportStatus,
/**
 * The printed values of the last form; empty when it returned none or did not return.
 */
values: Array<string>,
/**
 * The printed values of each form that returned.
 */
results: Array<FormResult>,
/**
 * What was written to standard output.
 */
stdout: string,
/**
 * What was written to error output.
 */
stderr: string,
/**
 * What was left out.
 */
truncated: Truncated,
/**
 * The warnings that were signalled, in order.
 */
warnings: Array<WarningReport>,
/**
 * The restarts that were taken because the call said so, in order.
 */
restartsTaken: Array<RestartTaken>,
/**
 * What ended it; absent when it returned.
 */
error?: ErrorReport,
/**
 * The name of the current package afterwards.
 */
package: string,
/**
 * How many forms were read.
 */
forms: number,
/**
 * How long it took, if that was asked for.
 */
timing: Timing | null,
/**
 * What the session got back, when its image was replaced because of this evaluation, or before it with
 * nobody to tell.
 */
restored?: Restored,
/**
 * What it defined that is not kept for when the image is lost, or for another visit, because there is no
 * room.
 */
notKept?: Array<string>, };

/**
 * What became of an evaluation, in brief.
 */
export type BriefEvaluation = {
/**
 * How it ended.
 */
status: ReportStatus,
/**
 * The printed values of the last form; absent where an error ended it.
 */
values?: Array<string>,
/**
 * What ended it; absent when it returned.
 */
error?: BriefError,
/**
 * Of what the text shows only a part, how much there was in all; absent where the text shows everything.
 */
counts?: Counts, };

/**
 * A condition that ended an evaluation, in brief.
 */
export type BriefError = {
/**
 * The name of its type.
 */
type: string,
/**
 * The package of its type.
 */
package: string,
/**
 * Which form it happened in, from 0.
 */
form: number,
/**
 * Where in the code that form begins, or where reading ended.
 */
position: Position | null,
/**
 * The names of the restarts that were available, innermost first, as many as there is room for.
 */
restarts: Array<string>, };

/**
 * How much there was in all; only of what the text shows a part of.
 */
export type Counts = {
/**
 * Characters of standard output.
 */
stdout?: number,
/**
 * Characters of error output.
 */
stderr?: number,
/**
 * Values of the last form.
 */
values?: number,
/**
 * Warnings.
 */
warnings?: number,
/**
 * Calls of the backtrace.
 */
frames?: number, };

/**
 * What a session got back after its image was replaced.
 */
export type Restored = {
/**
 * Why the image was replaced.
 */
reason: string,
/**
 * How many forms of the session that defined something were evaluated again.
 */
count: number,
/**
 * Those that could not be.
 */
failed: Array<Unrestored>,
/**
 * How many others there had been no room for.
 */
notKept: number, };

/**
 * A form whose definitions could not be restored.
 */
export type Unrestored = {
/**
 * What it had defined, each as a kind and a name.
 */
names: Array<string>,
/**
 * Why, for a person to read.
 */
reason: string, };

/**
 * How an evaluation ended.
 */
export type ReportStatus = "ok" | "aborted" | "error" | "timeout";

/**
 * What a report leaves out.
 */
export type Truncated = {
/**
 * Characters of standard output.
 */
stdout: number,
/**
 * Characters of error output.
 */
stderr: number,
/**
 * Values of the last form.
 */
values: number,
/**
 * Forms of the results.
 */
results: number,
/**
 * Warnings.
 */
warnings: number, };

/**
 * A warning that was signalled and muffled.
 */
export type WarningReport = {
/**
 * The name of its type.
 */
type: string,
/**
 * The package of its type.
 */
package: string,
/**
 * Its report.
 */
message: string,
/**
 * Where in the text it comes from.
 */
position: Position | null, };

/**
 * A condition that ended an evaluation.
 */
export type ErrorReport = {
/**
 * The name of its type.
 */
type: string,
/**
 * The package of its type.
 */
package: string,
/**
 * Its report, and for a reader error where reading ended and why.
 */
message: string,
/**
 * The class precedence list, each as `PACKAGE:NAME`.
 */
precedence: Array<string>,
/**
 * Its slots.
 */
slots: Array<Slot>,
/**
 * The restarts that were available, innermost first.
 */
restarts: Array<Restart>,
/**
 * The innermost and the outermost calls, innermost first.
 */
frames: Array<FrameReport>,
/**
 * How many there are, with those that are not listed.
 */
framesTotal: number,
/**
 * Which form it happened in, from 0.
 */
form: number,
/**
 * What was being done with the form.
 */
phase: Phase,
/**
 * Where in the text.
 */
position: Position | null,
/**
 * Where in source text.
 */
where: Where | null,
/**
 * When, as ISO 8601 in UTC.
 */
timestamp: string,
/**
 * The restart that was taken for it because the call said so, and that did not go on from it.
 */
restartTaken: string | null,
/**
 * Why the restart that the call names for it could not be taken.
 */
restartProblem: string | null,
/**
 * How many there are beyond what is listed above; absent where all are.
 */
truncated?: LeftOut, };

/**
 * One call in a backtrace.
 */
export type FrameReport = {
/**
 * Its place, from 0 at the innermost.
 */
index: number,
/**
 * The name of the function, as printed.
 */
function: string,
/**
 * The package of its name, if it has one.
 */
package: string | null,
/**
 * The printed arguments.
 */
arguments: Array<string>,
/**
 * The whole call as a form, cut to a line's length.
 */
text: string,
/**
 * What was called.
 */
kind: FrameKind,
/**
 * Where in the text the call stands.
 */
position: Position | null,
/**
 * Where the definition of the function stood in the text that defined it.
 */
definition: Position | null, };

/**
 * What `describe-last-error` returns.
 */
export type LastErrorReport = {
/**
 * The last error with its innermost frames; `null` if none has occurred since the last success.
 */
error: ErrorReport | null, };

/**
 * What `get-backtrace` returns.
 */
export type BacktraceReport = {
/**
 * The last error with as many frames as were asked for; `null` if none has occurred since the last
 * success.
 */
error: ErrorReport | null, };

/**
 * What `describe-last-error` and `get-backtrace` return in brief.
 */
export type BriefLastError = {
/**
 * The last error; `null` if none has occurred since the last success.
 */
error: BriefError | null,
/**
 * Of what the text shows only a part, how much there is in all; absent where the text shows everything.
 */
counts?: Counts, };

/**
 * What `configure-limits` and `create-session` return: the limits from now on.
 */
export type LimitsReport = {
/**
 * The session's handle.
 */
session: string,
/**
 * In seconds; 0 for no limit.
 */
timeout: number,
/**
 * In characters.
 */
maxOutput: number, };

/**
 * What `reset-session` returns.
 */
export type ResetReport = {
/**
 * The session's handle.
 */
session: string,
/**
 * `lisp-implementation-type` of the fresh Lisp.
 */
lisp: string,
/**
 * `lisp-implementation-version` of the fresh Lisp.
 */
version: string,
/**
 * How long its start took, in milliseconds.
 */
bootMs: number, };

/**
 * What `list-sessions` returns.
 */
export type SessionsReport = {
/**
 * In the order in which they were made.
 */
sessions: Array<SessionReport>,
/**
 * How many there can be at once.
 */
maxSessions: number, };

/**
 * One session as `list-sessions` shows it.
 */
export type SessionReport = {
/**
 * Its handle.
 */
session: string,
/**
 * What its Lisp does.
 */
state: SessionState,
/**
 * Evaluations that wait for it.
 */
waiting: number,
/**
 * How long an evaluation may run, in seconds; 0 for no limit.
 */
timeout: number,
/**
 * How much output an evaluation may return, in characters.
 */
maxOutput: number,
/**
 * The type of the last error; `null` if none has occurred since the last success.
 */
lastError: string | null, };

/**
 * What the Lisp of a session does.
 */
export type SessionState = "starting" | "idle" | "busy" | "held" | "dead";

/**
 * What `close-session` returns.
 */
export type ClosedReport = {
/**
 * The handle, which names nothing any more.
 */
session: string,
/**
 * How many evaluations were running or waiting in it.
 */
ended: number, };

/**
 * What `describe-symbol`, `describe-package` and `show-source` return.
 */
export type InspectionReport = {
/**
 * The name as it was given.
 */
name: string,
/**
 * Whether there is something of that name; the text says what.
 */
found: boolean, };

/**
 * A set of tools that belong together.
 */
export type ToolSet = "core" | "inspect" | "sessions";

/** All sets of tools. */
export const TOOL_SETS = ["core", "inspect", "sessions"] as const;
