//! `invoke-restart`, `continue` and `abort-level`: what goes on with an evaluation that is held. `frames` has
//! the tools on its calls.

mod frames;
#[cfg(feature = "schemas")]
pub(super) mod reports;
mod stepping;

#[cfg(feature = "schemas")]
pub(super) use stepping::{BreakpointArguments, ClearArguments, DebuggerArguments, StepArguments};
pub(super) use stepping::{CLEAR_BREAKPOINT, CONFIGURE_DEBUGGER, SET_BREAKPOINT, STEP};

pub(super) use frames::{EVAL_IN_FRAME, INSPECT_FRAME, RESTART_FRAME, RETURN_FROM_FRAME};
#[cfg(feature = "schemas")]
pub(super) use frames::{EvalArguments, FrameArguments, ReturnArguments};

use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, Step, Tool, Work, schemas};
use crate::engine::{AnswerValues, Leaving};
use crate::protocol::Annotations;
use crate::report::one_line;

/// The most evaluations of a session that are held at once, each on top of the one before.
pub const MAX_LEVELS: u32 = 8;

/// How a client wants an evaluation to go on that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Continuation {
    /// What is done.
    pub how: GoOn,
    /// At which level; the innermost if none.
    pub level: Option<u32>,
}

/// What is done with an evaluation that is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoOn {
    /// Take this restart, with these values.
    Invoke(String, Option<Vec<String>>),
    /// Take CONTINUE, or RETRY.
    Continue,
    /// End it.
    Abort,
    /// Leave one of its calls.
    Leave(Leaving),
}

impl Continuation {
    /// The tool that was called.
    #[must_use]
    pub fn tool(&self) -> &'static str {
        match self.how {
            GoOn::Invoke(..) => INVOKE_RESTART.name,
            GoOn::Continue => CONTINUE.name,
            GoOn::Abort => ABORT_LEVEL.name,
            GoOn::Leave(Leaving { values: Some(_), .. }) => RETURN_FROM_FRAME.name,
            GoOn::Leave(_) => RESTART_FRAME.name,
        }
    }

    /// How many bytes of text it has.
    #[must_use]
    pub fn size(&self) -> usize {
        match &self.how {
            GoOn::Invoke(restart, values) => {
                values.iter().flatten().fold(restart.len(), |size, value| size.saturating_add(value.len()))
            }
            GoOn::Leave(leaving) => leaving.values.as_ref().map_or(0, String::len),
            GoOn::Continue | GoOn::Abort => 0,
        }
    }

    /// What a transcript has in the place of code.
    #[must_use]
    pub fn as_code(&self) -> String {
        let mut code = "; ".to_owned();
        code.push_str(self.tool());
        let mut add = |text: &str| {
            code.push(' ');
            code.push_str(&one_line(text));
        };
        match &self.how {
            GoOn::Invoke(restart, values) => {
                for text in std::iter::once(restart).chain(values.iter().flatten()) {
                    add(text);
                }
            }
            GoOn::Leave(Leaving { index, values }) => {
                add(&index.to_string());
                if let Some(text) = values {
                    add(text);
                }
            }
            GoOn::Continue | GoOn::Abort => {}
        }
        code
    }
}

/// The values of a restart as an image is given them.
#[must_use]
pub fn answer_values(values: Option<Vec<String>>) -> Option<AnswerValues> {
    values.map(AnswerValues::Each)
}

/// It runs the program on.
const RUNS: Annotations = Annotations {
    read_only_hint: false,
    destructive_hint: true,
    idempotent_hint: false,
    open_world_hint: true,
};

pub(super) const INVOKE_RESTART: Tool = Tool {
    name: "invoke-restart",
    title: "Take a restart",
    description: "\
Take a restart of an evaluation that is held at an error (on_error \"hold\"); the answer is that evaluation's, or \
says why it cannot be taken.",
    sets: &[ToolSet::Core, ToolSet::Debugger],
    input_schema: schemas::INVOKE_RESTART_ARGUMENTS,
    output_schema: schemas::INVOKE_RESTART_DATA,
    annotations: RUNS,
    work: Work::InSession(|arguments, _| {
        let read = InvokeArguments {
            restart: arguments.string("restart", "its name or its number")?,
            values: arguments.optional_strings("values")?,
            level: level(arguments)?,
        };
        Ok(step(GoOn::Invoke(read.restart, read.values), read.level))
    }),
};

pub(super) const CONTINUE: Tool = Tool {
    name: "continue",
    title: "Continue",
    description: "Have an evaluation that is held go on: invoke-restart with CONTINUE, or RETRY where there is none.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, _| Ok(step(GoOn::Continue, LevelArguments::read(arguments)?.level))),
}
.told_elsewhere();

pub(super) const ABORT_LEVEL: Tool = Tool {
    name: "abort-level",
    title: "Abort a level",
    description: "End an evaluation that is held, and those held above it, as ABORT does: their cleanup forms run.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, _| Ok(step(GoOn::Abort, LevelArguments::read(arguments)?.level))),
}
.told_elsewhere();

/// The arguments of `invoke-restart`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct InvokeArguments {
    /// Its name, in any case, or its number in the report.
    restart: String,
    /// Source text of each argument, evaluated at the error.
    values: Option<Vec<String>>,
    /// Default: the innermost.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = MAX_LEVELS)))]
    level: Option<u32>,
}

/// The arguments of `continue` and `abort-level`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct LevelArguments {
    /// Default: the innermost.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = MAX_LEVELS)))]
    level: Option<u32>,
}

impl LevelArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self { level: level(arguments)? })
    }
}

fn level(arguments: &mut Arguments) -> Result<Option<u32>, ArgumentError> {
    arguments.optional_integer("level", 1, MAX_LEVELS)
}

fn step(how: GoOn, level: Option<u32>) -> Step {
    Step::Continue(Continuation { how, level })
}
