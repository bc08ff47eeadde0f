//! What an image reports.

use serde::{Deserialize, Serialize};

use super::{Condition, Definition, EvaluationId, FormResult, Found, LaidOut, Outcome, Position, Warning};
use crate::data::Text;

/// What an image reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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

/// How far a starting image is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Booting {
    /// What is being done, for a person to read.
    pub step: String,
    /// Steps done.
    pub done: u32,
    /// Steps in all.
    pub total: u32,
}

/// A started image.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Ready {
    /// `lisp-implementation-type`.
    pub lisp: String,
    /// `lisp-implementation-version`.
    pub version: String,
    /// How long the start took.
    pub boot_ms: f64,
}

/// Text written by a running evaluation, already within its `maxOutput`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Output {
    /// The evaluation that wrote it.
    pub id: EvaluationId,
    /// Where it was written to.
    pub stream: OutputStream,
    /// The characters, as written.
    pub text: Text,
}

/// Where an evaluation wrote to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum OutputStream {
    /// `*standard-output*` and the streams that lead there.
    Stdout,
    /// `*error-output*` and the streams that lead there.
    Stderr,
}

/// How far a running evaluation is. Not told of one that is done sooner than anybody could read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
    pub results: Vec<FormResult>,
}

/// How far the load of a file is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct LoadedForms {
    /// Its name.
    pub name: String,
    /// How many of its forms are done.
    pub done: u32,
}

/// A question of a running evaluation: which restart to take.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Asking {
    /// The evaluation that is held.
    pub id: EvaluationId,
    /// The number of the question, from 1 in each evaluation.
    pub question: u32,
    /// What nothing handles. Its `restartProblem` says why the answer to the question before, about the same
    /// condition, could not be followed.
    pub condition: Condition,
    /// The forms that succeeded and defined something, in order, since the question before.
    pub definitions: Vec<Definition>,
    /// What the compiler caught and the warnings that were signalled since the question before, in order.
    pub warnings: Vec<Warning>,
    /// The name of the package that what is evaluated on top of it is read in.
    pub package: String,
}

/// A question of a running evaluation: what it can read next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct NeedsInput {
    /// The evaluation that is held.
    pub id: EvaluationId,
    /// The number of the question, counted together with those about errors.
    pub question: u32,
    /// What the program wrote last, one line at most; empty if nothing.
    pub prompt: String,
    /// The forms that succeeded and defined something, in order, since the question before.
    pub definitions: Vec<Definition>,
    /// The name of the package that what is evaluated on top of it is read in.
    pub package: String,
}

/// The end of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Completed {
    /// The evaluation that ended.
    pub id: EvaluationId,
    /// How it ended.
    pub outcome: Outcome,
}

/// The loss of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Died {
    /// What the host knows about the cause, for a person to read.
    pub reason: String,
}
