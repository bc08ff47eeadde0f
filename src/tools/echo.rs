//! `echo`, which is no part of what is shipped: for measurements and tests of the way there and back.

use super::{READ_ONLY, Step, Tool, ToolAnswer, Work};

pub(super) const ECHO: Tool = Tool {
    name: "echo",
    title: "Echo",
    description: "Answers the text that it was given.",
    input_schema: r#"{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
"text":{"type":"string","description":"What to answer."}},
"required":["text"],"additionalProperties":false}"#,
    output_schema: &[],
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let text = arguments.string("text", "what to answer")?;
        Ok(Step::Answer(ToolAnswer { text, data: None, is_error: false }))
    }),
};
