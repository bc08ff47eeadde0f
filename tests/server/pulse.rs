//! Signs of life of requests with a progress token that have nothing to tell.

use serde_json::{Value, json};

use crate::asking::initialize;
use crate::harness::{Host, division_by_zero, evaluate_request, ok, with};

/// The least time-out that clients have by default, in milliseconds.
const LEAST_TIMEOUT_MS: u64 = 5_000;

fn with_token(mut request: Value, token: &str) -> Value {
    request["params"]["_meta"] = json!({"progressToken": token});
    request
}

fn call(id: u64, tool: &str, arguments: &Value, token: &str) -> Value {
    let request = json!({
        "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments},
    });
    with_token(request, token)
}

/// What was told since the last look, as (token, progress, message).
fn told(host: &mut Host) -> Vec<(String, u64, String)> {
    let received = std::mem::take(&mut host.received);
    let notification = |message: Value| {
        assert_eq!(message["method"], "notifications/progress", "{message}");
        let params = &message["params"];
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&params["progressToken"]), params["progress"].as_u64().unwrap(), text(&params["message"]))
    };
    received.into_iter().map(|(_, message)| notification(message)).collect()
}

#[test]
fn what_runs_long_says_so() {
    let mut host = Host::new();
    host.send(1, &with_token(evaluate_request(&json!(1), "(work)"), "a"));
    let command = host.only_command();
    let mut last = 0;
    for seconds in [4, 8, 12] {
        host.pass(LEAST_TIMEOUT_MS - 1_000);
        let told = told(&mut host);
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].0.as_str(), told[0].2.clone()), ("a", format!("running for {seconds} s")));
        assert!(told[0].1 > last, "it grows");
        last = told[0].1;
    }
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "xy"}));
    let written = told(&mut host);
    assert!(written[0].1 > last && written[0].2 == "xy", "{written:?}");
    host.pass(3_999);
    assert!(told(&mut host).is_empty(), "what was told counts");
    host.pass(1);
    let again = told(&mut host);
    assert!(again[0].1 > written[0].1 && again[0].2 == "running for 16 s", "{again:?}");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.only_answer(1);
    host.pass(60_000);
    assert!(host.received.is_empty());
}

#[test]
fn who_did_not_ask_hears_nothing() {
    let mut host = Host::new();
    let (_, command) = host.begin("(work)");
    host.send(1, &evaluate_request(&json!("more"), "(more)"));
    host.pass(20_000);
    assert!(host.received.is_empty());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
}

#[test]
fn what_waits_says_for_what() {
    let mut host = Host::new();
    let (_, command) = host.begin("(work)");
    host.pass(1_500);
    host.send(1, &with_token(evaluate_request(&json!("b"), "(more)"), "b"));
    host.send(2, &call(7, "describe-symbol", &json!({"symbol": "car"}), "c"));
    host.pass(4_000);
    let waits = format!("waits for evaluation {}, which has run for 5 s", command.id);
    assert_eq!(told(&mut host), [("b".to_owned(), 1, waits.clone()), ("c".to_owned(), 1, waits)]);
    host.pass(4_000);
    let waits = format!("waits for evaluation {}, which has run for 9 s", command.id);
    assert_eq!(told(&mut host), [("b".to_owned(), 2, waits.clone()), ("c".to_owned(), 2, waits)]);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.received.retain(|(_, message)| message["method"] == "notifications/progress");
    assert!(host.received.is_empty());
    let next = host.only_command();
    host.event(&json!({"kind": "output", "id": next.id, "stream": "stdout", "text": "x"}));
    let written = told(&mut host);
    assert_eq!(written, [("b".to_owned(), 3, "x".to_owned())], "it grows on from what was told before");
}

#[test]
fn what_waits_for_a_start_says_so() {
    let mut host = Host::booting();
    host.send(1, &with_token(evaluate_request(&json!(1), "1"), "a"));
    for _ in 0..2 {
        host.pass(2_000);
        host.event(&json!({"kind": "booting", "step": "reading", "done": 1, "total": 3}));
    }
    assert_eq!(told(&mut host), [("a".to_owned(), 1, "waits for the Lisp to start".to_owned())]);
    host.ready();
    host.only_command();
}

#[test]
fn what_is_held_for_its_client_says_so() {
    let mut host = Host::new();
    initialize(&mut host, "2025-11-25", json!({"elicitation": {}}));
    host.send(1, &call(1, "evaluate-lisp", &json!({"code": "(f)", "on_error": "ask"}), "a"));
    let command = host.only_command();
    let condition = with(
        division_by_zero(),
        json!({"restarts": [
            {"name": "USE-VALUE", "description": "Use another.", "parameters": "(value)"},
            {"name": "ABORT", "description": "Return to top level.", "parameters": "()"},
        ]}),
    );
    host.event(&json!({
        "kind": "asking", "id": command.id, "question": 1, "condition": condition, "package": "COMMON-LISP-USER",
    }));
    let question = host.only_answer(1);
    assert_eq!(question["method"], "elicitation/create");
    host.pass(4_000);
    assert_eq!(told(&mut host), [("a".to_owned(), 1, "waits for an answer".to_owned())]);
}
