//! `load-system`.

use super::development::{A_NAME, evaluate};
use super::evaluate::EVALUATE_LISP;
use super::sets::ToolSet;
use super::{ELSEWHERE, Tool, Work};
use crate::data::Text;

pub(super) const LOAD_SYSTEM: Tool = Tool {
    name: "load-system",
    title: "Load a system",
    description: "\
Load libraries and what they depend on by ASDF, from the session's files or the host's index. For an unknown name the answer \
says which there are.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EVALUATE_LISP.annotations,
    work: Work::InSession(|arguments, session| {
        let code = code(&arguments.strings("system", A_NAME)?);
        // What a library asks while it is loaded, nobody expects to answer.
        Ok(evaluate(code, None, Some(Text::default()), None, session))
    }),
}
.told_elsewhere();

/// The arguments of `load-system`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[expect(dead_code, reason = "it is a type alone")]
pub(super) struct SystemArguments {
    /// Names of systems.
    system: Vec<String>,
}

/// The forms that load systems. The second can be read once the first has run.
fn code(names: &[String]) -> Text {
    let mut code = "(cl:require \"asdf\")\n(jscl-mcp:load-systems".to_owned();
    for name in names {
        code.push(' ');
        push_string(name, &mut code);
    }
    code.push(')');
    code.into()
}

/// Adds a string as Lisp writes it.
pub(super) fn push_string(text: &str, code: &mut String) {
    code.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            code.push('\\');
        }
        code.push(character);
    }
    code.push('"');
}
