//! MCP: which era a message belongs to, the rules of that era, and what its results must carry.
//!
//! The era is decided for each message by itself. A message whose `_meta` names a protocol version claims to be
//! modern; any other is legacy, under the version its client negotiated with `initialize` or, before that, the
//! newest legacy one.

mod legacy;
mod modern;
mod progress;
mod results;

pub use legacy::LegacyVersion;
pub use modern::{MODERN_VERSION, UNSUPPORTED_PROTOCOL_VERSION};
pub use progress::progress_notification;
pub use results::call_result;

use serde_json::{Map, Value};

use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, Id, METHOD_NOT_FOUND, Outcome, Request};

/// The rules that one message is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28: every request stands alone.
    Modern,
    /// The versions that begin with `initialize`.
    Legacy(LegacyVersion),
}

/// What the protocol remembers of one client.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientState {
    /// What `initialize` agreed on.
    pub negotiated: Option<LegacyVersion>,
}

impl ClientState {
    /// Whether this client may send several messages as one array.
    #[must_use]
    pub fn takes_batches(self) -> bool {
        self.negotiated.is_some_and(LegacyVersion::has_batches)
    }
}

/// How a request goes on.
#[derive(Debug)]
pub enum Routed {
    /// Answered by the protocol itself.
    Answer(Outcome),
    /// For a tool.
    CallTool(ToolCall),
}

/// A `tools/call` whose envelope is in order.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The rules the answer is under.
    pub era: Era,
    /// The tool's name; whether it exists is not decided here.
    pub name: String,
    /// The arguments, not yet checked.
    pub arguments: Map<String, Value>,
    /// What the client wants to be told of the call's progress by, if it does.
    pub progress_token: Option<Id>,
}

/// Checks a request's envelope, and answers it unless it is for a tool.
#[must_use]
pub fn route(request: &mut Request, client: &mut ClientState, in_batch: bool) -> Routed {
    let routed = if let Some(claim) = modern::claim(&request.params) {
        if in_batch {
            Err(ErrorObject::new(crate::jsonrpc::INVALID_REQUEST, "Protocol 2026-07-28 has no batches."))
        } else {
            modern::check(claim, &request.params).and_then(|()| modern::route(request))
        }
    } else {
        legacy::route(request, client, in_batch)
    };
    routed.unwrap_or_else(|error| Routed::Answer(Err(error)))
}

fn method_not_found(method: &str) -> ErrorObject {
    ErrorObject::new(METHOD_NOT_FOUND, format!("Method not found: {method}"))
}

fn tool_call(params: &mut Map<String, Value>, era: Era) -> Result<Routed, ErrorObject> {
    let Some(name) = params.get("name").and_then(Value::as_str).map(str::to_owned) else {
        return Err(ErrorObject::new(
            INVALID_PARAMS,
            "tools/call needs \"name\", the name of a tool, as a string.",
        ));
    };
    let arguments = match params.get_mut("arguments").map(Value::take) {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(_) => {
            return Err(ErrorObject::new(INVALID_PARAMS, "\"arguments\" of tools/call must be an object."));
        }
    };
    let progress_token = params.get("_meta").and_then(|meta| meta.get("progressToken")).and_then(Id::new);
    Ok(Routed::CallTool(ToolCall { era, name, arguments, progress_token }))
}

/// All tools fit on one page, so no cursor was ever given out; the empty one is the beginning.
fn check_cursor(params: &Map<String, Value>) -> Result<(), ErrorObject> {
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(cursor)) if cursor.is_empty() => Ok(()),
        Some(_) => Err(ErrorObject::new(INVALID_PARAMS, "Unknown \"cursor\": tools/list has one page.")),
    }
}
