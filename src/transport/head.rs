//! What a window message says, as far as anything is decided by it; the message itself may be long.

use serde::Serialize;

use crate::data::Raw;
use crate::jsonrpc::Id;

/// Longer than any word, method, channel or id of use, in UTF-16 units.
const LONG: usize = 1_000;

/// A window that may speak to the server, as seen from its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", ts(rename = "WindowName"))]
pub enum Source {
    /// The page's own.
    #[serde(rename = "self")]
    Own,
    /// The one that frames the page.
    #[serde(rename = "parent")]
    Parent,
    /// The one that opened it.
    #[serde(rename = "opener")]
    Opener,
}

impl Source {
    /// As the host names it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Own => "self",
            Self::Parent => "parent",
            Self::Opener => "opener",
        }
    }
}

/// What a line is known by: a channel of envelopes, or a window that posts messages as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct LineName {
    /// The window.
    pub from: Source,
    /// The channel; `null` for what has no envelope.
    pub channel: Option<String>,
}

/// What is known of the requests on a line when a message comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// Whether one waits for its answer.
    pub busy: bool,
    /// Whether one has the id of the message.
    pub repeated: bool,
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The answer to a request.
    Result,
    /// The error in its place.
    Error,
}

/// What is decided by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Head {
    channel: Option<String>,
    direction: String,
    control: Option<String>,
    method: String,
    /// The id of the message, if it has one.
    pub id: Option<Id>,
    pub(super) part: Option<Part>,
}

impl Head {
    /// Reads what a window has posted: its head, and what the client says. None for what is no message of a
    /// client's.
    #[must_use]
    pub fn read(data: &Raw) -> Option<(Self, Raw)> {
        if let Some(payload) = data.get("payload").filter(|_| is(data, "type", "mcp")) {
            let head = Self {
                channel: Some(short(data, "channel")?),
                direction: short(data, "direction")?,
                control: word(&payload),
                ..Self::of(&payload)
            };
            // What servers say in this window comes back to it, ours too; only the words between the messages
            // tell something.
            return (head.is_from_client() || head.control.is_some()).then_some((head, payload));
        }
        let first = data.items().map_or_else(|| Some(data.clone()), |items| items.into_iter().next())?;
        is(&first, "jsonrpc", "2.0").then(|| (Self::of(data), data.clone()))
    }

    fn of(message: &Raw) -> Self {
        if !message.is_object() {
            return Self::default();
        }
        let id = message.get("id").as_ref().and_then(Id::new);
        Self {
            method: short(message, "method").unwrap_or_default(),
            id: id.filter(|id| !matches!(id, Id::Text(text) if text.length() > LONG)),
            part: if message.has("result") {
                Some(Part::Result)
            } else {
                message.has("error").then_some(Part::Error)
            },
            ..Self::default()
        }
    }

    /// The channel of its envelope, if it came in one.
    #[must_use]
    pub fn channel(&self) -> Option<&str> {
        self.channel.as_deref()
    }

    /// Whether the message asks for something.
    #[must_use]
    pub fn is_request(&self) -> bool {
        !self.method.is_empty() && self.id.is_some()
    }

    pub(super) fn is_from_client(&self) -> bool {
        self.direction == "client-to-server"
    }

    pub(super) fn is_from_server(&self) -> bool {
        self.direction == "server-to-client"
    }

    pub(super) fn control(&self) -> Option<&str> {
        self.control.as_deref()
    }

    pub(super) fn method(&self) -> &str {
        &self.method
    }
}

fn is(data: &Raw, name: &'static str, word: &str) -> bool {
    data.get(name).and_then(|value| value.text()).is_some_and(|text| text == *word)
}

fn short(data: &Raw, name: &'static str) -> Option<String> {
    word(&data.get(name)?)
}

fn word(data: &Raw) -> Option<String> {
    data.text().filter(|text| text.length() <= LONG).map(|text| text.to_string())
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    fn read(data: Value) -> Option<Head> {
        Head::read(&data.into()).map(|(head, _)| head)
    }

    fn envelope(payload: &Value) -> Value {
        json!({"channel": "c", "type": "mcp", "direction": "client-to-server", "payload": payload})
    }

    #[test]
    fn what_is_decided_by_is_told_apart_from_what_is_said() {
        let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
        let (head, payload) = Head::read(&envelope(&ping).into()).unwrap();
        assert_eq!(
            (head.channel(), head.method(), &head.id),
            (Some("c"), "ping", &Some(Id::Number(1.into())))
        );
        assert_eq!(payload.value(), ping);
        assert_eq!(read(envelope(&json!("mcp-check-ready"))).unwrap().control(), Some("mcp-check-ready"));
        let answer = read(json!({"jsonrpc": "2.0", "id": "a", "result": {}})).unwrap();
        assert_eq!((answer.channel(), answer.part), (None, Some(Part::Result)));
        assert_eq!(read(json!([ping])).unwrap().method(), "");
    }

    #[test]
    fn what_is_no_message_is_none() {
        let mut strange = envelope(&json!({}));
        strange["direction"] = json!(7);
        let mut of_a_server = envelope(&json!({}));
        of_a_server["direction"] = json!("server-to-client");
        let mut nameless = envelope(&json!({}));
        nameless["channel"] = json!(7);
        for data in [
            json!(null),
            json!(7),
            json!("mcp-check-ready"),
            json!([]),
            json!({}),
            strange,
            of_a_server,
            nameless,
        ] {
            assert_eq!(read(data.clone()), None, "{data}");
        }
    }

    #[test]
    fn fields_of_a_length_or_type_that_none_has_are_left_out() {
        let long = "x".repeat(2000);
        let head = read(envelope(&json!({"id": long, "method": long}))).unwrap();
        assert_eq!((head.id, head.method.as_str()), (None, ""));
        assert_eq!(read(envelope(&json!(long))).unwrap().control, None);
        let odd = read(envelope(&json!({"id": {}, "method": 7}))).unwrap();
        assert_eq!((odd.id, odd.method.as_str(), odd.part), (None, "", None));
    }
}
