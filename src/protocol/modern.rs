//! MCP 2026-07-28: no handshake, every request carries what it needs in `_meta`.

use serde_json::{Map, Value};

use super::{Era, Routed, check_cursor, method_not_found, results, tool_call};
use crate::json::Json;
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, Request};

/// The modern version.
pub const MODERN_VERSION: &str = "2026-07-28";

/// The client claims a version that is not served. Legacy versions are not listed as supported: a client that
/// wants one sends `initialize`, not an envelope.
pub const UNSUPPORTED_PROTOCOL_VERSION: i32 = -32022;

const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// The version that a message claims to be written in; without one it is not modern.
pub(super) fn claim(params: &Map<String, Value>) -> Option<&Value> {
    params.get("_meta")?.as_object()?.get(VERSION_KEY)
}

/// Checks what every modern request must carry.
pub(super) fn check(claim: &Value, params: &Map<String, Value>) -> Result<(), ErrorObject> {
    let Some(version) = claim.as_str() else {
        return Err(ErrorObject::new(
            INVALID_PARAMS,
            format!("\"{VERSION_KEY}\" in \"_meta\" must be a string."),
        ));
    };
    if version != MODERN_VERSION {
        return Err(ErrorObject {
            code: UNSUPPORTED_PROTOCOL_VERSION,
            message: format!("Unsupported protocol version: {version}"),
            data: Some(Json::object(|data| {
                data.member("supported", &vec![MODERN_VERSION]);
                data.member("requested", claim);
            })),
        });
    }
    if !params.get("_meta").and_then(|meta| meta.get(CAPABILITIES_KEY)).is_some_and(Value::is_object) {
        return Err(ErrorObject::new(
            INVALID_PARAMS,
            format!("\"_meta\" needs \"{CAPABILITIES_KEY}\", an object."),
        ));
    }
    Ok(())
}

pub(super) fn route(request: &mut Request) -> Result<Routed, ErrorObject> {
    match request.method.as_str() {
        "server/discover" => Ok(Routed::Answer(Ok(results::discover()))),
        "tools/list" => {
            check_cursor(&request.params)?;
            Ok(Routed::Answer(Ok(results::tools_list(Era::Modern))))
        }
        "tools/call" => tool_call(&mut request.params, Era::Modern),
        other => Err(method_not_found(other)),
    }
}
