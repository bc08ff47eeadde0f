//! A server with one client, for what many inputs leave behind.

use jscl_mcp::engine::Command;
use jscl_mcp::server::{Action, MAIN_IMAGE, Options, Server};
use serde_json::{Value, json};

use crate::outcomes::{ok, with};
use crate::text::Lines;

pub(crate) const NOW_MS: u64 = 1_795_176_000_000;

pub(crate) struct Page {
    pub(crate) server: Server,
    pub(crate) last_id: u32,
}

impl Page {
    pub(crate) fn new() -> Self {
        let mut page = Self { server: Server::new(Options::default()), last_id: 0 };
        page.event(&json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1.0}));
        page
    }

    pub(crate) fn event(&mut self, event: &Value) -> Vec<Action> {
        self.server.event(MAIN_IMAGE, &event.to_string(), NOW_MS)
    }

    /// The time of the next message: what is between two gives back what the limit of messages took.
    pub(crate) fn later(&mut self) -> u64 {
        self.last_id += 1;
        NOW_MS + u64::from(self.last_id) * 1_000
    }

    pub(crate) fn send_text(&mut self, client: u32, text: &str) -> Vec<Action> {
        let now_ms = self.later();
        self.server.line(client, text, now_ms)
    }

    pub(crate) fn request(&self, method: &str, params: &Value) -> Value {
        json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
    }

    pub(crate) fn ask(&mut self, client: u32, method: &str, params: &Value) -> Vec<Action> {
        let request = self.request(method, params);
        self.send_text(client, &request.to_string())
    }

    /// The event that ends an evaluation, which is begun by this.
    pub(crate) fn completion(&mut self, arguments: &Value, definitions: &[Value]) -> Value {
        let params = json!({"name": "evaluate-lisp", "arguments": arguments});
        let actions = self.ask(1, "tools/call", &params);
        let id = actions
            .iter()
            .find_map(|action| match action {
                Action::Command { command: Command::Evaluate(evaluate), .. } => Some(evaluate.id),
                _ => None,
            })
            .unwrap();
        let outcome = with(ok(&["1"]), json!({"definitions": definitions}));
        json!({"kind": "completed", "id": id, "outcome": outcome})
    }

    /// Takes in the definitions of an evaluation.
    pub(crate) fn define(&mut self, definitions: &[Value]) {
        let event = self.completion(&json!({"code": "1"}), definitions);
        self.event(&event);
    }
}

pub(crate) fn definition(code: &str, names: &[String]) -> Value {
    json!({"code": code, "package": "P", "names": names, "undefined": []})
}

pub(crate) fn functions(first: usize, count: usize) -> Vec<String> {
    (first..first + count).map(|number| format!("FUNCTION F{number}")).collect()
}

/// What a client asks to be told about.
pub(crate) fn listening(uris: &[String]) -> Value {
    json!({
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
        "notifications": {"resourceSubscriptions": uris},
    })
}
