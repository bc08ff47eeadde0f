//! `explain-definition`.

use super::{Argument, Given, Prompt, SESSION};
use crate::resources::{Completes, Part};

pub(super) const EXPLAIN_DEFINITION: Prompt = Prompt {
    name: "explain-definition",
    title: "Explain a definition",
    description: "Explain a function, class, macro or variable that was defined in the session, from its source and by trying it.",
    arguments: &[
        Argument {
            name: "name",
            title: "Name",
            description: "What to explain, as Lisp writes it: average, own::area, (setf foo).",
            required: true,
            completes: Completes::Definition,
        },
        SESSION,
    ],
    messages,
};

const TASK: &str = "Explain {name}, which was defined in Lisp session {session}. Its source is below.

1. Say in two sentences what it is for and what it takes and returns.
2. Go through it in the order in which it works. Name what it relies on: other definitions are in \
lisp://session/{session}/definition/<name>; what the Lisp says of any symbol is in lisp://session/{session}/symbol/<name>.
3. Show it at work: evaluate two or three forms with evaluate-lisp (session \"{session}\"), the usual case and one at the edge, and give \
what they returned. Do nothing that changes what the session has defined.
4. Name what may surprise: errors it can signal, side effects, cases it leaves out.";

fn messages(given: &mut Given<'_>) -> Result<(), String> {
    let (name, _) = given.definition("name")?;
    given.say(TASK, &name);
    given.embed(&Part::Definition(name, None));
    Ok(())
}
