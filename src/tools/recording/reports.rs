//! The types of what an image tells of a recording as the JSON text of a report.

use crate::engine::Elsewhere;
use schemars::JsonSchema;
use ts_rs::TS;

/// What `query-recording` returns.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct RecordingReport {
    /// How many events there were.
    events: u32,
    /// How many of them were dropped, the first ones, as there was no more room.
    dropped: u32,
    /// The functions that were called, those called most often first; only where nothing else was asked for.
    functions: Vec<RecordedFunction>,
    /// The calls of the function that was asked for, equal ones once.
    calls: Vec<RecordedCalls>,
    /// The events that were asked for, or that the value is in.
    steps: Vec<RecordedStep>,
    /// The calls around the event, outermost first.
    path: Vec<RecordedStep>,
    /// The variables of the call that the event is in as they were after it.
    variables: Vec<RecordedVariable>,
    /// In how many events the value is; `null` where none was asked for.
    found: Option<u32>,
    /// Where the event stands that was asked for: the form that calls, binds or assigns, where that is
    /// certain, else the function of the call that it is in; `null` where that is not known, or none was
    /// asked for.
    place: Option<Elsewhere>,
}

/// A function that was called.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct RecordedFunction {
    /// Its name, as printed.
    name: String,
    /// How many calls are kept.
    calls: u32,
    /// How many of them were left by a non-local exit.
    left: u32,
    /// The event of the first of them.
    first: u32,
    /// The event of the last of them.
    last: u32,
}

/// Calls with the same arguments that ended in the same way.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct RecordedCalls {
    /// The event of the first of them.
    event: u32,
    /// The call as a form.
    call: String,
    /// How they ended.
    end: CallEnd,
    /// What they returned, as printed.
    values: Vec<String>,
    /// How many there are.
    times: u32,
}

/// How a call ended.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CallEnd {
    /// By returning.
    Returned,
    /// By a non-local exit.
    Left,
    /// By calling the same function, which took its place.
    Again,
    /// Not while it was recorded.
    Running,
}

/// An event of a recording.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct RecordedStep {
    /// Its number.
    event: u32,
    /// How many calls it is in.
    depth: u32,
    /// What happened.
    kind: StepKind,
    /// The same in words.
    text: String,
}

/// What happens in a program.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// A function was called.
    Call,
    /// A call returned.
    Return,
    /// A call was left by a non-local exit.
    Left,
    /// A call ended by calling its function again.
    Again,
    /// A variable was bound.
    Binding,
    /// A variable was assigned.
    Assignment,
    /// A condition was signalled.
    Signal,
    /// A handler took a condition and left.
    Handled,
    /// A restart was invoked.
    Restart,
}

/// A variable as it was.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct RecordedVariable {
    /// Its name, as printed.
    name: String,
    /// Its value, as printed.
    value: String,
}
