//! The question which restart to take, as text. A person or a model can choose from it alone.

use super::PREVIEW_FRAMES;
use super::model::ErrorReport;
use super::text::{frames_section, push_line, push_more};
use super::visible::{push_lines, push_one_line};
use crate::cut::cut;
use crate::engine::Restart;

/// How many characters of the condition's message it shows, at most.
const MESSAGE_CHARS: usize = 2_000;

/// How many characters of a restart's description it shows, at most.
const DESCRIPTION_CHARS: usize = 200;

/// How many restarts it lists, at most.
const RESTARTS: usize = 50;

/// The question about an error at which an evaluation is held.
#[must_use]
pub fn question_text(session: &str, error: &ErrorReport) -> String {
    let mut text = String::new();
    if let Some(problem) = &error.restart_problem {
        push_lines(&mut text, &cut(problem, MESSAGE_CHARS));
        text.push_str("\n\n");
    }
    text.push_str("The evaluation in session ");
    text.push_str(session);
    text.push_str(" is held at an error: which restart shall be taken?\n\n[ERROR] ");
    push_one_line(&mut text, &error.label);
    text.push('\n');
    push_lines(&mut text, &cut(error.message.trim_end_matches('\n'), MESSAGE_CHARS));
    text.push_str("\n\n");
    text.push_str(&frames_section(error, PREVIEW_FRAMES, true));
    text.push_str("\n\n[restarts]");
    push_choices(&mut text, error);
    text
}

/// Appends the restarts that can be taken, with their numbers, in a line each.
pub(super) fn push_choices(text: &mut String, error: &ErrorReport) {
    for (number, restart) in (1_u32..).zip(error.restarts.iter().take(RESTARTS)) {
        push_line(text, &restart_line(number, restart));
        if let Some(parameters) = restart.parameters.as_ref().filter(|_| takes_values(restart)) {
            text.push_str(" Takes values: ");
            push_one_line(text, &cut(parameters, DESCRIPTION_CHARS));
        }
    }
    let beyond = u32::try_from(error.restarts.len().saturating_sub(RESTARTS)).unwrap_or(u32::MAX);
    let left_out = error.truncated.unwrap_or_default().restarts.saturating_add(beyond);
    push_more(text, "\n… ", left_out, "restart", "restarts");
}

/// A restart as SBCL's debugger lists it.
#[must_use]
pub fn restart_line(number: u32, restart: &Restart) -> String {
    let Restart { name, description, .. } = restart;
    let mut line = String::new();
    line.push_str(&number.to_string());
    line.push_str(": [");
    push_one_line(&mut line, name);
    line.push_str("] ");
    // A line break would look like the next restart.
    push_one_line(&mut line, &cut(description.trim_end(), DESCRIPTION_CHARS).replace('\n', " "));
    line
}

/// Whether a restart can be given values.
#[must_use]
pub fn takes_values(restart: &Restart) -> bool {
    restart.parameters.as_ref().is_some_and(|parameters| parameters != "()")
}
