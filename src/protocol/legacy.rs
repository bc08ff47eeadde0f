//! The versions of MCP that begin with `initialize`: 2024-11-05, 2025-03-26, 2025-06-18 and 2025-11-25.

use super::params::{self, Retry};
use super::{Caller, ClientCapabilities, ClientState, Era, Routed, common, draws, progress_token, results};
use crate::data::{Members, Value};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, INVALID_REQUEST, Params, Request};

/// A version of the protocol that is negotiated by `initialize`, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LegacyVersion {
    /// 2024-11-05.
    V2024_11_05,
    /// 2025-03-26: batches, annotations of tools.
    V2025_03_26,
    /// 2025-06-18: titles, output schemas, structured content; no batches.
    V2025_06_18,
    /// 2025-11-25.
    V2025_11_25,
}

impl LegacyVersion {
    /// What is offered to a client that asks for a version unknown here.
    pub const LATEST: Self = Self::V2025_11_25;

    const ALL: [Self; 4] = [Self::V2024_11_05, Self::V2025_03_26, Self::V2025_06_18, Self::V2025_11_25];

    /// The version as the protocol writes it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
        }
    }

    fn negotiate(asked: &str) -> Self {
        Self::ALL.into_iter().find(|version| version.name() == asked).unwrap_or(Self::LATEST)
    }

    /// Required of servers by 2025-03-26, not ruled out by 2024-11-05, removed by 2025-06-18.
    pub(super) fn has_batches(self) -> bool {
        self <= Self::V2025_03_26
    }

    pub(super) fn has_annotations(self) -> bool {
        self >= Self::V2025_03_26
    }

    pub(super) fn has_titles(self) -> bool {
        self >= Self::V2025_06_18
    }

    pub(super) fn has_structured_content(self) -> bool {
        self >= Self::V2025_06_18
    }
}

pub(super) fn route(
    request: &Request,
    client: &mut ClientState,
    in_batch: bool,
) -> Result<(Caller, Routed), ErrorObject> {
    let Request { method, params, .. } = request;
    let routed = match method.as_str() {
        "initialize" if in_batch => {
            return Err(ErrorObject::new(INVALID_REQUEST, "\"initialize\" must not be part of a batch."));
        }
        "initialize" => Routed::Answer(results::initialize(initialize(params, client)?)),
        "ping" => Routed::Answer(results::empty()),
        "logging/setLevel" => Routed::SetLogLevel(params::log_level(params)?),
        "resources/subscribe" => Routed::Subscribe(params::uri(method, params)?),
        "resources/unsubscribe" => Routed::Unsubscribe(params::uri(method, params)?),
        // They exist, but not without what makes a message modern.
        "server/discover" | "subscriptions/listen" => {
            let mut message = method.clone();
            message.push_str(" needs \"_meta\" with \"io.modelcontextprotocol/protocolVersion\".");
            return Err(ErrorObject::new(INVALID_PARAMS, message));
        }
        _ => common(method, params, Retry::default())?,
    };
    let caller = Caller {
        era: client.era(),
        capabilities: client.capabilities,
        progress_token: progress_token(params),
        log_level: None,
        draws: draws(params),
    };
    Ok((caller, routed))
}

/// Begins anew with a client: what it has said before does not count any more.
fn initialize(params: &Params, client: &mut ClientState) -> Result<LegacyVersion, ErrorObject> {
    let asked = params.string("protocolVersion").ok_or_else(|| {
        ErrorObject::new(INVALID_PARAMS, "initialize needs \"protocolVersion\" as a string.")
    })?;
    let version = LegacyVersion::negotiate(&asked);
    let declared = params.object("capabilities").unwrap_or(&Value::Null);
    let capabilities = ClientCapabilities::new(declared, Era::Legacy(version));
    *client = ClientState { negotiated: Some(version), capabilities, ..ClientState::default() };
    Ok(version)
}
