//! What the server wants done, in the order in which it must be done.

use std::rc::Rc;

use crate::engine::{Answer, Command, Evaluate, EvaluationId, ImageId};
use crate::json::{Json, Object, ToJson};
use crate::report::Restored;
use crate::server::ClientId;
use crate::server::notifications::changes::Changes;

/// One thing for the host to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Send a client a message.
    Send {
        /// To whom.
        client: ClientId,
        /// One JSON-RPC message, or a batch.
        message: Json,
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
        /// What tells the form from others.
        form: String,
    },
    /// All that was saved was evaluated again, or will not be.
    RestoredSaved {
        /// What came of it.
        restored: Restored,
    },
    /// Tick at that time. Replaces a time that was armed before.
    ArmTimer {
        /// In milliseconds of the clock that inputs come with.
        at_ms: u64,
    },
}

impl ToJson for Action {
    fn write_json(&self, out: &mut String) {
        Object::write(out, |object| match self {
            Self::Send { client, message } => {
                object.member("kind", &"send");
                object.member("client", client);
                object.member("message", message);
                if message.is_apart() {
                    object.member("hasText", &true);
                }
                if repeats_a_rare_number(message) {
                    object.member("json", &message.clone().into_text());
                }
            }
            Self::Command { image, command } => {
                object.member("kind", &"command");
                object.member("image", image);
                object.member("command", command);
            }
            Self::Interrupt { image, evaluation } => {
                object.member("kind", &"interrupt");
                object.member("image", image);
                object.member("evaluation", evaluation);
            }
            Self::Answer { image, answer } => {
                object.member("kind", &"answer");
                object.member("image", image);
                object.member("answer", answer);
            }
            Self::StartImage { image } => {
                object.member("kind", &"start-image");
                object.member("image", image);
            }
            Self::StopImage { image, reason } => {
                object.member("kind", &"stop-image");
                object.member("image", image);
                object.member("reason", reason);
            }
            Self::ReplaceImage { image, reason } => {
                object.member("kind", &"replace-image");
                object.member("image", image);
                object.member("reason", reason);
            }
            Self::KeepDefinitions => object.member("kind", &"keep-definitions"),
            Self::TrySaved { form } => {
                object.member("kind", &"try-saved");
                object.member("form", form);
            }
            Self::RestoredSaved { restored } => {
                object.member("kind", &"restored-saved");
                object.member("restored", restored);
            }
            Self::ArmTimer { at_ms } => {
                object.member("kind", &"arm-timer");
                object.member("atMs", at_ms);
            }
        });
    }
}

/// Whether the number that a message repeats to its client, as an id or a token, would be another one, or look like another, after JavaScript has
/// read it. Who can send text sends such a message as it is.
fn repeats_a_rare_number(message: &Json) -> bool {
    let begins = [r#"{"jsonrpc":"2.0","id":"#, BEFORE_TOKEN];
    let Some(repeated) = begins.iter().find_map(|begins| message.as_text().strip_prefix(begins)) else {
        return false;
    };
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E');
    let number = repeated.as_bytes().iter().take_while(|byte| is_part(byte));
    let is_plain = |byte: &u8| byte.is_ascii_digit();
    number.clone().count() > SAFE_DIGITS || !number.clone().skip(1).all(is_plain) || number.eq(b"-0")
}

/// What a progress notification begins with.
const BEFORE_TOKEN: &str = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"#;

/// Every integer of so many digits is a number of JavaScript's.
const SAFE_DIGITS: usize = 15;

/// Takes the texts of long answers out of the actions, in their order.
pub fn take_texts(actions: &mut [Action], texts: &mut impl Extend<Rc<String>>) {
    for action in actions {
        if let Action::Send { message, .. } = action
            && !repeats_a_rare_number(message)
        {
            texts.extend(message.take_apart());
        }
    }
}

/// The JSON of a list of actions.
#[must_use]
pub fn actions_json(actions: &[Action]) -> String {
    let mut out = String::new();
    actions.write_json(&mut out);
    out
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
    pub(in crate::server) fn send(&mut self, client: ClientId, message: String) {
        self.send_json(client, Json::raw(message));
    }

    pub(in crate::server) fn send_json(&mut self, client: ClientId, message: Json) {
        self.0.push(Action::Send { client, message });
    }

    pub(in crate::server) fn evaluate(&mut self, image: ImageId, evaluate: Evaluate) {
        self.0.push(Action::Command { image, command: Command::Evaluate(evaluate) });
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
