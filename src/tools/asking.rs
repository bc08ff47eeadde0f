//! Which restart to take, as a question to a client, and how its answer is read.

use crate::data::{Members, Object, Value, Written, object};
use crate::engine::Restart;
#[cfg(feature = "fixtures")]
use crate::protocol::Questions;
use crate::protocol::{Answers, Caller, LegacyVersion, Question};
use crate::report::{self, ErrorReport};

/// The questions of a tool to its client before it can continue.
#[cfg(feature = "fixtures")]
#[derive(Debug)]
pub struct Ask {
    /// Asked together.
    pub questions: Questions,
    /// What the tool has to remember until the answers are there.
    pub state: Option<String>,
}

/// What a tool that asks knows when it is called, and called again.
#[cfg(feature = "fixtures")]
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// Whom it can ask, and for what.
    pub caller: &'a Caller,
    /// The answers. A modern client may send some that were not asked for.
    pub answers: &'a Answers,
    /// What the tool gave to be remembered; nothing at the first call.
    pub state: Option<&'a str>,
}

/// The name of the question.
pub const QUESTION: &str = "restart";

/// How many restarts are listed, at most.
const MOST: usize = 50;

/// What a client says about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// To take this restart, with the values of these forms.
    Take(String, Option<String>),
    /// It does not want to choose.
    Declined,
    /// It was not chosen.
    Dismissed,
}

/// The question which restart to take for an error.
#[must_use]
pub fn restart_question(session: &str, error: &ErrorReport, caller: &Caller) -> Question {
    let message = report::question_text(session, error);
    let restarts = error.restarts.get(..MOST).unwrap_or(&error.restarts);
    let takes_values = restarts.iter().any(report::takes_values);
    let schema = Written::object(|schema| {
        schema.data("type", "object");
        schema.object("properties", |properties| {
            properties.object(QUESTION, |restart| choices(restarts, caller, restart));
            if takes_values {
                properties.object("values", |values| {
                    values.data("type", "string");
                    values.data("title", "Values");
                    values.data("description", VALUES);
                });
            }
        });
        schema.member("required", &[QUESTION]);
    });
    Question::Elicit { message, schema }
}

const VALUES: &str = "For a restart that takes values: Lisp forms, such as 42 or (list 1 2), one for each value, evaluated at the point of \
the error. Otherwise empty.";

fn choices(restarts: &[Restart], caller: &Caller, schema: &mut Object) {
    let mut values: Vec<String> = Vec::new();
    let mut titles: Vec<String> = Vec::new();
    for (number, restart) in (1_u32..).zip(restarts) {
        let is_number = restart.name.bytes().all(|byte| byte.is_ascii_digit());
        // A name means the innermost of its restarts, so others of it go by their numbers.
        let value =
            if is_number || restarts.iter().position(|other| other.name == restart.name) != place(number) {
                number.to_string()
            } else {
                restart.name.clone()
            };
        values.push(value);
        titles.push(report::restart_line(number, restart));
    }
    schema.data("type", "string");
    schema.data("title", "Restart");
    schema.data("description", "What to do about the error.");
    if caller.era.is_since(LegacyVersion::V2025_11_25) {
        let option =
            |(value, title): (String, String)| object([("const", value.into()), ("title", title.into())]);
        let options: Vec<Written> = values.into_iter().zip(titles).map(option).collect();
        schema.data("oneOf", options);
    } else {
        schema.member("enum", &values);
        schema.member("enumNames", &titles);
    }
}

fn place(number: u32) -> Option<usize> {
    usize::try_from(number.saturating_sub(1)).ok()
}

/// Reads what a client sent as the result of the question.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn restart_answer(answers: &Answers) -> Result<Said, &'static str> {
    let Some(answer) = answers.named(QUESTION) else { return Err("The answer \"restart\" is missing.") };
    let content = match filled(answer)? {
        Filled::Accepted(content) => content,
        Filled::Declined => return Ok(Said::Declined),
        Filled::Dismissed => return Ok(Said::Dismissed),
    };
    let name = |restart: &Value| match restart.as_str() {
        Some(name) => Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
        None => restart.integer().filter(|number| *number >= 0).map(|number| number.to_string()),
    };
    let Some(restart) = content.named("restart").and_then(name) else {
        return Err("The answer's \"restart\" must be the name or the number of a restart, as a string.");
    };
    let values = match content.named("values") {
        None => None,
        Some(Value::String(forms)) => (!forms.trim().is_empty()).then(|| forms.clone()),
        // What was meant by 42 is clear enough.
        Some(number @ Value::Number(_)) => Some(number.json()),
        Some(_) => return Err("The answer's \"values\" must be Lisp forms, as a string."),
    };
    Ok(Said::Take(restart, values))
}

/// What a client did with a form.
pub(super) enum Filled<'a> {
    /// It was filled in.
    Accepted(&'a Value),
    Declined,
    Dismissed,
}

/// Reads what every form is answered with.
pub(super) fn filled(answer: &Value) -> Result<Filled<'_>, &'static str> {
    match answer.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(Filled::Accepted(answer.get("content").unwrap_or(&Value::Null))),
        Some("decline") => Ok(Filled::Declined),
        Some("cancel") => Ok(Filled::Dismissed),
        _ => Err("The answer's \"action\" must be \"accept\", \"decline\" or \"cancel\"."),
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(answer: &Value) -> Result<Said, &'static str> {
        restart_answer(&json!({"restart": answer, "other": 5}))
    }

    #[test]
    fn reads_answers() {
        let take = |restart: &str, values: Option<&str>| {
            Ok(Said::Take(restart.to_owned(), values.map(str::to_owned)))
        };
        let accept = |content: Value| read(&json!({"action": "accept", "content": content}));
        assert_eq!(accept(json!({"restart": "USE-VALUE", "values": "42"})), take("USE-VALUE", Some("42")));
        assert_eq!(accept(json!({"restart": " 2 ", "values": " \n"})), take("2", None));
        assert_eq!(accept(json!({"restart": 2, "values": 42, "more": {}})), take("2", Some("42")));
        assert_eq!(accept(json!({"restart": "A", "values": null})), take("A", None));
        assert_eq!(read(&json!({"action": "decline"})), Ok(Said::Declined));
        assert_eq!(read(&json!({"action": "cancel", "content": 5})), Ok(Said::Dismissed));
    }

    #[test]
    fn says_what_is_wrong() {
        assert!(restart_answer(&Answers::default()).unwrap_err().contains("missing"));
        for (answer, what) in [
            (json!(null), "missing"),
            (json!({}), "action"),
            (json!({"action": "take"}), "action"),
            (json!({"action": "accept"}), "\"restart\""),
            (json!({"action": "accept", "content": []}), "\"restart\""),
            (json!({"action": "accept", "content": {"restart": ""}}), "\"restart\""),
            (json!({"action": "accept", "content": {"restart": -1}}), "\"restart\""),
            (json!({"action": "accept", "content": {"restart": "A", "values": ["1"]}}), "\"values\""),
            (json!({"action": "accept", "content": {"restart": "A", "values": true}}), "\"values\""),
        ] {
            assert!(read(&answer).unwrap_err().contains(what), "{answer}");
        }
    }
}
