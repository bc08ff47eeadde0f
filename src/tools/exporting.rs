//! `export-session` and `export-failure`: what the session has defined, and what failed, as one source file.

use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, Step, Tool, Work};
use crate::data::Data;
use crate::protocol::{Annotations, ToolAnswer};

pub(super) const EXPORT_SESSION: Tool = Tool {
    name: "export-session",
    title: "Export the definitions",
    description: "\
Get everything that the session has defined as one Common Lisp source file that can be loaded elsewhere: each definition as it was \
written last, in order, with the IN-PACKAGE forms it needs. With path the text is written into that file of the session's own file \
system instead, and the answer says how long it is.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPORTING,
    work: Work::InSession(|arguments, _| begin(Exported::Session, arguments)),
}
.told_elsewhere();

pub(super) const EXPORT_FAILURE: Tool = Tool {
    name: "export-failure",
    title: "Export the last failure",
    description: "\
Get the evaluation that failed last as one Common Lisp source file that fails in the same way where it is loaded, in a fresh session \
or elsewhere: the session's definitions, the seed of the random numbers, what it read, and its code. Values that evaluations before \
it have computed are not in it. With path the text is written into that file of the session's own file system instead.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPORTING,
    work: Work::InSession(|arguments, _| begin(Exported::Failure, arguments)),
}
.told_elsewhere();

/// With a path each replaces that file.
const EXPORTING: Annotations = Annotations {
    read_only_hint: false,
    destructive_hint: true,
    idempotent_hint: true,
    open_world_hint: false,
};

/// What a file is made of.
#[derive(Clone, Copy, Debug)]
pub enum Exported {
    /// All definitions.
    Session,
    /// What failed last, and the definitions that it needs.
    Failure,
}

fn begin(what: Exported, arguments: &mut Arguments) -> Result<Step, ArgumentError> {
    let ExportArguments { path } = ExportArguments { path: arguments.optional_string("path")? };
    Ok(Step::Export(what, path))
}

/// The arguments of `export-session` and `export-failure`.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ExportArguments {
    /// Name of the file to write it into, such as /session.lisp. Default: the text is the answer.
    path: Option<String>,
}

/// What `export-session` and `export-failure` return where no file is written.
#[cfg(test)]
#[derive(ts_rs::TS, schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ExportReport {
    /// How many forms the file has that define something.
    forms: u32,
}

/// The answer that is the file.
#[must_use]
pub fn answer(code: String, forms: u32) -> ToolAnswer {
    let data = Data::object(|object| object.number("forms", f64::from(forms)));
    ToolAnswer { text: code.into(), data: Some(data), is_error: false, images: Vec::new() }
}
