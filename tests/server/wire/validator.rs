//! Whether a value is what a JSON Schema says, for the keywords that the protocol's schemas and those of the
//! tools use; another keyword is a panic. It takes the place of a whole implementation, which takes longer to
//! compile than the server and its tests; `tests/schemas/` holds it against one.

use serde_json::Value;

/// The first that is wrong, and where. `root` is what references begin at.
pub(crate) fn validate(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let Value::Object(keywords) = schema else {
        return if *schema == true { Ok(()) } else { Err(": nothing may be here".to_owned()) };
    };
    for (keyword, says) in keywords {
        let fits = |fits: bool| if fits { Ok(()) } else { Err(format!(": {keyword} is {says}")) };
        match keyword.as_str() {
            "$ref" => {
                let reference = says.as_str().unwrap();
                let referred = root.pointer(&reference[1..]).unwrap_or_else(|| panic!("no {reference}"));
                validate(root, referred, value)?;
            }
            "type" => fits(match says {
                Value::Array(types) => types.iter().any(|one| is_of(one, value)),
                one => is_of(one, value),
            })?,
            "const" => fits(is_same(says, value))?,
            "enum" => fits(list(says).iter().any(|one| is_same(one, value)))?,
            "allOf" => list(says).iter().try_for_each(|one| validate(root, one, value))?,
            "anyOf" => fits(list(says).iter().any(|one| validate(root, one, value).is_ok()))?,
            "oneOf" => {
                fits(list(says).iter().filter(|one| validate(root, one, value).is_ok()).count() == 1)?;
            }
            "minimum" => fits(value.as_f64().is_none_or(|number| number >= says.as_f64().unwrap()))?,
            "maximum" => fits(value.as_f64().is_none_or(|number| number <= says.as_f64().unwrap()))?,
            "maxItems" => {
                fits(value.as_array().is_none_or(|items| items.len() as u64 <= says.as_u64().unwrap()))?;
            }
            "items" => {
                for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                    validate(root, says, item).map_err(|problem| format!("/{place}{problem}"))?;
                }
            }
            "required" => {
                let Value::Object(members) = value else { continue };
                fits(list(says).iter().all(|name| members.contains_key(name.as_str().unwrap())))?;
            }
            "properties" => {
                for (name, property) in says.as_object().unwrap() {
                    let Some(member) = value.get(name) else { continue };
                    validate(root, property, member).map_err(|problem| format!("/{name}{problem}"))?;
                }
            }
            "additionalProperties" => {
                let named = keywords.get("properties").and_then(Value::as_object);
                for (name, member) in value.as_object().into_iter().flatten() {
                    if named.is_none_or(|named| !named.contains_key(name)) {
                        validate(root, says, member).map_err(|problem| format!("/{name}{problem}"))?;
                    }
                }
            }
            "format" => fits(value.as_str().is_none_or(|text| match says.as_str() {
                Some("uri") => is_uri(text),
                Some("uri-template") => is_uri_template(text),
                Some("byte") => is_base64(text),
                _ => panic!("a format that these tests do not know: {says}"),
            }))?,
            "$schema" | "$defs" | "definitions" | "title" | "description" | "default" | "readOnly" => {}
            _ => panic!("a keyword that these tests do not know: {keyword}"),
        }
    }
    Ok(())
}

/// Panics unless `schema` is an object of the dialect where none is named, made of keywords that are known.
/// `tests/schemas/` holds the tools' schemas against the dialect's own schema.
pub(crate) fn check_schema(schema: &Value) {
    let dialect = schema.get("$schema");
    assert!(dialect.is_none_or(|dialect| dialect == "https://json-schema.org/draft/2020-12/schema"));
    let Value::Object(keywords) = schema else {
        assert!(schema.is_boolean(), "{schema}");
        return;
    };
    for (keyword, says) in keywords {
        match keyword.as_str() {
            "properties" | "$defs" => says.as_object().unwrap().values().for_each(check_schema),
            "items" | "additionalProperties" => check_schema(says),
            "anyOf" | "oneOf" | "allOf" => list(says).iter().for_each(check_schema),
            "required" => assert!(list(says).iter().all(Value::is_string), "{says}"),
            "type" => assert!(says.is_string() || list(says).iter().all(Value::is_string), "{says}"),
            "enum" => assert!(!list(says).is_empty()),
            "minimum" | "maximum" => assert!(says.is_number(), "{says}"),
            "maxItems" => assert!(says.is_u64(), "{says}"),
            "$ref" | "$schema" | "title" | "description" | "format" => {
                assert!(says.is_string(), "{says}");
            }
            "const" | "default" | "readOnly" => {}
            _ => panic!("a keyword that these tests do not know: {keyword}"),
        }
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind.as_str() {
        Some("null") => value.is_null(),
        Some("boolean") => value.is_boolean(),
        Some("string") => value.is_string(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("number") => value.is_number(),
        Some("integer") => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => panic!("an unknown type: {kind}"),
    }
}

/// 1 and 1.0 are one number.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || one.as_f64().is_some_and(|number| other.as_f64() == Some(number))
}

/// Whether a text has characters of a URI alone, and `%` before two digits only.
fn has_characters_of_uris(text: &str) -> bool {
    let is_escaped =
        |rest: &str| rest.len() >= 2 && rest.chars().take(2).all(|char| char.is_ascii_hexdigit());
    text.chars().all(|char| char.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(char))
        && text.split('%').skip(1).all(is_escaped)
}

fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    scheme.starts_with(|char: char| char.is_ascii_alphabetic())
        && scheme.chars().all(|char| char.is_ascii_alphanumeric() || "+-.".contains(char))
        && has_characters_of_uris(rest)
        && rest.matches('#').count() <= 1
}

/// A text with expressions in braces, each of which has something in it.
fn is_uri_template(text: &str) -> bool {
    let mut outside = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((expression, after)) = after.split_once('}') else { return false };
        let is_one = |char: char| char.is_ascii_alphanumeric() || "_.,*%:+#/;?&".contains(char);
        if expression.is_empty() || !expression.chars().all(is_one) {
            return false;
        }
        outside.push_str(before);
        rest = after;
    }
    outside.push_str(rest);
    has_characters_of_uris(&outside)
}

pub(crate) fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    text.len().is_multiple_of(4)
        && text.len() - digits.len() <= 2
        && digits.chars().all(|char| char.is_ascii_alphanumeric() || "+/".contains(char))
}
