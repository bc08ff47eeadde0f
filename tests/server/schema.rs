//! Checks a value against the part of JSON Schema 2020-12 that the tools' schemas use. A keyword that is not known here
//! is a failure, so that no part of a schema goes unchecked.

use serde_json::Value;

pub(crate) fn check(schema: &Value, value: &Value) {
    if let Err(problem) = conforms(schema, schema, value) {
        panic!("{problem}\nin {value:#}");
    }
}

fn conforms(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    for (keyword, argument) in schema.as_object().unwrap() {
        match keyword.as_str() {
            "$schema" | "$defs" | "description" | "format" => {}
            "$ref" => {
                let pointer = argument.as_str().unwrap().strip_prefix('#').unwrap();
                conforms(root, root.pointer(pointer).unwrap(), value)?;
            }
            "type" => has_type(argument, value)?,
            "enum" => {
                if !argument.as_array().unwrap().contains(value) {
                    return Err(format!("{value} is not one of {argument}"));
                }
            }
            "anyOf" => {
                let any =
                    argument.as_array().unwrap().iter().any(|schema| conforms(root, schema, value).is_ok());
                if !any {
                    return Err(format!("{value} is none of {argument}"));
                }
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    conforms(root, argument, item)?;
                }
            }
            "properties" => {
                for (name, schema) in argument.as_object().unwrap() {
                    if let Some(member) = value.get(name) {
                        conforms(root, schema, member).map_err(|problem| format!("{name}: {problem}"))?;
                    }
                }
            }
            "required" => {
                for name in argument.as_array().unwrap() {
                    if value.get(name.as_str().unwrap()).is_none() {
                        return Err(format!("{name} is missing"));
                    }
                }
            }
            "additionalProperties" => {
                assert_eq!(argument, false);
                for name in value.as_object().into_iter().flatten().map(|(name, _)| name) {
                    if schema["properties"].get(name).is_none() {
                        return Err(format!("{name} is not in the schema"));
                    }
                }
            }
            other => panic!("the keyword {other} is not checked"),
        }
    }
    Ok(())
}

fn has_type(expected: &Value, value: &Value) -> Result<(), String> {
    let actual = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_one = |name: &Value| name == actual || (name == "number" && actual == "integer");
    let fits = expected.as_array().map_or_else(|| is_one(expected), |names| names.iter().any(is_one));
    if fits { Ok(()) } else { Err(format!("{value} is not of type {expected}")) }
}
