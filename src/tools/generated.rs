//! The JSON Schemas of the tools, generated from the Rust types of their arguments and results.
//!
//! `npm run generate` writes them.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "it runs when the project is built, never in a server"
)]

use std::collections::{BTreeMap, BTreeSet};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::compiling::LoadArguments;
use super::debugger::reports::FrameInspection;
use super::debugger::{BreakpointArguments, ClearArguments, DebuggerArguments, StepArguments};
use super::debugger::{EvalArguments, FrameArguments, InvokeArguments, LevelArguments, ReturnArguments};
use super::development::reports::{ExpansionReport, SymbolReport, ValueReport};
use super::development::{ExpansionArguments, SourceArguments, SourceReport, ValueArguments};
use super::errors::{BacktraceArguments, BriefLastError, DescribeArguments, LastErrorReport};
use super::evaluate::EvaluateArguments;
use super::exporting::{ExportArguments, ExportReport, FailureArguments};
use super::files::reports::{ContentReport, DeletedReport, FilesReport, WrittenReport};
use super::files::{FilesArguments, PathArguments, ReadArguments, WriteArguments};
use super::format::{FormatArguments, FormatReport};
use super::guide::GuideArguments;
use super::inspect::{InspectionArguments, InspectionReport, SymbolArguments};
use super::limits::{LimitsArguments, LimitsReport};
use super::parameters::{Kind, Parameter};
use super::recording::QueryArguments;
use super::recording::reports::RecordingReport;
use super::reference::reference;
use super::reports::{
    AproposReport, ClassReport, CompileReport, MethodsReport, ProfileReport, TestsReport, TimeReport,
    UsesReport,
};
use super::reports::{GuideReport, ValidationReport};
use super::session::ResetReport;
use super::sessions::{CloseArguments, ClosedReport, CreateArguments, SessionsReport};
use super::systems::SystemArguments;
use super::tasks::TASKS;
use super::tracing::{TraceArguments, UntraceArguments};
use super::validate::ValidateArguments;
use super::words::PROMPTS_NAME;
use super::{BacktraceReport, GUIDE_NAME, GUIDE_TEXT, OWN, SCHEMAS_NAME, Tool, ToolSet, Work};
use crate::report::{BriefEvaluation, EvaluationReport};

/// The argument of every tool that works in a session.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the server reads it")]
struct SessionArgument {
    /// Handle of the Lisp session. Default: "main".
    session: Option<String>,
}

/// Tools without arguments of their own.
#[derive(JsonSchema)]
struct NoArguments {}

/// What is the same in every structured content.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "the protocol writes it")]
struct Structured {
    /// Equal to the text content.
    text: String,
}

const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

const HEADING: &str = "\
//! Generated from the Rust types; change those, then run: `npm run generate`
";

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None)
}

/// Puts what another object schema has into one.
fn merge(schema: &mut Value, other: Value) {
    let Value::Object(other) = other else { panic!("an object") };
    for (name, value) in other {
        match (&mut schema[&name], value) {
            (Value::Object(own), Value::Object(more)) => own.extend(more),
            (Value::Array(own), Value::Array(more)) => own.splice(0..0, more).for_each(drop),
            (own @ Value::Null, value) => *own = value,
            _ => {}
        }
    }
}

/// What a type is called or what a number is in Rust is nothing to a client.
fn tidy(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(tidy),
        Value::Object(object) => {
            object.remove("$schema");
            object.remove("format");
            if object.get("title").is_some_and(Value::is_string) {
                object.remove("title");
            }
            collapse_constants(object);
            if let Some(Value::String(description)) = object.get_mut("description") {
                *description = description.replace('\n', " ");
            }
            object.values_mut().for_each(tidy);
        }
        _ => {}
    }
}

/// Says in its description what a schema of an argument allows beyond its type: some converters of clients
/// drop the keywords, others refuse them, and all keep a description. A limit that nobody meets is left to
/// the error.
fn limits_in_words(schema: &mut Value) {
    const NOBODY_MEETS: f64 = 1e8;
    let Some(object) = schema.as_object_mut() else { return };
    for nested in ["properties", "items"] {
        match object.get_mut(nested) {
            Some(Value::Object(properties)) if nested == "properties" => {
                properties.values_mut().for_each(limits_in_words);
            }
            Some(items) => limits_in_words(items),
            None => {}
        }
    }
    let limit = |value: Option<Value>| value.filter(|limit| limit.as_f64() < Some(NOBODY_MEETS));
    let (least, most) = (object.remove("minimum"), limit(object.remove("maximum")));
    let (entries, _) = (limit(object.remove("maxItems")), object.remove("minItems"));
    let Some(Value::String(description)) = object.get_mut("description") else { return };
    let said = match (least, most, entries) {
        (Some(least), Some(most), _) => format!(" {least} to {most}."),
        (_, _, Some(entries)) => format!(" At most {entries}."),
        _ => return,
    };
    description.push_str(&said);
}

/// Closes the objects of results: what they have is known.
fn closed(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(closed),
        Value::Object(object) => {
            if object.contains_key("properties") {
                object.insert("additionalProperties".to_owned(), json!(false));
            }
            object.values_mut().for_each(closed);
        }
        _ => {}
    }
}

/// A schema as it is written: properties that are required stand before the others, as some converters make
/// positional arguments of them.
struct Written<'a>(&'a Value);

/// Its properties, of which those are required.
struct Properties<'a>(&'a Map<String, Value>, &'a [Value]);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Array(items) => serializer.collect_seq(items.iter().map(Written)),
            Value::Object(object) => {
                let required =
                    object.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let mut map = serializer.serialize_map(Some(object.len()))?;
                for (name, value) in object {
                    match value {
                        Value::Object(properties) if name == "properties" => {
                            map.serialize_entry(name, &Properties(properties, required))?;
                        }
                        _ => map.serialize_entry(name, &Written(value))?,
                    }
                }
                map.end()
            }
            other => other.serialize(serializer),
        }
    }
}

impl Serialize for Properties<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(properties, required) = *self;
        let first = required.iter().filter_map(|name| properties.get_key_value(name.as_str()?));
        let others = properties.iter().filter(|(name, _)| !required.iter().any(|one| one == *name));
        serializer.collect_map(first.chain(others).map(|(name, value)| (name, Written(value))))
    }
}

/// Makes an `enum` of alternatives that are constants.
fn collapse_constants(object: &mut Map<String, Value>) {
    let Some(Value::Array(alternatives)) = object.get("oneOf") else { return };
    let constants: Option<Vec<Value>> = alternatives.iter().map(|one| one.get("const").cloned()).collect();
    if let Some(constants) = constants {
        object.remove("oneOf");
        object.insert("type".to_owned(), json!("string"));
        object.insert("enum".to_owned(), Value::Array(constants));
    }
}

/// An argument that may be left out need not be `null`.
fn without_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_null),
        Value::Object(object) => {
            object.values_mut().for_each(without_null);
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|one| one != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    object.insert("type".to_owned(), only);
                }
            }
            let Some(Value::Array(alternatives)) = object.get_mut("anyOf") else { return };
            alternatives.retain(|one| one["type"] != "null");
            if let [Value::Object(only)] = alternatives.as_slice() {
                let only = only.clone();
                object.remove("anyOf");
                for (name, value) in only {
                    object.entry(name).or_insert(value);
                }
            }
        }
        _ => {}
    }
}

fn arguments_of<T: JsonSchema>() -> Value {
    let settings = settings().for_deserialize().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    schema.as_object_mut().unwrap().remove("description");
    if schema.get("properties").is_none() {
        schema["properties"] = json!({});
    }
    schema
}

/// The schema of a table of arguments.
fn schema_of(parameters: &[Parameter]) -> Value {
    let mut properties = Map::new();
    for Parameter { name, kind, about, .. } in parameters {
        let mut schema = match kind {
            Kind::Text(_) => json!({"type": "string"}),
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
            Kind::Choice(words) => json!({"type": "string", "enum": words}),
        };
        schema["description"] = (*about).into();
        properties.insert((*name).to_owned(), schema);
    }
    let mut schema = json!({"type": "object", "properties": properties});
    let required: Vec<&str> =
        parameters.iter().filter(|each| each.is_required).map(|each| each.name).collect();
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// The whole schema of the arguments of a tool, its session included.
fn arguments(name: &str) -> Value {
    let tool = OWN.iter().find(|tool| tool.name == name).unwrap();
    let mut schema = match name {
        _ if let Work::InImage(parameters) = tool.work => schema_of(parameters),
        "evaluate-lisp" => arguments_of::<EvaluateArguments>(),
        "invoke-restart" => arguments_of::<InvokeArguments>(),
        "continue" | "abort-level" => arguments_of::<LevelArguments>(),
        "inspect-frame" | "restart-frame" => arguments_of::<FrameArguments>(),
        "eval-in-frame" => arguments_of::<EvalArguments>(),
        "return-from-frame" => arguments_of::<ReturnArguments>(),
        "describe-last-error" => arguments_of::<DescribeArguments>(),
        "get-backtrace" => arguments_of::<BacktraceArguments>(),
        "configure-limits" => arguments_of::<LimitsArguments>(),
        "create-session" => {
            let mut schema = arguments_of::<CreateArguments>();
            merge(&mut schema, arguments_of::<LimitsArguments>());
            schema
        }
        "close-session" => arguments_of::<CloseArguments>(),
        "describe-symbol" => arguments_of::<SymbolArguments>(),
        "describe-package" | "show-source" => arguments_of::<InspectionArguments>(),
        "macroexpand-form" => arguments_of::<ExpansionArguments>(),
        "inspect-value" => arguments_of::<ValueArguments>(),
        "get-source" => arguments_of::<SourceArguments>(),
        "list-files" => arguments_of::<FilesArguments>(),
        "read-file" => arguments_of::<ReadArguments>(),
        "write-file" => arguments_of::<WriteArguments>(),
        "delete-file" => arguments_of::<PathArguments>(),
        "format-code" => arguments_of::<FormatArguments>(),
        "load-system" => arguments_of::<SystemArguments>(),
        "load-file" => arguments_of::<LoadArguments>(),
        "export-session" => arguments_of::<ExportArguments>(),
        "export-failure" => arguments_of::<FailureArguments>(),
        "validate-syntax" => arguments_of::<ValidateArguments>(),
        "reset-session" | "list-sessions" => arguments_of::<NoArguments>(),
        "get-usage-guide" => arguments_of::<GuideArguments>(),
        "query-recording" => arguments_of::<QueryArguments>(),
        "step" => arguments_of::<StepArguments>(),
        "set-breakpoint" => arguments_of::<BreakpointArguments>(),
        "clear-breakpoint" => arguments_of::<ClearArguments>(),
        "configure-debugger" => arguments_of::<DebuggerArguments>(),
        "trace-function" => arguments_of::<TraceArguments>(),
        "untrace-function" => arguments_of::<UntraceArguments>(),
        other => panic!("the types of {other}"),
    };
    if matches!(tool.work, Work::InSession(_) | Work::InImage(_)) {
        merge(&mut schema, arguments_of::<SessionArgument>());
    }
    tidy(&mut schema);
    without_null(&mut schema);
    limits_in_words(&mut schema);
    for property in schema["properties"].as_object_mut().unwrap().values_mut() {
        // The argument itself says what its entries are.
        if let Some(Value::Object(entry)) = property.get_mut("items") {
            entry.remove("description");
        }
    }
    schema
}

/// The schemas of the structured contents that a tool has, by the names of their types.
fn results(name: &str, generator: &mut SchemaGenerator) -> Vec<String> {
    fn add<T: JsonSchema>(generator: &mut SchemaGenerator) -> String {
        generator.subschema_for::<T>();
        T::schema_name().into_owned()
    }
    match name {
        "evaluate-lisp" | "load-file" | "invoke-restart" | "continue" | "abort-level" | "restart-frame"
        | "return-from-frame" | "step" => {
            vec![add::<BriefEvaluation>(generator), add::<EvaluationReport>(generator)]
        }
        "load-system" | "eval-in-frame" | "trace-function" | "untrace-function" | "set-breakpoint"
        | "clear-breakpoint" | "configure-debugger" => {
            vec![add::<BriefEvaluation>(generator)]
        }
        "apropos-search" => vec![add::<BriefEvaluation>(generator), add::<AproposReport>(generator)],
        "class-info" => vec![add::<BriefEvaluation>(generator), add::<ClassReport>(generator)],
        "find-methods" => vec![add::<BriefEvaluation>(generator), add::<MethodsReport>(generator)],
        "who-calls" | "who-references" | "who-binds" | "who-expands" => {
            vec![add::<BriefEvaluation>(generator), add::<UsesReport>(generator)]
        }
        "compile-form" => vec![add::<BriefEvaluation>(generator), add::<CompileReport>(generator)],
        "time-execution" => vec![add::<BriefEvaluation>(generator), add::<TimeReport>(generator)],
        "profile-code" => vec![add::<BriefEvaluation>(generator), add::<ProfileReport>(generator)],
        "run-tests" => vec![add::<BriefEvaluation>(generator), add::<TestsReport>(generator)],
        "export-session" | "export-failure" => {
            vec![add::<ExportReport>(generator), add::<WrittenReport>(generator)]
        }
        "validate-syntax" => vec![add::<ValidationReport>(generator)],
        "get-usage-guide" => vec![add::<GuideReport>(generator)],
        "inspect-frame" => vec![add::<BriefEvaluation>(generator), add::<FrameInspection>(generator)],
        "describe-last-error" => vec![add::<BriefLastError>(generator), add::<LastErrorReport>(generator)],
        "get-backtrace" => vec![add::<BriefLastError>(generator), add::<BacktraceReport>(generator)],
        "configure-limits" | "create-session" => vec![add::<LimitsReport>(generator)],
        "reset-session" => vec![add::<ResetReport>(generator)],
        "list-sessions" => vec![add::<SessionsReport>(generator)],
        "close-session" => vec![add::<ClosedReport>(generator)],
        "describe-symbol" => vec![add::<InspectionReport>(generator), add::<SymbolReport>(generator)],
        "describe-package" | "show-source" => vec![add::<InspectionReport>(generator)],
        "macroexpand-form" => vec![add::<BriefEvaluation>(generator), add::<ExpansionReport>(generator)],
        "inspect-value" => vec![add::<BriefEvaluation>(generator), add::<ValueReport>(generator)],
        "get-source" => vec![add::<SourceReport>(generator)],
        "list-files" => vec![add::<InspectionReport>(generator), add::<FilesReport>(generator)],
        "read-file" => vec![add::<ContentReport>(generator)],
        "write-file" => vec![add::<WrittenReport>(generator)],
        "delete-file" => vec![add::<DeletedReport>(generator)],
        "format-code" => vec![add::<FormatReport>(generator)],
        "query-recording" => vec![add::<BriefEvaluation>(generator), add::<RecordingReport>(generator)],
        other => panic!("the types of {other}"),
    }
}

/// A schema without descriptions, in which an object is any, and so is what an array has if that is no
/// string.
fn shallow(schema: &Value, definitions: &Map<String, Value>) -> Value {
    if let Some(Value::String(reference)) = schema.get("$ref") {
        return shallow(&definitions[reference.trim_start_matches("#/$defs/")], definitions);
    }
    if let Some(Value::Array(alternatives)) = schema.get("anyOf") {
        let types: BTreeSet<String> = alternatives
            .iter()
            .map(|one| shallow(one, definitions)["type"].as_str().unwrap().to_owned())
            .collect();
        return json!({"type": types});
    }
    let mut kept = json!({"type": schema["type"]});
    if let Some(words) = schema.get("enum") {
        kept = json!({"enum": words});
    }
    if schema["items"]["type"] == "string" {
        kept["items"] = json!({"type": "string"});
    }
    kept
}

/// What structured contents of these types have in common.
fn in_common(types: &[String], definitions: &Map<String, Value>) -> Value {
    let required = |name: &String| definitions[name]["required"].as_array().unwrap();
    let mut properties = Map::new();
    for (property, schema) in definitions[&types[0]]["properties"].as_object().unwrap() {
        let schema = shallow(schema, definitions);
        let has_it = |name: &String| {
            definitions[name]["properties"]
                .get(property)
                .is_some_and(|one| shallow(one, definitions) == schema)
        };
        if types.iter().all(has_it) {
            properties.insert(property.clone(), schema);
        }
    }
    let always = |name: &&Value| types.iter().all(|each| required(each).contains(name));
    let required: Vec<&Value> = required(&types[0]).iter().filter(always).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

/// What is generated from the tools.
struct Generated {
    /// Their schemas as Rust.
    source: String,
    /// The words of those outside of `core`, the schemas of all results and the guide.
    words: Value,
    /// The schema of each one's arguments.
    tools: BTreeMap<&'static str, Value>,
}

fn is_core(tool: &Tool) -> bool {
    tool.sets.contains(&ToolSet::Core)
}

/// The definitions of the results of some tools, under those of the tools' names.
fn whole(tools: &[&Tool]) -> Value {
    let mut generator = settings().for_serialize().into_generator();
    let types: Vec<(&str, Vec<String>)> =
        tools.iter().map(|tool| (tool.name, results(tool.name, &mut generator))).collect();
    let mut definitions = generator.take_definitions(true);
    let mut text = arguments_of::<Structured>();
    without_null(&mut text);
    for name in types.iter().flat_map(|(_, names)| names).collect::<BTreeSet<_>>() {
        merge(definitions.get_mut(name).unwrap(), text.clone());
    }
    for definition in definitions.values_mut() {
        tidy(definition);
        closed(definition);
        without_minimum(definition);
        absent_is_not_null(definition);
    }
    for (tool, names) in types {
        let references: Vec<Value> =
            names.iter().map(|name| json!({"$ref": format!("#/$defs/{name}")})).collect();
        definitions.insert(tool.to_owned(), json!({"anyOf": references}));
    }
    json!({"$schema": DIALECT, "$defs": definitions})
}

fn generated() -> Generated {
    let all = whole(&OWN);
    let definitions = all["$defs"].as_object().unwrap();
    let mut source = HEADING.to_owned();
    let mut constant = |name: &str, what: &str, visible: &str, schema: &Value| {
        let text = serde_json::to_string(&Written(schema)).unwrap();
        let hashes = if text.contains("\"#") { "##" } else { "#" };
        let heading = format!("\n/// {what}.\n{visible} const {name}: &str = r{hashes}\"");
        for part in [&heading, &text, "\"", hashes, ";\n"] {
            source.push_str(part);
        }
    };
    let (mut words, mut tools) = (Map::new(), BTreeMap::new());
    for tool in OWN {
        let Tool { name: tool_name, title, description, .. } = *tool;
        let types: Vec<String> = definitions[tool_name]["anyOf"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["$ref"].as_str().unwrap().trim_start_matches("#/$defs/").to_owned())
            .collect();
        let (taken, given) = (arguments(tool_name), in_common(&types, definitions));
        tools.insert(tool_name, taken.clone());
        if is_core(tool) {
            let name = tool_name.to_uppercase().replace('-', "_");
            let what = format!("The arguments of `{tool_name}`");
            constant(&format!("{name}_ARGUMENTS"), &what, "pub(super)", &taken);
            let what = format!("What all structured contents of `{tool_name}` have in common");
            constant(&format!("{name}_DATA"), &what, "pub(super)", &given);
        } else {
            let told = json!({"title": title, "description": description, "inputSchema": taken, "outputSchema": given});
            words.insert(tool_name.to_owned(), told);
        }
    }
    let tasks: Map<String, Value> =
        TASKS.iter().map(|(name, text)| ((*name).to_owned(), text.trim_end().into())).collect();
    let words = json!({"tools": words, SCHEMAS_NAME: all, GUIDE_NAME: GUIDE_TEXT, PROMPTS_NAME: tasks});
    Generated { source, words, tools }
}

/// A member that may be absent is never `null`.
fn absent_is_not_null(definition: &mut Value) {
    let required = definition["required"].clone();
    let is_required = |name: &String| required.as_array().is_some_and(|all| all.contains(&json!(name)));
    let Some(Value::Object(properties)) = definition.get_mut("properties") else { return };
    for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
        without_null(property);
    }
}

/// Counts are not negative: that need not be said of each.
fn without_minimum(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(without_minimum),
        Value::Object(object) => {
            object.remove("minimum");
            object.values_mut().for_each(without_minimum);
        }
        _ => {}
    }
}

/// The files by their paths.
pub(crate) fn generated_files() -> Vec<(&'static str, String)> {
    let Generated { source, words, tools } = generated();
    vec![
        ("src/tools/schemas.rs", source),
        ("docs/tools.md", reference(&tools, &words)),
        ("jscl-bridge/contract/tools.json", serde_json::to_string_pretty(&Written(&words)).unwrap()),
    ]
}
