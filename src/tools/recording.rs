//! `query-recording`: what a recorded evaluation did.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::development::evaluate;
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, READ_ONLY, Tool, Work};
use crate::data::Text;
use crate::engine::{AskRecording, Direction, Look};
use crate::protocol::Annotations;

pub(super) const QUERY_RECORDING: Tool = Tool {
    name: "query-recording",
    title: "Query a recording",
    description: "\
Ask what the session's last recorded evaluation did (evaluate-lisp with record, or (jscl-mcp:record form)). Events are numbered \
from 0 in the order in which they happened: calls with arguments, what they returned or that they were left by an exit, bindings, \
assignments, conditions, restarts; values are shown as they were at that moment. Without arguments: which functions were called \
how often. With function: its calls, arguments => values, equal ones once. With value: the events that the value of that expression is in, \
first and last, and the calls that lead to the first: the way to a wrong value. With event: the calls around it, the variables as \
they were, and count events forward, back, or inside its call.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    // The expression is the caller's.
    annotations: Annotations { read_only_hint: false, idempotent_hint: false, ..READ_ONLY },
    work: Work::InSession(|arguments, session| {
        let read = QueryArguments::read(arguments)?;
        // A client that has to give all of them says 0.
        let asks_otherwise = read.value.is_some() || read.function.is_some();
        let event = read.event.filter(|event| *event > 0 || !asks_otherwise);
        if event.is_some() && asks_otherwise {
            return Err("Argument \"event\" cannot be given with \"function\" or \"value\".".to_owned());
        }
        let ask = AskRecording {
            traced: read.trace.unwrap_or_default(),
            function: read.function,
            of_value: read.value.is_some(),
            event,
            direction: read.direction.unwrap_or(Direction::Forward),
            count: read.count.unwrap_or(COUNT),
            budget: read.budget.unwrap_or(BUDGET),
        };
        let code = read.value.unwrap_or_else(|| NOTHING.into());
        Ok(evaluate(code, read.package, None, Some(Look::Recording(ask)), session))
    }),
}
.told_elsewhere();

const NOTHING: &str = "cl:nil";

/// The last event that can be named.
const MOST_EVENT: u32 = 1_000_000_000;

/// How many events are shown.
const COUNT: u32 = 20;
const MOST_COUNT: u32 = 1_000;

/// How many characters an answer may have, about.
const BUDGET: u32 = 4_000;
const LEAST_BUDGET: u32 = 200;
const MOST_BUDGET: u32 = 100_000;

/// The arguments of `query-recording`.
#[derive(Debug)]
#[expect(clippy::doc_markdown, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct QueryArguments {
    /// The calls that traced functions told of in the last evaluation that had any, in place of a recording;
    /// without other arguments as a tree. Default: false.
    trace: Option<bool>,
    /// Name of a function as Lisp writes it: average, own::area, (setf foo). With value: only events of its
    /// calls.
    function: Option<String>,
    /// Source text of one form, which is evaluated: the value that is looked for.
    value: Option<Text>,
    /// Number of an event.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_EVENT)))]
    event: Option<u32>,
    /// Which events to show from event on: forward (default), back, or inside, those directly in its call.
    direction: Option<Direction>,
    /// How many events to show, at most. Default: 20.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = MOST_COUNT)))]
    count: Option<u32>,
    /// How many characters the text may have, about. Default: 4000.
    #[cfg_attr(feature = "schemas", schemars(range(min = LEAST_BUDGET, max = MOST_BUDGET)))]
    budget: Option<u32>,
    /// Package to read function and value in. Default: the session's current package.
    package: Option<String>,
}

impl QueryArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        let directions =
            [("forward", Direction::Forward), ("back", Direction::Back), ("inside", Direction::Inside)];
        Ok(Self {
            trace: arguments.optional_flag("trace")?,
            function: arguments.optional_string("function")?,
            value: arguments.optional_text("value")?,
            event: arguments.optional_integer("event", 0, MOST_EVENT)?,
            direction: arguments.optional_choice("direction", &directions)?,
            count: arguments.optional_integer("count", 1, MOST_COUNT)?,
            budget: arguments.optional_integer("budget", LEAST_BUDGET, MOST_BUDGET)?,
            package: arguments.optional_string("package")?,
        })
    }
}
