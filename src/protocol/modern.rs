//! MCP 2026-07-28: no handshake, every request carries what it needs in `_meta`.

use super::params::{self, LOG_LEVELS, Retry};
use super::{
    Caller, ClientCapabilities, Era, LogLevel, Routed, common, draws, meta, progress_token, results,
};
use crate::data::{Raw, object};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, Params, Request};

/// The modern version.
pub const MODERN_VERSION: &str = "2026-07-28";

/// The client claims a version that is not served. Legacy versions are not listed as supported: a client that
/// wants one sends `initialize`, not an envelope.
pub const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY: &str = "io.modelcontextprotocol/logLevel";

/// The version that a message claims to be written in; without one it is not modern.
pub(super) fn claim(params: &Params) -> Option<Raw> {
    meta(params, VERSION_KEY)
}

/// Checks what every modern request must carry, and reads it.
pub(super) fn caller(claim: &Raw, params: &Params) -> Result<Caller, ErrorObject> {
    let version = claim.text();
    if version.as_ref().is_none_or(|version| version != MODERN_VERSION) {
        let Some(version) = version else {
            return Err(wrong(VERSION_KEY, "a string"));
        };
        return Err(ErrorObject {
            code: UNSUPPORTED_PROTOCOL_VERSION,
            message: format!("Unsupported protocol version: {version}"),
            data: Some(object([
                ("supported", vec![MODERN_VERSION.into()].into()),
                ("requested", claim.clone().into()),
            ])),
        });
    }
    let Some(declared) = meta(params, CAPABILITIES_KEY).filter(Raw::is_object) else {
        return Err(wrong(CAPABILITIES_KEY, "an object"));
    };
    let log_level = match meta(params, LOG_LEVEL_KEY) {
        None if params.raw().get("_meta").is_some_and(|meta| meta.has(LOG_LEVEL_KEY)) => {
            return Err(wrong(LOG_LEVEL_KEY, LOG_LEVELS));
        }
        None => None,
        Some(level) => {
            let level = level.text().and_then(|level| LogLevel::named(&level.to_string()));
            Some(level.ok_or_else(|| wrong(LOG_LEVEL_KEY, LOG_LEVELS))?)
        }
    };
    Ok(Caller {
        era: Era::Modern,
        capabilities: ClientCapabilities::new(&declared.value(), Era::Modern),
        progress_token: progress_token(params),
        log_level,
        draws: draws(params),
    })
}

fn wrong(key: &str, expected: &str) -> ErrorObject {
    let mut message = "\"".to_owned();
    message.push_str(key);
    message.push_str("\" in \"_meta\" must be ");
    message.push_str(expected);
    message.push('.');
    ErrorObject::new(INVALID_PARAMS, message)
}

pub(super) fn route(request: &Request) -> Result<Routed, ErrorObject> {
    let Request { method, params, .. } = request;
    Ok(match method.as_str() {
        "server/discover" => Routed::Answer(results::discover()),
        "subscriptions/listen" => Routed::Listen(params::filter(params)?),
        _ => {
            let retry = match method.as_str() {
                "tools/call" | "prompts/get" | "resources/read" => params::retry(method, params)?,
                _ => Retry::default(),
            };
            common(method, params, retry)?
        }
    })
}
