//! `trace-function` and `untrace-function`.

use super::development::evaluate;
use super::evaluate::EVALUATE_LISP;
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, Tool, Work};
use crate::data::Text;
use crate::protocol::Annotations;

pub(super) const TRACE_FUNCTION: Tool = Tool {
    name: "trace-function",
    title: "Trace a function",
    description: "\
Have a function of the session write a line to standard output when it is called, with its arguments, and when it returns, with its values, \
in this and all later evaluations, until untrace-function or a new definition of it. condition and break are forms in which \
(sb-debug:arg n) is argument n of the call. query-recording with trace true gives the calls of the last evaluation as a tree.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: TRACES,
    work: Work::InSession(|arguments, session| {
        let read = TraceArguments::read(arguments)?;
        let mut code = "(cl:trace ".to_owned();
        code.push_str(&read.function);
        // A text may end in a comment.
        for (option, form) in [(" :condition ", read.condition), (" :break ", read.break_if)] {
            if let Some(form) = form {
                code.push_str(option);
                code.push_str(&form);
                code.push('\n');
            }
        }
        if let Some(names) = read.wherein {
            code.push_str(" :wherein (");
            let mut before = "";
            for name in names {
                code.push_str(before);
                code.push_str(&name);
                before = " ";
            }
            code.push(')');
        }
        Ok(evaluate(closed(code), read.package, None, None, session))
    }),
}
.told_elsewhere();

pub(super) const UNTRACE_FUNCTION: Tool = Tool {
    name: "untrace-function",
    title: "End tracing",
    description: "End what trace-function, or TRACE, did to a function, or to all functions of the session.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: TRACES,
    work: Work::InSession(|arguments, session| {
        let UntraceArguments { function, package } = UntraceArguments::read(arguments)?;
        let mut code = "(cl:untrace ".to_owned();
        code.push_str(&function.unwrap_or_default());
        Ok(evaluate(closed(code), package, None, None, session))
    }),
}
.told_elsewhere();

const TRACES: Annotations = Annotations {
    destructive_hint: false,
    idempotent_hint: true,
    open_world_hint: false,
    ..EVALUATE_LISP.annotations
};

/// The form, also where the last text in it ends in a comment.
fn closed(mut code: String) -> Text {
    code.push_str("\n)");
    code.into()
}

/// The arguments of `trace-function`.
#[derive(Debug)]
#[expect(clippy::doc_markdown, reason = "a model reads it as it stands")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct TraceArguments {
    /// Its name as Lisp writes it: average, own::area, (setf foo); or a string, "PKG", for all functions of a
    /// package.
    function: String,
    /// A form: only calls for which it is true are told of. Example: (minusp (sb-debug:arg 0))
    condition: Option<String>,
    /// A form: calls for which it is true enter the debugger, with the restart CONTINUE.
    #[cfg_attr(test, schemars(rename = "break"))]
    break_if: Option<String>,
    /// Names of functions: only calls made while one of them is running are told of.
    #[cfg_attr(test, schemars(extend("type" = ["array", "string"])))]
    wherein: Option<Vec<String>>,
    /// Package to read them in. Default: the session's current package.
    package: Option<String>,
}

impl TraceArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            function: arguments.string("function", "the name of a function")?,
            condition: arguments.optional_string("condition")?,
            break_if: arguments.optional_string("break")?,
            wherein: arguments.optional_strings("wherein")?,
            package: arguments.optional_string("package")?,
        })
    }
}

/// The arguments of `untrace-function`.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct UntraceArguments {
    /// Its name. Default: all functions that are traced.
    function: Option<String>,
    /// Package to read it in. Default: the session's current package.
    package: Option<String>,
}

impl UntraceArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            function: arguments.optional_string("function")?,
            package: arguments.optional_string("package")?,
        })
    }
}
