//! Requests about resources and prompts, and the completion of their arguments.

use crate::completion::{completes, matches};
use crate::engine::Question;
use crate::jsonrpc::{ErrorObject, INTERNAL_ERROR, INVALID_PARAMS, Outcome};
use crate::prompts::{self, Prompt};
use crate::protocol::{
    Completion, Content, Keeps, PromptCall, ResourceRead, completion_result, prompt_result, read_result,
    resource_not_found, resources_list,
};
use crate::resources::{self, Part, Place};
use crate::server::actions::Turn;
use crate::server::clients::ReplyTo;
use crate::server::lisps::lisp::Lisp;
use crate::server::requests::Now;
use crate::server::requests::queries::{Asked, Purpose};
use crate::server::requests::told::Wanted;
use crate::server::{MAX_WAITING_BYTES_OF_A_CLIENT, Server};
use crate::session::MAIN;

#[expect(clippy::unnecessary_wraps, reason = "what answers a request")]
impl Server {
    pub(in crate::server) fn list_resources(&mut self, cursor: Option<&str>, reply: &ReplyTo) -> Now {
        let sessions = self.lisps.all().map(|lisp| (lisp.image_id, &lisp.session));
        Some(resources::list(sessions, cursor).map(|page| resources_list(reply.caller.era, &page)))
    }

    pub(in crate::server) fn read_resource(
        &mut self,
        read: ResourceRead,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        let era = reply.caller.era;
        let uri = read.uri;
        if let Some(fixed) = resources::in_words(&uri) {
            let told = self.resource(fixed, reply);
            if told.is_none() {
                self.wait_for_words(Wanted::Resource(fixed), reply, turn);
            }
            return told;
        }
        if let Some(content) = resources::unchanging(&uri) {
            return Some(Ok(read_result(era, &content, Keeps::Long)));
        }
        let not_found = || Some(Err(resource_not_found(era, &uri)));
        let Some(Place { session, part }) = Place::parse(&uri) else { return not_found() };
        let Some(lisp) = self.lisps.all().find(|lisp| lisp.session.name == session) else {
            return not_found();
        };
        let (what, text) = match part {
            Part::Symbol(name) => (Question::DescribeSymbol, name),
            Part::Package(name) => (Question::DescribePackage, name),
            part => {
                let Some(text) = resources::read(&lisp.session, &part) else { return not_found() };
                let content = Content::text(uri, part.mime_type(), text);
                return Some(Ok(read_result(era, &content, Keeps::Nothing)));
            }
        };
        let asked = lisp.query(reply, Asked::About(what, text), Purpose::Read(uri), turn);
        asked.err().map(|problem| Err(ErrorObject::new(INTERNAL_ERROR, problem)))
    }

    pub(in crate::server) fn get_prompt(
        &mut self,
        call: PromptCall,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        let Some(prompt) = prompts::find(&call.name) else {
            return Some(Err(ErrorObject::new(INVALID_PARAMS, prompts::unknown(&call.name))));
        };
        let Some(task) = self.words.task(prompt.name) else {
            self.wait_for_words(Wanted::Prompt(prompt, call.arguments), reply, turn);
            return None;
        };
        Some(self.prompt(prompt, &task, &call.arguments, reply))
    }

    /// What a prompt says whose task is here.
    pub(in crate::server) fn prompt(
        &mut self,
        prompt: &Prompt,
        task: &str,
        arguments: &[(String, String)],
        reply: &ReplyTo,
    ) -> Outcome {
        let wrong = |problem| ErrorObject::new(INVALID_PARAMS, problem);
        let lisp = self.lisps.named(session_of(arguments)).map_err(wrong)?;
        let messages = prompts::messages(prompt, task, arguments, &lisp.session).map_err(wrong)?;
        Ok(prompt_result(reply.caller.era, prompt.description, &messages))
    }

    pub(in crate::server) fn complete(
        &mut self,
        completion: Completion,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        let completes = match completes(&completion) {
            Ok(completes) => completes,
            Err(problem) => return Some(Err(ErrorObject::new(INVALID_PARAMS, problem))),
        };
        let mut names = Vec::new();
        for lisp in self.lisps.all() {
            names.push(lisp.session.name.clone());
        }
        // Where the session does not exist, nothing in it does.
        let Ok(lisp) = self.lisps.named(session_of(&completion.known)) else {
            return Some(Ok(completion_result(reply.caller.era, &[], 0)));
        };
        let (values, total) = matches(completes, &completion, &names, &lisp.session).values();
        if let Some(what) = completes.question()
            && lisp.is_free()
            && !lisp.queries.is_full()
        {
            let asked = Asked::About(what, completion.value);
            lisp.ask(reply, asked, Purpose::Complete(values, total), turn);
            return None;
        }
        Some(Ok(completion_result(reply.caller.era, &values, total)))
    }
}

/// The session that arguments name.
fn session_of(arguments: &[(String, String)]) -> &str {
    arguments
        .iter()
        .find(|(name, value)| name == "session" && !value.is_empty())
        .map_or(MAIN, |(_, value)| value.as_str())
}

impl Lisp {
    /// Whether its image would answer at once.
    fn is_free(&self) -> bool {
        self.image.is_idle() && self.image.recovery.is_none()
    }

    /// Asks the image for what may wait.
    ///
    /// # Errors
    /// Why it cannot be asked.
    pub(in crate::server) fn query(
        &mut self,
        reply: &ReplyTo,
        asked: Asked,
        purpose: Purpose,
        turn: &mut Turn,
    ) -> Result<(), &'static str> {
        if self.image.is_dead() {
            return Err("The Lisp of this session could not be started.");
        }
        if self.queries.is_full() {
            return Err("Too many questions are waiting for the Lisp of this session.");
        }
        let before = self.queries.size();
        if before > 0 && before.saturating_add(asked.size()) > MAX_WAITING_BYTES_OF_A_CLIENT {
            return Err("Too much text is waiting to be written by the Lisp of this session.");
        }
        self.ask(reply, asked, purpose, turn);
        Ok(())
    }

    fn ask(&mut self, reply: &ReplyTo, asked: Asked, purpose: Purpose, turn: &mut Turn) {
        self.queries.add(reply, asked, purpose);
        self.post_queries(turn);
    }

    /// Hands what waits to the image, if that has nothing else to do.
    pub(in crate::server) fn post_queries(&mut self, turn: &mut Turn) {
        if self.is_free() && !self.queries.is_empty() {
            self.queries.post(self.image_id, self.session.journal.package(), turn);
        }
    }
}
