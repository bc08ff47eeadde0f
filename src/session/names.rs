//! Which entries of a journal have a name.

use crate::index::Index;
use crate::resources::split;

/// The serial numbers of entries by name. The names of what can be looked up are ordered by symbol, and come after all others.
#[derive(Clone, Debug, Default)]
pub(super) struct Names(Index);

/// What stands between the symbol of a name and the name. A symbol that has it has the next character in its place there.
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
