//! What the host has to do about a window message, in order.

use super::head::Source;
use crate::json::{Json, Object};

/// The steps of one turn, as the JSON array that they cross the boundary in.
#[derive(Debug, Default)]
pub(super) struct Steps(String);

impl Steps {
    pub(super) fn into_json(mut self) -> String {
        self.0.insert(0, '[');
        self.0.push(']');
        self.0
    }

    fn step(&mut self, write: &dyn Fn(&mut Object<'_>)) {
        if !self.0.is_empty() {
            self.0.push(',');
        }
        Object::write(&mut self.0, |object| write(object));
    }

    /// Post a window a message, if a document of `origin` is there.
    pub(super) fn post(&mut self, to: Source, origin: &str, message: &Json) {
        self.step(&|step| {
            step.member("kind", &"post");
            step.member("to", &to.name());
            step.member("origin", &origin);
            step.member("message", message);
        });
    }

    /// Post a window a word that is no message, in an envelope.
    pub(super) fn control(&mut self, to: Source, origin: &str, channel: &str, word: &'static str) {
        let envelope = Json::object(|envelope| {
            envelope.member("channel", &channel);
            envelope.member("type", &"mcp");
            envelope.member("direction", &"server-to-client");
            envelope.member("payload", &word);
        });
        self.post(to, origin, &envelope);
    }

    /// Hand what came to the client of its line; answers go to documents of `origin` alone.
    pub(super) fn hear(&mut self, from: Source, channel: Option<&str>, origin: &str) {
        self.step(&|step| {
            step.member("kind", &"hear");
            line(step, from, channel);
            step.member("origin", &origin);
        });
    }

    /// The client of that line has gone; what it asked for is dropped. The next message is another client's.
    pub(super) fn gone(&mut self, from: Source, channel: Option<&str>) {
        self.step(&|step| {
            step.member("kind", &"gone");
            line(step, from, channel);
        });
    }

    /// Come back after that time.
    pub(super) fn wait(&mut self, milliseconds: u32) {
        self.step(&|step| {
            step.member("kind", &"wait");
            step.member("milliseconds", &milliseconds);
        });
    }

    /// Tell whoever made the page.
    pub(super) fn problem(&mut self, problem: &Json) {
        self.step(&|step| {
            step.member("kind", &"problem");
            step.member("problem", problem);
        });
    }
}

fn line(step: &mut Object<'_>, from: Source, channel: Option<&str>) {
    step.member("from", &from.name());
    step.member("channel", &channel);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_one_array() {
        assert_eq!(Steps::default().into_json(), "[]");
        let mut steps = Steps::default();
        steps.gone(Source::Parent, None);
        steps.control(Source::Own, "*", "c\"", "mcp-server-ready");
        let steps: serde_json::Value = serde_json::from_str(&steps.into_json()).unwrap();
        assert_eq!(steps[0], serde_json::json!({"kind": "gone", "from": "parent", "channel": null}));
        assert_eq!(steps[1]["message"]["channel"], "c\"");
    }
}
