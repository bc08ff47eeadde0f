//! Levels: evaluations that are held at errors while others run on top of them, until a client calls a tool
//! that has one go on.

use crate::engine::{Answer, Outcome, OutcomeStatus};
use crate::report::{self, ErrorReport};
use crate::server::actions::Turn;
use crate::server::asking::held::{Awaited, Held};
use crate::server::clients::{Clients, ReplyTo};
use crate::server::lisps::lisp::{Lisp, dismiss, submitted};
use crate::server::lisps::running::Running;
use crate::server::recovery::loss::ENDED;
use crate::tools::{self, ArgumentError, Continuation, Evaluation, GoOn};

/// Said of levels that nobody has called for.
const NO_CALL: &str = "Nothing was called for 5 minutes while the evaluation was held, so ABORT was taken.";

/// What `continue` takes: the first that there is.
const CONTINUES: [&str; 2] = ["CONTINUE", "RETRY"];

impl Lisp {
    /// The image holds what it works on at an error, whose client is answered at once.
    pub(super) fn hold_level(
        &mut self,
        evaluation: &Evaluation,
        question: u32,
        error: ErrorReport,
        package: String,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let Some(running) = &mut self.image.running else { return };
        // What it has written stands in this answer.
        running.tell_progress(u64::MAX, &mut turn.actions);
        let captured = std::mem::take(&mut running.captured);
        let reply = running.reply.take();
        let mut submitted = submitted(evaluation, &running.package);
        if let Some(call) = running.continued_by.take() {
            submitted.set_code(&call);
        }
        let level = running.level.saturating_add(1);
        let report = report::held(error, level, captured, package, &evaluation.code);
        running.hold(Awaited::Restart, question, None, report.error.clone(), turn.now_ms);
        self.session.lapsed = None;
        self.image.aborting = None;
        self.note_held_error();
        self.conclude(reply, submitted, report, clients, turn);
    }

    /// Has an evaluation that is held go on; `reply` is answered when that has ended, or is held again.
    pub(in crate::server) fn go_on(
        &mut self,
        continuation: &Continuation,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Result<(), ArgumentError> {
        let innermost = self.image.level();
        let level = continuation.level.unwrap_or(innermost);
        let Some(error) = self.held_level(level).and_then(|held| held.error.as_ref()) else {
            return Err(if innermost == 0 { self.nothing_held() } else { no_level(level, innermost) });
        };
        let answer = match &continuation.how {
            GoOn::Invoke(restart, values) => {
                let values = tools::answer_values(values.clone());
                Answer { restart: Some(restart.clone()), values, ..Answer::default() }
            }
            GoOn::Continue => {
                let named = |name: &str| error.restarts.iter().position(|restart| restart.name == name);
                let Some(place) = CONTINUES.into_iter().find_map(named) else {
                    return Err("There is no restart CONTINUE or RETRY. The level stays held.".to_owned());
                };
                Answer { restart: Some(place.saturating_add(1).to_string()), ..Answer::default() }
            }
            GoOn::Leave(leaving) => Answer { leaving: Some(leaving.clone()), ..Answer::default() },
            GoOn::Abort => {
                self.image.aborting = Some(level);
                Answer::default()
            }
        };
        if let Some(running) = &mut self.image.running {
            running.reply = Some(reply.clone());
            running.continued_by = Some(continuation.as_code());
        }
        let is_below = level < innermost && continuation.how != GoOn::Abort;
        self.session.let_go();
        self.answer(Answer { level: is_below.then_some(level), ..answer }, turn);
        Ok(())
    }

    /// Settles at which level the call is that something is to be evaluated in.
    pub(in crate::server) fn settle_frame(&self, evaluation: &mut Evaluation) -> Result<(), ArgumentError> {
        let Some(frame) = &mut evaluation.frame else { return Ok(()) };
        let innermost = self.image.level();
        if innermost == 0 {
            return Err(self.nothing_held());
        }
        if frame.level > innermost {
            return Err(no_level(frame.level, innermost));
        }
        if frame.level == 0 {
            frame.level = innermost;
        }
        Ok(())
    }

    /// Whether what has ended leads to what is held below it: because a restart was taken there, or because
    /// that level is to be ended as well. Its request is answered there, unless another one waits for that.
    pub(in crate::server) fn leads_below(
        &mut self,
        ended: &mut Running,
        outcome: &mut Outcome,
        clients: &mut Clients,
        turn: &mut Turn,
    ) -> bool {
        let is_left = outcome.status == OutcomeStatus::Left;
        let is_aborting = self.image.aborting.is_some_and(|level| self.image.level() >= level);
        if !is_aborting {
            self.image.aborting = None;
        }
        let Some(below) = self.image.running.as_mut().filter(|_| is_left || is_aborting) else {
            return false;
        };
        clients.withdraw_question(below.id, ENDED, turn);
        match (&below.reply, ended.reply.take()) {
            (Some(_), Some(reply)) => {
                let report = report::left(std::mem::take(&mut ended.captured), turn.date_ms);
                dismiss(&self.session, &reply, report, ended.evaluation.detail, clients, turn);
            }
            (Some(_), None) => {}
            (None, reply) => {
                below.reply = reply;
                below.continued_by = ended.continued_by.take();
                below.continue_from(std::mem::take(&mut ended.captured));
            }
        }
        below.taken_above.append(&mut ended.taken_above);
        below.taken_above.append(&mut outcome.restarts_taken);
        if is_left {
            below.release(turn.now_ms);
        } else {
            below.note = ended.note;
            self.answer(Answer::default(), turn);
        }
        true
    }

    /// Ends all levels, which have had their time.
    pub(super) fn end_levels(&mut self, turn: &mut Turn) {
        self.image.aborting = Some(1);
        self.session.lapsed = Some(NO_CALL);
        self.session.let_go();
        if let Some(running) = &mut self.image.running {
            running.note = Some(NO_CALL);
        }
        self.answer(Answer { reason: Some(NO_CALL.to_owned()), ..Answer::default() }, turn);
    }

    /// The levels are gone, for that reason.
    pub(in crate::server) fn forget_levels(&mut self, reason: &'static str) {
        if self.image.level() > 0 {
            self.session.lapsed = Some(reason);
            self.session.let_go();
        }
    }

    /// The last error is that of the innermost level, if there is one.
    pub(in crate::server) fn note_held_error(&mut self) {
        let held = self.image.running.as_ref().and_then(|running| running.held.as_ref());
        if let Some(error) = held.and_then(|held| held.error.clone()) {
            self.session.note_error(error);
        }
    }

    /// Said where nothing is held.
    pub(in crate::server) fn nothing_held(&self) -> String {
        let mut problem = "Nothing is held in session ".to_owned();
        problem.push_str(&self.session.name);
        problem.push('.');
        match self.session.lapsed {
            Some(reason) => {
                problem.push(' ');
                problem.push_str(reason);
            }
            None => {
                problem.push_str(" evaluate-lisp with on_error \"hold\" holds an evaluation at an error.");
            }
        }
        problem
    }

    fn held_level(&self, level: u32) -> Option<&Held> {
        let place = usize::try_from(level.checked_sub(1)?).ok()?;
        let running = self.image.below.get(place);
        let innermost = || self.image.running.as_ref().filter(|_| place == self.image.below.len());
        running.or_else(innermost)?.held.as_ref()
    }
}

fn no_level(level: u32, innermost: u32) -> String {
    let mut problem = "There is no level ".to_owned();
    problem.push_str(&level.to_string());
    problem.push_str(": the innermost is level ");
    problem.push_str(&innermost.to_string());
    problem.push_str(", which stays held.");
    problem
}
