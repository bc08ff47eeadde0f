//! Progress, which for an evaluation is the output that it has written, the forms that are done and their
//! values.

use super::notifications::notification;
use super::{Era, LegacyVersion};
use crate::data::{Text, Written};
use crate::engine::{FormResult, Forms, OutputStream};
use crate::jsonrpc::Id;

/// The member of `_meta` that names the stream that a message was written to.
const STREAM_KEY: &str = "jscl-mcp/stream";

/// The member of `_meta` that says how far the evaluation is.
const FORM_KEY: &str = "jscl-mcp/form";

/// The member of `_meta` that has the values of forms, as `results` of the answer has them.
const RESULTS_KEY: &str = "jscl-mcp/results";

/// What a client is told by one notification.
#[derive(Debug, Default)]
pub struct Step {
    /// The characters of output told so far, the forms done so far and the notifications without either,
    /// together: so it grows with each.
    pub progress: u32,
    /// What was written, and where to. The message is that, if there is any.
    pub output: Option<(OutputStream, Text)>,
    /// How far the evaluation is, if that has changed.
    pub forms: Option<Forms>,
    /// The values of forms that were not told before.
    pub results: Vec<FormResult>,
    /// What it waits for, where there is nothing else to tell.
    pub words: Option<String>,
}

/// The text of a `notifications/progress`.
#[must_use]
pub fn progress_notification(era: Era, token: &Id, step: &Step) -> Written {
    notification("notifications/progress", |params| {
        params.data("progressToken", token);
        params.member("progress", &step.progress);
        if !era.is_since(LegacyVersion::V2025_03_26) {
            return;
        }
        match (&step.output, &step.forms) {
            (Some((_, text)), _) => params.data("message", text.clone()),
            (None, Some(forms)) => params.member("message", &in_words(forms)),
            (None, None) => {
                params.optional("message", step.words.as_ref());
                return;
            }
        }
        params.object("_meta", |meta| {
            if let Some((stream, _)) = &step.output {
                meta.member(STREAM_KEY, stream);
            }
            if let Some(forms) = &step.forms {
                meta.object(FORM_KEY, |form| {
                    form.member("form", &forms.form);
                    form.member("line", &forms.position.line);
                    form.member("column", &forms.position.column);
                    form.member("done", &forms.done);
                    if let Some(file) = &forms.file {
                        form.member("file", &file.name);
                        form.member("doneInFile", &file.done);
                    }
                });
            }
            if !step.results.is_empty() {
                meta.member(RESULTS_KEY, &step.results);
            }
        });
    })
}

/// Such as `form 12, line 40 (11 forms done)`.
fn in_words(Forms { done, form, position, file, .. }: &Forms) -> String {
    let mut words = "form ".to_owned();
    words.push_str(&form.to_string());
    words.push_str(", line ");
    words.push_str(&position.line.to_string());
    words.push_str(" (");
    words.push_str(&done.to_string());
    words.push_str(if *done == 1 { " form done" } else { " forms done" });
    if let Some(file) = file {
        words.push_str(", ");
        words.push_str(&file.done.to_string());
        words.push_str(" of ");
        words.push_str(&file.name);
    }
    words.push(')');
    words
}
