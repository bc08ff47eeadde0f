//! The sessions there are, each with its image.

use serde_json::Value;

use super::MAIN_IMAGE;
use super::actions::Turn;
use super::lisp::Lisp;
use crate::engine::{EvaluationId, ImageId};
use crate::session::{Limits, MAIN, Session};
use crate::tools::{ArgumentError, Arguments, wrong_argument};

/// How many sessions there can be at once, with `main`. Each has a whole Lisp and a thread of its own.
pub const MAX_SESSIONS: usize = 8;

/// All sessions, `main` first, in the order in which they were made.
#[derive(Debug)]
pub(super) struct Lisps {
    list: Vec<Lisp>,
    last_evaluation: EvaluationId,
}

impl Lisps {
    /// Session `main` alone.
    pub(super) fn new() -> Self {
        let main = Session::new(MAIN.to_owned(), Limits::default());
        Self { list: vec![Lisp::new(MAIN_IMAGE, main)], last_evaluation: 0 }
    }

    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Lisp> {
        self.list.iter_mut()
    }

    /// None for an image that was stopped; it may have spoken before it heard of that.
    pub(super) fn with_image(&mut self, image: ImageId) -> Option<&mut Lisp> {
        self.all().find(|lisp| lisp.image_id == image)
    }

    /// The session that the argument `session` names; `main` without it.
    pub(super) fn chosen(&mut self, arguments: &mut Arguments) -> Result<&mut Lisp, ArgumentError> {
        let name = arguments.optional_string("session")?;
        self.named(name.as_deref().unwrap_or(MAIN))
    }

    fn named(&mut self, name: &str) -> Result<&mut Lisp, ArgumentError> {
        let place = self.list.iter().position(|lisp| lisp.session.name == name);
        let unknown = match place {
            Some(_) => String::new(),
            None => self.unknown(name),
        };
        place.and_then(|place| self.list.get_mut(place)).ok_or(unknown)
    }

    fn unknown(&self, name: &str) -> ArgumentError {
        let mut expected = "a session that there is (".to_owned();
        self.push_names(&mut expected);
        expected.push_str("; create-session makes others)");
        wrong_argument("session", &expected, &Value::String(name.to_owned()))
    }

    fn push_names(&self, out: &mut String) {
        let mut separator = "";
        for lisp in &self.list {
            out.push_str(separator);
            out.push_str(&lisp.session.name);
            separator = ", ";
        }
    }

    /// Begins an evaluation in each session that waits for one and can.
    pub(super) fn begin_evaluations(&mut self, turn: &mut Turn) {
        for lisp in &mut self.list {
            let id = self.last_evaluation.wrapping_add(1);
            if lisp.begin_evaluation(id, turn) {
                self.last_evaluation = id;
            }
        }
    }

    /// When the first of them wants to be looked at again.
    pub(super) fn due_ms(&self) -> Option<u64> {
        self.list.iter().filter_map(|lisp| lisp.image.due_ms()).min()
    }
}
