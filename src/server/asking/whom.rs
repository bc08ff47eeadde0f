//! Which questions of an evaluation its client can be asked, and what it says where that is none.

use crate::engine::Input;
use crate::protocol::ClientCapability;
use crate::server::GRACE_MS;
use crate::server::asking::held::HOLD_MS;
use crate::server::lisps::running::Running;
use crate::tools::MAX_LEVELS;

const NO_CAPABILITY: &str =
    "Nobody was asked which restart to take: the client did not declare the capability elicitation.";

const TOO_MANY_LEVELS: &str =
    "The evaluation was not held: 8 levels are held already, the most there can be; abort-level ends some.";

const ASKED_BELOW: &str =
    "Nobody is asked and nothing is held while the evaluation below waits for its client's answer.";

/// Said where a text was given.
pub(in crate::server) const USED_UP: &str = "What stdin gave is used up.";

/// Said where there was none, and nobody to ask.
pub(in crate::server) const NO_INPUT: &str = "There is no input: evaluate-lisp takes it as its argument stdin, and asks clients that have the capability \
elicitation.";

const NO_ANSWER: &str = "No input came within 5 minutes.";

/// Milliseconds that an image waits for an answer: longer than the server does.
fn wait_ms() -> u32 {
    u32::try_from(HOLD_MS.saturating_add(GRACE_MS)).unwrap_or(u32::MAX)
}

impl Running {
    /// Notes the reasons when no client can be asked. On top of what a client is asked about nothing is held
    /// itself, so that the answer always comes to the innermost.
    pub(in crate::server) fn check_who_can_be_asked(&mut self, is_on_top_of_question: bool) {
        if self.evaluation.holds {
            self.note = if is_on_top_of_question {
                Some(ASKED_BELOW)
            } else if self.level >= MAX_LEVELS {
                Some(TOO_MANY_LEVELS)
            } else {
                None
            };
        }
        let capabilities = self.reply.as_ref().map(|reply| reply.caller.capabilities);
        let can_answer = capabilities.is_some_and(|all| all.has(ClientCapability::ElicitationForm));
        if !can_answer || is_on_top_of_question {
            self.call = None;
        }
        let (restarts, input) =
            if can_answer { (ASKED_BELOW, ASKED_BELOW) } else { (NO_CAPABILITY, NO_INPUT) };
        if self.evaluation.asks && self.call.is_none() {
            self.note = Some(restarts);
        }
        if self.evaluation.asks_for_input() {
            self.input_end = if self.call.is_some() { NO_ANSWER } else { input };
        }
    }

    /// Milliseconds that the image is to wait for each answer about an error; 0 not to ask.
    pub(in crate::server) fn ask_ms(&self) -> u32 {
        let is_asked = self.evaluation.asks && self.call.is_some();
        if (is_asked || self.evaluation.holds) && self.note.is_none() { wait_ms() } else { 0 }
    }

    /// What the evaluation can read.
    pub(in crate::server) fn input(&self) -> Input {
        let is_asked = self.evaluation.asks_for_input() && self.call.is_some();
        Input {
            text: self.evaluation.input.clone(),
            ask_ms: if is_asked { wait_ms() } else { 0 },
            end: self.input_end.to_owned(),
        }
    }
}
