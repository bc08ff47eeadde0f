//! Reports in brief, for those who have the text beside them: what a program decides by, and nothing at
//! length that the text says.

use serde::Serialize;

use super::build::USUAL_PACKAGE;
use super::model::{Earlier, ErrorReport, EvaluationReport, Place, ReportStatus};
use crate::data::{Members, Raw, Text, Value};
use crate::engine::{Position, Severity};

/// What became of an evaluation, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefEvaluation {
    /// How it ended.
    pub status: ReportStatus,
    /// The level at which it is held; absent where it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub level: Option<u32>,
    /// The printed values of the last form, of long ones the beginning; absent where an error ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub values: Option<Vec<Text>>,
    /// How many forms could not be compiled: where control comes to one, it signals an error. Absent where
    /// none is.
    #[serde(rename = "compileErrors", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub compile_errors: Option<u32>,
    /// What ended it; absent when it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub error: Option<BriefError>,
    /// The name of the current package afterwards; absent where that is COMMON-LISP-USER.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub package: Option<String>,
    /// Of what the text shows only a part, how much there was in all; absent where the text shows everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub counts: Option<Counts>,
}

/// A condition that ended an evaluation, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefError {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The package of its type.
    pub package: String,
    /// Which toplevel form of the code ran, from 0.
    pub form: u32,
    /// Where in the code that form begins, or where reading ended.
    pub position: Option<Position>,
    /// The innermost place in source text, as the text says it; absent where that does not.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub place: Option<BriefPlace>,
    /// The names of the restarts that were available, innermost first, as many as there is room for.
    pub restarts: Vec<String>,
    /// How many lines of the text say what would have helped; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub hints: Option<u32>,
}

/// A place in source text, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefPlace {
    /// Which toplevel form of its text it is in, from 1.
    pub form: u32,
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The innermost definition around it, or the toplevel form, in short; absent for what could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub definition: Option<String>,
    /// The name of the file that it is in; absent where it is in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub file: Option<String>,
    /// Which evaluation it is in, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub evaluation: Option<Earlier>,
}

impl BriefPlace {
    fn of(place: &Place) -> Self {
        let Place { form, line, column, definition, file, evaluation } = place.clone();
        Self { form, line, column, definition, file, evaluation }
    }
}

/// How much there was in all; only of what the text shows a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Counts {
    /// Characters of standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub stdout: Option<u32>,
    /// Characters of error output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub stderr: Option<u32>,
    /// Values of the last form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub values: Option<u32>,
    /// Warnings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub warnings: Option<u32>,
    /// Calls of the backtrace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub frames: Option<u32>,
}

impl EvaluationReport {
    /// The report in brief, beside a text that shows so many frames.
    #[must_use]
    pub fn in_brief(mut self, frames_shown: usize) -> BriefEvaluation {
        let cut = self.truncated;
        let all = self.values.len();
        if self.is_bounded {
            self.values = in_short(self.values);
        }
        let unlisted = u32::try_from(all.saturating_sub(self.values.len())).unwrap_or(u32::MAX);
        let counts = Counts {
            stdout: in_all(self.stdout.length(), cut.stdout),
            stderr: in_all(self.stderr.length(), cut.stderr),
            values: in_all(self.values.len(), cut.values.saturating_add(unlisted)),
            warnings: in_all(self.warnings.len(), cut.warnings),
            frames: self.error.as_ref().and_then(|error| error.frames_beyond(frames_shown)),
        };
        let errors = self.warnings.iter().filter(|each| each.severity == Severity::Error).count();
        BriefEvaluation {
            status: self.status,
            level: self.level,
            values: self.error.is_none().then_some(self.values),
            compile_errors: u32::try_from(errors).ok().filter(|count| *count > 0),
            error: self.error.as_ref().map(ErrorReport::in_brief),
            package: Some(self.package).filter(|package| package != USUAL_PACKAGE),
            counts: Some(counts).filter(|counts| *counts != Counts::default()),
        }
    }
}

impl ErrorReport {
    /// The error in brief.
    #[must_use]
    pub fn in_brief(&self) -> BriefError {
        BriefError {
            type_name: self.type_name.clone(),
            package: self.package.clone(),
            form: self.form,
            position: self.position,
            place: self.place.as_ref().filter(|_| self.shows_place).map(BriefPlace::of),
            restarts: self.restarts.iter().map(|restart| restart.name.clone()).collect(),
            hints: u32::try_from(self.hints.len()).ok().filter(|count| *count > 0),
        }
    }

    /// How many frames there are, if those are more than so many.
    #[must_use]
    pub fn frames_beyond(&self, shown: usize) -> Option<u32> {
        let shown = u32::try_from(shown).unwrap_or(u32::MAX);
        Some(self.frames_total).filter(|total| *total > shown)
    }
}

/// Texts of so many UTF-16 units have room beside them for all names of restarts.
const LONG_TEXT: usize = 64 * 1024;

/// How many characters the data of an error has beyond what it may have beside its text: all of it together
/// is at most one and a half times the text and 160 characters long.
#[must_use]
pub fn excess<T: Serialize>(text: &Text, data: &T) -> usize {
    let chars = text.length();
    if chars > LONG_TEXT {
        return 0;
    }
    let whole = Raw::of(data).after("text", text.clone()).json().encode_utf16().count();
    whole.saturating_sub(chars.saturating_add(chars / 2).saturating_add(160))
}

impl BriefError {
    /// Leaves out so many characters: of the place the definition, which the text names, then the names of
    /// the outermost restarts, then the place.
    pub fn shorten_by(&mut self, excess: usize) {
        let mut saved: usize = 0;
        if excess > 0
            && let Some(name) = self.place.as_mut().and_then(|place| place.definition.take())
        {
            let quoted = Value::from(name).json().encode_utf16().count();
            saved = saved.saturating_add(quoted).saturating_add("\"definition\":,".len());
        }
        while saved < excess
            && let Some(name) = self.restarts.pop()
        {
            let quoted = Value::from(name).json().encode_utf16().count();
            saved = saved.saturating_add(quoted).saturating_add(",".len());
        }
        if saved < excess {
            self.place = None;
        }
    }
}

/// How many characters the values have that the data repeats: the text has them all.
const VALUES_CHARS: usize = 200;

/// The values as far as there is room for them, but at least the first one; what is cut ends in `...`.
fn in_short(values: Vec<Text>) -> Vec<Text> {
    let mut room = VALUES_CHARS;
    let mut kept = Vec::new();
    for mut value in values {
        if room == 0 {
            break;
        }
        value.shorten(room);
        room = room.saturating_sub(value.length().saturating_add(3));
        kept.push(value);
    }
    kept
}

/// How many there were, if some are left out.
fn in_all(kept: usize, left_out: u32) -> Option<u32> {
    (left_out > 0).then(|| u32::try_from(kept).unwrap_or(u32::MAX).saturating_add(left_out))
}
