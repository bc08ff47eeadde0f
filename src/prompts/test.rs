//! `write-test`.

use super::{Argument, Given, Prompt, SESSION};
use crate::resources::{Completes, Part};

pub(super) const WRITE_TEST: Prompt = Prompt {
    name: "write-test",
    title: "Write a test for a function",
    description: "Write a test for a function or macro that was defined in the session, and run it.",
    arguments: &[
        Argument {
            name: "function",
            title: "Function",
            description: "What to test, as Lisp writes it: average, own::area, (setf foo).",
            required: true,
            completes: Completes::Function,
        },
        SESSION,
    ],
    messages,
};

fn messages(given: &mut Given<'_>) -> Result<(), String> {
    let (name, found) = given.definition("function")?;
    if !found.iter().any(|each| matches!(each.kind, "FUNCTION" | "METHOD")) {
        let mut message = name;
        message.push_str(" names no function or macro that was defined in session ");
        message.push_str(&given.session.name);
        message.push('.');
        return Err(message);
    }
    given.say_task(&name);
    given.embed(&Part::Definition(name, None));
    Ok(())
}
