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
    /// Where it belongs in the record of its session: after entries of lower order.
    pub order: i64,
    /// Of one that is not in the image: whether it is to be given to it.
    pub trial: Trial,
}

/// Whether something that an earlier visit has saved is to be evaluated again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trial {
    /// Nobody has asked for it.
    #[default]
    Untried,
    /// Somebody has.
    Wanted,
    /// Somebody has, and was told why it is not restored.
    Failed,
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
        Self {
            definition,
            restarts: Vec::new(),
            is_superseded: false,
            is_suspect: false,
            made_ms: None,
            order: 0,
            trial: Trial::Untried,
        }
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
/// oldest superseded forms go; when that does not help, the new form is not kept. What is kept is never given up for another.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: VecDeque<Entry>,
    bytes: usize,
    /// Entries and bytes of the same record that are elsewhere.
    reserved: (usize, usize),
    clock: i64,
    dropped: u32,
    unkept: Vec<Vec<String>>,
    package: Option<String>,
    changes: Changes,
}

impl Journal {
    /// Takes note of what an evaluation defined, as far as there is room, and of the session's current package after it.
    pub fn note(
        &mut self,
        definitions: Vec<Definition>,
        restarts: &[RestartChoice],
        package: &str,
        made_ms: u64,
    ) {
        for definition in definitions {
            let restarts = restarts.to_vec();
            let order = self.tick();
            self.admit(Entry { restarts, made_ms: Some(made_ms), order, ..Entry::new(definition) });
        }
        self.set_package(package);
    }

    /// Has `other` take of the room that there is.
    pub fn reserve_for(&mut self, other: &Self) {
        self.reserved = (other.entries.len(), other.bytes);
    }

    /// What has no room since this was asked the last time, each with the names of what a form defined.
    pub fn take_unkept(&mut self) -> Vec<Vec<String>> {
        std::mem::take(&mut self.unkept)
    }

    /// A number for an entry that comes after all there were.
    pub fn tick(&mut self) -> i64 {
        self.clock = self.clock.saturating_add(1);
        self.clock
    }

    /// Takes note of the session's current package.
    pub fn set_package(&mut self, package: &str) {
        if self.package() != package {
            self.package = Some(package.to_owned());
            self.changes.any = true;
        }
    }

    /// Adds a new entry after all others, unless there is no room for it, or the image had none for its code.
    fn admit(&mut self, entry: Entry) {
        if !entry.definition.code.is_empty() && self.has_room_for(&entry) {
            for other in &mut self.entries {
                other.is_superseded = other.is_superseded || supersedes(&entry, other);
            }
            let mut place: usize = 0;
            while !self.would_fit(&entry, 0, 0) && place < self.entries.len() {
                if self.get(place).is_some_and(|other| other.is_superseded) {
                    self.remove(place);
                } else {
                    place = place.saturating_add(1);
                }
            }
            self.push(entry);
        } else {
            self.dropped = self.dropped.saturating_add(1);
            self.changes.any = true;
            self.unkept.push(entry.definition.names);
        }
    }

    /// Whether an entry is within the limits beside all others but so many entries and bytes of them.
    fn would_fit(&self, entry: &Entry, less_entries: usize, less_bytes: usize) -> bool {
        let (reserved_entries, reserved_bytes) = self.reserved;
        let entries = reserved_entries.saturating_add(self.entries.len()).saturating_sub(less_entries);
        let bytes = reserved_bytes.saturating_add(self.bytes).saturating_sub(less_bytes);
        entries < MAX_DEFINITIONS && bytes.saturating_add(size(entry)) <= MAX_BYTES
    }

    /// Whether there is room for an entry when all is gone that is superseded then.
    fn has_room_for(&self, entry: &Entry) -> bool {
        if self.would_fit(entry, 0, 0) {
            return true;
        }
        let (mut entries, mut bytes) = (0_usize, 0_usize);
        for other in self.entries() {
            if other.is_superseded || supersedes(entry, other) {
                entries = entries.saturating_add(1);
                bytes = bytes.saturating_add(size(other));
            }
        }
        self.would_fit(entry, entries, bytes)
    }

    /// Adds an entry after all others, whatever room there is: what is kept already stays so.
    pub fn push(&mut self, mut entry: Entry) {
        for other in &mut self.entries {
            other.is_superseded = other.is_superseded || supersedes(&entry, other);
        }
        self.note_addition(&mut entry);
        while self.entries.back().is_some_and(|last| supersedes(&entry, last)) {
            self.take(self.entries.len().saturating_sub(1));
        }
        self.clock = self.clock.max(entry.order);
        self.bytes = self.bytes.saturating_add(size(&entry));
        self.entries.push_back(entry);
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
        *self = Self { changes, clock: self.clock, ..Self::default() };
    }

    /// The entry at a place, the oldest one at 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&Entry> {
        self.entries.get(place)
    }

    /// Puts an entry at a place, which says nothing of what is defined.
    pub fn insert(&mut self, place: usize, entry: Entry) {
        self.bytes = self.bytes.saturating_add(size(&entry));
        self.entries.insert(place.min(self.entries.len()), entry);
    }

    /// The entry at a place, to be changed in what nobody is told of.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut Entry> {
        self.entries.get_mut(place)
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

    fn note(journal: &mut Journal, code: &str, names: &[&str]) {
        journal.note(vec![definition(code, names)], &[], FIRST_PACKAGE, 0);
    }

    #[test]
    fn superseded_ones_go_for_want_of_room_and_no_others() {
        let mut journal = journal(&[("a", &["A"]), ("b1", &["B"]), ("c", &["C"]), ("b2", &["B"])]);
        for number in 4..MAX_DEFINITIONS {
            note(&mut journal, "x", &[&format!("X{number}")]);
        }
        assert_eq!((journal.entries.len(), journal.dropped()), (MAX_DEFINITIONS, 0));
        note(&mut journal, "y", &["Y"]);
        assert_eq!(&codes(&journal)[..3], ["a", "c", "b2"]);
        assert_eq!((journal.dropped(), journal.take_unkept()), (0, vec![]));
        let before = codes(&journal).join(" ");
        note(&mut journal, "z", &["Z"]);
        assert_eq!(codes(&journal).join(" "), before);
        assert_eq!(journal.dropped(), 1);
        assert_eq!(journal.take_unkept(), [["Z"]]);
        note(&mut journal, "c2", &["C"]);
        assert_eq!(&codes(&journal)[..2], ["a", "b2"], "one that takes the place of another has room");
        assert_eq!(codes(&journal).last(), Some(&"c2"));
        assert!(journal.take_unkept().is_empty());
    }

    #[test]
    fn bytes_are_bounded_too() {
        let half = "x".repeat(MAX_BYTES / 2 - 1);
        let mut journal = journal(&[(&half, &["A"]), (&half, &["B"])]);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 0));
        note(&mut journal, "c", &["C"]);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 1));
        let huge = "x".repeat(MAX_BYTES + 1);
        note(&mut journal, &huge, &["A"]);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 2));
        assert_eq!(journal.take_unkept(), [["C"], ["A"]]);
        assert!(journal.entries().all(|entry| !entry.is_superseded), "the first A is all there is of it");
    }

    #[test]
    fn what_waits_to_be_restored_takes_of_the_room() {
        let half = "x".repeat(MAX_BYTES / 2 - 1);
        let saved = journal(&[(&half, &["A"]), (&half, &["B"])]);
        let mut journal = Journal::default();
        journal.reserve_for(&saved);
        note(&mut journal, "c", &["C"]);
        assert_eq!(journal.take_unkept(), [["C"]]);
        journal.reserve_for(&Journal::default());
        note(&mut journal, "c", &["C"]);
        assert_eq!(codes(&journal), ["c"]);
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
