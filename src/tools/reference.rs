//! The reference of the tools, `docs/tools.md`, generated from the registry.
//!
//! `npm run generate` writes it.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "it runs when the project is built, never in a server"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::{OWN, SCHEMAS_NAME, Tool, ToolSet};

const HEADING: &str = "\
# The tools

Generated from the registry of the server; change the Rust, then run `npm run generate`.

A host chooses sets of tools: a page by `LispServer.start({ tools: [\"core\", \"development\"] })`, a frame by its
address (`frame.html?tools=core,development`), the program by `jscl-mcp --tools core,development`. Without a
choice there is `core`. Every tool answers a text that stands alone; where the protocol version knows structured
content, that has the same facts as data, the text among them. Its schemas are the resource
`lisp://schemas/results`.
";

/// A cell of a table.
fn cell(text: &str) -> String {
    text.replace('\n', " ").replace('|', "\\|").replace('<', "&lt;").replace('*', "\\*")
}

fn type_of(schema: &Value) -> String {
    if let Some(words) = schema["enum"].as_array() {
        return words
            .iter()
            .map(|word| format!("`{}`", word.as_str().unwrap()))
            .collect::<Vec<_>>()
            .join(", ");
    }
    let name = match &schema["type"] {
        Value::Array(types) => {
            types.iter().map(|each| each.as_str().unwrap()).collect::<Vec<_>>().join(" or ")
        }
        one => one.as_str().unwrap_or("any").to_owned(),
    };
    match (&schema["minimum"], &schema["maximum"]) {
        (Value::Null, Value::Null) => name,
        (least, most) => format!("{name}, {least} to {most}"),
    }
}

fn hints(tool: &Tool) -> String {
    let hints = tool.annotations;
    let mut words = vec![if hints.read_only_hint { "changes nothing" } else { "may change the session" }];
    for (is_so, word) in [
        (hints.destructive_hint && !hints.read_only_hint, "may destroy something"),
        (hints.idempotent_hint && !hints.read_only_hint, "the same call once more changes nothing further"),
        (hints.open_world_hint, "may reach what lies outside of the server"),
    ] {
        if is_so {
            words.push(word);
        }
    }
    words.join("; ")
}

/// A tool with its arguments and the members of its data.
fn section(tool: &Tool, taken: &Value, words: &Value) -> String {
    let Tool { name, title, description, .. } = tool;
    let sets: Vec<&str> = tool.sets.iter().map(|set| set.name()).collect();
    let mut text = format!(
        "\n## `{name}`\n\n**{title}.** {}\n\nSets: {}. Hints: {}.\n",
        cell(description),
        sets.join(", "),
        hints(tool)
    );
    let properties = taken["properties"].as_object().unwrap();
    if !properties.is_empty() {
        text.push_str("\n| argument | type | what it is |\n|---|---|---|\n");
    }
    for (argument, schema) in properties {
        let required = taken["required"].as_array().is_some_and(|all| all.iter().any(|one| one == argument));
        let mark = if required { ", required" } else { "" };
        let about = cell(schema["description"].as_str().unwrap());
        writeln!(text, "| `{argument}` | {}{mark} | {about} |", type_of(schema)).unwrap();
    }
    let results = &words[SCHEMAS_NAME]["$defs"];
    for reference in results[*name]["anyOf"].as_array().unwrap() {
        let of = reference["$ref"].as_str().unwrap().trim_start_matches("#/$defs/");
        let members: Vec<String> = results[of]["properties"]
            .as_object()
            .unwrap()
            .keys()
            .map(|member| format!("`{member}`"))
            .collect();
        writeln!(text, "\nData, `{of}`: {}.", members.join(", ")).unwrap();
    }
    text
}

/// The whole of it, of the schemas of the tools' arguments and of the file of words.
pub(super) fn reference(arguments: &BTreeMap<&str, Value>, words: &Value) -> String {
    let mut text = HEADING.to_owned();
    text.push_str("\n| set | tools |\n|---|---|\n");
    for set in ToolSet::ALL {
        let tools: Vec<String> = OWN
            .iter()
            .filter(|tool| tool.sets.contains(&set))
            .map(|tool| format!("[`{0}`](#{0})", tool.name))
            .collect();
        writeln!(text, "| `{}` | {} |", set.name(), tools.join(", ")).unwrap();
    }
    for tool in OWN {
        text.push_str(&section(tool, &arguments[tool.name], words));
    }
    text
}
