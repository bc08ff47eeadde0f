//! The sessions there are, each with its image.

pub(super) mod image;
pub(super) mod lisp;
pub(super) mod running;

use crate::engine::{EvaluationId, ImageId};
use crate::protocol::ToolAnswer;
use crate::server::MAIN_IMAGE;
use crate::server::actions::Turn;
use crate::server::clients::{Clients, ReplyTo};
use crate::server::lisps::lisp::{Lisp, count};
use crate::server::notifications::changes::Change;
use crate::server::options::Options;
use crate::session::{Limits, MAIN, Session};
use crate::tools::{
    ArgumentError, Arguments, LimitsArguments, SessionsReport, closed_answer, created_answer, list_answer,
    wrong_name,
};

/// The most sessions at a time, with `main`. Each has a whole Lisp and a thread of its own.
pub const MAX_SESSIONS: usize = 8;

/// All sessions, `main` first, in the order in which they were made.
#[derive(Debug)]
pub(in crate::server) struct Lisps {
    list: Vec<Lisp>,
    last_image: ImageId,
    last_evaluation: EvaluationId,
    /// Those that a session begins with.
    limits: Limits,
}

impl Lisps {
    /// Session `main` alone.
    pub(in crate::server) fn new(options: &Options) -> Self {
        let limits = Limits { max_answer: options.max_answer, ..Limits::default() };
        let mut main = Session::new(MAIN.to_owned(), limits);
        main.is_kept = options.keeps_definitions;
        Self {
            list: vec![Lisp::new(MAIN_IMAGE, main)],
            last_image: MAIN_IMAGE,
            last_evaluation: options.last_evaluation,
            limits,
        }
    }

    pub(in crate::server) fn all(&mut self) -> impl Iterator<Item = &mut Lisp> {
        self.list.iter_mut()
    }

    /// None for an image that was stopped; a late event of it may still arrive.
    pub(in crate::server) fn with_image(&mut self, image: ImageId) -> Option<&mut Lisp> {
        self.all().find(|lisp| lisp.image_id == image)
    }

    /// The session that the argument `session` names; `main` without it.
    pub(in crate::server) fn chosen(
        &mut self,
        arguments: &mut Arguments,
    ) -> Result<&mut Lisp, ArgumentError> {
        let name = arguments.optional_string("session")?;
        self.named(name.as_deref().unwrap_or(MAIN))
    }

    /// Makes a session and has its image started.
    pub(in crate::server) fn create(
        &mut self,
        name: Option<String>,
        limits: &LimitsArguments,
        reply: &ReplyTo,
        clients: &mut Clients,
        turn: &mut Turn,
    ) -> Result<ToolAnswer, ArgumentError> {
        if let Some(name) = &name
            && self.place(name).is_some()
        {
            return Err(wrong_name(&self.names("a name that no session has yet (", ")"), name));
        }
        if self.list.len() >= MAX_SESSIONS {
            return Err(
                self.names("There are as many sessions as there can be (", "). close-session ends one.")
            );
        }
        self.last_image = self.last_image.saturating_add(1);
        let name = name.unwrap_or_else(|| self.free_name());
        let lisp = Lisp::new(self.last_image, Session::new(name, limits.change(self.limits)));
        let answer = created_answer(&lisp.session);
        turn.actions.start_image(lisp.image_id);
        turn.changed(Change::Resources);
        clients.log_session("The session was made.", &lisp.session.name, reply, turn);
        self.list.push(lisp);
        Ok(answer)
    }

    /// All sessions, for a client to read.
    pub(in crate::server) fn describe(&self) -> ToolAnswer {
        let sessions = self.list.iter().map(Lisp::report).collect();
        list_answer(&SessionsReport { sessions, max_sessions: count(MAX_SESSIONS) })
    }

    /// Ends a session and what runs and waits in it.
    pub(in crate::server) fn close(
        &mut self,
        name: &str,
        reply: &ReplyTo,
        clients: &mut Clients,
        turn: &mut Turn,
    ) -> Result<ToolAnswer, ArgumentError> {
        if name == MAIN {
            return Err("Session main cannot be closed. reset-session gives it a fresh Lisp.".to_owned());
        }
        let place = self.place(name).ok_or_else(|| self.unknown(name))?;
        let ended = self.list.remove(place).close(clients, turn);
        turn.changed(Change::Resources);
        clients.log_session("The session was closed.", name, reply, turn);
        Ok(closed_answer(name, ended))
    }

    /// A name that says nothing, and that no session had before, so that an old handle never leads to a new
    /// session.
    fn free_name(&mut self) -> String {
        loop {
            let name = format!("session-{}", self.last_image);
            if self.place(&name).is_none() {
                return name;
            }
            self.last_image = self.last_image.saturating_add(1);
        }
    }

    pub(in crate::server) fn named(&mut self, name: &str) -> Result<&mut Lisp, ArgumentError> {
        match self.place(name) {
            // Not found by `find`, whose borrow would last into the other arm.
            Some(place) => self.list.get_mut(place).ok_or_else(String::new),
            None => Err(self.unknown(name)),
        }
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|lisp| lisp.session.name == name)
    }

    fn unknown(&self, name: &str) -> ArgumentError {
        wrong_name(&self.names("a session that there is (", "; create-session makes more)"), name)
    }

    /// The names of all sessions between two texts.
    fn names(&self, before: &str, after: &str) -> String {
        let mut text = before.to_owned();
        let mut separator = "";
        for lisp in &self.list {
            text.push_str(separator);
            text.push_str(&lisp.session.name);
            separator = ", ";
        }
        text.push_str(after);
        text
    }

    /// Begins an evaluation in each session that waits for one and can.
    pub(in crate::server) fn begin_evaluations(&mut self, clients: &mut Clients, turn: &mut Turn) {
        for lisp in &mut self.list {
            let id = self.last_evaluation.wrapping_add(1);
            if lisp.begin_evaluation(id, clients, turn) {
                self.last_evaluation = id;
            }
        }
    }

    /// When the first of them wants to be looked at again.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        self.list.iter().filter_map(Lisp::due_ms).min()
    }
}
