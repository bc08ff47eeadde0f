//! Journals as their host keeps them between two visits of a page.
//!
//! A record is only ever replaced by one that holds it: all that it holds is taken in here before another one
//! is written in its place.

use std::collections::BTreeSet;

use hmac_sha256::Hash;

use super::Session;
use super::journal::{Entry, Journal};
use crate::engine::{Definition, SavedForms, SavedRestarts};

/// How many bytes of a digest tell forms apart.
const ID_BYTES: usize = 16;

/// What tells a form from others in the marks that a host keeps.
#[must_use]
pub fn form_id(definition: &Definition) -> String {
    let mut hash = Hash::new();
    for part in [&definition.package, "\0", &definition.code] {
        hash.update(part.as_bytes());
    }
    let mut id = String::new();
    for byte in hash.finalize().into_iter().take(ID_BYTES) {
        for digit in [byte >> 4, byte & 15] {
            id.extend(char::from_digit(digit.into(), 16));
        }
    }
    id
}

/// What is the same of a form in two records: its package, its text and its names.
type Key<'a> = (&'a str, &'a str, &'a [String]);

fn key(form: &Definition) -> Key<'_> {
    (&form.package, &form.code, &form.names)
}

/// The forms of entries, to look others up in.
fn keys<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> BTreeSet<Key<'a>> {
    entries.into_iter().map(|entry| key(&entry.definition)).collect()
}

impl Session {
    /// Takes in what a record holds that somebody has `stored`, but for what `known` holds, a record that was
    /// taken in or written before: what of that is here no more was given up on purpose. It waits to be
    /// restored, before all that is here. Forms that `trying` names by their ids were being restored when
    /// their page ended. Returns whether the record was understood; if not, none may take its place.
    pub fn take_in(&mut self, stored: &str, known: &str, trying: &str) -> bool {
        let Some(stored) = SavedForms::from_json(stored) else { return false };
        let package = stored.package.clone();
        let stored = entries_of(stored, trying);
        let known = SavedForms::from_json(known).map_or_else(Vec::new, |known| entries_of(known, ""));
        let present = keys(known.iter().chain(self.journal.entries()).chain(self.saved.entries()));
        let suspects = keys(stored.iter().filter(|entry| entry.is_suspect));
        let mut first = 0;
        for journal in [&self.saved, &self.journal] {
            for entry in journal.entries() {
                first = first.min(entry.order);
            }
        }
        let mut saved = Journal::default();
        let mut order = first.saturating_sub(i64::try_from(stored.len()).unwrap_or(i64::MAX));
        for entry in &stored {
            if !present.contains(&key(&entry.definition)) {
                saved.push(Entry { order, ..entry.clone() });
                order = order.saturating_add(1);
            }
        }
        for entry in self.saved.entries() {
            let is_suspect = entry.is_suspect || suspects.contains(&key(&entry.definition));
            saved.push(Entry { is_suspect, ..entry.clone() });
        }
        saved.set_package(if self.saved.is_in_first_package() { &package } else { self.saved.package() });
        self.saved = saved;
        true
    }

    /// Has an entry that could not be given back to the image wait to be restored, where it belongs among the
    /// others.
    pub fn set_aside(&mut self, entry: Entry) {
        let mut place: usize = 0;
        while self.saved.get(place).is_some_and(|other| other.order <= entry.order) {
            place = place.saturating_add(1);
        }
        self.saved.insert(place, entry);
    }

    /// The record of what is to be restored, and of what was defined since.
    #[must_use]
    pub fn to_record(&self) -> String {
        let package =
            if self.journal.is_in_first_package() { self.saved.package() } else { self.journal.package() };
        let mut forms: Vec<Definition> = Vec::new();
        let mut suspects: Vec<u32> = Vec::new();
        let mut restarts: Vec<SavedRestarts> = Vec::new();
        let mut entries: Vec<&Entry> = self.saved.entries().chain(self.journal.entries()).collect();
        entries.sort_by_key(|entry| entry.order);
        let mut place: u32 = 0;
        for entry in entries {
            if entry.is_suspect {
                suspects.push(place);
            }
            if !entry.restarts.is_empty() {
                restarts.push(SavedRestarts { place, choices: entry.restarts.to_vec() });
            }
            forms.push(entry.definition.clone());
            place = place.saturating_add(1);
        }
        SavedForms { package: package.to_owned(), forms, suspects, restarts }.json()
    }
}

/// What a record holds, with the forms that `trying` names suspected.
fn entries_of(record: SavedForms, trying: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    for form in record.forms {
        let is_suspect = !trying.is_empty() && trying.split(' ').any(|id| id == form_id(&form));
        entries.push(Entry { is_suspect, ..Entry::new(form) });
    }
    let place = |place: u32| usize::try_from(place).unwrap_or(usize::MAX);
    for suspect in record.suspects {
        if let Some(entry) = entries.get_mut(place(suspect)) {
            entry.is_suspect = true;
        }
    }
    for SavedRestarts { place: at, choices } in record.restarts {
        if let Some(entry) = entries.get_mut(place(at)) {
            entry.restarts = choices.into();
        }
    }
    entries
}
