//! Checks every message that the server sends against the official JSON Schema of its version, and results of
//! tools against their own. The schemas allow unknown members; these checks allow none, so that a field of a
//! later version is found in an earlier one. Also checks what no schema says: that nothing comes unasked, too
//! late or twice.

mod course;
mod official;
mod schemas;
mod validator;

pub(crate) use schemas::is_valid;
pub(crate) use validator::check_schema;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use course::Course;
use official::{LATEST_LEGACY, MODERN, SCHEMAS};
use schemas::{conforms, fits_tool};

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
    /// The capabilities that the client has declared with it.
    capabilities: Value,
}

/// One server's messages, in both directions.
#[derive(Debug, Default)]
pub(crate) struct Wire {
    /// The version that each client negotiated.
    versions: BTreeMap<u32, &'static str>,
    /// Requests by client and id, all that had that id: a client may use it again.
    asked: BTreeMap<(u32, String), Vec<Asked>>,
    /// The capabilities that each client declared when it negotiated.
    capabilities: BTreeMap<u32, Value>,
    course: Course,
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
        if message["method"] == "notifications/cancelled"
            && let Some(id) = message["params"].get("requestId")
        {
            self.course.cancelled(client, &key(id));
        }
        let (Some(id), Some(method)) = (message.get("id"), message["method"].as_str()) else { return };
        let params = &message["params"];
        let meta = &params["_meta"];
        let is_modern = meta.get("io.modelcontextprotocol/protocolVersion").is_some();
        let version = if is_modern { MODERN } else { self.legacy(client) };
        if let Some(token) = meta.get("progressToken") {
            self.course.token(client, key(token), key(id), version);
        }
        if is_modern && let Some(level) = meta["io.modelcontextprotocol/logLevel"].as_str() {
            self.course.wants_log(client, Some(key(id)), level);
        } else if method == "logging/setLevel" {
            self.course.wants_log(client, None, params["level"].as_str().unwrap_or_default());
        }
        if is_modern && method == "subscriptions/listen" {
            self.course.listen(client, key(id), params["notifications"].clone());
        }
        if method == "initialize" {
            self.capabilities.insert(client, params["capabilities"].clone());
        }
        let capabilities = meta["io.modelcontextprotocol/clientCapabilities"].clone();
        let tool = (method == "tools/call").then(|| params["name"].as_str().unwrap_or_default().to_owned());
        let asked = Asked { version, method: method.to_owned(), tool, capabilities };
        self.asked.entry((client, key(id))).or_default().push(asked);
    }

    fn legacy(&self, client: u32) -> &'static str {
        self.versions.get(&client).copied().unwrap_or(LATEST_LEGACY)
    }

    pub(crate) fn forget(&mut self, client: u32) {
        self.versions.remove(&client);
        self.asked.retain(|(of, _), _| *of != client);
        self.capabilities.remove(&client);
        self.course.forget(client);
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
                self.course.answered(client, &key(id), asked.method == "subscriptions/listen", message);
                return problem;
            }
        }
        // A message that is not read is answered by its id, if it has one.
        if message.get("error").is_some() {
            conforms(LATEST_LEGACY, "JSONRPCErrorResponse", message)
        } else {
            problem
        }
    }

    /// Whether `message` answers what was asked.
    fn answers(&mut self, client: u32, asked: &Asked, message: &Value) -> Result<(), String> {
        let Asked { version, method, tool, capabilities } = asked;
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
            self.course.shook_hands(client);
        }
        let has_new_names = version >= LATEST_LEGACY;
        conforms(version, if has_new_names { "JSONRPCResultResponse" } else { "JSONRPCResponse" }, message)?;
        if result["resultType"] == "input_required" {
            let may_ask = ["tools/call", "prompts/get", "resources/read"].contains(&method.as_str());
            assert!(may_ask && version == MODERN, "{method} asks back: {message}");
            for request in
                result["inputRequests"].as_object().into_iter().flat_map(|requests| requests.values())
            {
                assert_can_be_asked(capabilities, request);
            }
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

    fn said_unasked(&mut self, client: u32, method: &str, message: &Value) -> Result<(), String> {
        let definition = message_definition(method).ok_or_else(|| format!("an unknown method: {message}"))?;
        let params = &message["params"];
        if message.get("id").is_some() {
            // Only legacy clients can be asked something.
            let version = self.versions.get(&client).ok_or("a request to a client that never shook hands")?;
            assert_can_be_asked(&self.capabilities[&client], message);
            self.course.asks(client, key(&message["id"]));
            conforms(version, "JSONRPCRequest", message)?;
            // Which versions' definitions of requests have the id, and which leave it to that of all
            // requests, varies.
            return conforms(version, definition, message)
                .or_else(|_| conforms(version, definition, &without_id(message)));
        }
        let candidates = if let Some(id) = params["_meta"].get("io.modelcontextprotocol/subscriptionId") {
            self.course.told(client, &key(id), method, params)?;
            vec![MODERN]
        } else if method == "notifications/progress" {
            vec![self.course.progress(client, &key(&params["progressToken"]), params)?]
        } else {
            if method == "notifications/message" {
                self.course.logs(client, params)?;
            }
            if method == "notifications/cancelled" {
                self.course.ended(client, &key(&params["requestId"]))?;
            }
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

/// A client is asked only what it has declared that it can be asked.
fn assert_can_be_asked(capabilities: &Value, request: &Value) {
    let elicitation = &capabilities["elicitation"];
    let can = match request["method"].as_str().unwrap() {
        "elicitation/create" if request["params"]["mode"] == "url" => elicitation.get("url").is_some(),
        "elicitation/create" => elicitation.get("form").is_some() || *elicitation == json!({}),
        "sampling/createMessage" => capabilities["sampling"].is_object(),
        "roots/list" => capabilities["roots"].is_object(),
        other => panic!("clients are not asked for {other}"),
    };
    assert!(can, "{request} to a client that can {capabilities}");
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

#[test]
fn finds_what_is_wrong() {
    let mut wire = Wire::default();
    let said = |wire: &mut Wire, message: Value| wire.said_one(1, &message);
    wire.heard(1, r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list-sessions"}}"#);
    let data = json!({"text": "x", "sessions": [], "maxSessions": 8});
    let content = json!([{"type": "text", "text": "x"}]);
    let result = |members: Value| json!({"jsonrpc": "2.0", "id": 1, "result": members});
    let right = json!({"content": content, "structuredContent": data, "isError": false});
    said(&mut wire, result(right.clone())).unwrap();
    for (name, value) in [
        ("content", json!("x")),
        ("content", json!([{"type": "text"}])),
        ("content", json!([{"type": "text", "text": "x", "other": 1}])),
        ("structuredContent", json!({"sessions": 5})),
        ("structuredContent", json!({"text": "y", "sessions": [], "maxSessions": 8})),
        ("structuredContent", json!({"text": "x", "sessions": [], "maxSessions": 8, "more": 1})),
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
    // Members that a version did not have yet.
    for (version, member) in
        [("2024-11-05", "annotations"), ("2025-03-26", "title"), ("2025-03-26", "outputSchema")]
    {
        let tool = json!({"name": "x", "inputSchema": {"type": "object"}, member: {"type": "object"}});
        assert!(conforms(version, "Tool", &tool).is_err(), "{version} {member}");
    }
}
