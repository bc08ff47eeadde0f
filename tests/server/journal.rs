//! Lost images and the restoration of their sessions: which forms are evaluated again, when, and what each
//! client learns.

use jscl_mcp::engine::Evaluate;
use jscl_mcp::server::{GRACE_MS, MAX_IMAGES, STEP_MS, TOTAL_MS};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok, text, with};

fn definition(code: &str, name: &str) -> Value {
    json!({"code": code, "package": "COMMON-LISP-USER", "names": [name]})
}

/// An evaluation that defines what `name` says by the form that is its whole code.
fn define(host: &mut Host, code: &str, name: &str) {
    host.evaluate(code, &with(ok(&["F"]), json!({"definitions": [definition(code, name)]})));
}

fn host_with(definitions: &[(&str, &str)]) -> Host {
    let mut host = Host::new();
    for (code, name) in definitions {
        define(&mut host, code, name);
    }
    host
}

fn three() -> Host {
    host_with(&[("(a)", "FUNCTION A"), ("(b)", "FUNCTION B"), ("(c)", "FUNCTION C")])
}

fn die(host: &mut Host) {
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
}

fn complete(host: &mut Host, command: &Evaluate, outcome: &Value) {
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
}

/// Carries out commands, which all succeed, as long as there are any; their texts.
fn carry_on(host: &mut Host) -> Vec<String> {
    let mut codes = Vec::new();
    while !host.commands.is_empty() {
        let command = host.only_command();
        complete(host, &command, &ok(&["DONE"]));
        codes.push(command.code.to_string());
    }
    codes
}

#[test]
fn definitions_are_restored_before_the_lost_request_is_answered() {
    let mut host = three();
    let (id, _) = host.begin("(crash)");
    die(&mut host);
    assert_eq!(host.replaced.len(), 1);
    assert!(host.received.is_empty() && host.commands.is_empty());
    host.ready();
    let step = host.only_command();
    assert_eq!((step.code.to_string().as_str(), step.package.as_deref()), ("(a)", Some("COMMON-LISP-USER")));
    // The files of a directory that was granted are the person's.
    assert_eq!((step.deadline_ms, step.restores), (STEP_MS, true));
    complete(&mut host, &step, &ok(&["A"]));
    assert!(host.received.is_empty());
    assert_eq!(carry_on(&mut host), ["(b)", "(c)"]);
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], id);
    assert_eq!(
        text(&answer["result"]),
        "[ERROR] SESSION-LOST\n\
         The evaluation was lost with its session: the Lisp ended: out of memory.\n\
         The Lisp was replaced by a fresh one. 3 definitions of the session were restored: variables have the values that \
         their definitions give them, and data made since is gone.\n\n\
         [Backtrace]\n(no frames)"
    );
    assert_eq!(
        answer["result"]["structuredContent"]["restored"],
        json!({"reason": "the Lisp ended: out of memory", "count": 3, "failed": [], "notKept": 0})
    );
    assert!(host.evaluate("1", &ok(&["1"]))["structuredContent"].get("restored").is_none());
}

#[test]
fn what_waits_is_evaluated_when_all_is_restored() {
    let mut host = three();
    host.begin("(crash)");
    host.send(2, &evaluate_request(&json!("second"), "(second)"));
    host.send(3, &evaluate_request(&json!("third"), "(third)"));
    die(&mut host);
    host.send(4, &evaluate_request(&json!("fourth"), "(fourth)"));
    host.ready();
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)", "(second)", "(third)", "(fourth)"]);
    let answered: Vec<u32> = host.received.iter().map(|(client, _)| *client).collect();
    assert_eq!(answered, [1, 2, 3, 4]);
    for (_, answer) in &host.received[1..] {
        assert_eq!(text(&answer["result"]), "=> DONE");
    }
}

#[test]
fn an_evaluation_that_cannot_be_stopped_loses_no_definition() {
    let mut host = three();
    host.begin("(hang)");
    host.pass(30_000 + GRACE_MS);
    assert_eq!(host.replaced.len(), 1);
    host.ready();
    carry_on(&mut host);
    let answer = host.only_answer(1);
    let content = &answer["result"]["structuredContent"];
    assert_eq!((&content["status"], &content["restored"]["count"]), (&json!("timeout"), &json!(3)));
    let text = text(&answer["result"]);
    assert!(
        text.contains("could not be stopped") && text.contains("3 definitions of the session were restored"),
        "{text}"
    );
}

#[test]
fn what_fails_is_left_out_and_named() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    for outcome in [
        failed(&division_by_zero()),
        with(failed(&division_by_zero()), json!({"status": "timeout"})),
        ok(&["C"]),
    ] {
        let step = host.only_command();
        complete(&mut host, &step, &outcome);
    }
    let answer = host.only_answer(1);
    assert_eq!(
        answer["result"]["structuredContent"]["restored"],
        json!({"reason": "the Lisp ended: out of memory", "count": 1, "notKept": 0, "failed": [
            {"names": ["FUNCTION A"], "reason": "DIVISION-BY-ZERO: arithmetic error DIVISION-BY-ZERO signalled"},
            {"names": ["FUNCTION B"], "reason": "it took longer than 2 seconds"},
        ]})
    );
    let text = text(&answer["result"]);
    assert!(
        text.contains(
            " 1 definition of the session was restored: variables have the values that their definitions give them, and data \
             made since is gone.\nNot restored:\n  FUNCTION A (DIVISION-BY-ZERO: arithmetic error DIVISION-BY-ZERO signalled)\n  \
             FUNCTION B (it took longer than 2 seconds)\n"
        ),
        "{text}"
    );
    // They are not tried again.
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(c)"]);
}

#[test]
fn what_hangs_or_kills_the_image_is_left_out_and_the_rest_begun_anew() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    let step = host.only_command();
    complete(&mut host, &step, &ok(&["A"]));
    assert_eq!(host.only_command().code, "(b)");
    host.pass(u64::from(STEP_MS) + GRACE_MS);
    assert_eq!(host.replaced.len(), 2);
    host.ready();
    assert_eq!(host.only_command().code, "(a)");
    die(&mut host);
    assert_eq!(host.replaced.len(), 3);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(c)"]);
    assert_eq!(
        host.only_answer(1)["result"]["structuredContent"]["restored"],
        json!({"reason": "the Lisp ended: out of memory", "count": 1, "notKept": 0, "failed": [
            {"names": ["FUNCTION B"], "reason": "it took longer than 2 seconds"},
            {"names": ["FUNCTION A"], "reason": "the Lisp ended: out of memory"},
        ]})
    );
}

#[test]
fn not_every_definition_gets_an_image_to_end() {
    let names: Vec<String> = (0..10).map(|number| format!("FUNCTION F{number}")).collect();
    let mut host = Host::new();
    for name in &names {
        define(&mut host, &format!("({name})"), name);
    }
    host.begin("(crash)");
    for _ in 0..=MAX_IMAGES {
        die(&mut host);
        host.ready();
        host.commands.clear();
    }
    assert_eq!(host.replaced.len(), 1 + MAX_IMAGES as usize);
    let restored = host.only_answer(1)["result"]["structuredContent"]["restored"].take();
    assert_eq!((&restored["count"], restored["failed"].as_array().unwrap().len()), (&json!(0), 10));
    assert_eq!(restored["failed"][9]["reason"], "not tried again: 3 others had ended the Lisp");
    assert_eq!(text(&host.evaluate("1", &ok(&["1"]))), "=> 1");
}

#[test]
fn all_of_it_has_a_bounded_time() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    let step = host.only_command();
    host.now_ms += u64::from(TOTAL_MS);
    complete(&mut host, &step, &ok(&["A"]));
    let restored = host.only_answer(1)["result"]["structuredContent"]["restored"].take();
    assert_eq!((&restored["count"], restored["failed"].as_array().unwrap().len()), (&json!(1), 2));
    assert_eq!(restored["failed"][0]["reason"], "not tried: those before it took longer than 20 seconds");
}

#[test]
fn the_next_answer_tells_of_an_image_that_died_idle() {
    let mut host = three();
    die(&mut host);
    assert!(host.received.is_empty());
    host.ready();
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)"]);
    let result = host.evaluate("(a)", &ok(&["1"]));
    assert_eq!(
        text(&result),
        "[session]\n\
         The Lisp of this session was replaced by a fresh one: the Lisp ended: out of memory. 3 definitions of the session were \
         restored: variables have the values that their definitions give them, and data made since is gone.\n\n=> 1"
    );
    assert_eq!(result["structuredContent"]["restored"]["count"], 3);
    assert_eq!(text(&host.evaluate("(a)", &ok(&["1"]))), "=> 1");
}

#[test]
fn a_session_without_definitions_is_told_too() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    die(&mut host);
    host.ready();
    assert!(host.commands.is_empty());
    let told = host.evaluate("1", &ok(&["1"]));
    assert!(text(&told).contains("no definitions to restore; its data is gone.\n\n=> 1"), "{told}");
}

#[test]
fn the_next_request_is_told_where_the_lost_one_was_cancelled_or_its_client_is_gone() {
    for cancelled in [true, false] {
        let mut host = three();
        let (id, _) = host.begin("(crash)");
        die(&mut host);
        if cancelled {
            host.send(
                1,
                &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
            );
        } else {
            host.close(1);
        }
        host.ready();
        carry_on(&mut host);
        assert!(host.received.is_empty());
        assert_eq!(host.evaluate("1", &ok(&["1"]))["structuredContent"]["restored"]["count"], 3);
    }
}

#[test]
fn what_is_restored_is_not_ended_by_a_client_that_leaves() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    host.send(2, &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    host.close(2);
    assert!(host.interrupted.is_empty());
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)"]);
}

#[test]
fn a_cancelled_evaluation_that_does_not_stop_loses_no_definition() {
    let mut host = three();
    let (id, _) = host.begin("(hang)");
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
    );
    host.pass(GRACE_MS);
    assert_eq!(host.replaced.len(), 1);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)"]);
    assert!(host.received.is_empty());
    assert_eq!(host.evaluate("1", &ok(&["1"]))["structuredContent"]["restored"]["count"], 3);
}

#[test]
fn the_current_package_is_restored() {
    let mut host = Host::new();
    host.evaluate("(in-package \"A\\\"\\\\\")", &with(ok(&["P"]), json!({"package": "A\"\\"})));
    define(&mut host, "(f)", "FUNCTION F");
    host.evaluate("1", &with(ok(&["1"]), json!({"package": "A\"\\"})));
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    let step = host.only_command();
    complete(&mut host, &step, &ok(&[]));
    let last = host.only_command();
    assert_eq!((last.code.to_string().as_str(), last.package), (r#"(common-lisp:in-package "A\"\\")"#, None));
    complete(&mut host, &Evaluate { package: None, ..last }, &ok(&[]));
    let answer = host.only_answer(1);
    assert_eq!(answer["result"]["structuredContent"]["package"], "A\"\\");
    assert_eq!(answer["result"]["structuredContent"]["restored"]["count"], 1);
}

#[test]
fn a_reset_leaves_nothing_to_restore() {
    let mut host = three();
    host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    host.ready();
    assert!(host.commands.is_empty());
    assert_eq!(host.only_answer(1)["id"], "reset");
    host.begin("(crash)");
    die(&mut host);
    let answer = host.only_answer(1);
    assert!(text(&answer["result"]).contains("no definitions to restore"), "{answer}");
}

#[test]
fn a_reset_ends_a_recovery() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    host.only_command();
    host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    let answer = host.only_answer(1);
    assert!(text(&answer["result"]).contains("packages of the session are gone"), "{answer}");
    host.ready();
    assert!(host.commands.is_empty());
    assert_eq!(host.only_answer(1)["id"], "reset");
}

#[test]
fn an_image_that_dies_again_at_once_is_not_started_for_ever() {
    let mut host = three();
    die(&mut host);
    host.ready();
    carry_on(&mut host);
    die(&mut host);
    assert_eq!(host.replaced.len(), 1, "nobody has asked for anything since");
    host.send(1, &evaluate_request(&json!("needed"), "(needed)"));
    assert_eq!(host.replaced.len(), 2);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)", "(needed)"]);
}

#[test]
fn definitions_outlast_an_image_that_does_not_start() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    die(&mut host);
    let answer = host.only_answer(1);
    assert!(text(&answer["result"]).contains("kept, and restored when its Lisp can be started"), "{answer}");
    host.send(1, &evaluate_request(&json!("needed"), "(needed)"));
    host.ready();
    assert_eq!(carry_on(&mut host), ["(a)", "(b)", "(c)", "(needed)"]);
    let answer = host.only_answer(1);
    assert_eq!(answer["result"]["structuredContent"]["restored"]["count"], 3);
}

#[test]
fn restarts_go_with_the_definitions_that_were_made_with_them() {
    let mut host = Host::new();
    let arguments = json!({"code": "(f)", "restarts": [{"restart": "CONTINUE"}]});
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
    let command = host.only_command();
    complete(
        &mut host,
        &command,
        &with(ok(&["F"]), json!({"definitions": [definition("(f)", "FUNCTION F")]})),
    );
    host.received.clear();
    die(&mut host);
    host.ready();
    assert_eq!(host.only_command().restarts, command.restarts);
}

#[test]
fn definitions_of_a_failed_evaluation_before_its_error_are_kept() {
    let mut host = Host::new();
    let outcome =
        with(failed(&division_by_zero()), json!({"definitions": [definition("(f)", "FUNCTION F")]}));
    host.evaluate("(f) (/ 1 0)", &outcome);
    die(&mut host);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(f)"]);
}

#[test]
fn a_completion_that_cannot_be_read_ends_a_step_too() {
    let mut host = three();
    host.begin("(crash)");
    die(&mut host);
    host.ready();
    let step = host.only_command();
    host.event(&json!({"kind": "completed", "id": step.id, "outcome": {"status": "fine"}}));
    assert_eq!(host.replaced.len(), 2);
    host.ready();
    assert_eq!(carry_on(&mut host), ["(b)", "(c)"]);
    let restored = host.only_answer(1)["result"]["structuredContent"]["restored"].take();
    assert_eq!(restored["failed"][0]["names"], json!(["FUNCTION A"]));
}
