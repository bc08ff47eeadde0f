//! `resume-session`.

use super::{Given, Message, Prompt, SESSION, filled};
use crate::resources::{Body, Part};

pub(super) const RESUME_SESSION: Prompt = Prompt {
    name: "resume-session",
    title: "Take over a session",
    description: "Get to know what was done in a session, and what it has defined, before going on with it.",
    arguments: &[SESSION],
    messages,
};

const TASK: &str = "Take over Lisp session {session} from whoever worked in it. What it has defined and what was evaluated lately is \
below; lisp://guide says how to work with this Lisp.

1. Read the definitions, then the transcript from its end.
2. Say what was being built, what works, and what was left undone or failing. Where the transcript does not tell, evaluate a small form \
with evaluate-lisp (session \"{session}\") to find out.
3. Propose the next step and wait for an answer before you change anything.";

#[expect(clippy::unnecessary_wraps, reason = "the signature of every prompt")]
fn messages(given: &Given<'_>) -> Result<Vec<Message>, String> {
    let mut messages = vec![Message::Text(filled(TASK, &given.session.name, ""))];
    for part in [Part::Journal, Part::Transcript] {
        messages.extend(given.embedded(&part).map(short_enough));
    }
    Ok(messages)
}

/// How many bytes of a resource are embedded, at most.
const MOST_BYTES: usize = 50_000;

/// What is too long to be embedded is only named.
fn short_enough(message: Message) -> Message {
    match &message {
        Message::Resource(content) if matches!(&content.body, Body::Text(text) if text.len() > MOST_BYTES) => {
            let mut text = "Too long to be shown here; read the resource ".to_owned();
            text.push_str(&content.uri);
            text.push('.');
            Message::Text(text)
        }
        _ => message,
    }
}
