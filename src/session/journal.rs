//! The definitions of a session, in the order in which they were made, so that a fresh image can be given
//! them.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::names::{Names, split, start_of};
use crate::engine::{Definition, RestartChoice};
use crate::index::Index;
use crate::limits::{MAX_BYTES, MAX_DEFINITIONS};

/// How many of them each name counts for beside its own, since it has to be found again: so there are at most
/// some 20,000.
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
    /// The restarts of its evaluation: the same for all of its forms.
    pub restarts: Rc<[RestartChoice]>,
    /// Whether later forms have defined all that it did.
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
            restarts: Rc::default(),
            is_superseded: false,
            is_suspect: false,
            made_ms: None,
            order: 0,
            trial: Trial::Untried,
        }
    }
}

/// How a journal differs from when this was asked the last time.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Whether its text does.
    pub any: bool,
    /// Whether something that has a name is defined that was not, or the other way round.
    pub list: bool,
    /// Whether it defines so many names that they are not distinguished.
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
/// A form that others supersede right after it is replaced. Where something was defined in between, it stays
/// before that: a function that was compiled with the first definition of a macro is compiled with it again.
/// When there is no more room, the oldest superseded forms go; when that does not help, the new form is not
/// kept. What is kept is never given up for another.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    /// Boxed, so that few bytes are moved where one is taken out.
    #[expect(clippy::vec_box, reason = "few bytes are to be moved")]
    entries: Vec<Box<Held>>,
    names: Names,
    /// The serials of the entries that are superseded, which ascend.
    superseded: Vec<u64>,
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
    /// Takes note of what an evaluation defined, as far as there is room, and of the session's current
    /// package after it.
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

    /// Takes note that there was no room for definitions before they came here.
    pub fn note_dropped(&mut self, count: u32) {
        self.changes.any |= count > 0;
        self.dropped = self.dropped.saturating_add(count);
    }

    /// Adds a new entry after all others, unless there is no room for it, or the image had none for its code.
    fn admit(&mut self, entry: Entry) {
        let is_whole = !entry.definition.code.is_empty() && entry.definition.names.len() <= MAX_NAMES;
        if !is_whole || !self.has_room_for(&entry) {
            self.note_dropped(1);
            self.unkept.push(entry.definition.names);
            return;
        }
        self.push(entry);
        while !self.fits(0, 0, 0) {
            let Some(place) = self.superseded.first().and_then(|serial| self.place(*serial)) else { break };
            self.remove(place);
        }
    }

    /// Whether all is within the limits with so many bytes more, and without so many entries and bytes.
    fn fits(&self, more_bytes: usize, less_entries: usize, less_bytes: usize) -> bool {
        let (reserved_entries, reserved_bytes) = self.reserved;
        let entries = reserved_entries.saturating_add(self.entries.len()).saturating_sub(less_entries);
        let bytes = reserved_bytes.saturating_add(self.bytes).saturating_sub(less_bytes);
        let most = MAX_DEFINITIONS.saturating_sub(usize::from(more_bytes > 0));
        entries <= most && bytes.saturating_add(more_bytes) <= MAX_BYTES
    }

    /// Whether there is room for an entry when all is gone that is superseded then.
    fn has_room_for(&self, entry: &Entry) -> bool {
        let new = size(entry);
        if self.fits(new, 0, 0) {
            return true;
        }
        let mut gone = self.superseded.clone();
        gone.extend(self.superseded_by(entry));
        let size_of = |serial: &u64| self.place(*serial).and_then(|place| self.get(place)).map_or(0, size);
        self.fits(new, gone.len(), gone.iter().map(size_of).sum())
    }

    /// The serials of the entries that would be superseded if an entry came after all others.
    fn superseded_by(&self, entry: &Entry) -> Vec<u64> {
        let names: BTreeSet<&String> = entry.definition.names.iter().collect();
        let mut taken: Vec<u64> = names.into_iter().filter_map(|name| self.names.latest(name)).collect();
        taken.sort_unstable();
        taken
            .chunk_by(|one, other| one == other)
            .filter_map(|group| {
                let serial = *group.first()?;
                let held = self.entries.get(self.place(serial)?)?;
                (usize::try_from(held.latest) == Ok(group.len())).then_some(serial)
            })
            .collect()
    }

    /// Adds an entry after all others, whatever room there is: what is kept already stays so.
    pub fn push(&mut self, entry: Entry) {
        self.clock = self.clock.max(entry.order);
        self.append(entry);
        while let Some(before) = self.entries.len().checked_sub(2)
            && self.get(before).is_some_and(|before| before.is_superseded)
        {
            self.take(before);
        }
    }

    /// Puts an entry at a place, which says nothing of what is defined.
    pub fn insert(&mut self, place: usize, entry: Entry) {
        let changes = self.take_changes();
        let mut later = Vec::new();
        while let Some(last) = self.entries.len().checked_sub(1)
            && last >= place
        {
            later.extend(self.take(last));
        }
        self.append(entry);
        while let Some(entry) = later.pop() {
            self.append(entry);
        }
        self.changes = changes;
    }

    fn append(&mut self, mut entry: Entry) {
        let serial = self.entries.last().map_or(0, |last| last.serial).saturating_add(1);
        entry.is_superseded = false;
        let latest = self.take_names(&mut entry, serial);
        self.bytes = self.bytes.saturating_add(size(&entry));
        self.entries.push(Box::new(Held { serial, latest, compared: (0, false), entry }));
    }

    /// Makes the entry that comes next the latest of its names, and takes note of what that changes. Returns
    /// how many names these are. An entry that says what is known already is as old as that.
    fn take_names(&mut self, entry: &mut Entry, serial: u64) -> u32 {
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
        *self = Self { changes, clock: self.clock, ..Self::default() };
    }

    /// The entry at a place, the oldest one at 0.
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&Entry> {
        self.entries.get(place).map(|held| &held.entry)
    }

    /// The entry at a place, to be changed in what nobody is told of.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut Entry> {
        self.entries.get_mut(place).map(|held| &mut held.entry)
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

    /// The names of all that has a symbol, by symbol, from one symbol on or the first that comes after it;
    /// each with the latest entry that has it, and that entry's number, which is higher than that of each
    /// entry before it.
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

    /// Takes out the entry at a place: what it was the latest of, an earlier one is the latest of again, if
    /// there is one.
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
    let Definition { code, package, names, undefined, .. } = &entry.definition;
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
        Definition {
            code: code.to_owned(),
            package: FIRST_PACKAGE.to_owned(),
            names,
            undefined: Vec::new(),
            position: None,
        }
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
        let half = "x".repeat(MAX_BYTES / 2 - FIRST_PACKAGE.len() - NAME_BYTES - 1);
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
        let half = "x".repeat(MAX_BYTES / 2 - FIRST_PACKAGE.len() - NAME_BYTES - 1);
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
        let note_names = |journal: &mut Journal, names: Vec<String>| {
            journal.note(vec![Definition { names, ..definition("f", &[]) }], &[], FIRST_PACKAGE, 0);
        };
        let mut journal = Journal::default();
        note_names(&mut journal, names(0, MAX_NAMES + 1));
        assert_eq!((journal.entries.len(), journal.dropped()), (0, 1));
        for set in 0..100 {
            note_names(&mut journal, names(set * MAX_NAMES, MAX_NAMES));
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
