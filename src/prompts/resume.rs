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

#[expect(clippy::unnecessary_wraps, reason = "the signature of every prompt")]
fn messages(given: &mut Given<'_>) -> Result<(), String> {
    given.say_task("");
    given.embed(&Part::Journal);
    given.embed(&Part::Transcript);
    Ok(())
}
