//! Where in source text an error happened, as one line.
//!
//! Columns count from 0 there as well, as they do in the data, in reader errors (SBCL's and what ours add to
//! them) and in Emacs.

use super::visible::{one_line, push_one_line};
use crate::cut::cut;
use crate::engine::{Caller, Where};

/// How many characters of each of two forms, and of a file's name, it shows: together they are to stay one
/// line.
const EACH_CHARS: usize = 26;

/// The line that says it, without a line break. `is_error` is whether something failed there, and the program
/// did not just stop.
pub(super) fn line(place: &Where, is_error: bool) -> String {
    let chars = if place.elsewhere.is_some() { EACH_CHARS } else { usize::MAX };
    let mut line = "Where: form ".to_owned();
    line.push_str(&place.form.saturating_add(1).to_string());
    push_position(&mut line, ", line ", place.line, place.column);
    if let Some(name) = &place.name {
        push_cut(&mut line, ", in ", name, chars);
    }
    if let Some(other) = &place.elsewhere {
        line.push_str(if is_error { "; the error is " } else { "; the program is " });
        let before = other.name.as_ref().map_or("at line ", |name| {
            push_cut(&mut line, "in ", name, chars);
            ", line "
        });
        push_position(&mut line, before, other.line, other.column);
        push_cut(&mut line, " of ", other.file.as_deref().unwrap_or("an earlier evaluation"), chars);
    }
    line
}

/// The place of what the compiler caught, behind what it says: ` (line 3, column 2, in (DEFUN F))`, with the
/// file's name for what a file has.
pub(super) fn push_in_brackets(text: &mut String, place: &Where) {
    let (line, column, name, file) = match &place.elsewhere {
        Some(other) => (other.line, other.column, &other.name, other.file.as_deref()),
        None => (place.line, place.column, &place.name, None),
    };
    push_position(text, " (line ", line, column);
    if let Some(file) = file {
        text.push_str(" of ");
        push_one_line(text, file);
    }
    if let Some(name) = name {
        text.push_str(", in ");
        push_one_line(text, name);
    }
    text.push(')');
}

/// The line after it that says where the call was called from, if that is known, at no more than `most`
/// places.
pub(super) fn callers_line(callers: &[Caller], most: usize) -> Option<String> {
    let mut line = String::new();
    for caller in callers.iter().take(most) {
        let before = if line.is_empty() { "Called from: line " } else { "; line " };
        push_position(&mut line, before, caller.line, caller.column);
        if let Some(name) = &caller.name {
            push_cut(&mut line, ", in ", name, EACH_CHARS);
        }
    }
    (!line.is_empty()).then_some(line)
}

pub(super) fn push_position(text: &mut String, before: &str, line: u32, column: u32) {
    text.push_str(before);
    text.push_str(&line.to_string());
    text.push_str(", column ");
    text.push_str(&column.to_string());
}

/// Nothing in it breaks the line.
fn push_cut(text: &mut String, before: &str, added: &str, chars: usize) {
    text.push_str(before);
    // What is hidden is longer when it is shown.
    text.push_str(&cut(&one_line(added), chars));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Elsewhere;

    fn text(name: Option<&str>, elsewhere: Option<Elsewhere>) -> String {
        line(&Where { form: 1, line: 7, column: 3, name: name.map(str::to_owned), elsewhere }, true)
    }

    fn elsewhere(name: Option<&str>, file: Option<&str>) -> Elsewhere {
        let name = name.map(str::to_owned);
        Elsewhere { line: 13, column: 5, name, file: file.map(str::to_owned) }
    }

    #[test]
    fn names_the_form() {
        assert_eq!(
            text(Some("(DEFUN AVERAGE)"), None),
            "Where: form 2, line 7, column 3, in (DEFUN AVERAGE)"
        );
        assert_eq!(text(None, None), "Where: form 2, line 7, column 3");
    }

    #[test]
    fn tells_of_another_text() {
        assert_eq!(
            text(Some("(AVERAGE 'NIL)"), Some(elsewhere(Some("(DEFUN AVERAGE)"), None))),
            "Where: form 2, line 7, column 3, in (AVERAGE 'NIL); the error is in (DEFUN AVERAGE), line 13, \
             column 5 of an earlier evaluation"
        );
        assert_eq!(
            text(None, Some(elsewhere(None, Some("/a.lisp")))),
            "Where: form 2, line 7, column 3; the error is at line 13, column 5 of /a.lisp"
        );
    }

    #[test]
    fn names_callers() {
        let caller = |line, name: Option<&str>| Caller { line, column: 2, name: name.map(str::to_owned) };
        let said = |callers: &[Caller]| callers_line(callers, 2);
        assert_eq!(said(&[]), None);
        assert_eq!(
            said(&[caller(9, Some("(DEFUN MAIN)")), caller(12, None)]).as_deref(),
            Some("Called from: line 9, column 2, in (DEFUN MAIN); line 12, column 2")
        );
        let long = "A\n".repeat(200);
        let line = said(&[caller(1, Some(&long)), caller(2, Some(&long))]).unwrap_or_default();
        assert!(line.chars().count() <= 160 && !line.contains('\n'), "{line}");
    }

    #[test]
    fn is_one_line() {
        let breaks = "(DEFUN |a\r\nb\u{85}c\u{2028}d\u{1b}|)";
        assert_eq!(
            text(Some(breaks), None),
            "Where: form 2, line 7, column 3, in (DEFUN |a\\u{D}\\u{A}b\\u{85}c\\u{2028}d\\u{1B}|)"
        );
        let long = "A".repeat(200);
        let line = text(Some(&long), Some(elsewhere(Some(&long), Some(&long))));
        assert!(line.chars().count() <= 160, "{line}");
    }
}
