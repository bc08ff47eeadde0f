//! The server: a state machine without I/O. A client's message, an image's event or a clock's tick goes in; what the
//! host has to do comes out. It reads no clock and waits for nothing, so every race can be written as a test.

mod actions;
mod clients;
mod image;

pub use actions::{Action, actions_json};
pub use clients::ClientId;

use serde_json::Value;

use crate::engine::{BadEvent, Completed, EvaluationId, Event, ImageId, Ready};
use crate::jsonrpc::{
    self, ErrorObject, INVALID_PARAMS, INVALID_REQUEST, Id, Incoming, Notification, PARSE_ERROR, Request,
};
use crate::protocol::{Era, Routed, ToolCall, call_result, route};
use crate::report::{self, Captured, EvaluationReport};
use crate::session::{Limits, MAIN, Session};
use crate::tools::{self, Evaluation, Step, ToolAnswer};
use crate::transport::Admission;
use actions::Actions;
use clients::{Clients, ReplyTo};
use image::{Image, Job, Running};

/// The image of session `main`.
pub const MAIN_IMAGE: ImageId = 0;

/// How many evaluations may wait at once; more are refused at once rather than answered much too late.
pub const MAX_WAITING: usize = 256;

/// How long an image that should have stopped an evaluation is given to say so, in milliseconds.
pub const GRACE_MS: u64 = 2_000;

/// How long a starting image may be silent, in milliseconds, before it is given up.
pub const BOOT_SILENCE_MS: u64 = 60_000;

/// What a host may set when it makes a server.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The origins that may attach clients.
    pub origins: Vec<String>,
}

impl Options {
    /// Reads options from a JSON object; what is left out keeps its default.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn from_json(text: &str) -> Result<Self, String> {
        let Ok(Value::Object(members)) = serde_json::from_str(text) else {
            return Err("The options must be a JSON object.".to_owned());
        };
        let mut options = Self::default();
        for (name, value) in members {
            match (name.as_str(), value) {
                ("origins", Value::Array(origins)) => {
                    for origin in origins {
                        match origin {
                            Value::String(origin) => options.origins.push(origin),
                            _ => return Err("Option \"origins\" must be an array of strings.".to_owned()),
                        }
                    }
                }
                ("origins", _) => return Err("Option \"origins\" must be an array of strings.".to_owned()),
                (other, _) => return Err(format!("Unknown option \"{other}\".")),
            }
        }
        Ok(options)
    }
}

/// One server with one Lisp image, which the host starts with it.
#[derive(Debug)]
pub struct Server {
    admission: Admission,
    clients: Clients,
    session: Session,
    image: Image,
    last_evaluation: EvaluationId,
    armed_ms: Option<u64>,
}

impl Server {
    /// A server whose image is starting.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            admission: Admission::new(options.origins),
            clients: Clients::default(),
            session: Session::new(Limits::default()),
            image: Image::default(),
            last_evaluation: 0,
            armed_ms: None,
        }
    }

    /// Whether a window of that origin may attach a client.
    #[must_use]
    pub fn admits_origin(&self, origin: &str) -> bool {
        self.admission.admits(origin)
    }

    /// A client sent `text`, one JSON-RPC message or, where its protocol has them, a batch.
    pub fn client_message(&mut self, client: ClientId, text: &str, now_ms: u64) -> Vec<Action> {
        let mut actions = Actions::default();
        match serde_json::from_str::<Value>(text) {
            Err(error) => {
                let error = ErrorObject::new(PARSE_ERROR, format!("Parse error: {error}"));
                actions.send(client, jsonrpc::response(None, &Err(error)));
            }
            Ok(Value::Array(messages)) => self.batch(client, messages, now_ms, &mut actions),
            Ok(message) => self.message(client, message, None, now_ms, &mut actions),
        }
        self.proceed(now_ms, actions)
    }

    /// A client is gone. What it asked for is dropped; what runs for it runs on, unheard.
    pub fn client_closed(&mut self, client: ClientId, now_ms: u64) -> Vec<Action> {
        self.clients.forget(client);
        self.image.forget(|reply| reply.client == client);
        self.proceed(now_ms, Actions::default())
    }

    /// An image, or its host, reported `text`, one event.
    pub fn engine_event(&mut self, image: ImageId, text: &str, now_ms: u64) -> Vec<Action> {
        let mut actions = Actions::default();
        if image == MAIN_IMAGE {
            match Event::from_json(text) {
                Ok(event) => self.event(event, now_ms, &mut actions),
                Err(BadEvent { is_completion: true, member }) => {
                    let reason = format!(
                        "its Lisp reported the end of an evaluation in a way that could not be read (\"{member}\")"
                    );
                    self.replace(&reason, now_ms, &mut actions);
                }
                // Lisp code can post what it likes; only a lost answer would leave somebody waiting.
                Err(_) => {}
            }
        }
        self.proceed(now_ms, actions)
    }

    /// The time that a timer was armed for has come.
    pub fn tick(&mut self, now_ms: u64) -> Vec<Action> {
        let mut actions = Actions::default();
        self.armed_ms = None;
        if self.image.boot_is_overdue(now_ms) {
            self.image_died("it did not start in time", now_ms, &mut actions);
        }
        if self.image.evaluation_is_overdue(now_ms) {
            self.give_up_evaluation(now_ms, &mut actions);
        }
        self.proceed(now_ms, actions)
    }

    fn batch(&mut self, client: ClientId, messages: Vec<Value>, now_ms: u64, actions: &mut Actions) {
        let problem = if !self.clients.state(client).takes_batches() {
            "Batches are not part of this protocol version."
        } else if messages.is_empty() {
            "A batch must not be empty."
        } else {
            let batch = self.clients.open_batch(client);
            for message in messages {
                self.message(client, message, Some(batch), now_ms, actions);
            }
            self.clients.seal_batch(batch, actions);
            return;
        };
        actions.send(client, jsonrpc::response(None, &Err(ErrorObject::new(INVALID_REQUEST, problem))));
    }

    fn message(
        &mut self,
        client: ClientId,
        message: Value,
        batch: Option<u32>,
        now_ms: u64,
        actions: &mut Actions,
    ) {
        match jsonrpc::classify(message) {
            Ok(Incoming::Request(request)) => self.request(client, request, batch, now_ms, actions),
            Ok(Incoming::Notification(notification)) => self.notification(client, &notification, actions),
            Ok(Incoming::Response) => {}
            Err(rejected) => {
                self.clients.expect_in_batch(batch);
                let text = jsonrpc::response(rejected.id.as_ref(), &Err(rejected.error));
                self.clients.deliver(client, batch, text, actions);
            }
        }
    }

    fn request(
        &mut self,
        client: ClientId,
        mut request: Request,
        batch: Option<u32>,
        now_ms: u64,
        actions: &mut Actions,
    ) {
        self.clients.expect_in_batch(batch);
        let mut state = self.clients.state(client);
        let routed = route(&mut request, &mut state, batch.is_some());
        self.clients.set_state(client, state);
        match routed {
            Routed::Answer(outcome) => {
                let text = jsonrpc::response(Some(&request.id), &outcome);
                self.clients.deliver(client, batch, text, actions);
            }
            Routed::CallTool(call) => {
                let reply = ReplyTo { client, id: request.id, era: call.era, batch };
                self.call_tool(call, reply, now_ms, actions);
            }
        }
    }

    fn notification(&mut self, client: ClientId, notification: &Notification, actions: &mut Actions) {
        if notification.method != "notifications/cancelled" {
            return;
        }
        let Some(id) = notification.params.get("requestId").and_then(Id::new) else { return };
        for reply in self.image.forget(|reply| reply.client == client && reply.id == id) {
            self.clients.waive_in_batch(reply.batch, actions);
        }
    }

    fn call_tool(&mut self, call: ToolCall, reply: ReplyTo, now_ms: u64, actions: &mut Actions) {
        let Some(tool) = tools::find(&call.name) else {
            let error = ErrorObject::new(INVALID_PARAMS, format!("Unknown tool: {}", call.name));
            self.clients.deliver(
                reply.client,
                reply.batch,
                jsonrpc::response(Some(&reply.id), &Err(error)),
                actions,
            );
            return;
        };
        match tool.call(call.arguments, &mut self.session) {
            Step::Answer(answer) => self.clients.answer(&reply, &answer, actions),
            Step::Evaluate(evaluation) => self.enqueue(evaluation, reply, now_ms, actions),
            Step::Reset => self.reset(reply, now_ms, actions),
        }
    }

    fn enqueue(&mut self, evaluation: Evaluation, reply: ReplyTo, now_ms: u64, actions: &mut Actions) {
        if self.image.waiting.len() >= MAX_WAITING {
            let text = format!(
                "Too many evaluations: {MAX_WAITING} are waiting for session {MAIN} already. Try again when some of them are answered."
            );
            self.clients.answer(&reply, &ToolAnswer::failure(text), actions);
            return;
        }
        self.image.waiting.push_back(Job { evaluation, reply });
        if self.image.is_dead() {
            self.image.boot(now_ms);
            actions.replace_image(MAIN_IMAGE, "the Lisp is needed again");
        }
    }

    /// Everything that came before the reset ends with it, so that nothing runs on in a session it was not meant for.
    fn reset(&mut self, reply: ReplyTo, now_ms: u64, actions: &mut Actions) {
        self.session.reset();
        self.end_all("it was reset", now_ms, actions);
        self.session.reset();
        if !self.image.is_booting() {
            self.image.boot(now_ms);
            actions.replace_image(MAIN_IMAGE, "reset-session");
        }
        self.image.resets.push(reply);
    }

    fn event(&mut self, event: Event, now_ms: u64, actions: &mut Actions) {
        match event {
            Event::Booting(_) => self.image.boot_goes_on(now_ms),
            Event::Ready(ready) => self.ready(&ready, actions),
            Event::Output(output) => self.image.capture(&output),
            Event::Completed(completed) => self.completed(*completed, now_ms, actions),
            Event::Died(died) => self.image_died(&died.reason, now_ms, actions),
        }
    }

    fn ready(&mut self, ready: &Ready, actions: &mut Actions) {
        for reply in self.image.ready() {
            self.clients.answer(&reply, &tools::reset_answer(ready), actions);
        }
    }

    fn completed(&mut self, completed: Completed, now_ms: u64, actions: &mut Actions) {
        let Some(running) = self.image.take_running(completed.id) else { return };
        let Running { evaluation, captured, reply, .. } = running;
        let report = report::evaluation(completed.outcome, captured, origin(&evaluation, now_ms));
        self.conclude(reply, report, actions);
    }

    /// The image neither finished nor stopped in time.
    fn give_up_evaluation(&mut self, now_ms: u64, actions: &mut Actions) {
        if let Some(running) = self.image.running.take() {
            let Running { evaluation, captured, reply, .. } = running;
            let report = report::timed_out(captured, origin(&evaluation, now_ms));
            self.conclude(reply, report, actions);
        }
        self.image.boot(now_ms);
        actions.replace_image(MAIN_IMAGE, "an evaluation did not stop at its deadline");
    }

    /// The image is gone. One that was in use is replaced; one that cannot even start is not tried again until it is needed.
    fn image_died(&mut self, reason: &str, now_ms: u64, actions: &mut Actions) {
        if self.image.is_fresh() {
            let reason = format!("the Lisp could not be started: {reason}");
            self.end_all(&reason, now_ms, actions);
            for reply in self.image.die() {
                let text = format!("Session {MAIN} could not be reset: {reason}");
                self.clients.answer(&reply, &ToolAnswer::failure(text), actions);
            }
        } else if !self.image.is_dead() {
            self.replace(&format!("the Lisp ended: {reason}"), now_ms, actions);
        }
    }

    fn replace(&mut self, reason: &str, now_ms: u64, actions: &mut Actions) {
        if let Some(running) = self.image.running.take() {
            let report = report::lost_session(reason, running.captured, now_ms);
            self.conclude(running.reply, report, actions);
        }
        self.image.boot(now_ms);
        actions.replace_image(MAIN_IMAGE, reason);
    }

    /// Ends what runs and what waits.
    fn end_all(&mut self, reason: &str, now_ms: u64, actions: &mut Actions) {
        if let Some(running) = self.image.running.take() {
            let report = report::lost_session(reason, running.captured, now_ms);
            self.conclude(running.reply, report, actions);
        }
        for job in std::mem::take(&mut self.image.waiting) {
            let report = report::lost_session(reason, Captured::default(), now_ms);
            self.conclude(Some(job.reply), report, actions);
        }
    }

    /// Answers an evaluation. One that nobody waits for any more leaves no trace in the session.
    fn conclude(&mut self, reply: Option<ReplyTo>, report: EvaluationReport, actions: &mut Actions) {
        let Some(reply) = reply else { return };
        self.session.record(&report);
        self.clients.answer(&reply, &tools::evaluation_answer(report), actions);
    }

    /// Begins the next evaluation if there is one that can begin, and sees to the timer.
    fn proceed(&mut self, now_ms: u64, mut actions: Actions) -> Vec<Action> {
        if let Some(job) = self.image.next_job() {
            self.last_evaluation = self.last_evaluation.wrapping_add(1);
            let mut running = Running::new(self.last_evaluation, job, now_ms);
            actions.evaluate(MAIN_IMAGE, running.command());
            self.image.running = Some(running);
        }
        self.image.boot_is_known(now_ms);
        // A timer that rings too early is armed anew then; to move it for every evaluation would cost the host more.
        let is_sooner = |due_ms: &u64| self.armed_ms.is_none_or(|armed_ms| *due_ms < armed_ms);
        if let Some(due_ms) = self.image.due_ms().filter(is_sooner) {
            actions.arm_timer(due_ms);
            self.armed_ms = Some(due_ms);
        }
        actions.into_list()
    }
}

fn origin(evaluation: &Evaluation, now_ms: u64) -> report::Origin<'_> {
    report::Origin {
        code: &evaluation.code,
        deadline_ms: evaluation.limits.timeout_ms,
        max_output: evaluation.limits.max_output,
        now_ms,
    }
}

impl Clients {
    fn answer(&mut self, reply: &ReplyTo, answer: &ToolAnswer, actions: &mut Actions) {
        let text = jsonrpc::response(Some(&reply.id), &Ok(call_result(reply.era, answer)));
        self.deliver(reply.client, reply.batch, text, actions);
    }
}
