//! `configure-limits`.

use serde::Serialize;

use super::sets::ToolSet;
use super::{ArgumentError, Arguments, Step, Tool, Work, schemas};
use crate::protocol::{Annotations, ToolAnswer};
use crate::report::seconds;
use crate::session::{Limits, Session};

/// What `configure-limits` and `create-session` return: the limits from now on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LimitsReport {
    /// The session's handle.
    pub session: String,
    /// In seconds; 0 for no limit.
    pub timeout: f64,
    /// In characters.
    pub max_output: u32,
    /// In characters of an answer in all; absent where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub max_answer: Option<u32>,
}

impl LimitsReport {
    pub(super) fn new(session: &str, limits: Limits) -> Self {
        let timeout = in_seconds(limits.timeout_ms);
        let max_answer = Some(limits.max_answer).filter(|limit| *limit > 0);
        Self { session: session.to_owned(), timeout, max_output: limits.max_output, max_answer }
    }
}

pub(super) const CONFIGURE_LIMITS: Tool = Tool {
    name: "configure-limits",
    title: "Configure limits",
    description: "\
Set how long an evaluation may run and how much output it may return, for all evaluations from now on. What \
is left out stays as it is, so a call without arguments shows the limits.",
    sets: &[ToolSet::Core],
    input_schema: schemas::CONFIGURE_LIMITS_ARGUMENTS,
    output_schema: schemas::CONFIGURE_LIMITS_DATA,
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: false,
        idempotent_hint: true,
        open_world_hint: false,
    },
    work: Work::InSession(configure),
};

fn configure(arguments: &mut Arguments, session: &mut Session) -> Result<Step, ArgumentError> {
    session.limits = LimitsArguments::read(arguments)?.change(session.limits);
    let text = format!("Limits of session {}:\n{}", session.name, description(session.limits));
    Ok(Step::Answer(ToolAnswer::new(text, &LimitsReport::new(&session.name, session.limits), false)))
}

/// The arguments of `configure-limits`, and three of `create-session`.
#[derive(Debug, Default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LimitsArguments {
    /// Seconds an evaluation may run; 0 for no limit. At first: 30.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = Limits::MAX_TIMEOUT_S)))]
    timeout: Option<f64>,
    /// Characters kept of standard output, of error output and of values, each. At first: 100000.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = Limits::MAX_MAX_OUTPUT)))]
    max_output: Option<u32>,
    /// Characters of an answer in all, its text twice. 0: no limit.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = Limits::MAX_MAX_OUTPUT)))]
    max_answer: Option<u32>,
}

impl LimitsArguments {
    pub(super) fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            timeout: arguments.optional_number("timeout", 0, Limits::MAX_TIMEOUT_S)?,
            max_output: arguments.optional_integer("max_output", 0, Limits::MAX_MAX_OUTPUT)?,
            max_answer: arguments.optional_integer("max_answer", 0, Limits::MAX_MAX_OUTPUT)?,
        })
    }

    /// The limits that the arguments set; what is left out is as in `limits`.
    #[must_use]
    pub fn change(&self, mut limits: Limits) -> Limits {
        if let Some(timeout) = self.timeout {
            limits.timeout_ms = milliseconds(timeout);
        }
        if let Some(max_output) = self.max_output {
            limits.max_output = max_output;
            // Who says how much of each there is to be wants to see it.
            limits.max_answer = 0;
        }
        if let Some(max_answer) = self.max_answer {
            limits.max_answer = if max_answer == 0 { 0 } else { max_answer.max(Limits::MIN_MAX_ANSWER) };
        }
        limits
    }
}

/// The limits, each on a line.
pub(super) fn description(Limits { timeout_ms, max_output, max_answer }: Limits) -> String {
    let allowed = if timeout_ms == 0 { "none (0)".to_owned() } else { seconds(timeout_ms) };
    let mut text = format!("  timeout: {allowed}\n  max_output: {max_output} characters");
    if max_answer > 0 {
        text.push_str("\n  max_answer: ");
        text.push_str(&max_answer.to_string());
        text.push_str(" characters");
    }
    text
}

/// A timeout in seconds, as it is configured.
#[must_use]
pub fn in_seconds(timeout_ms: u32) -> f64 {
    f64::from(timeout_ms) / 1000.0
}

/// A timeout that is not 0 stays that way, however short.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most a day's milliseconds")]
fn milliseconds(seconds: f64) -> u32 {
    (seconds * 1000.0).ceil() as u32
}
