//! Reports in brief, for those who have the text beside them: what a program decides by, and nothing at length that the text says.

use serde::Serialize;

use super::model::{ErrorReport, EvaluationReport, ReportStatus};
use crate::engine::Position;
use crate::json::{Json, Object, ToJson, json_object};

/// What became of an evaluation, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefEvaluation {
    /// How it ended.
    pub status: ReportStatus,
    /// The printed values of the last form; absent where an error ended it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub values: Option<Vec<String>>,
    /// What ended it; absent when it returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub error: Option<BriefError>,
    /// Of what the text shows only a part, how much there was in all; absent where the text shows everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub counts: Option<Counts>,
}

/// A condition that ended an evaluation, in brief.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct BriefError {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The package of its type.
    pub package: String,
    /// Which form it happened in, from 0.
    pub form: u32,
    /// Where in the code that form begins, or where reading ended.
    pub position: Option<Position>,
    /// The names of the restarts that were available, innermost first, as many as there is room for.
    pub restarts: Vec<String>,
}

/// How much there was in all; only of what the text shows a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Counts {
    /// Characters of standard output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stdout: Option<u32>,
    /// Characters of error output.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub stderr: Option<u32>,
    /// Values of the last form.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub values: Option<u32>,
    /// Warnings.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub warnings: Option<u32>,
    /// Calls of the backtrace.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub frames: Option<u32>,
}

impl EvaluationReport {
    /// The report in brief, beside a text that shows so many frames.
    #[must_use]
    pub fn in_brief(self, frames_shown: usize) -> BriefEvaluation {
        let cut = self.truncated;
        let counts = Counts {
            stdout: in_all(self.stdout.chars(), cut.stdout),
            stderr: in_all(self.stderr.chars(), cut.stderr),
            values: in_all(self.values.iter(), cut.values),
            warnings: in_all(self.warnings.iter(), cut.warnings),
            frames: self.error.as_ref().and_then(|error| error.frames_beyond(frames_shown)),
        };
        BriefEvaluation {
            status: self.status,
            values: self.error.is_none().then_some(self.values),
            error: self.error.as_ref().map(ErrorReport::in_brief),
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
            restarts: self.restarts.iter().map(|restart| restart.name.clone()).collect(),
        }
    }

    /// How many frames there are, if those are more than so many.
    #[must_use]
    pub fn frames_beyond(&self, shown: usize) -> Option<u32> {
        let shown = u32::try_from(shown).unwrap_or(u32::MAX);
        Some(self.frames_total).filter(|total| *total > shown)
    }
}

/// Texts of so many bytes have room beside them for all names of restarts.
const LONG_TEXT: usize = 64 * 1024;

/// How many characters the data of an error has beyond what it may have beside its text: all of it together is at most one and a half
/// times the text and 160 characters long.
#[must_use]
pub fn excess(text: &str, data: &dyn ToJson) -> usize {
    if text.len() > LONG_TEXT {
        return 0;
    }
    let length = |json: Json| json.into_text().chars().count();
    let whole = length(data.as_json().with_first_member("text", &text));
    let chars = text.chars().count();
    whole.saturating_sub(chars.saturating_add(chars / 2).saturating_add(160))
}

impl BriefError {
    /// Leaves out the names of the outermost restarts, as many as have so many characters.
    pub fn shorten_by(&mut self, excess: usize) {
        let mut saved: usize = 0;
        while saved < excess
            && let Some(name) = self.restarts.pop()
        {
            let quoted = name.to_json().into_text().chars().count();
            saved = saved.saturating_add(quoted).saturating_add(",".len());
        }
    }
}

/// How many there were, if some are left out.
fn in_all(kept: impl Iterator, left_out: u32) -> Option<u32> {
    (left_out > 0).then(|| u32::try_from(kept.count()).unwrap_or(u32::MAX).saturating_add(left_out))
}

impl ToJson for BriefEvaluation {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| {
            object.member("status", &self.status);
            object.optional("values", self.values.as_ref().map(|values| values as &dyn ToJson));
            object.optional("error", self.error.as_ref().map(|error| error as &dyn ToJson));
            object.optional("counts", self.counts.as_ref().map(|counts| counts as &dyn ToJson));
        });
    }
}

json_object!(BriefError {
    type_name: "type",
    package: "package",
    form: "form",
    position: "position",
    restarts: "restarts",
});

impl ToJson for Counts {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| {
            for (name, count) in [
                ("stdout", &self.stdout),
                ("stderr", &self.stderr),
                ("values", &self.values),
                ("warnings", &self.warnings),
                ("frames", &self.frames),
            ] {
                object.optional(name, count.as_ref().map(|count| count as &dyn ToJson));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_what_serde_writes() {
        let error = BriefError {
            type_name: "T".to_owned(),
            package: "P".to_owned(),
            form: 1,
            position: Some(Position { line: 1, column: 2 }),
            restarts: vec!["ABORT".to_owned()],
        };
        let counts =
            Counts { stdout: Some(1), stderr: Some(2), values: Some(3), warnings: Some(4), frames: Some(5) };
        let failed = BriefEvaluation {
            status: ReportStatus::Error,
            values: None,
            error: Some(BriefError { position: None, ..error.clone() }),
            counts: Some(Counts { frames: None, ..counts }),
        };
        let returned = BriefEvaluation {
            status: ReportStatus::Ok,
            values: Some(vec!["1".to_owned()]),
            error: None,
            counts: None,
        };
        let all = BriefEvaluation { error: Some(error), counts: Some(counts), ..returned.clone() };
        for report in [failed, returned, all] {
            assert_eq!(report.to_json().into_text(), serde_json::to_string(&report).unwrap());
        }
    }
}
