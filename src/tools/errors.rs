//! `describe-last-error` and `get-backtrace`.

use serde::Serialize;

use super::detail::{self, Detail};
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, READ_ONLY, Step, Tool, Work, schemas};
use crate::data::Text;
use crate::protocol::ToolAnswer;
use crate::report::{
    BriefError, Counts, ErrorReport, NO_ERROR, PREVIEW_FRAMES, REPORT_FRAMES, backtrace_text,
    description_text, excess,
};
use crate::session::Session;

/// What `describe-last-error` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LastErrorReport {
    /// The last error with its innermost frames; `null` if none has occurred since the last success.
    pub error: Option<ErrorReport>,
}

/// What `get-backtrace` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BacktraceReport {
    /// The last error with as many frames as were asked for; `null` if none has occurred since the last
    /// success.
    pub error: Option<ErrorReport>,
}

/// What `describe-last-error` and `get-backtrace` return in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefLastError {
    /// The last error; `null` if none has occurred since the last success.
    pub error: Option<BriefError>,
    /// Of what the text shows only a part, how much there is in all; absent where the text shows everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub counts: Option<Counts>,
}

pub(super) const DESCRIBE_LAST_ERROR: Tool = Tool {
    name: "describe-last-error",
    title: "Describe the last error",
    description: "\
Get detailed information about the most recent error. Returns the error type, message, available restarts, and backtrace \
from the last failed evaluation. Useful for diagnosing why code failed. An error is remembered until an evaluation succeeds \
or the session is reset.",
    sets: &[ToolSet::Core],
    input_schema: schemas::DESCRIBE_LAST_ERROR_ARGUMENTS,
    output_schema: schemas::DESCRIBE_LAST_ERROR_DATA,
    annotations: READ_ONLY,
    work: Work::InSession(describe),
};

pub(super) const GET_BACKTRACE: Tool = Tool {
    name: "get-backtrace",
    title: "Backtrace of the last error",
    description: "\
Get the backtrace of the most recent error: one line per call with its arguments, innermost first, as it was at the point \
of the error. Use it when the backtrace in an error report was cut.",
    sets: &[ToolSet::Core],
    input_schema: schemas::GET_BACKTRACE_ARGUMENTS,
    output_schema: schemas::GET_BACKTRACE_DATA,
    annotations: READ_ONLY,
    work: Work::InSession(backtrace),
};

const MOST_FRAMES: u32 = 1000;

/// The arguments of `describe-last-error`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct DescribeArguments {
    /// full: structuredContent has it all as data; brief (default): the text and the error's type and
    /// restarts.
    detail: Option<Detail>,
}

/// The arguments of `get-backtrace`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct BacktraceArguments {
    /// How many calls to show, at most. Default: 20.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = MOST_FRAMES)))]
    max_frames: Option<u32>,
    /// full: structuredContent has it all as data; brief (default): the text and the error's type and
    /// restarts.
    detail: Option<Detail>,
}

fn describe(arguments: &mut Arguments, session: &mut Session) -> Result<Step, ArgumentError> {
    let DescribeArguments { detail } = DescribeArguments { detail: detail::read(arguments)? };
    let error = session.last_error();
    let text = error.map_or_else(|| NO_ERROR.to_owned(), description_text);
    let answer = match detail.unwrap_or_default() {
        Detail::Brief => brief(text.into(), error, PREVIEW_FRAMES),
        Detail::Full => {
            let data = LastErrorReport { error: error.map(|error| error.with_frames(PREVIEW_FRAMES)) };
            ToolAnswer::new(text, &data, false)
        }
    };
    Ok(Step::Answer(answer))
}

fn backtrace(arguments: &mut Arguments, session: &mut Session) -> Result<Step, ArgumentError> {
    let BacktraceArguments { max_frames, detail } = BacktraceArguments {
        max_frames: arguments.optional_integer("max_frames", 1, MOST_FRAMES)?,
        detail: detail::read(arguments)?,
    };
    let max_frames = max_frames.and_then(|asked| usize::try_from(asked).ok()).unwrap_or(REPORT_FRAMES);
    let error = session.last_error();
    let text = error.map_or_else(|| NO_ERROR.to_owned(), |error| backtrace_text(error, max_frames)).into();
    let answer = match detail.unwrap_or_default() {
        Detail::Brief => brief(text, error, max_frames),
        Detail::Full => {
            let data = BacktraceReport { error: error.map(|error| error.with_frames(max_frames)) };
            ToolAnswer::new(text, &data, false)
        }
    };
    Ok(Step::Answer(answer))
}

/// An answer in brief, whose text shows so many frames.
fn brief(text: Text, error: Option<&ErrorReport>, frames_shown: usize) -> ToolAnswer {
    let frames = error.and_then(|error| error.frames_beyond(frames_shown));
    let counts = frames.map(|frames| Counts { frames: Some(frames), ..Counts::default() });
    let mut data = BriefLastError { error: error.map(ErrorReport::in_brief), counts };
    let excess = excess(&text, &data);
    data.error.iter_mut().for_each(|error| error.shorten_by(excess));
    ToolAnswer::new(text, &data, false)
}
