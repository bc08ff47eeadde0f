//! The input of a program, as a question to a client, and how its answer is read.

use super::asking::{Filled, filled};
use crate::data::{Members, Text, Value, object};
use crate::protocol::{Answers, Question};

/// The name of the question, and of its form's one field.
pub const INPUT: &str = "input";

/// The member of an answer's `_meta` by which a client says whether what was typed is echoed into the output,
/// as a terminal shows it: `true`. With `false` it is read as it is given; otherwise it is a line.
const ECHO_KEY: &str = "jscl-mcp/echo";

/// What a client says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The lines to be read next, and whether they are echoed into the output.
    Text(Text, bool),
    /// It does not want to give any.
    Declined,
    /// Nothing was entered.
    Dismissed,
}

/// The question what a program is to read, after it wrote `prompt`.
#[must_use]
pub fn input_question(session: &str, prompt: &str) -> Question {
    let mut message = "The program in session ".to_owned();
    message.push_str(session);
    message.push_str(" waits for input.");
    if !prompt.is_empty() {
        message.push_str("\n\n");
        message.push_str(prompt);
    }
    let field = object([
        ("type", "string".into()),
        ("title", if prompt.is_empty() { "Input" } else { prompt }.to_owned().into()),
        ("description", "A line of text, as READ-LINE, READ or Y-OR-N-P get it.".into()),
    ]);
    let schema = object([("type", "object".into()), ("properties", object([(INPUT, field)]))]);
    Question::Elicit { message, schema }
}

/// Reads what a client sent as the result of the question. A field that was left empty is an empty line.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub fn input_answer(answers: &Answers) -> Result<Given, &'static str> {
    let Some(answer) = answers.named(INPUT) else { return Err("The answer \"input\" is missing.") };
    let content = match filled(answer)? {
        Filled::Accepted(content) => content,
        Filled::Declined => return Ok(Given::Declined),
        Filled::Dismissed => return Ok(Given::Dismissed),
    };
    let echo = answer.get("_meta").and_then(|meta| meta.get(ECHO_KEY)?.as_bool());
    let mut text: Text = match content.get(INPUT) {
        None | Some(Value::Null) => Text::default(),
        Some(Value::String(text)) => text.as_str().into(),
        // What was meant by 42 is clear enough.
        Some(number @ Value::Number(_)) => number.json().into(),
        Some(_) => return Err("The answer's \"input\" must be text, as a string."),
    };
    if echo.is_none() && text.without_last_breaks().length() == text.length() {
        text.push(&"\n".into());
    }
    Ok(Given::Text(text, echo.unwrap_or_default()))
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(answer: &Value) -> Result<Given, &'static str> {
        input_answer(&json!({"input": answer}))
    }

    #[test]
    fn reads_answers() {
        let text = |text: &str| Ok(Given::Text(format!("{text}\n").into(), false));
        let accept = |content: Value| read(&json!({"action": "accept", "content": content}));
        assert_eq!(accept(json!({"input": " a line "})), text(" a line "));
        assert_eq!(accept(json!({"input": 42, "more": {}})), text("42"));
        assert_eq!(accept(json!({"input": null})), text(""));
        assert_eq!(accept(json!({})), text(""));
        assert_eq!(read(&json!({"action": "accept"})), text(""));
        for (echo, read_as, is_echoed) in
            [(json!(false), "a", false), (json!(true), "a", true), (json!(0), "a\n", false)]
        {
            let answer =
                json!({"action": "accept", "content": {"input": "a"}, "_meta": {"jscl-mcp/echo": echo}});
            assert_eq!(read(&answer), Ok(Given::Text(read_as.into(), is_echoed)));
        }
        assert_eq!(accept(json!({"input": "a\n"})), text("a"));
        assert_eq!(read(&json!({"action": "decline"})), Ok(Given::Declined));
        assert_eq!(read(&json!({"action": "cancel", "content": 5})), Ok(Given::Dismissed));
        for (answer, what) in [
            (json!({}), "action"),
            (json!({"action": "take"}), "action"),
            (json!({"action": "accept", "content": {"input": ["a"]}}), "\"input\""),
        ] {
            assert!(read(&answer).unwrap_err().contains(what), "{answer}");
        }
        assert!(input_answer(&Answers::default()).unwrap_err().contains("missing"));
    }
}
