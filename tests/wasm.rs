//! The class at the boundary, in a browser: what a page's host hands in and gets back.

#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use jscl_mcp::wasm::{Server, Windows};
use serde_json::{Value, json};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const NOW_MS: f64 = 1_795_176_000_000.0;

fn server() -> Server {
    Server::new(r#"{"origins":["https://a.example"]}"#).unwrap_or_else(|_| panic!("the options are right"))
}

fn actions(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap()
}

fn send(server: &mut Server, client: u32, message: &Value) -> Vec<Value> {
    actions(&server.client_message(client, message.to_string().as_bytes(), NOW_MS))
}

/// The message in the only action, which must be one to send to that client. The time that the Lisp may take
/// to start is measured beside it.
fn sent(actions: &[Value], client: u32) -> Value {
    let actions: Vec<&Value> = actions.iter().filter(|action| action["kind"] != "arm-timer").collect();
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!((&actions[0]["kind"], &actions[0]["client"]), (&json!("send"), &json!(client)));
    actions[0]["message"].clone()
}

fn request(id: &Value, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn meta() -> Value {
    json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}})
}

#[wasm_bindgen_test]
fn initializes() {
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let answer = sent(&send(&mut server(), 7, &request(&json!(0), "initialize", &params)), 7);
    assert_eq!(answer["id"], 0);
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer["result"]["serverInfo"]["version"], server().version());
}

#[wasm_bindgen_test]
fn discovers() {
    let probe = request(&json!("server-discover-probe-1"), "server/discover", &json!({"_meta": meta()}));
    let answer = sent(&send(&mut server(), 1, &probe), 1);
    assert_eq!(answer["id"], "server-discover-probe-1");
    assert_eq!(answer["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[wasm_bindgen_test]
fn lists_tools() {
    let answer =
        sent(&send(&mut server(), 1, &request(&json!(1), "tools/list", &json!({"_meta": meta()}))), 1);
    assert_eq!(answer["result"]["tools"].as_array().unwrap().len(), 5);
}

#[wasm_bindgen_test]
fn evaluates() {
    let mut server = server();
    let call = json!({"name": "evaluate-lisp", "arguments": {"detail": "full", "code": "(print \"λ\")"}});
    let held = send(&mut server, 1, &request(&json!("call"), "tools/call", &call));
    assert_eq!(held.len(), 1);
    assert_eq!(held[0]["kind"], "arm-timer");
    assert!(held[0]["atMs"].as_f64().unwrap() > NOW_MS);

    let mut event = |event: Value| actions(&server.engine_event(0, &event.to_string(), NOW_MS));
    let started = event(json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 12.5}));
    assert_eq!((&started[0]["kind"], &started[0]["image"]), (&json!("command"), &json!(0)));
    let command = &started[0]["command"];
    assert_eq!((&command["kind"], &command["code"]), (&json!("evaluate"), &json!("(print \"λ\")")));
    assert_eq!(
        event(json!({"kind": "output", "id": command["id"], "stream": "stdout", "text": "\n\"λ\" "})),
        Vec::<Value>::new()
    );
    let outcome = json!({
        "status": "ok", "values": ["\"λ\""], "warnings": [], "condition": null, "package": "COMMON-LISP-USER",
        "forms": 1, "timing": null, "dropped": {"stdout": 0, "stderr": 0, "values": 0, "results": 0, "warnings": 0, "definitions": 0}, "restartsTaken": [], "definitions": [],
    });
    let answer = sent(&event(json!({"kind": "completed", "id": command["id"], "outcome": outcome})), 1);
    assert_eq!(answer["id"], "call");
    assert_eq!(answer["result"]["content"][0]["text"], "[stdout]\n\n\"λ\" \n\n=> \"λ\"");
    let data = &answer["result"]["structuredContent"];
    assert_eq!(
        (&data["stdout"], &data["text"]),
        (&json!("\n\"λ\" "), &answer["result"]["content"][0]["text"])
    );
}

#[wasm_bindgen_test]
fn watches_the_clock() {
    let mut server = server();
    server.engine_event(0, r#"{"kind":"ready","lisp":"JSCL","version":"1","bootMs":1}"#, NOW_MS);
    let call = json!({"name": "evaluate-lisp", "arguments": {"code": "(loop)"}});
    let started = send(&mut server, 1, &request(&json!(1), "tools/call", &call));
    assert_eq!(started[1]["atMs"], 1_795_176_032_000_u64);
    let ended = actions(&server.tick(NOW_MS + 32_000.0));
    assert_eq!(ended[0]["kind"], "replace-image");
    assert_eq!(ended[1]["kind"], "send");
}

#[wasm_bindgen_test]
fn survives_nonsense() {
    let mut server = server();
    for text in ["", "{", "null", "[]", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"] {
        let answer = sent(&actions(&server.client_message(3, text.as_bytes(), f64::NAN)), 3);
        assert!(answer.get("id").is_none() && answer["error"]["code"].is_i64());
        server.engine_event(0, text, f64::INFINITY);
    }
    assert_eq!(server.tick(-1.0), "[]");
    assert_eq!(server.client_closed(3, NOW_MS), "[]");
}

#[wasm_bindgen_test]
fn admits_origins() {
    assert!(server().admits("https://a.example", 0));
    assert!(!server().admits("https://b.example", 0));
    assert!(Server::new("{").is_err() && Server::new(r#"{"origin":"x"}"#).is_err());
}

#[wasm_bindgen_test]
fn decides_about_windows() {
    assert!(Windows::new(r#"{"bindings":{"tabs":true}}"#).is_err());
    let options = r#"{"origins":[],"own":"https://a.example","bindings":{"tab":true}}"#;
    let mut windows = Windows::new(options).unwrap_or_else(|_| panic!("the options are right"));
    assert_eq!(actions(&windows.lines()), [json!({"from": "self", "channel": "mcp-default"})]);
    assert_eq!(actions(&windows.opened(None))[0]["message"]["payload"], "mcp-server-ready");
    let head = json!({"source": "self", "origin": "https://a.example", "channel": "mcp-default",
        "direction": "client-to-server", "method": "ping"});
    assert_eq!(actions(&windows.message(&head.to_string()))[0]["kind"], "hear");
    assert_eq!(windows.message("no JSON"), "[]");
    assert_eq!(windows.waited(), "[]");
    assert_eq!(actions(&windows.closed())[0]["message"]["payload"], "mcp-server-stopped");
}
