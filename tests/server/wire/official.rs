//! The official schemas, closed to unknown members.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

pub(crate) const MODERN: &str = "2026-07-28";
pub(crate) const LATEST_LEGACY: &str = "2025-11-25";

pub(crate) static SCHEMAS: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let schema = |text| strict(serde_json::from_str(text).unwrap());
    BTreeMap::from([
        ("2024-11-05", schema(include_str!("../../schemas/2024-11-05/schema.json"))),
        ("2025-03-26", schema(include_str!("../../schemas/2025-03-26/schema.json"))),
        ("2025-06-18", schema(include_str!("../../schemas/2025-06-18/schema.json"))),
        (LATEST_LEGACY, schema(include_str!("../../schemas/2025-11-25/schema.json"))),
        (MODERN, schema(include_str!("../../schemas/2026-07-28/schema.json"))),
    ])
});

pub(crate) fn definitions(schema: &Value) -> &'static str {
    if schema.get("$defs").is_some() { "$defs" } else { "definitions" }
}

/// Closes every definition that lists its members, and their `params`.
fn strict(mut schema: Value) -> Value {
    let definitions = definitions(&schema);
    for (name, definition) in schema[definitions].as_object_mut().unwrap() {
        // Capabilities are open, and so is what others are made of.
        if name.ends_with("Capabilities") || name.ends_with("MetaObject") || name == "Result" {
            continue;
        }
        close(definition);
        if name.starts_with("JSONRPC") {
            continue;
        }
        if definition["properties"].get("method").is_some() {
            definition["properties"]["jsonrpc"] = json!({"const": "2.0"});
            if let Some(params) = definition["properties"].get_mut("params") {
                // Every notification may have it, though not every version's schema says so for each.
                if let Some(properties) = params.get_mut("properties") {
                    properties.as_object_mut().unwrap().entry("_meta").or_insert(json!({}));
                }
                close(params);
            }
        }
    }
    schema
}

fn close(definition: &mut Value) {
    if let Some(properties) = definition.get("properties").and_then(Value::as_object)
        && !properties.is_empty()
        && definition.get("$ref").is_none()
    {
        definition["additionalProperties"] = json!(false);
    }
}
