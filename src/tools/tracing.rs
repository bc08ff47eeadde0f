//! `trace-function` and `untrace-function`.

use super::called::{Kind, Part, called};
use super::evaluate::EVALUATE_LISP;
use super::sets::ToolSet;
use super::{ELSEWHERE, Tool, Work};
use crate::protocol::Annotations;

pub(super) const TRACE_FUNCTION: Tool = Tool {
    name: "trace-function",
    title: "Trace a function",
    description: "\
Have a function of the session write a line to standard output when it is called, with its arguments, and when it returns, with its values, \
in this and all later evaluations, until untrace-function or a new definition of it. condition and break_ are forms in which \
(sb-debug:arg n) is argument n of the call. query-recording with trace true gives the calls of the last evaluation as a tree.",
    sets: &[ToolSet::Debugger],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: TRACES,
    work: Work::InSession(|arguments, session| {
        let parts = [
            Part { name: "function", kind: Kind::Needed("the name of a function"), before: "", otherwise: "" },
            Part { name: "condition", kind: Kind::Text, before: ":condition ", otherwise: "" },
            Part { name: "break_", kind: Kind::Text, before: ":break ", otherwise: "" },
            Part { name: "wherein", kind: Kind::Texts, before: ":wherein ", otherwise: "" },
        ];
        called("(cl:trace ", &parts, arguments, session)
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
        let parts = [Part { name: "function", kind: Kind::Text, before: "", otherwise: "" }];
        called("(cl:untrace ", &parts, arguments, session)
    }),
}
.told_elsewhere();

const TRACES: Annotations = Annotations {
    destructive_hint: false,
    idempotent_hint: true,
    open_world_hint: false,
    ..EVALUATE_LISP.annotations
};

/// The arguments of `trace-function`.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, clippy::doc_markdown, reason = "for the schema, which a model reads as it stands")]
pub(super) struct TraceArguments {
    /// Its name as Lisp writes it: average, own::area, (setf foo); or a string, "PKG", for all functions of a
    /// package.
    function: String,
    /// A form: only calls for which it is true are told of. Example: (minusp (sb-debug:arg 0))
    condition: Option<String>,
    /// A form: calls for which it is true enter the debugger, with the restart CONTINUE.
    #[schemars(rename = "break_")]
    break_if: Option<String>,
    /// Names of functions: only calls made while one of them is running are told of.
    wherein: Option<Vec<String>>,
    /// Package to read them in. Default: the session's current package.
    package: Option<String>,
}

/// The arguments of `untrace-function`.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "for the schema")]
pub(super) struct UntraceArguments {
    /// Its name. Default: all functions that are traced.
    function: Option<String>,
    /// Package to read it in. Default: the session's current package.
    package: Option<String>,
}
