//! The definitions of session `main` as the host keeps them between two visits of a page.

use crate::server::actions::Action;
use crate::server::lisps::lisp::Lisp;
use crate::server::{MAIN_IMAGE, Server};
use crate::session::Journal;
use serde::Serialize;

/// The most names reported of the definitions that can be restored.
const NAMES: usize = 100;

/// What there is to restore of an earlier visit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct SavedNames {
    /// How many forms.
    pub count: u32,
    /// Of the first ones, what they define.
    pub names: Vec<String>,
}

impl Server {
    /// Takes in a record that somebody has `stored`, but for what `known` holds, a record that was taken in
    /// or written before. Nothing of it is evaluated before the person asks for that. Forms that `trying`
    /// names, by ids between blanks, were being restored when their page ended. Returns whether it was
    /// understood: what was not must stay where it is.
    pub fn take_in(&mut self, stored: &str, known: &str, trying: &str) -> bool {
        self.main().is_some_and(|lisp| lisp.session.take_in(stored, known, trying))
    }

    /// The record to keep: what is still to be restored, and what was defined since.
    pub fn record(&mut self) -> String {
        self.main().map_or_else(String::new, |lisp| lisp.session.to_record())
    }

    /// What there is to restore.
    pub fn saved_definitions(&mut self) -> SavedNames {
        let mut names = Vec::new();
        let mut count = 0_u32;
        if let Some(lisp) = self.main() {
            for entry in lisp.session.saved.entries() {
                count = count.saturating_add(1);
                names.extend(entry.definition.names.first().filter(|_| names.len() < NAMES).cloned());
            }
        }
        SavedNames { count, names }
    }

    /// The person wants what was saved: it is evaluated as soon as the image is free, which ends with an
    /// action that says what came of it.
    pub fn restore_definitions(&mut self, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        if let Some(lisp) = self.main() {
            lisp.restore_saved(&mut turn);
        }
        self.proceed(turn)
    }

    /// The person does not want what was saved.
    pub fn discard_definitions(&mut self, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        if let Some(lisp) = self.main() {
            lisp.session.saved = Journal::default();
            lisp.definitions_changed(&mut turn);
        }
        self.proceed(turn)
    }

    fn main(&mut self) -> Option<&mut Lisp> {
        self.lisps.with_image(MAIN_IMAGE)
    }
}
