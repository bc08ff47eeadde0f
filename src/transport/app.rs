//! The view's side of the opening of an MCP app: the view introduces itself to the host that shows it, and
//! offers its tools. Rule: the extension `io.modelcontextprotocol/ui`, version 2026-01-26.

use crate::data::{Written, known};
use crate::jsonrpc::Id;

const VERSION: &str = "2026-01-26";

/// A host may begin to listen after the view has begun to speak, and would never say so: so the view repeats
/// itself, after these times in milliseconds.
const PATIENCE: [u32; 6] = [500, 1_000, 2_000, 4_000, 8_000, 16_000];

/// How far the opening is.
#[derive(Debug, Default)]
pub(super) struct Opening {
    attempts: usize,
    is_over: bool,
}

impl Opening {
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// The next introduction, and how long to wait for its answer. None when there were enough.
    pub(super) fn attempt(&mut self) -> Option<(Written, u32)> {
        let patience = *PATIENCE.get(self.attempts)?;
        self.attempts = self.attempts.saturating_add(1);
        let mut id = PREFIX.to_owned();
        id.push_str(&self.attempts.to_string());
        let message = Written::object(|request| {
            request.member("jsonrpc", &"2.0");
            request.member("id", &id);
            request.member("method", &"ui/initialize");
            request.object("params", |params| {
                params.object("appInfo", |info| {
                    info.member("name", &env!("CARGO_PKG_NAME"));
                    info.member("version", &env!("CARGO_PKG_VERSION"));
                });
                params.object("appCapabilities", |capabilities| capabilities.object("tools", |_| ()));
                params.member("protocolVersion", &VERSION);
            });
        });
        Some((message, patience))
    }
}

const PREFIX: &str = "jscl-mcp-app-";

/// Whether a response answers the server's introduction.
pub(super) fn is_ours(id: &Id) -> bool {
    matches!(id, Id::Text(id) if id.to_string().starts_with(PREFIX))
}

pub(super) fn initialized() -> Written {
    known(&[r#"{"jsonrpc":"2.0","method":"ui/notifications/initialized","params":{}}"#])
}

/// The answer to a host that is about to take the view away.
pub(super) fn torn_down(id: &Id) -> Written {
    Written::object(|response| {
        response.member("jsonrpc", &"2.0");
        response.data("id", id);
        response.object("result", |_| ());
    })
}
