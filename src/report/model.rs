//! Reports as data: the structured content of the tools' results.

use std::rc::Rc;

use serde::Serialize;

use super::failure::Failure;
use super::frames;
use super::restored::Restored;
use crate::data::Text;
use crate::engine::{
    Ends, FormResult, FrameKind, FrameVariable, Hint, LeftOut, Phase, Picture, Position, Restart,
    RestartTaken, Severity, Slot, Timing,
};

/// What became of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EvaluationReport {
    /// How it ended.
    pub status: ReportStatus,
    /// The level at which it is held; absent where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub level: Option<u32>,
    /// The printed values of the last form; empty when it returned none or did not return.
    pub values: Vec<Text>,
    /// The printed values of each form that returned.
    pub results: Vec<FormResult>,
    /// The pictures that it displayed, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<Vec<Picture>>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub display: Vec<Picture>,
    /// What was recorded of it, by function.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub recording: Option<Text>,
    /// What was written to standard output.
    pub stdout: Text,
    /// What was written to error output.
    pub stderr: Text,
    /// What was left out.
    pub truncated: Truncated,
    /// What the compiler caught and the warnings that were signalled: errors first, each kind in its order.
    pub warnings: Vec<WarningReport>,
    /// Whether the text says where they are: of a single form of one line it says nothing new.
    #[serde(skip)]
    pub shows_places: bool,
    /// The restarts that were taken because the call said so, in order.
    #[serde(rename = "restartsTaken")]
    pub restarts_taken: Vec<RestartTaken>,
    /// What ended it; absent when it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub error: Option<ErrorReport>,
    /// The name of the current package afterwards.
    pub package: String,
    /// How many forms were read.
    pub forms: u32,
    /// How long it took, if that was asked for.
    pub timing: Option<Timing>,
    /// What the session got back, when its image was replaced because of this evaluation, or before it with
    /// nobody to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub restored: Option<Restored>,
    /// Of output that is left out between its beginning and its end, that end; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub ends: Option<Ends>,
    /// Whether an answer may have only so many characters.
    #[serde(skip)]
    pub is_bounded: bool,
    /// Whether another package was the session's current one before.
    #[serde(skip)]
    pub has_new_package: bool,
    /// Where all output that was kept can be read, if it is not all here.
    #[serde(skip)]
    pub output_source: Option<String>,
    /// The values that are not whole, in order.
    #[serde(skip)]
    pub cut_values: Vec<Cut>,
    /// What it defined that is not kept for when the image is lost, or for another visit, because there is no
    /// room.
    #[serde(rename = "notKept", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<Vec<String>>"))]
    pub not_kept: Vec<String>,
}

/// What is left out of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Which value, from 0.
    pub value: usize,
    /// How many characters are left out.
    pub left_out: u32,
    /// What comes after them.
    pub end: Text,
}

/// How an evaluation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportStatus {
    /// Every form returned.
    Ok,
    /// The code invoked the toplevel's restart `ABORT` itself.
    Aborted,
    /// A condition was not handled, or the session was lost.
    Error,
    /// It ran longer than the session's timeout.
    Timeout,
    /// It did not end: it is held at an error until a client has it go on.
    Held,
}

/// What a report leaves out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Truncated {
    /// Characters of standard output.
    pub stdout: u32,
    /// Characters of error output.
    pub stderr: u32,
    /// Values of the last form.
    pub values: u32,
    /// Forms of the results.
    pub results: u32,
    /// Warnings.
    pub warnings: u32,
    /// Pictures; absent where none is.
    #[serde(skip_serializing_if = "is_none")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<u32>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub display: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// What the compiler caught, or a warning that was signalled and muffled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WarningReport {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The package of its type.
    pub package: String,
    /// The type as the text names it, where that is another name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub label: Option<String>,
    /// Its report.
    pub message: String,
    /// How bad it is: a form that is an `error` signals one where control comes to it.
    pub severity: Severity,
    /// Where in the text it comes from.
    pub position: Option<Position>,
    /// The same with what is around it, and where in a file that the text loads; `null` where the compiler
    /// did not signal it.
    #[serde(rename = "where")]
    pub place: Option<Place>,
    /// What would have helped, as far as that is certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<Vec<Hint>>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub hints: Vec<Hint>,
    /// Whether the report's error tells the same: who shows that leaves this out, as the text does.
    #[serde(rename = "saidByError", skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<bool>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub is_said_by_error: bool,
}

/// A condition that ended an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ErrorReport {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The package of its type.
    pub package: String,
    /// The type as the text names it.
    #[serde(skip)]
    pub label: String,
    /// Its report, and for a reader error where reading ended and why.
    pub message: String,
    /// The class precedence list, each as `PACKAGE:NAME`.
    pub precedence: Vec<String>,
    /// Its slots.
    pub slots: Vec<Slot>,
    /// The restarts that were available, innermost first.
    pub restarts: Vec<Restart>,
    /// The innermost and the outermost calls, innermost first.
    pub frames: Vec<FrameReport>,
    /// How many there are, with those that are not listed.
    pub frames_total: u32,
    /// Which toplevel form of the evaluated text ran, from 0.
    pub form: u32,
    /// What was being done with the form.
    pub phase: Phase,
    /// Where that toplevel form begins, or where reading ended.
    pub position: Option<Position>,
    /// The innermost place in source text, as the text says it; null where none is known.
    #[serde(rename = "where")]
    pub place: Option<Place>,
    /// Where in the evaluated text that call was called from, innermost first; absent where that is not
    /// known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<Vec<Place>>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub called_from: Vec<Place>,
    /// Whether the text says where: of a single form of one line that says nothing new.
    #[serde(skip)]
    pub shows_place: bool,
    /// Whether it says where that was called from.
    #[serde(skip)]
    pub shows_callers: bool,
    /// When, as ISO 8601 in UTC.
    pub timestamp: String,
    /// The restart that was taken for it because the call said so, and that did not go on from it.
    pub restart_taken: Option<String>,
    /// Why the restart that the call names for it could not be taken.
    pub restart_problem: Option<String>,
    /// How many there are beyond what is listed above; absent where all are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub truncated: Option<LeftOut>,
    /// What would have helped, as far as that is certain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<Vec<Hint>>"))]
    #[cfg_attr(feature = "schemas", schemars(default))]
    pub hints: Vec<Hint>,
    /// By which `inspect-value` has the condition itself; absent where it is not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub handle: Option<u32>,
    /// The level at which an evaluation is held at it; absent where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub level: Option<u32>,
    /// The program that it is the error of; none where that is not kept, or none was running.
    #[serde(skip)]
    pub failure: Option<Rc<Failure>>,
}

impl ErrorReport {
    /// The same error with at most `count` frames, the innermost and the outermost.
    #[must_use]
    pub fn with_frames(&self, count: usize) -> Self {
        let mut shown = self.clone();
        frames::shorten(&mut shown.frames, count);
        shown
    }
}

/// A place in source text: of the evaluated text, of a file, or of the text of an earlier evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Place {
    /// Which toplevel form of its text it is in, from 1.
    pub form: u32,
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The innermost definition around it, or the toplevel form, in short: `(DEFUN AVERAGE)`; null for what
    /// could not be read.
    pub definition: Option<String>,
    /// The name of the file that it is in, if it is in one.
    pub file: Option<String>,
    /// Which evaluation it is in, if that is another one; null for the evaluated text and for files.
    pub evaluation: Option<Earlier>,
}

/// An evaluation that is not the one that is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Earlier {
    /// One before it.
    Earlier,
}

/// One call in a backtrace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FrameReport {
    /// Its place, from 0 at the innermost.
    pub index: u32,
    /// The name of the function, as printed.
    pub function: String,
    /// The package of its name, if it has one.
    pub package: Option<String>,
    /// The printed arguments.
    pub arguments: Vec<String>,
    /// The whole call as a form, cut to a line's length.
    pub text: String,
    /// What was called.
    pub kind: FrameKind,
    /// Where in the text the call stands.
    pub position: Option<Position>,
    /// Where the definition of the function stood in the text that defined it.
    pub definition: Option<Position>,
    /// Its variables, innermost first; absent where none is known, and of calls further out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub variables: Option<Vec<FrameVariable>>,
}
