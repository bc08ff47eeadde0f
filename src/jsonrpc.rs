//! JSON-RPC 2.0: envelopes, ids and error codes.

use std::cell::OnceCell;
use std::ops::Deref;

use serde::Serialize;
use serde_json::Number;

use crate::data::{self, Members, Raw, Text, Value, Written};

/// The text is not JSON.
pub const PARSE_ERROR: i32 = -32700;
/// The JSON is not a request.
pub const INVALID_REQUEST: i32 = -32600;
/// The method does not exist.
pub const METHOD_NOT_FOUND: i32 = -32601;
/// The parameters are wrong.
pub const INVALID_PARAMS: i32 = -32602;
/// The request was right, but could not be answered.
pub const INTERNAL_ERROR: i32 = -32603;

/// How many characters an id may have. It is kept as long as its request is not answered, and sent with all
/// that is told about that.
pub const MAX_ID: usize = 1024;

/// A request's id, echoed as it came: a string, or a number without a fraction. A number that is another one
/// as a number of JavaScript's comes as a string, and leaves as one: see `jscl-bridge/node/ids.ts`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A string.
    Text(Text),
    /// A number without a fraction.
    Number(Number),
}

impl Id {
    /// The id in `value`, if it is one.
    #[must_use]
    pub fn new(raw: &Raw) -> Option<Self> {
        if let Some(text) = raw.text() {
            return Some(Self::Text(text));
        }
        match raw.number().filter(|number| number.fract() == 0.0).map(data::number) {
            Some(Value::Number(number)) => Some(Self::Number(number)),
            _ => None,
        }
    }

    /// Whether it is longer than [`MAX_ID`].
    #[must_use]
    pub fn is_long(&self) -> bool {
        matches!(self, Self::Text(text) if text.length() > MAX_ID)
    }
}

impl From<&Id> for Written {
    fn from(id: &Id) -> Self {
        match id {
            Id::Text(text) => Self::Text(text.clone()),
            Id::Number(number) => Self::Value(Value::Number(number.clone())),
        }
    }
}

/// Named parameters, of which as many are read as somebody asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    /// As they came.
    raw: Raw,
    /// All but `arguments`, once one was asked for as data.
    value: OnceCell<Value>,
}

impl Params {
    /// The parameters in what came.
    #[must_use]
    pub fn new(raw: Raw) -> Self {
        Self { raw, value: OnceCell::new() }
    }

    /// As they came: for what is long, or repeated as it is.
    #[must_use]
    pub fn raw(&self) -> &Raw {
        &self.raw
    }
}

impl Deref for Params {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.value.get_or_init(|| self.raw.value_without("arguments"))
    }
}

/// What a client sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Incoming {
    /// Wants exactly one response.
    Request(Request),
    /// Wants none.
    Notification(Notification),
    /// The answer to a request of the server's.
    Response(Response),
}

/// A call that wants a response.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// Comes back in the response.
    pub id: Id,
    /// What is asked for.
    pub method: String,
    /// Empty if none were sent.
    pub params: Params,
}

/// A message that wants no response.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    /// What happened.
    pub method: String,
    /// Empty if none were sent.
    pub params: Params,
}

/// A client's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Of the request that it answers; none where the client could not read that.
    pub id: Option<Id>,
    /// Its result, an object, or what the client says went wrong.
    pub outcome: Result<Value, ErrorObject>,
}

/// An error response's `error`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorObject {
    /// Which kind of error.
    pub code: i32,
    /// One sentence for a person.
    pub message: String,
    /// More, for a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Written>,
}

impl ErrorObject {
    /// An error without data.
    #[must_use]
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

/// What a response says: a result, or an error.
pub type Outcome = Result<Written, ErrorObject>;

/// A message that could not be taken, with its id if that much was readable.
#[derive(Clone, Debug, PartialEq)]
pub struct Rejected {
    /// The id to answer to.
    pub id: Option<Id>,
    /// What is wrong.
    pub error: ErrorObject,
}

/// Tells requests, notifications and responses apart.
///
/// # Errors
/// [`INVALID_REQUEST`] for what is none of them, [`INVALID_PARAMS`] for parameters that are not named.
pub fn classify(message: &Raw) -> Result<Incoming, Rejected> {
    if !message.is_object() {
        return Err(rejected(None, INVALID_REQUEST, "A message must be a JSON object."));
    }
    let id = message.get("id").as_ref().and_then(Id::new);
    if !message.get("jsonrpc").and_then(|version| version.text()).is_some_and(|version| version == "2.0") {
        return Err(rejected(id, INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"."));
    }
    let Some(method) = message.get("method") else {
        return match (message.get("result"), message.get("error")) {
            (None, None) if !message.has("result") && !message.has("error") => {
                Err(rejected(id, INVALID_REQUEST, "A message must have a \"method\"."))
            }
            (result, error) => {
                Ok(Incoming::Response(Response { id, outcome: outcome(result, error.as_ref()) }))
            }
        };
    };
    let Some(method) = method.text().map(|method| method.to_string()) else {
        return Err(rejected(id, INVALID_REQUEST, "\"method\" must be a string."));
    };
    if id.is_none() && message.has("id") {
        return Err(rejected(None, INVALID_REQUEST, "\"id\" must be a string or an integer."));
    }
    let params = message.get("params");
    if params.as_ref().is_some_and(|params| !params.is_object()) {
        return Err(rejected(id, INVALID_PARAMS, "\"params\" must be an object."));
    }
    let params = params.map(Params::new).unwrap_or_default();
    Ok(match id {
        Some(id) => Incoming::Request(Request { id, method, params }),
        None => Incoming::Notification(Notification { method, params }),
    })
}

/// What a response says; for the one who waits for it, one that is no response is as good as an error.
fn outcome(result: Option<Raw>, error: Option<&Raw>) -> Result<Value, ErrorObject> {
    if let Some(result) = result.filter(Raw::is_object) {
        return Ok(result.value());
    }
    let error = error.map(Raw::value).unwrap_or_default();
    let code = error.named("code").and_then(|code| i32::try_from(code.integer()?).ok());
    let text = error.string("message");
    let no_message =
        || "The response has neither a result that is an object nor an error with a message.".to_owned();
    Err(ErrorObject::new(code.unwrap_or(INVALID_REQUEST), text.unwrap_or_else(no_message)))
}

fn rejected(id: Option<Id>, code: i32, message: &str) -> Rejected {
    Rejected { id, error: ErrorObject::new(code, message) }
}

/// A response. Without an id the member is left out: MCP's schemas know no `null` id, and clients drop
/// messages that have one.
#[must_use]
pub fn response(id: Option<&Id>, outcome: Outcome) -> Written {
    Written::object(|response| {
        response.data("jsonrpc", "2.0");
        if let Some(id) = id {
            response.data("id", id);
        }
        match outcome {
            Ok(result) => response.data("result", result),
            Err(error) => response.member("error", &error),
        }
    })
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;

    fn rejection(value: Value) -> (Option<Value>, i32) {
        let rejected = classify(&value.into()).unwrap_err();
        (rejected.id.map(|id| Raw::of(&id).value()), rejected.error.code)
    }

    #[test]
    fn tells_messages_apart() {
        let request = classify(&json!({"jsonrpc": "2.0", "id": "a", "method": "ping"}).into()).unwrap();
        assert!(matches!(request, Incoming::Request(ref request) if request.id == Id::Text("a".into())));
        let notification =
            classify(&json!({"jsonrpc": "2.0", "method": "x", "params": {"a": 1}}).into()).unwrap();
        assert!(matches!(notification, Incoming::Notification(_)));
    }

    #[test]
    fn reads_responses() {
        let read = |value: Value| match classify(&value.into()) {
            Ok(Incoming::Response(Response { id, outcome })) => (id, outcome),
            other => panic!("{other:?}"),
        };
        let (id, outcome) = read(json!({"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}));
        assert_eq!((id, outcome.unwrap().get("a")), (Id::new(&json!(1).into()), Some(&json!(1))));
        let (id, outcome) = read(json!({"jsonrpc": "2.0", "error": {"code": -5, "message": "no"}}));
        assert_eq!((id, outcome), (None, Err(ErrorObject::new(-5, "no"))));
        for broken in [
            json!({"jsonrpc": "2.0", "id": "a", "result": 5}),
            json!({"jsonrpc": "2.0", "id": "a", "result": null, "error": null}),
            json!({"jsonrpc": "2.0", "id": "a", "error": {"code": 1e300, "message": {}}}),
        ] {
            assert_eq!(read(broken).1.unwrap_err().code, INVALID_REQUEST);
        }
    }

    #[test]
    fn rejects_what_is_no_message() {
        assert_eq!(rejection(json!(5)), (None, INVALID_REQUEST));
        assert_eq!(rejection(json!({"id": 1, "method": "ping"})), (Some(json!(1)), INVALID_REQUEST));
        assert_eq!(rejection(json!({"jsonrpc": "2.0", "id": 1})), (Some(json!(1)), INVALID_REQUEST));
        assert_eq!(
            rejection(json!({"jsonrpc": "2.0", "id": 1, "method": 2})),
            (Some(json!(1)), INVALID_REQUEST)
        );
        assert_eq!(
            rejection(json!({"jsonrpc": "2.0", "id": null, "method": "ping"})),
            (None, INVALID_REQUEST)
        );
        assert_eq!(
            rejection(json!({"jsonrpc": "2.0", "id": 1.5, "method": "ping"})),
            (None, INVALID_REQUEST)
        );
        assert_eq!(
            rejection(json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []})),
            (Some(json!(1)), INVALID_PARAMS)
        );
    }

    #[test]
    fn echoes_ids_with_their_type() {
        for id in [json!(0), json!("0"), json!(-7), json!(""), json!(900_719_925_474_099_u64)] {
            let back = response(Id::new(&id.clone().into()).as_ref(), Ok(Written::object(|_| {}))).value();
            assert_eq!(back, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
        }
    }

    #[test]
    fn leaves_out_an_unknown_id() {
        let answer = response(None, Err(ErrorObject::new(PARSE_ERROR, "no"))).value();
        assert_eq!(answer, json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "no"}}));
    }
}
