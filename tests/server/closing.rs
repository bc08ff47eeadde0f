//! The host ends the server: every pending request is answered first.

use serde_json::{Value, json};

use crate::asking;
use crate::harness::{Host, evaluate_request, ok, text};

fn call(id: u32, tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

/// The answers that came since the last look, each to whom and to which request.
fn answers(host: &mut Host) -> Vec<(u32, Value)> {
    let received = std::mem::take(&mut host.received);
    received.into_iter().filter(|(_, message)| message.get("method").is_none()).collect()
}

#[test]
fn what_runs_and_what_waits_is_answered_once() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "so far"}));
    host.send(2, &evaluate_request(&json!("queued"), "2"));
    host.close_server();
    let answered = answers(&mut host);
    assert_eq!(answered.len(), 2, "{answered:#?}");
    assert_eq!((answered[0].0, &answered[0].1["id"]), (1, &id));
    let report = text(&answered[0].1["result"]);
    assert!(report.starts_with("[stdout]\nso far\n\n[ERROR] SERVER-CLOSED\n"), "{report}");
    assert_eq!((answered[1].0, &answered[1].1["id"]), (2, &json!("queued")));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["late"])}));
    host.close_server();
    assert!(host.received.is_empty(), "{:?}", host.received);
}

#[test]
fn what_waits_for_a_lisp_that_starts_is_answered() {
    let mut host = Host::booting();
    host.send(1, &call(1, "evaluate-lisp", json!({"code": "1"})));
    host.send(1, &call(2, "reset-session", json!({})));
    host.send(1, &call(3, "create-session", json!({"session": "a"})));
    host.send(2, &call(4, "evaluate-lisp", json!({"code": "2", "session": "a"})));
    host.send(2, &call(5, "evaluate-lisp", json!({"code": "3"})));
    answers(&mut host);
    host.send(2, &call(6, "evaluate-lisp", json!({"code": "4"})));
    host.close_server();
    let ids: Vec<Value> = answers(&mut host).iter().map(|(_, answer)| answer["id"].clone()).collect();
    assert_eq!(ids, [json!(5), json!(6), json!(2), json!(4)], "the reset has answered the first one");
}

#[test]
fn what_is_held_is_answered_and_its_question_taken_back() {
    let mut host = Host::new();
    let (_, id) = asking::held_legacy(&mut host);
    host.close_server();
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id);
    assert_eq!(messages[1]["id"], 100);
    assert!(text(&messages[1]["result"]).contains("SERVER-CLOSED"));
    assert_eq!(messages.len(), 2);

    // A modern client was answered already, by the question.
    let mut host = Host::new();
    asking::held_modern(&mut host);
    host.close_server();
    assert!(host.received.is_empty());
}

#[test]
fn queries_are_answered() {
    let mut host = Host::new();
    let (id, _) = host.begin("(loop)");
    host.send(
        2,
        &json!({"jsonrpc": "2.0", "id": 9, "method": "resources/read", "params": {"uri": "lisp://session/main/symbol/car"}}),
    );
    host.close_server();
    let answered = answers(&mut host);
    assert_eq!(answered.len(), 2, "{answered:#?}");
    assert_eq!((&answered[0].1["id"], &answered[1].1["id"]), (&id, &json!(9)));
    let message = answered[1].1["error"]["message"].as_str().unwrap();
    assert!(message.contains("closed"), "{message}");
}

#[test]
fn a_batch_is_answered_whole() {
    let mut host = Host::new();
    let params = json!({"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    host.ask("initialize", &params);
    host.send(1, &json!([evaluate_request(&json!("a"), "1"), evaluate_request(&json!("b"), "2")]));
    host.close_server();
    let answered = answers(&mut host);
    assert_eq!(answered.len(), 1);
    assert_eq!(answered[0].1.as_array().map(Vec::len), Some(2), "{answered:#?}");
}

#[test]
fn definitions_on_their_way_back_are_neither_told_nor_lost() {
    let mut host = Host::new();
    let record = r#"{"package":"COMMON-LISP-USER","forms":[{"code":"(defun f ())","package":"COMMON-LISP-USER","names":["FUNCTION F"],"undefined":[]}],"suspects":[]}"#;
    assert!(host.server.take_in(record, "", ""));
    host.restore();
    host.asked.clear();
    host.close_server();
    assert!(host.asked.is_empty(), "{:?}", host.asked);
    assert!(host.server.record().contains("(defun f ())"));
}
