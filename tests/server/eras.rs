//! Methods, capabilities and batches that each version has or lacks, and results that must be the same in
//! all.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok, with};

const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

const MODERN: &str = "2026-07-28";

fn modern(params: Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    with(params, json!({"_meta": meta}))
}

fn initialize(host: &mut Host, version: &str) -> Value {
    let info = json!({"name": "t", "version": "1"});
    let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": info});
    let result = host.ask("initialize", &params)["result"].take();
    host.send(1, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    result
}

#[test]
fn every_version_has_its_methods_and_no_others() {
    let all = ["tools/list", "tools/call"];
    let before = ["initialize", "ping", "logging/setLevel"];
    let since = ["server/discover", "subscriptions/listen"];
    let nowhere =
        ["tasks/get", "sampling/createMessage", "roots/list", "elicitation/create", "tools/List", ""];
    let code = |version: &str, method: &str| {
        let mut host = Host::new();
        let params = if version == MODERN {
            modern(json!({}))
        } else {
            initialize(&mut host, version);
            json!({})
        };
        host.send(1, &json!({"jsonrpc": "2.0", "id": "it", "method": method, "params": params}));
        let (_, answer) = host.received.pop().unwrap();
        answer["error"]["code"].as_i64()
    };
    for version in LEGACY {
        for method in all.into_iter().chain(before) {
            assert_ne!(code(version, method), Some(-32601), "{version} {method}");
        }
        for method in since {
            assert_eq!(code(version, method), Some(-32602), "{version} {method} lacks its envelope");
        }
    }
    for method in all.into_iter().chain(since) {
        assert_ne!(code(MODERN, method), Some(-32601), "{method}");
    }
    for method in before.into_iter().chain(["resources/subscribe", "resources/unsubscribe"]) {
        assert_eq!(code(MODERN, method), Some(-32601), "{method}");
    }
    for method in nowhere {
        for version in LEGACY.into_iter().chain([MODERN]) {
            assert_eq!(code(version, method), Some(-32601), "{version} {method}");
        }
    }
}

#[test]
fn what_is_declared_is_there_and_what_is_there_is_declared() {
    let methods = [
        ("tools", "tools/list", json!({})),
        ("resources", "resources/list", json!({})),
        ("resources", "resources/templates/list", json!({})),
        ("prompts", "prompts/list", json!({})),
        (
            "completions",
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": "?"}, "argument": {"name": "a", "value": ""}}),
        ),
    ];
    for version in LEGACY.into_iter().chain([MODERN]) {
        let mut host = Host::new();
        let declared = if version == MODERN {
            host.ask("server/discover", &modern(json!({})))["result"]["capabilities"].take()
        } else {
            initialize(&mut host, version)["capabilities"].take()
        };
        assert_eq!(declared["logging"], json!({}), "{version}");
        for (capability, method, params) in &methods {
            let params = if version == MODERN { modern(params.clone()) } else { params.clone() };
            let is_there = host.ask(method, &params)["error"]["code"] != -32601;
            // In the first version completion could not be declared.
            let could_be = *capability != "completions" || version > "2024-11-05";
            assert_eq!(declared.get(capability).is_some(), is_there && could_be, "{version} {method}");
        }
    }
}

#[test]
fn a_batch_may_hold_any_request_of_its_version() {
    let mut host = Host::new();
    initialize(&mut host, "2025-03-26");
    let request = |id: u32, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    host.send(
        1,
        &json!([
            request(1, "logging/setLevel", json!({"level": "debug"})),
            request(2, "resources/subscribe", json!({"uri": 5})),
            request(3, "completion/complete", json!({})),
            request(4, "prompts/get", json!({})),
            request(5, "subscriptions/listen", modern(json!({"notifications": {}}))),
            {"jsonrpc": "2.0", "id": 9, "result": {}},
            evaluate_request(&json!(6), "(work)"),
        ]),
    );
    // Notifications about an evaluation are no part of the batch.
    let (_, begun) = host.received.pop().unwrap();
    assert_eq!(begun["method"], "notifications/message");
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    let (_, answers) = host.received.pop().unwrap();
    assert_eq!(host.received.len(), 1, "the end of the evaluation was told");
    let codes: Vec<(u64, Option<i64>)> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| (answer["id"].as_u64().unwrap(), answer["error"]["code"].as_i64()))
        .collect();
    assert_eq!(
        codes,
        [(1, None), (2, Some(-32602)), (3, Some(-32602)), (4, Some(-32602)), (5, Some(-32600)), (6, None)]
    );
}

#[test]
fn the_list_of_tools_depends_on_nothing() {
    let mut host = Host::booting();
    let first = host.ask("tools/list", &json!({}));
    let list = |host: &mut Host, client: u32| {
        host.send(client, &json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list"}));
        let (_, answer) = host.received.pop().unwrap();
        answer["result"].clone()
    };
    host.ready();
    host.evaluate("x", &failed(&division_by_zero()));
    host.call("create-session", &json!({"session": "a"}));
    host.call("configure-limits", &json!({"timeout": 1}));
    host.begin("(work)");
    assert_eq!(list(&mut host, 1), first["result"]);
    assert_eq!(list(&mut host, 2), first["result"]);
}

#[test]
fn both_eras_live_on_one_connection() {
    let mut host = Host::new();
    initialize(&mut host, "2024-11-05");
    host.ask("logging/setLevel", &json!({"level": "debug"}));
    let old = host.ask("tools/list", &json!({}))["result"].take();
    let new = host.ask("tools/list", &modern(json!({})))["result"].take();
    assert!(old["tools"][0].get("annotations").is_none() && new["tools"][0].get("annotations").is_some());
    // A modern request is not under what a legacy one has set.
    let call = json!({"name": "evaluate-lisp", "arguments": {"code": "1"}});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "new", "method": "tools/call", "params": modern(call)}));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    assert_eq!(host.only_answer(1)["result"]["resultType"], "complete");
    // Nor is what a modern one declares there for a legacy one.
    let again = initialize(&mut host, "2025-06-18");
    assert_eq!(again["protocolVersion"], "2025-06-18");
    assert!(host.ask("tools/list", &json!({}))["result"]["tools"][0].get("title").is_some());
}
