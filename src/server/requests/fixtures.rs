//! What the server does for the tools and prompts that only tests have.

use crate::data::Written;
use crate::prompts;
use crate::protocol::{Era, PromptCall, Routed, content_result, prompt_result};
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::clients::ReplyTo;
use crate::server::notifications::changes::Change;
use crate::server::requests::Now;
use crate::tools::{Asked, Fixed};

const CHANGED: &str = r#"[{"type":"text","text":"It may have changed."}]"#;

impl Turn {
    pub(in crate::server) fn fixed(&mut self, fixed: Fixed, era: Era) -> Written {
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
    /// Says what a prompt says that has no task, having asked for what it has to know.
    pub(in crate::server) fn get_prompt_of_tests(
        &mut self,
        call: PromptCall,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) -> Now {
        if call.name != prompts::ASKING {
            return Some(self.prompt(prompts::find(&call.name)?, "", &call.arguments, reply));
        }
        let state = call.retry.state.as_deref();
        let asked = Asked { caller: &reply.caller, answers: &call.retry.responses, state };
        match prompts::with_context(asked) {
            Ok(messages) => {
                let prompt = prompts::find(&call.name)?;
                Some(Ok(prompt_result(reply.caller.era, prompt.description, &messages)))
            }
            Err(ask) => self.ask(ask, Routed::GetPrompt(call), reply, turn),
        }
    }
}
