//! What clients send: envelopes, requests, notifications, and the tools that they call.

use serde_json::{Map, Value};

use super::Server;
use super::actions::Turn;
use super::clients::{ClientId, Clients, ReplyTo};
use crate::jsonrpc::{
    self, ErrorObject, INVALID_PARAMS, INVALID_REQUEST, Id, Incoming, Notification, Request,
};
use crate::protocol::{Routed, ToolCall, call_result, route};
use crate::tools::{self, ArgumentError, Arguments, SessionsStep, Step, Tool, ToolAnswer, Work};

impl Server {
    pub(super) fn batch(&mut self, client: ClientId, messages: Vec<Value>, turn: &mut Turn) {
        let problem = if !self.clients.state(client).takes_batches() {
            "Batches are not part of this protocol version."
        } else if messages.is_empty() {
            "A batch must not be empty."
        } else {
            let batch = self.clients.open_batch(client);
            for message in messages {
                self.message(client, message, Some(batch), turn);
            }
            self.clients.seal_batch(batch, &mut turn.actions);
            return;
        };
        turn.actions.send(client, jsonrpc::response(None, &Err(ErrorObject::new(INVALID_REQUEST, problem))));
    }

    pub(super) fn message(&mut self, client: ClientId, message: Value, batch: Option<u32>, turn: &mut Turn) {
        match jsonrpc::classify(message) {
            Ok(Incoming::Request(request)) => self.request(client, request, batch, turn),
            Ok(Incoming::Notification(notification)) => self.notification(client, &notification, turn),
            Ok(Incoming::Response) => {}
            Err(rejected) => {
                self.clients.expect_in_batch(batch);
                let text = jsonrpc::response(rejected.id.as_ref(), &Err(rejected.error));
                self.clients.deliver(client, batch, text, &mut turn.actions);
            }
        }
    }

    fn request(&mut self, client: ClientId, mut request: Request, batch: Option<u32>, turn: &mut Turn) {
        self.clients.expect_in_batch(batch);
        let mut state = self.clients.state(client);
        let routed = route(&mut request, &mut state, batch.is_some());
        self.clients.set_state(client, state);
        match routed {
            Routed::Answer(outcome) => {
                let text = jsonrpc::response(Some(&request.id), &outcome);
                self.clients.deliver(client, batch, text, &mut turn.actions);
            }
            Routed::CallTool(call) => {
                let ToolCall { era, name, arguments, progress_token } = call;
                let reply = ReplyTo { client, id: request.id, era, batch, progress_token };
                self.call_tool(&name, arguments, &reply, turn);
            }
        }
    }

    fn notification(&mut self, client: ClientId, notification: &Notification, turn: &mut Turn) {
        if notification.method != "notifications/cancelled" {
            return;
        }
        let Some(id) = notification.params.get("requestId").and_then(Id::new) else { return };
        for lisp in self.lisps.all() {
            for reply in lisp.forget(client, Some(&id), turn) {
                self.clients.waive_in_batch(reply.batch, &mut turn.actions);
            }
        }
    }

    fn call_tool(&mut self, name: &str, arguments: Map<String, Value>, reply: &ReplyTo, turn: &mut Turn) {
        let Some(tool) = tools::find(name) else {
            let error = ErrorObject::new(INVALID_PARAMS, format!("Unknown tool: {name}"));
            let text = jsonrpc::response(Some(&reply.id), &Err(error));
            self.clients.deliver(reply.client, reply.batch, text, &mut turn.actions);
            return;
        };
        let answer = match self.begin(tool, arguments, reply, turn) {
            Ok(None) => return,
            Ok(Some(answer)) => answer,
            Err(error) => ToolAnswer::failure(format!("{}: {error}", tool.name)),
        };
        self.clients.answer(reply, &answer, turn);
    }

    /// Begins a call; returns the answer, unless that has to wait.
    fn begin(
        &mut self,
        tool: &Tool,
        arguments: Map<String, Value>,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Result<Option<ToolAnswer>, ArgumentError> {
        let mut arguments = Arguments::new(arguments);
        let run = match tool.work {
            Work::InSession(run) => run,
            Work::OnSessions(run) => {
                let step = run(&mut arguments)?;
                arguments.finish()?;
                return self.on_sessions(step, turn).map(Some);
            }
        };
        let lisp = self.lisps.chosen(&mut arguments)?;
        match tools::begin(run, arguments, &mut lisp.session)? {
            Step::Answer(answer) => return Ok(Some(answer)),
            Step::Evaluate(evaluation) => lisp.enqueue(evaluation, reply, turn)?,
            Step::Reset => lisp.reset(reply, &mut self.clients, turn),
        }
        Ok(None)
    }

    fn on_sessions(&mut self, step: SessionsStep, turn: &mut Turn) -> Result<ToolAnswer, ArgumentError> {
        match step {
            SessionsStep::Create(name, limits) => self.lisps.create(name, limits, turn),
            SessionsStep::List => Ok(self.lisps.describe()),
            SessionsStep::Close(name) => self.lisps.close(&name, &mut self.clients, turn),
        }
    }
}

impl Clients {
    pub(super) fn answer(&mut self, reply: &ReplyTo, answer: &ToolAnswer, turn: &mut Turn) {
        let text = jsonrpc::response(Some(&reply.id), &Ok(call_result(reply.era, answer)));
        self.deliver(reply.client, reply.batch, text, &mut turn.actions);
    }
}
