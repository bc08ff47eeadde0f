//! Cutting what is too long to show.

/// What stands where something was cut.
const ELLIPSIS: &str = "...";

/// `text` in at most `limit` characters, with `...` at the end if it was cut.
#[must_use]
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.len() <= limit || text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(limit.saturating_sub(ELLIPSIS.len())).collect();
    kept.push_str(ELLIPSIS);
    kept
}

/// Cuts a text where it stands.
pub(crate) fn shorten(text: &mut String, limit: usize) {
    if text.len() > limit && text.chars().nth(limit).is_some() {
        *text = cut(text, limit);
    }
}

/// A call as a form, with as many arguments as fit into `limit` characters and `...` for the others.
#[must_use]
pub(crate) fn cut_call(function: &str, arguments: &[String], limit: usize) -> String {
    let mut call = format!("({function}");
    let mut length = call.chars().count();
    for argument in arguments {
        // What must still fit afterwards is ` ...)`.
        let needed = argument.chars().count().saturating_add(ELLIPSIS.len()).saturating_add(3);
        if length.saturating_add(needed) > limit {
            call.push(' ');
            call.push_str(ELLIPSIS);
            break;
        }
        call.push(' ');
        call.push_str(argument);
        length = length.saturating_add(argument.chars().count()).saturating_add(1);
    }
    call.push(')');
    call
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_by_characters() {
        assert_eq!(cut("short", 5), "short");
        assert_eq!(cut("longer", 5), "lo...");
        assert_eq!(cut("äöüäöü", 6), "äöüäöü");
        assert_eq!(cut("äöüäöü", 5), "äö...");
        assert_eq!(cut("abc", 0), "...");
    }

    #[test]
    fn cuts_calls_between_arguments() {
        let arguments = ["1".to_owned(), "\"two\"".to_owned(), "3".to_owned()];
        assert_eq!(cut_call("F", &arguments, 100), "(F 1 \"two\" 3)");
        assert_eq!(cut_call("F", &arguments, 11), "(F 1 ...)");
        assert_eq!(cut_call("F", &[], 1), "(F)");
    }
}
