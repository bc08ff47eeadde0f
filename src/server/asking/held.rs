//! Evaluations that are held until their client says which restart to take, or what they can read.

use crate::engine::{Answer, AnswerValues, Asking, EvaluationId, NeedsInput};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS};
use crate::protocol::{Answers, Era, Question, given_value, input_required};
use crate::report::{self, ErrorReport};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::asking::{ANSWER_MS, HeldAt, Then};
use crate::server::clients::{Clients, ReplyTo};
use crate::server::lisps::image::{Image, Task};
use crate::server::lisps::lisp::{Lisp, origin};
use crate::server::lisps::running::Running;
use crate::tools::{self, Given, INPUT, QUESTION, Said};

/// Milliseconds that an evaluation is held for one answer. The image continues by itself a while later.
pub const HOLD_MS: u64 = ANSWER_MS;

/// This many answers in a row that cannot be followed end an evaluation.
pub const MAX_WRONG_ANSWERS: u32 = 5;

/// The most questions of one evaluation about its errors.
pub const MAX_QUESTIONS: u32 = 100;

/// The most questions of one evaluation for input: whoever answers may be a program.
pub const MAX_INPUTS: u32 = 1_000;

const GONE: &str = "\"requestState\" leads to no evaluation that waits for an answer: it was answered already, was not answered \
within 5 minutes, it was stopped, or its session was reset or closed. Send the request without it to evaluate anew.";

/// What an evaluation is held for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Awaited {
    /// Which restart to take.
    Restart,
    /// What it reads next.
    Input,
}

/// How a client's answer is followed.
enum Followed {
    /// The evaluation goes on with it.
    GoOn(Answer),
    /// There is none, for this reason.
    End(&'static str),
    /// It makes no sense, for this reason.
    AskAgain(&'static str),
}

impl Awaited {
    /// The name that the answer comes back under.
    fn name(self) -> &'static str {
        match self {
            Self::Restart => QUESTION,
            Self::Input => INPUT,
        }
    }

    fn follow(self, answers: &Answers) -> Followed {
        match self {
            Self::Restart => match tools::restart_answer(answers) {
                Ok(Said::Take(restart, values)) => {
                    let values = values.map(AnswerValues::All);
                    Followed::GoOn(Answer { restart: Some(restart), values, ..Answer::default() })
                }
                Ok(Said::Declined) => Followed::End("The client declined to choose a restart."),
                Ok(Said::Dismissed) => Followed::End("The client chose no restart."),
                Err(problem) => Followed::AskAgain(problem),
            },
            Self::Input => match tools::input_answer(answers) {
                Ok(Given::Text(input, echo)) => {
                    Followed::GoOn(Answer { input: Some(input), echo, ..Answer::default() })
                }
                Ok(Given::Declined) => Followed::End("The client declined to give input."),
                Ok(Given::Dismissed) => Followed::End("The client gave no input."),
                Err(problem) => Followed::AskAgain(problem),
            },
        }
    }
}

/// An answer that is followed when what runs on top has ended.
#[derive(Debug)]
struct Late {
    answers: Answers,
    /// Whether it could not ask.
    has_failed: bool,
}

/// The question that an evaluation is held for.
#[derive(Debug)]
pub(in crate::server) struct Held {
    awaited: Awaited,
    question: u32,
    /// To be put again when the answer makes no sense; none where nobody is asked: it is a level, until a
    /// client calls a tool.
    form: Option<Question>,
    /// The error that it is held at, where it is held at one.
    pub(in crate::server) error: Option<ErrorReport>,
    /// What its client has answered while something ran on top of it.
    late: Option<Late>,
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

    /// Whether it is held until a client calls a tool.
    pub(in crate::server) fn is_level(&self) -> bool {
        self.form.is_none()
    }

    /// Whether its client has not answered yet.
    fn is_open(&self) -> bool {
        !self.is_level() && self.late.is_none()
    }

    pub(in crate::server) fn is_for_input(&self) -> bool {
        self.awaited == Awaited::Input
    }
}

impl Running {
    /// Whether it is held until its client answers a question, be that answered or not.
    pub(in crate::server) fn waits_for_client(&self) -> bool {
        self.held.as_ref().is_some_and(|held| !held.is_level())
    }

    /// Whether its client is asked, and has not answered.
    pub(in crate::server) fn is_asked(&self) -> bool {
        self.held.as_ref().is_some_and(Held::is_open)
    }

    /// Holds it from now on.
    pub(super) fn hold(
        &mut self,
        awaited: Awaited,
        question: u32,
        form: Option<Question>,
        error: Option<ErrorReport>,
        now_ms: u64,
    ) {
        let is_level = form.is_none();
        self.held = Some(Held {
            awaited,
            question,
            form,
            error,
            late: None,
            since_ms: now_ms,
            until_ms: now_ms.saturating_add(HOLD_MS),
            give_up_ms: self.give_up_ms.take(),
            is_carried: is_level,
        });
    }

    /// Gives a level the whole time again, after something ran on top of it.
    pub(in crate::server) fn hold_anew(&mut self, now_ms: u64) {
        if let Some(held) = self.held.as_mut().filter(|held| held.is_level()) {
            held.until_ms = now_ms.saturating_add(HOLD_MS);
        }
    }

    /// Its client is not waited for any more, though it carries the question.
    pub(in crate::server) fn give_up_carrier(&mut self) {
        if let Some(held) = &mut self.held {
            held.is_carried = false;
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
    pub(super) fn held_at(&self) -> Option<HeldAt> {
        let Held { question, .. } = self.held.as_ref()?;
        Some(HeldAt { evaluation: self.id, question: *question })
    }
}

impl Lisp {
    /// The image holds what it works on at an error, and wants to know which restart to take.
    pub(in crate::server) fn asked(&mut self, asking: Asking, clients: &mut Clients, turn: &mut Turn) {
        let Asking { id, question, condition, definitions, warnings, package } = asking;
        let Some(running) = self.image.running.as_mut().filter(|running| running.id == id) else { return };
        running.captured.warnings.extend(warnings);
        let evaluation = running.evaluation.clone();
        let is_again = condition.restart_problem.is_some();
        let error = report::error(condition, origin(&evaluation, &running.package, turn.date_ms));
        // What is defined on top comes after them.
        self.journalize(definitions, &evaluation.restarts, &package, turn);
        if evaluation.holds {
            self.hold_level(&evaluation, question, error, package, clients, turn);
            return;
        }
        let Some((running, reply)) = questioner(&mut self.image, id) else { return };
        let form = tools::restart_question(&self.session.name, &error, &reply.caller);
        self.session.note_error(error.clone());
        running.questions = running.questions.saturating_add(1);
        running.wrong_answers = if is_again { running.wrong_answers.saturating_add(1) } else { 0 };
        running.hold(Awaited::Restart, question, Some(form), Some(error), turn.now_ms);
        if running.ask_ms() == 0 {
            self.answer(Answer::default(), turn);
        } else if running.questions > MAX_QUESTIONS {
            self.end_hold("Nobody was asked again after 100 questions.", clients, turn);
        } else {
            self.put_question(None, clients, turn);
        }
    }

    /// What the image works on reads beyond its input, and waits for more.
    pub(in crate::server) fn input_needed(
        &mut self,
        needs: NeedsInput,
        clients: &mut Clients,
        turn: &mut Turn,
    ) {
        let NeedsInput { id, question, prompt, definitions, package } = needs;
        let Some((running, _)) = questioner(&mut self.image, id) else { return };
        let restarts = running.evaluation.restarts.clone();
        self.journalize(definitions, &restarts, &package, turn);
        let form = tools::input_question(&self.session.name, &prompt);
        let Some((running, _)) = questioner(&mut self.image, id) else { return };
        running.inputs = running.inputs.saturating_add(1);
        running.wrong_answers = 0;
        running.hold(Awaited::Input, question, Some(form), None, turn.now_ms);
        if running.input().ask_ms == 0 {
            let reason = running.input_end;
            self.end_hold(reason, clients, turn);
        } else if running.inputs > MAX_INPUTS {
            self.end_hold("Nobody was asked again after 1,000 questions for input.", clients, turn);
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
        // What was written before the question is what it is about.
        running.tell_progress(u64::MAX, &mut turn.actions);
        let (Some(held_at), Some(call)) = (running.held_at(), &running.call) else { return };
        let (Some(held), Some(reply)) = (&mut running.held, &running.reply) else { return };
        let Some(mut form) = held.form.clone() else { return };
        if let (Some(problem), Question::Elicit { message, .. }) = (problem, &mut form) {
            message.insert_str(0, "\n\n");
            message.insert_str(0, problem);
        }
        let questions = vec![(held.awaited.name(), form)];
        if reply.caller.era == Era::Modern {
            let seal = &clients.asking.seal;
            let call = seal.digest("tools/call", tools::EVALUATE, given_value(call));
            let state = seal.seal(call, &held_at.as_state(), turn.now_ms);
            held.is_carried = true;
            if let Some(reply) = running.reply.take() {
                clients.respond(&reply, Ok(input_required(&questions, Some(&state))), turn);
            }
        } else if let Err(error) =
            clients.put_questions(&reply.clone(), &questions, Then::Resume(held_at), turn)
        {
            drop(error);
            self.end_hold("Nobody was asked: too many requests wait for answers.", clients, turn);
        }
    }

    /// A client has answered, or could not. `reply` is the request that brought the answer, if it was one.
    fn resume(&mut self, late: Late, reply: Option<&ReplyTo>) {
        let Some(running) = self.image.asked_mut() else { return };
        if let Some(reply) = reply {
            running.reply = Some(reply.clone());
        }
        if let Some(held) = &mut running.held {
            held.is_carried = false;
            held.late = Some(late);
        }
    }

    /// Follows what a client has answered, as soon as nothing runs on top of what is held.
    pub(in crate::server) fn follow_answer(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let Some(running) = &mut self.image.running else { return };
        let Some(held) = &mut running.held else { return };
        let Some(Late { answers, has_failed }) = held.late.take() else { return };
        if has_failed {
            self.end_hold("The client could not ask.", clients, turn);
            return;
        }
        match held.awaited.follow(&answers) {
            Followed::GoOn(answer) => self.answer(answer, turn),
            Followed::End(reason) => self.end_hold(reason, clients, turn),
            Followed::AskAgain(problem) => {
                running.wrong_answers = running.wrong_answers.saturating_add(1);
                self.put_question(Some(problem), clients, turn);
            }
        }
    }

    /// Ends an evaluation that has been held long enough.
    pub(in crate::server) fn end_long_hold(&mut self, clients: &mut Clients, turn: &mut Turn) {
        let held = self.image.running.as_ref().and_then(|running| running.held.as_ref());
        if held.is_some_and(|held| held.until_ms <= turn.now_ms) {
            if held.is_some_and(Held::is_level) {
                self.end_levels(turn);
                return;
            }
            self.end_hold("No answer came within 5 minutes.", clients, turn);
        }
    }

    /// Ends a hold without an answer. An evaluation that is held at an error ends with it, and its report has
    /// the reason; one that reads gets END-OF-FILE, whose report has it.
    fn end_hold(&mut self, reason: &'static str, clients: &mut Clients, turn: &mut Turn) {
        if let Some(running) = &mut self.image.running {
            if running.held.as_ref().is_some_and(|held| !held.is_for_input()) {
                running.note = Some(reason);
            }
            clients.withdraw_question(running.id, reason, turn);
        }
        self.answer(Answer { reason: Some(reason.to_owned()), ..Answer::default() }, turn);
    }

    pub(super) fn answer(&mut self, answer: Answer, turn: &mut Turn) {
        let Some(running) = &mut self.image.running else { return };
        let Some(HeldAt { evaluation: id, question }) = running.held_at() else { return };
        running.release(turn.now_ms);
        turn.actions.answer(self.image_id, Answer { id, question, ..answer });
    }

    /// Whether what its image works on, or what is held right below that, waits for that answer.
    fn is_held_at(&self, held: HeldAt) -> bool {
        self.image.asked().and_then(Running::held_at) == Some(held)
    }

    /// Why a task cannot be taken in, while a client is asked. Evaluations run on top of what is held; how
    /// that goes on is that client's to choose.
    pub(in crate::server) fn hold_problem(&self, task: &Task) -> Option<String> {
        let held = self.image.asked()?.held.as_ref()?;
        if matches!(task, Task::Evaluate(_)) {
            return None;
        }
        let mut problem = "Session ".to_owned();
        problem.push_str(&self.session.name);
        if held.is_for_input() {
            problem.push_str(" waits for input until a client has given some, for 5 minutes at most. ");
        } else {
            problem.push_str(" is held at an error");
            if let Some(error) = &held.error {
                problem.push_str(", ");
                problem.push_str(&report::one_line(&error.label));
                problem.push(',');
            }
            problem.push_str(" until a client has said which restart to take, for 5 minutes at most; describe-last-error tells more of it. ");
        }
        problem.push_str("Answer that question, use another session, or end it with reset-session.");
        Some(problem)
    }
}

/// The evaluation of that number that an image works on, and who waits for it. A cancelled one was already
/// interrupted.
fn questioner(image: &mut Image, id: EvaluationId) -> Option<(&mut Running, ReplyTo)> {
    let running = image.running.as_mut().filter(|running| running.id == id)?;
    let reply = running.reply.clone()?;
    Some((running, reply))
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
        lisp.resume(Late { answers: answers.clone(), has_failed: failure.is_some() }, reply);
        lisp.follow_answer(&mut self.clients, turn);
        Ok(())
    }
}
