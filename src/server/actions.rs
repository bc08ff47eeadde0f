//! Actions for the host, in the order in which it must perform them.

use serde::{Serialize, Serializer};

use crate::data::{Raw, Text, Written};
use crate::engine::{Answer, Command, Evaluate, EvaluationId, ImageId, QueryId};
use crate::report::Restored;
use crate::server::ClientId;
use crate::server::notifications::changes::Changes;

/// One thing for the host to do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Send a client a message.
    Send {
        /// To whom.
        client: ClientId,
        /// One JSON-RPC message, or a batch.
        #[cfg_attr(feature = "schemas", ts(type = "object"))]
        message: Written,
    },
    /// Hand an image a command.
    Command {
        /// To which.
        image: ImageId,
        /// What.
        command: Command,
    },
    /// Have an image end an evaluation early. Where the host has no way to tell it, nothing happens.
    Interrupt {
        /// Which.
        image: ImageId,
        /// Which of its evaluations; the image may be done with it already.
        evaluation: EvaluationId,
    },
    /// Wake an evaluation that is held. Where it is held no longer, nothing happens.
    Answer {
        /// In which image.
        image: ImageId,
        /// With what.
        answer: Answer,
    },
    /// Find how the lines of a text are to be indented; ends with exactly one `laid-out` event of that image.
    LayOut {
        /// For which.
        image: ImageId,
        /// Returned in that event.
        id: QueryId,
        /// The text.
        code: Text,
        /// Of macros that the text does not define, how many arguments come before the `&body`, by their
        /// names in lower case.
        #[cfg_attr(feature = "schemas", ts(type = "Record<string, number>"))]
        bodies: Raw,
    },
    /// Draw pictures; ends with exactly one call of `drawn`.
    Draw {
        /// Returned in that call.
        id: u32,
        /// Texts of SVG.
        pictures: Vec<Text>,
    },
    /// Load the file of words; ends with exactly one call of `takeWords`.
    LoadWords,
    /// Start an image.
    StartImage {
        /// Under which number; it was never used before.
        image: ImageId,
    },
    /// End an image. Nothing that it says afterwards matters.
    StopImage {
        /// Which.
        image: ImageId,
        /// Why, for a person to read.
        reason: String,
    },
    /// End an image and start a fresh one in its place.
    ReplaceImage {
        /// Which.
        image: ImageId,
        /// Why, for a person to read.
        reason: String,
    },
    /// Keep the record of what the person has defined, some time soon.
    KeepDefinitions,
    /// Keep that a saved form is about to be evaluated, before anything else is handed to the image.
    TrySaved {
        /// The digest that identifies the form.
        form: String,
    },
    /// All that was saved was evaluated again, or will not be.
    RestoredSaved {
        /// Its outcome.
        restored: Restored,
    },
    /// Tick at that time. Replaces a time that was armed before.
    ArmTimer {
        /// In milliseconds of the clock that inputs come with.
        #[serde(serialize_with = "safe_integer")]
        #[cfg_attr(feature = "schemas", ts(type = "number"))]
        at_ms: u64,
    },
}

/// To JavaScript a time that never comes is as good as any other that does not.
#[cfg_attr(
    not(target_arch = "wasm32"),
    expect(clippy::trivially_copy_pass_by_ref, reason = "what serde calls")
)]
fn safe_integer<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;
    serializer.serialize_u64((*number).min(MAX_SAFE_INTEGER))
}

/// One input on its way through the server: when it came, and what is to be done about it so far.
#[derive(Debug)]
pub(in crate::server) struct Turn {
    /// On the clock that limits are measured with.
    pub(in crate::server) now_ms: u64,
    /// In milliseconds since 1970, for what people read.
    pub(in crate::server) date_ms: u64,
    pub(in crate::server) actions: Actions,
    pub(in crate::server) changes: Changes,
}

impl Turn {
    pub(in crate::server) fn at(now_ms: u64, date_ms: u64) -> Self {
        Self { now_ms, date_ms, actions: Actions::default(), changes: Changes::default() }
    }
}

/// The actions of one turn.
#[derive(Debug, Default)]
pub(in crate::server) struct Actions(Vec<Action>);

impl Actions {
    pub(in crate::server) fn send(&mut self, client: ClientId, message: Written) {
        self.0.push(Action::Send { client, message });
    }

    pub(in crate::server) fn evaluate(&mut self, image: ImageId, evaluate: Evaluate) {
        self.0.push(Action::Command { image, command: Command::Evaluate(Box::new(evaluate)) });
    }

    pub(in crate::server) fn command(&mut self, image: ImageId, command: Command) {
        self.0.push(Action::Command { image, command });
    }

    pub(in crate::server) fn interrupt(&mut self, image: ImageId, evaluation: EvaluationId) {
        self.0.push(Action::Interrupt { image, evaluation });
    }

    pub(in crate::server) fn answer(&mut self, image: ImageId, answer: Answer) {
        self.0.push(Action::Answer { image, answer });
    }

    pub(in crate::server) fn lay_out(&mut self, image: ImageId, id: QueryId, code: Text, bodies: Raw) {
        self.0.push(Action::LayOut { image, id, code, bodies });
    }

    pub(in crate::server) fn draw(&mut self, id: u32, pictures: Vec<Text>) {
        self.0.push(Action::Draw { id, pictures });
    }

    pub(in crate::server) fn load_words(&mut self) {
        self.0.push(Action::LoadWords);
    }

    pub(in crate::server) fn start_image(&mut self, image: ImageId) {
        self.0.push(Action::StartImage { image });
    }

    pub(in crate::server) fn stop_image(&mut self, image: ImageId, reason: &str) {
        self.0.push(Action::StopImage { image, reason: reason.to_owned() });
    }

    pub(in crate::server) fn replace_image(&mut self, image: ImageId, reason: &str) {
        self.0.push(Action::ReplaceImage { image, reason: reason.to_owned() });
    }

    pub(in crate::server) fn arm_timer(&mut self, at_ms: u64) {
        self.0.push(Action::ArmTimer { at_ms });
    }

    pub(in crate::server) fn keep_definitions(&mut self) {
        self.0.push(Action::KeepDefinitions);
    }

    pub(in crate::server) fn try_saved(&mut self, form: String) {
        self.0.push(Action::TrySaved { form });
    }

    pub(in crate::server) fn restored_saved(&mut self, restored: Restored) {
        self.0.push(Action::RestoredSaved { restored });
    }

    pub(in crate::server) fn into_list(self) -> Vec<Action> {
        self.0
    }
}
