//! What is recorded of an evaluation, and asked of that.

use serde::Serialize;

/// What is recorded of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Record {
    /// The names of the functions, or of packages with a colon behind them; empty for all.
    pub functions: Vec<String>,
    /// How many characters the summary may have, about.
    pub chars: u32,
}

/// What is asked of the last recording.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// Those that came after it.
    Forward,
    /// Those before it, and it.
    Back,
    /// Those directly inside of its call.
    Inside,
}
