//! Journals as their host keeps them between two visits of a page.
//!
//! A record is only ever replaced by one that holds it: all that it holds is taken in here before another one is written in its place.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use hmac_sha256::Hash;

use super::Session;
use super::journal::{Entry, Journal};
use crate::engine::{Definition, SavedForms, SavedRestarts};
use crate::json::ToJson;

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
    for byte in hash.finalize().iter().take(ID_BYTES) {
        let _ = write!(id, "{byte:02x}");
    }
    id
}

/// What is the same in two records.
type Key<'a> = (&'a str, &'a str, &'a [String]);

fn key(definition: &Definition) -> Key<'_> {
    (&definition.package, &definition.code, &definition.names)
}

impl Session {
    /// Takes in what a record holds that somebody has `stored`, but for what `known` holds, a record that was taken in or written
    /// before: what of that is here no more was given up on purpose. It waits to be restored, before all that is here. Forms that
    /// `trying` names by their ids were being restored when their page ended. Returns whether the record was understood; if not, none
    /// may take its place.
    pub fn take_in(&mut self, stored: &str, known: &str, trying: &str) -> bool {
        let Some(stored) = SavedForms::from_json(stored) else { return false };
        let known = SavedForms::from_json(known).map_or_else(Vec::new, |known| known.forms);
        let mut entries = entries(stored.forms, &stored.suspects, stored.restarts.unwrap_or_default());
        let mut trying = trying.split(' ').filter(|id| !id.is_empty()).peekable();
        if trying.peek().is_some() {
            let trying: BTreeSet<&str> = trying.collect();
            for entry in &mut entries {
                entry.is_suspect |= trying.contains(form_id(&entry.definition).as_str());
            }
        }
        let suspects: BTreeSet<Key<'_>> =
            entries.iter().filter(|entry| entry.is_suspect).map(|entry| key(&entry.definition)).collect();
        let mut own: Vec<Entry> = self.saved.entries().cloned().collect();
        for entry in &mut own {
            entry.is_suspect |= suspects.contains(&key(&entry.definition));
        }
        let first = own.iter().chain(self.journal.entries()).map(|entry| entry.order).min().unwrap_or(0);
        let present: BTreeSet<Key<'_>> = self
            .saved
            .entries()
            .chain(self.journal.entries())
            .map(|entry| &entry.definition)
            .chain(&known)
            .map(key)
            .collect();
        entries.retain(|entry| !present.contains(&key(&entry.definition)));
        let mut order = first.saturating_sub(i64::try_from(entries.len()).unwrap_or(i64::MAX));
        let mut saved = Journal::default();
        for entry in entries {
            saved.push(Entry { order, ..entry });
            order = order.saturating_add(1);
        }
        for entry in own {
            saved.push(entry);
        }
        let package = if self.saved.is_in_first_package() { &stored.package } else { self.saved.package() };
        saved.set_package(package);
        self.saved = saved;
        true
    }

    /// Has an entry that could not be given back to the image wait to be restored, where it belongs among the others.
    pub fn set_aside(&mut self, entry: Entry) {
        let place = self.saved.entries().take_while(|other| other.order <= entry.order).count();
        self.saved.insert(place, entry);
    }

    /// The record of what is to be restored, and of what was defined since.
    #[must_use]
    pub fn to_record(&self) -> String {
        let mut out = "{\"package\":".to_owned();
        let package =
            if self.journal.is_in_first_package() { self.saved.package() } else { self.journal.package() };
        package.write_json(&mut out);
        out.push_str(",\"forms\":[");
        let mut suspects: Vec<u32> = Vec::new();
        let mut restarts: Vec<SavedRestarts> = Vec::new();
        let mut entries: Vec<&Entry> = self.saved.entries().chain(self.journal.entries()).collect();
        entries.sort_by_key(|entry| entry.order);
        for (place, entry) in (0_u32..).zip(entries) {
            if place > 0 {
                out.push(',');
            }
            if entry.is_suspect {
                suspects.push(place);
            }
            if !entry.restarts.is_empty() {
                restarts.push(SavedRestarts { place, choices: entry.restarts.clone() });
            }
            entry.definition.write_json(&mut out);
        }
        out.push_str("],\"suspects\":");
        suspects.write_json(&mut out);
        if !restarts.is_empty() {
            out.push_str(",\"restarts\":");
            restarts.write_json(&mut out);
        }
        out.push('}');
        out
    }
}

fn entries(forms: Vec<Definition>, suspects: &[u32], restarts: Vec<SavedRestarts>) -> Vec<Entry> {
    let suspects: BTreeSet<u32> = suspects.iter().copied().collect();
    let mut entries: Vec<Entry> = (0_u32..)
        .zip(forms)
        .map(|(place, definition)| Entry { is_suspect: suspects.contains(&place), ..Entry::new(definition) })
        .collect();
    for SavedRestarts { place, choices } in restarts {
        let place = usize::try_from(place).unwrap_or(usize::MAX);
        if let Some(entry) = entries.get_mut(place) {
            entry.restarts = choices;
        }
    }
    entries
}
