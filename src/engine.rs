//! Commands to and events from a Lisp image: the one contract between the server and the bridge.
//!
//! On the wire each is a JSON object with a `kind`. The bridge's TypeScript types are generated from this
//! file (`jscl-bridge/contract/engine.ts`). Times are in milliseconds. Lines count from 1, columns from 0 in
//! UTF-16 units.

mod bounds;
mod event;
mod keep;
mod pictures;
mod saved;

pub use bounds::*;
pub use event::BadEvent;
pub use keep::Keep;
pub use pictures::{Displayed, Mime, Picture, PictureLimits, base64};
pub use saved::{SavedForms, SavedRestarts};

use serde::{Deserialize, Serialize};

use crate::data::Text;

/// The number by which the server and its host name a Lisp image.
pub type ImageId = u32;

/// The number of one evaluation, never used twice by a server.
pub type EvaluationId = u32;

/// The number of one query, never used twice by a server.
pub type QueryId = u32;

/// What the server asks of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Command {
    /// Read and evaluate every form of a text; ends with exactly one `completed` event of the same id.
    Evaluate(Box<Evaluate>),
    /// Look something up, without any effect on the session; ends with exactly one `found` event of the same
    /// id.
    Query(Query),
    /// Read or change a file that the image keeps in its memory; ends with exactly one `found` event of the
    /// same id, whose report is absent where it could not be done and its text says why.
    File(FileRequest),
}

/// What is to be done with one file of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileRequest {
    /// Returned in the event that answers it; of the same numbers as queries have.
    pub id: QueryId,
    /// Its namestring, as OPEN takes it. It may be anything.
    pub path: String,
    /// What is to be done.
    pub action: FileAction,
}

/// What can be done with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FileAction {
    /// Tell what it holds.
    Read {
        /// The first character that is wanted, or the first byte in base64, from 0.
        start: u32,
        /// How many are wanted.
        limit: u32,
        /// How it is told.
        encoding: FileEncoding,
    },
    /// Make it, or replace what it holds.
    Write {
        /// What it is to hold.
        content: Text,
        /// How that is written.
        encoding: FileEncoding,
    },
    /// Delete it.
    Delete,
}

/// How the content of a file is written in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub enum FileEncoding {
    /// As the text that its bytes are in UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
    /// As the base64 of its bytes, of which parts are counted, too.
    #[serde(rename = "base64")]
    Base64,
}

impl FileAction {
    /// How many UTF-16 units of text it carries.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Write { content, .. } => content.length(),
            Self::Read { .. } | Self::Delete => 0,
        }
    }
}

/// What is to be looked up among the symbols and packages of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Query {
    /// Returned in the event that answers it.
    pub id: QueryId,
    /// What kind of answer is wanted.
    pub what: Question,
    /// What it is about, as a program would write it: the beginning of a symbol, the name of a package. It
    /// may be anything.
    pub text: String,
    /// The name of the package that symbols without a prefix are looked up in.
    pub package: String,
    /// How many texts are wanted, or for a description how many characters.
    pub limit: u32,
}

/// What a query wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The symbols that the text may be meant to become, the likeliest first.
    CompleteSymbol,
    /// The packages that the text may be meant to become, the likeliest first.
    CompletePackage,
    /// What the symbol is and names, in one text; none if there is no such symbol.
    DescribeSymbol,
    /// What the package is and exports, in one text; none if there is no such package.
    DescribePackage,
    /// The files in the directory, or all there are where the text is empty; none if there is no such
    /// directory.
    ListFiles,
    /// Of the macros that the text names, how many arguments come before the `&body`; none if there is no
    /// such package.
    MacroBodies,
    /// What the reader would signal of the forms of the text, all of it; none if there is no such package.
    ReaderProblems,
}

impl Question {
    /// What it is about, as a noun.
    #[must_use]
    pub fn subject(self) -> &'static str {
        match self {
            Self::CompleteSymbol | Self::DescribeSymbol => "symbol",
            Self::CompletePackage | Self::DescribePackage => "package",
            Self::ListFiles => "directory",
            Self::MacroBodies | Self::ReaderProblems => "text",
        }
    }
}

/// One evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each says by itself what is wanted")]
pub struct Evaluate {
    /// Returned in each event that belongs to this evaluation.
    pub id: EvaluationId,
    /// The Lisp text: any number of forms.
    pub code: Text,
    /// The package to read and evaluate in; `null` for the session's current one.
    pub package: Option<String>,
    /// What `*standard-input*` and the streams that lead there hold.
    pub input: Input,
    /// How long the evaluation may run; 0 for no limit.
    pub deadline_ms: u32,
    /// How many characters of each of stdout and stderr are sent; the rest is counted and dropped.
    pub max_output: u32,
    /// Whether to measure time.
    pub capture_time: bool,
    /// How long printed things may be.
    pub limits: PrintLimits,
    /// What to do where the debugger would be entered: the first entry not used yet that is for the
    /// condition's type, once.
    pub restarts: Vec<RestartChoice>,
    /// How long to wait there for an answer, in milliseconds, where no entry fits and there is more to choose
    /// from than the toplevel's `ABORT`; 0 not to ask. The wait does not count against the deadline.
    pub ask_ms: u32,
    /// Whether to wait also where the toplevel's `ABORT` is all there is to choose from.
    pub hold: bool,
    /// How many evaluations are held in the image, on top of which this one runs; with fewer, the host ends
    /// what is held.
    pub level: u32,
    /// Whether to report which forms are done while others still run.
    pub tell_forms: bool,
    /// Whether to report the values of each form, and not of the last one alone.
    pub tell_results: bool,
    /// The call in whose lexical environment the forms are evaluated; `null` for none.
    pub frame: Option<FrameAddress>,
    /// What to show of the one form that the text is then; `null` to evaluate the text.
    pub look: Option<Look>,
    /// Which functions to record; `null` for none.
    pub record: Option<Box<Record>>,
    /// Which values the image keeps by a handle.
    pub keep: Keep,
    /// How much it may display.
    pub pictures: PictureLimits,
    /// How its code is compiled for a debugger; `null` as the program has proclaimed.
    pub debug: Option<Box<DebugSetting>>,
}

/// How code is compiled for a debugger during one evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DebugSetting {
    /// The quality DEBUG of its forms and definitions, 0 to 3: from 2 on frames keep all variables. 4: it is
    /// stepped through as well.
    pub quality: u8,
    /// Whether the functions that were defined before are compiled anew, until it is over.
    pub all: bool,
    /// The lines of the text, from 1, that it stops at: only forms with one of them are compiled so, and it
    /// is not stepped through from its beginning. Empty for none.
    pub lines: Vec<u32>,
}

/// The input of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// What can be read; `null` for nothing.
    pub text: Option<Text>,
    /// How long to wait for each line where a program reads beyond that, in milliseconds; 0 not to ask. The
    /// wait does not count against the deadline.
    pub ask_ms: u32,
    /// Why there is no more to be read, as END-OF-FILE says it: one sentence.
    pub end: String,
}

/// What to show of a form instead of evaluating a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Look {
    /// The form's expansion. It is not evaluated.
    Expand(Expand),
    /// The parts of its value.
    Inspect(Inspect),
    /// The variables of a call, without any form.
    Frame(FrameAddress),
    /// What a tool of the image reports, whose code the text is, if it takes any.
    Tool(ToolCall),
    /// What the last recording has.
    Recording(AskRecording),
}

/// A call in a backtrace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FrameAddress {
    /// The level whose evaluation is held, from 1 at the outermost; 0 for the last error, which may be over.
    pub level: u32,
    /// Its number, from 0 at the innermost.
    pub index: u32,
}

/// How a call is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Leaving {
    /// The number of the call, from 0 at the innermost.
    pub index: u32,
    /// The source text of the values that it returns, any number of forms, evaluated in its lexical
    /// environment; `null` for the call to be made again.
    pub values: Option<String>,
}

/// A call of a tool that the image carries out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ToolCall {
    /// Its name.
    pub tool: String,
    /// The JSON text of its arguments beside `code` and `package`, which are checked.
    pub arguments: String,
}

/// What is recorded of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Record {
    /// The names of the functions, or of packages with a colon behind them; empty for all.
    pub functions: Vec<String>,
    /// How many characters the summary may have, about.
    pub chars: u32,
}

/// What is asked of the last recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct AskRecording {
    /// Whether the calls that TRACE told of are meant, and not the recording.
    pub traced: bool,
    /// The name of a function whose calls are meant.
    pub function: Option<String>,
    /// Whether the value of the text's form is looked for.
    pub of_value: bool,
    /// The number of an event.
    pub event: Option<u32>,
    /// Which events are shown from there.
    pub direction: Direction,
    /// How many events are shown, at most.
    pub count: u32,
    /// How many characters the answer may have, about.
    pub budget: u32,
}

/// Which events of a recording are shown, from one of them on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Those that came after it.
    Forward,
    /// Those before it, and it.
    Back,
    /// Those directly inside of its call.
    Inside,
}

/// How far a macro form is expanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Expand {
    /// One step only.
    pub once: bool,
    /// The forms in it as well.
    pub all: bool,
}

/// Which parts of which value are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Inspect {
    /// The value that the image keeps under this number; `null` for that of the text's form.
    pub handle: Option<u32>,
    /// The way from it to the value that is meant: which part, on each level.
    pub path: Vec<u32>,
    /// The first part that is shown.
    pub start: u32,
    /// How many are shown, at most.
    pub count: u32,
}

/// The answer to a question of an evaluation that is held. It reaches the image while that waits, and so is
/// no command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Answer {
    /// The evaluation.
    pub id: EvaluationId,
    /// Its question.
    pub question: u32,
    /// The restart to take: its name, in any case, or its number among those that are active, from 1. `null`
    /// to end the evaluation where that was the question.
    pub restart: Option<String>,
    /// The source texts of its arguments, one each, or one of all; `null` to have the restart itself ask for
    /// them.
    #[cfg_attr(test, ts(type = "string | string[] | null"))]
    pub values: Option<AnswerValues>,
    /// The level whose restart or call it is, from 1 at the outermost; what is held above it is left for it.
    /// `null` for that of the question.
    pub level: Option<u32>,
    /// The call that is left in place of a restart being taken.
    pub leaving: Option<Leaving>,
    /// The input, of one or more lines; `null` for its end where that was the question.
    pub input: Option<Text>,
    /// Whether the input is echoed into the output, each line ended, as a terminal does it; otherwise it
    /// is read as it is.
    pub echo: bool,
    /// Why there is neither, for a person to read.
    pub reason: Option<String>,
}

/// The source texts of a restart's arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AnswerValues {
    /// Any number of forms.
    All(String),
    /// One form each.
    Each(Vec<String>),
}

/// A restart to take when no handler takes a condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RestartChoice {
    /// Its name, in any case, or its number among those that are active, from 1.
    pub restart: String,
    /// The source texts of its arguments; `null` to have the restart itself ask for them.
    pub values: Option<Vec<String>>,
    /// The source text of the type of the conditions it is for; `null` for `ERROR`.
    pub condition_type: Option<String>,
}

impl RestartChoice {
    /// How many bytes of text it has.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = self.restart.len();
        for text in self.values.iter().flatten().chain(&self.condition_type) {
            size = size.saturating_add(text.len());
        }
        size
    }
}

/// How long printed things may be, in characters; what is cut ends in `...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PrintLimits {
    /// One value, or one slot of a condition.
    pub value_chars: u32,
    /// The message of a condition or warning.
    pub message_chars: u32,
    /// One argument in a frame.
    pub argument_chars: u32,
    /// A form that something is in.
    pub form_chars: u32,
    /// How many frames of a backtrace are sent.
    pub max_frames: u32,
    /// How many values are sent; no more either than what `valueChars` holds of them together.
    pub max_values: u32,
    /// How many warnings are sent.
    pub max_warnings: u32,
}

/// What an image reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Event {
    /// The image is starting.
    Booting(Booting),
    /// The image takes commands from now on.
    Ready(Ready),
    /// Text written by a running evaluation.
    Output(Output),
    /// How far a running evaluation is.
    Forms(Forms),
    /// A running evaluation is held at an error until it is answered.
    Asking(Box<Asking>),
    /// A running evaluation reads, and is held until there is a line.
    NeedsInput(NeedsInput),
    /// An evaluation ended, in whichever way.
    Completed(Box<Completed>),
    /// A query was answered.
    Found(Found),
    /// A text was laid out. Made by the host, not by the image.
    LaidOut(LaidOut),
    /// The image is gone. Made by the host, not by the image.
    Died(Died),
}

/// How the lines of a text are to be indented.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LaidOut {
    /// The query whose answer it follows.
    pub id: QueryId,
    /// The column of each line; `null` for one that stays as it is.
    pub columns: Vec<Option<u32>>,
    /// What is wrong with the text, the first ones.
    pub problems: Vec<SyntaxProblem>,
    /// Why it could not be laid out, for a person to read; `null` where it could.
    pub failure: Option<String>,
}

/// What is wrong with a text at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SyntaxProblem {
    /// What is wrong.
    pub kind: SyntaxProblemKind,
    /// Where that begins.
    pub position: Position,
    /// Of a bracket that is not closed where the closing one most likely belongs: behind the last form that
    /// it is around; `null` where nothing says so.
    pub end: Option<Position>,
    /// The bracket that is not closed, by the indentation: this one, or one inside of it.
    pub opening: Option<Position>,
    /// The beginning of the line whose indentation says so; `null` at the end of the text.
    pub next: Option<Position>,
}

/// The kinds of what can be wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SyntaxProblemKind {
    /// A list or vector that is not closed.
    UnclosedBracket,
    /// A closing bracket that closes nothing.
    StrayBracket,
    /// A string that is not closed.
    UnclosedString,
    /// A symbol whose bar is not closed.
    UnclosedSymbol,
    /// A block comment that is not closed.
    UnclosedComment,
}

/// How far a starting image is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Booting {
    /// What is being done, for a person to read.
    pub step: String,
    /// Steps done.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
}

/// A started image.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Ready {
    /// `lisp-implementation-type`.
    pub lisp: String,
    /// `lisp-implementation-version`.
    pub version: String,
    /// How long the start took.
    pub boot_ms: f64,
    /// Whether it can hold an evaluation until an answer comes.
    pub can_ask: bool,
}

/// Text written by a running evaluation, already within its `maxOutput`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Output {
    /// The evaluation that wrote it.
    pub id: EvaluationId,
    /// Where it was written to.
    pub stream: OutputStream,
    /// The characters, as written.
    pub text: Text,
}

/// How far a running evaluation is. Not told of one that is done sooner than anybody could read it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Forms {
    /// The evaluation.
    pub id: EvaluationId,
    /// How many forms are done, those of loaded files included.
    pub done: u32,
    /// Which form of the text is at work, from 1.
    pub form: u32,
    /// Where that begins.
    pub position: Position,
    /// The file that it loads.
    pub file: Option<LoadedForms>,
    /// The values of the forms of the text that have returned since this was told last, where results are
    /// reported.
    #[serde(deserialize_with = "saved::or_none", default)]
    pub results: Vec<FormResult>,
}

/// How far the load of a file is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoadedForms {
    /// Its name.
    pub name: String,
    /// How many of its forms are done.
    pub done: u32,
}

/// Where an evaluation wrote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OutputStream {
    /// `*standard-output*` and the streams that lead there.
    Stdout,
    /// `*error-output*` and the streams that lead there.
    Stderr,
}

/// A question of a running evaluation: which restart to take.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Asking {
    /// The evaluation that is held.
    pub id: EvaluationId,
    /// The number of the question, from 1 in each evaluation.
    pub question: u32,
    /// What nothing handles. Its `restartProblem` says why the answer to the question before, about the same
    /// condition, could not be followed.
    pub condition: Condition,
    /// The forms that succeeded and defined something, in order, since the question before.
    #[serde(deserialize_with = "saved::or_none", default)]
    pub definitions: Vec<Definition>,
    /// The name of the package that what is evaluated on top of it is read in.
    pub package: String,
}

/// A question of a running evaluation: what it can read next.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NeedsInput {
    /// The evaluation that is held.
    pub id: EvaluationId,
    /// The number of the question, counted together with those about errors.
    pub question: u32,
    /// What the program wrote last, one line at most; empty if nothing.
    pub prompt: String,
}

/// The end of an evaluation.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Completed {
    /// The evaluation that ended.
    pub id: EvaluationId,
    /// How it ended.
    pub outcome: Outcome,
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Found {
    /// The query.
    pub id: QueryId,
    /// What was found, at most as much as was wanted.
    pub texts: Vec<String>,
    /// How many texts there are in all.
    pub total: u32,
    /// The JSON text of the facts that the text tells, where they are told as data too.
    pub report: Option<Text>,
}

/// The loss of an image.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Died {
    /// What the host knows about the cause, for a person to read.
    pub reason: String,
}

/// How an evaluation ended.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Whether it returned.
    pub status: OutcomeStatus,
    /// The printed values of the last form; empty when it returned none or did not return.
    pub values: Vec<Text>,
    /// The values of each form that returned, in order, as many as there is room for; `null` unless the
    /// command wants them.
    pub results: Option<Vec<FormResult>>,
    /// The warnings that were signalled and muffled, in order.
    pub warnings: Vec<Warning>,
    /// What ended the evaluation, unless it returned.
    pub condition: Option<Condition>,
    /// The name of the current package afterwards.
    pub package: String,
    /// How many forms were read.
    pub forms: u32,
    /// How long it took, if that was asked for.
    pub timing: Option<Timing>,
    /// Output that was not sent.
    pub dropped: Dropped,
    /// The restarts that were taken because the command or an answer said so, in order.
    pub restarts_taken: Vec<RestartTaken>,
    /// The forms that succeeded and defined something, in order.
    pub definitions: Vec<Definition>,
    /// The JSON text of what was to be looked at, its text included; `null` where nothing was.
    pub report: Option<Text>,
    /// The pictures that it displayed; `null` where there are none.
    pub display: Option<Displayed>,
    /// What was recorded of it, by function; `null` where nothing was.
    pub recording: Option<Text>,
}

/// The values of one form.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FormResult {
    /// Which form, from 0.
    pub form: u32,
    /// Its values, printed when it returned them.
    pub values: Vec<Text>,
    /// Of each of these values the handle by which `inspect-value` has it, while the image keeps it.
    #[serde(deserialize_with = "saved::or_none")]
    pub handles: Vec<u32>,
    /// Where it begins in the text.
    pub position: Position,
}

/// A form that defined something, as it can be evaluated again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Definition {
    /// Its source text; empty where that is too long to be kept.
    pub code: String,
    /// The name of the package that it was read in.
    pub package: String,
    /// What it defined, changed or made undefined, each as a kind and a name: `FUNCTION AVERAGE`. Two forms
    /// that define the same have the same names.
    pub names: Vec<String>,
    /// Those of the names that it made undefined.
    #[serde(deserialize_with = "saved::or_none")]
    pub undefined: Vec<String>,
    /// Where the form began in the text that was evaluated; `null` where that is not known.
    pub position: Option<Position>,
}

/// A restart that was taken because the command or an answer said so.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RestartTaken {
    /// Its name, without package.
    pub restart: String,
    /// The type of the condition as `prin1` writes its symbol in the session's package.
    pub condition: String,
    /// The report of the condition.
    pub message: String,
}

/// Whether an evaluation returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OutcomeStatus {
    /// Every form returned.
    Ok,
    /// The code invoked the toplevel's restart `ABORT` itself.
    Aborted,
    /// It left for an evaluation that is held below it, which goes on from there.
    Left,
    /// A condition was not handled.
    Error,
    /// The deadline passed; the image stopped the evaluation itself and is intact.
    Timeout,
    /// The host interrupted it; the image is intact.
    Cancelled,
}

/// A warning that was signalled and muffled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Warning {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The name of the package of its type.
    pub package: String,
    /// The type as `prin1` writes its symbol in the session's package.
    pub label: String,
    /// Its report.
    pub message: String,
    /// Where in the text it comes from.
    pub position: Option<Position>,
}

/// A condition that no handler took, caught with the stack alive.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The name of the package of its type.
    pub package: String,
    /// The type as `prin1` writes its symbol in the session's package.
    pub label: String,
    /// Its report.
    pub message: String,
    /// The class precedence list, each as `PACKAGE:NAME`.
    pub precedence: Vec<String>,
    /// Its slots.
    pub slots: Vec<Slot>,
    /// What could be done about it, innermost first; the last is `ABORT`.
    pub restarts: Vec<Restart>,
    /// The innermost and the outermost calls, innermost first, at most `maxFrames`.
    pub frames: Vec<Frame>,
    /// How many calls there were in all.
    pub frames_total: u32,
    /// Which form it happened in, from 0.
    pub form: u32,
    /// What was being done with the form.
    pub phase: Phase,
    /// Where in the text.
    pub position: Option<Position>,
    /// Where the innermost call stands; of one that could not be read, where reading ended. `null` where no
    /// text is evaluated.
    #[serde(rename = "where")]
    pub place: Option<Where>,
    /// Whether the text has more than one form.
    pub several_forms: bool,
    /// What was opened and never closed, if that is why reading ended.
    pub unclosed: Option<Unclosed>,
    /// The name of the restart that the command or an answer had taken for it, and that did not go on from
    /// it: `ABORT`, say.
    pub restart_taken: Option<String>,
    /// Why the restart that the command or an answer names for it could not be taken, for a person to read.
    pub restart_problem: Option<String>,
    /// How many there are beyond what is listed above; `null` where all are.
    pub left_out: Option<LeftOut>,
    /// Where in the text that call was called from, and that one: the next places in it, innermost
    /// first; `null` for none.
    pub callers: Option<Vec<Caller>>,
    /// What would have helped, as far as that is certain; `null` for nothing.
    pub hints: Option<Vec<Hint>>,
    /// By which `inspect-value` has the condition itself, while the image keeps it; `null` where it does not.
    pub handle: Option<u32>,
    /// The seed of `*RANDOM-STATE*` as it was when the evaluation began, in decimal digits; `null` where no
    /// random numbers were drawn since.
    pub random: Option<String>,
}

/// A fact that would have helped: what was meant by a name, how a function is called, what is old.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Hint {
    /// What it says.
    pub kind: HintKind,
    /// What it is about: a name as it was written, an operator, a function that was compiled too early, or a
    /// variable.
    pub about: String,
    /// The name that is meant, a lambda list, a section of the standard, the name that was defined later, or
    /// the form.
    pub text: String,
    /// What that name is a name of: `function`, `special operator`, `LOOP keyword` and the like.
    pub thing: String,
    /// Characters to insert, remove, replace or swap between the two names; 0 where one needs a package;
    /// `null` where it is not about two names.
    pub distance: Option<u32>,
    /// Where in the evaluated text it stands, if it is about a form of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub position: Option<Position>,
}

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// The one name near what was written.
    Meant,
    /// How the operator is called.
    LambdaList,
    /// Where the standard describes the operator.
    Section,
    /// What the function has in it was defined anew after the function was compiled.
    Redefined,
    /// What the function calls became a macro after the function was compiled.
    Defined,
    /// A form gives too few values for the variable.
    LostValue,
}

/// What a condition has beyond what its event lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LeftOut {
    /// Classes of its precedence list.
    pub precedence: u32,
    /// Slots.
    pub slots: u32,
    /// Restarts, the outermost ones.
    pub restarts: u32,
}

/// A slot of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Slot {
    /// Its name, without package.
    pub name: String,
    /// Its printed value.
    pub value: String,
}

/// A restart that was available.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Restart {
    /// Its name, without package.
    pub name: String,
    /// Its report.
    pub description: String,
    /// Its lambda list as printed, `()` when it takes no arguments; `null` when that is not known.
    pub parameters: Option<String>,
}

/// One call in a backtrace.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frame {
    /// Its place among all calls, from 0 at the innermost; where one is not the next, calls are left out.
    pub index: u32,
    /// The name of the function, as printed.
    pub function: String,
    /// The package of its name, if it has one.
    pub package: Option<String>,
    /// The printed arguments.
    pub arguments: Vec<String>,
    /// The whole call as a form: `(F 1 2)`.
    pub text: String,
    /// What was called.
    pub kind: FrameKind,
    /// Where in the text the call stands.
    pub position: Option<Position>,
    /// Where the definition of the function stood in the text that defined it.
    pub definition: Option<Position>,
    /// Its variables, innermost first, as many as there is room for; `null` where none is known.
    pub variables: Option<Vec<FrameVariable>>,
}

/// A variable of a call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FrameVariable {
    /// Its name, as printed.
    pub name: String,
    /// The printed value; `null` where it has none, or it is not known.
    pub value: Option<String>,
    /// How the call has it.
    pub state: VariableState,
}

/// How a call has a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VariableState {
    /// An argument, as it was passed.
    Argument,
    /// A lexical variable that can be read and set.
    Live,
    /// A special variable that the call has bound.
    Special,
    /// The compiled code does not keep it.
    Dropped,
}

/// What was called in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FrameKind {
    /// A global function of the user's.
    Function,
    /// A function of `flet` or `labels`.
    Local,
    /// A `lambda`.
    Lambda,
    /// A method.
    Method,
    /// A `setf` function.
    Setf,
    /// The evaluator, around a form of the text.
    Toplevel,
    /// A function of the Lisp's own library.
    Library,
    /// An operator at the point of error that the compiler put in line.
    Operator,
}

/// What was being done with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Its text was read.
    Read,
    /// It was compiled.
    Compile,
    /// It ran.
    Eval,
    /// Its values were printed.
    Print,
}

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
}

/// Where in source text an error happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Where {
    /// The number, from 0, of the form of the evaluated text that the place is in.
    pub form: u32,
    /// Of the innermost call that stands in that text, or of the running form, if none does; from 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// That form, or the innermost definition in it around the place, in short: `(DEFUN AVERAGE)`; `null` for
    /// what could not be read.
    #[serde(rename = "in")]
    pub name: Option<String>,
    /// Where the innermost call of all stands, if that is another text.
    pub elsewhere: Option<Elsewhere>,
}

/// A place in the text of an earlier evaluation, or of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Elsewhere {
    /// From 1, in that text.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The form that the place is in, in short.
    #[serde(rename = "in")]
    pub name: Option<String>,
    /// The name of the file; `null` for an earlier evaluation.
    pub file: Option<String>,
}

/// A place in the evaluated text that a call was made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Caller {
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The form that the place is in, in short.
    #[serde(rename = "in")]
    pub name: Option<String>,
}

/// What was opened and never closed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Unclosed {
    /// What opened it: `(`, `"`, `|`, `#|` or `#(`.
    pub bracket: String,
    /// Where it was opened.
    pub position: Position,
}

/// How long an evaluation took.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// From the first form's reading to the last one's end.
    pub real_ms: f64,
    /// Of that, compiling.
    pub compile_ms: f64,
}

/// What was not sent: values, results, warnings, characters of output, definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Dropped {
    /// Values of the last form.
    pub values: u32,
    /// Results of forms.
    pub results: u32,
    /// Warnings.
    pub warnings: u32,
    /// Of stdout.
    pub stdout: u32,
    /// Of stderr.
    pub stderr: u32,
    /// Definitions, the oldest ones.
    pub definitions: u32,
}
