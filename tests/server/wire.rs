//! Every message that the server sends, held against the official JSON Schema of the version that it is sent under, and
//! what tools return against their own. The schemas allow members that nobody knows; here none may be, so that a field of a later
//! version is found in an earlier one.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex};

use jscl_mcp::tools;
use jsonschema::Validator;
use serde_json::{Value, json};

const MODERN: &str = "2026-07-28";
const LATEST_LEGACY: &str = "2025-11-25";

static SCHEMAS: LazyLock<BTreeMap<&str, Value>> = LazyLock::new(|| {
    let schema = |text| strict(serde_json::from_str(text).unwrap());
    BTreeMap::from([
        ("2024-11-05", schema(include_str!("../schemas/2024-11-05/schema.json"))),
        ("2025-03-26", schema(include_str!("../schemas/2025-03-26/schema.json"))),
        ("2025-06-18", schema(include_str!("../schemas/2025-06-18/schema.json"))),
        (LATEST_LEGACY, schema(include_str!("../schemas/2025-11-25/schema.json"))),
        (MODERN, schema(include_str!("../schemas/2026-07-28/schema.json"))),
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
fn conforms(version: &'static str, definition: &str, value: &Value) -> Result<(), String> {
    says(validator(version, definition), value)
        .map_err(|problem| format!("{version} {definition}: {problem}"))
}

fn says(validator: &Validator, value: &Value) -> Result<(), String> {
    let problems: Vec<String> =
        validator.iter_errors(value).map(|error| format!("{} at {}", error, error.instance_path())).collect();
    if problems.is_empty() { Ok(()) } else { Err(format!("{}\nin {value:#}", problems.join("\n"))) }
}

/// Panics unless `value` conforms to a tool's schema, or another one of 2020-12.
pub(crate) fn check(schema: &Value, value: &Value) {
    if let Err(problem) = says(&compile(schema), value) {
        panic!("{problem}");
    }
}

/// Panics unless `schema` is one of 2020-12.
pub(crate) fn check_schema(schema: &Value) {
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    if let Err(problem) = jsonschema::meta::validate(schema) {
        panic!("{problem} in {schema:#}");
    }
}

fn result_definition(method: &str) -> Option<&'static str> {
    Some(match method {
        "initialize" => "InitializeResult",
        "server/discover" => "DiscoverResult",
        "ping" | "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" => "EmptyResult",
        "tools/list" => "ListToolsResult",
        "tools/call" => "CallToolResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "resources/read" => "ReadResourceResult",
        "prompts/list" => "ListPromptsResult",
        "prompts/get" => "GetPromptResult",
        "completion/complete" => "CompleteResult",
        "subscriptions/listen" => "SubscriptionsListenResult",
        _ => return None,
    })
}

fn message_definition(method: &str) -> Option<&'static str> {
    Some(match method {
        "notifications/cancelled" => "CancelledNotification",
        "notifications/progress" => "ProgressNotification",
        "notifications/message" => "LoggingMessageNotification",
        "notifications/tools/list_changed" => "ToolListChangedNotification",
        "notifications/prompts/list_changed" => "PromptListChangedNotification",
        "notifications/resources/list_changed" => "ResourceListChangedNotification",
        "notifications/resources/updated" => "ResourceUpdatedNotification",
        "notifications/subscriptions/acknowledged" => "SubscriptionsAcknowledgedNotification",
        "elicitation/create" => "ElicitRequest",
        "sampling/createMessage" => "CreateMessageRequest",
        "roots/list" => "ListRootsRequest",
        _ => return None,
    })
}

#[derive(Clone, Debug)]
struct Asked {
    version: &'static str,
    method: String,
    /// The tool that was called, if one was.
    tool: Option<String>,
}

/// One server's messages, in both directions.
#[derive(Debug, Default)]
pub(crate) struct Wire {
    /// What each client negotiated.
    versions: BTreeMap<u32, &'static str>,
    /// Requests by client and id, all that had that id: a client may use it again.
    asked: BTreeMap<(u32, String), Vec<Asked>>,
    /// The versions that progress tokens were given in.
    tokens: BTreeMap<(u32, String), &'static str>,
}

impl Wire {
    /// A client sent something, which may be anything.
    pub(crate) fn heard(&mut self, client: u32, text: &str) {
        match serde_json::from_str(text) {
            Ok(Value::Array(messages)) => messages.iter().for_each(|message| self.heard_one(client, message)),
            Ok(message) => self.heard_one(client, &message),
            Err(_) => {}
        }
    }

    fn heard_one(&mut self, client: u32, message: &Value) {
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else { return };
        let params = &message["params"];
        let meta = &params["_meta"];
        let is_modern = meta.get("io.modelcontextprotocol/protocolVersion").is_some();
        let version = if is_modern { MODERN } else { self.legacy(client) };
        if let Some(token) = meta.get("progressToken") {
            self.tokens.insert((client, key(token)), version);
        }
        let tool = (method == "tools/call").then(|| params["name"].as_str().unwrap_or_default().to_owned());
        let asked = Asked { version, method: method.to_owned(), tool };
        self.asked.entry((client, key(id))).or_default().push(asked);
    }

    fn legacy(&self, client: u32) -> &'static str {
        self.versions.get(&client).copied().unwrap_or(LATEST_LEGACY)
    }

    pub(crate) fn forget(&mut self, client: u32) {
        self.versions.remove(&client);
        self.asked.retain(|(of, _), _| *of != client);
        self.tokens.retain(|(of, _), _| *of != client);
    }

    /// The server sends something, which must be right.
    pub(crate) fn said(&mut self, client: u32, message: &Value) {
        let problem = match message {
            Value::Array(messages) if messages.is_empty() => Err("an empty batch".to_owned()),
            Value::Array(messages) => {
                assert!(self.legacy(client) <= "2025-03-26", "a batch to a client that knows none");
                messages.iter().try_for_each(|message| self.said_one(client, message))
            }
            message => self.said_one(client, message),
        };
        if let Err(problem) = problem {
            panic!("to client {client}: {problem}");
        }
    }

    fn said_one(&mut self, client: u32, message: &Value) -> Result<(), String> {
        assert_eq!(message["jsonrpc"], "2.0");
        if let Some(method) = message["method"].as_str() {
            return self.said_unasked(client, method, message);
        }
        let Some(id) = message.get("id") else {
            assert!(message["error"].is_object(), "what has no id is an error: {message}");
            // The versions before had no word for this.
            return conforms(LATEST_LEGACY, "JSONRPCErrorResponse", message);
        };
        let asked = self.asked.get(&(client, key(id))).cloned().unwrap_or_default();
        let mut problem = Err(format!("nobody asked for {message}"));
        for asked in asked.iter().rev() {
            problem = self.answers(client, asked, message);
            if problem.is_ok() {
                return problem;
            }
        }
        // What is not even read is answered by its id alone, if it has one.
        if message.get("error").is_some() {
            conforms(LATEST_LEGACY, "JSONRPCErrorResponse", message)
        } else {
            problem
        }
    }

    /// Whether `message` answers what was asked.
    fn answers(&mut self, client: u32, asked: &Asked, message: &Value) -> Result<(), String> {
        let Asked { version, method, tool } = asked;
        let (mut version, result) = (*version, &message["result"]);
        let has_new_names = version >= LATEST_LEGACY;
        if message.get("error").is_some() {
            check_code(version, message);
            return conforms(
                version,
                if has_new_names { "JSONRPCErrorResponse" } else { "JSONRPCError" },
                message,
            );
        }
        let definition =
            result_definition(method).ok_or_else(|| format!("{method} has a result: {message}"))?;
        if let Some(negotiated) = result["protocolVersion"].as_str().filter(|_| method == "initialize") {
            let known = SCHEMAS.keys().find(|known| **known == negotiated);
            version = known.ok_or("it negotiates an unknown version")?;
            self.versions.insert(client, version);
        }
        let has_new_names = version >= LATEST_LEGACY;
        conforms(version, if has_new_names { "JSONRPCResultResponse" } else { "JSONRPCResponse" }, message)?;
        if result["resultType"] == "input_required" {
            return conforms(version, "InputRequiredResult", result);
        }
        let is_of_era = if version == MODERN {
            result["resultType"] == "complete"
                && result["_meta"]["io.modelcontextprotocol/serverInfo"].is_object()
        } else {
            definition != "EmptyResult" || *result == json!({})
        };
        if !is_of_era {
            return Err(format!("not of {version}: {message}"));
        }
        conforms(version, definition, result)?;
        tool.as_ref().map_or(Ok(()), |tool| fits_tool(version, tool, result))
    }

    fn said_unasked(&self, client: u32, method: &str, message: &Value) -> Result<(), String> {
        let definition = message_definition(method).ok_or_else(|| format!("an unknown method: {message}"))?;
        let params = &message["params"];
        if message.get("id").is_some() {
            // Only legacy clients can be asked something.
            let version = self.legacy(client);
            conforms(version, "JSONRPCRequest", message)?;
            return conforms(version, definition, &without_id(message));
        }
        let is_of_subscription = params["_meta"].get("io.modelcontextprotocol/subscriptionId").is_some();
        let candidates = if is_of_subscription {
            vec![MODERN]
        } else if method == "notifications/progress" {
            let version = self.tokens.get(&(client, key(&params["progressToken"])));
            vec![*version.ok_or_else(|| format!("nobody gave that token: {message}"))?]
        } else {
            vec![self.legacy(client), MODERN]
        };
        let mut problem = Ok(());
        for version in candidates {
            problem = conforms(version, "JSONRPCNotification", message)
                .and_then(|()| conforms(version, definition, message));
            if problem.is_ok() {
                break;
            }
        }
        problem
    }
}

/// An id or a token, as which 1 and 1.0 are the same.
fn key(id: &Value) -> String {
    match id.as_f64() {
        Some(float) if id.is_f64() && float.fract() == 0.0 => format!("{}", float + 0.0),
        _ => id.to_string(),
    }
}

fn without_id(message: &Value) -> Value {
    let mut message = message.clone();
    message.as_object_mut().unwrap().remove("id");
    message
}

/// Only codes that the version has a meaning for.
fn check_code(version: &str, message: &Value) {
    let code = message["error"]["code"].as_i64().unwrap();
    let standard = [-32700, -32600, -32601, -32602, -32603].contains(&code);
    let own = match version {
        MODERN => [-32020, -32021, -32022].contains(&code),
        LATEST_LEGACY => [-32002, -32042].contains(&code),
        _ => code == -32002,
    };
    assert!(standard || own, "{version} has no code {code}: {message}");
}

fn fits_tool(version: &str, name: &str, result: &Value) -> Result<(), String> {
    let tool = tools::find(name).ok_or_else(|| format!("there is no tool {name}"))?;
    let Some(data) = result.get("structuredContent") else {
        assert!(version < "2025-06-18" || result["isError"] == true, "{name} returned no data: {result}");
        return Ok(());
    };
    let schema: Value = serde_json::from_str(&tool.output_schema.concat()).unwrap();
    let key = ("tool", name.to_owned());
    let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let validator: &Validator =
        validators.entry(key).or_insert_with(|| Box::leak(Box::new(compile(&schema))));
    says(validator, data).map_err(|problem| format!("{name}: {problem}"))
}

#[test]
fn finds_what_is_wrong() {
    let mut wire = Wire::default();
    let said = |wire: &mut Wire, message: Value| wire.said_one(1, &message);
    wire.heard(1, r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-sessions"}}"#);
    let data = json!({"sessions": [], "maxSessions": 8});
    let content = json!([{"type": "text", "text": "x"}]);
    let result = |members: Value| json!({"jsonrpc": "2.0", "id": 1, "result": members});
    let right = json!({"content": content, "structuredContent": data, "isError": false});
    said(&mut wire, result(right.clone())).unwrap();
    for (name, value) in [
        ("content", json!("x")),
        ("content", json!([{"type": "text"}])),
        ("content", json!([{"type": "text", "text": "x", "other": 1}])),
        ("structuredContent", json!({"sessions": 5})),
        ("isError", json!("no")),
        ("resultType", json!("complete")),
    ] {
        let mut wrong = right.clone();
        wrong[name] = value;
        assert!(said(&mut wire, result(wrong.clone())).is_err(), "{wrong}");
    }
    for wrong in [
        json!({"jsonrpc": "2.0", "id": 2, "result": {}}),
        json!({"jsonrpc": "2.0", "id": "1", "result": {}}),
        json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1.5, "message": "x"}}),
        json!({"jsonrpc": "2.0", "method": "notifications/unknown"}),
        json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": 1, "progress": 1}}),
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "loud", "data": 1}}),
        json!({"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1, "x": 1}}),
    ] {
        let heard = std::panic::catch_unwind(|| Wire::default().said(1, &wrong));
        assert!(heard.is_err(), "{wrong}");
    }
    // What a version did not know yet.
    for (version, member) in
        [("2024-11-05", "annotations"), ("2025-03-26", "title"), ("2025-03-26", "outputSchema")]
    {
        let tool = json!({"name": "x", "inputSchema": {"type": "object"}, member: {"type": "object"}});
        assert!(conforms(version, "Tool", &tool).is_err(), "{version} {member}");
    }
}
