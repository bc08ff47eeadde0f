//! The definitions of a session on their way into a fresh image: one evaluation after the other, before
//! anything that waits.

pub(super) mod loss;
pub(super) mod saved;

use crate::engine::{Outcome, RestartChoice};
use crate::report::{EvaluationReport, Restored, seconds};
use crate::resources::in_package;
use crate::server::actions::Turn;
use crate::server::clients::ReplyTo;
use crate::server::lisps::lisp::Submitted;
use crate::session::{Entry, FIRST_PACKAGE, Journal, Limits, Session, Trial, form_id};
use crate::tools::{Detail, Evaluation};

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
pub(in crate::server) struct Recovery {
    /// The request that lost its image, and its report but for what is restored.
    pub(in crate::server) request: Option<(ReplyTo, Submitted, EvaluationReport)>,
    restored: Restored,
    /// The next entry of the journal.
    place: usize,
    /// Whether the host gets the outcome.
    pub(in crate::server) is_for_host: bool,
    /// Whether nothing of the journal is missing in the image.
    pub(in crate::server) is_intact: bool,
    images_lost: u32,
    ends_ms: Option<u64>,
    package_is_set: bool,
}

impl Recovery {
    pub(in crate::server) fn new(reason: &str) -> Self {
        Self {
            request: None,
            restored: Restored { reason: reason.trim_end_matches('.').to_owned(), ..Restored::default() },
            place: 0,
            is_for_host: false,
            is_intact: false,
            images_lost: 0,
            ends_ms: None,
            package_is_set: false,
        }
    }

    /// Has what an earlier visit has saved come after the journal. What was defined anew since then stays as
    /// it is, and is all that is kept of it; what ended a page or a Lisp is named, and tried when somebody
    /// asks again.
    pub(in crate::server) fn add_saved(&mut self, session: &mut Session) {
        self.is_for_host = true;
        let Session { journal, saved, .. } = session;
        let mut place: usize = 0;
        while let Some(entry) = saved.get_mut(place) {
            if journal.covers(entry) {
                saved.remove(place);
                continue;
            }
            place = place.saturating_add(1);
            if entry.is_suspect && entry.trial == Trial::Untried {
                entry.trial = Trial::Failed;
                self.restored.fail(entry.definition.names.clone(), SUSPECT);
            } else {
                entry.trial = Trial::Wanted;
            }
        }
        if journal.is_in_first_package() {
            journal.set_package(saved.package());
        }
    }

    /// Whether there is nothing to be given to an image.
    pub(in crate::server) fn is_done(session: &Session) -> bool {
        session.journal.is_empty() && wanted(&session.saved).is_none()
    }

    /// The next form to evaluate; none when all is done that can be.
    pub(in crate::server) fn next_step(
        &mut self,
        session: &mut Session,
        turn: &mut Turn,
    ) -> Option<Evaluation> {
        if self.is_intact {
            self.place = session.journal.entries().len();
        }
        let now_ms = turn.now_ms;
        let ends_ms = *self.ends_ms.get_or_insert(now_ms.saturating_add(u64::from(TOTAL_MS)));
        if now_ms >= ends_ms {
            let mut reason = "not tried: those before it took longer than ".to_owned();
            reason.push_str(&seconds(TOTAL_MS));
            self.give_up(session, &reason);
        }
        if let Some(entry) = session.journal.get(self.place) {
            return Some(step_of(entry));
        }
        if let Some(entry) = wanted(&session.saved).and_then(|place| session.saved.get(place)) {
            turn.actions.try_saved(form_id(&entry.definition));
            return Some(step_of(entry));
        }
        if self.package_is_set || session.journal.package() == FIRST_PACKAGE {
            return None;
        }
        self.package_is_set = true;
        Some(step(in_package(session.journal.package()), None, Vec::new()))
    }

    /// The form of the last step was evaluated.
    pub(in crate::server) fn step_completed(&mut self, session: &mut Session, outcome: &Outcome) {
        if let Some(reason) = failure(outcome) {
            self.fail(session, &reason, false);
            return;
        }
        let Session { journal, saved, .. } = session;
        if let Some(entry) = journal.get(self.place) {
            self.count(entry);
            self.place = self.place.saturating_add(1);
        } else if let Some(entry) = wanted(saved).and_then(|place| saved.remove(place)) {
            self.count(&entry);
            let order = journal.tick();
            journal.push(Entry { order, is_suspect: false, trial: Trial::Untried, ..entry });
            self.place = journal.entries().len();
        }
    }

    fn count(&mut self, entry: &Entry) {
        let count = u32::from(!entry.is_superseded);
        self.restored.count = self.restored.count.saturating_add(count);
    }

    /// The image was lost by the last step; another one is started.
    pub(in crate::server) fn step_lost_its_image(&mut self, session: &mut Session, reason: &str) {
        self.fail(session, reason, true);
        self.images_lost = self.images_lost.saturating_add(1);
        if self.images_lost >= MAX_IMAGES {
            self.place = 0;
            self.give_up(session, &format!("not tried again: {MAX_IMAGES} others had ended the Lisp"));
        }
        self.start_over();
    }

    /// Begins at the first form again: the image that has some of them is gone.
    pub(in crate::server) fn start_over(&mut self) {
        self.place = 0;
        self.is_intact = false;
        self.restored.count = 0;
        self.package_is_set = false;
    }

    /// The request that is to be answered, and what was restored.
    pub(in crate::server) fn finish(
        self,
        journal: &Journal,
    ) -> (Option<(ReplyTo, Submitted, EvaluationReport)>, Restored) {
        let is_news = self.request.is_none();
        (self.request, Restored { not_kept: journal.dropped(), is_news, ..self.restored })
    }

    /// What is left of an earlier visit is not tried.
    pub(in crate::server) fn abandon_saved(&mut self, saved: &mut Journal, reason: &str) -> Restored {
        while let Some(entry) = next_wanted(saved) {
            entry.trial = Trial::Failed;
            self.restored.fail(entry.definition.names.clone(), reason);
        }
        std::mem::take(&mut self.restored)
    }

    /// The form of the last step is left out from now on. Where definitions are kept it stays among those,
    /// since only the person may give it up.
    fn fail(&mut self, session: &mut Session, reason: &str, has_ended_lisp: bool) {
        let Session { journal, saved, .. } = session;
        if let Some(mut entry) = journal.remove(self.place) {
            if !entry.is_superseded {
                self.restored.fail(entry.definition.names.clone(), reason);
            }
            if session.is_kept {
                entry.trial = Trial::Failed;
                entry.is_suspect |= has_ended_lisp;
                session.set_aside(entry);
            }
        } else if let Some(entry) = next_wanted(saved) {
            entry.trial = Trial::Failed;
            entry.is_suspect |= has_ended_lisp;
            // In the record it stays between those that were tried before it and after it.
            entry.order = journal.tick();
            if !entry.is_superseded {
                self.restored.fail(entry.definition.names.clone(), reason);
            }
        } else {
            let mut name = "PACKAGE ".to_owned();
            name.push_str(journal.package());
            name.push_str(" (current)");
            self.restored.fail(vec![name], reason);
            journal.set_package(FIRST_PACKAGE);
        }
    }

    fn give_up(&mut self, session: &mut Session, reason: &str) {
        while session.journal.get(self.place).is_some() || wanted(&session.saved).is_some() {
            self.fail(session, reason, false);
        }
    }
}

/// Why a form is not tried that did not let its page or its Lisp live.
const SUSPECT: &str = "the page ended, or its Lisp, when it was restored the last time";

/// The place of the next of the saved forms to be evaluated.
fn wanted(saved: &Journal) -> Option<usize> {
    saved.entries().position(|entry| entry.trial == Trial::Wanted)
}

fn next_wanted(saved: &mut Journal) -> Option<&mut Entry> {
    wanted(saved).and_then(|place| saved.get_mut(place))
}

fn step_of(entry: &Entry) -> Evaluation {
    let Entry { definition, restarts, .. } = entry.clone();
    step(definition.code, Some(definition.package), restarts.to_vec())
}

fn step(code: String, package: Option<String>, restarts: Vec<RestartChoice>) -> Evaluation {
    let limits = Limits { timeout_ms: STEP_MS, max_output: MAX_OUTPUT, max_answer: 0 };
    let code = code.into();
    Evaluation {
        code,
        package,
        input: None,
        capture_time: false,
        restarts,
        asks: false,
        holds: false,
        detail: Detail::Brief,
        frame: None,
        look: None,
        record: None,
        debug: None,
        limits,
    }
}

/// Why an evaluation did not end well, if it did not.
fn failure(outcome: &Outcome) -> Option<String> {
    use crate::engine::OutcomeStatus::{Aborted, Cancelled, Error, Left, Ok, Timeout};
    match outcome.status {
        Ok => None,
        Timeout => Some(too_long()),
        Aborted | Cancelled | Left => Some("it was aborted".to_owned()),
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
pub(in crate::server) fn too_long() -> String {
    let mut reason = "it took longer than ".to_owned();
    reason.push_str(&seconds(STEP_MS));
    reason
}
