//! Messages of clients: envelopes, requests, responses and notifications, and the dispatch of each.

pub(super) mod calls;
pub(super) mod catalog;
#[cfg(feature = "fixtures")]
pub(super) mod fixtures;
pub(super) mod queries;
pub(super) mod told;

use crate::data::{Members, Raw, Written};
use crate::jsonrpc::{self, ErrorObject, INVALID_REQUEST, Id, Incoming, Notification, Outcome, Request};
use crate::prompts::{self, Prompt};
use crate::protocol::{Routed, empty, prompts_list, route, templates_list, tools_list};
use crate::resources::{Template, templates};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::clients::{ClientId, ReplyTo};
use crate::server::notifications::pulse::Pulse;
use crate::tools;

/// How many messages one batch may have.
pub const MAX_BATCH: usize = 1_024;

const LONG_BATCH: &str = "The batch is too long: it may have 1,024 messages.";

/// The answer to a request, unless it has to wait.
pub(in crate::server) type Now = Option<Outcome>;

impl Server {
    pub(in crate::server) fn batch(&mut self, client: ClientId, messages: &[Raw], turn: &mut Turn) {
        let problem = if !self.clients.get(client).state.takes_batches() {
            "Batches are not part of this protocol version."
        } else if messages.is_empty() {
            "A batch must not be empty."
        } else if messages.len() > MAX_BATCH {
            refuse_batch(client, messages, turn);
            return;
        } else {
            let batch = self.clients.batches.open(client);
            for message in messages {
                self.message(client, message, Some(batch), turn);
            }
            self.clients.batches.seal(batch);
            self.clients.end_batch(batch, turn);
            return;
        };
        turn.actions.send(client, jsonrpc::response(None, Err(ErrorObject::new(INVALID_REQUEST, problem))));
    }

    pub(in crate::server) fn message(
        &mut self,
        client: ClientId,
        message: &Raw,
        batch: Option<u32>,
        turn: &mut Turn,
    ) {
        match jsonrpc::classify(message) {
            Ok(Incoming::Request(request)) => self.request(client, request, batch, turn),
            Ok(Incoming::Notification(notification)) => self.notification(client, &notification, turn),
            Ok(Incoming::Response(response)) => self.response(client, response, turn),
            Err(rejected) => self.clients.reject(client, rejected.id.as_ref(), rejected.error, batch, turn),
        }
    }

    fn request(&mut self, client: ClientId, request: Request, batch: Option<u32>, turn: &mut Turn) {
        let known = self.clients.get(client);
        let routed = route(&request, &mut known.state, batch.is_some());
        if routed.is_ok() && request.method == "initialize" {
            self.clients.unsubscribe_all(client);
        }
        let id = request.id;
        let now_ms = turn.now_ms;
        let opened = routed.and_then(|(caller, mut routed)| {
            self.clients.asking.open_state(&mut routed, now_ms)?;
            self.clients.open(client, &id)?;
            Ok((caller, routed))
        });
        match opened {
            Ok((caller, routed)) => {
                self.clients.batches.expect(batch);
                let reply = ReplyTo { client, id, batch, caller, pulse: Pulse::new(now_ms) };
                if let Some(outcome) = self.perform(routed, &reply, turn) {
                    // What is answered at once is not held up by an image, so that it counts is what bounds
                    // it.
                    let length = outcome.as_ref().map_or(0, weight);
                    self.clients.get(client).traffic.count(0, length, now_ms);
                    self.clients.respond(&reply, outcome, turn);
                }
            }
            Err(error) => self.clients.reject(client, Some(&id), error, batch, turn),
        }
    }

    pub(in crate::server) fn perform(&mut self, routed: Routed, reply: &ReplyTo, turn: &mut Turn) -> Now {
        match routed {
            Routed::Answer(result) => Some(Ok(result)),
            Routed::ListTools(cursor) => Some(tools_list(
                reply.caller.era,
                cursor.as_deref(),
                tools::chosen(&self.tools).map(|tool| self.words.listed(tool)),
            )),
            Routed::CallTool(call) => self.call_tool(call, reply, turn),
            Routed::ListResources(cursor) => self.list_resources(cursor.as_deref(), reply),
            Routed::ListTemplates(cursor) => {
                Some(templates_list(reply.caller.era, cursor.as_deref(), templates().map(Template::listed)))
            }
            Routed::ReadResource(read) => self.read_resource(read, reply, turn),
            Routed::ListPrompts(cursor) => {
                Some(prompts_list(reply.caller.era, cursor.as_deref(), prompts::all().map(Prompt::listed)))
            }
            #[cfg(feature = "fixtures")]
            Routed::GetPrompt(call) if prompts::is_of_tests(&call.name) => {
                self.get_prompt_of_tests(call, reply, turn)
            }
            Routed::GetPrompt(call) => self.get_prompt(call, reply, turn),
            Routed::Complete(completion) => self.complete(completion, reply, turn),
            Routed::Subscribe(uri) => Some(self.subscribe(&uri, reply)),
            Routed::Unsubscribe(uri) => Some(Ok(self.unsubscribe(&uri, reply))),
            Routed::SetLogLevel(level) => {
                self.clients.get(reply.client).state.log_level = Some(level);
                Some(Ok(empty()))
            }
            Routed::Listen(filter) => self.listen(filter, reply, turn),
        }
    }

    fn notification(&mut self, client: ClientId, notification: &Notification, turn: &mut Turn) {
        match notification.method.as_str() {
            "notifications/initialized" => self.clients.get(client).state.is_initialized = true,
            "notifications/cancelled" => {
                if let Some(id) = notification.params.raw().get("requestId").as_ref().and_then(Id::new) {
                    self.cancel(client, &id, turn);
                }
            }
            _ => {}
        }
    }

    /// Ends what is done for a request that its client does not wait for any more.
    fn cancel(&mut self, client: ClientId, id: &Id, turn: &mut Turn) {
        if !self.clients.is_open(client, id) {
            return;
        }
        self.clients.stop_listening(client, id, turn);
        self.clients.withdraw_questions_of(client, id, turn);
        for reply in self.waiting.forget(client, Some(id)) {
            self.clients.waive(&reply, turn);
        }
        for reply in self.clients.drawings.forget(client, Some(id)) {
            self.clients.waive(&reply, turn);
        }
        for lisp in self.lisps.all() {
            for reply in lisp.forget(client, Some(id), turn) {
                self.clients.waive(&reply, turn);
            }
        }
    }
}

/// About how many characters a result has. The data of a tool's says what its text does, and is about as
/// long.
fn weight(result: &Written) -> usize {
    match result.get("content").and_then(|content| content.first()?.get("text")) {
        Some(Written::Text(text)) => text.length().saturating_mul(3),
        _ => result.value().json().len(),
    }
}

/// Answers each request of a batch that is too long; anything else in it is dropped.
fn refuse_batch(client: ClientId, messages: &[Raw], turn: &mut Turn) {
    let mut answers: Vec<Written> = Vec::new();
    for message in messages {
        if let Ok(Incoming::Request(request)) = jsonrpc::classify(message) {
            let error = ErrorObject::new(INVALID_REQUEST, LONG_BATCH);
            answers.push(jsonrpc::response(Some(&request.id), Err(error)));
        }
    }
    turn.actions.send(
        client,
        if answers.is_empty() {
            jsonrpc::response(None, Err(ErrorObject::new(INVALID_REQUEST, LONG_BATCH)))
        } else {
            answers.into()
        },
    );
}
