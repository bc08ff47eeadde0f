//! The server as a host of lines has it: messages and events come as JSON text, and go as such.

use jscl_mcp::data::{Raw, Written};
use jscl_mcp::server::{Action, Server};
use serde_json::Value;

pub(crate) trait Lines {
    /// A client sent a line.
    fn line(&mut self, client: u32, line: &str, now_ms: u64) -> Vec<Action>;

    /// An image said something.
    fn event(&mut self, image: u32, json: &str, now_ms: u64) -> Vec<Action>;
}

impl Lines for Server {
    fn line(&mut self, client: u32, line: &str, now_ms: u64) -> Vec<Action> {
        match serde_json::from_str::<Value>(line) {
            Ok(message) => self.client_message(client, &message.into(), line.len(), now_ms),
            Err(problem) => self.unreadable_message(client, &problem.to_string(), now_ms),
        }
    }

    fn event(&mut self, image: u32, json: &str, now_ms: u64) -> Vec<Action> {
        self.engine_event(image, &Raw::parse(json).unwrap_or_default(), now_ms)
    }
}

/// The line that a client is sent.
pub(crate) fn line_of(message: &Written) -> String {
    Raw::of(message).json()
}

/// The actions as the host gets them.
pub(crate) fn json_of(actions: &[Action]) -> Value {
    Raw::of(actions).value()
}
