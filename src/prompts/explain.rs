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

fn messages(given: &mut Given<'_>) -> Result<(), String> {
    let (name, _) = given.definition("name")?;
    given.say_task(&name);
    given.embed(&Part::Definition(name, None));
    Ok(())
}
