//! Values against the official schemas, and against those of the tools.

use std::sync::LazyLock;

use jscl_mcp::tools::{self, ToolSets, WORDS};
use serde_json::Value;

use super::official::{SCHEMAS, definitions};
use super::validator::validate;

/// The file of words, which has the schemas of the tools.
static FILE_OF_WORDS: LazyLock<Value> = LazyLock::new(|| serde_json::from_str(WORDS).unwrap());

/// Whether a value is what a version means by that definition, and else why not.
pub(super) fn conforms(version: &'static str, definition: &str, value: &Value) -> Result<(), String> {
    let schema = &SCHEMAS[version];
    let meant = schema[definitions(schema)].get(definition);
    says(schema, meant.unwrap_or_else(|| panic!("{version} has no {definition}")), value)
        .map_err(|problem| format!("{version} {definition}: {problem}"))
}

fn says(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    validate(root, schema, value).map_err(|problem| format!("{problem}\nin {value:#}"))
}

/// Whether a value is what a schema says.
pub(crate) fn is_valid(schema: &Value, value: &Value) -> bool {
    validate(schema, schema, value).is_ok()
}

/// Whether a result is what its tool promises.
pub(super) fn fits_tool(version: &str, name: &str, result: &Value) -> Result<(), String> {
    let tool = tools::find(name, &ToolSets::all()).ok_or_else(|| format!("there is no tool {name}"))?;
    let Some(data) = result.get("structuredContent") else {
        assert!(version < "2025-06-18" || result["isError"] == true, "{name} returned no data: {result}");
        return Ok(());
    };
    if data["text"] != result["content"][0]["text"] {
        return Err(format!("{name}: the data has another text than the content"));
    }
    let whole = &FILE_OF_WORDS["schemas"];
    let own: Value;
    let listed = if tool.output_schema.is_empty() {
        &FILE_OF_WORDS["tools"][name]["outputSchema"]
    } else {
        own = serde_json::from_str(tool.output_schema).unwrap();
        &own
    };
    says(whole, &whole["$defs"][name], data)
        .and_then(|()| says(listed, listed, data))
        .map_err(|problem| format!("{name}: {problem}"))
}
