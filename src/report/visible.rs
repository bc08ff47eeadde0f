//! Texts of a program's own within a report's text, so that a reader can tell the two apart: nothing of them
//! is taken for a section, and nothing is there that is not seen. The data has them as they are.

use std::fmt::Write as _;

/// The heads of a report's sections.
pub(super) const HEADS: [&str; 10] = [
    "[session]",
    "[stdout]",
    "[stderr]",
    "[compile errors]",
    "[warnings]",
    "[restarts]",
    "[display]",
    "[ERROR]",
    "[Backtrace]",
    "[timing]",
];

/// Appends a text that may have several lines. A line that begins like a section gets a space in front, and a
/// control character, or one that changes the direction of what follows, is written by its code, as `\u{1B}`.
pub(super) fn push_lines(out: &mut String, text: &str) {
    let mut is_next = false;
    for line in text.split('\n') {
        if is_next {
            out.push('\n');
        }
        is_next = true;
        if (out.is_empty() || out.ends_with('\n')) && begins_like_a_head(line) {
            out.push(' ');
        }
        push_one_line(out, line);
    }
}

/// Appends a text that is to be within one line.
pub(super) fn push_one_line(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some((at, hidden)) = first_hidden(rest) {
        let (plain, from) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        // Writing to a String does not fail.
        let _ = write!(out, "\\u{{{:X}}}", u32::from(hidden));
        rest = from.get(hidden.len_utf8()..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The text with nothing hidden, as a line.
pub(crate) fn one_line(text: &str) -> String {
    let mut out = String::new();
    push_one_line(&mut out, text);
    out
}

/// The first character that is hidden, and where it stands.
fn first_hidden(text: &str) -> Option<(usize, char)> {
    let mut at: usize = 0;
    loop {
        let rest = text.get(at..)?;
        at = at.saturating_add(plain_length(rest.as_bytes()));
        let character = text.get(at..)?.chars().next()?;
        if is_hidden(character) {
            return Some((at, character));
        }
        at = at.saturating_add(character.len_utf8());
    }
}

/// How many bytes at the beginning are letters, digits and the like of ASCII: most texts are nothing else,
/// and to look at single characters takes longer than all else that is done to a long one.
fn plain_length(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES.wrapping_mul(limit)) & !word;
    let is_plain = |word: &[u8; 8]| {
        let word = u64::from_le_bytes(*word);
        (below(word, 0x20) | below(word ^ ONES.wrapping_mul(0x7f), 1) | word) & ONES.wrapping_mul(0x80) == 0
    };
    let (words, _) = bytes.as_chunks::<8>();
    let start = words.iter().take_while(|word| is_plain(word)).count().saturating_mul(8);
    let rest = bytes.get(start..).unwrap_or_default();
    let is_plain = |byte: &&u8| matches!(byte, 0x20..=0x7e);
    start.saturating_add(rest.iter().take_while(is_plain).count())
}

/// Control characters, line breaks included, and what changes the direction of text.
fn is_hidden(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => true,
        _ => character.is_control(),
    }
}

/// Whether a line begins with what a reader takes for a section's head.
fn begins_like_a_head(line: &str) -> bool {
    // Most lines begin with something else, and there may be many.
    if !matches!(line.as_bytes().first(), Some(b'[' | 0x80..)) {
        return false;
    }
    let seen =
        line.trim_start_matches(['\u{ad}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{2060}', '\u{feff}']);
    let seen = seen.as_bytes();
    seen.first() == Some(&b'[')
        && HEADS
            .iter()
            .any(|head| seen.get(..head.len()).is_some_and(|seen| seen.eq_ignore_ascii_case(head.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> String {
        let mut out = String::new();
        push_lines(&mut out, text);
        out
    }

    #[test]
    fn nothing_looks_like_a_section() {
        for head in HEADS {
            for before in ["", "\u{feff}", "\u{200b}\u{200d}"] {
                let text = format!("{before}{head} X\na {head}\n{}", head.to_ascii_lowercase());
                let expected = format!(" {before}{head} X\na {head}\n {}", head.to_ascii_lowercase());
                assert_eq!(lines(&text), expected);
            }
        }
        for plain in ["", "\n", "[ERR", "[ERRO]", "[other]", " [ERROR]", "[]\n[ö", "=> 1"] {
            assert_eq!(lines(plain), plain);
        }
        let mut out = "=> ".to_owned();
        push_lines(&mut out, "[ERROR]\n[ERROR]");
        assert_eq!(out, "=> [ERROR]\n [ERROR]");
    }

    #[test]
    fn nothing_is_hidden() {
        assert_eq!(lines("a\tb\r\n\u{1b}[31mred\u{9b}\0"), "a\tb\\u{D}\n\\u{1B}[31mred\\u{9B}\\u{0}");
        assert_eq!(
            lines("\u{202e}x\u{2066}y\u{2069}\u{200f}\u{61c}"),
            r"\u{202E}x\u{2066}y\u{2069}\u{200F}\u{61C}"
        );
        assert_eq!(one_line("a\nb\u{2028}c"), r"a\u{A}b\u{2028}c");
        assert_eq!(lines("\u{85}[ERROR]"), "\\u{85}[ERROR]");
        for hidden in ['\u{1f}', '\u{7f}', '\u{80}', '\r', '\u{202e}'] {
            for before in 0..20 {
                let text = format!("{}{hidden}é{hidden}z\u{2030}", "~".repeat(before));
                let shown = format!("\\u{{{:X}}}", u32::from(hidden));
                assert_eq!(lines(&text), text.replace(hidden, &shown));
            }
        }
        assert_eq!(lines("e\u{301} 👩\u{200d}💻 \u{feff}"), "e\u{301} 👩\u{200d}💻 \u{feff}");
    }
}
