//! The words of the tools outside of `core`, the schemas of all results, the guide and the texts of prompts.
//! WebAssembly has none of them: the host hands them over from the file `jscl-tools.json`, when it chose
//! another set or when they are asked for.

use super::Tool;
use crate::data::{Raw, known};
use crate::protocol::ListedTool;

/// The file of words, as it is generated from the tools.
#[cfg(not(target_arch = "wasm32"))]
pub const WORDS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/jscl-bridge/contract/tools.json"));

/// By which the file has the guide.
pub const GUIDE_NAME: &str = "guide";
/// By which it has the schemas of results.
pub const SCHEMAS_NAME: &str = "schemas";
/// By which it has the texts of prompts.
pub(super) const PROMPTS_NAME: &str = "prompts";

/// The schema of arguments where the words are missing: any object, which the tool itself checks.
const ANY_OBJECT: &str = r#"{"type":"object"}"#;

/// What the host has handed over: the file's data, or why it could not be had, as a text.
#[derive(Clone, Debug, Default)]
pub struct Words(Raw);

impl Words {
    /// The words of a file, or why there are none.
    #[must_use]
    pub fn new(file: Raw) -> Self {
        Self(file)
    }

    /// How a tool is listed. Without its words it says so, and can be called all the same.
    #[must_use]
    pub fn listed(&self, tool: &Tool) -> ListedTool {
        let Tool { name, title, description, input_schema, output_schema, annotations, .. } = *tool;
        if let Some(words) = self.0.get("tools").and_then(|tools| tools.get(name)) {
            return ListedTool {
                name,
                title: words.get("title").unwrap_or_default().into(),
                description: words.get("description").unwrap_or_default().into(),
                input_schema: words.get("inputSchema").unwrap_or_default().into(),
                output_schema: words.get("outputSchema").map(Into::into),
                annotations,
            };
        }
        if input_schema.is_empty() {
            return ListedTool {
                name,
                title: name.into(),
                description: self.missing("It works, but its description").into(),
                input_schema: known(&[ANY_OBJECT]),
                output_schema: None,
                annotations,
            };
        }
        ListedTool {
            name,
            title: title.into(),
            description: description.into(),
            input_schema: known(&[input_schema]),
            output_schema: (!output_schema.is_empty()).then(|| known(&[output_schema])),
            annotations,
        }
    }

    /// That something is missing, and why: `what` is what, as the sentence begins.
    #[must_use]
    pub fn missing(&self, what: &str) -> String {
        let mut words = what.to_owned();
        words.push_str(" is missing: jscl-tools.json could not be loaded.");
        if let Some(reason) = self.0.text() {
            words.push(' ');
            words.push_str(&reason.to_string());
        }
        words
    }

    /// A text of the file, such as the guide. An object of it, such as the schemas of results, comes as JSON.
    /// None where the file is missing.
    #[must_use]
    pub fn text(&self, name: &'static str) -> Option<String> {
        self.0.get(name).map(|text| text.text().map_or_else(|| text.json(), |text| text.to_string()))
    }
    /// What a prompt sets an agent to do. None where the file is missing.
    #[must_use]
    pub fn task(&self, prompt: &'static str) -> Option<String> {
        self.0.get(PROMPTS_NAME)?.get(prompt)?.text().map(|text| text.to_string())
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::data::Value;
    use crate::tools::inspect::SHOW_SOURCE;

    #[test]
    fn a_tool_without_words_says_why() {
        let listed = Words::new(Value::from("It is gone.").into()).listed(&SHOW_SOURCE);
        let description = listed.description.value().as_str().unwrap().to_owned();
        assert!(description.ends_with("jscl-tools.json could not be loaded. It is gone."), "{description}");
        assert_eq!(
            (listed.input_schema.value().to_string().as_str(), listed.output_schema),
            (ANY_OBJECT, None)
        );
        let listed = Words::default().listed(&SHOW_SOURCE);
        assert!(listed.description.value().as_str().unwrap().to_owned().ends_with("could not be loaded."));
    }

    #[test]
    fn the_file_has_the_words_of_each_tool_outside_of_core() {
        let words = Words::new(Raw::parse(WORDS).unwrap());
        let told = words.listed(&SHOW_SOURCE);
        assert_eq!(told.title.value().as_str(), Some(SHOW_SOURCE.title));
        assert!(told.input_schema.value().to_string().contains("\"name\"") && told.output_schema.is_some());
        assert!(
            words.text(SCHEMAS_NAME).unwrap().contains("SourceReport")
                && words.text(GUIDE_NAME).unwrap().starts_with("# ")
        );
    }
}
