//! The question which restart to take, as text. A person or a model can choose from it alone.

use super::PREVIEW_FRAMES;
use super::cut::cut;
use super::model::ErrorReport;
use super::text::{frames_section, push_line};
use crate::engine::Restart;
use crate::json::ToJson;

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
        text.push_str(&cut(problem, MESSAGE_CHARS));
        text.push_str("\n\n");
    }
    text.push_str("The evaluation in session ");
    text.push_str(session);
    text.push_str(" is held at an error: which restart shall be taken?\n\n[ERROR] ");
    text.push_str(&error.label);
    push_line(&mut text, &cut(error.message.trim_end_matches('\n'), MESSAGE_CHARS));
    text.push_str("\n\n");
    text.push_str(&frames_section(error, PREVIEW_FRAMES));
    text.push_str("\n\n[restarts]");
    for (number, restart) in (1_u32..).zip(error.restarts.iter().take(RESTARTS)) {
        push_line(&mut text, &restart_line(number, restart));
        if let Some(parameters) = restart.parameters.as_ref().filter(|_| takes_values(restart)) {
            text.push_str(" Takes values: ");
            text.push_str(&cut(parameters, DESCRIPTION_CHARS));
        }
    }
    text
}

/// A restart as SBCL's debugger lists it.
#[must_use]
pub fn restart_line(number: u32, restart: &Restart) -> String {
    let Restart { name, description, .. } = restart;
    let mut line = String::new();
    number.write_json(&mut line);
    line.push_str(": [");
    line.push_str(name);
    line.push_str("] ");
    for character in cut(description.trim_end(), DESCRIPTION_CHARS).chars() {
        // A line break would look like the next restart.
        line.push(if character == '\n' { ' ' } else { character });
    }
    line
}

/// Whether a restart can be given values.
#[must_use]
pub fn takes_values(restart: &Restart) -> bool {
    restart.parameters.as_ref().is_some_and(|parameters| parameters != "()")
}
