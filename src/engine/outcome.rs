//! How an evaluation ended.

use serde::{Deserialize, Serialize};

use super::{Condition, Displayed, Hint, Position, Where};
use crate::data::{Text, count, milliseconds, or_default};

/// How an evaluation ended.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
    /// Lisp text that does elsewhere what the evaluation did, whatever it was given meanwhile, and goes on
    /// after it; `null` where its code does.
    pub replay: Option<Text>,
    /// The last that it wrote where not all was sent; `null` where all was.
    pub ends: Option<Ends>,
}

/// The last that an evaluation wrote to each stream, at most `endChars` UTF-16 units.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Ends {
    /// To standard output.
    pub stdout: Text,
    /// To error output.
    pub stderr: Text,
}

/// Whether an evaluation returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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

/// The values of one form.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FormResult {
    /// Which form, from 0.
    pub form: u32,
    /// Its values, printed when it returned them.
    pub values: Vec<Text>,
    /// Of each of these values the handle by which `inspect-value` has it, while the image keeps it.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schemas", schemars(!default))]
    pub handles: Vec<u32>,
    /// Where it begins in the text.
    pub position: Position,
}

/// A form that defined something, as it can be evaluated again.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Definition {
    /// Its source text; empty where that is too long to be kept.
    pub code: String,
    /// The name of the package that it was read in.
    pub package: String,
    /// What it defined, changed or made undefined, each as a kind and a name: `FUNCTION AVERAGE`. Two forms
    /// that define the same have the same names.
    pub names: Vec<String>,
    /// Those of the names that it made undefined.
    #[serde(default, deserialize_with = "or_default")]
    pub undefined: Vec<String>,
    /// Where the form began in the text that was evaluated; `null` where that is not known.
    pub position: Option<Position>,
}

/// A restart that was taken because the command or an answer said so.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RestartTaken {
    /// Its name, without package.
    pub restart: String,
    /// The type of the condition as `prin1` writes its symbol in the session's package.
    pub condition: String,
    /// The report of the condition.
    pub message: String,
}

/// What the compiler caught, or a warning that was signalled and muffled.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
    /// How bad it is.
    pub severity: Severity,
    /// Where in the text it comes from.
    pub position: Option<Position>,
    /// The same with what is around it, and where in a file that the text loads; `null` where the compiler
    /// did not signal it.
    #[serde(rename = "where")]
    pub place: Option<Where>,
    /// What would have helped.
    pub hints: Vec<Hint>,
}

/// How bad something is that the compiler caught.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// The form is no valid program: where control comes to it, it signals an error.
    Error,
    /// A WARNING.
    Warning,
    /// A STYLE-WARNING.
    Style,
}

/// How long an evaluation took.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Timing {
    /// From the first form's reading to the last one's end.
    #[serde(deserialize_with = "milliseconds")]
    pub real_ms: f64,
    /// Of that, compiling.
    #[serde(deserialize_with = "milliseconds")]
    pub compile_ms: f64,
}

/// What was not sent: values, results, warnings, characters of output, definitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Dropped {
    /// Values of the last form.
    #[serde(deserialize_with = "count")]
    pub values: u32,
    /// Results of forms.
    #[serde(deserialize_with = "count")]
    pub results: u32,
    /// Warnings.
    #[serde(deserialize_with = "count")]
    pub warnings: u32,
    /// Of stdout.
    #[serde(deserialize_with = "count")]
    pub stdout: u32,
    /// Of stderr.
    #[serde(deserialize_with = "count")]
    pub stderr: u32,
    /// Definitions, the oldest ones.
    #[serde(deserialize_with = "count")]
    pub definitions: u32,
}
