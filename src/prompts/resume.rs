//! `resume-session`.

use super::{Given, Prompt, SESSION};
use crate::resources::Part;

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
fn messages(given: &mut Given<'_>) -> Result<(), String> {
    given.say(TASK, "");
    given.embed(&Part::Journal);
    given.embed(&Part::Transcript);
    Ok(())
}
