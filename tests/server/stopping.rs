//! Evaluations of clients that the person at the host stops.

use jscl_mcp::server::GRACE_MS;
use serde_json::json;

use crate::asking::{accepting, held_legacy, held_modern, retry};
use crate::harness::{Host, evaluate_request, ok, text};

const SAID: &str = "[ERROR] STOPPED\nThe evaluation was stopped by the person at the page. The program did not fail: ask \
before you run it again.";

#[test]
fn the_client_is_answered_at_once_and_the_image_is_interrupted() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    host.send(2, &evaluate_request(&json!("next"), "2"));
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "so far"}));
    host.stop();
    assert_eq!(host.interrupted, [command.id]);
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!(id), &json!(true)));
    assert_eq!(text(&answer["result"]), format!("[stdout]\nso far\n\n{SAID}\n\n[Backtrace]\n(no frames)"));
    assert_eq!(answer["result"]["structuredContent"]["error"]["type"], "STOPPED");
    host.stop();
    assert_eq!(host.interrupted, [command.id], "it is stopped once");
    let mut outcome = ok(&[]);
    outcome["status"] = json!("cancelled");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    assert!(host.received.is_empty(), "it is answered once");
    assert_eq!(host.only_command().code, "2");
    assert!(host.replaced.is_empty());
}

#[test]
fn an_image_that_does_not_stop_is_replaced() {
    let mut host = Host::new();
    host.begin("(loop)");
    host.stop();
    host.only_answer(1);
    host.pass(GRACE_MS);
    assert_eq!(host.replaced.len(), 1);
    assert!(host.received.is_empty());
}

#[test]
fn nothing_is_stopped_where_nothing_runs() {
    let mut host = Host::new();
    host.stop();
    let actions = host.server.stop_evaluation("no such session", "somebody", host.now_ms);
    assert!(actions.is_empty() && host.interrupted.is_empty() && host.received.is_empty());
    assert_eq!(text(&host.evaluate("1", &ok(&["1"]))), "=> 1");
}

#[test]
fn one_that_waits_for_its_client_is_stopped_too() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    host.stop();
    assert_eq!(host.interrupted, [command.id]);
    let [(_, withdrawn), (_, answer)] = &std::mem::take(&mut host.received)[..] else {
        panic!("two messages")
    };
    assert_eq!(
        (&withdrawn["method"], &withdrawn["params"]["requestId"]),
        (&json!("notifications/cancelled"), &id)
    );
    assert!(text(&answer["result"]).starts_with(SAID));

    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    host.stop();
    assert_eq!(host.interrupted, [command.id]);
    host.send(1, &retry(101, &state, accepting("CONTINUE", "")));
    let message = host.only_answer(1)["error"]["message"].take();
    assert!(message.as_str().unwrap().contains("it was stopped"), "{message}");
}
