//! What the server does for the tools and prompts that only tests have.

use super::Server;
use super::actions::Turn;
use super::changes::Change;
use super::clients::ReplyTo;
use super::requests::Now;
use crate::data::Data;
use crate::prompts;
use crate::protocol::{Era, PromptCall, Routed, content_result, prompt_result};
use crate::tools::{Asked, Fixed};

const CHANGED: &str = r#"[{"type":"text","text":"It may have changed."}]"#;

impl Turn {
    pub(super) fn fixed(&mut self, fixed: Fixed, era: Era) -> Data {
        let content = match fixed {
            Fixed::Content(content) => content,
            Fixed::ChangeTools => {
                self.changed(Change::Tools);
                CHANGED
            }
            Fixed::ChangePrompts => {
                self.changed(Change::Prompts);
                CHANGED
            }
        };
        content_result(era, content)
    }
}

impl Server {
    /// Asks for what the prompt has to know, or says it.
    pub(super) fn get_asking_prompt(&mut self, call: PromptCall, reply: &ReplyTo, turn: &mut Turn) -> Now {
        let state = call.retry.state.as_deref();
        let asked = Asked { caller: &reply.caller, answers: &call.retry.responses, state };
        match prompts::with_context(asked) {
            Ok(messages) => {
                let prompt = prompts::find(&call.name)?;
                Some(Ok(prompt_result(reply.caller.era, prompt, &messages)))
            }
            Err(ask) => self.ask(ask, Routed::GetPrompt(call), reply, turn),
        }
    }
}
