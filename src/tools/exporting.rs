//! `export-session` and `export-failure`: what the session has defined, and what failed, as one source file.

use super::sets::ToolSet;
use super::{ELSEWHERE, Step, Tool, Work};
use crate::data::{Raw, object};
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
    work: Work::InSession(|arguments, _| {
        let ExportArguments { path } = ExportArguments { path: arguments.optional_string("path")? };
        Ok(Step::Export(Exported::Session, path))
    }),
}
.told_elsewhere();

pub(super) const EXPORT_FAILURE: Tool = Tool {
    name: "export-failure",
    title: "Export the last failure",
    description: "\
Get the evaluation that failed last as one Common Lisp source file that fails in the same way where it is loaded, in a fresh session \
or elsewhere: the session's definitions, the seed of the random numbers, what it read, the restarts chosen for it, and its code. \
Values that evaluations before it have computed are there with evaluations: true, which puts all of them into it, each with what it \
read, drew and was told. With path the text is written into that file of the session's own file system instead.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPORTING,
    work: Work::InSession(|arguments, _| {
        let FailureArguments { path, evaluations } = FailureArguments {
            path: arguments.optional_string("path")?,
            evaluations: arguments.optional_flag("evaluations")?,
        };
        Ok(Step::Export(Exported::Failure { has_evaluations: evaluations.unwrap_or(false) }, path))
    }),
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
    Failure {
        /// Whether the evaluations before it are there, too.
        has_evaluations: bool,
    },
}

/// The arguments of `export-session`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct ExportArguments {
    /// Name of the file to write it into, such as /session.lisp. Default: the text is the answer.
    path: Option<String>,
}

/// The arguments of `export-failure`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct FailureArguments {
    /// Name of the file to write it into, such as /failure.lisp. Default: the text is the answer.
    path: Option<String>,
    /// Whether every evaluation before it is in the file, with what it was given, so that what these computed
    /// is there when it is loaded. Whoever gets the file can read all of that. Default: false.
    evaluations: Option<bool>,
}

/// What `export-session` and `export-failure` return where no file is written.
#[cfg(feature = "schemas")]
#[derive(ts_rs::TS, schemars::JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ExportReport {
    /// How many forms the file has that define something.
    forms: u32,
}

/// The answer that is the file.
#[must_use]
pub fn answer(code: String, forms: u32) -> ToolAnswer {
    let data = Raw::of(&object([("forms", forms.into())]));
    ToolAnswer { text: code.into(), data: Some(data), is_error: false, images: Vec::new() }
}
