//! Images that die, do not start, are reset, or talk nonsense.

use jscl_mcp::server::{Action, BOOT_SILENCE_MS, MAIN_IMAGE, Options, Server};
use serde_json::{Value, json};

use crate::harness::{Host, evaluate_request, ok, text, with};
use crate::text::Lines;

fn died(host: &mut Host) {
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
}

fn reset_request(id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}})
}

#[test]
fn an_image_that_dies_at_work_is_replaced() {
    let mut host = Host::new();
    let (id, _) = host.begin("(crash)");
    host.send(1, &evaluate_request(&json!("next"), "2"));
    died(&mut host);
    assert_eq!(host.replaced.len(), 1);
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], id);
    assert_eq!(answer["result"]["isError"], true);
    let text = text(&answer["result"]);
    assert!(text.starts_with("[ERROR] SESSION-LOST\n") && text.contains("out of memory"), "{text}");
    host.ready();
    assert_eq!(host.only_command().code, "2");
}

#[test]
fn an_image_that_dies_idle_is_replaced() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    died(&mut host);
    assert_eq!(host.replaced.len(), 1);
    assert!(host.received.is_empty());
    died(&mut host);
    died(&mut host);
    assert_eq!(host.replaced.len(), 1, "one that does not start is not tried for ever");
}

#[test]
fn an_image_that_does_not_start_is_tried_again_on_demand() {
    let mut host = Host::booting();
    host.send(1, &evaluate_request(&json!(1), "1"));
    died(&mut host);
    assert!(host.replaced.is_empty());
    let answer = host.only_answer(1);
    let told = text(&answer["result"]);
    assert!(
        told.starts_with("[ERROR] LISP-NOT-STARTED\nThe Lisp could not be started: out of memory.\n"),
        "{told}"
    );
    host.send(1, &evaluate_request(&json!(2), "2"));
    assert_eq!(host.replaced.len(), 1);
    host.ready();
    assert_eq!(host.only_command().code, "2");
}

#[test]
fn an_image_that_falls_silent_while_it_starts_is_given_up() {
    let mut host = Host::booting();
    host.event(&json!({"kind": "booting", "step": "fetching", "done": 0, "total": 3}));
    host.send(1, &evaluate_request(&json!(1), "1"));
    host.pass(BOOT_SILENCE_MS - 1);
    host.event(&json!({"kind": "booting", "step": "reading", "done": 1, "total": 3}));
    host.pass(BOOT_SILENCE_MS - 1);
    assert!(host.received.is_empty());
    host.pass(1);
    assert!(text(&host.only_answer(1)["result"]).contains("did not start in time"));
}

#[test]
fn an_image_that_never_spoke_is_given_up_too() {
    let mut host = Host::booting();
    host.send(1, &evaluate_request(&json!(1), "1"));
    host.pass(BOOT_SILENCE_MS);
    assert!(text(&host.only_answer(1)["result"]).contains("did not start in time"));
}

#[test]
fn a_start_is_given_up_in_time_even_when_nobody_waits_for_it() {
    let mut host = Host::booting();
    let actions = host.server.tick(host.now_ms);
    assert!(matches!(actions[..], [Action::ArmTimer { .. }]), "{actions:?}");
    host.timer_ms = Some(host.now_ms + BOOT_SILENCE_MS);
    host.pass(BOOT_SILENCE_MS - 1);
    assert!(host.stopped.is_empty());
    host.pass(1);
    assert_eq!(host.stopped, [MAIN_IMAGE], "the host is told, and tells those who wait for the start");
    host.send(1, &evaluate_request(&json!(1), "1"));
    assert_eq!(host.replaced.len(), 1);
}

#[test]
fn what_cannot_be_read_ends_its_evaluation_at_once() {
    for (event, member) in [
        (r#"{"kind": "completed", "id": 1, "outcome": {"status": "fine"}}"#, "outcome"),
        (r#"{"kind": "output", "id": 1, "stream": "nowhere", "text": "x"}"#, "stream"),
        (r#"{"kind": "output", "id": 1, "stream": "stdout", "text": 5}"#, "text"),
        (
            r#"{"kind": "forms", "id": 1, "done": -1, "form": 1, "position": {"line": 1, "column": 0}}"#,
            "done",
        ),
        (r#"{"kind": "asking", "id": 1, "question": 1, "condition": 5}"#, "condition"),
        (r#"{"kind": "asking", "id": 1}"#, "question"),
        (r#"{"kind": "what"}"#, "kind"),
        (r#"{"kind": {"toString": 1}}"#, "kind"),
        ("[]", ""),
        ("", ""),
        ("{", ""),
    ] {
        let mut host = Host::new();
        // Its image has definitions, which come back.
        host.evaluate("(defun f () 1)", &with(ok(&["F"]), json!({"definitions": [{"code": "(defun f () 1)", "package": "COMMON-LISP-USER", "names": ["FUNCTION F"], "undefined": []}]})));
        let (id, _) = host.begin("1");
        host.event_text(event);
        assert!(host.received.is_empty(), "{event}");
        assert_eq!(host.replaced.len(), 1, "{event}");
        host.ready();
        let step = host.only_command();
        assert_eq!(step.code, "(defun f () 1)");
        host.event(&json!({"kind": "completed", "id": step.id, "outcome": ok(&["F"])}));
        let answer = host.only_answer(1);
        assert_eq!(answer["id"], id);
        let text = text(&answer["result"]);
        let reason = format!("it said something that could not be read (\"{member}\")");
        assert!(text.starts_with("[ERROR] SESSION-LOST\n") && text.contains(&reason), "{text}");
        assert!(text.contains("1 definition of the session was restored"), "{text}");
    }
}

#[test]
fn what_cannot_be_read_of_a_starting_image_is_the_end_of_that_alone() {
    let mut host = Host::booting();
    host.event_text("{}");
    host.event_text("{}");
    assert!(host.replaced.is_empty());
    host.send(1, &evaluate_request(&json!(1), "1"));
    assert_eq!(host.replaced.len(), 1);
}

#[test]
fn reset_replaces_a_used_image() {
    let mut host = Host::new();
    host.evaluate("(defvar *x* 1)", &ok(&["*X*"]));
    host.send(1, &reset_request(&json!("reset")));
    assert_eq!(host.replaced, ["reset-session"]);
    assert!(host.received.is_empty());
    host.ready();
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], "reset");
    assert_eq!(
        answer["result"]["structuredContent"],
        json!({"text": text(&answer["result"]), "session": "main", "lisp": "JSCL", "version": "0.9.0", "bootMs": 300.5})
    );
}

#[test]
fn reset_of_a_starting_image_waits_for_it() {
    let mut host = Host::booting();
    host.send(1, &reset_request(&json!("reset")));
    assert!(host.replaced.is_empty() && host.received.is_empty());
    host.ready();
    assert_eq!(host.only_answer(1)["id"], "reset");
}

#[test]
fn reset_ends_what_came_before_it() {
    let mut host = Host::new();
    let (running, _) = host.begin("(loop)");
    host.send(2, &evaluate_request(&json!("waiting"), "2"));
    host.send(1, &reset_request(&json!("reset")));
    host.send(1, &evaluate_request(&json!("after"), "3"));
    let ended: Vec<_> = std::mem::take(&mut host.received);
    assert_eq!(
        ended.iter().map(|(client, answer)| (*client, answer["id"].clone())).collect::<Vec<_>>(),
        [(1, running), (2, json!("waiting"))]
    );
    for (_, answer) in &ended {
        assert!(text(&answer["result"]).starts_with("[ERROR] SESSION-LOST\n"));
    }
    host.ready();
    assert_eq!(host.only_answer(1)["id"], "reset");
    assert_eq!(host.only_command().code, "3");
    assert_eq!(host.call("describe-last-error", &json!({}))["structuredContent"]["error"], Value::Null);
}

#[test]
fn reset_says_when_the_fresh_image_does_not_start() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    host.send(1, &reset_request(&json!("reset")));
    died(&mut host);
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], &answer["result"]["isError"]), (&json!("reset"), &json!(true)));
    assert!(text(&answer["result"]).contains("out of memory"));
    host.send(1, &reset_request(&json!("again")));
    host.ready();
    assert_eq!(host.only_answer(1)["id"], "again");
}

#[test]
fn events_of_other_images_are_ignored() {
    let mut host = Host::booting();
    host.send(1, &evaluate_request(&json!(1), "1"));
    let ready = json!({"kind": "ready", "lisp": "x", "version": "x", "bootMs": 1});
    assert!(host.server.event(1, &ready.to_string(), host.now_ms).is_empty());
}

#[test]
fn a_server_after_another_goes_on_counting() {
    let options = Options::read(&json!({"lastEvaluation": 41}).into()).unwrap();
    let mut host = Host::with(Server::new(options));
    host.ready();
    // The end of what ran when the other server failed.
    let late = json!({"kind": "completed", "id": 41, "outcome": ok(&["late"])});
    let (_, command) = host.begin("1");
    assert_eq!(command.id, 42);
    host.event(&late);
    assert!(host.received.is_empty());
    for wrong in [json!(-1), json!(1.5), json!("1")] {
        assert!(Options::read(&json!({"lastEvaluation": wrong}).into()).is_err());
    }
}
