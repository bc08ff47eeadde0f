//! Prompts that are no part of what is shipped: the official conformance suite asks for those of these names.

use super::{Argument, Prompt};
use crate::data::known;
use crate::protocol::{Content, Message, Question};
use crate::resources::{Completes, PLAIN};
use crate::tools::{Ask, Asked};

const fn argument(name: &'static str, description: &'static str) -> Argument {
    Argument { name, title: name, description, required: true, completes: Completes::Nothing }
}

/// The prompt that asks its client before it says anything.
pub(crate) const ASKING: &str = "test_input_required_result_prompt";

/// Whether a prompt is one of the tests'.
pub(crate) fn is_of_tests(name: &str) -> bool {
    PROMPTS.iter().any(|prompt| prompt.name == name)
}

pub(super) static PROMPTS: [Prompt; 5] = [
    Prompt {
        name: "test_simple_prompt",
        title: "Simple",
        description: "Says one thing.",
        arguments: &[],
        messages: |given| {
            given.messages.push(Message::Text("This is a simple prompt for testing.".to_owned()));
            Ok(())
        },
    },
    Prompt {
        name: "test_prompt_with_arguments",
        title: "With arguments",
        description: "Says what it is given.",
        arguments: &[argument("arg1", "First test argument"), argument("arg2", "Second test argument")],
        messages: |given| {
            let (first, second) = (given.argument("arg1"), given.argument("arg2"));
            given.messages =
                vec![Message::Text(format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))];
            Ok(())
        },
    },
    Prompt {
        name: "test_prompt_with_embedded_resource",
        title: "With a resource",
        description: "Embeds a resource.",
        arguments: &[argument("resourceUri", "Address of the resource to embed")],
        messages: |given| {
            let text = "Embedded resource content for testing.".to_owned();
            let resource = Content::text(given.argument("resourceUri").to_owned(), PLAIN, text);
            let request = "Please process the embedded resource above.".to_owned();
            given.messages = vec![Message::Resource(resource), Message::Text(request)];
            Ok(())
        },
    },
    Prompt {
        name: "test_prompt_with_image",
        title: "With an image",
        description: "Shows an image.",
        arguments: &[],
        messages: |given| {
            let request = "Please analyze the image above.".to_owned();
            given.messages = vec![Message::Image(crate::tools::PIXEL), Message::Text(request)];
            Ok(())
        },
    },
    Prompt {
        name: ASKING,
        title: "Asking",
        description: "Says what the client's user said.",
        arguments: &[],
        messages: |_| Err("This prompt asks first.".to_owned()),
    },
];

/// What it says, or what it has to know for that.
pub(crate) fn with_context(asked: Asked<'_>) -> Result<Vec<Message>, Ask> {
    if let Some(context) = asked.field("user_context", "context") {
        return Ok(vec![Message::Text(format!("Prompt with context: {context}"))]);
    }
    let schema =
        known(&[r#"{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}"#]);
    let question = Question::Elicit { message: "What context should the prompt use?".to_owned(), schema };
    Err(Ask { questions: vec![("user_context", question)], state: None })
}
