//! Who asks, as far as a message, and for legacy messages `initialize` before it, says.

use super::{Era, LegacyVersion, LogLevel};
use crate::data::{Members, Value, object};
use crate::jsonrpc::{ErrorObject, Id};

/// The client needs a capability that it did not declare.
pub const MISSING_REQUIRED_CLIENT_CAPABILITY: i32 = -32021;

/// What a request says about its sender.
#[derive(Clone, Debug, PartialEq)]
pub struct Caller {
    /// The rules that the answer is under.
    pub era: Era,
    /// What the client can be asked.
    pub capabilities: ClientCapabilities,
    /// What the client wants to be told of the request's progress by, if it does.
    pub progress_token: Option<Id>,
    /// The least level of messages about this request that a modern client wants. Legacy clients say it for
    /// all requests, in [`ClientState`](super::ClientState).
    pub log_level: Option<LogLevel>,
    /// Whether the client shows a text of SVG itself, and wants it in place of an image.
    pub draws: bool,
}

/// Something that a client may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientCapability {
    /// `roots/list`.
    Roots,
    /// `sampling/createMessage`.
    Sampling,
    /// The same with tools.
    SamplingTools,
    /// `elicitation/create` with a form.
    ElicitationForm,
    /// `elicitation/create` with an address to visit.
    ElicitationUrl,
}

impl ClientCapability {
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The member of `capabilities` that declares it, and the member in that.
    fn names(self) -> (&'static str, Option<&'static str>) {
        match self {
            Self::Roots => ("roots", None),
            Self::Sampling => ("sampling", None),
            Self::SamplingTools => ("sampling", Some("tools")),
            Self::ElicitationForm => ("elicitation", Some("form")),
            Self::ElicitationUrl => ("elicitation", Some("url")),
        }
    }
}

/// What a client declared that it can be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientCapabilities(u8);

impl ClientCapabilities {
    /// Whether the client can be asked that.
    #[must_use]
    pub fn has(self, capability: ClientCapability) -> bool {
        self.0 & capability.bit() != 0
    }

    /// The capabilities in an object that was written under the rules of `era`; what these do not know is
    /// left out.
    #[must_use]
    pub fn new(declared: &Value, era: Era) -> Self {
        let mut capabilities = Self::default();
        if declared.object("roots").is_some() {
            capabilities.add(ClientCapability::Roots);
        }
        if let Some(sampling) = declared.object("sampling") {
            capabilities.add(ClientCapability::Sampling);
            if sampling.named("tools").is_some() && era.is_since(LegacyVersion::V2025_11_25) {
                capabilities.add(ClientCapability::SamplingTools);
            }
        }
        if let Some(elicitation) = declared.object("elicitation")
            && era.is_since(LegacyVersion::V2025_06_18)
        {
            let has_modes = era.is_since(LegacyVersion::V2025_11_25);
            let url = has_modes && elicitation.named("url").is_some();
            if url {
                capabilities.add(ClientCapability::ElicitationUrl);
            }
            // Before there were modes there were forms, which is what an empty object has meant since.
            if !url || elicitation.named("form").is_some() {
                capabilities.add(ClientCapability::ElicitationForm);
            }
        }
        capabilities
    }

    fn add(&mut self, capability: ClientCapability) {
        self.0 |= capability.bit();
    }
}

/// The error for a modern request that cannot be answered unless its client declares `missing`.
#[must_use]
pub fn missing_capability(missing: ClientCapability) -> ErrorObject {
    let (name, part) = missing.names();
    let mut message = "This request needs a client with the capability ".to_owned();
    message.push_str(name);
    if let Some(part) = part {
        message.push('.');
        message.push_str(part);
    }
    message.push_str(", which it did not declare.");
    let inner = part.map_or_else(|| object([]), |part| object([(part, object([]))]));
    let data = object([("requiredCapabilities", object([(name, inner)]))]);
    ErrorObject { code: MISSING_REQUIRED_CLIENT_CAPABILITY, message, data: Some(data) }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::ClientCapability::{ElicitationForm, ElicitationUrl, Roots, Sampling, SamplingTools};
    use super::*;
    use serde_json::json;

    fn declared(declared: &Value, era: Era) -> Vec<ClientCapability> {
        let capabilities = ClientCapabilities::new(declared, era);
        [Roots, Sampling, SamplingTools, ElicitationForm, ElicitationUrl]
            .into_iter()
            .filter(|capability| capabilities.has(*capability))
            .collect()
    }

    #[test]
    fn reads_what_is_declared() {
        for (capabilities, expected) in [
            (json!({}), vec![]),
            (json!({"roots": {"listChanged": true}}), vec![Roots]),
            (json!({"sampling": {}}), vec![Sampling]),
            (json!({"sampling": {"tools": {}, "context": {}}}), vec![Sampling, SamplingTools]),
            (json!({"elicitation": {}}), vec![ElicitationForm]),
            (json!({"elicitation": {"form": {}}}), vec![ElicitationForm]),
            (json!({"elicitation": {"url": {}}}), vec![ElicitationUrl]),
            (json!({"elicitation": {"form": {}, "url": {}}}), vec![ElicitationForm, ElicitationUrl]),
            (json!({"elicitation": true, "roots": [], "sampling": null, "x": {}}), vec![]),
        ] {
            assert_eq!(declared(&capabilities, Era::Modern), expected);
        }
    }

    #[test]
    fn leaves_out_what_the_version_does_not_know() {
        let all = json!({"roots": {}, "sampling": {"tools": {}}, "elicitation": {"form": {}, "url": {}}});
        let of = |version| declared(&all, Era::Legacy(version));
        assert_eq!(of(LegacyVersion::V2024_11_05), [Roots, Sampling]);
        assert_eq!(of(LegacyVersion::V2025_03_26), [Roots, Sampling]);
        assert_eq!(of(LegacyVersion::V2025_06_18), [Roots, Sampling, ElicitationForm]);
        assert_eq!(of(LegacyVersion::V2025_11_25).len(), 5);
    }

    #[test]
    fn says_which_capability_is_missing() {
        let error = missing_capability(ElicitationForm);
        assert_eq!(error.code, -32021);
        assert!(error.message.contains("elicitation.form"), "{}", error.message);
        assert_eq!(
            error.data.unwrap().value().to_string(),
            r#"{"requiredCapabilities":{"elicitation":{"form":{}}}}"#
        );
        let error = missing_capability(Sampling);
        assert_eq!(error.data.unwrap().value().to_string(), r#"{"requiredCapabilities":{"sampling":{}}}"#);
    }
}
