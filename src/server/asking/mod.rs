//! Asking clients: what is asked on behalf of a request, how each era carries it, and how the request goes on
//! with the answers.
//!
//! A modern request is answered with the questions, and sent again with the answers and a sealed state. A
//! legacy client is sent requests of ours, and its request waits.

pub(super) mod held;
pub(super) mod levels;
#[cfg(feature = "fixtures")]
pub(super) mod repeated;
pub(super) mod request_state;
pub(super) mod whom;

use crate::data::{Value, members};
use crate::engine::EvaluationId;
use crate::jsonrpc::{ErrorObject, INVALID_REQUEST, Id, Response};
use crate::protocol::{Questions, Retry, Routed, client_request, given_value, withdrawal};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::asking::request_state::{CallDigest, Seal, decimal};
use crate::server::clients::{ClientId, Clients, ReplyTo};

/// The most requests that may wait at once for answers of legacy clients, held evaluations included.
pub const MAX_ROUNDS: usize = 64;

/// Milliseconds that a client has for an answer.
pub const ANSWER_MS: u64 = 300_000;

const TOO_MANY_ROUNDS: &str = "Too many requests wait for clients to answer questions. Try again later.";

/// A question of an evaluation that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server) struct HeldAt {
    pub(in crate::server) evaluation: EvaluationId,
    pub(in crate::server) question: u32,
}

/// The beginning of the state of a held evaluation's question.
const HELD: &str = "held ";

impl HeldAt {
    pub(in crate::server) fn as_state(self) -> String {
        let mut state = HELD.to_owned();
        state.push_str(&self.evaluation.to_string());
        state.push(' ');
        state.push_str(&self.question.to_string());
        state
    }

    pub(in crate::server) fn from_state(state: &str) -> Option<Self> {
        let (evaluation, question) = state.strip_prefix(HELD)?.split_once(' ')?;
        let number = |digits| decimal(digits).and_then(|number| u32::try_from(number).ok());
        Some(Self { evaluation: number(evaluation)?, question: number(question)? })
    }
}

/// The continuation of the request when a legacy client has answered everything.
#[derive(Debug)]
pub(in crate::server) enum Then {
    /// The request is performed again, unless it is that late.
    #[cfg(feature = "fixtures")]
    Again(Box<Routed>, u64),
    /// An evaluation is held no longer. Whoever holds it sees to the time, too.
    Resume(HeldAt),
}

/// Questions that were put to a legacy client together.
#[derive(Debug)]
pub(in crate::server) struct Round {
    /// The request that waits.
    pub(in crate::server) reply: ReplyTo,
    /// The ids of our requests that are not answered, each with the name of its question.
    open: Vec<(String, String)>,
    answers: Vec<(String, Value)>,
    /// The client's refusal.
    failure: Option<ErrorObject>,
    pub(in crate::server) then: Then,
}

/// The questions being asked.
#[derive(Debug)]
pub(in crate::server) struct Asking {
    pub(in crate::server) seal: Seal,
    pub(in crate::server) rounds: Vec<Round>,
    last_id: u32,
}

impl Asking {
    pub(in crate::server) fn new(seal: Seal) -> Self {
        Self { seal, rounds: Vec::new(), last_id: 0 }
    }

    /// The part of a repeated request that must equal the first one. None for requests that never ask.
    pub(in crate::server) fn digest(&self, routed: &Routed) -> Option<CallDigest> {
        match routed {
            Routed::CallTool(call) => {
                Some(self.seal.digest("tools/call", &call.name, given_value(&call.arguments)))
            }
            #[cfg(feature = "fixtures")]
            Routed::GetPrompt(call) => {
                let arguments =
                    call.arguments.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
                Some(self.seal.digest("prompts/get", &call.name, members(arguments)))
            }
            _ => None,
        }
    }

    /// Opens the state that a request came back with.
    ///
    /// # Errors
    /// If it is not a state of that request.
    pub(in crate::server) fn open_state(&self, routed: &mut Routed, now_ms: u64) -> Result<(), ErrorObject> {
        if retry(routed).is_none_or(|retry| retry.state.is_none()) {
            return Ok(());
        }
        let digest = self.digest(routed);
        if let Some(Retry { state: Some(state), .. }) = retry(routed) {
            *state = self.seal.open(digest, state, now_ms)?;
        }
        Ok(())
    }

    /// Forgets what a client that is gone was asked.
    pub(in crate::server) fn forget(&mut self, client: ClientId) {
        self.rounds.retain(|round| round.reply.client != client);
    }

    /// Takes out the first round that `is_meant` names.
    pub(in crate::server) fn take(&mut self, is_meant: impl Fn(&Round) -> bool) -> Option<Round> {
        let place = self.rounds.iter().position(is_meant)?;
        Some(self.rounds.swap_remove(place))
    }

    /// Takes in a client's response; returns its round when that has all answers.
    fn answered(&mut self, client: ClientId, response: Response) -> Option<Round> {
        let Some(Id::Text(id)) = response.id else { return None };
        let id = id.to_string();
        let place = self.rounds.iter().position(|round| {
            round.reply.client == client && round.open.iter().any(|(open, _)| *open == id)
        })?;
        let round = self.rounds.get_mut(place)?;
        let asked = round.open.iter().position(|(open, _)| *open == id)?;
        let (_, name) = round.open.swap_remove(asked);
        match response.outcome {
            Ok(answer) => {
                round.answers.push((name, answer));
            }
            Err(error) => round.failure = Some(error),
        }
        if round.open.is_empty() { Some(self.rounds.swap_remove(place)) } else { None }
    }
}

/// Where a request says what it was answered.
pub(in crate::server) fn retry(routed: &mut Routed) -> Option<&mut Retry> {
    match routed {
        Routed::CallTool(call) => Some(&mut call.retry),
        Routed::GetPrompt(call) => Some(&mut call.retry),
        Routed::ReadResource(read) => Some(&mut read.retry),
        _ => None,
    }
}

impl Clients {
    /// Sends a legacy client the server's requests.
    pub(in crate::server) fn put_questions(
        &mut self,
        reply: &ReplyTo,
        questions: &Questions,
        then: Then,
        turn: &mut Turn,
    ) -> Result<(), ErrorObject> {
        let asking = &mut self.asking;
        if asking.rounds.len() >= MAX_ROUNDS {
            return Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_ROUNDS));
        }
        let mut open = Vec::new();
        for (name, question) in questions {
            asking.last_id = asking.last_id.wrapping_add(1);
            let mut id = "ask-".to_owned();
            id.push_str(&asking.last_id.to_string());
            turn.actions.send(reply.client, client_request(&id, question));
            open.push((id, (*name).to_owned()));
        }
        let answers = Vec::new();
        asking.rounds.push(Round { reply: reply.clone(), open, answers, failure: None, then });
        Ok(())
    }

    /// Cancels the question of a held evaluation at its client.
    pub(in crate::server) fn withdraw_question(
        &mut self,
        evaluation: EvaluationId,
        reason: &str,
        turn: &mut Turn,
    ) {
        let is_its =
            |round: &Round| matches!(round.then, Then::Resume(held) if held.evaluation == evaluation);
        if let Some(round) = self.asking.take(is_its) {
            withdraw(&round, reason, turn);
        }
    }

    /// The client does not wait for a request any more, so nothing is to be asked for it.
    pub(in crate::server) fn withdraw_questions_of(&mut self, client: ClientId, id: &Id, turn: &mut Turn) {
        let is_of = |round: &Round| round.reply.client == client && round.reply.id == *id;
        if let Some(round) = self.asking.take(is_of) {
            withdraw(&round, "The request was cancelled.", turn);
            #[cfg(feature = "fixtures")]
            if matches!(round.then, Then::Again(..)) {
                self.waive(&round.reply, turn);
            }
        }
    }
}

pub(in crate::server) fn withdraw(round: &Round, reason: &str, turn: &mut Turn) {
    for (id, _) in &round.open {
        turn.actions.send(round.reply.client, withdrawal(id, reason));
    }
}

impl Server {
    /// A client responded to something.
    pub(in crate::server) fn response(&mut self, client: ClientId, response: Response, turn: &mut Turn) {
        let Some(round) = self.clients.asking.answered(client, response) else { return };
        #[cfg(feature = "fixtures")]
        let reply = round.reply;
        let Round { answers, failure, then, .. } = round;
        let answers = members(answers);
        match then {
            Then::Resume(held) => {
                // An evaluation that is no longer held was answered otherwise.
                let _ = self.resume(held, &answers, failure.as_ref(), None, turn);
            }
            #[cfg(feature = "fixtures")]
            Then::Again(again, _) => self.perform_again(*again, answers, failure, &reply, turn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_evaluation_is_found_by_its_state_again() {
        let held = HeldAt { evaluation: 4_294_967_295, question: 7 };
        assert_eq!(HeldAt::from_state(&held.as_state()), Some(held));
        for other in
            ["", "held", "held 1", "held 1 ", "held -1 2", "held 1 2 3", "x 1 2", "held 99999999999 1"]
        {
            assert_eq!(HeldAt::from_state(other), None, "{other}");
        }
    }
}
