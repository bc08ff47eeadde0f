//! Completion of the arguments of prompts and of the variables of templates.

mod ranking;

pub use ranking::{MOST_WRITTEN, Matches};

use crate::protocol::{Completion, CompletionOf};
use crate::resources::Completes;
use crate::session::Session;
use crate::{prompts, resources};

/// What the argument of a completion can be.
///
/// # Errors
/// If there is no such prompt, template, or argument of it.
pub fn completes(completion: &Completion) -> Result<Completes, String> {
    let argument = completion.argument.as_str();
    let (found, what, name) = match &completion.of {
        CompletionOf::Prompt(name) => {
            let Some(prompt) = prompts::find(name) else { return Err(prompts::unknown(name)) };
            let found = prompt.arguments.iter().find(|each| each.name == argument).map(|each| each.completes);
            (found, "argument: prompt ", name)
        }
        CompletionOf::Resource(uri) => {
            let Some(template) = resources::templates().find(|each| each.uri_template == uri) else {
                let mut message = "Unknown template: ".to_owned();
                message.push_str(uri);
                message.push_str(". resources/templates/list has those there are.");
                return Err(message);
            };
            let found =
                template.variables.iter().find(|(name, _)| *name == argument).map(|(_, found)| *found);
            (found, "variable: ", uri)
        }
    };
    found.ok_or_else(|| {
        let mut message = "Unknown ".to_owned();
        message.push_str(what);
        message.push_str(name);
        message.push_str(" has no ");
        message.push_str(argument);
        message.push('.');
        message
    })
}

/// What is known of a completion without asking an image. `names` are those of all sessions; `session` is the
/// one that the other arguments name.
#[must_use]
pub fn matches(
    completes: Completes,
    completion: &Completion,
    names: &[String],
    session: &Session,
) -> Matches {
    let mut matches = Matches::new(&completion.value);
    let name = completion
        .known
        .iter()
        .find(|(name, _)| name == "name")
        .map(|(_, value)| resources::canonical(value));
    let is_small = !completion.value.bytes().any(|byte| byte.is_ascii_uppercase());
    match completes {
        Completes::Nothing => {}
        Completes::Session => names.iter().for_each(|name| matches.add(name)),
        _ => {
            for each in resources::named(&session.journal, "") {
                match completes {
                    Completes::Function if each.kind != "FUNCTION" => {}
                    Completes::Package if each.kind != "PACKAGE" => {}
                    Completes::Kind if name.as_ref().is_some_and(|name| name != each.name) => {}
                    Completes::Kind => matches.add(&each.kind.to_ascii_lowercase()),
                    // As the image would write them.
                    Completes::Symbol if is_small && !each.name.contains('|') => {
                        matches.add(&each.name.to_ascii_lowercase());
                    }
                    _ => matches.add(each.name),
                }
            }
        }
    }
    matches
}
