//! Which entries of a journal have a name.

use crate::index::Index;

/// The kinds of what can be looked up by a name. The others change something without a name of its own.
const KINDS: [&str; 13] = [
    "FUNCTION",
    "METHOD",
    "CLASS",
    "STRUCTURE",
    "VARIABLE",
    "VALUE",
    "CONSTANT",
    "TYPE",
    "SETF",
    "COMPILER-MACRO",
    "SYMBOL-MACRO",
    "METHOD-COMBINATION",
    "PACKAGE",
];

/// The kind and the symbol in such as `METHOD AREA (CIRCLE)`; none if it is not of a kind that is looked up.
#[must_use]
pub fn split(full: &str) -> Option<(&str, &str)> {
    let (kind, rest) = full.split_once(' ')?;
    if !KINDS.contains(&kind) {
        return None;
    }
    let mut is_quoted = false;
    let mut depth = 0_i32;
    let end = rest.find(|character| {
        is_quoted ^= character == '|';
        if !is_quoted && character == '(' {
            depth = depth.saturating_add(1);
        } else if !is_quoted && character == ')' {
            depth = depth.saturating_sub(1);
        }
        character == ' ' && !is_quoted && depth == 0
    });
    rest.get(..end.unwrap_or(rest.len())).map(|name| (kind, name))
}

/// The serial numbers of entries by name. The names of what can be looked up are ordered by symbol, and come
/// after all others.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(Index);

/// What stands between the symbol of a name and the name. A symbol that has it has the next character in its
/// place there.
const END: char = '\0';
const INSTEAD_OF_END: char = '\u{1}';

fn key(name: &str) -> String {
    let mut key = split(name).map_or_else(String::new, |(_, symbol)| start_of(symbol));
    key.push(END);
    key.push_str(name);
    key
}

/// Where the names of a symbol begin; after them come those of the next one.
pub(super) fn start_of(symbol: &str) -> String {
    let mut start = String::new();
    for character in symbol.chars() {
        start.push(if character == END { INSTEAD_OF_END } else { character });
    }
    // Before that are the names without a symbol.
    if start.is_empty() {
        start.push(INSTEAD_OF_END);
    }
    start
}

impl Names {
    pub(super) fn add(&mut self, name: &str, serial: u64) {
        self.0.add(&key(name), serial);
    }

    pub(super) fn remove(&mut self, name: &str, serial: u64) {
        self.0.remove(&key(name), serial);
    }

    /// The last entry that has a name.
    pub(super) fn latest(&self, name: &str) -> Option<u64> {
        self.0.numbers(&key(name)).last().copied()
    }

    /// The names that do not come before `start`, each with the last entry that has it.
    pub(super) fn from<'a>(&'a self, start: &str) -> impl Iterator<Item = (&'a str, u64)> + use<'a> {
        self.0.from(start).filter_map(|(key, serials)| {
            let (_, name) = key.split_once(END)?;
            Some((name, *serials.last()?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn names_are_found_in_what_tells_definitions_apart() {
        assert_eq!(split("FUNCTION AVERAGE"), Some(("FUNCTION", "AVERAGE")));
        assert_eq!(split("METHOD AREA (:AROUND) ((EQL 3))"), Some(("METHOD", "AREA")));
        assert_eq!(split("METHOD (SETF OWN::AREA) (T C)"), Some(("METHOD", "(SETF OWN::AREA)")));
        assert_eq!(split("METHOD |a (b| (C)"), Some(("METHOD", "|a (b|")));
        assert_eq!(split("FUNCTION (SETF |)|)"), Some(("FUNCTION", "(SETF |)|)")));
        for other in
            ["", "FUNCTION", "EXPORT F USER", "READTABLE-CASE", "PROCLAMATION (INLINE F)", "NOTHING X"]
        {
            assert_eq!(split(other), None, "{other}");
        }
        assert_eq!(split("FUNCTION "), Some(("FUNCTION", "")));
        assert_eq!(split("FUNCTION )("), Some(("FUNCTION", ")(")));
    }
}
