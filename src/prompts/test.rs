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

const TASK: &str = "Write a test for {name}, which was defined in Lisp session {session}. Its source is below.

1. List the cases worth a test: the usual one, the smallest input, the largest or strangest, and each error it should signal.
2. Write one function named after what it tests, with an ASSERT for each case that says in words what it expects; for an error use \
HANDLER-CASE and the condition's type.
3. Define it with evaluate-lisp (session \"{session}\") and run it. What you expect is to come from what {name} is for, not from what \
it returns.
4. See that the test can fail: change what one case expects, run it, change it back.
5. If a case shows a fault in {name}, say so before you change anything.

End with the test's source and what running it returned.";

fn messages(given: &mut Given<'_>) -> Result<(), String> {
    let (name, found) = given.definition("function")?;
    if !found.iter().any(|each| matches!(each.kind, "FUNCTION" | "METHOD")) {
        let mut message = name;
        message.push_str(" names no function or macro that was defined in session ");
        message.push_str(&given.session.name);
        message.push('.');
        return Err(message);
    }
    given.say(TASK, &name);
    given.embed(&Part::Definition(name, None));
    Ok(())
}
