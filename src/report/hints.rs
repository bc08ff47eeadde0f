//! What would have helped, a line each.
//!
//! The image says only what is certain, so every hint is shown; here are the words.

use super::visible::push_one_line;
use super::whereabouts;
use crate::engine::{Hint, HintKind};

/// The hints, with the lines that say them.
pub(super) fn worded(mut hints: Vec<Hint>) -> Vec<Hint> {
    for hint in &mut hints {
        hint.line = line_of(hint);
    }
    hints
}

/// The line that says it, without a line break.
fn line_of(hint: &Hint) -> String {
    let Hint { kind, about, text, thing, position, .. } = hint;
    let mut line = "Hint: ".to_owned();
    let (parts, end): (&[&str], &str) = match kind {
        HintKind::Meant => (&["did you mean the ", thing, " ", text], "?"),
        HintKind::LambdaList => (&[about, " takes ", text], ""),
        HintKind::Redefined => (
            &[about, " was compiled before the ", thing, " ", text, " was redefined"],
            ", and has the old one",
        ),
        HintKind::Defined => (
            &[about, " was compiled before the ", thing, " ", text, " was defined"],
            ", and calls a function",
        ),
        HintKind::LostValue => (&[about, " gets no value of ", text], ""),
        HintKind::Origin => (&[about, " comes from ", text], ""),
        HintKind::Parallel => {
            (&["LET binds ", about, " together with what needs it; ", text], " binds one after the other")
        }
        HintKind::Keys => (
            &["the keys of ", about, " are strings, which ", text],
            " does not compare by their characters; EQUAL does",
        ),
        HintKind::Methods if text.is_empty() => (&[about, " has no methods"], ""),
        HintKind::Methods => (&[about, " has methods for ", text], ""),
        HintKind::Missing => (&[text], " closing parentheses are missing"),
        HintKind::Inside => (&["a ", about, " begins"], ""),
        HintKind::GoesOn => (&["the ", about, " that begins"], ""),
    };
    for part in parts {
        push_one_line(&mut line, part);
    }
    line.push_str(end);
    let (before, after): (&str, &[&str]) = match kind {
        HintKind::Inside => (" at line ", &[", inside of ", text]),
        HintKind::GoesOn => (" at line ", &[" goes on over line ", text]),
        _ => (", line ", &[]),
    };
    if let Some(place) = position {
        whereabouts::push_position(&mut line, before, place.line, place.column);
    }
    for part in after {
        push_one_line(&mut line, part);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Position;

    fn text(kind: HintKind, about: &str, text: &str, thing: &str) -> String {
        let [about, text, thing] = [about, text, thing].map(str::to_owned);
        let placed = [HintKind::LostValue, HintKind::Origin, HintKind::Inside, HintKind::GoesOn];
        let position = placed.contains(&kind).then_some(Position { line: 4, column: 39 });
        line_of(&Hint { kind, about, text, thing, distance: None, position, line: String::new() })
    }

    #[test]
    fn words_each_kind() {
        let lines = [
            text(HintKind::Meant, "LENGHT", "LENGTH", "function"),
            text(HintKind::LambdaList, "AREA", "(WIDTH HEIGHT &OPTIONAL UNIT)", "function"),
            text(HintKind::Redefined, "TOTAL", "WITH-TAX", "macro"),
            text(HintKind::Defined, "TOTAL", "WITH-TAX", "macro"),
            text(HintKind::LostValue, "REST", "(VALUES (FLOOR N 10))", "variable"),
            text(HintKind::Origin, "NIL", "(ASSOC KEY TABLE)", "value"),
            text(HintKind::Parallel, "X", "LET*", "variable"),
            text(HintKind::Keys, "*AGES*", "EQL", "hash table"),
            text(HintKind::Methods, "AREA", "(CIRCLE), (SQUARE)", "function"),
            text(HintKind::Methods, "AREA", "", "function"),
            text(HintKind::Missing, "(", "2", ""),
            text(HintKind::Inside, "definition", "(DEFUN FACT)", ""),
            text(HintKind::GoesOn, "string", "5", ""),
        ];
        assert_eq!(
            lines.join("\n"),
            "Hint: did you mean the function LENGTH?\n\
             Hint: AREA takes (WIDTH HEIGHT &OPTIONAL UNIT)\n\
             Hint: TOTAL was compiled before the macro WITH-TAX was redefined, and has the old one\n\
             Hint: TOTAL was compiled before the macro WITH-TAX was defined, and calls a function\n\
             Hint: REST gets no value of (VALUES (FLOOR N 10)), line 4, column 39\n\
             Hint: NIL comes from (ASSOC KEY TABLE), line 4, column 39\n\
             Hint: LET binds X together with what needs it; LET* binds one after the other\n\
             Hint: the keys of *AGES* are strings, which EQL does not compare by their characters; EQUAL does\n\
             Hint: AREA has methods for (CIRCLE), (SQUARE)\n\
             Hint: AREA has no methods\n\
             Hint: 2 closing parentheses are missing\n\
             Hint: a definition begins at line 4, column 39, inside of (DEFUN FACT)\n\
             Hint: the string that begins at line 4, column 39 goes on over line 5"
        );
    }

    #[test]
    fn is_one_line() {
        let breaks = "|a\nb\u{2028}c\u{1b}|";
        let line = text(HintKind::Meant, breaks, breaks, "LOOP keyword");
        assert!(!line.contains(['\n', '\u{2028}', '\u{1b}']), "{line}");
    }
}
