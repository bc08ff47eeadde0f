//! The official schemas, closed to unknown members.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use jscl_mcp::tools::{self, ToolSets, WORDS};
use jsonschema::Validator;
use serde_json::{Value, json};

pub(super) const MODERN: &str = "2026-07-28";
pub(super) const LATEST_LEGACY: &str = "2025-11-25";

pub(super) static SCHEMAS: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let schema = |text| strict(serde_json::from_str(text).unwrap());
    BTreeMap::from([
        ("2024-11-05", schema(include_str!("../../schemas/2024-11-05/schema.json"))),
        ("2025-03-26", schema(include_str!("../../schemas/2025-03-26/schema.json"))),
        ("2025-06-18", schema(include_str!("../../schemas/2025-06-18/schema.json"))),
        (LATEST_LEGACY, schema(include_str!("../../schemas/2025-11-25/schema.json"))),
        (MODERN, schema(include_str!("../../schemas/2026-07-28/schema.json"))),
    ])
});

type Validators = BTreeMap<(&'static str, String), &'static Validator>;

/// Made when they are first needed, and shared by all tests.
static VALIDATORS: Mutex<Validators> = Mutex::new(BTreeMap::new());

fn definitions(schema: &Value) -> &'static str {
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

fn validator(version: &'static str, definition: &str) -> &'static Validator {
    let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let key = (version, definition.to_owned());
    validators.entry(key).or_insert_with(|| {
        let mut schema = SCHEMAS[version].clone();
        let definitions = definitions(&schema);
        assert!(schema[definitions].get(definition).is_some(), "{version} has no {definition}");
        schema["allOf"] = json!([{"$ref": format!("#/{definitions}/{definition}")}]);
        Box::leak(Box::new(compile(&schema)))
    })
}

fn compile(schema: &Value) -> Validator {
    jsonschema::options().should_validate_formats(true).build(schema).unwrap()
}

/// Whether a value is what a version means by that definition, and else why not.
pub(super) fn conforms(version: &'static str, definition: &str, value: &Value) -> Result<(), String> {
    says(validator(version, definition), value)
        .map_err(|problem| format!("{version} {definition}: {problem}"))
}

fn says(validator: &Validator, value: &Value) -> Result<(), String> {
    let problems: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    if problems.is_empty() { Ok(()) } else { Err(format!("{}\nin {value:#}", problems.join("\n"))) }
}

/// Panics unless `schema` is one of 2020-12, which is the dialect where none is named.
pub(crate) fn check_schema(schema: &Value) {
    assert!(
        schema.get("$schema").is_none_or(|dialect| dialect == "https://json-schema.org/draft/2020-12/schema")
    );
    if let Err(problem) = jsonschema::meta::validate(schema) {
        panic!("{problem} in {schema:#}");
    }
}

/// Whether a value is what a schema says.
pub(crate) fn is_valid(schema: &Value, value: &Value) -> bool {
    compile(schema).is_valid(value)
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
    let whole = || {
        let mut words: Value = serde_json::from_str(WORDS).unwrap();
        let mut schemas = words["schemas"].take();
        schemas["$ref"] = format!("#/$defs/{name}").into();
        schemas
    };
    let listed = || {
        let words: Value = serde_json::from_str(WORDS).unwrap();
        match tool.output_schema {
            "" => words["tools"][name]["outputSchema"].clone(),
            schema => serde_json::from_str(schema).unwrap(),
        }
    };
    let schemas: [(_, &dyn Fn() -> Value); 2] = [("whole", &whole), ("listed", &listed)];
    let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    for (kind, schema) in schemas {
        let validator: &Validator = validators
            .entry((kind, name.to_owned()))
            .or_insert_with(|| Box::leak(Box::new(compile(&schema()))));
        says(validator, data).map_err(|problem| format!("{name}: {problem}"))?;
    }
    Ok(())
}
