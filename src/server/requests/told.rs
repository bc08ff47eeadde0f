//! Requests for the guide, the schemas of results and prompts, whose texts WebAssembly does not have: they
//! are in the file of words, and the requests wait where the host has not loaded that.

use crate::data::Raw;
use crate::jsonrpc::{ErrorObject, INTERNAL_ERROR, Id, Outcome};
use crate::prompts::Prompt;
use crate::protocol::{Content, Keeps, ToolAnswer, call_result, read_result};
use crate::resources::Fixed;
use crate::server::actions::{Action, Turn};
use crate::server::clients::{ClientId, ReplyTo};
use crate::server::{CLOSED, Server};
use crate::tools::{self, GUIDE_NAME, GuideSection, Words};

/// What is asked of the file.
#[derive(Debug)]
pub(in crate::server) enum Wanted {
    /// A part of the guide, as a tool's answer.
    Guide(Option<GuideSection>),
    /// A resource.
    Resource(&'static Fixed),
    /// What a prompt says of these arguments.
    Prompt(&'static Prompt, Vec<(String, String)>),
}

/// What waits for the file.
#[derive(Debug, Default)]
pub(in crate::server) struct Waiting(Vec<(ReplyTo, Wanted)>);

impl Waiting {
    /// Takes out what waits for a client, or for that request of it.
    pub(in crate::server) fn forget(&mut self, client: ClientId, id: Option<&Id>) -> Vec<ReplyTo> {
        let is_of = |reply: &ReplyTo| reply.client == client && id.is_none_or(|id| *id == reply.id);
        self.0.extract_if(.., |(reply, _)| is_of(reply)).map(|(reply, _)| reply).collect()
    }
}

impl Server {
    /// Has a request wait until the host has loaded the file.
    pub(in crate::server) fn wait_for_words(&mut self, wanted: Wanted, reply: &ReplyTo, turn: &mut Turn) {
        if self.waiting.0.is_empty() {
            turn.actions.load_words();
        }
        self.waiting.0.push((reply.clone(), wanted));
    }

    /// The host has loaded the file of words: `file` is its data, or why it could not be had, as a text.
    /// What was asked of it is answered.
    pub fn take_words(&mut self, file: Raw, now_ms: u64) -> Vec<Action> {
        let mut turn = self.turn(now_ms);
        self.words = Words::new(file);
        self.answer_waiting(&mut turn, |server, wanted, reply| {
            let missing = |server: &Self| server.words.missing("This text");
            let told = match wanted {
                Wanted::Guide(section) => {
                    let answer =
                        server.guide(section).unwrap_or_else(|| ToolAnswer::failure(missing(server)));
                    Some(Ok(call_result(&reply.caller, &answer)))
                }
                Wanted::Resource(fixed) => server.resource(fixed, reply),
                Wanted::Prompt(prompt, arguments) => {
                    let task = server.words.task(prompt.name);
                    task.map(|task| server.prompt(prompt, &task, &arguments, reply))
                }
            };
            told.unwrap_or_else(|| Err(ErrorObject::new(INTERNAL_ERROR, missing(server))))
        });
        self.proceed(turn)
    }

    /// Answers what waits, since the server is closed.
    pub(in crate::server) fn end_waiting(&mut self, turn: &mut Turn) {
        self.answer_waiting(turn, |_, _, _| Err(ErrorObject::new(INTERNAL_ERROR, CLOSED)));
    }

    fn answer_waiting(
        &mut self,
        turn: &mut Turn,
        mut outcome: impl FnMut(&mut Self, Wanted, &ReplyTo) -> Outcome,
    ) {
        for (reply, wanted) in std::mem::take(&mut self.waiting.0) {
            let outcome = outcome(self, wanted, &reply);
            self.clients.respond(&reply, outcome, turn);
        }
    }

    /// A part of the guide, as a tool's answer; none without the file.
    pub(in crate::server) fn guide(&self, section: Option<GuideSection>) -> Option<ToolAnswer> {
        self.words.text(GUIDE_NAME).map(|text| tools::guide_answer(text, &self.tools, section))
    }

    /// A resource of the file; none without it.
    pub(in crate::server) fn resource(&self, fixed: &Fixed, reply: &ReplyTo) -> Option<Outcome> {
        let Fixed { uri, name, mime_type, .. } = *fixed;
        let content = Content::text(uri.to_owned(), mime_type, self.words.text(name)?);
        Some(Ok(read_result(reply.caller.era, &content, Keeps::Long)))
    }
}
