//! Journals as their host keeps them between two visits of a page.

use super::journal::{Entry, Journal};
use crate::engine::SavedForms;
use crate::json::ToJson;

impl Journal {
    /// The journal that a record holds; what is no record counts as an empty one. The form at the place `trying` was being
    /// evaluated again when the page ended.
    #[must_use]
    pub fn from_record(text: &str, trying: Option<u32>) -> Self {
        let mut journal = Self::default();
        let Some(SavedForms { package, forms, suspects }) = SavedForms::from_json(text) else {
            return journal;
        };
        for (place, definition) in (0_u32..).zip(forms) {
            let is_suspect = trying == Some(place) || suspects.contains(&place);
            journal.push(Entry { is_suspect, ..Entry::new(definition) });
        }
        journal.set_package(&package);
        journal
    }
}

/// The record of what an earlier visit has `saved` and is not restored, and of the `journal` since.
#[must_use]
pub fn record(saved: &Journal, journal: &Journal) -> String {
    let mut out = "{\"package\":".to_owned();
    let package = if journal.is_in_first_package() { saved.package() } else { journal.package() };
    package.write_json(&mut out);
    out.push_str(",\"forms\":[");
    let mut suspects: Vec<u32> = Vec::new();
    let mut place = 0_u32;
    for part in [saved, journal] {
        for entry in part.entries() {
            if place > 0 {
                out.push(',');
            }
            if entry.is_suspect {
                suspects.push(place);
            }
            entry.definition.write_json(&mut out);
            place = place.saturating_add(1);
        }
    }
    out.push_str("],\"suspects\":");
    suspects.write_json(&mut out);
    out.push('}');
    out
}
