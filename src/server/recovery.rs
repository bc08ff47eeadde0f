//! The definitions of a session on their way into a fresh image: one evaluation after the other, before anything that waits.

use std::collections::VecDeque;

use super::actions::Turn;
use super::clients::ReplyTo;
use super::lisp::Submitted;
use crate::engine::{Outcome, RestartChoice};
use crate::report::{EvaluationReport, Restored, seconds};
use crate::resources::in_package;
use crate::session::{Entry, FIRST_PACKAGE, Journal, Limits};
use crate::tools::Evaluation;

/// How long one form may take, in milliseconds.
pub const STEP_MS: u32 = 2_000;

/// How long all of them may take together, in milliseconds.
pub const TOTAL_MS: u32 = 20_000;

/// How many images may be lost on the way.
pub const MAX_IMAGES: u32 = 3;

/// Characters of output that are sent before they are thrown away.
const MAX_OUTPUT: u32 = 200;

/// Definitions that are being given to a fresh image.
#[derive(Debug)]
pub(super) struct Recovery {
    /// The request that lost its image, and its report but for what is restored.
    pub(super) request: Option<(ReplyTo, Submitted, EvaluationReport)>,
    restored: Restored,
    /// The next entry of the journal.
    place: usize,
    /// What comes after the journal: forms of an earlier visit with their places in its record.
    saved: VecDeque<(u32, Entry)>,
    /// Whether the host is to be told what came of it.
    pub(super) is_for_host: bool,
    /// Whether nothing of the journal is missing in the image.
    pub(super) is_intact: bool,
    images_lost: u32,
    ends_ms: Option<u64>,
    package_is_set: bool,
}

impl Recovery {
    pub(super) fn new(reason: &str) -> Self {
        Self {
            request: None,
            restored: Restored { reason: reason.trim_end_matches('.').to_owned(), ..Restored::default() },
            place: 0,
            saved: VecDeque::new(),
            is_for_host: false,
            is_intact: false,
            images_lost: 0,
            ends_ms: None,
            package_is_set: false,
        }
    }

    /// Takes in what an earlier visit has saved, for an image that has all of the `journal`. What was defined anew since then
    /// stays as it is.
    pub(super) fn add_saved(&mut self, saved: &Journal, journal: &mut Journal) {
        self.is_for_host = true;
        for (place, entry) in (0_u32..).zip(saved.entries()) {
            if entry.is_suspect {
                let reason = "the page ended when it was restored the last time";
                self.restored.fail(entry.definition.names.clone(), reason);
            } else if !journal.covers(entry) {
                self.saved.push_back((place, entry.clone()));
            }
        }
        if journal.is_in_first_package() {
            journal.set_package(saved.package());
        }
    }

    /// The next form to evaluate; none when all is done that can be.
    pub(super) fn next_step(&mut self, journal: &mut Journal, turn: &mut Turn) -> Option<Evaluation> {
        if self.is_intact {
            self.place = journal.entries().len();
        }
        let now_ms = turn.now_ms;
        let ends_ms = *self.ends_ms.get_or_insert(now_ms.saturating_add(u64::from(TOTAL_MS)));
        if now_ms >= ends_ms {
            let mut reason = "not tried: those before it took longer than ".to_owned();
            reason.push_str(&seconds(TOTAL_MS));
            self.give_up(journal, &reason);
        }
        if let Some(entry) = journal.get(self.place) {
            let Entry { definition, restarts, .. } = entry.clone();
            return Some(step(definition.code, Some(definition.package), restarts.to_vec()));
        }
        if let Some((place, entry)) = self.saved.front() {
            turn.actions.try_saved(*place);
            let Entry { definition, restarts, .. } = entry.clone();
            return Some(step(definition.code, Some(definition.package), restarts.to_vec()));
        }
        if self.package_is_set || journal.package() == FIRST_PACKAGE {
            return None;
        }
        self.package_is_set = true;
        Some(step(in_package(journal.package()), None, Vec::new()))
    }

    /// The form of the last step was evaluated.
    pub(super) fn step_completed(&mut self, journal: &mut Journal, outcome: &Outcome) {
        if let Some(reason) = failure(outcome) {
            self.fail(journal, &reason);
            return;
        }
        if let Some(entry) = journal.get(self.place) {
            self.count(entry);
            self.place = self.place.saturating_add(1);
        } else if let Some((_, entry)) = self.saved.pop_front() {
            self.count(&entry);
            journal.push(entry);
            self.place = journal.entries().len();
        }
    }

    fn count(&mut self, entry: &Entry) {
        let count = u32::from(!entry.is_superseded);
        self.restored.count = self.restored.count.saturating_add(count);
    }

    /// The image was lost by the last step; another one is started.
    pub(super) fn step_lost_its_image(&mut self, journal: &mut Journal, reason: &str) {
        self.fail(journal, reason);
        self.images_lost = self.images_lost.saturating_add(1);
        if self.images_lost >= MAX_IMAGES {
            self.place = 0;
            self.give_up(journal, &format!("not tried again: {MAX_IMAGES} others had ended the Lisp"));
        }
        self.start_over();
    }

    /// Begins at the first form again: the image that has some of them is gone.
    pub(super) fn start_over(&mut self) {
        self.place = 0;
        self.is_intact = false;
        self.restored.count = 0;
        self.package_is_set = false;
    }

    /// The request that is to be answered, and what was restored.
    pub(super) fn finish(
        self,
        journal: &Journal,
    ) -> (Option<(ReplyTo, Submitted, EvaluationReport)>, Restored) {
        let is_news = self.request.is_none();
        (self.request, Restored { dropped_oldest: journal.dropped(), is_news, ..self.restored })
    }

    /// What is left of an earlier visit is not tried.
    pub(super) fn abandon_saved(&mut self, reason: &str) -> Restored {
        while let Some((_, entry)) = self.saved.pop_front() {
            self.restored.fail(entry.definition.names, reason);
        }
        std::mem::take(&mut self.restored)
    }

    /// The form of the last step is left out from now on.
    fn fail(&mut self, journal: &mut Journal, reason: &str) {
        let entry = match journal.remove(self.place) {
            Some(entry) => Some(entry),
            None => self.saved.pop_front().map(|(_, entry)| entry),
        };
        match entry {
            Some(entry) if entry.is_superseded => {}
            Some(entry) => self.restored.fail(entry.definition.names, reason),
            None => {
                let mut name = "PACKAGE ".to_owned();
                name.push_str(journal.package());
                name.push_str(" (current)");
                self.restored.fail(vec![name], reason);
                journal.set_package(FIRST_PACKAGE);
            }
        }
    }

    fn give_up(&mut self, journal: &mut Journal, reason: &str) {
        while journal.get(self.place).is_some() || !self.saved.is_empty() {
            self.fail(journal, reason);
        }
    }
}

fn step(code: String, package: Option<String>, restarts: Vec<RestartChoice>) -> Evaluation {
    let limits = Limits { timeout_ms: STEP_MS, max_output: MAX_OUTPUT };
    Evaluation { code, package, capture_time: false, restarts, asks: false, limits }
}

/// Why an evaluation did not end well, if it did not.
fn failure(outcome: &Outcome) -> Option<String> {
    use crate::engine::OutcomeStatus::{Aborted, Cancelled, Error, Ok, Timeout};
    match outcome.status {
        Ok => None,
        Timeout => Some(too_long()),
        Aborted | Cancelled => Some("it was aborted".to_owned()),
        Error => {
            let Some(condition) = &outcome.condition else { return Some("it failed".to_owned()) };
            let mut reason = condition.label.clone();
            reason.push_str(": ");
            reason.push_str(&condition.message);
            Some(reason)
        }
    }
}

/// What is said of a form that did not end in time.
pub(super) fn too_long() -> String {
    let mut reason = "it took longer than ".to_owned();
    reason.push_str(&seconds(STEP_MS));
    reason
}
