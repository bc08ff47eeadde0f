//! `inspect-frame`, `eval-in-frame`, `restart-frame` and `return-from-frame`: the calls of an evaluation that
//! is held, or of the last error.

#[cfg(feature = "schemas")]
use super::MAX_LEVELS;
use super::{GoOn, RUNS, level, step};
use crate::data::Text;
use crate::engine::{FrameAddress, Leaving, Look};
use crate::protocol::Annotations;
use crate::session::Session;
use crate::tools::development::evaluate;
use crate::tools::sets::ToolSet;
use crate::tools::{ArgumentError, Arguments, ELSEWHERE, Step, Tool, Work};

/// The largest number of a call.
const MOST_FRAMES: u32 = 1_000_000;

pub(in crate::tools) const INSPECT_FRAME: Tool = Tool {
    name: "inspect-frame",
    title: "Inspect a frame",
    description: "\
Show the variables of a call in the backtrace of the last error or of an evaluation that is held: the arguments by the names of the \
parameters, special variables that it has bound, and in code compiled with (debug 2) all lexical variables. Those that the compiled \
code did not keep are named as such. Each value has a handle for inspect-value.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations { destructive_hint: false, open_world_hint: false, ..RUNS },
    work: Work::InSession(|arguments, session| {
        let read = FrameArguments::read(arguments)?;
        let level = read.level.unwrap_or_else(|| level_of_last_error(session));
        let look = Look::Frame(FrameAddress { level, index: read.frame });
        Ok(evaluate(Text::default(), None, None, Some(look), session))
    }),
}
.told_elsewhere();

pub(in crate::tools) const EVAL_IN_FRAME: Tool = Tool {
    name: "eval-in-frame",
    title: "Evaluate in a frame",
    description: "\
Evaluate forms in the lexical environment of a call of an evaluation that is held: its variables can be read and, in code compiled \
with (debug 2), set; its local functions called; RETURN-FROM and GO to its blocks and tags end the level and have it go on there. \
Otherwise it answers as evaluate-lisp does, and the level stays held.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, session| {
        let code = arguments.text("code", "Common Lisp source text")?;
        let package = arguments.optional_string("package")?;
        let read = FrameArguments::read(arguments)?;
        let level = read.level.unwrap_or_else(|| level_of_last_error(session));
        let mut step = evaluate(code, package, None, None, session);
        if let Step::Evaluate(evaluation) = &mut step {
            evaluation.frame = Some(FrameAddress { level, index: read.frame });
        }
        Ok(step)
    }),
}
.told_elsewhere();

pub(in crate::tools) const RESTART_FRAME: Tool = Tool {
    name: "restart-frame",
    title: "Restart a frame",
    description: "\
Leave the calls above one of a held evaluation and make that call again with its arguments, by the function's present definition \
where it is called by its name. It needs code compiled with (debug 2); where it cannot be done, the level stays held and the answer \
says why.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, _| {
        let read = FrameArguments::read(arguments)?;
        Ok(step(GoOn::Leave(Leaving { index: read.frame, values: None }), read.level))
    }),
}
.told_elsewhere();

pub(in crate::tools) const RETURN_FROM_FRAME: Tool = Tool {
    name: "return-from-frame",
    title: "Return from a frame",
    description: "\
Have a call of a held evaluation return values, which unwinds to it: cleanup forms run. The forms are evaluated in the call's own \
lexical environment. It needs code compiled with (debug 2); where it cannot be done, the level stays held and the answer says why.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, _| {
        let values = arguments.optional_string("values")?.unwrap_or_default();
        let read = FrameArguments::read(arguments)?;
        Ok(step(GoOn::Leave(Leaving { index: read.frame, values: Some(values) }), read.level))
    }),
}
.told_elsewhere();

/// The arguments of `inspect-frame` and `restart-frame`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(in crate::tools) struct FrameArguments {
    /// The number of the call in the backtrace, from 0 at the innermost.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_FRAMES)))]
    frame: u32,
    /// The level that is meant. Default: that of the last error, or the innermost.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = MAX_LEVELS)))]
    level: Option<u32>,
}

impl FrameArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        let frame = arguments.optional_integer("frame", 0, MOST_FRAMES)?;
        let frame =
            frame.ok_or("Argument \"frame\" is missing: expected the number of a call in the backtrace.")?;
        Ok(Self { frame, level: level(arguments)? })
    }
}

/// The arguments of `eval-in-frame`.
#[derive(Debug, schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
#[cfg(feature = "schemas")]
pub(in crate::tools) struct EvalArguments {
    /// Common Lisp source text: one form or several.
    code: Text,
    /// Package to read it in. Default: the current one.
    package: Option<String>,
    #[schemars(flatten)]
    frame: FrameArguments,
}

/// The arguments of `return-from-frame`.
#[derive(Debug, schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
#[cfg(feature = "schemas")]
pub(in crate::tools) struct ReturnArguments {
    /// Source text of the values, one form each. Default: none.
    values: Option<String>,
    #[schemars(flatten)]
    frame: FrameArguments,
}

/// The level at which the last error is held; 0 where it is over.
fn level_of_last_error(session: &Session) -> u32 {
    session.last_error().and_then(|error| error.level).unwrap_or(0)
}
