//! Requests about resources and prompts, and the completion of their arguments.

use super::Server;
use super::actions::Turn;
use super::clients::ReplyTo;
use super::requests::Now;
use crate::protocol::{Completion, PromptCall, ResourceRead, method_not_found};

// Until each is there its method does not exist, and its capability is not declared.
#[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "what they are to do needs all that")]
impl Server {
    pub(super) fn list_resources(&mut self, _cursor: Option<&str>, _reply: &ReplyTo) -> Now {
        Some(Err(method_not_found("resources/list")))
    }

    pub(super) fn list_templates(&mut self, _cursor: Option<&str>, _reply: &ReplyTo) -> Now {
        Some(Err(method_not_found("resources/templates/list")))
    }

    pub(super) fn read_resource(&mut self, _read: ResourceRead, _reply: &ReplyTo, _turn: &mut Turn) -> Now {
        Some(Err(method_not_found("resources/read")))
    }

    pub(super) fn list_prompts(&mut self, _cursor: Option<&str>, _reply: &ReplyTo) -> Now {
        Some(Err(method_not_found("prompts/list")))
    }

    pub(super) fn get_prompt(&mut self, _call: PromptCall, _reply: &ReplyTo, _turn: &mut Turn) -> Now {
        Some(Err(method_not_found("prompts/get")))
    }

    pub(super) fn complete(&mut self, _completion: Completion, _reply: &ReplyTo, _turn: &mut Turn) -> Now {
        Some(Err(method_not_found("completion/complete")))
    }
}
