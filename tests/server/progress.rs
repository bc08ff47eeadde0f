//! Output that clients with a progress token receive while their evaluations run.

use jscl_mcp::engine::Evaluate;
use serde_json::{Value, json};

use crate::harness::{Host, evaluate_request, ok, text};

const INTERVAL_MS: u64 = 40;

/// An evaluation with a progress token.
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
    host.pass(3_000);
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

/// The image says how far it is.
fn step(host: &mut Host, command: &Evaluate, done: u32, line: u32, file: &Value) {
    host.event(&json!({
        "kind": "forms", "id": command.id, "done": done, "form": done + 1,
        "position": {"line": line, "column": 2}, "file": file,
    }));
}

/// The parameters of the notifications since the last look.
fn params(host: &mut Host) -> Vec<Value> {
    std::mem::take(&mut host.received).into_iter().map(|(_, message)| message["params"].clone()).collect()
}

#[test]
fn tells_which_forms_are_done() {
    let mut host = Host::new();
    let command = begin(&mut host, &json!("t"));
    assert!(command.tell_forms);
    step(&mut host, &command, 1, 3, &json!(null));
    assert_eq!(
        params(&mut host),
        [json!({
            "progressToken": "t", "progress": 1, "message": "form 2, line 3 (1 form done)",
            "_meta": {"jscl-mcp/form": {"form": 2, "line": 3, "column": 2, "done": 1}},
        })]
    );
    host.pass(INTERVAL_MS);
    step(&mut host, &command, 11, 40, &json!({"name": "/a.lisp", "done": 7}));
    assert_eq!(
        params(&mut host),
        [json!({
            "progressToken": "t", "progress": 11, "message": "form 12, line 40 (11 forms done, 7 of /a.lisp)",
            "_meta": {"jscl-mcp/form": {
                "form": 12, "line": 40, "column": 2, "done": 11, "file": "/a.lisp", "doneInFile": 7,
            }},
        })]
    );
}

/// The image says how far it is, and what the form before that returned.
fn returned(host: &mut Host, command: &Evaluate, done: u32, values: &[&str]) {
    host.event(&json!({
        "kind": "forms", "id": command.id, "done": done, "form": done + 1,
        "position": {"line": done + 1, "column": 0}, "file": null, "results": [result(done - 1, values)],
    }));
}

fn result(form: u32, values: &[&str]) -> Value {
    let handles: Vec<usize> = (0..values.len()).collect();
    json!({"form": form, "values": values, "handles": handles, "position": {"line": form + 1, "column": 0}})
}

#[test]
fn the_values_of_forms_are_told_once_while_others_run() {
    let mut host = Host::new();
    let command = begin(&mut host, &json!("t"));
    returned(&mut host, &command, 1, &["1", "2"]);
    assert_eq!(
        params(&mut host),
        [json!({
            "progressToken": "t", "progress": 1, "message": "form 2, line 2 (1 form done)",
            "_meta": {
                "jscl-mcp/form": {"form": 2, "line": 2, "column": 0, "done": 1},
                "jscl-mcp/results": [result(0, &["1", "2"])],
            },
        })]
    );
    // Those that come in between are told together, with what was written.
    returned(&mut host, &command, 2, &[]);
    write(&mut host, &command, "stdout", "x");
    returned(&mut host, &command, 3, &[":THREE"]);
    assert_eq!(params(&mut host), [json!(null); 0]);
    host.pass(INTERVAL_MS);
    let told = params(&mut host);
    assert_eq!(told.len(), 1);
    assert_eq!(
        (&told[0]["message"], &told[0]["_meta"]["jscl-mcp/results"]),
        (&json!("x"), &json!([result(1, &[]), result(2, &[":THREE"])]))
    );
    // What an image repeats, or goes back to, is nothing new.
    host.pass(INTERVAL_MS);
    returned(&mut host, &command, 3, &["again"]);
    write(&mut host, &command, "stdout", "y");
    assert_eq!(params(&mut host)[0]["_meta"], json!({"jscl-mcp/stream": "stdout"}));
}

#[test]
fn no_more_values_are_told_than_an_answer_has() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 100}));
    let command = begin(&mut host, &json!(1));
    let long = "x".repeat(5_000);
    for done in 1..=50 {
        returned(&mut host, &command, done, &["0123456789", "0123456789"]);
        host.pass(INTERVAL_MS);
    }
    returned(&mut host, &command, 51, &[&long]);
    host.pass(INTERVAL_MS);
    let told = params(&mut host);
    assert_eq!(told.len(), 51);
    let results = told.iter().filter_map(|params| params["_meta"]["jscl-mcp/results"].as_array());
    assert_eq!(results.flatten().count(), 5);
    let mut host = Host::new();
    let command = begin(&mut host, &json!(1));
    let short: Vec<Value> = (0..2_000).map(|form| result(form, &[])).collect();
    host.event(&json!({
        "kind": "forms", "id": command.id, "done": 2_000, "form": 2_001,
        "position": {"line": 1, "column": 0}, "file": null, "results": short,
    }));
    assert_eq!(params(&mut host)[0]["_meta"]["jscl-mcp/results"].as_array().unwrap().len(), 1_000);
}

#[test]
fn forms_and_output_are_told_together() {
    let mut host = Host::new();
    let command = begin(&mut host, &json!(1));
    write(&mut host, &command, "stdout", "ab");
    step(&mut host, &command, 1, 2, &json!(null));
    step(&mut host, &command, 4, 5, &json!(null));
    write(&mut host, &command, "stderr", "cde");
    write(&mut host, &command, "stdout", "f");
    host.pass(10 * INTERVAL_MS);
    let told = params(&mut host);
    let messages: Vec<_> = told.iter().map(|params| params["message"].as_str().unwrap()).collect();
    assert_eq!(messages, ["ab", "cde", "f"], "the message is the output where there is some");
    let progress: Vec<_> = told.iter().map(|params| params["progress"].as_u64().unwrap()).collect();
    assert_eq!(progress, [2, 9, 10]);
    assert_eq!(
        told[1]["_meta"],
        json!({"jscl-mcp/stream": "stderr", "jscl-mcp/form": {"form": 5, "line": 5, "column": 2, "done": 4}})
    );
    assert_eq!(told[2]["_meta"], json!({"jscl-mcp/stream": "stdout"}), "and how far it is is told once");
}

#[test]
fn progress_increases_whatever_an_image_says() {
    let mut host = Host::new();
    let command = begin(&mut host, &json!(1));
    for done in [5, 5, 3, 0, 4_000_000_000, 7, 4_294_967_295, 4_294_967_294] {
        step(&mut host, &command, done.min(4_294_967_294), 1, &json!(null));
        host.pass(INTERVAL_MS);
    }
    let told: Vec<_> = params(&mut host).iter().map(|params| params["progress"].as_u64().unwrap()).collect();
    assert_eq!(told, [5, 4_000_000_000, 4_294_967_294]);
    host.event(&json!({"kind": "forms", "id": 999, "done": 9, "form": 1, "position": {"line": 1, "column": 0}, "file": null}));
    host.pass(INTERVAL_MS);
    assert!(host.received.is_empty());
    complete(&mut host, &command);
    assert_eq!(host.only_answer(1)["id"], "it");
}

#[test]
fn forms_that_come_too_fast_are_told_by_the_last() {
    let mut host = Host::new();
    let command = begin(&mut host, &json!(1));
    for done in 1..=1000 {
        step(&mut host, &command, done, done, &json!(null));
        host.pass(1);
    }
    let told = params(&mut host);
    assert!((20..=26).contains(&told.len()), "{}", told.len());
    complete(&mut host, &command);
    host.received.clear();
    step(&mut host, &command, 2000, 1, &json!(null));
    host.pass(10_000);
    assert!(host.received.is_empty(), "nothing after the answer");
}

#[test]
fn who_did_not_ask_is_told_of_no_form() {
    let mut host = Host::new();
    let (_, command) = host.begin("1");
    assert!(!command.tell_forms);
    step(&mut host, &command, 1, 1, &json!(null));
    host.pass(INTERVAL_MS);
    assert!(host.received.is_empty());
}

#[test]
fn the_oldest_version_is_told_a_number_alone() {
    let mut host = Host::new();
    host.ask("initialize", &json!({"protocolVersion": "2024-11-05", "capabilities": {}}));
    let command = begin(&mut host, &json!(1));
    step(&mut host, &command, 3, 4, &json!(null));
    assert_eq!(params(&mut host), [json!({"progressToken": 1, "progress": 3})]);
}
