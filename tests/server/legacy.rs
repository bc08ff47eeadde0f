//! Clients that begin with `initialize`, and messages that claim nothing.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok};

const VERSIONS: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

fn initialize(host: &mut Host, version: &str) -> Value {
    let params =
        json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let mut answer = host.ask("initialize", &params);
    host.send(1, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    assert!(host.received.is_empty());
    answer["result"].take()
}

#[test]
fn negotiates_the_version() {
    for version in VERSIONS {
        let result = initialize(&mut Host::new(), version);
        assert_eq!(result["protocolVersion"], version);
        let mut capabilities = json!({"tools": {}, "logging": {}, "prompts": {}, "resources": {"listChanged": true, "subscribe": true}});
        if version != "2024-11-05" {
            capabilities["completions"] = json!({});
        }
        assert_eq!(result["capabilities"], capabilities);
        assert_eq!(result["serverInfo"]["name"], "jscl-mcp");
        assert_eq!(result["serverInfo"]["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(result["serverInfo"].get("title").is_some(), version >= "2025-06-18");
        assert!(result["instructions"].as_str().unwrap().contains("evaluate-lisp"));
        assert!(result.get("resultType").is_none() && result.get("_meta").is_none());
    }
    for unknown in ["2026-07-28", "1999-01-01", ""] {
        assert_eq!(initialize(&mut Host::new(), unknown)["protocolVersion"], "2025-11-25");
    }
}

#[test]
fn initialize_needs_a_version() {
    let answer = Host::new().ask("initialize", &json!({"capabilities": {}}));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn serves_before_initialize() {
    let mut host = Host::booting();
    assert_eq!(host.ask("ping", &json!({}))["result"], json!({}));
    let tools = host.ask("tools/list", &json!({}))["result"].take();
    assert!(tools["tools"][0].get("outputSchema").is_some());
    assert!(tools.get("resultType").is_none() && tools.get("ttlMs").is_none());
}

#[test]
fn lists_what_each_version_knows() {
    for version in VERSIONS {
        let mut host = Host::new();
        initialize(&mut host, version);
        let result = host.ask("tools/list", &json!({}))["result"].take();
        let tool = &result["tools"][0];
        let mut members: Vec<_> = tool.as_object().unwrap().keys().map(String::as_str).collect();
        members.sort_unstable();
        let expected: &[&str] = match version {
            "2024-11-05" => &["description", "inputSchema", "name"],
            "2025-03-26" => &["annotations", "description", "inputSchema", "name"],
            _ => &["annotations", "description", "inputSchema", "name", "outputSchema", "title"],
        };
        assert_eq!(members, expected, "{version}");
        assert_eq!(tool["annotations"].get("title").is_some(), version == "2025-03-26", "{version}");
        assert!(result.get("ttlMs").is_none());
    }
}

#[test]
fn answers_with_what_each_version_knows() {
    for version in VERSIONS {
        let mut host = Host::new();
        initialize(&mut host, version);
        for outcome in [ok(&["1"]), failed(&division_by_zero())] {
            let result = host.evaluate("x", &outcome);
            assert_eq!(result.get("structuredContent").is_some(), version >= "2025-06-18");
            assert!(result.get("resultType").is_none() && result.get("_meta").is_none());
            assert!(result["isError"].is_boolean());
            assert_eq!(result["content"].as_array().unwrap().len(), 1);
        }
    }
}

#[test]
fn knows_no_other_methods() {
    let mut host = Host::new();
    for method in ["x", "", "tools", "sampling/createMessage", "tasks/get"] {
        assert_eq!(host.ask(method, &json!({}))["error"]["code"], -32601, "{method}");
    }
    for modern in ["server/discover", "subscriptions/listen"] {
        assert_eq!(host.ask(modern, &json!({}))["error"]["code"], -32602, "{modern}");
    }
}

#[test]
fn answers_no_notification() {
    let mut host = Host::new();
    for method in ["notifications/initialized", "notifications/cancelled", "tools/list", "nonsense"] {
        host.send(1, &json!({"jsonrpc": "2.0", "method": method, "params": {"requestId": "unknown"}}));
    }
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}));
    host.send(1, &json!({"jsonrpc": "2.0", "error": {"code": 1, "message": "x"}}));
    assert!(host.received.is_empty());
}

#[test]
fn answers_without_an_id_what_has_none() {
    let mut host = Host::new();
    for (text, code) in [
        ("", -32700),
        ("{", -32700),
        ("[1,", -32700),
        ("null", -32600),
        ("5", -32600),
        ("{}", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
    ] {
        host.send_text(1, text);
        let answer = host.only_answer(1);
        assert_eq!(answer["error"]["code"], code, "{text}");
        assert!(answer.get("id").is_none(), "{text}");
    }
}

#[test]
fn answers_deep_json_with_a_parse_error() {
    let mut host = Host::new();
    host.send_text(1, &"[".repeat(100_000));
    assert_eq!(host.only_answer(1)["error"]["code"], -32700);
}

#[test]
fn checks_the_envelope_of_tool_calls() {
    let mut host = Host::new();
    for params in [
        json!({}),
        json!({"name": 5}),
        json!({"name": "evaluate-lisp", "arguments": [1]}),
        json!({"name": "nonesuch"}),
        json!({"name": "nonesuch", "arguments": {}}),
    ] {
        assert_eq!(host.ask("tools/call", &params)["error"]["code"], -32602, "{params}");
    }
    for (cursor, is_valid) in
        [(json!(""), true), (json!(null), true), (json!("page 2"), false), (json!(2), false)]
    {
        let answer = host.ask("tools/list", &json!({"cursor": cursor}));
        assert_eq!(answer.get("result").is_some(), is_valid, "{cursor}");
    }
}

#[test]
fn takes_batches_where_they_exist() {
    for version in VERSIONS {
        let mut host = Host::new();
        initialize(&mut host, version);
        host.send(1, &json!([
            {"jsonrpc": "2.0", "id": 1, "method": "ping"},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            evaluate_request(&json!("e"), "(+ 1 2)"),
            {"jsonrpc": "2.0", "id": 2, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}},
            {"not": "a message"},
            {"jsonrpc": "2.0", "id": 3, "method": "tools/list", "params": {"_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}}},
        ]));
        if version >= "2025-06-18" {
            let answer = host.only_answer(1);
            assert_eq!(answer["error"]["code"], -32600);
            assert!(answer.get("id").is_none() && host.commands.is_empty());
            continue;
        }
        assert!(host.received.is_empty());
        let command = host.only_command();
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["3"])}));
        let answers = host.only_answer(1);
        let answers = answers.as_array().unwrap();
        assert_eq!(answers.len(), 5);
        assert_eq!(answers[0], json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
        assert_eq!((&answers[1]["id"], &answers[1]["error"]["code"]), (&json!(2), &json!(-32600)));
        assert_eq!((answers[2].get("id"), &answers[2]["error"]["code"]), (None, &json!(-32600)));
        assert_eq!((&answers[3]["id"], &answers[3]["error"]["code"]), (&json!(3), &json!(-32600)));
        assert_eq!(answers[4]["id"], "e");
    }
}

#[test]
fn a_batch_without_requests_has_no_answer() {
    let mut host = Host::new();
    initialize(&mut host, "2025-03-26");
    host.send(1, &json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]));
    assert!(host.received.is_empty());
    host.send(1, &json!([]));
    assert_eq!(host.only_answer(1)["error"]["code"], -32600);
}

#[test]
fn a_batch_does_not_wait_for_what_was_cancelled() {
    let mut host = Host::new();
    initialize(&mut host, "2025-03-26");
    host.send(
        1,
        &json!([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, evaluate_request(&json!("e"), "(loop)")]),
    );
    assert!(host.received.is_empty());
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "e"}}),
    );
    assert_eq!(host.only_answer(1), json!([{"jsonrpc": "2.0", "id": 1, "result": {}}]));
}

#[test]
fn clients_do_not_share_what_they_negotiated() {
    let mut host = Host::new();
    initialize(&mut host, "2024-11-05");
    host.send(2, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}));
    assert!(host.only_answer(2)["result"]["tools"][0].get("outputSchema").is_some());
    host.close(1);
    assert!(host.ask("tools/list", &json!({}))["result"]["tools"][0].get("outputSchema").is_some());
}
