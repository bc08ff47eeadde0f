//! What the host has to do about a window message, in order.

use serde::Serialize;

use super::head::Source;
use super::problems::BindingProblem;
use crate::data::{Raw, Written};

/// One thing for the host to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Step {
    /// Post a message.
    Post {
        /// To which window.
        to: Source,
        /// Only if that is of this origin.
        origin: String,
        /// What.
        #[cfg_attr(feature = "schemas", ts(type = "unknown"))]
        message: Written,
    },
    /// Hand the server what a client says.
    Hear {
        /// The client's window.
        from: Source,
        /// The channel of its envelopes; `null` where there are none.
        channel: Option<String>,
        /// Where answers go.
        origin: String,
        /// What it says.
        #[cfg_attr(feature = "schemas", ts(type = "unknown"))]
        message: Raw,
    },
    /// The client of a line is gone.
    Gone {
        /// Its window.
        from: Source,
        /// The channel of its envelopes; `null` where there are none.
        channel: Option<String>,
    },
    /// Say so when that time is over.
    Wait {
        /// How long.
        milliseconds: u32,
    },
    /// Tell the page's author.
    Problem {
        /// Of this.
        problem: BindingProblem,
    },
}

#[derive(Debug, Default)]
pub(super) struct Steps(Vec<Step>);

impl Steps {
    pub(super) fn into_list(self) -> Vec<Step> {
        self.0
    }

    pub(super) fn post(&mut self, to: Source, origin: &str, message: Written) {
        self.0.push(Step::Post { to, origin: origin.to_owned(), message });
    }

    /// Says a word of the envelope's protocol.
    pub(super) fn control(&mut self, to: Source, origin: &str, channel: &str, word: &'static str) {
        let envelope = Written::object(|envelope| {
            envelope.member("channel", channel);
            envelope.member("type", "mcp");
            envelope.member("direction", "server-to-client");
            envelope.member("payload", word);
        });
        self.post(to, origin, envelope);
    }

    pub(super) fn hear(&mut self, from: Source, channel: Option<&str>, origin: &str, message: &Raw) {
        self.0.push(Step::Hear {
            from,
            channel: channel.map(str::to_owned),
            origin: origin.to_owned(),
            message: message.clone(),
        });
    }

    pub(super) fn gone(&mut self, from: Source, channel: Option<&str>) {
        self.0.push(Step::Gone { from, channel: channel.map(str::to_owned) });
    }

    pub(super) fn wait(&mut self, milliseconds: u32) {
        self.0.push(Step::Wait { milliseconds });
    }

    pub(super) fn problem(&mut self, problem: BindingProblem) {
        self.0.push(Step::Problem { problem });
    }
}
