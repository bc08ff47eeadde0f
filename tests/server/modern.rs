//! Messages that claim to be 2026-07-28.

use serde_json::{Value, json};

use crate::harness::{Host, ok, text, with};

fn meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "t", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

fn ask(host: &mut Host, method: &str, params: Value) -> Value {
    host.ask(method, &with(params, json!({"_meta": meta()})))
}

fn assert_modern(result: &Value) {
    assert_eq!(result["resultType"], "complete");
    assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"], "jscl-mcp");
}

#[test]
fn discovers() {
    let result = ask(&mut Host::booting(), "server/discover", json!({}))["result"].take();
    assert_modern(&result);
    assert_eq!(result["supportedVersions"], json!(["2026-07-28"]));
    let resources = json!({"listChanged": true, "subscribe": true});
    assert_eq!(
        result["capabilities"],
        json!({"tools": {}, "logging": {}, "prompts": {}, "completions": {}, "resources": resources})
    );
    assert!(result["ttlMs"].as_u64().is_some() && result["cacheScope"] == "public");
    assert!(result["instructions"].is_string());
}

#[test]
fn lists_tools() {
    let result = ask(&mut Host::booting(), "tools/list", json!({}))["result"].take();
    assert_modern(&result);
    assert!(result["ttlMs"].as_u64().is_some() && result["cacheScope"] == "public");
    let names: Vec<_> =
        result["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "evaluate-lisp",
            "invoke-restart",
            "describe-last-error",
            "get-backtrace",
            "configure-limits",
            "reset-session",
            "get-usage-guide",
            "describe-symbol",
            "describe-package",
            "show-source",
            "create-session",
            "list-sessions",
            "close-session",
            "macroexpand-form",
            "inspect-value",
            "get-source",
            "list-files",
            "read-file",
            "write-file",
            "delete-file",
            "format-code",
            "load-system",
            "apropos-search",
            "class-info",
            "find-methods",
            "who-calls",
            "who-references",
            "who-binds",
            "who-expands",
            "validate-syntax",
            "compile-form",
            "load-file",
            "time-execution",
            "profile-code",
            "run-tests",
            "export-session",
            "export-failure",
            "continue",
            "abort-level",
            "inspect-frame",
            "eval-in-frame",
            "restart-frame",
            "return-from-frame",
            "step",
            "set-breakpoint",
            "clear-breakpoint",
            "configure-debugger",
            "query-recording",
            "trace-function",
            "untrace-function",
        ]
    );
    for tool in result["tools"].as_array().unwrap() {
        assert!(tool["title"].is_string() && tool["outputSchema"].is_object());
        assert_eq!(tool["annotations"].as_object().unwrap().len(), 4);
        assert!(tool["annotations"].get("title").is_none());
    }
}

#[test]
fn calls_tools() {
    let mut host = Host::new();
    let params = json!({"name": "evaluate-lisp", "arguments": {"code": "1"}, "_meta": meta()});
    host.send(4, &json!({"jsonrpc": "2.0", "id": "call", "method": "tools/call", "params": params}));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    let answer = host.only_answer(4);
    assert_eq!(answer["id"], "call");
    assert_modern(&answer["result"]);
    assert_eq!(text(&answer["result"]), "=> 1");
    assert!(answer["result"]["structuredContent"].is_object());
    assert!(answer["result"].get("ttlMs").is_none());
}

#[test]
fn has_no_legacy_methods() {
    let mut host = Host::new();
    for method in [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "notifications/initialized",
        "x",
        "",
    ] {
        assert_eq!(ask(&mut host, method, json!({}))["error"]["code"], -32601, "{method}");
    }
}

#[test]
fn rejects_versions_it_does_not_serve() {
    let mut host = Host::new();
    for version in ["2099-01-01", "2025-11-25", ""] {
        let claim = with(meta(), json!({"io.modelcontextprotocol/protocolVersion": version}));
        let answer = host.ask("server/discover", &json!({"_meta": claim}));
        assert_eq!(answer["error"]["code"], -32022);
        assert_eq!(answer["error"]["data"], json!({"supported": ["2026-07-28"], "requested": version}));
    }
}

#[test]
fn checks_the_envelope() {
    let mut host = Host::new();
    for envelope in [
        json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28"}),
        json!({"io.modelcontextprotocol/protocolVersion": 5, "io.modelcontextprotocol/clientCapabilities": {}}),
        json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": null}),
    ] {
        assert_eq!(host.ask("tools/list", &json!({"_meta": envelope}))["error"]["code"], -32602);
    }
    let without_info = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}});
    assert!(host.ask("tools/list", &json!({"_meta": without_info})).get("result").is_some());
}

#[test]
fn needs_no_history() {
    let mut host = Host::new();
    host.ask("initialize", &json!({"protocolVersion": "2024-11-05", "capabilities": {}}));
    assert_modern(&ask(&mut host, "tools/list", json!({}))["result"]);
    assert!(host.ask("tools/list", &json!({}))["result"].get("resultType").is_none());
}

#[test]
fn unknown_tools_and_bad_cursors_are_protocol_errors() {
    let mut host = Host::new();
    assert_eq!(ask(&mut host, "tools/call", json!({"name": "nonesuch"}))["error"]["code"], -32602);
    assert_eq!(ask(&mut host, "tools/list", json!({"cursor": "x"}))["error"]["code"], -32602);
}
