//! What the server wants done, in the order in which it must be done.

use serde::Serialize;

use super::ClientId;
use crate::engine::{Command, Evaluate, ImageId};

/// One thing for the host to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Send a client a message.
    Send {
        /// To whom.
        client: ClientId,
        /// The JSON of one JSON-RPC message.
        message: String,
    },
    /// Hand an image a command.
    Command {
        /// To which.
        image: ImageId,
        /// What.
        command: Command,
    },
    /// End an image and start a fresh one in its place.
    ReplaceImage {
        /// Which.
        image: ImageId,
        /// Why, for a person to read.
        reason: String,
    },
    /// Tick at that time. Replaces a time that was armed before.
    ArmTimer {
        /// In milliseconds since 1970.
        at_ms: u64,
    },
}

/// The actions of one step.
#[derive(Debug, Default)]
pub(super) struct Actions(Vec<Action>);

impl Actions {
    pub(super) fn send(&mut self, client: ClientId, message: String) {
        self.0.push(Action::Send { client, message });
    }

    pub(super) fn evaluate(&mut self, image: ImageId, evaluate: Evaluate) {
        self.0.push(Action::Command { image, command: Command::Evaluate(evaluate) });
    }

    pub(super) fn replace_image(&mut self, image: ImageId, reason: &str) {
        self.0.push(Action::ReplaceImage { image, reason: reason.to_owned() });
    }

    pub(super) fn arm_timer(&mut self, at_ms: u64) {
        self.0.push(Action::ArmTimer { at_ms });
    }

    pub(super) fn into_list(self) -> Vec<Action> {
        self.0
    }
}
