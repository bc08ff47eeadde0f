//! `debug-last-error`.

use super::{Given, Prompt, SESSION};
use crate::protocol::Message;
use crate::report::ErrorReport;
use crate::resources::{self, Part};

/// How many functions of the backtrace are embedded, at most.
const MOST_SOURCES: usize = 5;

pub(super) const DEBUG_LAST_ERROR: Prompt = Prompt {
    name: "debug-last-error",
    title: "Debug the last error",
    description: "Find out why the last evaluation failed and correct it: with the report, the code that failed, and the sources of \
the functions in the backtrace.",
    arguments: &[SESSION],
    messages,
};

const NOTHING: &str = "There is no error to debug in Lisp session {session}: nothing has failed since its last success, or it was \
reset. If something is wrong all the same, evaluate the form that shows it with the tool evaluate-lisp (session \"{session}\"), then \
use this prompt again.";

#[expect(clippy::unnecessary_wraps, reason = "the signature of every prompt")]
fn messages(given: &mut Given<'_>) -> Result<(), String> {
    let session = given.session;
    let Some(error) = session.last_error() else {
        given.say(NOTHING, "");
        return Ok(());
    };
    given.say_task("");
    if let Some(failed) = session.transcript.exchanges().rev().find(|exchange| exchange.has_failed) {
        let mut code = "The code that failed, in package ".to_owned();
        code.push_str(&failed.package);
        code.push_str(":\n\n");
        code.push_str(&failed.code);
        given.messages.push(Message::Text(code));
    }
    given.embed(&Part::LastError);
    let most = given.messages.len().saturating_add(MOST_SOURCES);
    for name in names(error) {
        if given.messages.len() < most {
            given.embed(&Part::Definition(name, None));
        }
    }
    Ok(())
}

/// The names in the backtrace as the journal would write them, each once, innermost first.
fn names(error: &ErrorReport) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for frame in &error.frames {
        let mut name = frame.package.clone().unwrap_or_default();
        // What is printed has a prefix where it is not accessible in the session's package.
        if frame.function.contains(':') {
            name.clear();
        }
        if !name.is_empty() && !frame.function.starts_with('(') {
            name.push_str("::");
        } else {
            name.clear();
        }
        name.push_str(&frame.function);
        let name = resources::canonical(&name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
