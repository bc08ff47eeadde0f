//! Evaluations that are held at an error until their client says which restart to take.

use crate::engine::{Answer, Asking};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::{Answers, ClientCapability, Era, Question, input_required};
use crate::report;
use crate::server::GRACE_MS;
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::asking::{ANSWER_MS, HeldAt, Then};
use crate::server::clients::{Clients, ReplyTo};
use crate::server::lisps::lisp::{Lisp, origin};
use crate::server::lisps::running::Running;
use crate::tools::{self, QUESTION, Said};

/// Milliseconds that an evaluation is held for one answer. The image continues by itself a while later.
pub const HOLD_MS: u64 = ANSWER_MS;

/// This many answers in a row that cannot be followed end an evaluation.
pub const MAX_WRONG_ANSWERS: u32 = 5;

/// The most questions of one evaluation.
pub const MAX_QUESTIONS: u32 = 100;

const NO_CAPABILITY: &str =
    "Nobody was asked which restart to take: the client did not declare the capability elicitation.";

const CANNOT_WAIT: &str = "Nobody was asked which restart to take: this Lisp cannot wait for an answer, because its page is not \
cross-origin isolated, or runs it on its own thread.";

const GONE: &str = "\"requestState\" leads to no evaluation that waits for an answer: it was answered already, was not answered \
within 5 minutes, or its session was reset or closed. Send the request without it to evaluate anew.";

/// The question that an evaluation is held for.
#[derive(Debug)]
pub(in crate::server) struct Held {
    question: u32,
    /// To be put again when the answer makes no sense.
    form: Question,
    since_ms: u64,
    until_ms: u64,
    /// When the watchdog would have ended it.
    give_up_ms: Option<u64>,
    /// Whether no request waits meanwhile: the client comes back with the answer.
    is_carried: bool,
}

impl Held {
    pub(in crate::server) fn due_ms(&self) -> u64 {
        self.until_ms
    }

    pub(in crate::server) fn is_carried(&self) -> bool {
        self.is_carried
    }
}

impl Running {
    /// Milliseconds that the image is to wait for each answer; 0 not to ask.
    pub(in crate::server) fn ask_ms(&self) -> u32 {
        let is_asked = self.call.is_some() && self.note.is_none();
        if is_asked { u32::try_from(HOLD_MS.saturating_add(GRACE_MS)).unwrap_or(u32::MAX) } else { 0 }
    }

    /// Notes the reason when no client can be asked.
    pub(in crate::server) fn check_who_can_be_asked(&mut self, can_wait: bool) {
        let Some(reply) = self.reply.as_ref().filter(|_| self.call.is_some()) else { return };
        if !reply.caller.capabilities.has(ClientCapability::ElicitationForm) {
            self.note = Some(NO_CAPABILITY);
        } else if !can_wait {
            self.note = Some(CANNOT_WAIT);
        }
    }

    /// Holds it no longer. The time that it was held is not its own.
    pub(in crate::server) fn release(&mut self, now_ms: u64) {
        if let Some(held) = self.held.take() {
            let waited_ms = now_ms.saturating_sub(held.since_ms);
            self.give_up_ms = held.give_up_ms.map(|give_up_ms| give_up_ms.saturating_add(waited_ms));
        }
    }

    /// The address of the question that it is held at.
    fn held_at(&self) -> Option<HeldAt> {
        let Held { question, .. } = self.held.as_ref()?;
        Some(HeldAt { evaluation: self.id, question: *question })
    }
}

impl Lisp {
    /// The image holds what it works on at an error, and wants to know which restart to take.
    pub(in crate::server) fn asked(&mut self, asking: Asking, clients: &mut Clients, turn: &mut Turn) {
        let Asking { id, question, condition } = asking;
        let Some(running) = self.image.running.as_mut().filter(|running| running.id == id) else { return };
        // A cancelled evaluation was already interrupted.
        let Some(reply) = &running.reply else { return };
        let is_again = condition.restart_problem.is_some();
        let error = report::error(condition, origin(&running.evaluation, turn.date_ms));
        let form = tools::restart_question(&self.session.name, &error, &reply.caller);
        self.session.note_error(error);
        running.questions = running.questions.saturating_add(1);
        running.wrong_answers = if is_again { running.wrong_answers.saturating_add(1) } else { 0 };
        running.held = Some(Held {
            question,
            form,
            since_ms: turn.now_ms,
            until_ms: turn.now_ms.saturating_add(HOLD_MS),
            give_up_ms: running.give_up_ms.take(),
            is_carried: false,
        });
        if running.ask_ms() == 0 {
            self.answer(None, None, turn);
        } else if running.questions > MAX_QUESTIONS {
            self.end_hold("Nobody was asked again after 100 questions.", clients, turn);
        } else {
            self.put_question(None, clients, turn);
        }
    }

    /// Asks the client that waits for the evaluation; `problem` says what was wrong with its answer.
    fn put_question(&mut self, problem: Option<&str>, clients: &mut Clients, turn: &mut Turn) {
        let Some(running) = &mut self.image.running else { return };
        if running.wrong_answers >= MAX_WRONG_ANSWERS {
            self.end_hold("5 answers in a row could not be followed.", clients, turn);
            return;
        }
        let (Some(held_at), Some(call)) = (running.held_at(), running.call) else { return };
        let (Some(held), Some(reply)) = (&mut running.held, &running.reply) else { return };
        let mut form = held.form.clone();
        if let (Some(problem), Question::Elicit { message, .. }) = (problem, &mut form) {
            message.insert_str(0, "\n\n");
            message.insert_str(0, problem);
        }
        let questions = vec![(QUESTION.to_owned(), form)];
        if reply.caller.era == Era::Modern {
            let state = clients.asking.seal.seal(call, &held_at.as_state(), turn.now_ms);
            held.is_carried = true;
            if let Some(reply) = running.reply.take() {
                clients.respond(&reply, &Ok(input_required(&questions, Some(&state))), turn);
            }
        } else if let Err(error) =
            clients.put_questions(&reply.clone(), &questions, Then::Resume(held_at), turn)
        {
            drop(error);
            self.end_hold("Nobody was asked: too many requests wait for answers.", clients, turn);
        }
    }

    /// A client has answered, or could not. `reply` is the request that brought the answer, if it was one.
    pub(in crate::server) fn resume(
        &mut self,
        answers: &Answers,
        failure: Option<&ErrorObject>,
        reply: Option<&ReplyTo>,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let Some(running) = &mut self.image.running else { return };
        if let Some(reply) = reply {
            running.reply = Some(reply.clone());
        }
        if let Some(held) = &mut running.held {
            held.is_carried = false;
        }
        if failure.is_some() {
            self.end_hold("The client could not ask.", clients, turn);
            return;
        }
        match tools::restart_answer(answers) {
            Ok(Said::Take(restart, values)) => self.answer(Some(restart), values, turn),
            Ok(Said::Declined) => self.end_hold("The client declined to choose a restart.", clients, turn),
            Ok(Said::Dismissed) => self.end_hold("The client chose no restart.", clients, turn),
            Err(problem) => {
                running.wrong_answers = running.wrong_answers.saturating_add(1);
                self.put_question(Some(problem), clients, turn);
            }
        }
    }

    /// Ends an evaluation that has been held long enough.
    pub(in crate::server) fn end_long_hold(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let held = self.image.running.as_ref().and_then(|running| running.held.as_ref());
        if held.is_some_and(|held| held.until_ms <= turn.now_ms) {
            self.end_hold("No answer came within 5 minutes.", clients, turn);
        }
    }

    /// Ends a held evaluation at its error; `note` is appended to its report.
    fn end_hold(&mut self, note: &'static str, clients: &mut Clients, turn: &mut Turn) {
        if let Some(running) = &mut self.image.running {
            running.note = Some(note);
            clients.withdraw_question(running.id, note, turn);
        }
        self.answer(None, None, turn);
    }

    fn answer(&mut self, restart: Option<String>, values: Option<String>, turn: &mut Turn) {
        let Some(running) = &mut self.image.running else { return };
        let Some(HeldAt { evaluation: id, question }) = running.held_at() else { return };
        running.release(turn.now_ms);
        turn.actions.answer(self.image_id, Answer { id, question, restart, values });
    }

    /// Whether what its image works on waits for that answer.
    fn is_held_at(&self, held: HeldAt) -> bool {
        self.image.running.as_ref().and_then(Running::held_at) == Some(held)
    }

    /// Why nothing else can be evaluated meanwhile, if something is held.
    pub(in crate::server) fn hold_problem(&self) -> Option<String> {
        let running = self.image.running.as_ref()?;
        running.held.as_ref()?;
        let mut problem = "Session ".to_owned();
        problem.push_str(&self.session.name);
        problem.push_str(" is held at an error");
        if let Some(error) = self.session.last_error() {
            problem.push_str(", ");
            problem.push_str(&report::one_line(&error.label));
            problem.push(',');
        }
        problem.push_str(" until a client has said which restart to take, for 5 minutes at most; describe-last-error tells more of it. \
Answer that question, use another session, or end it with reset-session.");
        Some(problem)
    }
}

impl Server {
    /// Hands an evaluation that is held what a client has answered.
    pub(in crate::server) fn resume(
        &mut self,
        held: HeldAt,
        answers: &Answers,
        failure: Option<&ErrorObject>,
        reply: Option<&ReplyTo>,
        turn: &mut Turn,
    ) -> Result<(), ErrorObject> {
        let Some(lisp) = self.lisps.all().find(|lisp| lisp.is_held_at(held)) else {
            return Err(ErrorObject::new(INVALID_PARAMS, GONE));
        };
        lisp.resume(answers, failure, reply, &mut self.clients, turn);
        Ok(())
    }
}
