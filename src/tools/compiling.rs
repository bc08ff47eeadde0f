//! `compile-form`, which compiles and runs nothing, and `load-file`.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::detail;
use super::development::evaluate;
use super::evaluate::{EVALUATE_LISP, Evaluation, SOURCE};
use super::introspection::PACKAGE;
use super::parameters::{Kind, Parameter};
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, Detail, ELSEWHERE, Step, Tool, Work};
use crate::data::Text;
use crate::protocol::Annotations;
use crate::session::Session;

pub(super) const COMPILE_FORM: Tool = Tool {
    name: "compile-form",
    title: "Compile without running",
    description: "\
Compile Common Lisp code as one unit and return all warnings and style warnings, each with line and column, without running it and \
without defining anything: undefined functions and variables, wrong numbers of arguments, types that cannot be, unused variables; and \
notes of code that control never comes to. \
Macros that the code itself defines are known to the forms after them; macro functions run. A package has to be there already.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations { read_only_hint: false, destructive_hint: false, idempotent_hint: true, open_world_hint: false },
    work: Work::InImage(&[
        Parameter::required("code", Kind::Text(SOURCE), "Source text: one form or several."),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const LOAD_FILE: Tool = Tool {
    name: "load-file",
    title: "Load a file or a text",
    description: "\
Load a file of the session's own file system, or a text as if it were one, form by form. The package and readtable are afterwards \
what they were. With a progress token the client is told which form is at work. Answers as evaluate-lisp does; an error says in which \
file, line and column it happened, and the forms before it keep their effects. Give path or code.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EVALUATE_LISP.annotations,
    work: Work::InSession(|arguments, session| {
        let LoadArguments { path, code, detail } = LoadArguments::read(arguments)?;
        let step = match (path, code) {
            (Some(path), None) => evaluate(load_form(&path), None, Some(Text::default()), None, session),
            // With a package of its own IN-PACKAGE ends with the text.
            (None, Some(code)) => {
                evaluate(code, Some(current_package(session)), Some(Text::default()), None, session)
            }
            _ => return Err("Exactly one of the arguments \"path\" and \"code\" has to be given.".to_owned()),
        };
        Ok(match step {
            Step::Evaluate(evaluation) => {
                Step::Evaluate(Evaluation { detail: detail.unwrap_or_default(), ..evaluation })
            }
            other => other,
        })
    }),
}
.told_elsewhere();

/// The arguments of `load-file`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct LoadArguments {
    /// Name of a file as LOAD takes it, such as /src/shapes.lisp.
    path: Option<String>,
    /// Source text to load in place of a file.
    code: Option<Text>,
    /// How much structuredContent repeats, as evaluate-lisp has it. Default: brief.
    detail: Option<Detail>,
}

impl LoadArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            path: arguments.optional_string("path")?,
            code: arguments.optional_text("code")?,
            detail: detail::read(arguments)?,
        })
    }
}

fn current_package(session: &Session) -> String {
    session.journal.package().to_owned()
}

fn load_form(path: &str) -> Text {
    let mut code = "(cl:load ".to_owned();
    super::systems::push_string(path, &mut code);
    code.push(')');
    code.into()
}
