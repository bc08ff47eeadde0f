//! Prompts: messages that set an agent to work on what is in a session, with the very reports and definitions
//! in them.
//!
//! To add one, write its constant [`Prompt`] in a file of its own and name it in [`all`].

mod debug;
mod explain;
#[cfg(feature = "fixtures")]
mod fixtures;
mod resume;
mod test;

#[cfg(feature = "fixtures")]
pub(crate) use fixtures::{ASKING, is_of_tests, with_context};

use crate::protocol::{Content, ListedArgument, ListedPrompt, Message};
use crate::resources::{self, Completes, Named, Part};
use crate::session::Session;

/// A prompt as it is listed, and what it says.
#[derive(Debug)]
pub struct Prompt {
    /// By which it is got.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// For a person.
    pub description: &'static str,
    /// What it takes.
    pub arguments: &'static [Argument],
    /// What it says, or why that cannot be said.
    pub messages: fn(&mut Given<'_>) -> Result<(), String>,
}

/// An argument of a prompt.
#[derive(Debug)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// For a person.
    pub description: &'static str,
    /// Whether the prompt needs it.
    pub required: bool,
    /// What it can be.
    pub completes: Completes,
}

impl Prompt {
    /// How it is listed.
    #[must_use]
    pub fn listed(&self) -> ListedPrompt {
        let arguments = self.arguments.iter().map(|argument| {
            let Argument { name, title, description, required, .. } = *argument;
            ListedArgument { name, title, description, required }
        });
        let arguments = arguments.collect();
        ListedPrompt { name: self.name, title: self.title, description: self.description, arguments }
    }
}

const SESSION: Argument = Argument {
    name: "session",
    title: "Session",
    description: "Handle of the Lisp session. Default: main.",
    required: false,
    completes: Completes::Session,
};

/// What a prompt was given.
#[derive(Debug)]
pub struct Given<'a> {
    /// The session that is meant.
    pub session: &'a Session,
    task: &'a str,
    arguments: &'a [(String, String)],
    /// What the prompt says so far.
    pub messages: Vec<Message>,
}

impl<'a> Given<'a> {
    /// The value of an argument; empty if it was not given.
    #[must_use]
    pub fn argument(&self, name: &str) -> &str {
        self.arguments.iter().find(|(given, _)| given == name).map_or("", |(_, value)| value.as_str())
    }

    /// What the argument of that name was defined as in the session, by the name as the journal writes it.
    fn definition(&self, argument: &str) -> Result<(String, Vec<Named<'a>>), String> {
        let written = self.argument(argument);
        let mut name = resources::canonical(written);
        let journal = &self.session.journal;
        let mut found = resources::named_any(journal, &name, None);
        if found.is_empty() && !name.contains(':') {
            // As it would be read in the session.
            let mut own = journal.package().to_owned();
            own.push_str("::");
            own.push_str(&name);
            found = resources::named_any(journal, &own, None);
            if !found.is_empty() {
                name = own;
            }
        }
        if found.is_empty() {
            let mut message = "Nothing named ".to_owned();
            message.push_str(written);
            message.push_str(" was defined in session ");
            message.push_str(&self.session.name);
            message.push_str(". completion/complete and resources/list have the names there are.");
            return Err(message);
        }
        Ok((name, found))
    }

    /// Says the prompt's task, with `{session}` and `{name}` filled in.
    fn say_task(&mut self, name: &str) {
        self.say(self.task, name);
    }

    /// Says `text` with `{session}` and `{name}` filled in.
    fn say(&mut self, text: &str, name: &str) {
        let mut filled = String::new();
        for (number, part) in text.split(['{', '}']).enumerate() {
            filled.push_str(match part {
                _ if number % 2 == 0 => part,
                "session" => &self.session.name,
                _ => name,
            });
        }
        self.messages.push(Message::Text(filled));
    }

    /// Embeds a part of the session, if there is one; what is too long is only named.
    fn embed(&mut self, part: &Part) {
        let Some(text) = resources::read(self.session, part) else { return };
        let uri = resources::uri(&self.session.name, part);
        self.messages.push(if text.len() > MOST_BYTES {
            let mut text = "Too long to be shown here; read the resource ".to_owned();
            text.push_str(&uri);
            text.push('.');
            Message::Text(text)
        } else {
            Message::Resource(Content::text(uri, part.mime_type(), text))
        });
    }
}

/// How many bytes of a resource are embedded, at most.
const MOST_BYTES: usize = 50_000;

/// All prompts, in the order in which they are listed.
#[cfg(not(feature = "fixtures"))]
pub fn all() -> impl Iterator<Item = &'static Prompt> {
    own()
}

/// All prompts, and those of the tests.
#[cfg(feature = "fixtures")]
pub fn all() -> impl Iterator<Item = &'static Prompt> {
    own().chain(&fixtures::PROMPTS)
}

fn own() -> impl Iterator<Item = &'static Prompt> {
    [&debug::DEBUG_LAST_ERROR, &explain::EXPLAIN_DEFINITION, &test::WRITE_TEST, &resume::RESUME_SESSION]
        .into_iter()
}

/// The prompt of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Prompt> {
    all().find(|prompt| prompt.name == name)
}

/// What is said of a name that no prompt has.
#[must_use]
pub fn unknown(name: &str) -> String {
    let mut message = "Unknown prompt: ".to_owned();
    message.push_str(name);
    message
}

/// What a prompt says about a session. `task` is what it sets an agent to do, from the file of words.
///
/// # Errors
/// If the arguments are wrong, or about something that the session does not have.
pub fn messages(
    prompt: &Prompt,
    task: &str,
    arguments: &[(String, String)],
    session: &Session,
) -> Result<Vec<Message>, String> {
    let wrong = |name: &str, problem: &str| {
        let mut message = prompt.name.to_owned();
        message.push_str(": argument \"");
        message.push_str(name);
        message.push_str(problem);
        message
    };
    for (name, _) in arguments {
        if !prompt.arguments.iter().any(|known| known.name == name) {
            return Err(wrong(name, "\" is unknown."));
        }
    }
    for known in prompt.arguments {
        let is_given = arguments.iter().any(|(name, value)| name == known.name && !value.trim().is_empty());
        if known.required && !is_given {
            return Err(wrong(known.name, "\" is missing."));
        }
    }
    let mut given = Given { session, task, arguments, messages: Vec::new() };
    (prompt.messages)(&mut given)?;
    Ok(given.messages)
}
