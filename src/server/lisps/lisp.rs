//! One session with its image: what happens to its evaluations when clients ask, the image speaks, or time
//! passes.

use crate::data::{Raw, Text};
use crate::engine::{
    BadEvent, Completed, Definition, EvaluationId, Event, ImageId, Outcome, OutcomeStatus, Ready,
    RestartChoice,
};
use crate::jsonrpc::Id;
use crate::protocol::{Given, ToolAnswer};
use crate::report::{self, EvaluationReport};
use crate::resources::{self, Part};
use crate::server::actions::Turn;
use crate::server::clients::{ClientId, Clients, ReplyTo};
use crate::server::lisps::image::{Image, Job, Task};
use crate::server::lisps::running::Running;
use crate::server::recovery::Recovery;
use crate::server::recovery::loss::ENDED;
use crate::server::requests::queries::Queries;
use crate::server::{MAX_WAITING, MAX_WAITING_BYTES, MAX_WAITING_BYTES_OF_A_CLIENT, MAX_WAITING_OF_A_CLIENT};
use crate::session::{Exchange, Session, WrittenOutput, beginning, beginning_of};
use crate::tools::{self, ArgumentError, Detail, Evaluation, SessionReport};

const NOT_IN_TIME: &str = "it did not start in time";

/// A session and the image that works for it. Each has a queue of its own, so none waits for another.
#[derive(Debug)]
pub(in crate::server) struct Lisp {
    pub(in crate::server) image_id: ImageId,
    pub(in crate::server) session: Session,
    pub(in crate::server) image: Image,
    pub(in crate::server) queries: Queries,
}

impl Lisp {
    /// A session whose image is starting.
    pub(in crate::server) fn new(image_id: ImageId, session: Session) -> Self {
        Self { image_id, session, image: Image::default(), queries: Queries::default() }
    }

    /// Takes a task in, to be answered later. `call` has its arguments, if its client can be asked.
    pub(in crate::server) fn enqueue(
        &mut self,
        task: Task,
        call: Option<Given>,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Result<(), ArgumentError> {
        if let Some(problem) = self.hold_problem(&task) {
            return Err(problem);
        }
        if matches!(task, Task::Continue(_)) && !self.image.has_begun() && self.image.waiting.is_empty() {
            return Err(self.nothing_held());
        }
        if let Some(problem) = self.crowd_problem(task.size(), reply.client) {
            return Err(problem);
        }
        let is_meanwhile = self.image.asked().is_some();
        self.image.waiting.push_back(Job { task, reply: reply.clone(), call, is_meanwhile });
        if self.image.is_dead() {
            let reason = "the Lisp is needed again";
            if !self.session.journal.is_empty() {
                self.image.recovery = Some(Recovery::new(reason));
            }
            self.start_afresh(reason, turn);
        }
        Ok(())
    }

    /// Why one more evaluation cannot wait, if too many do, or if they have too much text.
    fn crowd_problem(&self, size: usize, client: ClientId) -> Option<String> {
        let (mut count, mut count_of_client) = (0_usize, 0_usize);
        let (mut bytes, mut bytes_of_client) = (size, size);
        for job in &self.image.waiting {
            let size = job.task.size();
            count = count.saturating_add(1);
            bytes = bytes.saturating_add(size);
            if job.reply.client == client {
                count_of_client = count_of_client.saturating_add(1);
                bytes_of_client = bytes_of_client.saturating_add(size);
            }
        }
        let (most, whose, what) = if count_of_client >= MAX_WAITING_OF_A_CLIENT {
            (MAX_WAITING_OF_A_CLIENT, " of this client", "")
        } else if count >= MAX_WAITING {
            (MAX_WAITING, "", "")
        } else if count > 0 && bytes_of_client > MAX_WAITING_BYTES_OF_A_CLIENT {
            (MAX_WAITING_BYTES_OF_A_CLIENT >> 20, " of this client", " MiB")
        } else if count > 0 && bytes > MAX_WAITING_BYTES {
            (MAX_WAITING_BYTES >> 20, "", " MiB")
        } else {
            return None;
        };
        Some(format!(
            "Too many evaluations: {most}{what}{whose} are waiting for session {} already. Try again when some of them are answered.",
            self.session.name
        ))
    }

    /// Begins the next evaluation, as number `id`, if there is one that can begin. Returns whether it did.
    pub(in crate::server) fn begin_evaluation(
        &mut self,
        id: EvaluationId,
        clients: &mut Clients,
        turn: &mut Turn,
    ) -> bool {
        self.image.boot_is_known(turn.now_ms);
        // Its request may have been cancelled while something ran on top of it.
        if self.image.is_client_awaited()
            && let Some(evaluation) = self.image.abandon(turn.now_ms)
        {
            turn.actions.interrupt(self.image_id, evaluation);
        }
        self.tend_queries(clients, turn);
        if !self.image.is_idle() {
            return false;
        }
        let Some(running) = self.next_evaluation(id, clients, turn) else { return false };
        if let Some(reply) = &running.reply {
            clients.log_begun(id, &self.session.name, reply, turn);
        }
        turn.actions.evaluate(self.image_id, running.command());
        self.image.begin(running);
        true
    }

    /// Answers the queries that the image will not, and hands it the others when it has nothing else to do.
    fn tend_queries(&mut self, clients: &mut Clients, turn: &mut Turn) {
        if self.queries.is_empty() {
            return;
        }
        if self.image.is_dead() {
            self.queries.end("The Lisp of this session could not be started.", clients, turn);
        } else if self.image.is_booting() {
            self.queries.image_lost(clients, turn);
        }
        self.post_queries(turn);
    }

    /// When it wants to be looked at again.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        [self.image.due_ms(), self.image.pulse_due_ms(), self.queries.due_ms()].into_iter().flatten().min()
    }

    /// Definitions to restore come before pending evaluations.
    fn next_evaluation(
        &mut self,
        id: EvaluationId,
        clients: &mut Clients,
        turn: &mut Turn,
    ) -> Option<Running> {
        let is_client_awaited = self.image.is_client_awaited();
        if let Some(recovery) = self.image.recovery.as_mut().filter(|_| !is_client_awaited) {
            if let Some(evaluation) = recovery.next_step(&mut self.session, turn) {
                let mut step = Running::step(id, evaluation, turn.now_ms);
                step.level = self.image.level();
                return Some(step);
            }
            self.finish_recovery(clients, turn);
        }
        while let Some(Job { task, reply, call, .. }) = self.image.next_job() {
            match task {
                Task::Evaluate(mut evaluation) => {
                    if let Err(problem) = self.settle_frame(&mut evaluation) {
                        clients.answer(
                            &reply,
                            ToolAnswer::failure(format!("eval-in-frame: {problem}")),
                            turn,
                        );
                        continue;
                    }
                    let package = self.package_of(&evaluation);
                    let mut running = Running::new(id, evaluation, package, Some(reply), turn.now_ms);
                    running.call = call;
                    running.level = self.image.level();
                    running.check_who_can_be_asked(is_client_awaited);
                    return Some(running);
                }
                Task::Continue(continuation) => match self.go_on(&continuation, &reply, turn) {
                    Ok(()) => return None,
                    Err(problem) => {
                        let text = format!("{}: {problem}", continuation.tool());
                        clients.answer(&reply, ToolAnswer::failure(text), turn);
                    }
                },
            }
        }
        self.follow_answer(clients, turn);
        None
    }

    /// Drops a request of a client's, or all of them, and has the image end what it does for one. Returns
    /// them.
    pub(in crate::server) fn forget(
        &mut self,
        client: ClientId,
        id: Option<&Id>,
        turn: &mut Turn,
    ) -> Vec<ReplyTo> {
        let mut forgotten =
            self.image.forget(|reply| reply.client == client && id.is_none_or(|id| reply.id == *id));
        self.queries.forget(client, id, &mut forgotten);
        if let Some(evaluation) = self.image.abandon(turn.now_ms) {
            turn.actions.interrupt(self.image_id, evaluation);
        }
        forgotten
    }

    /// Ends what is evaluated for a client, who is answered at once. As a cancelled evaluation, it leaves no
    /// trace in the session.
    pub(in crate::server) fn stop(&mut self, who: &str, clients: &mut Clients, turn: &mut Turn) {
        let Some(running) = self.image.running.as_mut().filter(|running| running.can_be_stopped()) else {
            return;
        };
        running.tell_progress(u64::MAX, &mut turn.actions);
        running.give_up_carrier();
        clients.withdraw_question(running.id, ENDED, turn);
        if let Some(reply) = running.reply.take() {
            let report = report::stopped_by(who, std::mem::take(&mut running.captured), turn.date_ms);
            let detail = running.evaluation.detail;
            dismiss(&self.session, &reply, report, detail, clients, turn);
        }
        if let Some(evaluation) = self.image.abandon(turn.now_ms) {
            turn.actions.interrupt(self.image_id, evaluation);
        }
    }

    /// The public facts of the session.
    pub(in crate::server) fn report(&self) -> SessionReport {
        let Session { name, limits, .. } = &self.session;
        SessionReport {
            session: name.clone(),
            state: self.image.state(),
            level: self.image.level(),
            waiting: count(self.image.waiting.len()),
            timeout: tools::in_seconds(limits.timeout_ms),
            max_output: limits.max_output,
            last_error: self.session.last_error().map(|error| error.type_name.clone()),
        }
    }

    /// The image, or the host for it, reported an event.
    pub(in crate::server) fn hear(&mut self, event: &Raw, clients: &mut Clients, turn: &mut Turn) {
        match Event::read(event) {
            Ok(Event::Booting(_)) => self.image.boot_goes_on(turn.now_ms),
            Ok(Event::Ready(ready)) => self.ready(&ready, clients, turn),
            Ok(Event::Output(output)) => {
                self.image.capture(&output);
                self.tell_progress(turn);
            }
            Ok(Event::Forms(forms)) => {
                self.image.note_forms(forms);
                self.tell_progress(turn);
            }
            Ok(Event::NeedsInput(needs)) => self.input_needed(needs, clients, turn),
            Ok(Event::Asking(asking)) => self.asked(*asking, clients, turn),
            Ok(Event::Completed(completed)) => self.completed(*completed, clients, turn),
            Ok(Event::Found(found)) => {
                self.queries.found(found, self.image_id, &self.session, clients, turn);
            }
            Ok(Event::LaidOut(laid_out)) => self.queries.laid_out(laid_out, clients, turn),
            Ok(Event::Died(died)) => self.image_died(&died.reason, clients, turn),
            // A request that waits for the answer it may have meant would wait for ever.
            Err(BadEvent { member }) => {
                let reason = format!("it said something that could not be read (\"{member}\")");
                self.image_died(&reason, clients, turn);
            }
        }
    }

    /// Ends what has had its time.
    pub(in crate::server) fn look_at_the_clock(&mut self, clients: &mut Clients, turn: &mut Turn) {
        if self.image.boot_is_overdue(turn.now_ms) {
            self.image_died(NOT_IN_TIME, clients, turn);
            turn.actions.stop_image(self.image_id, NOT_IN_TIME);
        }
        if self.image.evaluation_is_overdue(turn.now_ms) {
            self.give_up_evaluation(clients, turn);
        }
        self.end_long_hold(clients, turn);
        self.queries.look_at_the_clock(clients, turn);
        self.tell_progress(turn);
        let words = self.image.beat(turn.now_ms, &mut turn.actions);
        self.queries.beat(&words, turn);
    }

    fn tell_progress(&mut self, turn: &mut Turn) {
        if let Some(running) = &mut self.image.running {
            running.tell_progress(turn.now_ms, &mut turn.actions);
        }
    }

    fn ready(&mut self, ready: &Ready, clients: &mut Clients, turn: &mut Turn) {
        for reply in self.image.ready() {
            clients.answer(&reply, tools::reset_answer(&self.session.name, ready), turn);
        }
    }

    fn completed(&mut self, completed: Completed, clients: &mut Clients, turn: &mut Turn) {
        let Some(mut running) = self.image.take_running(completed.id) else { return };
        // A client that shows output as it comes gets all of it.
        running.tell_progress(u64::MAX, &mut turn.actions);
        clients.withdraw_question(running.id, ENDED, turn);
        self.image.come_back(turn.now_ms);
        let mut outcome = completed.outcome;
        explain(&mut outcome, running.note, running.evaluation.holds);
        if self.leads_below(&mut running, &mut outcome, clients, turn) {
            if running.is_step {
                if let Some(recovery) = &mut self.image.recovery {
                    recovery.step_completed(&mut self.session, &outcome);
                }
            } else {
                self.note_definitions(&mut outcome, &running.evaluation, turn);
            }
            return;
        }
        let Running {
            evaluation, package, captured, reply, is_step, note, taken_above, continued_by, ..
        } = running;
        outcome.restarts_taken.splice(0..0, taken_above);
        if is_step {
            if let Some(recovery) = &mut self.image.recovery {
                recovery.step_completed(&mut self.session, &outcome);
            }
            return;
        }
        let mut submitted = submitted(&evaluation, &package);
        if let Some(call) = continued_by {
            submitted.set_code(&call);
        }
        submitted.replay = outcome.replay.as_ref().map(beginning_of);
        let shown = outcome.report.take();
        let package_before = self.session.journal.package().to_owned();
        let unkept = self.note_definitions(&mut outcome, &evaluation, turn);
        let report = report::evaluation(outcome, captured, origin(&evaluation, &package, turn.date_ms))
            .without_room_for(unkept)
            .after_package(&package_before);
        if evaluation.look.is_some() {
            self.conclude_look(reply, shown.as_ref(), report, clients, turn);
        } else if reply.is_none() && evaluation.holds && note.is_some() {
            // Nobody waits for a level that has had its time: the last error says what became of it.
            self.session.record(&report);
        } else {
            self.conclude(reply, submitted, report, clients, turn);
        }
    }

    /// Takes what an evaluation defined into the journal; returns the names of what there was no room for.
    fn note_definitions(
        &mut self,
        outcome: &mut Outcome,
        evaluation: &Evaluation,
        turn: &mut Turn,
    ) -> Vec<Vec<String>> {
        let definitions = std::mem::take(&mut outcome.definitions);
        self.session.journal.note_dropped(outcome.dropped.definitions);
        self.journalize(definitions, &evaluation.restarts, &outcome.package, turn);
        self.session.journal.take_unkept()
    }

    /// Takes definitions into the journal, with the restarts of their evaluation, and the package that is
    /// current after them.
    pub(in crate::server) fn journalize(
        &mut self,
        definitions: Vec<Definition>,
        restarts: &[RestartChoice],
        package: &str,
        turn: &mut Turn,
    ) {
        let Session { journal, saved, .. } = &mut self.session;
        journal.reserve_for(saved);
        let is_news = !definitions.is_empty() || journal.package() != package;
        journal.note(definitions, restarts, package, turn.date_ms);
        if is_news {
            self.definitions_changed(turn);
        }
    }

    /// Answers what was to look at something. The session's transcript and last error are not concerned.
    fn conclude_look(
        &mut self,
        reply: Option<ReplyTo>,
        shown: Option<&Text>,
        mut report: EvaluationReport,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let Some(reply) = reply else { return };
        clients.log_ended(&report, &self.session.name, &reply, turn);
        self.session.note_pictures(&report);
        fit(&mut report, &self.session, Detail::Brief);
        let shown = shown.filter(|_| report.error.is_none()).and_then(tools::shown_answer);
        let answer = shown.map(|shown| tools::with_output(shown, &report.stdout));
        let answer = answer.unwrap_or_else(|| answer_of(&self.session, report, Detail::Brief));
        clients.answer(&reply, answer, turn);
    }

    /// Has the host keep what session `main` has defined, if it does that.
    pub(in crate::server) fn definitions_changed(&self, turn: &mut Turn) {
        if self.session.is_kept {
            turn.actions.keep_definitions();
        }
    }

    /// Answers an evaluation. A cancelled one leaves no trace in the session.
    pub(in crate::server) fn conclude(
        &mut self,
        reply: Option<ReplyTo>,
        submitted: Submitted,
        mut report: EvaluationReport,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let Some(reply) = reply else { return };
        if report.restored.is_none() {
            report.restored = self.session.news.take();
        }
        self.session.record(&report);
        if report.error.is_none() {
            self.note_held_error();
        }
        clients.log_ended(&report, &self.session.name, &reply, turn);
        self.session.output = WrittenOutput::of(&report);
        self.session.note_pictures(&report);
        fit(&mut report, &self.session, submitted.detail);
        let answer = answer_of(&self.session, report, submitted.detail);
        self.session.transcript.push(Exchange {
            at_ms: turn.date_ms,
            package: submitted.package,
            code: submitted.code,
            answer: beginning_of(&answer.text),
            has_failed: answer.is_error,
            replay: submitted.replay,
        });
        clients.answer(&reply, answer, turn);
    }

    /// The package that an evaluation is read in which begins now.
    fn package_of(&self, evaluation: &Evaluation) -> String {
        evaluation.package.as_deref().unwrap_or(self.session.journal.package()).to_owned()
    }

    /// What the transcript is to have of a task that did not begin.
    pub(in crate::server) fn submitted_task(&self, task: &Task) -> Submitted {
        match task {
            Task::Evaluate(evaluation) => submitted(evaluation, &self.package_of(evaluation)),
            Task::Continue(continuation) => Submitted {
                package: beginning(self.session.journal.package()),
                code: beginning(&continuation.as_code()),
                detail: Detail::Brief,
                replay: Some(String::new()),
            },
        }
    }
}

/// The code of an evaluation, the package that it is read in, and how much its client wants to know.
#[derive(Debug)]
pub(in crate::server) struct Submitted {
    package: String,
    code: String,
    detail: Detail,
    /// What the transcript is to have of what happened: nothing until the image says that it has ended.
    replay: Option<String>,
}

impl Submitted {
    /// It was another call than that with the code.
    pub(in crate::server) fn set_code(&mut self, call: &str) {
        self.code = beginning(call);
    }
}

/// Adds to the report of an error with restarts to choose from, or of one to be held at, why no client was
/// asked.
fn explain(outcome: &mut Outcome, note: Option<&str>, holds: bool) {
    if let Some(condition) = &mut outcome.condition
        && outcome.status == OutcomeStatus::Error
        && (holds || condition.restarts.len() > 1)
        && condition.restart_problem.is_none()
    {
        condition.restart_problem = note.map(str::to_owned);
    }
}

/// Answers an evaluation that leaves no trace in its session.
pub(in crate::server) fn dismiss(
    session: &Session,
    reply: &ReplyTo,
    mut report: EvaluationReport,
    detail: Detail,
    clients: &mut Clients,
    turn: &mut Turn,
) {
    clients.log_ended(&report, &session.name, reply, turn);
    fit(&mut report, session, detail);
    clients.answer(reply, answer_of(session, report, detail), turn);
}

/// The answer to an evaluation of that session.
fn answer_of(session: &Session, report: EvaluationReport, detail: Detail) -> ToolAnswer {
    let mut answer = tools::evaluation_answer(report, detail);
    for (image, number) in answer.images.iter_mut().zip(1..) {
        image.uri = resources::uri(&session.name, &Part::Picture(number));
    }
    answer
}

/// Leaves out of a report what its answer has no room for.
fn fit(report: &mut EvaluationReport, session: &Session, detail: Detail) {
    let source = resources::uri(&session.name, &Part::Output);
    report.fit(session.limits.max_answer, detail.copies(), source);
}

pub(in crate::server) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// What of an evaluation that was read in that package the transcript is to have.
pub(in crate::server) fn submitted(evaluation: &Evaluation, package: &str) -> Submitted {
    Submitted {
        package: beginning(package),
        code: beginning_of(&evaluation.code),
        detail: evaluation.detail,
        replay: Some(String::new()),
    }
}

pub(in crate::server) fn origin<'a>(
    evaluation: &'a Evaluation,
    package: &'a str,
    date_ms: u64,
) -> report::Origin<'a> {
    report::Origin {
        code: &evaluation.code,
        package,
        input: evaluation.input.as_ref(),
        is_in_frame: evaluation.frame.is_some(),
        deadline_ms: evaluation.limits.timeout_ms,
        max_output: evaluation.limits.value_chars(),
        date_ms,
    }
}
