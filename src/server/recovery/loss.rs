//! What becomes of a session whose image is lost, reset or closed, and how it gets its definitions back.

use crate::report::{self, Captured, EvaluationReport};
use crate::server::CLOSED;
use crate::server::actions::Turn;
use crate::server::clients::{Clients, ReplyTo};
use crate::server::lisps::lisp::{Lisp, count, origin, submitted};
use crate::server::lisps::running::Running;
use crate::server::recovery::{Recovery, too_long};

use crate::protocol::ToolAnswer;

const GONE: &str = "All definitions, variables and packages of the session are gone.";

const KEPT: &str = "Its definitions are kept, and restored when its Lisp can be started.";

const LOST: &str = "What was held was lost with the Lisp, which was replaced.";

pub(in crate::server) const ENDED: &str = "The evaluation has ended.";

/// From what an evaluation wrote to its report.
type ReportOf<'a> = &'a dyn Fn(Captured) -> EvaluationReport;

impl Lisp {
    /// Everything that came before the reset ends with it, so that nothing runs on in a session it was not
    /// meant for.
    pub(in crate::server) fn reset(&mut self, reply: &ReplyTo, clients: &mut Clients, turn: &mut Turn) {
        clients.log_session("The session is reset.", &self.session.name, reply, turn);
        let date_ms = turn.date_ms;
        let report = |captured| report::lost_session("it was reset", captured, date_ms).telling(GONE);
        self.end_all(&report, clients, turn);
        self.session.reset();
        self.definitions_changed(turn);
        if !self.image.is_booting() {
            self.start_afresh("reset-session", turn);
        }
        self.image.resets.push(reply.clone());
    }

    /// Ends what runs and waits, and the image; returns how many evaluations that were. The session is to be
    /// forgotten.
    pub(in crate::server) fn close(mut self, clients: &mut Clients, turn: &mut Turn) -> u32 {
        let ended = count(self.image.waiting.len())
            .saturating_add(u32::from(self.image.has_begun()))
            .saturating_add(count(self.image.below.len()));
        let date_ms = turn.date_ms;
        let name = self.session.name.clone();
        self.end_all(&|captured| report::closed_session(&name, captured, date_ms), clients, turn);
        for reply in self.image.die() {
            let text = format!("Session {name} was not reset: it was closed.");
            clients.answer(&reply, ToolAnswer::failure(text), turn);
        }
        self.queries.end("The session was closed.", clients, turn);
        turn.actions.stop_image(self.image_id, "its session was closed");
        ended
    }

    /// Answers all that is open, since the server ends. What is saved stays as it is.
    pub(in crate::server) fn end_with_server(&mut self, clients: &mut Clients, turn: &mut Turn) {
        if let Some(recovery) = &mut self.image.recovery {
            recovery.is_for_host = false;
        }
        let date_ms = turn.date_ms;
        self.end_all(&|captured| report::closed_server(captured, date_ms), clients, turn);
        for reply in self.image.die() {
            let mut text = "The server was closed before session ".to_owned();
            text.push_str(&self.session.name);
            text.push_str(" was reset.");
            clients.answer(&reply, ToolAnswer::failure(text), turn);
        }
        self.queries.end(CLOSED, clients, turn);
    }

    /// The image neither finished nor stopped in time.
    pub(in crate::server) fn give_up_evaluation(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let reason = if self.image.works_on_a_step() {
            too_long()
        } else {
            "an evaluation did not stop in time".to_owned()
        };
        let date_ms = turn.date_ms;
        self.lose_image(
            &reason,
            &|Running { evaluation, package, captured, .. }| {
                report::timed_out(std::mem::take(captured), origin(evaluation, package, date_ms))
            },
            clients,
            turn,
        );
    }

    /// The image is gone. One that was in use is replaced; one that cannot even start is not tried again
    /// until it is needed.
    pub(in crate::server) fn image_died(&mut self, reason: &str, clients: &mut Clients, turn: &mut Turn) {
        if self.image.is_fresh() && !self.image.works_on_a_step() {
            self.not_started(reason, clients, turn);
        } else if !self.image.is_dead() {
            self.replace(&format!("the Lisp ended: {reason}"), clients, turn);
        }
    }

    /// Ends what waits for an image that could not be started. Nothing was in it that is lost now.
    fn not_started(&mut self, reason: &str, clients: &mut Clients, turn: &mut Turn) {
        let logged = format!("the Lisp could not be started: {reason}");
        clients.log_lost(&self.session.name, &logged, None, turn);
        let has_definitions = !self.session.journal.is_empty();
        let date_ms = turn.date_ms;
        let report = |captured| {
            let report = report::not_started(reason, captured, date_ms);
            if has_definitions { report.telling(KEPT) } else { report }
        };
        self.end_all(&report, clients, turn);
        for reply in self.image.die() {
            let text = format!("Session {} could not be reset: {logged}", self.session.name);
            clients.answer(&reply, ToolAnswer::failure(text), turn);
        }
    }

    pub(in crate::server) fn replace(&mut self, reason: &str, clients: &mut Clients, turn: &mut Turn) {
        let date_ms = turn.date_ms;
        self.lose_image(
            reason,
            &|running| report::lost_session(reason, std::mem::take(&mut running.captured), date_ms),
            clients,
            turn,
        );
    }

    /// Has a fresh image take the place of one that is lost, and be given the session's definitions. The
    /// request that the image worked on is answered when that is done, with `report` and what was restored.
    fn lose_image(
        &mut self,
        reason: &str,
        report: &dyn Fn(&mut Running) -> EvaluationReport,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let reply = self.image.running.as_ref().and_then(|running| running.reply.as_ref());
        clients.log_lost(&self.session.name, reason, reply, turn);
        let mut recovery = self.image.recovery.take().unwrap_or_else(|| Recovery::new(reason));
        self.forget_levels(LOST);
        let date_ms = turn.date_ms;
        let (running, asked) = self.image.lose_running();
        if let Some(running) = &running {
            clients.withdraw_question(running.id, ENDED, turn);
        }
        if let Some(asked) = asked {
            self.end_lost(asked, &|captured| report::lost_session(reason, captured, date_ms), clients, turn);
        }
        match running {
            Some(running) if running.is_step => {
                recovery.step_lost_its_image(&mut self.session, reason);
            }
            Some(mut running) => {
                recovery.start_over();
                let submitted = submitted(&running.evaluation, &running.package);
                let reply = running.reply.take();
                recovery.request = reply.map(|reply| (reply, submitted, report(&mut running)));
            }
            None => recovery.start_over(),
        }
        self.image.recovery = Some(recovery);
        self.start_afresh(reason, turn);
        if Recovery::is_done(&self.session) {
            self.finish_recovery(clients, turn);
        }
    }

    /// Evaluates what an earlier visit has saved, as soon as the image is free.
    pub(in crate::server) fn restore_saved(&mut self, turn: &mut Turn) {
        self.definitions_changed(turn);
        if self.image.is_dead() {
            self.image.boot(turn.now_ms);
            turn.actions.replace_image(self.image_id, "the Lisp is needed again");
            self.image.recovery = Some(Recovery::new("it was started again"));
        }
        let recovery = self.image.recovery.get_or_insert_with(|| {
            let mut recovery = Recovery::new("definitions of an earlier visit were restored");
            recovery.is_intact = true;
            recovery
        });
        recovery.add_saved(&mut self.session);
    }

    /// Tells what was restored: in the answer to the request that lost its image, or in the next one.
    pub(in crate::server) fn finish_recovery(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let Some(recovery) = self.image.recovery.take() else { return };
        let Recovery { is_for_host, is_intact, .. } = recovery;
        let (request, restored) = recovery.finish(&self.session.journal);
        if restored.count > 0 || !restored.failed.is_empty() {
            let reply = request.as_ref().map(|(reply, ..)| reply);
            clients.log_restored(&self.session.name, &restored, reply, turn);
        }
        if is_for_host {
            turn.actions.restored_saved(restored.clone());
        }
        if let Some((reply, submitted, report)) = request {
            let mut report = report.with_session(restored);
            self.session.journal.package().clone_into(&mut report.package);
            self.conclude(Some(reply), submitted, report, clients, turn);
        } else if !is_intact {
            self.session.news = Some(restored);
        }
        self.definitions_changed(turn);
    }

    /// Has the host put a fresh image in the place of the one there was.
    pub(in crate::server) fn start_afresh(&mut self, reason: &str, turn: &mut Turn) {
        self.image.boot(turn.now_ms);
        self.session.transcript.begin_image(turn.date_ms);
        turn.actions.replace_image(self.image_id, reason);
    }

    /// Ends what was lost with its image, with the report that `report_of` makes of its output.
    fn end_lost(
        &mut self,
        running: Running,
        report_of: ReportOf<'_>,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        clients.withdraw_question(running.id, ENDED, turn);
        let submitted = submitted(&running.evaluation, &running.package);
        self.conclude(running.reply, submitted, report_of(running.captured), clients, turn);
    }

    /// Ends what runs and what waits, each with the report that `report_of` makes of its output.
    fn end_all(&mut self, report_of: ReportOf<'_>, clients: &mut Clients, turn: &mut Turn) {
        let mut recovery = self.image.recovery.take();
        if let Some(recovery) = recovery.as_mut().filter(|recovery| recovery.is_for_host) {
            turn.actions.restored_saved(
                recovery.abandon_saved(&mut self.session.saved, "not tried: the Lisp was ended"),
            );
        }
        if let Some((reply, submitted, report)) = recovery.and_then(|recovery| recovery.request) {
            let end = report_of(Captured::default()).error.map_or_else(String::new, |error| error.message);
            self.conclude(Some(reply), submitted, report.telling(&end), clients, turn);
        }
        self.forget_levels(LOST);
        let (running, asked) = self.image.lose_running();
        for running in asked.into_iter().chain(running) {
            self.end_lost(running, report_of, clients, turn);
        }
        for job in std::mem::take(&mut self.image.waiting) {
            let submitted = self.submitted_task(&job.task);
            self.conclude(Some(job.reply), submitted, report_of(Captured::default()), clients, turn);
        }
    }
}
