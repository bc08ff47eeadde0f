//! `evaluate-lisp`.

use super::schemas::ERROR_DEFINITIONS;
use super::{ArgumentError, Arguments, Step, Tool, Work};
use crate::data::{Data, Text};
use crate::engine::RestartChoice;
use crate::protocol::{Annotations, ToolAnswer};
use crate::report::{DATA_FRAMES, EvaluationReport, evaluation_text};
use crate::session::{Limits, Session};

/// What a client asked to have evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The Lisp text.
    pub code: Text,
    /// The package to evaluate in; the session's current one if none.
    pub package: Option<String>,
    /// Whether to measure time.
    pub capture_time: bool,
    /// What to do about errors that nothing handles.
    pub restarts: Vec<RestartChoice>,
    /// Whether to ask the client about those that `restarts` does not cover.
    pub asks: bool,
    /// As they were when the request came, whatever is configured while it waits.
    pub limits: Limits,
}

impl Evaluation {
    /// How many bytes of text it has.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = self.code.length().saturating_add(self.package.as_ref().map_or(0, String::len));
        for choice in &self.restarts {
            size = size.saturating_add(choice.size());
        }
        size
    }
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
a [Backtrace], innermost call first, and for code of several forms or lines a line that says Where: form, line, column (from \
0) and definition; the forms before it keep their effects. describe-last-error then lists the restarts that \
were active; to take one, evaluate again with the argument restarts, and [restarts] tells which were taken. With on-error \"ask\" \
the user is asked instead, while the program waits. Evaluation that takes longer than the session's timeout (30 seconds by default, \
without the time it waits) is stopped.",
    input_schema: r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"code":{"type":"string","description":"Common Lisp source text: one form or several."},
"package":{"type":"string","description":"Name of the package to evaluate in, for this call. Default: the session's current package, at first COMMON-LISP-USER."},
"capture-time":{"type":"boolean","description":"Also report how long the evaluation took. Default: false."},
"restarts":{"type":"array","maxItems":100,"description":"What the debugger would be told about errors that the code does not handle: at each such error the first entry that was not used yet and that fits its type is used up, and its restart is invoked right there, so that evaluation goes on. For two errors give two entries. An error that no entry is left for ends the evaluation as usual. Example: [{\"restart\": \"USE-VALUE\", \"values\": [\"42\"], \"condition-type\": \"unbound-variable\"}]","items":{"type":"object","properties":{
"restart":{"type":"string","description":"Name of the restart, such as CONTINUE, USE-VALUE, STORE-VALUE, RETURN-VALUE, ABORT or one of the code's own, in any case; or its number in the list of describe-last-error."},
"values":{"type":["array","string"],"items":{"type":"string"},"description":"Source text of each argument of the restart, evaluated in the session's package at the point of the error: [\"(list 1 2)\"]. A string counts as a list of one. Default: the restart asks for its arguments itself, for which there is no input."},
"condition-type":{"type":"string","description":"Source text of a type specifier; the entry is for conditions of this type only. Default: error."}},
"required":["restart"],"additionalProperties":false}},
"on-error":{"enum":["report","ask"],"description":"What to do at an error that the code does not handle and that no entry of restarts is for. report (default): end the evaluation with the error's report. ask: where there are restarts to choose from, hold the evaluation at the point of the error and ask the user which one to take and with which values (elicitation); the answer lets it go on, up to 5 minutes later. Declining ends it with the report."},
"session":{"type":"string","description":"Handle of the Lisp session, from create-session. Default: \"main\"."}},
"required":["code"],"additionalProperties":false}"#,
    output_schema: &[
        r##"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"status":{"enum":["ok","aborted","error","timeout"],"description":"aborted: the code itself invoked the restart ABORT."},
"values":{"type":"array","items":{"type":"string"},"description":"Printed values of the last form."},
"stdout":{"type":"string"},"stderr":{"type":"string"},
"truncated":{"type":"object","description":"How much was left out: characters of output, values, warnings.","properties":{"stdout":{"type":"integer"},"stderr":{"type":"integer"},"values":{"type":"integer"},"warnings":{"type":"integer"}},"required":["stdout","stderr","values","warnings"],"additionalProperties":false},
"warnings":{"type":"array","items":{"type":"object","properties":{"type":{"type":"string"},"package":{"type":"string"},"message":{"type":"string"},"position":{"$ref":"#/$defs/place"}},"required":["type","package","message","position"],"additionalProperties":false}},
"restartsTaken":{"type":"array","description":"The restarts that were taken as the argument restarts says, in order.","items":{"type":"object","properties":{"restart":{"type":"string"},"condition":{"type":"string"},"message":{"type":"string"}},"required":["restart","condition","message"],"additionalProperties":false}},
"error":{"$ref":"#/$defs/error"},
"package":{"type":"string","description":"The current package afterwards."},
"forms":{"type":"integer","description":"How many forms were read."},
"timing":{"anyOf":[{"type":"object","properties":{"realMs":{"type":"number"},"compileMs":{"type":"number"}},"required":["realMs","compileMs"],"additionalProperties":false},{"type":"null"}]},
"restored":{"type":"object","description":"There when the Lisp was replaced: what it got back.","properties":{"reason":{"type":"string"},"count":{"type":"integer"},"failed":{"type":"array","items":{"type":"object","properties":{"names":{"type":"array","items":{"type":"string"}},"reason":{"type":"string"}},"required":["names","reason"],"additionalProperties":false}},"notKept":{"type":"integer","description":"How many others there had been no room for."}},"required":["reason","count","failed","notKept"],"additionalProperties":false},
"notKept":{"type":"array","description":"There when definitions are not kept for when the Lisp is lost, since there is no room: their names.","items":{"type":"string"}}},
"required":["status","values","stdout","stderr","truncated","warnings","restartsTaken","package","forms","timing"],"additionalProperties":false,
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
    work: Work::InSession(|arguments, session| begin(arguments, session).map(Step::Evaluate)),
};

pub(super) fn begin(arguments: &mut Arguments, session: &Session) -> Result<Evaluation, ArgumentError> {
    Ok(Evaluation {
        code: arguments.text("code", "Common Lisp source text")?,
        package: arguments.optional_string("package")?,
        capture_time: arguments.flag("capture-time")?,
        restarts: restart_choices(arguments)?,
        asks: asks(arguments)?,
        limits: session.limits,
    })
}

fn asks(arguments: &mut Arguments) -> Result<bool, ArgumentError> {
    match arguments.optional_string(ON_ERROR)?.as_deref() {
        None | Some("report") => Ok(false),
        Some(ASK) => Ok(true),
        Some(other) => Err(super::arguments::wrong(ON_ERROR, "\"report\" or \"ask\"", &Data::of(other))),
    }
}

const ON_ERROR: &str = "on-error";
const ASK: &str = "ask";

/// Whether these arguments of `evaluate-lisp` say that the client may be asked.
#[must_use]
pub fn may_ask(arguments: &Data) -> bool {
    arguments.get(ON_ERROR).is_some_and(|on_error| on_error.is(ASK))
}

/// How many entries the argument `restarts` may have.
const MOST_RESTARTS: usize = 100;

fn restart_choices(arguments: &mut Arguments) -> Result<Vec<RestartChoice>, ArgumentError> {
    let mut choices = Vec::new();
    arguments.optional_objects("restarts", MOST_RESTARTS, |entry| {
        choices.push(RestartChoice {
            restart: entry.string("restart", "the name of a restart")?,
            values: entry.optional_strings("values")?,
            condition_type: entry.optional_string("condition-type")?,
        });
        Ok(())
    })?;
    Ok(choices)
}

/// The answer to an evaluation that ended.
#[must_use]
pub fn answer(mut report: EvaluationReport) -> ToolAnswer {
    let text = evaluation_text(&report);
    if let Some(error) = &mut report.error {
        *error = error.with_frames(DATA_FRAMES);
    }
    ToolAnswer::new(text, &report, report.error.is_some())
}
