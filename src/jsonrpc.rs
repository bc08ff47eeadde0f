//! JSON-RPC 2.0: envelopes, ids and error codes.

use serde_json::{Map, Number, Value};

use crate::json::{Json, Object, ToJson, write_repeated};

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

/// How many bytes an id may have. It is kept as long as its request is not answered, and sent with all that is told about that.
pub const MAX_ID: usize = 1024;

/// A request's id, echoed as it came: a string, or a number without a fraction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Id {
    /// A string.
    Text(String),
    /// A number without a fraction.
    Number(Number),
}

impl Id {
    /// The id in `value`, if it is one.
    #[must_use]
    pub fn new(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => is_whole(number.as_str()).then(|| Self::Number(number.clone())),
            _ => None,
        }
    }
}

impl Id {
    /// Whether it is longer than [`MAX_ID`].
    #[must_use]
    pub fn is_long(&self) -> bool {
        match self {
            Self::Text(text) => text.len() > MAX_ID,
            Self::Number(number) => number.as_str().len() > MAX_ID,
        }
    }
}

/// Whether a number, as JSON writes it, has no fraction.
fn is_whole(number: &str) -> bool {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let fraction = digits.split_once('.').map_or("", |(_, fraction)| fraction).trim_end_matches('0');
    let Ok(exponent) = exponent.parse::<i32>() else { return !exponent.starts_with('-') };
    i32::try_from(fraction.len()).is_ok_and(|length| length <= exponent)
}

impl ToJson for Id {
    fn write_json(&self, out: &mut String) {
        match self {
            Self::Text(text) => write_repeated(text, out),
            Self::Number(number) => number.write_json(out),
        }
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
    /// Named parameters; empty if none were sent.
    pub params: Map<String, Value>,
}

/// A message that wants no response.
#[derive(Clone, Debug, PartialEq)]
pub struct Notification {
    /// What happened.
    pub method: String,
    /// Named parameters; empty if none were sent.
    pub params: Map<String, Value>,
}

/// A client's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// Of the request that it answers; none where the client could not read that.
    pub id: Option<Id>,
    /// Its result, an object, or what the client says went wrong.
    pub outcome: Result<Map<String, Value>, ErrorObject>,
}

/// An error response's `error`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorObject {
    /// Which kind of error.
    pub code: i32,
    /// One sentence for a person.
    pub message: String,
    /// More, for a program.
    pub data: Option<Json>,
}

impl ErrorObject {
    /// An error without data.
    #[must_use]
    pub fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }
}

/// What a response says: a result's JSON, or an error.
pub type Outcome = Result<Json, ErrorObject>;

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
pub fn classify(value: Value) -> Result<Incoming, Rejected> {
    let Value::Object(mut message) = value else {
        return Err(rejected(None, INVALID_REQUEST, "A message must be a JSON object."));
    };
    let raw_id = message.get_mut("id").map(Value::take);
    let id = raw_id.as_ref().and_then(Id::new);
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(rejected(id, INVALID_REQUEST, "\"jsonrpc\" must be \"2.0\"."));
    }
    let method = match message.get_mut("method").map(Value::take) {
        Some(Value::String(method)) => method,
        None if message.contains_key("result") || message.contains_key("error") => {
            return Ok(Incoming::Response(Response { id, outcome: outcome(&mut message) }));
        }
        Some(_) => return Err(rejected(id, INVALID_REQUEST, "\"method\" must be a string.")),
        None => return Err(rejected(id, INVALID_REQUEST, "A message must have a \"method\".")),
    };
    if raw_id.is_some() && id.is_none() {
        return Err(rejected(None, INVALID_REQUEST, "\"id\" must be a string or an integer."));
    }
    let params = match message.get_mut("params").map(Value::take) {
        None => Map::new(),
        Some(Value::Object(params)) => params,
        Some(_) => return Err(rejected(id, INVALID_PARAMS, "\"params\" must be an object.")),
    };
    Ok(match id {
        Some(id) => Incoming::Request(Request { id, method, params }),
        None => Incoming::Notification(Notification { method, params }),
    })
}

/// What a response says; for the one who waits for it, one that is no response is as good as an error.
fn outcome(message: &mut Map<String, Value>) -> Result<Map<String, Value>, ErrorObject> {
    if let Some(Value::Object(result)) = message.get_mut("result").map(Value::take) {
        return Ok(result);
    }
    let error = message.get("error");
    let code = error.and_then(|error| error.get("code")).and_then(Value::as_i64);
    let text = error.and_then(|error| error.get("message")).and_then(Value::as_str);
    Err(ErrorObject::new(
        code.and_then(|code| i32::try_from(code).ok()).unwrap_or(INVALID_REQUEST),
        text.unwrap_or("The response has neither a result that is an object nor an error with a message."),
    ))
}

fn rejected(id: Option<Id>, code: i32, message: &str) -> Rejected {
    Rejected { id, error: ErrorObject::new(code, message) }
}

/// The text of a response. Without an id the member is left out: MCP's schemas know no `null` id, and clients drop
/// messages that have one.
#[must_use]
pub fn response(id: Option<&Id>, outcome: &Outcome) -> String {
    response_json(id, outcome).into_text()
}

/// A response that keeps a long text of its result beside it.
#[must_use]
pub fn response_json(id: Option<&Id>, outcome: &Outcome) -> Json {
    let head = |response: &mut Object<'_>| {
        response.member("jsonrpc", &"2.0");
        response.optional("id", id.map(|id| id as &dyn ToJson));
    };
    match outcome {
        Ok(result) => result.as_last_member("result", head),
        Err(error) => Json::object(|response| {
            head(response);
            response.object("error", |object| {
                object.member("code", &error.code);
                object.member("message", &error.message);
                object.optional("data", error.data.as_ref().map(|data| data as &dyn ToJson));
            });
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rejection(value: Value) -> (Option<Value>, i32) {
        let rejected = classify(value).unwrap_err();
        (rejected.id.map(|id| serde_json::from_str(id.to_json().as_text()).unwrap()), rejected.error.code)
    }

    #[test]
    fn tells_messages_apart() {
        let request = classify(json!({"jsonrpc": "2.0", "id": "a", "method": "ping"})).unwrap();
        assert!(matches!(request, Incoming::Request(ref request) if request.id == Id::Text("a".to_owned())));
        let notification = classify(json!({"jsonrpc": "2.0", "method": "x", "params": {"a": 1}})).unwrap();
        assert!(matches!(notification, Incoming::Notification(_)));
    }

    #[test]
    fn reads_responses() {
        let read = |value| match classify(value) {
            Ok(Incoming::Response(Response { id, outcome })) => (id, outcome),
            other => panic!("{other:?}"),
        };
        let (id, outcome) = read(json!({"jsonrpc": "2.0", "id": 1, "result": {"a": 1}}));
        assert_eq!((id, outcome.unwrap().get("a")), (Id::new(&json!(1)), Some(&json!(1))));
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
        for id in [json!(0), json!("0"), json!(-7), json!(""), json!(9_007_199_254_740_993_u64)] {
            let text = response(Id::new(&id).as_ref(), &Ok(Json::object(|_| {})));
            let back: Value = serde_json::from_str(&text).unwrap();
            assert_eq!(back, json!({"jsonrpc": "2.0", "id": id, "result": {}}));
        }
    }

    #[test]
    fn echoes_numbers_as_they_came() {
        for id in [
            "1e300",
            "1E+3",
            "1.0",
            "15e-1",
            "1.5e1",
            "100e-2",
            "-0",
            "123456789012345678901234567890",
            "1e-999999999999",
        ] {
            let is_id = !matches!(id, "15e-1" | "100e-2" | "1e-999999999999");
            let value = crate::json::read(id).unwrap();
            let written = Id::new(&value).map(|id| id.to_json().into_text());
            assert_eq!(written.as_deref(), is_id.then_some(id));
        }
    }

    #[test]
    fn leaves_out_an_unknown_id() {
        let text = response(None, &Err(ErrorObject::new(PARSE_ERROR, "no")));
        assert_eq!(text, r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"no"}}"#);
    }
}
