//! Output that is told to clients which ask for progress while their evaluations run.

use jscl_mcp::engine::Evaluate;
use serde_json::{Value, json};

use crate::harness::{Host, evaluate_request, ok, text};

const INTERVAL_MS: u64 = 40;

/// An evaluation that a client wants to be told of.
fn begin(host: &mut Host, token: &Value) -> Evaluate {
    let mut request = evaluate_request(&json!("it"), "(work)");
    request["params"]["_meta"] = json!({"progressToken": token});
    host.send(1, &request);
    host.only_command()
}

fn write(host: &mut Host, command: &Evaluate, stream: &str, text: &str) {
    host.event(&json!({"kind": "output", "id": command.id, "stream": stream, "text": text}));
}

fn complete(host: &mut Host, command: &Evaluate) {
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
}

/// The notifications since the last look, as (progress, stream, message).
fn told(host: &mut Host, token: &Value) -> Vec<(u64, String, String)> {
    let received = std::mem::take(&mut host.received);
    received
        .into_iter()
        .map(|(client, message)| {
            assert_eq!(client, 1);
            assert_eq!(message["jsonrpc"], "2.0");
            assert_eq!(message["method"], "notifications/progress", "{message}");
            assert!(message.get("id").is_none());
            let params = &message["params"];
            assert_eq!(params["progressToken"], *token);
            let stream = params["_meta"]["jscl-mcp/stream"].as_str().unwrap();
            (
                params["progress"].as_u64().unwrap(),
                stream.to_owned(),
                params["message"].as_str().unwrap().to_owned(),
            )
        })
        .collect()
}

fn entry(progress: u64, stream: &str, message: &str) -> (u64, String, String) {
    (progress, stream.to_owned(), message.to_owned())
}

#[test]
fn tells_what_is_written_at_once() {
    for token in [json!("a token"), json!(0), json!(-7)] {
        let mut host = Host::new();
        let command = begin(&mut host, &token);
        assert!(host.received.is_empty());
        write(&mut host, &command, "stdout", "häy\n");
        assert_eq!(told(&mut host, &token), [entry(4, "stdout", "häy\n")]);
        complete(&mut host, &command);
        let answer = host.only_answer(1);
        assert_eq!(text(&answer["result"]), "[stdout]\nhäy\n\n=> 1", "the answer has it all the same");
    }
}

#[test]
fn tells_nothing_to_those_who_did_not_ask() {
    let mut host = Host::new();
    for token in [json!(null), json!(1.5), json!({}), json!([1])] {
        let command = begin(&mut host, &token);
        write(&mut host, &command, "stdout", "x");
        complete(&mut host, &command);
        host.only_answer(1);
    }
    let (_, command) = host.begin("1");
    write(&mut host, &command, "stdout", "x");
    assert!(host.received.is_empty());
}

#[test]
fn gathers_what_comes_too_fast() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    for text in ["a", "b", "c"] {
        write(&mut host, &command, "stdout", text);
    }
    assert_eq!(told(&mut host, &token), [entry(1, "stdout", "a")]);
    host.pass(INTERVAL_MS - 1);
    assert!(host.received.is_empty());
    host.pass(1);
    assert_eq!(told(&mut host, &token), [entry(3, "stdout", "bc")]);
    host.pass(10_000);
    assert!(host.received.is_empty(), "nothing is told twice");
    write(&mut host, &command, "stdout", "d");
    assert_eq!(told(&mut host, &token), [entry(4, "stdout", "d")]);
}

#[test]
fn tells_the_streams_apart() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    for (stream, text) in [("stdout", "a"), ("stderr", "E"), ("stdout", "b"), ("stderr", "F")] {
        write(&mut host, &command, stream, text);
    }
    host.pass(INTERVAL_MS);
    host.pass(INTERVAL_MS);
    assert_eq!(
        told(&mut host, &token),
        [entry(1, "stdout", "a"), entry(3, "stderr", "EF"), entry(4, "stdout", "b")]
    );
}

#[test]
fn a_flood_is_a_few_messages() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    for _ in 0..1000 {
        write(&mut host, &command, "stdout", "x");
        write(&mut host, &command, "stderr", "y");
        host.pass(1);
    }
    let told = told(&mut host, &token);
    assert!(told.len() <= 26, "{}", told.len());
    assert!(told.is_sorted_by_key(|(progress, ..)| *progress));
    assert!(told.windows(2).all(|pair| pair[0].0 < pair[1].0), "it increases");
}

#[test]
fn tells_no_more_than_the_answer_may_have() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 5}));
    let token = json!(1);
    let command = begin(&mut host, &token);
    write(&mut host, &command, "stdout", "äöüäöü");
    assert_eq!(told(&mut host, &token), [entry(5, "stdout", "äöüäö")]);
    for _ in 0..10 {
        host.pass(INTERVAL_MS);
        write(&mut host, &command, "stdout", "more");
    }
    host.pass(INTERVAL_MS);
    assert!(host.received.is_empty());
}

#[test]
fn tells_all_before_the_answer_and_nothing_after_it() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    write(&mut host, &command, "stdout", "a");
    write(&mut host, &command, "stdout", "b");
    write(&mut host, &command, "stderr", "E");
    complete(&mut host, &command);
    let (_, answer) = host.received.pop().unwrap();
    assert_eq!(answer["id"], "it");
    assert_eq!(
        told(&mut host, &token),
        [entry(1, "stdout", "a"), entry(2, "stdout", "b"), entry(3, "stderr", "E")]
    );
    write(&mut host, &command, "stdout", "c");
    host.pass(10_000);
    assert!(host.received.is_empty());
}

#[test]
fn tells_nothing_of_what_was_cancelled() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    write(&mut host, &command, "stdout", "a");
    write(&mut host, &command, "stdout", "b");
    host.received.clear();
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "it"}}),
    );
    write(&mut host, &command, "stdout", "c");
    host.pass(INTERVAL_MS);
    assert!(host.received.is_empty());
}

#[test]
fn a_timer_for_progress_leaves_the_watchdog_its_time() {
    let mut host = Host::new();
    let token = json!(1);
    let command = begin(&mut host, &token);
    write(&mut host, &command, "stdout", "a");
    write(&mut host, &command, "stdout", "b");
    host.pass(31_000);
    assert!(host.replaced.is_empty());
    host.pass(2_000);
    assert_eq!(host.replaced.len(), 1);
    // Without a limit it is the only timer.
    let mut host = Host::new();
    host.call("configure-limits", &json!({"timeout": 0}));
    let command = begin(&mut host, &token);
    write(&mut host, &command, "stdout", "a");
    write(&mut host, &command, "stdout", "b");
    host.pass(INTERVAL_MS);
    assert_eq!(told(&mut host, &token).len(), 2);
}

#[test]
fn each_era_is_told_what_it_knows() {
    let modern = json!({
        "progressToken": "t", "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let mut host = Host::new();
        let mut request = evaluate_request(&json!("it"), "(work)");
        if version == "2026-07-28" {
            request["params"]["_meta"] = modern.clone();
        } else {
            host.ask("initialize", &json!({"protocolVersion": version, "capabilities": {}}));
            request["params"]["_meta"] = json!({"progressToken": "t"});
        }
        host.send(1, &request);
        let command = host.only_command();
        write(&mut host, &command, "stderr", "x");
        let expected = if version == "2024-11-05" {
            json!({"progressToken": "t", "progress": 1})
        } else {
            json!({"progressToken": "t", "progress": 1, "message": "x", "_meta": {"jscl-mcp/stream": "stderr"}})
        };
        let notification = host.only_answer(1);
        assert_eq!(
            notification,
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": expected})
        );
    }
}

#[test]
fn a_request_in_a_batch_is_told_by_itself() {
    let mut host = Host::new();
    host.ask("initialize", &json!({"protocolVersion": "2025-03-26", "capabilities": {}}));
    let mut request = evaluate_request(&json!("it"), "(work)");
    request["params"]["_meta"] = json!({"progressToken": 5});
    host.send(1, &json!([request]));
    let command = host.only_command();
    write(&mut host, &command, "stdout", "x");
    assert_eq!(told(&mut host, &json!(5)), [entry(1, "stdout", "x")]);
    complete(&mut host, &command);
    assert_eq!(host.only_answer(1)[0]["id"], "it");
}
