//! What a server may ask a client, as each era asks it.

use super::ClientCapability;
use super::results::modern_meta;
use crate::data::{Object, Value, Written};

/// Something to ask a client.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// To have somebody fill in a form.
    Elicit {
        /// What it is for.
        message: String,
        /// Its fields: a JSON Schema of the restricted kind that forms are made of.
        schema: Written,
    },
    /// To have a model say something: the params of `sampling/createMessage`.
    Sample(Written),
    /// Which roots it has.
    ListRoots,
}

/// Questions to be asked at once, each with the name that its answer comes back under.
pub type Questions = Vec<(&'static str, Question)>;

/// The answers, by the questions' names: what the client sent as the result of each. Nothing of it is to be
/// trusted.
pub type Answers = Value;

impl Question {
    /// What a client must have declared to be asked that.
    #[must_use]
    pub fn capability(&self) -> ClientCapability {
        match self {
            Self::Elicit { .. } => ClientCapability::ElicitationForm,
            Self::Sample(_) => ClientCapability::Sampling,
            Self::ListRoots => ClientCapability::Roots,
        }
    }

    /// The method that asks it.
    #[must_use]
    pub fn method(&self) -> &'static str {
        match self {
            Self::Elicit { .. } => "elicitation/create",
            Self::Sample(_) => "sampling/createMessage",
            Self::ListRoots => "roots/list",
        }
    }

    fn members(&self, request: &mut Object) {
        request.member("method", &self.method());
        match self {
            Self::Elicit { message, schema } => request.object("params", |params| {
                params.member("message", message);
                params.member("requestedSchema", schema);
            }),
            Self::Sample(params) => request.member("params", params),
            Self::ListRoots => {}
        }
    }
}

/// The result of a modern request that goes on when the questions are answered and it is sent again with
/// `state`.
#[must_use]
pub fn input_required(questions: &Questions, state: Option<&str>) -> Written {
    Written::object(|result| {
        result.member("resultType", &"input_required");
        if !questions.is_empty() {
            result.object("inputRequests", |requests| {
                for (name, question) in questions {
                    requests.object(name, |request| question.members(request));
                }
            });
        }
        result.optional("requestState", state);
        modern_meta(result);
    })
}

/// The request that asks a legacy client.
#[must_use]
pub fn client_request(id: &str, question: &Question) -> Written {
    Written::object(|request| {
        request.member("jsonrpc", &"2.0");
        request.member("id", &id);
        question.members(request);
    })
}

/// Tells a legacy client that its answer to a request is not waited for any more.
#[must_use]
pub fn withdrawal(id: &str, reason: &str) -> Written {
    Written::object(|message| {
        message.member("jsonrpc", &"2.0");
        message.member("method", &"notifications/cancelled");
        message.object("params", |params| {
            params.member("requestId", &id);
            params.member("reason", &reason);
        });
    })
}
