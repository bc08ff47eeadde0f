// Generated from the Rust types; change those, then run: UPDATE_TYPES=1 cargo test current
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
import type { FormResult, FrameKind, LeftOut, Phase, Picture, Position, Restart, RestartTaken, Slot, SyntaxProblemKind, Timing, Where } from "./engine.js";

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
 * The level at which it is held; absent where it is not.
 */
level?: number,
/**
 * The printed values of the last form; empty when it returned none or did not return.
 */
values: Array<string>,
/**
 * The printed values of each form that returned.
 */
results: Array<FormResult>,
/**
 * The pictures that it displayed, in order.
 */
display?: Array<Picture>,
/**
 * What was recorded of it, by function.
 */
recording?: string,
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
 * The level at which it is held; absent where it is not.
 */
level?: number,
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
export type ReportStatus = "ok" | "aborted" | "error" | "timeout" | "held";

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
warnings: number,
/**
 * Pictures; absent where none is.
 */
display?: number, };

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
truncated?: LeftOut,
/**
 * By which `inspect-value` has the condition itself; absent where it is not kept.
 */
handle?: number,
/**
 * The level at which an evaluation is held at it; absent where none is.
 */
level?: number, };

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
 * How many evaluations are held in it at errors, each on top of the one before.
 */
level: number,
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
export type SessionState = "starting" | "idle" | "busy" | "held" | "reading" | "dead";

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
 * What `describe-symbol` returns of a symbol that there is.
 */
export type SymbolReport = {
/**
 * The name as it was given.
 */
name: string,
/**
 * True.
 */
found: boolean,
/**
 * The symbol as `get-source` takes it.
 */
symbol: string,
/**
 * The name of its home package; `null` where it has none.
 */
package: string | null,
/**
 * How it is accessible in the package that it was looked up in.
 */
access: Access,
/**
 * What it names.
 */
meanings: Array<Meaning>,
/**
 * Where it was defined in this session.
 */
definitions: Array<DefinitionPlace>, };

/**
 * How a symbol is accessible in a package.
 */
export type Access = "external" | "internal" | "inherited" | "none";

/**
 * One thing that a symbol names. Texts are printed in small letters.
 */
export type Meaning = {
/**
 * What it is.
 */
kind: MeaningKind,
/**
 * The lambda list; `null` where there is none, or it is not known.
 */
lambdaList: string | null,
/**
 * The index of the first argument that is in the `&body` of a macro, from 0.
 */
bodyPosition: number | null,
/**
 * Its documentation.
 */
documentation: string | null,
/**
 * The value of a variable, or the expansion of a symbol macro.
 */
value: string | null,
/**
 * The declared type of a function of the standard.
 */
type: string | null,
/**
 * The methods of a generic function, as many as there is room for.
 */
methods: Array<MethodReport>,
/**
 * How many methods there are.
 */
methodsTotal: number,
/**
 * The direct superclasses of a class.
 */
supers: Array<string>,
/**
 * The slots of a class, inherited ones too.
 */
slots: Array<string>, };

/**
 * The kinds of what a symbol can name.
 */
export type MeaningKind = "function" | "generic-function" | "macro" | "special-operator" | "setf-function" | "variable" | "constant" | "symbol-macro" | "class" | "structure-class" | "condition-class" | "built-in-class" | "type";

/**
 * A method of a generic function.
 */
export type MethodReport = {
/**
 * Such as `:around`.
 */
qualifiers: Array<string>,
/**
 * The names of classes, or `(eql …)`.
 */
specializers: Array<string>,
/**
 * Its own lambda list.
 */
lambdaList: string,
/**
 * Its documentation.
 */
documentation: string | null, };

/**
 * What `macroexpand-form` returns.
 */
export type ExpansionReport = {
/**
 * The form that it expands into, laid out in lines, in small letters.
 */
expansion: string,
/**
 * Whether anything was expanded.
 */
expanded: boolean, };

/**
 * What `inspect-value` returns.
 */
export type ValueReport = {
/**
 * By which the value is inspected again. The image keeps the last 500 values.
 */
handle: number,
/**
 * What it is.
 */
kind: ValueKind,
/**
 * Its type as `type-of` says it.
 */
type: string,
/**
 * How it prints, cut where that is long.
 */
printed: string,
/**
 * What is to be said of it beside its parts.
 */
facts: Array<Fact>,
/**
 * Its parts, from `start` on.
 */
parts: Array<Part>,
/**
 * How many parts it has.
 */
partsTotal: number,
/**
 * The index of the first part that is shown.
 */
start: number,
/**
 * The same parts as the rows of a table, where they have the same parts each: lists or
 * vectors of one length, pairs, property lists of the same keys, structures or instances of one class;
 * and the entries of a hash table. `null` for another value.
 */
table: Table | null, };

/**
 * Parts of a value as the rows of a table.
 */
export type Table = {
/**
 * The names of the columns.
 */
columns: Array<string>,
/**
 * What stands in each column of each row, from the part `start` on.
 */
rows: Array<Array<string>>, };

/**
 * Something that is to be said of a value.
 */
export type Fact = {
/**
 * What is said of, such as `length`.
 */
label: string,
/**
 * What is said.
 */
text: string, };

/**
 * A part of a value.
 */
export type Part = {
/**
 * By which it is in a path.
 */
index: number,
/**
 * What it is in the value: an index, the name of a slot, a key.
 */
label: string,
/**
 * What it is.
 */
kind: ValueKind,
/**
 * How it prints, cut where that is long.
 */
printed: string,
/**
 * Whether it has parts of its own.
 */
isOpenable: boolean, };

/**
 * The kinds of values.
 */
export type ValueKind = "list" | "cons" | "vector" | "string" | "array" | "hash-table" | "structure" | "instance" | "condition" | "symbol" | "package" | "function" | "generic-function" | "class" | "number" | "character" | "pathname" | "stream" | "other" | "unbound";

/**
 * What `query-recording` returns.
 */
export type RecordingReport = {
/**
 * How many events there were.
 */
events: number,
/**
 * How many of them were dropped, the first ones, as there was no more room.
 */
dropped: number,
/**
 * The functions that were called, those called most often first; only where nothing else was asked for.
 */
functions: Array<RecordedFunction>,
/**
 * The calls of the function that was asked for, equal ones once.
 */
calls: Array<RecordedCalls>,
/**
 * The events that were asked for, or that the value is in.
 */
steps: Array<RecordedStep>,
/**
 * The calls around the event, outermost first.
 */
path: Array<RecordedStep>,
/**
 * The variables of the call that the event is in as they were after it.
 */
variables: Array<RecordedVariable>,
/**
 * In how many events the value is; `null` where none was asked for.
 */
found: number | null, };

/**
 * A function that was called.
 */
export type RecordedFunction = {
/**
 * Its name, as printed.
 */
name: string,
/**
 * How many calls are kept.
 */
calls: number,
/**
 * How many of them were left by a non-local exit.
 */
left: number,
/**
 * The event of the first of them.
 */
first: number,
/**
 * The event of the last of them.
 */
last: number, };

/**
 * Calls with the same arguments that ended in the same way.
 */
export type RecordedCalls = {
/**
 * The event of the first of them.
 */
event: number,
/**
 * The call as a form.
 */
call: string,
/**
 * How they ended.
 */
end: CallEnd,
/**
 * What they returned, as printed.
 */
values: Array<string>,
/**
 * How many there are.
 */
times: number, };

/**
 * How a call ended.
 */
export type CallEnd = "returned" | "left" | "again" | "running";

/**
 * An event of a recording.
 */
export type RecordedStep = {
/**
 * Its number.
 */
event: number,
/**
 * How many calls it is in.
 */
depth: number,
/**
 * What happened.
 */
kind: StepKind,
/**
 * The same in words.
 */
text: string, };

/**
 * What happens in a program.
 */
export type StepKind = "call" | "return" | "left" | "again" | "binding" | "assignment" | "signal" | "handled" | "restart";

/**
 * A variable as it was.
 */
export type RecordedVariable = {
/**
 * Its name, as printed.
 */
name: string,
/**
 * Its value, as printed.
 */
value: string, };

/**
 * What `list-files` returns of a directory that there is.
 */
export type FilesReport = {
/**
 * The directory, with a slash at its end.
 */
directory: string,
/**
 * True.
 */
found: boolean,
/**
 * What is in it, in the order of names, as many as there is room for.
 */
files: Array<FileReport>,
/**
 * How many there are.
 */
total: number,
/**
 * Another number in a fresh Lisp, which has lost the files in memory.
 */
image: number, };

/**
 * What `read-file` returns of a file that there is.
 */
export type ContentReport = {
/**
 * Its name from the root on.
 */
path: string,
/**
 * The part of it from `start` on.
 */
content: string,
/**
 * How many characters lie before that part.
 */
start: number,
/**
 * How many characters the file has.
 */
characters: number,
/**
 * Where the next part starts; `null` where the file ends with this one.
 */
next: number | null, };

/**
 * What `write-file` returns.
 */
export type WrittenReport = {
/**
 * Its name from the root on.
 */
path: string,
/**
 * How many characters it has now.
 */
characters: number,
/**
 * Whether there was no such file before.
 */
created: boolean, };

/**
 * What `delete-file` returns.
 */
export type DeletedReport = {
/**
 * What its name from the root on was.
 */
path: string,
/**
 * How many characters it had.
 */
characters: number, };

/**
 * A file, or a directory, in a directory.
 */
export type FileReport = {
/**
 * Its name there.
 */
name: string,
/**
 * Its name from the root on, as the other tools and OPEN take it.
 */
path: string,
/**
 * What it is.
 */
kind: FileKind,
/**
 * How many characters it has; `null` for a directory.
 */
characters: number | null, };

/**
 * What is in a directory.
 */
export type FileKind = "file" | "directory";

/**
 * Where something was defined in a session.
 */
export type DefinitionPlace = {
/**
 * What was defined, such as `FUNCTION` or `METHOD`.
 */
kind: string,
/**
 * All that tells it from others, such as `METHOD AREA (CIRCLE)`.
 */
name: string,
/**
 * Where its form began in the text that was evaluated; `null` where that is not known.
 */
position: Position | null, };

/**
 * A definition that a session has.
 */
export type DefinitionSource = {
/**
 * What was defined, such as `FUNCTION` or `METHOD`.
 */
kind: string,
/**
 * All that tells it from others, such as `METHOD AREA (CIRCLE)`.
 */
name: string,
/**
 * Where its form began in the text that was evaluated; `null` where that is not known.
 */
position: Position | null,
/**
 * The source text of its form.
 */
code: string,
/**
 * The package that it was read in.
 */
package: string, };

/**
 * What `get-source` returns.
 */
export type SourceReport = {
/**
 * The name as it was given.
 */
name: string,
/**
 * Whether anything of that name is defined.
 */
found: boolean,
/**
 * What it was defined as, each by the form that did so last.
 */
definitions: Array<DefinitionSource>, };

/**
 * What `format-code` returns.
 */
export type FormatReport = {
/**
 * The code, indented.
 */
code: string,
/**
 * How many lines have changed.
 */
changedLines: number,
/**
 * What is wrong with it, the first ones: a program with one of these cannot be read.
 */
problems: Array<FormatProblem>, };

/**
 * What is wrong with a text at a place.
 */
export type FormatProblem = {
/**
 * What is wrong.
 */
kind: SyntaxProblemKind,
/**
 * Where it begins in the text that was given.
 */
position: Position,
/**
 * All of that as a sentence.
 */
message: string, };

/**
 * A set of tools that belong together.
 */
export type ToolSet = "core" | "inspect" | "sessions" | "development" | "debugger";

/** All sets of tools. */
export const TOOL_SETS = ["core", "inspect", "sessions", "development", "debugger"] as const;
