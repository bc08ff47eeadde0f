//! `step`, `set-breakpoint`, `clear-breakpoint` and `configure-debugger`: where a program stops, and what its
//! frames keep.

use super::{GoOn, RUNS, level, step};
use crate::data::Text;
use crate::engine::DebugSetting;
use crate::protocol::Annotations;
use crate::tools::called::{Kind, Part, called};
use crate::tools::detail::{self, Detail};
use crate::tools::development::evaluate;
use crate::tools::sets::ToolSet;
use crate::tools::{ArgumentError, Arguments, ELSEWHERE, Step, Tool, Work};

/// The debug quality of code that is stepped through.
const STEPS: u8 = 4;

/// The highest debug quality that a program can declare.
const MOST_DEBUG: u8 = 3;

/// The last line that a breakpoint can be on.
const MOST_LINES: u32 = 1_000_000;

/// How many breakpoints a text may have.
const MOST_BREAKPOINTS: usize = 100;

/// The ways in which a program goes on from a step, with the restarts that are taken for them.
const WAYS: [(&str, &str); 4] =
    [("into", "STEP-INTO"), ("over", "STEP-NEXT"), ("out", "STEP-OUT"), ("continue", "STEP-CONTINUE")];

pub(in crate::tools) const STEP: Tool = Tool {
    name: "step",
    title: "Step through a program",
    description: "\
Step through code, call by call. With code: evaluates it and holds it before its first call, or with breakpoints at the first call on one of those lines. With how: has the program that is held at \
a step or breakpoint go on, into the call, over it, out of the running function, or to its end. Each answer says which call is next, \
with its arguments, and what was evaluated since the last stop, with its values; inspect-frame and eval-in-frame work there. Functions \
and methods that were defined at toplevel are stepped into.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: RUNS,
    work: Work::InSession(|arguments, session| {
        let read = StepArguments::read(arguments)?;
        let code = match (read.code, read.how) {
            (Some(code), None) => code,
            (None, Some(restart)) => return Ok(step(GoOn::Invoke(restart.to_owned(), None), read.level)),
            _ => return Err("Expected one of the arguments \"code\" and \"how\".".to_owned()),
        };
        let mut step = evaluate(code, read.package, None, None, session);
        if let Step::Evaluate(evaluation) = &mut step {
            evaluation.holds = true;
            evaluation.detail = read.detail.unwrap_or_default();
            let lines = read.breakpoints.unwrap_or_default();
            let conditions = read.conditions.unwrap_or_default();
            evaluation.debug = Some(Box::new(DebugSetting { quality: STEPS, all: false, lines, conditions }));
        }
        Ok(step)
    }),
}
.told_elsewhere();

pub(in crate::tools) const SET_BREAKPOINT: Tool = Tool {
    name: "set-breakpoint",
    title: "Set a breakpoint",
    description: "\
Have calls of a function enter the debugger, or with line the first call on that line of its source. With condition only where it is \
true: at a line a form in the variables there, else one in which (sb-debug:arg n) is argument n. Evaluate with on_error \"hold\" to be held \
there; restarts: CONTINUE, and at a line those of step. A new definition of the function ends it.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: BREAKS,
    work: Work::InSession(|arguments, session| {
        let parts = [
            Part { name: "function", kind: Kind::Needed("the name of a function"), before: "'", otherwise: "" },
            Part { name: "condition", kind: Kind::Text, before: "'", otherwise: "t " },
            Part { name: "line", kind: Kind::Integer(1, MOST_LINES), before: ":line ", otherwise: "" },
        ];
        called("(jscl-mcp:set-breakpoint ", &parts, arguments, session)
    }),
}
.told_elsewhere();

pub(in crate::tools) const CLEAR_BREAKPOINT: Tool = Tool {
    name: "clear-breakpoint",
    title: "Clear breakpoints",
    description: "End the breakpoints on a function, or on a line of it, or all of the session and all tracing.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: BREAKS,
    work: Work::InSession(|arguments, session| {
        let parts = [
            Part { name: "function", kind: Kind::Text, before: "'", otherwise: "nil " },
            Part { name: "line", kind: Kind::Integer(1, MOST_LINES), before: ":line ", otherwise: "" },
        ];
        called("(jscl-mcp:clear-breakpoint ", &parts, arguments, session)
    }),
}
.told_elsewhere();

pub(in crate::tools) const CONFIGURE_DEBUGGER: Tool = Tool {
    name: "configure-debugger",
    title: "Configure the debugger",
    description: "\
Set the debug quality with which this session's code is compiled from now on. From 2 on the frames of all functions keep their \
variables, which inspect-frame shows and eval-in-frame sets, and run slower; functions that were defined before are compiled anew. \
The value is the setting.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations { destructive_hint: false, idempotent_hint: true, open_world_hint: false, ..RUNS },
    work: Work::InSession(|arguments, session| {
        let debug = Kind::Integer(0, u32::from(MOST_DEBUG));
        let parts = [Part { name: "debug", kind: debug, before: "", otherwise: "" }];
        called("(jscl-mcp:configure-debugger ", &parts, arguments, session)
    }),
}
.told_elsewhere();

const BREAKS: Annotations =
    Annotations { destructive_hint: false, idempotent_hint: true, open_world_hint: false, ..RUNS };

/// The arguments of `step`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(in crate::tools) struct StepArguments {
    /// Common Lisp source text to step through.
    code: Option<Text>,
    /// Package to evaluate in. Default: the session's current package.
    package: Option<String>,
    /// Lines of code, from 1, at which it stops instead; where no call stands on one, at the next. Only forms
    /// that have one run slower. clear-breakpoint ends those in functions.
    #[cfg_attr(feature = "schemas", schemars(length(max = MOST_BREAKPOINTS)))]
    breakpoints: Option<Vec<u32>>,
    /// A form for each of breakpoints, in their order: it stops only where that is true of the variables
    /// there. An empty text for none. Where one fails it stops, and says so.
    conditions: Option<Vec<String>>,
    /// How much structuredContent repeats: brief (default) or full. What goes on answers as it began.
    detail: Option<Detail>,
    /// How a program that is held goes on.
    #[cfg_attr(feature = "schemas", schemars(extend("type" = "string", "enum" = ["into", "over", "out", "continue"])))]
    how: Option<&'static str>,
    /// Default: the innermost.
    #[cfg_attr(feature = "schemas", schemars(range(min = 1, max = super::MAX_LEVELS)))]
    level: Option<u32>,
}

impl StepArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            code: arguments.optional_text("code")?,
            package: arguments.optional_string("package")?,
            breakpoints: arguments.optional_integers("breakpoints", MOST_BREAKPOINTS)?,
            how: arguments.optional_choice("how", &WAYS)?,
            detail: detail::read(arguments)?,
            level: level(arguments)?,
            conditions: arguments.optional_strings("conditions")?,
        })
    }
}

/// The arguments of `set-breakpoint`.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, clippy::doc_markdown, reason = "for the schema, which a model reads as it stands")]
pub(in crate::tools) struct BreakpointArguments {
    /// Its name as Lisp writes it: average, own::area, (setf foo), (method area :after (circle)).
    function: String,
    /// A line of the text that it was defined in, from 1, as reports count.
    #[schemars(range(min = 1, max = MOST_LINES))]
    line: Option<u32>,
    /// A form: only where it is true. Examples: (minusp (sb-debug:arg 0)); with line: (> count 10)
    condition: Option<String>,
    /// Package to read them in. Default: the session's current package.
    package: Option<String>,
}

/// The arguments of `clear-breakpoint`.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "for the schema")]
pub(in crate::tools) struct ClearArguments {
    /// Its name. Default: all functions that have breakpoints, or are traced.
    function: Option<String>,
    /// A line of the text that it was defined in. Default: all.
    #[schemars(range(min = 1, max = MOST_LINES))]
    line: Option<u32>,
    /// Package to read it in. Default: the session's current package.
    package: Option<String>,
}

/// The arguments of `configure-debugger`.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "for the schema")]
pub(in crate::tools) struct DebuggerArguments {
    /// The debug quality. Left out, it stays as it is.
    #[schemars(range(min = 0, max = MOST_DEBUG))]
    debug: Option<u8>,
    /// Package to evaluate in. Default: the session's current package.
    package: Option<String>,
}
