//! The definitions of a session, in the order in which they were made, so that a fresh image can be given them.

use std::rc::Rc;

use super::names::{Names, start_of};
use crate::engine::{Definition, RestartChoice};
use crate::index::Index;
use crate::resources::split;

/// How many definitions a journal holds, at most.
pub const MAX_DEFINITIONS: usize = 1000;

/// How many bytes of Lisp text a journal holds, at most.
pub const MAX_BYTES: usize = 1_000_000;

/// How many of them each name counts for beside its own, since it has to be found again: so there are at most some 20,000.
pub const NAME_BYTES: usize = 40;

/// How many names one form may define and be kept. An image tells no more than 200 apart.
pub const MAX_NAMES: usize = 1000;

/// How many names are remembered to have changed before it is taken that any may have.
const MAX_CHANGED: usize = 128;

/// The package that a fresh image begins in.
pub const FIRST_PACKAGE: &str = "COMMON-LISP-USER";

/// A form that defined something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The form.
    pub definition: Definition,
    /// What its evaluation was told to do about errors: the same for all of its forms.
    pub restarts: Rc<[RestartChoice]>,
    /// Whether later forms have defined all that it did.
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
        let restarts = Rc::default();
        Self { definition, restarts, is_superseded: false, is_suspect: false, made_ms: None }
    }
}

/// How a journal differs from when this was asked the last time.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Whether its text does.
    pub any: bool,
    /// Whether something that has a name is defined that was not, or the other way round.
    pub list: bool,
    /// Whether so much is defined by another text that it is not told apart.
    pub many: bool,
    names: Index,
}

impl Changes {
    /// What is defined by another text than before, or no more, unless that is too much.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.from("").map(|(name, _)| name)
    }

    fn note(&mut self, name: &str) {
        self.any = true;
        if self.names.len() < MAX_CHANGED {
            self.names.add(name, 0);
        } else {
            self.many = true;
        }
    }
}

/// An entry in its place among the others.
#[derive(Clone, Debug)]
struct Held {
    /// Higher than that of each entry before it.
    serial: u64,
    /// How many of its names no later entry has. None is left of one that is superseded.
    latest: u32,
    /// The entry that it was compared with last, by its serial, and whether that says the same.
    compared: (u64, bool),
    entry: Entry,
}

/// The forms of one session that succeeded and defined something.
///
/// A form that others supersede right after it is replaced. Where something was defined in between, it stays before that:
/// a function that was compiled with the first definition of a macro is compiled with it again. When there is no more room, the
/// oldest superseded form goes first, and then the oldest of all.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Boxed, so that few bytes are moved where one is taken out.
    #[expect(clippy::vec_box, reason = "few bytes are to be moved")]
    entries: Vec<Box<Held>>,
    names: Names,
    /// The serials of the entries that are superseded, which ascend.
    superseded: Vec<u64>,
    last_serial: u64,
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
        let restarts: Rc<[RestartChoice]> = restarts.into();
        for definition in definitions {
            let restarts = Rc::clone(&restarts);
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

    /// Takes note that there was no room for definitions before they came here.
    pub fn note_dropped(&mut self, count: u32) {
        self.changes.any |= count > 0;
        self.dropped = self.dropped.saturating_add(count);
    }

    /// Adds an entry after all others.
    pub fn push(&mut self, mut entry: Entry) {
        // One that has no room at all must not drive out all others.
        if size(&entry) > MAX_BYTES || entry.definition.names.len() > MAX_NAMES {
            self.note_dropped(1);
            return;
        }
        self.last_serial = self.last_serial.saturating_add(1);
        let latest = self.take_names(&mut entry);
        self.bytes = self.bytes.saturating_add(size(&entry));
        let held = Held { serial: self.last_serial, latest, compared: (0, false), entry };
        self.entries.push(Box::new(held));
        while let Some(before) = self.entries.len().checked_sub(2)
            && self.get(before).is_some_and(|before| before.is_superseded)
        {
            self.take(before);
        }
        while self.entries.len() > MAX_DEFINITIONS || self.bytes > MAX_BYTES {
            let superseded = self.superseded.first().and_then(|serial| self.place(*serial));
            if superseded.is_none() {
                self.dropped = self.dropped.saturating_add(1);
            }
            self.remove(superseded.unwrap_or(0));
        }
    }

    /// Makes the entry that comes next the latest of its names, and takes note of what that changes. Returns how many names these are. An
    /// entry that says what is known already is as old as that.
    fn take_names(&mut self, entry: &mut Entry) -> u32 {
        let serial = self.last_serial;
        let mut latest = 0_u32;
        let mut known_since = None;
        for name in &entry.definition.names {
            let known = self.names.latest(name);
            if known == Some(serial) {
                continue;
            }
            self.names.add(name, serial);
            latest = latest.saturating_add(1);
            let known = known.and_then(|known| self.held(known));
            let was_defined = known.as_ref().is_some_and(|known| known.entry.defines(name));
            if let Some(known) = known {
                if known.compared.0 != serial {
                    known.compared = (serial, known.entry.definition == entry.definition);
                }
                let (is_same, made_ms) = (known.compared.1, known.entry.made_ms);
                let known = known.serial;
                self.count_name(known, false);
                if is_same {
                    known_since = Some(made_ms);
                    continue;
                }
            }
            self.changes.note(name);
            self.changes.list |= was_defined != entry.defines(name) && split(name).is_some();
        }
        entry.made_ms = known_since.unwrap_or(entry.made_ms);
        latest
    }

    /// An entry is the latest of one more of its names, or of one less.
    fn count_name(&mut self, serial: u64, is_more: bool) {
        let Some(held) = self.held(serial) else { return };
        held.latest = if is_more { held.latest.saturating_add(1) } else { held.latest.saturating_sub(1) };
        let is_superseded = held.latest == 0;
        if held.entry.is_superseded == is_superseded {
            return;
        }
        held.entry.is_superseded = is_superseded;
        match self.superseded.binary_search(&serial) {
            Ok(place) if !is_superseded => {
                self.superseded.remove(place);
            }
            Err(place) if is_superseded => self.superseded.insert(place, serial),
            _ => {}
        }
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
        self.entries.get(place).map(|held| &held.entry)
    }

    /// The place of the entry of that serial number.
    fn place(&self, serial: u64) -> Option<usize> {
        self.entries.binary_search_by_key(&serial, |held| held.serial).ok()
    }

    fn held(&mut self, serial: u64) -> Option<&mut Held> {
        let place = self.place(serial)?;
        self.entries.get_mut(place).map(|held| &mut **held)
    }

    /// The entries, the oldest first.
    #[must_use]
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator {
        self.entries.iter().map(|held| &held.entry)
    }

    /// The names of all that has a symbol, by symbol, from one symbol on or the first that comes after it; each with the latest entry that has
    /// it, and that entry's number, which is higher than that of each entry before it.
    pub fn latest_from(&self, symbol: &str) -> impl Iterator<Item = (&str, u64, &Entry)> {
        self.names.from(&start_of(symbol)).filter_map(|(name, serial)| {
            let place = self.place(serial)?;
            Some((name, serial, self.get(place)?))
        })
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

    /// Whether its forms define all that `entry` does.
    #[must_use]
    pub fn covers(&self, entry: &Entry) -> bool {
        let names = &entry.definition.names;
        !names.is_empty() && names.iter().all(|name| self.names.latest(name).is_some())
    }

    /// Takes out the entry at a place.
    pub fn remove(&mut self, place: usize) -> Option<Entry> {
        self.changes.any = true;
        self.take(place)
    }

    /// Takes out the entry at a place: what it was the latest of, an earlier one is the latest of again, if there is one.
    fn take(&mut self, place: usize) -> Option<Entry> {
        self.entries.get(place)?;
        let Held { serial, entry, .. } = *self.entries.remove(place);
        self.bytes = self.bytes.saturating_sub(size(&entry));
        for name in &entry.definition.names {
            let was_latest = self.names.latest(name) == Some(serial);
            self.names.remove(name, serial);
            if !was_latest {
                continue;
            }
            let earlier = self.names.latest(name);
            let is_defined =
                earlier.and_then(|earlier| self.held(earlier)).is_some_and(|held| held.entry.defines(name));
            self.changes.note(name);
            self.changes.list |= entry.defines(name) != is_defined && split(name).is_some();
            if let Some(earlier) = earlier {
                self.count_name(earlier, true);
            }
        }
        if let Ok(at) = self.superseded.binary_search(&serial) {
            self.superseded.remove(at);
        }
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

/// The bytes that count for an entry.
fn size(entry: &Entry) -> usize {
    let Definition { code, package, names, undefined } = &entry.definition;
    let mut size = code.len().saturating_add(package.len());
    for name in names {
        size = size.saturating_add(name.len()).saturating_add(NAME_BYTES);
    }
    for name in undefined {
        size = size.saturating_add(name.len());
    }
    for choice in entry.restarts.iter() {
        size = size.saturating_add(choice.size());
    }
    size
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
        let half = "x".repeat(MAX_BYTES / 2 - FIRST_PACKAGE.len() - NAME_BYTES - 1);
        let mut journal = journal(&[(&half, &["A"]), (&half, &["B"])]);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 0));
        journal.note(vec![definition("c", &["C"])], &[], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 1));
        let huge = "x".repeat(MAX_BYTES + 1);
        journal.note(vec![definition(&huge, &["D"])], &[], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 2));
    }

    #[test]
    fn what_later_forms_have_defined_together_is_superseded() {
        let mut journal = journal(&[("s1", &["S", "V"]), ("x", &["X"]), ("s2", &["S"]), ("v2", &["V", "V"])]);
        let superseded =
            |journal: &Journal| -> Vec<bool> { journal.entries().map(|entry| entry.is_superseded).collect() };
        assert_eq!(superseded(&journal), [true, false, false, false]);
        assert!(journal.covers(&Entry::new(definition("", &["X", "S"]))));
        assert!(!journal.covers(&Entry::new(definition("", &["X", "Y"]))));
        journal.remove(3);
        assert_eq!(superseded(&journal), [false, false, false], "it has the latest V again");
        journal.remove(0);
        journal.remove(0);
        assert_eq!((codes(&journal), journal.superseded.len()), (vec!["s2"], 0));
        assert!(!journal.covers(&Entry::new(definition("", &["V"]))));
    }

    #[test]
    fn restarts_need_room_too_and_are_kept_once() {
        let choice = |length| RestartChoice {
            restart: "USE-VALUE".to_owned(),
            values: Some(vec!["x".repeat(length)]),
            condition_type: None,
        };
        let mut journal = Journal::default();
        let definitions = || vec![definition("a", &["A"]), definition("b", &["B"])];
        journal.note(definitions(), &[choice(MAX_BYTES)], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (0, 2));
        journal.note(definitions(), &[choice(MAX_BYTES / 3)], FIRST_PACKAGE, 0);
        assert_eq!((journal.entries.len(), journal.dropped()), (2, 2));
        let restarts: Vec<_> = journal.entries().map(|entry| Rc::as_ptr(&entry.restarts)).collect();
        assert_eq!(restarts[0], restarts[1]);
    }

    #[test]
    fn names_are_bounded_in_a_form_and_by_the_room_they_take() {
        let names = |first: usize, count: usize| -> Vec<String> {
            (first..first + count).map(|number| number.to_string()).collect()
        };
        let note = |journal: &mut Journal, names: Vec<String>| {
            journal.note(vec![Definition { names, ..definition("f", &[]) }], &[], FIRST_PACKAGE, 0);
        };
        let mut journal = Journal::default();
        note(&mut journal, names(0, MAX_NAMES + 1));
        assert_eq!((journal.entries.len(), journal.dropped()), (0, 1));
        for set in 0..100 {
            note(&mut journal, names(set * MAX_NAMES, MAX_NAMES));
        }
        assert!(journal.entries.len() > 10 && journal.entries.len() * MAX_NAMES * NAME_BYTES < MAX_BYTES);
        let kept: usize = journal.entries().map(|entry| entry.definition.names.len()).sum();
        assert_eq!(journal.latest_from("").count(), 0, "what has no symbol is not looked up");
        assert_eq!(journal.names.from("").count(), kept, "nothing is left of what was dropped");
        let changes = journal.take_changes();
        assert!(changes.many && changes.names().count() == MAX_CHANGED);
        assert!(!journal.take_changes().many);
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
