//! The definitions of a session, in the order in which they were made, so that a fresh image can be given them.

use std::collections::VecDeque;

use crate::engine::{Definition, RestartChoice};
use crate::resources::split;

/// How many definitions a journal holds, at most.
pub const MAX_DEFINITIONS: usize = 1000;

/// How many bytes of Lisp text a journal holds, at most.
pub const MAX_BYTES: usize = 1_000_000;

/// The package that a fresh image begins in.
pub const FIRST_PACKAGE: &str = "COMMON-LISP-USER";

/// A form that defined something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The form.
    pub definition: Definition,
    /// What its evaluation was told to do about errors.
    pub restarts: Vec<RestartChoice>,
    /// Whether a later form has defined all that it did.
    pub is_superseded: bool,
    /// Whether the page has ended once while it was evaluated again.
    pub is_suspect: bool,
    /// When it was made; none of what an earlier visit has saved.
    pub made_ms: Option<u64>,
}

impl Entry {
    /// Whether something of that name is defined after it, if it is the latest that has the name.
    #[must_use]
    pub fn defines(&self, name: &str) -> bool {
        !self.definition.undefined.iter().any(|undefined| undefined == name)
    }

    /// An entry for a form that was evaluated with nothing to be done about errors.
    #[must_use]
    pub fn new(definition: Definition) -> Self {
        Self { definition, restarts: Vec::new(), is_superseded: false, is_suspect: false, made_ms: None }
    }
}

/// How a journal differs from when this was asked the last time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Whether its text does.
    pub any: bool,
    /// Whether something that has a name is defined that was not, or the other way round.
    pub list: bool,
    /// What is defined by another text than before, or no more; some of them twice.
    pub names: Vec<String>,
}

/// The forms of one session that succeeded and defined something.
///
/// A form that another supersedes right after it is replaced. Where something was defined in between, it stays before that:
/// a function that was compiled with the first definition of a macro is compiled with it again. When there is no more room, the
/// oldest superseded form goes first, and then the oldest of all.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: VecDeque<Entry>,
    bytes: usize,
    dropped: u32,
    package: Option<String>,
    changes: Changes,
}

impl Journal {
    /// Takes note of what an evaluation defined, and of the session's current package after it.
    pub fn note(
        &mut self,
        definitions: Vec<Definition>,
        restarts: &[RestartChoice],
        package: &str,
        made_ms: u64,
    ) {
        for definition in definitions {
            let restarts = restarts.to_vec();
            self.push(Entry { restarts, made_ms: Some(made_ms), ..Entry::new(definition) });
        }
        self.set_package(package);
    }

    /// Takes note of the session's current package.
    pub fn set_package(&mut self, package: &str) {
        if self.package() != package {
            self.package = Some(package.to_owned());
            self.changes.any = true;
        }
    }

    /// Adds an entry after all others.
    pub fn push(&mut self, mut entry: Entry) {
        for other in &mut self.entries {
            other.is_superseded = other.is_superseded || supersedes(&entry, other);
        }
        // One that has no room at all must not drive out all others.
        if size(&entry) > MAX_BYTES || entry.definition.code.is_empty() {
            self.dropped = self.dropped.saturating_add(1);
            self.changes.any = true;
            return;
        }
        self.note_addition(&mut entry);
        while self.entries.back().is_some_and(|last| supersedes(&entry, last)) {
            self.take(self.entries.len().saturating_sub(1));
        }
        self.bytes = self.bytes.saturating_add(size(&entry));
        self.entries.push_back(entry);
        while self.entries.len() > MAX_DEFINITIONS || self.bytes > MAX_BYTES {
            let superseded = self.entries.iter().position(|entry| entry.is_superseded);
            if superseded.is_none() {
                self.dropped = self.dropped.saturating_add(1);
            }
            self.remove(superseded.unwrap_or(0));
        }
    }

    /// The latest of the first `length` entries that defined something of that name, or made it undefined.
    fn latest(&self, name: &str, length: usize) -> Option<&Entry> {
        self.entries
            .iter()
            .take(length)
            .rev()
            .find(|entry| entry.definition.names.iter().any(|each| each == name))
    }

    /// Takes note of what changes when `entry` comes after all others. One that says what is known already is as old as that.
    fn note_addition(&mut self, entry: &mut Entry) {
        let mut names = Vec::new();
        let mut list = false;
        for name in &entry.definition.names {
            let known = self.latest(name, usize::MAX);
            if known.is_some_and(|known| known.definition == entry.definition) {
                entry.made_ms = known.and_then(|known| known.made_ms);
                continue;
            }
            names.push(name.clone());
            let was_defined = known.is_some_and(|known| known.defines(name));
            list |= was_defined != entry.defines(name) && split(name).is_some();
        }
        self.changes.list |= list;
        self.changes.any |= !names.is_empty();
        self.changes.names.append(&mut names);
    }

    /// Takes note of what changes when the entry at a place goes.
    fn note_removal(&mut self, place: usize) {
        let Some(entry) = self.entries.get(place) else { return };
        let mut names = Vec::new();
        let mut list = false;
        for name in &entry.definition.names {
            let is_latest = self.latest(name, usize::MAX).is_some_and(|latest| std::ptr::eq(latest, entry));
            if is_latest {
                names.push(name.clone());
                let is_defined = self.latest(name, place).is_some_and(|earlier| earlier.defines(name));
                list |= entry.defines(name) != is_defined && split(name).is_some();
            }
        }
        self.changes.list |= list;
        self.changes.any = true;
        self.changes.names.append(&mut names);
    }

    /// How it differs from when this was asked the last time.
    pub fn take_changes(&mut self) -> Changes {
        std::mem::take(&mut self.changes)
    }

    /// Forgets everything but that it is forgotten.
    pub fn clear(&mut self) {
        while !self.entries.is_empty() {
            self.remove(0);
        }
        self.set_package(FIRST_PACKAGE);
        let changes = self.take_changes();
        *self = Self { changes, ..Self::default() };
    }

    /// The entry at a place, the oldest one at 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&Entry> {
        self.entries.get(place)
    }

    /// The entries, the oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Whether there is nothing to be given to a fresh image.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.is_in_first_package()
    }

    /// Whether the session is in the package that a fresh image begins in.
    #[must_use]
    pub fn is_in_first_package(&self) -> bool {
        self.package() == FIRST_PACKAGE
    }

    /// Whether one of its forms defines all that `entry` does.
    #[must_use]
    pub fn covers(&self, entry: &Entry) -> bool {
        self.entries.iter().any(|other| supersedes(other, entry))
    }

    /// Takes out the entry at a place.
    pub fn remove(&mut self, place: usize) -> Option<Entry> {
        self.note_removal(place);
        self.take(place)
    }

    fn take(&mut self, place: usize) -> Option<Entry> {
        let entry = self.entries.remove(place)?;
        self.bytes = self.bytes.saturating_sub(size(&entry));
        Some(entry)
    }

    /// How many definitions there was no room for.
    #[must_use]
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// The session's current package.
    #[must_use]
    pub fn package(&self) -> &str {
        self.package.as_deref().unwrap_or(FIRST_PACKAGE)
    }
}

/// Whether `entry` defines all that `other` did.
fn supersedes(entry: &Entry, other: &Entry) -> bool {
    let names = &entry.definition.names;
    let others = &other.definition.names;
    others.len() <= names.len() && others.iter().all(|name| names.contains(name))
}

/// The bytes that count for an entry.
fn size(entry: &Entry) -> usize {
    let names = entry.definition.names.iter().map(String::len).sum::<usize>();
    entry.definition.code.len().saturating_add(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definition(code: &str, names: &[&str]) -> Definition {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Definition { code: code.to_owned(), package: FIRST_PACKAGE.to_owned(), names, undefined: Vec::new() }
    }

    fn journal(definitions: &[(&str, &[&str])]) -> Journal {
        let mut journal = Journal::default();
        for (code, names) in definitions {
            journal.note(vec![definition(code, names)], &[], FIRST_PACKAGE, 0);
        }
        journal
    }

    fn codes(journal: &Journal) -> Vec<&str> {
        journal.entries().map(|entry| entry.definition.code.as_str()).collect()
    }

    #[test]
    fn a_definition_replaces_the_one_before_it() {
        assert_eq!(codes(&journal(&[("f1", &["F"]), ("f2", &["F"]), ("f3", &["F"])])), ["f3"]);
        assert_eq!(codes(&journal(&[("s1", &["S", "V"]), ("v2", &["V"])])), ["s1", "v2"]);
        assert_eq!(codes(&journal(&[("v1", &["V"]), ("s2", &["S", "V"])])), ["s2"]);
    }

    #[test]
    fn what_others_may_have_been_made_with_stays() {
        let journal = journal(&[("m1", &["M"]), ("f1", &["F"]), ("m2", &["M"]), ("m3", &["M"])]);
        assert_eq!(codes(&journal), ["m1", "f1", "m3"]);
        let superseded: Vec<bool> = journal.entries().map(|entry| entry.is_superseded).collect();
        assert_eq!(superseded, [true, false, false]);
    }

    #[test]
    fn the_oldest_go_first_but_superseded_ones_before_them() {
        let mut journal = journal(&[("a", &["A"]), ("b1", &["B"]), ("c", &["C"]), ("b2", &["B"])]);
        for number in 4..MAX_DEFINITIONS {
            journal.note(vec![definition("x", &[&format!("X{number}")])], &[], FIRST_PACKAGE, 0);
        }
        assert_eq!((journal.entries.len(), journal.dropped()), (MAX_DEFINITIONS, 0));
        journal.note(vec![definition("y", &["Y"])], &[], FIRST_PACKAGE, 0);
        assert_eq!(&codes(&journal)[..3], ["a", "c", "b2"]);
        assert_eq!(journal.dropped(), 0);
        journal.note(vec![definition("z", &["Z"])], &[], FIRST_PACKAGE, 0);
        assert_eq!(&codes(&journal)[..2], ["c", "b2"]);
        assert_eq!((journal.entries.len(), journal.dropped()), (MAX_DEFINITIONS, 1));
    }

    #[test]
    fn bytes_are_bounded_too() {
        let half = "x".repeat(MAX_BYTES / 2 - 1);
        let mut journal = journal(&[(&half, &["A"]), (&half, &["B"])]);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 0));
        journal.note(vec![definition("c", &["C"])], &[], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 1));
        let huge = "x".repeat(MAX_BYTES + 1);
        journal.note(vec![definition(&huge, &["D"])], &[], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 2));
    }

    #[test]
    fn a_package_that_is_not_the_first_is_to_be_restored() {
        let mut journal = Journal::default();
        assert!(journal.is_empty());
        journal.note(Vec::new(), &[], "P", 0);
        assert!(!journal.is_empty() && journal.get(0).is_none());
        journal.note(Vec::new(), &[], FIRST_PACKAGE, 0);
        assert!(journal.is_empty());
    }
}
