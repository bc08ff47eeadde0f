//! The types of what an image tells of a call as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::engine::{FrameKind, VariableState};

/// What `inspect-frame` returns.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct FrameInspection {
    /// The level whose evaluation is held; 0 for the last error where that is over.
    level: u32,
    /// The number of the call, from 0 at the innermost.
    frame: u32,
    /// The call as a form.
    call: String,
    /// What was called.
    kind: FrameKind,
    /// Its variables, innermost first, as many as there is room for.
    variables: Vec<InspectedVariable>,
    /// Why others are missing, and what to do about it; `null` where none are.
    missing: Option<String>,
}

/// A variable of a call.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct InspectedVariable {
    /// Its name, as printed.
    name: String,
    /// How the call has it.
    state: VariableState,
    /// The printed value; `null` where it has none, or it is not known.
    value: Option<String>,
    /// By which `inspect-value` has the value; `null` where there is none.
    handle: Option<u32>,
}
