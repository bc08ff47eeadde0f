// Generated from the Rust types; change those, then run: npm run generate
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated

/**
 * What the server asks of an image.
 */
export type Command = { "kind": "evaluate" } & Evaluate | { "kind": "query" } & Query | { "kind": "file" } & FileRequest;

/**
 * One evaluation.
 */
export type Evaluate = {
/**
 * Returned in each event that belongs to this evaluation.
 */
id: number,
/**
 * The Lisp text: any number of forms.
 */
code: string,
/**
 * The package to read and evaluate in; `null` for the session's current one.
 */
package: string | null,
/**
 * What `*standard-input*` and the streams that lead there hold.
 */
input: Input,
/**
 * How long the evaluation may run; 0 for no limit.
 */
deadlineMs: number,
/**
 * How many characters of each of stdout and stderr are sent; the rest is counted and dropped.
 */
maxOutput: number,
/**
 * How many UTF-16 units of the end of each of them are kept of what is dropped, and sent with the
 * outcome.
 */
endChars: number,
/**
 * Whether to measure time.
 */
captureTime: boolean,
/**
 * How long printed things may be.
 */
limits: PrintLimits,
/**
 * What to do where the debugger would be entered: the first entry not used yet that is for the
 * condition's type, once.
 */
restarts: Array<RestartChoice>,
/**
 * How long to wait there for an answer, in milliseconds, where no entry fits and there is more to choose
 * from than the toplevel's `ABORT`; 0 not to ask. The wait does not count against the deadline.
 */
askMs: number,
/**
 * Whether to wait also where the toplevel's `ABORT` is all there is to choose from.
 */
hold: boolean,
/**
 * How many evaluations are held in the image, on top of which this one runs; with fewer, the host ends
 * what is held.
 */
level: number,
/**
 * Whether to report which forms are done while others still run.
 */
tellForms: boolean,
/**
 * Whether to report the values of each form, and not of the last one alone.
 */
tellResults: boolean,
/**
 * The call in whose lexical environment the forms are evaluated; `null` for none.
 */
frame: FrameAddress | null,
/**
 * What to show of the one form that the text is then; `null` to evaluate the text.
 */
look: Look | null,
/**
 * Which functions to record; `null` for none.
 */
record: Record | null,
/**
 * Which values the image keeps by a handle.
 */
keep: Keep,
/**
 * How much it may display.
 */
pictures: PictureLimits,
/**
 * How its code is compiled for a debugger; `null` as the program has proclaimed.
 */
debug: DebugSetting | null,
/**
 * Whether it restores a definition: the files of a directory that was granted are left as they are then.
 */
restores: boolean, };

/**
 * The input of an evaluation.
 */
export type Input = {
/**
 * What can be read; `null` for nothing.
 */
text: string | null,
/**
 * How long to wait for each line where a program reads beyond that, in milliseconds; 0 not to ask. The
 * wait does not count against the deadline.
 */
askMs: number,
/**
 * Why there is no more to be read, as END-OF-FILE says it: one sentence.
 */
end: string, };

/**
 * What to show of a form instead of evaluating a text.
 */
export type Look = { "kind": "expand" } & Expand | { "kind": "inspect" } & Inspect | { "kind": "frame" } & FrameAddress | { "kind": "tool" } & ToolCall | { "kind": "recording" } & AskRecording;

/**
 * How far a macro form is expanded.
 */
export type Expand = {
/**
 * One step only.
 */
once: boolean,
/**
 * The forms in it as well.
 */
all: boolean, };

/**
 * Which parts of which value are shown.
 */
export type Inspect = {
/**
 * The value that the image keeps under this number; `null` for that of the text's form.
 */
handle: number | null,
/**
 * The way from it to the value that is meant: which part, on each level.
 */
path: Array<number>,
/**
 * The first part that is shown.
 */
start: number,
/**
 * How many are shown, at most.
 */
count: number, };

/**
 * A call in a backtrace.
 */
export type FrameAddress = {
/**
 * The level whose evaluation is held, from 1 at the outermost; 0 for the last error, which may be over.
 */
level: number,
/**
 * Its number, from 0 at the innermost.
 */
index: number, };

/**
 * How a call is left.
 */
export type Leaving = {
/**
 * The number of the call, from 0 at the innermost.
 */
index: number,
/**
 * The source text of the values that it returns, any number of forms, evaluated in its lexical
 * environment; `null` for the call to be made again.
 */
values: string | null, };

/**
 * How code is compiled for a debugger during one evaluation.
 */
export type DebugSetting = {
/**
 * The quality DEBUG of its forms and definitions, 0 to 3: from 2 on frames keep all variables. 4: it is
 * stepped through as well.
 */
quality: number,
/**
 * Whether the functions that were defined before are compiled anew, until it is over.
 */
all: boolean,
/**
 * The lines of the text, from 1, that it stops at: only forms with one of them are compiled so, and it
 * is not stepped through from its beginning. Empty for none.
 */
lines: Array<number>,
/**
 * The text of a form for each of these lines, without which it stops there always; those at the end may
 * be missing.
 */
conditions: Array<string>, };

/**
 * A call of a tool that the image carries out.
 */
export type ToolCall = {
/**
 * Its name.
 */
tool: string,
/**
 * The JSON text of its arguments beside `code` and `package`, which are checked.
 */
arguments: string, };

/**
 * What is asked of the last recording.
 */
export type AskRecording = {
/**
 * Whether the calls that TRACE told of are meant, and not the recording.
 */
traced: boolean,
/**
 * The name of a function whose calls are meant.
 */
function: string | null,
/**
 * Whether the value of the text's form is looked for.
 */
ofValue: boolean,
/**
 * The number of an event.
 */
event: number | null,
/**
 * Which events are shown from there.
 */
direction: Direction,
/**
 * How many events are shown, at most.
 */
count: number,
/**
 * How many characters the answer may have, about.
 */
budget: number, };

/**
 * Which events of a recording are shown, from one of them on.
 */
export type Direction = "forward" | "back" | "inside";

/**
 * What is recorded of an evaluation.
 */
export type Record = {
/**
 * The names of the functions, or of packages with a colon behind them; empty for all.
 */
functions: Array<string>,
/**
 * How many characters the summary may have, about.
 */
chars: number, };

/**
 * Which values an image keeps by a handle: those of the results that it reports, and those that were
 * inspected.
 */
export type Keep = {
/**
 * The evaluation's handles are beyond this number, so that they are nobody else's: a handle of before a
 * reset names nothing, and no other value.
 */
after: number,
/**
 * How many handles it gives out, at most.
 */
handles: number,
/**
 * How many values are kept. The one that was used longest ago goes first.
 */
most: number, };

/**
 * How much an evaluation may display.
 */
export type PictureLimits = {
/**
 * Pictures that are sent.
 */
most: number,
/**
 * Characters of their data together.
 */
chars: number, };

/**
 * How long printed things may be, in characters; what is cut ends in `...`.
 */
export type PrintLimits = {
/**
 * One value, or one slot of a condition.
 */
valueChars: number,
/**
 * The message of a condition or warning.
 */
messageChars: number,
/**
 * One argument in a frame.
 */
argumentChars: number,
/**
 * A form that something is in.
 */
formChars: number,
/**
 * How many frames of a backtrace are sent.
 */
maxFrames: number,
/**
 * How many values are sent; no more either than what `valueChars` holds of them together.
 */
maxValues: number,
/**
 * How many warnings are sent.
 */
maxWarnings: number, };

/**
 * A restart to take when no handler takes a condition.
 */
export type RestartChoice = {
/**
 * Its name, in any case, or its number among those that are active, from 1.
 */
restart: string,
/**
 * The source texts of its arguments; `null` to have the restart itself ask for them.
 */
values: Array<string> | null,
/**
 * The source text of the type of the conditions it is for; `null` for `ERROR`.
 */
conditionType: string | null, };

/**
 * The answer to a question of an evaluation that is held. It reaches the image while that waits, and so is
 * no command.
 */
export type Answer = {
/**
 * The evaluation.
 */
id: number,
/**
 * Its question.
 */
question: number,
/**
 * The restart to take: its name, in any case, or its number among those that are active, from 1. `null`
 * to end the evaluation where that was the question.
 */
restart: string | null,
/**
 * The source texts of its arguments, one each, or one of all; `null` to have the restart itself ask for
 * them.
 */
values: string | string[] | null,
/**
 * The level whose restart or call it is, from 1 at the outermost; what is held above it is left for it.
 * `null` for that of the question.
 */
level: number | null,
/**
 * The call that is left in place of a restart being taken.
 */
leaving: Leaving | null,
/**
 * The input, of one or more lines; `null` for its end where that was the question.
 */
input: string | null,
/**
 * Whether the input is echoed into the output, each line ended, as a terminal does it; otherwise it
 * is read as it is.
 */
echo: boolean,
/**
 * Why there is neither, for a person to read.
 */
reason: string | null, };

/**
 * What is to be looked up among the symbols and packages of an image.
 */
export type Query = {
/**
 * Returned in the event that answers it.
 */
id: number,
/**
 * What kind of answer is wanted.
 */
what: Question,
/**
 * What it is about, as a program would write it: the beginning of a symbol, the name of a package. It
 * may be anything.
 */
text: string,
/**
 * The name of the package that symbols without a prefix are looked up in.
 */
package: string,
/**
 * How many texts are wanted, or for a description how many characters.
 */
limit: number, };

/**
 * What a query wants to know.
 */
export type Question = "complete-symbol" | "complete-package" | "describe-symbol" | "describe-package" | "list-files" | "macro-bodies" | "reader-problems";

/**
 * What is to be done with one file of an image.
 */
export type FileRequest = {
/**
 * Returned in the event that answers it; of the same numbers as queries have.
 */
id: number,
/**
 * Its namestring, as OPEN takes it. It may be anything.
 */
path: string,
/**
 * What is to be done.
 */
action: FileAction, };

/**
 * What can be done with a file.
 */
export type FileAction = { "kind": "read",
/**
 * The first character that is wanted, or the first byte in base64, from 0.
 */
start: number,
/**
 * How many are wanted.
 */
limit: number,
/**
 * How it is told.
 */
encoding: FileEncoding, } | { "kind": "write",
/**
 * What it is to hold.
 */
content: string,
/**
 * How that is written.
 */
encoding: FileEncoding, } | { "kind": "delete" };

/**
 * How the content of a file is written in a message.
 */
export type FileEncoding = "utf-8" | "base64";

/**
 * What an image reports.
 */
export type Event = { "kind": "booting" } & Booting | { "kind": "ready" } & Ready | { "kind": "output" } & Output | { "kind": "forms" } & Forms | { "kind": "asking" } & Asking | { "kind": "needs-input" } & NeedsInput | { "kind": "completed" } & Completed | { "kind": "found" } & Found | { "kind": "laid-out" } & LaidOut | { "kind": "died" } & Died;

/**
 * How far a starting image is.
 */
export type Booting = {
/**
 * What is being done, for a person to read.
 */
step: string,
/**
 * Steps done.
 */
done: number,
/**
 * Steps in all.
 */
total: number, };

/**
 * A started image.
 */
export type Ready = {
/**
 * `lisp-implementation-type`.
 */
lisp: string,
/**
 * `lisp-implementation-version`.
 */
version: string,
/**
 * How long the start took.
 */
bootMs: number, };

/**
 * Text written by a running evaluation, already within its `maxOutput`.
 */
export type Output = {
/**
 * The evaluation that wrote it.
 */
id: number,
/**
 * Where it was written to.
 */
stream: OutputStream,
/**
 * The characters, as written.
 */
text: string, };

/**
 * Where an evaluation wrote to.
 */
export type OutputStream = "stdout" | "stderr";

/**
 * How far a running evaluation is. Not told of one that is done sooner than anybody could read it.
 */
export type Forms = {
/**
 * The evaluation.
 */
id: number,
/**
 * How many forms are done, those of loaded files included.
 */
done: number,
/**
 * Which form of the text is at work, from 1.
 */
form: number,
/**
 * Where that begins.
 */
position: Position,
/**
 * The file that it loads.
 */
file: LoadedForms | null,
/**
 * The values of the forms of the text that have returned since this was told last, where results are
 * reported.
 */
results: Array<FormResult>, };

/**
 * How far the load of a file is.
 */
export type LoadedForms = {
/**
 * Its name.
 */
name: string,
/**
 * How many of its forms are done.
 */
done: number, };

/**
 * A question of a running evaluation: which restart to take.
 */
export type Asking = {
/**
 * The evaluation that is held.
 */
id: number,
/**
 * The number of the question, from 1 in each evaluation.
 */
question: number,
/**
 * What nothing handles. Its `restartProblem` says why the answer to the question before, about the same
 * condition, could not be followed.
 */
condition: Condition,
/**
 * The forms that succeeded and defined something, in order, since the question before.
 */
definitions: Array<Definition>,
/**
 * What the compiler caught and the warnings that were signalled since the question before, in order.
 */
warnings: Array<Warning>,
/**
 * The name of the package that what is evaluated on top of it is read in.
 */
package: string, };

/**
 * A question of a running evaluation: what it can read next.
 */
export type NeedsInput = {
/**
 * The evaluation that is held.
 */
id: number,
/**
 * The number of the question, counted together with those about errors.
 */
question: number,
/**
 * What the program wrote last, one line at most; empty if nothing.
 */
prompt: string,
/**
 * The forms that succeeded and defined something, in order, since the question before.
 */
definitions: Array<Definition>,
/**
 * The name of the package that what is evaluated on top of it is read in.
 */
package: string, };

/**
 * The end of an evaluation.
 */
export type Completed = {
/**
 * The evaluation that ended.
 */
id: number,
/**
 * How it ended.
 */
outcome: Outcome, };

/**
 * The answer to a query.
 */
export type Found = {
/**
 * The query.
 */
id: number,
/**
 * What was found, at most as much as was wanted.
 */
texts: Array<string>,
/**
 * How many texts there are in all.
 */
total: number,
/**
 * The JSON text of the facts that the text tells, where they are told as data too.
 */
report: string | null, };

/**
 * How the lines of a text are to be indented.
 */
export type LaidOut = {
/**
 * The query whose answer it follows.
 */
id: number,
/**
 * The column of each line; `null` for one that stays as it is.
 */
columns: Array<number | null>,
/**
 * What is wrong with the text, the first ones.
 */
problems: Array<SyntaxProblem>,
/**
 * Why it could not be laid out, for a person to read; `null` where it could.
 */
failure: string | null, };

/**
 * What is wrong with a text at a place.
 */
export type SyntaxProblem = {
/**
 * What is wrong.
 */
kind: SyntaxProblemKind,
/**
 * Where that begins.
 */
position: Position,
/**
 * Of a bracket that is not closed where the closing one most likely belongs: behind the last form that
 * it is around; `null` where nothing says so.
 */
end: Position | null,
/**
 * The bracket that is not closed, by the indentation: this one, or one inside of it.
 */
opening: Position | null,
/**
 * The beginning of the line whose indentation says so; `null` at the end of the text.
 */
next: Position | null, };

/**
 * The kinds of what can be wrong with a text.
 */
export type SyntaxProblemKind = "unclosed-bracket" | "stray-bracket" | "unclosed-string" | "unclosed-symbol" | "unclosed-comment";

/**
 * The loss of an image.
 */
export type Died = {
/**
 * What the host knows about the cause, for a person to read.
 */
reason: string, };

/**
 * How an evaluation ended.
 */
export type Outcome = {
/**
 * Whether it returned.
 */
status: OutcomeStatus,
/**
 * The printed values of the last form; empty when it returned none or did not return.
 */
values: Array<string>,
/**
 * The values of each form that returned, in order, as many as there is room for; `null` unless the
 * command wants them.
 */
results: Array<FormResult> | null,
/**
 * The warnings that were signalled and muffled, in order.
 */
warnings: Array<Warning>,
/**
 * What ended the evaluation, unless it returned.
 */
condition: Condition | null,
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
 * Output that was not sent.
 */
dropped: Dropped,
/**
 * The restarts that were taken because the command or an answer said so, in order.
 */
restartsTaken: Array<RestartTaken>,
/**
 * The forms that succeeded and defined something, in order.
 */
definitions: Array<Definition>,
/**
 * The JSON text of what was to be looked at, its text included; `null` where nothing was.
 */
report: string | null,
/**
 * The pictures that it displayed; `null` where there are none.
 */
display: Displayed | null,
/**
 * What was recorded of it, by function; `null` where nothing was.
 */
recording: string | null,
/**
 * Lisp text that does elsewhere what the evaluation did, whatever it was given meanwhile, and goes on
 * after it; `null` where its code does.
 */
replay: string | null,
/**
 * The last that it wrote where not all was sent; `null` where all was.
 */
ends: Ends | null, };

/**
 * Whether an evaluation returned.
 */
export type OutcomeStatus = "ok" | "aborted" | "left" | "error" | "timeout" | "cancelled";

/**
 * The values of one form.
 */
export type FormResult = {
/**
 * Which form, from 0.
 */
form: number,
/**
 * Its values, printed when it returned them.
 */
values: Array<string>,
/**
 * Of each of these values the handle by which `inspect-value` has it, while the image keeps it.
 */
handles: Array<number>,
/**
 * Where it begins in the text.
 */
position: Position, };

/**
 * What an evaluation displayed.
 */
export type Displayed = {
/**
 * The pictures, in order.
 */
pictures: Array<Picture>,
/**
 * How many others there was no room for.
 */
leftOut: number, };

/**
 * A picture that a program displayed.
 */
export type Picture = {
/**
 * What its data is.
 */
mime: Mime,
/**
 * The text of the SVG, or the PNG in base64.
 */
data: string,
/**
 * What it shows, in words.
 */
title: string,
/**
 * Which form displayed it, from 0.
 */
form: number, };

/**
 * The kinds of pictures.
 */
export type Mime = "image/svg+xml" | "image/png";

/**
 * A restart that was taken because the command or an answer said so.
 */
export type RestartTaken = {
/**
 * Its name, without package.
 */
restart: string,
/**
 * The type of the condition as `prin1` writes its symbol in the session's package.
 */
condition: string,
/**
 * The report of the condition.
 */
message: string, };

/**
 * A form that defined something, as it can be evaluated again.
 */
export type Definition = {
/**
 * Its source text; empty where that is too long to be kept.
 */
code: string,
/**
 * The name of the package that it was read in.
 */
package: string,
/**
 * What it defined, changed or made undefined, each as a kind and a name: `FUNCTION AVERAGE`. Two forms
 * that define the same have the same names.
 */
names: Array<string>,
/**
 * Those of the names that it made undefined.
 */
undefined: Array<string>,
/**
 * Where the form began in the text that was evaluated; `null` where that is not known.
 */
position: Position | null, };

/**
 * What the compiler caught, or a warning that was signalled and muffled.
 */
export type Warning = {
/**
 * The name of its type.
 */
type: string,
/**
 * The name of the package of its type.
 */
package: string,
/**
 * The type as `prin1` writes its symbol in the session's package.
 */
label: string,
/**
 * Its report.
 */
message: string,
/**
 * How bad it is.
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
where: Where | null,
/**
 * What would have helped.
 */
hints: Array<Hint>, };

/**
 * How bad something is that the compiler caught.
 */
export type Severity = "error" | "warning" | "style";

/**
 * A condition that no handler took, caught with the stack alive.
 */
export type Condition = {
/**
 * The name of its type.
 */
type: string,
/**
 * The name of the package of its type.
 */
package: string,
/**
 * The type as `prin1` writes its symbol in the session's package.
 */
label: string,
/**
 * Its report.
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
 * What could be done about it, innermost first; the last is `ABORT`.
 */
restarts: Array<Restart>,
/**
 * The innermost and the outermost calls, innermost first, at most `maxFrames`.
 */
frames: Array<Frame>,
/**
 * How many calls there were in all.
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
 * Where the innermost call stands; of one that could not be read, where reading ended. `null` where no
 * text is evaluated.
 */
where: Where | null,
/**
 * Whether the text has more than one form.
 */
severalForms: boolean,
/**
 * What was opened and never closed, if that is why reading ended.
 */
unclosed: Unclosed | null,
/**
 * The name of the restart that the command or an answer had taken for it, and that did not go on from
 * it: `ABORT`, say.
 */
restartTaken: string | null,
/**
 * Why the restart that the command or an answer names for it could not be taken, for a person to read.
 */
restartProblem: string | null,
/**
 * How many there are beyond what is listed above; `null` where all are.
 */
leftOut: LeftOut | null,
/**
 * Where in the text that call was called from, and that one: the next places in it, innermost
 * first; `null` for none.
 */
callers: Array<Caller> | null,
/**
 * What would have helped, as far as that is certain; `null` for nothing.
 */
hints: Array<Hint> | null,
/**
 * By which `inspect-value` has the condition itself, while the image keeps it; `null` where it does not.
 */
handle: number | null,
/**
 * Lisp text that, before the evaluation's code, has it draw, read and go on from errors as it did;
 * `null` where the code alone does.
 */
prelude: string | null, };

/**
 * What a condition has beyond what its event lists.
 */
export type LeftOut = {
/**
 * Classes of its precedence list.
 */
precedence: number,
/**
 * Slots.
 */
slots: number,
/**
 * Restarts, the outermost ones.
 */
restarts: number, };

/**
 * A place in the evaluated text that a call was made from.
 */
export type Caller = {
/**
 * The number, from 0, of the form that the place is in.
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
 * The form that the place is in, in short.
 */
in: string | null, };

/**
 * A fact that would have helped: what was meant by a name, how a function is called, what is old.
 */
export type Hint = {
/**
 * What it says.
 */
kind: HintKind,
/**
 * What it is about: a name as it was written, an operator, a function that was compiled too early, a
 * variable, or the wrong value.
 */
about: string,
/**
 * The name that is meant, a lambda list, the name that was defined later, or
 * the form.
 */
text: string,
/**
 * What that name is a name of: `function`, `special operator`, `LOOP keyword` and the like.
 */
thing: string,
/**
 * Characters to insert, remove, replace or swap between the two names; 0 where one needs a package;
 * `null` where it is not about two names.
 */
distance: number | null,
/**
 * Where in the evaluated text it stands, if it is about a form of it.
 */
position?: Position,
/**
 * The line that says it, as a report's text has it; the engine sends none.
 */
line?: string, };

/**
 * What a hint says.
 */
export type HintKind = "meant" | "lambda-list" | "redefined" | "defined" | "lost-value" | "origin" | "parallel" | "keys" | "methods" | "missing" | "inside" | "goes-on";

/**
 * A slot of a condition.
 */
export type Slot = {
/**
 * Its name, without package.
 */
name: string,
/**
 * Its printed value.
 */
value: string, };

/**
 * A restart that was available.
 */
export type Restart = {
/**
 * Its name, without package.
 */
name: string,
/**
 * Its report.
 */
description: string,
/**
 * Its lambda list as printed, `()` when it takes no arguments; `null` when that is not known.
 */
parameters: string | null, };

/**
 * One call in a backtrace.
 */
export type Frame = {
/**
 * Its place among all calls, from 0 at the innermost; where one is not the next, calls are left out.
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
 * The whole call as a form: `(F 1 2)`.
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
 * Its variables, innermost first, as many as there is room for; `null` where none is known.
 */
variables: Array<FrameVariable> | null, };

/**
 * What was called in a frame.
 */
export type FrameKind = "function" | "local" | "lambda" | "method" | "setf" | "toplevel" | "library" | "operator";

/**
 * A variable of a call.
 */
export type FrameVariable = {
/**
 * Its name, as printed.
 */
name: string,
/**
 * The printed value; `null` where it has none, or it is not known.
 */
value: string | null,
/**
 * How the call has it.
 */
state: VariableState, };

/**
 * How a call has a variable.
 */
export type VariableState = "argument" | "live" | "special" | "dropped";

/**
 * What was being done with a form.
 */
export type Phase = "read" | "compile" | "eval" | "print";

/**
 * A place in the text.
 */
export type Position = {
/**
 * From 1.
 */
line: number,
/**
 * From 0, in UTF-16 units.
 */
column: number, };

/**
 * Where in source text an error happened.
 */
export type Where = {
/**
 * The number, from 0, of the form of the evaluated text that the place is in.
 */
form: number,
/**
 * Of the innermost call that stands in that text, or of the running form, if none does; from 1.
 */
line: number,
/**
 * From 0, in UTF-16 units.
 */
column: number,
/**
 * That form, or the innermost definition in it around the place, in short: `(DEFUN AVERAGE)`; `null` for
 * what could not be read.
 */
in: string | null,
/**
 * Where the innermost call of all stands, if that is another text.
 */
elsewhere: Elsewhere | null,
/**
 * The number, from 0, of the form of that text that it is in; `null` where it is the same text.
 */
formElsewhere: number | null, };

/**
 * A place in the text of an earlier evaluation, or of a file.
 */
export type Elsewhere = {
/**
 * From 1, in that text.
 */
line: number,
/**
 * From 0, in UTF-16 units.
 */
column: number,
/**
 * The form that the place is in, in short.
 */
in: string | null,
/**
 * The name of the file; `null` for an earlier evaluation.
 */
file: string | null, };

/**
 * What was opened and never closed.
 */
export type Unclosed = {
/**
 * What opened it: `(`, `"`, `|`, `#|` or `#(`.
 */
bracket: string,
/**
 * Where it was opened.
 */
position: Position, };

/**
 * How long an evaluation took.
 */
export type Timing = {
/**
 * From the first form's reading to the last one's end.
 */
realMs: number,
/**
 * Of that, compiling.
 */
compileMs: number, };

/**
 * What was not sent: values, results, warnings, characters of output, definitions.
 */
export type Dropped = {
/**
 * Values of the last form.
 */
values: number,
/**
 * Results of forms.
 */
results: number,
/**
 * Warnings.
 */
warnings: number,
/**
 * Of stdout.
 */
stdout: number,
/**
 * Of stderr.
 */
stderr: number,
/**
 * Definitions, the oldest ones.
 */
definitions: number, };

/**
 * The last that an evaluation wrote to each stream, at most `endChars` UTF-16 units.
 */
export type Ends = {
/**
 * To standard output.
 */
stdout: string,
/**
 * To error output.
 */
stderr: string, };
