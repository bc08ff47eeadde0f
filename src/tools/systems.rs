//! `load-system`.

use super::evaluate::Evaluation;
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, Detail, Step, Tool, Work, detail, evaluate, schemas};
use crate::data::Text;
use crate::session::Session;

pub(super) const LOAD_SYSTEM: Tool = Tool {
    name: "load-system",
    title: "Load a system",
    description: "\
Load systems (libraries) and what they depend on by ASDF, from the session's files or from the host's index of systems. It is an \
evaluation, with its limits, warnings and error report. For a system that there is none of the answer names those that there are.",
    sets: &[ToolSet::Development],
    input_schema: schemas::LOAD_SYSTEM_ARGUMENTS,
    output_schema: schemas::LOAD_SYSTEM_DATA,
    annotations: evaluate::EVALUATE_LISP.annotations,
    work: Work::InSession(|arguments, session| begin(arguments, session).map(Step::Evaluate)),
};

/// The arguments of `load-system`.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct SystemArguments {
    /// Name of a system, or a list of names.
    #[cfg_attr(test, schemars(extend("type" = ["array", "string"])))]
    system: Vec<String>,
    /// As for evaluate-lisp.
    detail: Option<Detail>,
}

impl SystemArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            system: arguments.strings("system", "the name of a system")?,
            detail: detail::read(arguments)?,
        })
    }
}

fn begin(arguments: &mut Arguments, session: &Session) -> Result<Evaluation, ArgumentError> {
    let SystemArguments { system, detail } = SystemArguments::read(arguments)?;
    Ok(Evaluation {
        code: code(&system),
        package: None,
        // What a library asks while it is loaded, nobody expects to answer.
        input: Some(Text::default()),
        capture_time: false,
        restarts: Vec::new(),
        asks: false,
        detail: detail.unwrap_or_default(),
        look: None,
        limits: session.limits,
    })
}

/// The forms that load systems. The second can be read once the first has run.
fn code(names: &[String]) -> Text {
    let mut code = "(cl:require \"asdf\")\n(jscl-mcp:load-systems".to_owned();
    for name in names {
        code.push_str(" \"");
        for character in name.chars() {
            if matches!(character, '"' | '\\') {
                code.push('\\');
            }
            code.push(character);
        }
        code.push('"');
    }
    code.push(')');
    code.into()
}
