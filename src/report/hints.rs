//! What would have helped, a line each.
//!
//! The image says only what is certain, so every hint is shown; here are the words.

use super::visible::one_line;
use crate::engine::{Hint, HintKind, HintThing};

/// The line that says it, without a line break.
pub(super) fn line(hint: &Hint) -> String {
    let about = one_line(&hint.about);
    let text = one_line(&hint.text);
    let thing = noun(hint.thing);
    match hint.kind {
        HintKind::Meant => format!("Hint: did you mean the {thing} {text}?"),
        HintKind::LambdaList => format!("Hint: {about} takes {text}"),
        HintKind::Section => format!("Hint: the standard describes {about} in {text}"),
        HintKind::Redefined => {
            format!("Hint: {about} was compiled before the {thing} {text} was redefined, and has the old one")
        }
        HintKind::Defined => {
            format!("Hint: {about} was compiled before the {thing} {text} was defined, and calls a function")
        }
    }
}

const fn noun(thing: HintThing) -> &'static str {
    match thing {
        HintThing::Function => "function",
        HintThing::Macro => "macro",
        HintThing::SpecialOperator => "special operator",
        HintThing::InlineFunction => "inline function",
        HintThing::Structure => "structure's function",
        HintThing::Variable => "variable",
        HintThing::Keyword => "keyword",
        HintThing::Slot => "slot",
        HintThing::Initarg => "initarg",
        HintThing::Class => "class",
        HintThing::Type => "type",
        HintThing::Package => "package",
        HintThing::Symbol => "symbol",
        HintThing::Restart => "restart",
        HintThing::LoopKeyword => "LOOP keyword",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: HintKind, about: &str, text: &str, thing: HintThing) -> String {
        line(&Hint { kind, about: about.to_owned(), text: text.to_owned(), thing, distance: None })
    }

    #[test]
    fn words_each_kind() {
        let lines = [
            text(HintKind::Meant, "LENGHT", "LENGTH", HintThing::Function),
            text(HintKind::LambdaList, "AREA", "(WIDTH HEIGHT &OPTIONAL UNIT)", HintThing::Function),
            text(HintKind::Section, "CAR", "14.2 Conses Dictionary", HintThing::Function),
            text(HintKind::Redefined, "TOTAL", "WITH-TAX", HintThing::Macro),
            text(HintKind::Defined, "TOTAL", "WITH-TAX", HintThing::Macro),
        ];
        assert_eq!(
            lines.join("\n"),
            "Hint: did you mean the function LENGTH?\n\
             Hint: AREA takes (WIDTH HEIGHT &OPTIONAL UNIT)\n\
             Hint: the standard describes CAR in 14.2 Conses Dictionary\n\
             Hint: TOTAL was compiled before the macro WITH-TAX was redefined, and has the old one\n\
             Hint: TOTAL was compiled before the macro WITH-TAX was defined, and calls a function"
        );
    }

    #[test]
    fn is_one_line() {
        let breaks = "|a\nb\u{2028}c\u{1b}|";
        let line = text(HintKind::Meant, breaks, breaks, HintThing::LoopKeyword);
        assert!(!line.contains(['\n', '\u{2028}', '\u{1b}']), "{line}");
    }
}
