//! What the libraries of clients make of the tools' arguments before a model sees them, as rules: what none of
//! their converters refuses, loses or changes. Read in their sources; `npm run clients` has the converters
//! themselves.
//!
//! | library | what it does |
//! |---|---|
//! | Gemini, by google-genai 3.6 | makes the schema one of OpenAPI: fails at `additionalProperties: false`, and at an array without items; names are letters, digits and `_`; enumerations are of strings |
//! | OpenAI, by its API and openai-agents 0.24 | names have 1 to 64 letters, digits, `_` and `-`; descriptions at most 1,024 characters |
//! | autogen-ext 0.7 | throws at a `type` that is a list, and at a format that it does not know |
//! | mcp-use 1.7, by jsonschema-pydantic 0.6 | makes an `Any` of a `type` that is a list; an argument whose name is no identifier of Python's, or a word of its, is lost |
//! | llama-index-tools-mcp 0.6 | keeps the first of several types; knows `anyOf`, no `oneOf`; keeps no limits |
//! | smolagents 1.26, by mcpadapt 0.1 | writes arguments as parameters of a function of Python's; every one is required |
//! | langchain-mcp-adapters 0.3 | calls tools with `runtime` beside their arguments, as pydantic models have names of their own |
//! | @mastra/mcp 2.0 | puts the name of the server before those of tools, all of which has to be a name |
//! | the Inspector 2.12, `--strict` | warns of a `type` that is a list |

use serde_json::Value;

use crate::checks::{descriptions_of_tools, schemas_of_tools};

/// All that a schema of an argument may have: what every converter keeps.
const KEPT: [&str; 6] = ["type", "description", "enum", "items", "properties", "required"];

const TYPES: [&str; 6] = ["string", "boolean", "integer", "number", "array", "object"];

/// `keyword.kwlist` and `keyword.softkwlist` of Python 3.13.
const WORDS_OF_PYTHON: [&str; 39] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "_",
    "case", "match", "self",
];

/// What those who call tools, or pydantic's models, have under these names already.
const TAKEN: [&str; 14] = [
    "runtime",
    "config",
    "callbacks",
    "run_manager",
    "copy",
    "dict",
    "json",
    "schema",
    "schema_json",
    "construct",
    "validate",
    "from_orm",
    "parse_obj",
    "parse_raw",
];

/// Characters that a name may have which a library puts the name of a server before.
const LONGEST_TOOL: usize = 48;
const LONGEST_ARGUMENT: usize = 64;
const LONGEST_DESCRIPTION: usize = 1024;

fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.chars().all(|each| each.is_ascii_alphanumeric() || each == '_')
        && !WORDS_OF_PYTHON.contains(&name)
        && !TAKEN.contains(&name)
        && !name.starts_with("model_")
}

/// Adds what a converter would refuse, lose or change in the schema of an argument.
fn look(place: &str, schema: &Value, found: &mut Vec<String>) {
    let members = schema.as_object().unwrap();
    for member in members.keys().filter(|member| !KEPT.contains(&member.as_str())) {
        found.push(format!("{place} has {member}"));
    }
    let kind = schema["type"].as_str().unwrap_or_default();
    if !TYPES.contains(&kind) {
        found.push(format!("{place} is of the type {}", schema["type"]));
    }
    if schema.get("enum").is_some_and(|values| {
        kind != "string"
            || values.as_array().is_none_or(|all| all.is_empty() || !all.iter().all(Value::is_string))
    }) {
        found.push(format!("{place} enumerates what is no text"));
    }
    if schema["description"].as_str().is_some_and(|text| text.chars().count() > LONGEST_DESCRIPTION) {
        found.push(format!("{place} has too long a description"));
    }
    match kind {
        "array" if schema["items"].is_object() => look(&format!("{place}[]"), &schema["items"], found),
        "array" => found.push(format!("{place} has no items")),
        "object" => look_at_properties(place, schema, found),
        _ => {}
    }
}

/// The same for the arguments of a tool, or for what an argument that is an object has.
fn look_at_properties(place: &str, schema: &Value, found: &mut Vec<String>) {
    let Some(properties) = schema["properties"].as_object() else {
        found.push(format!("{place} has no properties"));
        return;
    };
    let required = schema["required"].as_array().cloned().unwrap_or_default();
    if !required.iter().all(|name| name.as_str().is_some_and(|name| properties.contains_key(name))) {
        found.push(format!("{place} requires what it does not have"));
    }
    for (name, property) in properties {
        if !is_identifier(name) || name.len() > LONGEST_ARGUMENT {
            found.push(format!("{place}.{name} is no name for an argument"));
        }
        if !property["description"].is_string() {
            found.push(format!("{place}.{name} has no description"));
        }
        look(&format!("{place}.{name}"), property, found);
    }
}

fn found_in(place: &str, schema: &Value) -> Vec<String> {
    let mut found = vec![];
    look(place, schema, &mut found);
    found
}

#[test]
fn no_converter_refuses_loses_or_changes_an_argument() {
    let schemas = schemas_of_tools();
    let of_arguments = schemas.iter().filter(|(name, _)| name.ends_with(" inputSchema"));
    let found: Vec<String> = of_arguments.flat_map(|(name, schema)| found_in(name, schema)).collect();
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn no_provider_refuses_a_name_or_a_description() {
    let tools = descriptions_of_tools();
    assert!(tools.len() > 40, "{} tools", tools.len());
    for (name, description) in tools {
        let fits = |each: char| each.is_ascii_alphanumeric() || each == '-' || each == '_';
        assert!(name.len() <= LONGEST_TOOL && name.chars().all(fits), "{name}");
        assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "{name}");
        let length = description.chars().count();
        assert!(length <= LONGEST_DESCRIPTION, "the description of {name} has {length} characters");
    }
}

#[test]
fn what_a_converter_does_not_keep_is_found() {
    let wrong = serde_json::json!({
        "type": "object",
        "required": ["gone"],
        "additionalProperties": false,
        "properties": {
            "on-error": { "type": "string", "description": "A hyphen." },
            "class": { "type": "string", "description": "A word of Python's." },
            "both": { "type": ["string", "array"], "description": "Two types." },
            "list": { "type": "array", "description": "No items." },
            "number": { "type": "integer", "minimum": 1, "description": "A limit." },
            "one": { "type": "integer", "enum": [1], "description": "No texts." },
            "deep": {
                "type": "array",
                "description": "It is inside.",
                "items": { "type": "object", "properties": { "x": { "oneOf": [] } } }
            }
        }
    });
    assert_eq!(
        found_in("t", &wrong),
        [
            "t has additionalProperties",
            "t requires what it does not have",
            "t.both is of the type [\"string\",\"array\"]",
            "t.class is no name for an argument",
            "t.deep[].x has no description",
            "t.deep[].x has oneOf",
            "t.deep[].x is of the type null",
            "t.list has no items",
            "t.number has minimum",
            "t.on-error is no name for an argument",
            "t.one enumerates what is no text",
        ]
    );
}
