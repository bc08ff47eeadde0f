//! Whether what is committed is what the types make, and whether a whole implementation of JSON Schema agrees
//! with the small one that the server's tests use.

use jscl_mcp::tools::{self, ToolSets, WORDS};
use serde_json::{Map, Value, json};

use crate::official::{LATEST_LEGACY, MODERN, SCHEMAS, definitions};
use crate::validator::{check_schema, is_base64, validate};
use crate::{at, generated, is_current};

fn assert_current(path: &str) {
    let (_, text) = generated().find(|(generated, _)| *generated == path).unwrap();
    assert!(is_current(&at(path), &text), "{path} is out of date; run: npm run generate");
}

#[test]
fn contract_is_current() {
    assert_current("jscl-bridge/contract/engine.ts");
}

#[test]
fn host_is_current() {
    assert_current("jscl-bridge/contract/host.ts");
}

#[test]
fn budgets_are_current() {
    assert_current("jscl-bridge/contract/budgets.ts");
}

#[test]
fn results_are_current() {
    assert_current("jscl-bridge/contract/results.ts");
}

#[test]
fn schemas_are_current() {
    assert_current("src/tools/schemas.rs");
    assert_current("jscl-bridge/contract/tools.json");
}

#[test]
fn reference_is_current() {
    assert_current("docs/tools.md");
}

#[test]
fn every_generated_file_is_held_by_one_of_these() {
    assert_eq!(generated().count(), 7);
}

/// The schemas of the tools as they are listed: arguments and what results have in common.
pub(crate) fn schemas_of_tools() -> Vec<(String, Value)> {
    let words: Value = serde_json::from_str(WORDS).unwrap();
    let mut schemas = vec![("results".to_owned(), words["schemas"].clone())];
    for tool in tools::chosen(&ToolSets::all()) {
        for (own, member) in [(tool.input_schema, "inputSchema"), (tool.output_schema, "outputSchema")] {
            let told = &words["tools"][tool.name][member];
            let schema = if own.is_empty() { told.clone() } else { serde_json::from_str(own).unwrap() };
            assert_eq!(schema["type"], "object", "{} {member}", tool.name);
            schemas.push((format!("{} {member}", tool.name), schema));
        }
    }
    schemas
}

/// The names of the tools, and their descriptions as they are listed.
pub(crate) fn descriptions_of_tools() -> Vec<(&'static str, String)> {
    let words: Value = serde_json::from_str(WORDS).unwrap();
    let all = ToolSets::all();
    let described = tools::chosen(&all).map(|tool| {
        let told = words["tools"][tool.name]["description"].as_str();
        (tool.name, told.unwrap_or(tool.description).to_owned())
    });
    described.collect()
}

#[test]
fn the_schemas_of_tools_are_of_the_dialect() {
    for (name, schema) in schemas_of_tools() {
        check_schema(&schema);
        if let Err(problem) = jsonschema::meta::validate(&schema) {
            panic!("{name}: {problem}");
        }
    }
}

/// Numbers that look drawn at random.
struct Draw(u32);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % count
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

fn anything(draw: &mut Draw) -> Value {
    draw.of(&[
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(2.5),
        json!(1e300),
        json!(""),
        json!("x"),
        json!("lisp://a/b"),
        json!("http://a b"),
        json!("%zz"),
        json!("QUJD"),
        json!("a/{b}"),
        json!("{"),
        json!("a.b-c_9"),
        json!("x".repeat(41)),
        json!([]),
        json!(["x", "x"]),
        json!([{}]),
        json!({}),
        json!({"x": 1}),
    ])
    .clone()
}

/// A value that is mostly what a schema says: now and then something in it is left out, added or another.
fn value_of(root: &Value, schema: &Value, depth: usize, draw: &mut Draw) -> Value {
    if draw.one_in(25) {
        return anything(draw);
    }
    if let Some(reference) = schema["$ref"].as_str() {
        if depth > 8 {
            return anything(draw);
        }
        return value_of(root, root.pointer(&reference[1..]).unwrap(), depth + 1, draw);
    }
    for keyword in ["anyOf", "oneOf", "allOf"] {
        if let Some(schemas) = schema[keyword].as_array() {
            let mut value = value_of(root, draw.of(schemas), depth + 1, draw);
            if let (Value::Object(own), Some(_)) = (&mut value, schema.get("properties")) {
                own.extend(object_of(root, schema, depth, draw));
            }
            return value;
        }
    }
    if let Some(constant) = schema.get("const") {
        return constant.clone();
    }
    if let Some(words) = schema["enum"].as_array() {
        return draw.of(words).clone();
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => draw.of(kinds).as_str().unwrap(),
        kind => kind.as_str().unwrap_or("object"),
    };
    match kind {
        "string" => match schema["format"].as_str() {
            Some("uri") => json!(draw.of(&["lisp://x/y?z#f", "http://[::1]:80/%20", "urn:a:b", "a b", "x"])),
            Some("uri-template") => json!(draw.of(&["a/{b}{?c,d*}", "lisp://x", "{", "}", "a{b"])),
            Some("byte") => json!(draw.of(&["QUJD", "QQ==", "Q", "?"])),
            _ => json!(draw.of(&["", "x", "a.b-c_9", "long enough to be over forty characters long"])),
        },
        "integer" | "number" => {
            let ends = ["minimum", "maximum"].map(|end| schema[end].as_f64().unwrap_or(7.0));
            json!(draw.of(&[ends[0], ends[1], ends[0] - 1.0, ends[1] + 1.0, 3.5, 1.0]))
        }
        "boolean" => json!(draw.one_in(2)),
        "array" => {
            let count =
                draw.below(schema["maxItems"].as_u64().map_or(3, |most| usize::try_from(most).unwrap() + 2));
            (0..count).map(|_| value_of(root, &schema["items"], depth + 1, draw)).collect()
        }
        "null" => Value::Null,
        _ => object_of(root, schema, depth, draw).into(),
    }
}

fn object_of(root: &Value, schema: &Value, depth: usize, draw: &mut Draw) -> Map<String, Value> {
    let mut object = Map::new();
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let is_required = required.iter().any(|one| one == name);
        let is_put_in = if is_required { !draw.one_in(40) } else { depth < 6 && draw.one_in(3) };
        if is_put_in {
            object.insert(name.clone(), value_of(root, property, depth + 1, draw));
        }
    }
    if draw.one_in(20) {
        object.insert("unknown".to_owned(), anything(draw));
    }
    object
}

/// Holds the two against each other on values of a schema. Returns how many it refused and took.
fn compared(what: &str, schema: &Value, values: impl IntoIterator<Item = Value>) -> [usize; 2] {
    let options = jsonschema::options().should_validate_formats(true).with_format("byte", is_base64);
    let whole = options.build(schema).unwrap();
    let mut counts = [0; 2];
    for value in values {
        let own = validate(schema, schema, &value);
        let other: Vec<String> = whole.iter_errors(&value).map(|error| error.to_string()).collect();
        assert_eq!(own.is_ok(), other.is_empty(), "{what}: {own:?}, {other:?}\nin {value:#}");
        counts[usize::from(own.is_ok())] += 1;
    }
    counts
}

#[test]
fn the_protocol_s_schemas_mean_to_the_tests_what_they_mean_to_a_whole_implementation() {
    assert!([LATEST_LEGACY, MODERN].iter().all(|version| SCHEMAS.contains_key(version)));
    for (version, schema) in SCHEMAS.iter() {
        let named = definitions(schema);
        // One schema for all definitions: to compile it is what takes long.
        let members: Map<String, Value> = schema[named]
            .as_object()
            .unwrap()
            .keys()
            .map(|name| (name.clone(), json!({"$ref": format!("#/{named}/{name}")})))
            .collect();
        let mut all = schema.clone();
        all["properties"] = members.clone().into();
        let mut draw = Draw(1);
        let values = members.iter().flat_map(|(name, member)| {
            let values: Vec<Value> =
                (0..30).map(|_| json!({name.as_str(): value_of(schema, member, 0, &mut draw)})).collect();
            values
        });
        let [refused, taken] = compared(version, &all, values.collect::<Vec<_>>());
        assert!(refused > 400 && taken > 400, "{version}: {refused} refused, {taken} taken");
    }
}

#[test]
fn the_tools_schemas_mean_to_the_tests_what_they_mean_to_a_whole_implementation() {
    let mut counts = [0; 2];
    let mut draw = Draw(1);
    for (name, mut schema) in schemas_of_tools() {
        if name == "results" {
            let names: Vec<Value> =
                schema["$defs"].as_object().unwrap().keys().map(|name| name.clone().into()).collect();
            let references: Vec<Value> = names
                .iter()
                .map(|name| json!({"$ref": format!("#/$defs/{}", name.as_str().unwrap())}))
                .collect();
            schema["anyOf"] = references.into();
        }
        let values: Vec<Value> = (0..100).map(|_| value_of(&schema, &schema, 0, &mut draw)).collect();
        let [refused, taken] = compared(&name, &schema, values);
        counts = [counts[0] + refused, counts[1] + taken];
    }
    assert!(counts.iter().all(|count| *count > 1_000), "{counts:?}");
}
