//! What is shown of a value, a call or a recording.

use serde::Serialize;

use super::AskRecording;

/// What to show of a form instead of evaluating a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct FrameAddress {
    /// The level whose evaluation is held, from 1 at the outermost; 0 for the last error, which may be over.
    pub level: u32,
    /// Its number, from 0 at the innermost.
    pub index: u32,
}

/// A call of a tool that the image carries out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct ToolCall {
    /// Its name.
    pub tool: String,
    /// The JSON text of its arguments beside `code` and `package`, which are checked.
    pub arguments: String,
}

/// How far a macro form is expanded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Expand {
    /// One step only.
    pub once: bool,
    /// The forms in it as well.
    pub all: bool,
}

/// Which parts of which value are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
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
