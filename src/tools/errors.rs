//! `describe-last-error` and `get-backtrace`.

use serde::Serialize;

use super::schemas::ERROR_DEFINITIONS;
use super::{ArgumentError, Arguments, READ_ONLY, Step, Tool, Work};
use crate::protocol::ToolAnswer;
use crate::report::{ErrorReport, NO_ERROR, PREVIEW_FRAMES, REPORT_FRAMES, backtrace_text, description_text};
use crate::session::Session;

/// What `describe-last-error` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LastErrorReport {
    /// The last error with its innermost frames; `null` if none has occurred since the last success.
    pub error: Option<ErrorReport>,
}

/// What `get-backtrace` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BacktraceReport {
    /// The last error with as many frames as were asked for; `null` if none has occurred since the last success.
    pub error: Option<ErrorReport>,
}

const OUTPUT_SCHEMA: &[&str] = &[
    r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"error":{"anyOf":[{"$ref":"#/$defs/error"},{"type":"null"}]}},
"required":["error"],"additionalProperties":false,
"$defs":"##,
    ERROR_DEFINITIONS,
    "}",
];

pub(super) const DESCRIBE_LAST_ERROR: Tool = Tool {
    name: "describe-last-error",
    title: "Describe the last error",
    description: "\
Get detailed information about the most recent error. Returns the error type, message, available restarts, and backtrace \
from the last failed evaluation. Useful for diagnosing why code failed. An error is remembered until an evaluation succeeds \
or the session is reset; calling this does not change it.",
    input_schema: r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"session":{"type":"string","description":"Handle of the Lisp session, from create-session. Default: \"main\"."}},
"additionalProperties":false}"#,
    output_schema: OUTPUT_SCHEMA,
    annotations: READ_ONLY,
    work: Work::InSession(describe),
};

pub(super) const GET_BACKTRACE: Tool = Tool {
    name: "get-backtrace",
    title: "Backtrace of the last error",
    description: "\
Get the backtrace of the most recent error: one line per call with its arguments, innermost first, as it was at the point \
of the error. Use it when the backtrace in an error report was cut. The error is remembered until an evaluation succeeds or \
the session is reset.",
    input_schema: r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"max-frames":{"type":"integer","minimum":1,"maximum":1000,"description":"How many calls to show, at most. Default: 20."},
"session":{"type":"string","description":"Handle of the Lisp session, from create-session. Default: \"main\"."}},
"additionalProperties":false}"#,
    output_schema: OUTPUT_SCHEMA,
    annotations: READ_ONLY,
    work: Work::InSession(backtrace),
};

const MOST_FRAMES: u32 = 1000;

#[expect(clippy::unnecessary_wraps, reason = "the signature of every tool")]
fn describe(_: &mut Arguments, session: &mut Session) -> Result<Step, ArgumentError> {
    let error = session.last_error();
    let text = error.map_or_else(|| NO_ERROR.to_owned(), description_text);
    let data = LastErrorReport { error: error.map(|error| error.with_frames(PREVIEW_FRAMES)) };
    Ok(Step::Answer(ToolAnswer::new(text, &data, false)))
}

fn backtrace(arguments: &mut Arguments, session: &mut Session) -> Result<Step, ArgumentError> {
    let asked = arguments.optional_integer("max-frames", 1, MOST_FRAMES)?;
    let max_frames = asked.and_then(|asked| usize::try_from(asked).ok()).unwrap_or(REPORT_FRAMES);
    let error = session.last_error();
    let text = error.map_or_else(|| NO_ERROR.to_owned(), |error| backtrace_text(error, max_frames));
    let data = BacktraceReport { error: error.map(|error| error.with_frames(max_frames)) };
    Ok(Step::Answer(ToolAnswer::new(text, &data, false)))
}
