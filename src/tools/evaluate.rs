//! `evaluate-lisp`.

use super::schemas::ERROR_DEFINITIONS;
use super::{Annotations, ArgumentError, Arguments, Step, Tool, ToolAnswer};
use crate::report::{EvaluationReport, REPORT_FRAMES, evaluation_text};
use crate::session::{Limits, Session};

/// What a client asked to have evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The Lisp text.
    pub code: String,
    /// The package to evaluate in; the session's current one if none.
    pub package: Option<String>,
    /// Whether to measure time.
    pub capture_time: bool,
    /// As they were when the request came, whatever is configured while it waits.
    pub limits: Limits,
}

pub(super) const EVALUATE_LISP: Tool = Tool {
    name: "evaluate-lisp",
    title: "Evaluate Common Lisp",
    description: "\
Evaluate Common Lisp code in a session that keeps its state: functions, variables, classes and packages defined by one call \
are there in the next, also after an error or a timeout. The code may hold several forms; they are read and evaluated one \
by one, and the values of the last one are returned, each on a line after \"=> \" (\"; No values\" if there are none). What the \
code prints comes before them under [stdout] and [stderr], warnings under [warnings]; warnings do not stop evaluation. An \
error that the code does not handle ends the evaluation and is returned as [ERROR] with the condition's type, its message and \
a [Backtrace], innermost call first; the forms before it keep their effects. Evaluation that takes longer than the session's \
timeout (30 seconds by default) is stopped.",
    input_schema: r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"code":{"type":"string","description":"Common Lisp source text: one form or several."},
"package":{"type":"string","description":"Name of the package to evaluate in, for this call. Default: the session's current package, at first COMMON-LISP-USER."},
"capture-time":{"type":"boolean","description":"Also report how long the evaluation took. Default: false."},
"session":{"type":"string","description":"Handle of the Lisp session. Default: \"main\", the only one there is."}},
"required":["code"],"additionalProperties":false}"#,
    output_schema: &[
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"status":{"enum":["ok","error","timeout"]},
"values":{"type":"array","items":{"type":"string"},"description":"Printed values of the last form."},
"stdout":{"type":"string"},"stderr":{"type":"string"},
"truncated":{"type":"object","description":"How much was left out: characters of output, values, warnings.","properties":{"stdout":{"type":"integer"},"stderr":{"type":"integer"},"values":{"type":"integer"},"warnings":{"type":"integer"}},"required":["stdout","stderr","values","warnings"],"additionalProperties":false},
"warnings":{"type":"array","items":{"type":"object","properties":{"type":{"type":"string"},"package":{"type":"string"},"message":{"type":"string"},"position":{"anyOf":[{"$ref":"#/$defs/position"},{"type":"null"}]}},"required":["type","package","message","position"],"additionalProperties":false}},
"error":{"$ref":"#/$defs/error"},
"package":{"type":"string","description":"The current package afterwards."},
"forms":{"type":"integer","description":"How many forms were read."},
"timing":{"anyOf":[{"type":"object","properties":{"realMs":{"type":"number"},"compileMs":{"type":"number"}},"required":["realMs","compileMs"],"additionalProperties":false},{"type":"null"}]}},
"required":["status","values","stdout","stderr","truncated","warnings","package","forms","timing"],"additionalProperties":false,
"$defs":"##,
        ERROR_DEFINITIONS,
        "}",
    ],
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: true,
        idempotent_hint: false,
        open_world_hint: true,
    },
    run: |arguments, session| begin(arguments, session).map(Step::Evaluate),
};

fn begin(arguments: &mut Arguments, session: &Session) -> Result<Evaluation, ArgumentError> {
    Ok(Evaluation {
        code: arguments.string("code", "Common Lisp source text")?,
        package: arguments.optional_string("package")?,
        capture_time: arguments.flag("capture-time")?,
        limits: session.limits,
    })
}

/// The answer to an evaluation that ended.
#[must_use]
pub fn answer(mut report: EvaluationReport) -> ToolAnswer {
    let text = evaluation_text(&report);
    if let Some(error) = &mut report.error {
        error.frames.truncate(REPORT_FRAMES);
    }
    ToolAnswer::new(text, &report, report.error.is_some())
}
