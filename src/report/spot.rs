//! Where in a form a variable stands: the image knows the places of lists alone.

use crate::engine::Position;

/// The place of the variable `name` in the form that begins at `at`; `None` where it stands there more than
/// once or not at all, since only the one reading of it is certain to be the one that failed.
pub(super) fn of_variable(code: &str, at: Position, name: &str) -> Option<Position> {
    let mut text = Text { rest: code, at: Position { line: 1, column: 0 } };
    while (text.at.line, text.at.column) < (at.line, at.column) {
        text.next()?;
    }
    if text.peek() != Some('(') {
        return None;
    }
    let mut found = None;
    let mut depth: u32 = 0;
    // What is quoted is data: a symbol, or all up to the end of the list that begins there.
    let mut is_quoted = false;
    let mut quoted_depth = None;
    let mut is_head = false;
    loop {
        let start = text.at;
        let was_head = std::mem::take(&mut is_head);
        match text.next()? {
            '(' => {
                if std::mem::take(&mut is_quoted) && quoted_depth.is_none() {
                    quoted_depth = Some(depth);
                }
                depth = depth.saturating_add(1);
                is_head = true;
            }
            ')' => {
                depth = depth.checked_sub(1)?;
                if quoted_depth == Some(depth) {
                    quoted_depth = None;
                }
                if depth == 0 {
                    return found;
                }
            }
            '\'' => is_quoted = true,
            '"' => text.skip_to('"')?,
            ';' => text.skip_line(),
            '#' if text.peek() == Some('|') => text.skip_comment()?,
            '#' if text.peek() == Some('\\') => text.skip_character()?,
            '#' if text.peek() == Some('\'') => {
                text.next()?;
                is_quoted = true;
            }
            ',' | '`' | '@' => is_head = was_head,
            space if space.is_whitespace() => is_head = was_head,
            first => {
                let token = text.token(first)?;
                let is_data = std::mem::take(&mut is_quoted) || quoted_depth.is_some();
                if !is_data && !was_head && is_name(&token, name) {
                    if found.is_some() {
                        return None;
                    }
                    found = Some(start);
                }
            }
        }
    }
}

/// Whether a token is that symbol, with its package or without.
fn is_name(token: &str, name: &str) -> bool {
    let bare = |text: &str| text.rsplit(':').next().unwrap_or(text).to_owned();
    !token.starts_with(':') && bare(token).to_uppercase() == bare(name).to_uppercase()
}

/// What is left of a text, and where that begins.
struct Text<'a> {
    rest: &'a str,
    at: Position,
}

impl Text<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = self.rest.get(character.len_utf8()..)?;
        if character == '\n' {
            self.at = Position { line: self.at.line.saturating_add(1), column: 0 };
        } else {
            let units = u32::try_from(character.len_utf16()).unwrap_or(1);
            self.at.column = self.at.column.saturating_add(units);
        }
        Some(character)
    }

    /// Goes beyond the end of what was opened, of which a backslash hides a character.
    fn skip_to(&mut self, end: char) -> Option<()> {
        loop {
            match self.next()? {
                '\\' => {
                    self.next()?;
                }
                character if character == end => return Some(()),
                _ => {}
            }
        }
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|character| character != '\n') {}
    }

    /// Comments with bars may contain others.
    fn skip_comment(&mut self) -> Option<()> {
        let mut depth: u32 = 1;
        self.next()?;
        while depth > 0 {
            match (self.next()?, self.peek()) {
                ('#', Some('|')) => depth = depth.saturating_add(1),
                ('|', Some('#')) => depth = depth.saturating_sub(1),
                _ => continue,
            }
            self.next()?;
        }
        Some(())
    }

    /// A character such as `#\(` or `#\Space`.
    fn skip_character(&mut self) -> Option<()> {
        self.next()?;
        let first = self.next()?;
        self.token(first).map(|_| ())
    }

    fn token(&mut self, first: char) -> Option<String> {
        let mut token = String::from(first);
        if first == '|' {
            self.skip_to('|')?;
        }
        while let Some(character) = self.peek().filter(|character| !ends_token(*character)) {
            self.next()?;
            match character {
                '|' => self.skip_to('|')?,
                _ => token.push(character),
            }
        }
        Some(token)
    }
}

fn ends_token(character: char) -> bool {
    character.is_whitespace() || "()\"';`,".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(code: &str, line: u32, column: u32, name: &str) -> Option<(u32, u32)> {
        of_variable(code, Position { line, column }, name).map(|at| (at.line, at.column))
    }

    #[test]
    fn is_the_one_that_is_read() {
        assert_eq!(spot("(list lisp 1 2)", 1, 0, "LISP"), Some((1, 6)));
        assert_eq!(
            spot("(list 'lisp \"lisp\" ; lisp\n #|lisp|# '(lisp) #'lisp lisp)", 1, 0, "LISP"),
            Some((2, 25))
        );
        assert_eq!(spot("(f)\n  (list #\\( #\\Space λ𝄞 p::lisp)", 2, 2, "p::LISP"), Some((2, 24)));
        assert_eq!(spot("(setq x `(a ,lisp))", 1, 0, "USER::LISP"), Some((1, 13)));
    }

    #[test]
    fn is_none_where_that_is_not_certain() {
        for code in [
            "(list lisp lisp)",
            "(lisp 1)",
            "(list :lisp)",
            "(list x)",
            "lisp",
            "(list lisp",
            "",
            "(list \"lisp",
            "(list |lisp",
        ] {
            assert_eq!(spot(code, 1, 0, "LISP"), None, "{code}");
        }
        assert_eq!(spot("(list lisp)", 7, 3, "LISP"), None);
    }
}
