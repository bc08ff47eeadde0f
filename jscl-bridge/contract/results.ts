// Generated from the Rust types; change those, then run: npm run generate
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
import type { Elsewhere, Ends, FileEncoding, FormResult, FrameKind, FrameVariable, Hint, LeftOut, Phase, Picture, Position, Restart, RestartTaken, Severity, Slot, SyntaxProblemKind, Timing, VariableState } from "./engine.js";

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
 * What the compiler caught and the warnings that were signalled: errors first, each kind in its order.
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
 * Of output that is left out between its beginning and its end, that end; absent where none is.
 */
ends?: Ends,
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
 * The printed values of the last form, of long ones the beginning; absent where an error ended it.
 */
values?: Array<string>,
/**
 * How many forms could not be compiled: where control comes to one, it signals an error. Absent where
 * none is.
 */
compileErrors?: number,
/**
 * What ended it; absent when it returned.
 */
error?: BriefError,
/**
 * The name of the current package afterwards; absent where that is COMMON-LISP-USER.
 */
package?: string,
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
 * Which toplevel form of the code ran, from 0.
 */
form: number,
/**
 * Where in the code that form begins, or where reading ended.
 */
position: Position | null,
/**
 * The innermost place in source text, as the text says it; absent where that does not.
 */
where?: BriefPlace,
/**
 * The names of the restarts that were available, innermost first, as many as there is room for.
 */
restarts: Array<string>,
/**
 * How many lines of the text say what would have helped; absent where none does.
 */
hints?: number, };

/**
 * A place in source text, in brief.
 */
export type BriefPlace = {
/**
 * Which toplevel form of its text it is in, from 1.
 */
form: number,
/**
 * From 1.
 */
line: number,
/**
 * From 0, in UTF-16 units.
 */
column: number,
/**
 * The innermost definition around it, or the toplevel form, in short; absent for what could not be read.
 */
definition?: string,
/**
 * The name of the file that it is in; absent where it is in none.
 */
file?: string,
/**
 * Which evaluation it is in, if that is another one.
 */
evaluation?: Earlier, };

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
 * What the compiler caught, or a warning that was signalled and muffled.
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
 * The type as the text names it, where that is another name.
 */
label?: string,
/**
 * Its report.
 */
message: string,
/**
 * How bad it is: a form that is an `error` signals one where control comes to it.
 */
severity: Severity,
/**
 * Where in the text it comes from.
 */
position: Position | null,
/**
 * The same with what is around it, and where in a file that the text loads; `null` where the compiler
 * did not signal it.
 */
where: Place | null,
/**
 * What would have helped, as far as that is certain.
 */
hints?: Array<Hint>,
/**
 * Whether the report's error tells the same: who shows that leaves this out, as the text does.
 */
saidByError?: boolean, };

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
 * Which toplevel form of the evaluated text ran, from 0.
 */
form: number,
/**
 * What was being done with the form.
 */
phase: Phase,
/**
 * Where that toplevel form begins, or where reading ended.
 */
position: Position | null,
/**
 * The innermost place in source text, as the text says it; null where none is known.
 */
where: Place | null,
/**
 * Where in the evaluated text that call was called from, innermost first; absent where that is not
 * known.
 */
calledFrom?: Array<Place>,
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
 * What would have helped, as far as that is certain.
 */
hints?: Array<Hint>,
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
definition: Position | null,
/**
 * Its variables, innermost first; absent where none is known, and of calls further out.
 */
variables?: Array<FrameVariable>, };

/**
 * A place in source text: of the evaluated text, of a file, or of the text of an earlier evaluation.
 */
export type Place = {
/**
 * Which toplevel form of its text it is in, from 1.
 */
form: number,
/**
 * From 1.
 */
line: number,
/**
 * From 0, in UTF-16 units.
 */
column: number,
/**
 * The innermost definition around it, or the toplevel form, in short: `(DEFUN AVERAGE)`; null for what
 * could not be read.
 */
definition: string | null,
/**
 * The name of the file that it is in, if it is in one.
 */
file: string | null,
/**
 * Which evaluation it is in, if that is another one; null for the evaluated text and for files.
 */
evaluation: Earlier | null, };

/**
 * An evaluation that is not the one that is reported.
 */
export type Earlier = "earlier";

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
maxOutput: number,
/**
 * In characters of an answer in all; absent where there is no limit.
 */
maxAnswer?: number, };

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
 * How many evaluations are held in it, each on top of the one before.
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
 * What `inspect-frame` returns.
 */
export type FrameInspection = {
/**
 * The level whose evaluation is held; 0 for the last error where that is over.
 */
level: number,
/**
 * The number of the call, from 0 at the innermost.
 */
frame: number,
/**
 * The call as a form.
 */
call: string,
/**
 * What was called.
 */
kind: FrameKind,
/**
 * Its variables, innermost first, as many as there is room for.
 */
variables: Array<InspectedVariable>,
/**
 * Why others are missing, and what to do about it; `null` where none are.
 */
missing: string | null, };

/**
 * A variable of a call.
 */
export type InspectedVariable = {
/**
 * Its name, as printed.
 */
name: string,
/**
 * How the call has it.
 */
state: VariableState,
/**
 * The printed value; `null` where it has none, or it is not known.
 */
value: string | null,
/**
 * By which `inspect-value` has the value; `null` where there is none.
 */
handle: number | null, };

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
found: number | null,
/**
 * Where the event stands that was asked for: the form that calls, binds or assigns, where that is
 * certain, else the function of the call that it is in; `null` where that is not known, or none was
 * asked for.
 */
place: Elsewhere | null, };

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
 * How `content` is written.
 */
encoding: FileEncoding,
/**
 * How many characters, or bytes in base64, lie before that part.
 */
start: number,
/**
 * How many characters the file has; `null` in base64.
 */
characters: number | null,
/**
 * How many bytes the file has.
 */
bytes: number,
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
 * How many characters it has now; `null` where bytes were written.
 */
characters: number | null,
/**
 * How many bytes it has now.
 */
bytes: number,
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
 * How many characters it had; `null` where it was no text.
 */
characters: number | null,
/**
 * How many bytes it had.
 */
bytes: number, };

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
 * How many characters it has; `null` for a directory, and where it is no text or too long to be counted.
 */
characters: number | null,
/**
 * How many bytes it has; `null` for a directory.
 */
bytes: number | null, };

/**
 * What is in a directory.
 */
export type FileKind = "file" | "directory";

/**
 * What `apropos-search` returns.
 */
export type AproposReport = {
/**
 * The symbols found, from `start` on, in the order of their packages and names.
 */
symbols: Array<FoundSymbol>,
/**
 * How many there are in all.
 */
total: number,
/**
 * The index of the first that is shown.
 */
start: number, };

/**
 * A symbol that was found.
 */
export type FoundSymbol = {
/**
 * As it is written in any package.
 */
symbol: string,
/**
 * The name of its home package.
 */
package: string,
/**
 * How it is accessible in its home package.
 */
access: Access,
/**
 * What it names; empty for nothing.
 */
kinds: Array<MeaningKind>,
/**
 * The lambda list of its function or macro; `null` where there is none, or it is not known.
 */
lambdaList: string | null, };

/**
 * What `class-info` returns.
 */
export type ClassReport = {
/**
 * The name of the class, as it is written in any package.
 */
name: string,
/**
 * Whether there is such a class; otherwise all else is empty.
 */
found: boolean,
/**
 * The class of the class, such as `standard-class` or `structure-class`.
 */
metaclass: string | null,
/**
 * Its documentation.
 */
documentation: string | null,
/**
 * The classes that it was defined with.
 */
directSuperclasses: Array<string>,
/**
 * The classes that were defined with it.
 */
directSubclasses: Array<string>,
/**
 * Its class precedence list, itself first.
 */
precedence: Array<string>,
/**
 * All its slots, inherited ones too.
 */
slots: Array<SlotReport>,
/**
 * Initargs with a default of the class, inherited ones too.
 */
defaultInitargs: Array<Initarg>,
/**
 * Methods that are specialised on it, as many as there is room for.
 */
methods: Array<MethodEntry>,
/**
 * How many such methods there are.
 */
methodsTotal: number, };

/**
 * A slot of a class.
 */
export type SlotReport = {
/**
 * Its name, without package.
 */
name: string,
/**
 * The class that defines it most specifically.
 */
from: string,
/**
 * Whether that is the class itself.
 */
isDirect: boolean,
/**
 * Its declared type; `null` for any.
 */
type: string | null,
/**
 * Initargs that fill it.
 */
initargs: Array<string>,
/**
 * The form of its default; `null` for none.
 */
initform: string | null,
/**
 * Functions that read it.
 */
readers: Array<string>,
/**
 * Functions that set it.
 */
writers: Array<string>,
/**
 * `instance` or `class`.
 */
allocation: string,
/**
 * Its documentation.
 */
documentation: string | null, };

/**
 * A default initarg.
 */
export type Initarg = {
/**
 * Its name.
 */
name: string,
/**
 * The form of its value.
 */
form: string, };

/**
 * A method.
 */
export type MethodEntry = {
/**
 * The name of its generic function.
 */
function: string,
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
 * What `find-methods` returns.
 */
export type MethodsReport = {
/**
 * Whether there is such a generic function, or such a class.
 */
found: boolean,
/**
 * The methods, as many as there is room for.
 */
methods: Array<MethodEntry>,
/**
 * How many there are.
 */
methodsTotal: number, };

/**
 * What `who-calls`, `who-references`, `who-binds` and `who-expands` return.
 */
export type UsesReport = {
/**
 * What was looked for, as it is written in any package.
 */
symbol: string,
/**
 * Whether there is such a symbol.
 */
found: boolean,
/**
 * The uses, as many as there is room for.
 */
uses: Array<Use>,
/**
 * How many there are.
 */
usesTotal: number,
/**
 * How many definitions were looked through.
 */
searched: number,
/**
 * Definitions that could not be looked through, such as those of compiled files, as many as there is
 * room for.
 */
unread: Array<string>, };

/**
 * A use in a definition.
 */
export type Use = {
/**
 * The definition, such as `average`, `(setf place)` or `(method area (circle))`.
 */
definition: string,
/**
 * How it is used there.
 */
kind: UseKind,
/**
 * Where, in the text that the definition comes from; `null` where that is not known any more.
 */
position: Position | null,
/**
 * The file that text is of; `null` for one that was evaluated.
 */
file: string | null, };

/**
 * The kinds of uses.
 */
export type UseKind = "call" | "function" | "read" | "set" | "bind" | "expand";

/**
 * What `compile-form` returns.
 */
export type CompileReport = {
/**
 * How many forms were compiled.
 */
forms: number,
/**
 * What the compiler warns of and notes, in order, as many as there is room for.
 */
warnings: Array<Notice>,
/**
 * How many warnings and notes there are.
 */
warningsTotal: number,
/**
 * Whether one of them is more than a style warning or a note, or a form is no valid program.
 */
failed: boolean, };

/**
 * Something that the compiler says of a form.
 */
export type Notice = {
/**
 * How bad it is.
 */
severity: NoticeSeverity,
/**
 * The type of its condition.
 */
type: string,
/**
 * Its report.
 */
message: string,
/**
 * Where it is in the text.
 */
position: Position | null, };

/**
 * How bad something is.
 */
export type NoticeSeverity = "error" | "warning" | "style-warning" | "note";

/**
 * What `time-execution` returns.
 */
export type TimeReport = {
/**
 * How often the code was evaluated.
 */
runs: number,
/**
 * How long it took; of several runs the median. In milliseconds.
 */
realMs: number,
/**
 * The shortest run.
 */
shortestMs: number,
/**
 * The longest run.
 */
longestMs: number,
/**
 * Of all runs together, compiling.
 */
compileMs: number,
/**
 * Bytes that the image counted as allocated, of all runs together, in steps of some kilobytes.
 */
allocated: number,
/**
 * The printed values of the last form.
 */
values: Array<string>,
/**
 * What was written to standard output.
 */
stdout: string, };

/**
 * What `profile-code` returns.
 */
export type ProfileReport = {
/**
 * How long it took, in milliseconds.
 */
realMs: number,
/**
 * How many samples were taken.
 */
samples: number,
/**
 * How far they are apart, on average.
 */
intervalMs: number,
/**
 * The functions with the most samples in themselves.
 */
functions: Array<ProfiledFunction>,
/**
 * How many functions were seen.
 */
functionsTotal: number,
/**
 * The sampled stacks, folded: outermost;…;innermost and a count; the most frequent first.
 */
stacks: Array<string>,
/**
 * How many different stacks were seen.
 */
stacksTotal: number,
/**
 * The printed values of the last form.
 */
values: Array<string>,
/**
 * What was written to standard output.
 */
stdout: string, };

/**
 * A function in a profile.
 */
export type ProfiledFunction = {
/**
 * Its name as it is printed.
 */
name: string,
/**
 * Samples in which it was the innermost.
 */
selfSamples: number,
/**
 * Samples in which it ran.
 */
totalSamples: number,
/**
 * Its part of all samples in itself, from 0 to 1.
 */
selfShare: number,
/**
 * Its part of all samples in all, from 0 to 1.
 */
totalShare: number, };

/**
 * What `run-tests` returns.
 */
export type TestsReport = {
/**
 * The frameworks whose tests were run.
 */
frameworks: Array<string>,
/**
 * The tests, failed ones first, as many as there is room for.
 */
tests: Array<TestResult>,
/**
 * How many tests were run.
 */
testsTotal: number,
/**
 * Checks that passed.
 */
passed: number,
/**
 * Checks that failed, or did not come to an end.
 */
failed: number,
/**
 * Checks that were skipped.
 */
skipped: number,
/**
 * What was written to standard output.
 */
stdout: string, };

/**
 * A test that was run.
 */
export type TestResult = {
/**
 * Of which framework it is.
 */
framework: string,
/**
 * Its name.
 */
name: string,
/**
 * Whether all its checks passed.
 */
passed: boolean,
/**
 * How many checks it made.
 */
checks: number,
/**
 * Of each check that failed what it was, and the report of its condition.
 */
failures: Array<string>, };

/**
 * What `export-session` and `export-failure` return where no file is written.
 */
export type ExportReport = {
/**
 * How many forms the file has that define something.
 */
forms: number, };

/**
 * What `get-usage-guide` returns.
 */
export type GuideReport = {
/**
 * The sets of tools, in the whole and in the section about them; empty elsewhere.
 */
sets: Array<GuideSet>, };

/**
 * A set of tools.
 */
export type GuideSet = {
/**
 * By which a host chooses it.
 */
name: string,
/**
 * Whether this server's host has chosen it.
 */
chosen: boolean,
/**
 * The names of its tools.
 */
tools: Array<string>, };

/**
 * What `validate-syntax` returns.
 */
export type ValidationReport = {
/**
 * Whether there is no mistake.
 */
valid: boolean,
/**
 * The mistakes, the first ones, in the order of the text.
 */
problems: Array<ValidationProblem>, };

/**
 * A mistake of a text.
 */
export type ValidationProblem = {
/**
 * What is wrong.
 */
kind: ValidationProblemKind,
/**
 * Where it begins.
 */
position: Position,
/**
 * All of that as a sentence.
 */
message: string,
/**
 * Of a bracket that is not closed where the closing one most likely belongs; `null` where nothing
 * says so.
 */
likely: Position | null, };

/**
 * The kinds of mistakes.
 */
export type ValidationProblemKind = "unclosed-bracket" | "stray-bracket" | "unclosed-string" | "unclosed-symbol" | "unclosed-comment" | "reader-error";

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
