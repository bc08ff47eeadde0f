//! Messages for clients that read logs: who is sent which, and what they say.

use jscl_mcp::server::LOGGED_PER_SECOND;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok, warning, with};

const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

fn set_level(host: &mut Host, level: &str) {
    assert_eq!(host.ask("logging/setLevel", &json!({"level": level}))["result"], json!({}));
}

/// A modern call of a tool, which wants messages from that level on.
fn modern_call(host: &mut Host, client: u32, id: &str, level: Option<&str>, tool: &str, arguments: Value) {
    let mut params = json!({"name": tool, "arguments": arguments, "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }});
    if let Some(level) = level {
        params["_meta"]["io.modelcontextprotocol/logLevel"] = json!(level);
    }
    host.send(client, &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
}

/// The messages since the last look: log messages as level, logger and text; results as "result".
fn told(host: &mut Host) -> Vec<(u32, String, String, String)> {
    std::mem::take(&mut host.received)
        .into_iter()
        .map(|(client, message)| {
            if message.get("method").is_none() {
                return (client, "result".to_owned(), String::new(), String::new());
            }
            assert_eq!(message["method"], "notifications/message", "{message}");
            let params = &message["params"];
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (client, text(&params["level"]), text(&params["logger"]), text(&params["data"]["message"]))
        })
        .collect()
}

fn levels(told: &[(u32, String, String, String)]) -> Vec<&str> {
    told.iter().map(|(_, level, ..)| level.as_str()).collect()
}

fn complete(host: &mut Host, outcome: &Value) {
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
}

fn warned() -> Value {
    let warning = with(
        warning("STYLE-WARNING", "The variable X is defined but never used."),
        json!({"position": {"line": 2, "column": 3}}),
    );
    with(ok(&["1"]), json!({"warnings": [warning]}))
}

#[test]
fn a_legacy_client_is_told_nothing_before_it_asks() {
    let mut host = Host::new();
    host.evaluate("x", &warned());
    host.call("create-session", &json!({}));
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    assert!(host.received.is_empty());
}

#[test]
fn tells_of_an_evaluation_before_its_answer() {
    let mut host = Host::new();
    set_level(&mut host, "debug");
    host.send(1, &evaluate_request(&json!(77), "x"));
    complete(&mut host, &warned());
    let received = host.received.clone();
    assert_eq!(levels(&told(&mut host)), ["debug", "warning", "debug", "result"]);
    let data: Vec<&Value> = received.iter().map(|(_, message)| &message["params"]["data"]).collect();
    assert_eq!(data[0]["session"], "main");
    assert!(data[0]["evaluation"].is_u64());
    assert_eq!(
        *data[1],
        json!({"message": "The variable X is defined but never used.", "session": "main",
            "type": "STYLE-WARNING", "package": "COMMON-LISP", "position": {"line": 2, "column": 3}})
    );
    assert_eq!(data[2]["status"], "ok");
    host.send(1, &evaluate_request(&json!(78), "x"));
    complete(&mut host, &failed(&division_by_zero()));
    let received = host.received.clone();
    assert_eq!(levels(&told(&mut host)), ["debug", "info", "result"]);
    let ended = &received[1].1["params"]["data"];
    assert_eq!((&ended["status"], &ended["error"]), (&json!("error"), &json!("DIVISION-BY-ZERO")));
}

#[test]
fn each_level_hides_those_below_it() {
    for (place, level) in LEVELS.into_iter().enumerate() {
        let mut host = Host::new();
        set_level(&mut host, level);
        host.send(1, &evaluate_request(&json!(77), "x"));
        complete(&mut host, &warned());
        let legacy = told(&mut host);
        modern_call(&mut host, 2, "a", Some(level), "evaluate-lisp", json!({"code": "x"}));
        complete(&mut host, &warned());
        let modern = told(&mut host);
        let expected: Vec<&str> = ["debug", "warning", "debug", "result"]
            .into_iter()
            .filter(|each| LEVELS.iter().position(|level| level == each).is_none_or(|at| at >= place))
            .collect();
        assert_eq!(levels(&legacy), expected, "{level}");
        assert_eq!(levels(&modern), expected, "{level}");
        assert!(
            legacy.iter().all(|(client, ..)| *client == 1) && modern.iter().all(|(client, ..)| *client == 2)
        );
    }
}

#[test]
fn a_modern_request_is_told_of_itself_alone() {
    let mut host = Host::new();
    modern_call(&mut host, 1, "quiet", None, "evaluate-lisp", json!({"code": "x"}));
    complete(&mut host, &warned());
    assert_eq!(levels(&told(&mut host)), ["result"], "it did not ask");
    modern_call(&mut host, 1, "loud", Some("debug"), "evaluate-lisp", json!({"code": "x"}));
    let command = host.only_command();
    host.received.clear();
    // While it runs, others make sessions and evaluate.
    modern_call(&mut host, 2, "other", None, "create-session", json!({}));
    assert!(told(&mut host).iter().all(|(_, level, ..)| level == "result"));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    assert_eq!(levels(&told(&mut host)), ["debug", "result"]);
    host.send(1, &evaluate_request(&json!("legacy"), "x"));
    complete(&mut host, &warned());
    assert_eq!(levels(&told(&mut host)), ["result"], "nothing of it stays behind");
}

#[test]
fn sessions_are_told_of_to_all_legacy_clients_that_listen() {
    let mut host = Host::new();
    set_level(&mut host, "notice");
    host.send(
        2,
        &json!({"jsonrpc": "2.0", "id": 1, "method": "logging/setLevel", "params": {"level": "warning"}}),
    );
    host.received.clear();
    modern_call(&mut host, 3, "made", Some("info"), "create-session", json!({"session": "a"}));
    let made = told(&mut host);
    let expected =
        |client: u32, message: &str| (client, "notice".to_owned(), "session".to_owned(), message.to_owned());
    assert_eq!(made[..2], [expected(1, "The session was made."), expected(3, "The session was made.")]);
    assert_eq!(made[2].1, "result");
    modern_call(&mut host, 3, "reset", None, "reset-session", json!({"session": "a"}));
    assert_eq!(told(&mut host), [expected(1, "The session is reset.")]);
    modern_call(&mut host, 3, "closed", None, "close-session", json!({"session": "a"}));
    assert!(told(&mut host).contains(&expected(1, "The session was closed.")));
}

#[test]
fn a_lost_image_is_an_error_for_all_that_listen() {
    let mut host = Host::new();
    set_level(&mut host, "notice");
    modern_call(&mut host, 2, "it", Some("error"), "evaluate-lisp", json!({"code": "x"}));
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    let told_first = host.received.clone();
    let told = told(&mut host);
    assert_eq!(levels(&told), ["error", "error", "result"]);
    assert_eq!((told[0].0, told[1].0, told[2].0), (1, 2, 2));
    let data = &told_first[0].1["params"]["data"];
    assert_eq!(data["session"], "main");
    assert!(data["reason"].as_str().unwrap().contains("an accident"), "{data}");
}

#[test]
fn what_is_given_back_is_told() {
    let mut host = Host::new();
    set_level(&mut host, "notice");
    let definition =
        json!({"code": "(defun f () 1)", "package": "COMMON-LISP-USER", "names": ["FUNCTION F"]});
    host.evaluate("(defun f () 1)", &with(ok(&["F"]), json!({"definitions": [definition]})));
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    host.ready();
    host.received.clear();
    complete(&mut host, &ok(&["F"]));
    let received = host.received.clone();
    assert_eq!(levels(&told(&mut host)), ["notice"]);
    let data = &received[0].1["params"]["data"];
    assert_eq!((&data["count"], &data["failed"]), (&json!(1), &json!([])));
}

#[test]
fn setting_a_level_again_replaces_it_and_a_new_handshake_forgets_it() {
    let mut host = Host::new();
    set_level(&mut host, "debug");
    set_level(&mut host, "error");
    host.evaluate("x", &warned());
    set_level(&mut host, "debug");
    host.ask("initialize", &json!({"protocolVersion": "2025-06-18", "capabilities": {}}));
    host.evaluate("x", &warned());
}

#[test]
fn nothing_is_told_of_what_was_cancelled_or_to_who_left() {
    let mut host = Host::new();
    set_level(&mut host, "info");
    host.send(1, &evaluate_request(&json!(77), "x"));
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}),
    );
    complete(&mut host, &warned());
    assert!(host.received.is_empty());
    host.close(1);
    modern_call(&mut host, 2, "a", None, "create-session", json!({}));
    assert_eq!(levels(&told(&mut host)), ["result"]);
}

#[test]
fn a_flood_is_cut_and_what_was_cut_is_said() {
    let mut host = Host::new();
    set_level(&mut host, "debug");
    let evaluations = LOGGED_PER_SECOND;
    for _ in 0..evaluations {
        host.send(1, &evaluate_request(&json!("it"), "x"));
        complete(&mut host, &ok(&["1"]));
    }
    let all = told(&mut host);
    let logged = all.iter().filter(|(_, level, ..)| level != "result").count();
    assert_eq!(logged, usize::try_from(LOGGED_PER_SECOND).unwrap());
    assert_eq!(all.len() - logged, usize::try_from(evaluations).unwrap(), "all are answered");
    host.pass(1_000);
    host.send(1, &evaluate_request(&json!("it"), "x"));
    let (_, first) = host.received[0].clone();
    assert_eq!(first["params"]["logger"], "log");
    assert_eq!(first["params"]["data"]["count"], evaluations);
    complete(&mut host, &ok(&["1"]));
    assert_eq!(levels(&told(&mut host)), ["warning", "debug", "debug", "result"]);
}
