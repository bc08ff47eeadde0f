//! Calls that ask their clients and are performed again with the answers: the same call in both eras. None of
//! the tools that are shipped does so.

use crate::jsonrpc::{ErrorObject, INVALID_REQUEST};
use crate::protocol::{
    Answers, Era, Retry, Routed, ToolAnswer, ToolCall, call_result, input_required, missing_capability,
};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::asking::{ANSWER_MS, Asking, Round, Then, retry, withdraw};
use crate::server::clients::ReplyTo;
use crate::server::requests::Now;
use crate::tools::{Arguments, Ask, Asked, AskingStep, AskingTool};

const TOO_LATE: &str = "The client did not answer within 5 minutes what this request has to know.";

impl Asking {
    /// When the first request that is to be performed again has waited long enough.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        let due_ms = |round: &Round| match round.then {
            Then::Again(_, until_ms) => Some(until_ms),
            Then::Resume(_) => None,
        };
        self.rounds.iter().filter_map(due_ms).min()
    }
}

impl Server {
    /// Calls a tool that asks its client, for the first time or with what was answered.
    pub(in crate::server) fn call_asking(
        &mut self,
        run: AskingTool,
        call: ToolCall,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        let ToolCall { arguments, retry, .. } = call.clone();
        let mut arguments = Arguments::new(arguments);
        let asked = Asked { caller: &reply.caller, answers: &retry.responses, state: retry.state.as_deref() };
        let step = run(&mut arguments, asked).and_then(|step| arguments.finish().map(|()| step));
        let answer = match step {
            Ok(AskingStep::Ask(ask)) => return self.ask(ask, Routed::CallTool(call), reply, turn),
            Ok(AskingStep::Answer(answer)) => answer,
            Err(error) => ToolAnswer::failure(error),
        };
        Some(Ok(call_result(&reply.caller, &answer)))
    }

    /// Asks the client of a request, which is performed again with the answers.
    pub(in crate::server) fn ask(
        &mut self,
        ask: Ask,
        mut again: Routed,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        let capabilities = reply.caller.capabilities;
        let mut needed = ask.questions.iter().map(|(_, question)| question.capability());
        if let Some(missing) = needed.find(|needed| !capabilities.has(*needed)) {
            return Some(Err(missing_capability(missing)));
        }
        if reply.caller.era == Era::Modern {
            let asking = &self.clients.asking;
            let state = ask.state.zip(asking.digest(&again));
            let sealed = state.map(|(state, digest)| asking.seal.seal(digest, &state, turn.now_ms));
            return Some(Ok(input_required(&ask.questions, sealed.as_deref())));
        }
        if let Some(retry) = retry(&mut again) {
            *retry = Retry { responses: Answers::default(), state: ask.state };
        }
        let until_ms = turn.now_ms.saturating_add(ANSWER_MS);
        let then = Then::Again(Box::new(again), until_ms);
        self.clients.put_questions(reply, &ask.questions, then, turn).err().map(Err)
    }

    /// Performs a request again whose legacy client has answered, or could not.
    pub(in crate::server) fn perform_again(
        &mut self,
        mut again: Routed,
        answers: Answers,
        failure: Option<ErrorObject>,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) {
        let outcome = if let Some(error) = failure {
            let mut message = "The client could not answer what this request has to know: ".to_owned();
            message.push_str(&error.message);
            Some(Err(ErrorObject::new(INVALID_REQUEST, message)))
        } else {
            if let Some(retry) = retry(&mut again) {
                retry.responses = answers;
            }
            self.perform(again, reply, turn)
        };
        if let Some(outcome) = outcome {
            self.clients.respond(reply, outcome, turn);
        }
    }

    /// Ends requests whose clients have not answered in time.
    pub(in crate::server) fn end_late_rounds(&mut self, turn: &mut Turn) {
        let now_ms = turn.now_ms;
        self.end_rounds(TOO_LATE, &|until_ms| until_ms <= now_ms, turn);
    }

    /// Ends requests that wait for what their clients were asked, those of which `is_meant` says so by the
    /// time they may wait until.
    pub(in crate::server) fn end_rounds(
        &mut self,
        reason: &str,
        is_meant: &dyn Fn(u64) -> bool,
        turn: &mut Turn,
    ) {
        let is_meant = |round: &Round| matches!(&round.then, Then::Again(_, until_ms) if is_meant(*until_ms));
        while let Some(round) = self.clients.asking.take(is_meant) {
            withdraw(&round, reason, turn);
            let error = ErrorObject::new(INVALID_REQUEST, reason);
            self.clients.respond(&round.reply, Err(error), turn);
        }
    }
}
