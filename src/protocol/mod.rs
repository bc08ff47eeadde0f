//! MCP: which era a message belongs to, the rules of that era, and what its results must carry.
//!
//! The era is decided for each message by itself. A message whose `_meta` names a protocol version claims to
//! be modern; any other is legacy, under the version its client negotiated with `initialize` or, before that,
//! the newest legacy one.

mod caller;
mod capabilities;
mod catalog;
mod content;
mod legacy;
mod listed;
mod log_level;
mod modern;
mod notifications;
mod pages;
mod params;
mod progress;
mod questions;
mod results;
mod routed;

pub use caller::{
    Caller, ClientCapabilities, ClientCapability, MISSING_REQUIRED_CLIENT_CAPABILITY, missing_capability,
};
pub use capabilities::{PROMPTS_CHANGE, RESOURCES, TOOLS_CHANGE};
pub use catalog::{
    MAX_COMPLETIONS, RESOURCE_NOT_FOUND, completion_result, prompt_result, prompts_list, read_result,
    resource_not_found, resources_list, templates_list,
};
pub use content::{Body, Content, Image, Message, ToolAnswer};
pub use legacy::LegacyVersion;
pub use listed::{Annotations, ListedArgument, ListedPrompt, ListedTemplate, ListedTool, Resource};
pub use log_level::LogLevel;
pub use modern::{MODERN_VERSION, UNSUPPORTED_PROTOCOL_VERSION};
pub use notifications::{
    acknowledged, list_changed, listen_result, log_message, resource_updated, subscription_cancelled,
};
pub use pages::{Page, after, page, unknown_cursor};
pub use params::{
    Completion, CompletionOf, Filter, Given, MAX_LISTENED, PromptCall, ResourceRead, Retry, ToolCall, given,
    given_value,
};
pub use progress::{Step, progress_notification};
pub use questions::{Answers, Question, Questions, client_request, input_required, withdrawal};
#[cfg(feature = "fixtures")]
pub use results::content_result;
pub use results::{Keeps, call_result, empty, tools_list};
pub use routed::Routed;

use crate::data::Raw;
use crate::jsonrpc::{ErrorObject, INVALID_REQUEST, Id, METHOD_NOT_FOUND, Params, Request};

/// The rules that one message is under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// 2026-07-28: every request stands alone.
    Modern,
    /// The versions that begin with `initialize`.
    Legacy(LegacyVersion),
}

impl Era {
    /// Whether these rules are that version's, or later ones.
    #[must_use]
    pub fn is_since(self, version: LegacyVersion) -> bool {
        match self {
            Self::Modern => true,
            Self::Legacy(own) => own >= version,
        }
    }
}

/// What the protocol remembers of one client. Only legacy messages leave anything in it, and only they are
/// read by it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientState {
    /// What `initialize` agreed on.
    pub negotiated: Option<LegacyVersion>,
    /// What the client declared there.
    pub capabilities: ClientCapabilities,
    /// Whether it has sent `notifications/initialized`.
    pub is_initialized: bool,
    /// The least level of log messages that it wants, if it asked for any.
    pub log_level: Option<LogLevel>,
}

impl ClientState {
    /// Whether this client may send several messages as one array.
    #[must_use]
    pub fn takes_batches(self) -> bool {
        self.negotiated.is_some_and(LegacyVersion::has_batches)
    }

    /// The rules that its legacy messages are under.
    #[must_use]
    pub fn era(self) -> Era {
        Era::Legacy(self.negotiated.unwrap_or(LegacyVersion::LATEST))
    }
}

/// Checks a request's envelope, and answers it where that takes no more than the protocol.
///
/// # Errors
/// If it is not a request of its version, or not in order.
pub fn route(
    request: &Request,
    client: &mut ClientState,
    in_batch: bool,
) -> Result<(Caller, Routed), ErrorObject> {
    let Some(claim) = modern::claim(&request.params) else { return legacy::route(request, client, in_batch) };
    if in_batch {
        return Err(ErrorObject::new(INVALID_REQUEST, "Protocol 2026-07-28 has no batches."));
    }
    let caller = modern::caller(&claim, &request.params)?;
    Ok((caller, modern::route(request)?))
}

/// The error for a method that a version does not have, or that this server does not offer.
#[must_use]
pub fn method_not_found(method: &str) -> ErrorObject {
    let mut message = "Method not found: ".to_owned();
    message.push_str(method);
    ErrorObject::new(METHOD_NOT_FOUND, message)
}

/// The progress token of a request; one that is too long to be repeated in each notification counts as none.
fn progress_token(params: &Params) -> Option<Id> {
    let token = meta(params, "progressToken").and_then(|token| Id::new(&token));
    token.filter(|token| !token.is_long())
}

/// The member of `_meta` by which a client says that it shows SVG itself: `true`.
const DRAWS_KEY: &str = "jscl-mcp/svg";

fn draws(params: &Params) -> bool {
    meta(params, DRAWS_KEY).is_some_and(|draws| draws.value() == true)
}

/// A member of the parameters' `_meta`.
fn meta(params: &Params, name: &'static str) -> Option<Raw> {
    params.raw().get("_meta")?.get(name)
}

/// The methods that both eras have, with the same parameters but for what `retry` read from them.
fn common(method: &str, params: &Params, retry: Retry) -> Result<Routed, ErrorObject> {
    Ok(match method {
        "tools/list" => Routed::ListTools(params::cursor(method, params)?),
        "tools/call" => Routed::CallTool(params::tool_call(params, retry)?),
        "resources/list" => Routed::ListResources(params::cursor(method, params)?),
        "resources/templates/list" => Routed::ListTemplates(params::cursor(method, params)?),
        "resources/read" => Routed::ReadResource(params::resource_read(params, retry)?),
        "prompts/list" => Routed::ListPrompts(params::cursor(method, params)?),
        "prompts/get" => Routed::GetPrompt(params::prompt_call(params, retry)?),
        "completion/complete" => Routed::Complete(params::completion(params)?),
        other => return Err(method_not_found(other)),
    })
}
