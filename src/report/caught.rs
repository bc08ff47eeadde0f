//! What the compiler caught, as text: the forms that are no valid programs before the warnings.

use super::model::{ErrorReport, EvaluationReport, WarningReport};
use super::text::{plural, push_line};
use super::visible::{one_line, push_lines};
use super::whereabouts;
use crate::engine::Severity;

/// What becomes of a definition with such a form: a value like `=> F` is no sign that it works.
const FAILS_THERE: &str = "What is defined there signals an error when control comes to it.";

/// The forms that cannot be compiled, each with its place.
pub(super) fn errors_section(report: &EvaluationReport) -> Option<String> {
    let mut section = "[compile errors]".to_owned();
    for caught in shown(report).filter(|each| is_error(each)) {
        section.push('\n');
        push_caught(&mut section, caught, true);
    }
    if !section.contains('\n') {
        return None;
    }
    push_line(&mut section, FAILS_THERE);
    Some(section)
}

/// The warnings that the compiler or the program signalled.
pub(super) fn warnings_section(report: &EvaluationReport) -> Option<String> {
    let mut section = "[warnings]".to_owned();
    for warning in shown(report).filter(|each| !is_error(each)) {
        push_line(
            &mut section,
            &format!("{}: ", one_line(warning.label.as_ref().unwrap_or(&warning.type_name))),
        );
        push_caught(&mut section, warning, report.shows_places);
    }
    let left_out = report.truncated.warnings;
    if left_out > 0 {
        push_line(&mut section, &format!("… {left_out} more {}", plural(left_out, "warning")));
    }
    section.contains('\n').then_some(section)
}

/// What the error does not say anyhow.
fn shown(report: &EvaluationReport) -> impl Iterator<Item = &WarningReport> {
    report.warnings.iter().filter(|each| !each.is_said_by_error)
}

fn is_error(caught: &WarningReport) -> bool {
    caught.severity == Severity::Error
}

/// Marks what the error tells, too.
pub(super) fn mark_said(warnings: &mut [WarningReport], error: Option<&ErrorReport>) {
    let Some(error) = error else { return };
    for caught in warnings {
        let is_said_by = if is_error(caught) { is_message_of } else { tells_undefined };
        caught.is_said_by_error = is_said_by(error, &caught.message);
    }
}

/// The message, the place if it is to be shown, and what would have helped.
fn push_caught(section: &mut String, caught: &WarningReport, shows_place: bool) {
    push_lines(
        section,
        caught.message.strip_suffix(SEE_ALSO).unwrap_or(&caught.message).trim_end_matches('\n'),
    );
    if let Some(place) = caught.place.as_ref().filter(|place| shows_place || whereabouts::is_elsewhere(place))
    {
        whereabouts::push_in_brackets(section, place);
    }
    for hint in &caught.hints {
        push_line(section, &hint.line);
    }
}

/// Where SBCL sends who reads its warnings of types. The data has it; a reader of the text cannot go there.
const SEE_ALSO: &str = "\nSee also:\n  The SBCL Manual, Node \"Handling of Types\"";

/// What the compiler warns of an undefined name; what the error of its use says before and after the name.
const UNDEFINED: [(&str, &str, &str); 2] = [
    ("undefined function: ", "The function ", " is undefined."),
    ("undefined variable: ", "The variable ", " is unbound."),
];

/// Whether the error tells what the warning told: in the seeds' report of a call of an undefined function,
/// the compiler's warning of it does not stand beside it. The warning writes the name with its package.
fn tells_undefined(error: &ErrorReport, warning: &str) -> bool {
    UNDEFINED.iter().any(|(warned, before, after)| {
        let name = error.message.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        let package = warning.strip_prefix(warned).zip(name).and_then(|(full, name)| full.strip_suffix(name));
        package.is_some_and(|package| package.is_empty() || package.ends_with("::"))
    })
}

/// Whether an error is the one that a form signals which could not be compiled: its message ends with what
/// the compiler said, in lines that are indented.
fn is_message_of(error: &ErrorReport, caught: &str) -> bool {
    error.type_name == "COMPILED-PROGRAM-ERROR" && words(&error.message).ends_with(&words(caught))
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}
