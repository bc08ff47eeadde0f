//! Where in source text an error happened, as one line.
//!
//! Columns count from 0 there as well, as they do in the data, in reader errors (SBCL's and what ours add to
//! them) and in Emacs.

use super::model::{Earlier, Place};
use super::visible::{one_line, push_one_line};
use crate::cut::cut;
use crate::engine::{Caller, Where};

/// How many characters of each form that a call came from it shows: together they are to stay one line.
const EACH_CHARS: usize = 26;

/// The innermost place of what an image says, and those in the evaluated text that led to it.
pub(super) fn places(place: Option<Where>, callers: Vec<Caller>) -> (Option<Place>, Vec<Place>) {
    let of_text = |form: u32, line, column, definition| Place {
        form: form.saturating_add(1),
        line,
        column,
        definition,
        file: None,
        evaluation: None,
    };
    let callers = callers.into_iter().map(|each| of_text(each.form, each.line, each.column, each.name));
    let Some(Where { form, line, column, name, elsewhere, form_elsewhere }) = place else {
        return (None, callers.collect());
    };
    let here = of_text(form, line, column, name);
    match elsewhere {
        None => (Some(here), callers.collect()),
        Some(other) => {
            let evaluation = if other.file.is_none() { Some(Earlier::Earlier) } else { None };
            let innermost = of_text(form_elsewhere.unwrap_or_default(), other.line, other.column, other.name);
            let innermost = Place { file: other.file, evaluation, ..innermost };
            (Some(innermost), std::iter::once(here).chain(callers).collect())
        }
    }
}

/// Whether it is not in the evaluated text.
pub(super) fn is_elsewhere(place: &Place) -> bool {
    place.file.is_some() || place.evaluation.is_some()
}

/// The line that says it, without a line break.
pub(super) fn line(place: &Place) -> String {
    if !is_elsewhere(place) {
        let mut line = "Where: form ".to_owned();
        line.push_str(&place.form.to_string());
        push_position(&mut line, ", line ", place.line, place.column);
        if let Some(name) = &place.definition {
            push_cut(&mut line, ", in ", name, usize::MAX);
        }
        return line;
    }
    let mut line = "Where: ".to_owned();
    let before = place.definition.as_ref().map_or("line ", |name| {
        push_cut(&mut line, "", name, usize::MAX);
        ", line "
    });
    push_position(&mut line, before, place.line, place.column);
    push_cut(&mut line, " of ", place.file.as_deref().unwrap_or("an earlier evaluation"), usize::MAX);
    line
}

/// The place of what the compiler caught, behind what it says: ` (line 3, column 2, in (DEFUN F))`, with the
/// file's name for what a file has.
pub(super) fn push_in_brackets(text: &mut String, place: &Place) {
    push_position(text, " (line ", place.line, place.column);
    if let Some(file) = &place.file {
        text.push_str(" of ");
        push_one_line(text, file);
    }
    if let Some(name) = &place.definition {
        text.push_str(", in ");
        push_one_line(text, name);
    }
    text.push(')');
}

/// The line after it that says where the call was called from, if that is known, at no more than `most`
/// places.
pub(super) fn callers_line(callers: &[Place], most: usize) -> Option<String> {
    let mut line = String::new();
    for caller in callers.iter().take(most) {
        let before = if line.is_empty() { "Called from: line " } else { "; line " };
        push_position(&mut line, before, caller.line, caller.column);
        if let Some(name) = &caller.definition {
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

    fn place(name: Option<&str>, elsewhere: Option<Elsewhere>) -> Place {
        let name = name.map(str::to_owned);
        places(
            Some(Where { form: 1, line: 7, column: 3, name, elsewhere, form_elsewhere: Some(2) }),
            Vec::new(),
        )
        .0
        .unwrap()
    }

    fn text(name: Option<&str>, elsewhere: Option<Elsewhere>) -> String {
        line(&place(name, elsewhere))
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
        let call = Some("(AVERAGE 'NIL)");
        let earlier = elsewhere(Some("(DEFUN AVERAGE)"), None);
        assert_eq!(
            text(call, Some(earlier.clone())),
            "Where: (DEFUN AVERAGE), line 13, column 5 of an earlier evaluation"
        );
        assert_eq!(text(None, Some(elsewhere(None, Some("/a.lisp")))), "Where: line 13, column 5 of /a.lisp");
        let caller = Caller { form: 2, line: 8, column: 0, name: None };
        let elsewhere = Some(earlier);
        let innermost = Where { form: 1, line: 7, column: 3, name: None, elsewhere, form_elsewhere: Some(2) };
        let (innermost, called_from) = places(Some(innermost), vec![caller]);
        assert_eq!(innermost.unwrap().form, 3);
        let forms: Vec<(u32, u32)> = called_from.iter().map(|each| (each.form, each.line)).collect();
        assert_eq!(forms, [(2, 7), (3, 8)], "the place in the evaluated text leads there");
    }

    #[test]
    fn names_a_file_in_full() {
        let file = format!("/{}/a.lisp", "folder/".repeat(60));
        let said = text(None, Some(elsewhere(Some("(DEFUN F)"), Some(&file))));
        assert_eq!(said, format!("Where: (DEFUN F), line 13, column 5 of {file}"));
    }

    #[test]
    fn names_callers() {
        let caller = |line, name: Option<&str>| {
            let caller = Caller { form: 0, line, column: 2, name: name.map(str::to_owned) };
            places(None, vec![caller]).1.remove(0)
        };
        let said = |callers: &[Place]| callers_line(callers, 2);
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
        let said = text(Some(breaks), Some(elsewhere(Some(breaks), Some(breaks))));
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}
