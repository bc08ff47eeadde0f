//! Completion: of what is known here at once, of what the image knows when that is free, and never behind an
//! evaluation.

use jscl_mcp::engine::Question;
use jscl_mcp::server::{MAX_QUERIES, QUERY_MS};
use serde_json::{Value, json};

use crate::harness::{Host, ok, with};

const SYMBOL: &str = "lisp://session/{session}/symbol/{name}";
const PACKAGE: &str = "lisp://session/{session}/package/{name}";
const KIND: &str = "lisp://session/{session}/definition/{name}/{kind}";

fn template(uri: &str, argument: &str, value: &str, known: Value) -> Value {
    json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": argument, "value": value}, "context": {"arguments": known}})
}

fn prompt(name: &str, argument: &str, value: &str) -> Value {
    json!({"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": argument, "value": value}})
}

fn values(answer: &Value) -> Vec<&str> {
    let completion = &answer["result"]["completion"];
    let values = completion["values"].as_array().unwrap_or_else(|| panic!("{answer}"));
    assert!(values.len() <= 100);
    assert_eq!(completion["hasMore"], completion["total"].as_u64().unwrap() > values.len() as u64);
    values.iter().map(|value| value.as_str().unwrap()).collect()
}

fn complete(host: &mut Host, params: &Value) -> Value {
    host.ask("completion/complete", params)
}

fn host() -> Host {
    let mut host = Host::new();
    let definition = |name: &str| json!({"code": "(f)", "package": "COMMON-LISP-USER", "names": [name]});
    let definitions: Vec<Value> = [
        "FUNCTION AVERAGE",
        "FUNCTION MOVING-AVERAGE",
        "VARIABLE *AVERAGES*",
        "METHOD AVERAGE (LIST)",
        "PACKAGE STATISTICS",
    ]
    .into_iter()
    .map(definition)
    .collect();
    host.evaluate("(code)", &with(ok(&["1"]), json!({"definitions": definitions})));
    host
}

#[test]
fn sessions_definitions_and_kinds_are_known_here() {
    let mut host = host();
    host.call("create-session", &json!({"session": "magic"}));
    assert_eq!(values(&complete(&mut host, &prompt("debug-last-error", "session", "ma"))), ["magic", "main"]);
    assert_eq!(values(&complete(&mut host, &template(SYMBOL, "session", "", json!({})))), ["magic", "main"]);
    assert_eq!(
        values(&complete(&mut host, &prompt("explain-definition", "name", "av"))),
        ["AVERAGE", "*AVERAGES*", "MOVING-AVERAGE"]
    );
    assert_eq!(values(&complete(&mut host, &prompt("write-test", "function", "m-a"))), ["MOVING-AVERAGE"]);
    assert_eq!(values(&complete(&mut host, &prompt("write-test", "function", "")))[0], "AVERAGE");
    assert_eq!(
        values(&complete(&mut host, &template(KIND, "kind", "", json!({"name": "average"})))),
        ["function", "method"]
    );
    assert_eq!(
        values(&complete(&mut host, &template(KIND, "name", "av", json!({"session": "magic"})))),
        Vec::<&str>::new()
    );
    assert_eq!(
        values(&complete(&mut host, &template(KIND, "name", "av", json!({"session": "nobody"})))),
        Vec::<&str>::new()
    );
    assert!(host.queries.is_empty());
}

#[test]
fn symbols_and_packages_are_asked_of_a_free_image() {
    let mut host = host();
    let request = json!({"jsonrpc": "2.0", "id": "c", "method": "completion/complete", "params": template(SYMBOL, "name", "m-v", json!({}))});
    host.send(1, &request);
    let (_, query) = host.queries.remove(0);
    assert_eq!((query.what, query.text.as_str(), query.limit), (Question::CompleteSymbol, "m-v", 100));
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["multiple-value-bind"], "total": 120}));
    let answer = host.only_answer(1);
    assert_eq!(values(&answer), ["multiple-value-bind"]);
    assert_eq!(answer["result"]["completion"]["total"], 120);
    host.send(1, &json!({"jsonrpc": "2.0", "id": "p", "method": "completion/complete", "params": template(PACKAGE, "name", "sta", json!({"session": "main"}))}));
    let (_, query) = host.queries.remove(0);
    assert_eq!(query.what, Question::CompletePackage);
    // An image that says nothing is not waited for.
    host.pass(QUERY_MS - 1);
    assert!(host.received.is_empty());
    host.pass(1);
    assert_eq!(values(&host.only_answer(1)), ["STATISTICS"]);
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["late"], "total": 1}));
    assert!(host.received.is_empty());
}

#[test]
fn an_image_that_is_not_free_is_not_asked() {
    let symbol = template(SYMBOL, "name", "avera", json!({}));
    let here = ["average", "*averages*", "moving-average"];
    let mut host = host();
    let (_, command) = host.begin("(long)");
    assert_eq!(values(&complete(&mut host, &symbol)), here);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.received.clear();
    // The image ends before it has answered.
    host.send(1, &json!({"jsonrpc": "2.0", "id": "c", "method": "completion/complete", "params": symbol}));
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    assert_eq!(values(&host.only_answer(1)), here);
    host.queries.clear();
    assert_eq!(values(&complete(&mut host, &symbol)), here, "while it starts");
    assert_eq!(values(&complete(&mut Host::booting(), &symbol)), Vec::<&str>::new());
    assert!(host.queries.is_empty());
}

#[test]
fn an_evaluation_does_not_wait_for_a_completion() {
    let mut host = host();
    host.send(1, &json!({"jsonrpc": "2.0", "id": "c", "method": "completion/complete", "params": template(SYMBOL, "name", "c", json!({}))}));
    let (_, query) = host.queries.remove(0);
    let (_, command) = host.begin("(code)");
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["car"], "total": 1}));
    assert_eq!(values(&host.only_answer(1)), ["car"]);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.only_answer(1);
}

#[test]
fn too_many_are_answered_from_here() {
    let mut host = host();
    for id in 0..MAX_QUERIES {
        host.send(1, &json!({"jsonrpc": "2.0", "id": format!("many-{id}"), "method": "completion/complete", "params": template(SYMBOL, "name", "avera", json!({}))}));
    }
    assert!(host.received.is_empty());
    assert_eq!(values(&complete(&mut host, &template(SYMBOL, "name", "avera", json!({})))).len(), 3);
    host.close(1);
    assert!(host.received.is_empty());
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let mut host = host();
    for params in [
        json!({}),
        prompt("nothing", "name", ""),
        prompt("explain-definition", "nothing", ""),
        template("lisp://nothing/{x}", "x", "", json!({})),
        template("lisp://guide", "x", "", json!({})),
        template(SYMBOL, "kind", "", json!({})),
        json!({"ref": {"type": "ref/other"}, "argument": {"name": "a", "value": ""}}),
        json!({"ref": {"type": "ref/prompt", "name": "write-test"}, "argument": {"name": "function", "value": 5}}),
    ] {
        let answer = complete(&mut host, &params);
        assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
    }
    let long = "x".repeat(100_000);
    for value in ["\u{0}", "🦊", "----------", long.as_str(), "%", "|"] {
        assert!(values(&complete(&mut host, &prompt("explain-definition", "name", value))).len() <= 3);
    }
}
