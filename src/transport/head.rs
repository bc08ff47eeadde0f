//! What the host tells of a window message: enough to decide about it, whatever its length.

use serde_json::Value;

/// The window that sent a message, as seen from the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The server's own.
    Own,
    /// The one that frames it.
    Parent,
    /// The one that opened it.
    Opener,
}

impl Source {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Own => "self",
            Self::Parent => "parent",
            Self::Opener => "opener",
        }
    }
}

/// The head of a window message.
#[derive(Debug)]
pub(super) struct Head<'a>(&'a Value);

impl<'a> Head<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    fn text(&self, name: &str) -> Option<&'a str> {
        self.0.get(name).and_then(Value::as_str)
    }

    pub(super) fn source(&self) -> Option<Source> {
        [Source::Own, Source::Parent, Source::Opener]
            .into_iter()
            .find(|source| self.text("source") == Some(source.name()))
    }

    /// The browser's word for who sent it.
    pub(super) fn origin(&self) -> &'a str {
        self.text("origin").unwrap_or_default()
    }

    /// The channel of an envelope; none of a bare message.
    pub(super) fn channel(&self) -> Option<&'a str> {
        self.text("channel")
    }

    /// Whether the envelope is one of a client's. A server sends through the same window.
    pub(super) fn is_from_client(&self) -> bool {
        self.text("direction") == Some("client-to-server")
    }

    pub(super) fn is_from_server(&self) -> bool {
        self.text("direction") == Some("server-to-client")
    }

    /// What an envelope carries in place of a message.
    pub(super) fn control(&self) -> Option<&'a str> {
        self.text("control")
    }

    pub(super) fn method(&self) -> &'a str {
        self.text("method").unwrap_or_default()
    }

    /// The id of a request or of a response.
    pub(super) fn id(&self) -> Option<&'a Value> {
        self.0.get("id").filter(|id| id.is_string() || id.is_number())
    }

    /// `result` or `error`, of a response.
    pub(super) fn outcome(&self) -> Option<&'a str> {
        self.text("outcome")
    }

    /// Whether a request has the id of one that has no answer yet.
    pub(super) fn is_repeated(&self) -> bool {
        self.flag("repeated")
    }

    /// Whether requests on this line are still to be answered.
    pub(super) fn is_busy(&self) -> bool {
        self.flag("busy")
    }

    fn flag(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Bool(true))
    }
}
