//! Evaluations: their order, their limits, their ends, and which clients are notified.

use jscl_mcp::server::{GRACE_MS, MAX_WAITING, MAX_WAITING_OF_A_CLIENT, Options, Server};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok, options, text, with};

#[test]
fn answers_with_the_values() {
    let mut host = Host::new();
    let (id, command) = host.begin("(+ 1 2)");
    assert_eq!(command.code, "(+ 1 2)");
    assert_eq!((command.package, command.deadline_ms, command.max_output), (None, 30_000, 100_000));
    assert!(!command.capture_time);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["3"])}));
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], id);
    assert_eq!(text(&answer["result"]), "=> 3");
    assert_eq!(answer["result"]["isError"], false);
    assert_eq!(answer["result"]["structuredContent"]["values"], json!(["3"]));
}

#[test]
fn passes_arguments_on() {
    let mut host = Host::new();
    let arguments = json!({"code": "x", "package": "P", "capture-time": true, "session": "main"});
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
    let command = host.only_command();
    assert_eq!(command.package.as_deref(), Some("P"));
    assert!(command.capture_time);
}

#[test]
fn holds_evaluations_until_the_image_is_ready() {
    let mut host = Host::booting();
    host.send(1, &evaluate_request(&json!("a"), "1"));
    host.send(1, &evaluate_request(&json!("b"), "2"));
    assert!(host.commands.is_empty() && host.received.is_empty());
    assert_eq!(host.ask("ping", &json!({}))["result"], json!({}));
    host.ready();
    assert_eq!(host.only_command().code, "1");
}

#[test]
fn evaluates_in_order_of_arrival() {
    let mut host = Host::new();
    host.send(1, &evaluate_request(&json!(1), "first"));
    host.send(2, &evaluate_request(&json!(1), "second"));
    host.send(1, &evaluate_request(&json!(2), "third"));
    for (client, id, code) in [(1, 1, "first"), (2, 1, "second"), (1, 2, "third")] {
        let command = host.only_command();
        assert_eq!(command.code, code);
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&[code])}));
        let answer = host.only_answer(client);
        assert_eq!((&answer["id"], text(&answer["result"])), (&json!(id), format!("=> {code}").as_str()));
    }
}

#[test]
fn answers_everything_else_while_lisp_runs() {
    let mut host = Host::new();
    host.begin("(loop)");
    assert_eq!(host.ask("ping", &json!({}))["result"], json!({}));
    assert_eq!(host.ask("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().len(), 50);
    assert_eq!(host.call("configure-limits", &json!({}))["isError"], false);
}

#[test]
fn refuses_more_of_a_client_than_may_wait() {
    let mut host = Host::new();
    host.begin("(loop)");
    for id in 0..MAX_WAITING_OF_A_CLIENT {
        host.send(2, &evaluate_request(&json!(id), "1"));
    }
    assert!(host.received.is_empty());
    host.send(2, &evaluate_request(&json!("one more"), "1"));
    let answer = host.only_answer(2);
    assert_eq!(answer["id"], "one more");
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(
        text(&answer["result"]),
        "evaluate-lisp: Too many evaluations: 128 of this client are waiting for session main already. Try again when some of them are answered."
    );
    host.send(3, &evaluate_request(&json!("of another"), "1"));
    assert!(host.received.is_empty(), "there is room for others");
}

#[test]
fn refuses_more_than_can_wait() {
    let mut host = Host::new();
    host.begin("(loop)");
    for id in 0..MAX_WAITING {
        host.send(u32::try_from(2 + id % 8).unwrap(), &evaluate_request(&json!(id), "1"));
    }
    assert!(host.received.is_empty());
    host.send(20, &evaluate_request(&json!("one more"), "1"));
    let answer = host.only_answer(20);
    assert_eq!(answer["id"], "one more");
    assert!(
        text(&answer["result"]).contains("Too many evaluations: 256 are waiting for session main already.")
    );
}

#[test]
fn collects_output_of_its_own_evaluation() {
    let mut host = Host::new();
    let (_, command) = host.begin("(print 1)");
    let id = command.id;
    host.event(&json!({"kind": "output", "id": id, "stream": "stdout", "text": "a"}));
    host.event(&json!({"kind": "output", "id": id + 1, "stream": "stdout", "text": "not mine"}));
    host.event(&json!({"kind": "output", "id": id, "stream": "stderr", "text": "c\n"}));
    host.event(&json!({"kind": "output", "id": id, "stream": "stdout", "text": "b\n"}));
    host.event(&json!({"kind": "completed", "id": id, "outcome": ok(&["1"])}));
    let answer = host.only_answer(1);
    assert_eq!(text(&answer["result"]), "[stdout]\nab\n\n[stderr]\nc\n\n=> 1");
    assert_eq!(answer["result"]["structuredContent"]["stdout"], "ab\n");
}

#[test]
fn keeps_no_more_output_than_allowed() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 5}));
    let (_, command) = host.begin("(print 1)");
    assert_eq!((command.max_output, command.limits.value_chars, command.limits.message_chars), (5, 5, 5));
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "äöüäöüä"}));
    let outcome = with(
        ok(&["1"]),
        json!({"dropped": {"stdout": 10, "stderr": 0, "values": 3, "results": 0, "warnings": 2, "definitions": 0}}),
    );
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let answer = host.only_answer(1);
    assert_eq!(
        text(&answer["result"]),
        "[stdout]\näöüäö\n… 12 more characters\n\n[warnings]\n… 2 more warnings\n\n=> 1\n… 3 more values"
    );
    let truncated = &answer["result"]["structuredContent"]["truncated"];
    assert_eq!(*truncated, json!({"stdout": 12, "stderr": 0, "values": 3, "results": 0, "warnings": 2}));
}

#[test]
fn takes_the_limits_of_the_time_of_arrival() {
    let mut host = Host::booting();
    host.send(1, &evaluate_request(&json!(1), "1"));
    host.call("configure-limits", &json!({"timeout": 5}));
    host.ready();
    assert_eq!(host.only_command().deadline_ms, 30_000);
}

#[test]
fn reports_a_timeout_that_the_image_kept() {
    let mut host = Host::new();
    let condition = with(
        division_by_zero(),
        json!({"type": "TIMEOUT", "package": "JSCL-MCP", "label": "JSCL-MCP:TIMEOUT", "message": "x"}),
    );
    let outcome = with(failed(&condition), json!({"status": "timeout"}));
    let result = host.evaluate("(loop)", &outcome);
    assert_eq!(result["isError"], true);
    assert_eq!(result["structuredContent"]["status"], "timeout");
    assert_eq!(result["structuredContent"]["error"]["type"], "TIMEOUT");
    assert!(
        text(&result).starts_with("[ERROR] TIMEOUT\nThe evaluation was stopped after 30 seconds"),
        "{}",
        text(&result)
    );
    assert!(text(&result).contains("configure-limits"));
    assert!(text(&result).contains("[Backtrace]\n0: (/ 1 0)"));
    assert!(host.replaced.is_empty());
}

#[test]
fn replaces_an_image_that_does_not_stop() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    host.send(2, &evaluate_request(&json!("next"), "2"));
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "so far"}));
    host.pass(30_000 + GRACE_MS - 1);
    assert!(host.replaced.is_empty() && host.received.is_empty());
    host.pass(1);
    assert_eq!(host.replaced.len(), 1);
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], id);
    let text = text(&answer["result"]);
    assert!(text.starts_with("[stdout]\nso far\n\n[ERROR] TIMEOUT\n"), "{text}");
    assert!(text.contains("could not be stopped") && text.contains("no definitions to restore"));
    host.ready();
    assert_eq!(host.only_command().code, "2");
    // A late event of the old image answers no request.
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["late"])}));
    assert!(host.received.is_empty());
}

#[test]
fn forgives_a_clock_that_slept() {
    let mut host = Host::new();
    let (_, command) = host.begin("(sleep)");
    host.now_ms += 3_600_000;
    host.pass(0);
    assert!(host.replaced.is_empty(), "the image may have slept too");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    assert_eq!(text(&host.only_answer(1)["result"]), "=> 1");

    host.begin("(sleep)");
    host.now_ms += 3_600_000;
    host.pass(GRACE_MS);
    assert_eq!(host.replaced.len(), 1, "but not for ever");
}

#[test]
fn arms_no_timer_anew_that_rings_early_enough() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    let first = host.timer_ms.take();
    assert!(first.is_some());
    host.now_ms += 1000;
    let (_, command) = host.begin("2");
    assert_eq!(host.timer_ms, None);
    host.timer_ms = first;
    host.pass(30_000 + GRACE_MS - 1);
    assert!(host.replaced.is_empty(), "the evaluation has its full time");
    assert!(host.timer_ms.is_some());
    host.pass(1);
    assert_eq!(host.replaced.len(), 1);
    assert_eq!(command.code, "2");
}

#[test]
fn arms_a_sooner_timer() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    host.call("configure-limits", &json!({"timeout": 1}));
    host.begin("2");
    host.pass(1000 + GRACE_MS);
    assert_eq!(host.replaced.len(), 1);
}

#[test]
fn watches_nothing_without_a_timeout() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"timeout": 0}));
    let (_, command) = host.begin("(loop)");
    assert_eq!((command.deadline_ms, host.timer_ms), (0, None));
    host.pass(1_000_000_000);
    assert!(host.replaced.is_empty());
}

#[test]
fn drops_a_cancelled_evaluation_that_waits() {
    let mut host = Host::new();
    let (_, command) = host.begin("1");
    host.send(1, &evaluate_request(&json!("gone"), "2"));
    host.send(1, &cancelled(&json!("gone")));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.only_answer(1);
    assert!(host.commands.is_empty());
}

#[test]
fn does_not_answer_a_cancelled_evaluation_that_runs() {
    let mut host = Host::new();
    let (id, command) = host.begin("(error)");
    host.send(1, &evaluate_request(&json!("next"), "2"));
    host.send(2, &cancelled(&id));
    host.send(1, &cancelled(&json!(id.to_string())));
    host.send(1, &cancelled(&id));
    host.send(1, &cancelled(&id));
    assert_eq!(host.interrupted, [command.id], "once");
    assert!(host.commands.is_empty(), "the image is not free yet");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": failed(&division_by_zero())}));
    assert!(host.received.is_empty());
    assert_eq!(host.only_command().code, "2");
    assert_eq!(host.call("describe-last-error", &json!({}))["structuredContent"]["error"], Value::Null);
}

#[test]
fn a_cancelled_evaluation_that_does_not_end_costs_its_image() {
    for timeout in [0, 1, 30] {
        let mut host = Host::new();
        host.call("configure-limits", &json!({"timeout": timeout}));
        let (id, command) = host.begin("(loop)");
        host.send(2, &evaluate_request(&json!("next"), "2"));
        host.send(1, &cancelled(&id));
        host.pass(GRACE_MS - 1);
        assert!(host.replaced.is_empty());
        host.pass(1);
        assert_eq!(host.replaced.len(), 1);
        assert!(host.received.is_empty(), "nobody is told");
        host.ready();
        assert_eq!(host.only_command().code, "2");
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["late"])}));
        assert!(host.received.is_empty());
    }
}

#[test]
fn a_cancelled_evaluation_has_no_more_time_than_it_had() {
    let mut host = Host::new();
    let (id, _) = host.begin("(loop)");
    host.pass(30_000 + GRACE_MS - 10);
    host.send(1, &cancelled(&id));
    host.pass(10);
    assert_eq!(host.replaced.len(), 1);
}

#[test]
fn an_image_that_ends_a_cancelled_evaluation_goes_on() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    host.send(1, &cancelled(&id));
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "so far"}));
    let outcome = with(ok(&[]), json!({"status": "cancelled"}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    host.pass(60_000);
    assert!(host.replaced.is_empty() && host.received.is_empty());
    host.evaluate("1", &ok(&["1"]));
    assert_eq!(host.interrupted, [command.id]);
}

#[test]
fn a_cancelled_reset_takes_place_and_is_not_answered() {
    let mut host = Host::new();
    host.evaluate("1", &ok(&["1"]));
    host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    host.send(1, &cancelled(&json!("reset")));
    host.ready();
    assert!(host.received.is_empty());
    assert_eq!(host.replaced.len(), 1);
    host.evaluate("1", &ok(&["1"]));
}

#[test]
fn cancels_only_for_the_client_that_asked() {
    let mut host = Host::new();
    let (id, command) = host.begin("1");
    host.send(2, &cancelled(&id));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    assert_eq!(host.only_answer(1)["id"], id);
}

#[test]
fn drops_what_a_closed_client_asked_for() {
    let mut host = Host::new();
    let (_, command) = host.begin("1");
    host.send(1, &evaluate_request(&json!(7), "2"));
    host.send(2, &evaluate_request(&json!(7), "3"));
    host.close(1);
    assert_eq!(host.interrupted, [command.id]);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    assert!(host.received.is_empty());
    let command = host.only_command();
    assert_eq!(command.code, "3");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["3"])}));
    assert_eq!(host.only_answer(2)["id"], 7);
}

fn cancelled(id: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id, "reason": "no need"}})
}

/// A server whose answers have so many characters in all.
fn with_answers_of(max_answer: u32) -> Host {
    let mut host = Host::with(Server::new(Options { max_answer, ..options() }));
    host.ready();
    host
}

#[test]
fn an_answer_has_no_more_than_its_limit_and_keeps_beginnings_and_ends() {
    let mut host = with_answers_of(12_000);
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "evaluate-lisp", "arguments": {"code": "(print-much)"},
        }}),
    );
    let command = host.only_command();
    assert_eq!((command.max_output, command.limits.value_chars), (100_000, 1_000_000));
    assert!(command.end_chars > 0);
    let lines = (0..10_000).map(|number| format!("{number}\n")).collect::<Vec<_>>().concat();
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": lines}));
    let value = (0..30_000).map(|number| format!("{number} ")).collect::<Vec<_>>().concat();
    let outcome = with(
        ok(&[&format!("({})", value.trim_end())]),
        json!({
            "dropped": {"stdout": 1_000_000, "stderr": 0, "values": 0, "results": 0, "warnings": 0, "definitions": 0},
            "ends": {"stdout": "last but one\nlast\n", "stderr": ""},
        }),
    );
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let answer = host.only_answer(1);
    assert!(answer.to_string().encode_utf16().count() <= 12_500, "{}", answer.to_string().len());
    let text = text(&answer["result"]).to_owned();
    assert!(text.starts_with("[stdout]\n0\n1\n2\n"), "{text}");
    assert!(
        text.contains(
            "more characters; resource lisp://session/main/output\nlast but one\nlast\n\n=> (0 1 2"
        ),
        "{text}"
    );
    assert!(text.contains(" more characters; the value is in *\n"), "{text}");
    assert!(text.ends_with("29998 29999)"), "{text}");
    let halves = text.split("\n\n=> ").map(str::len).collect::<Vec<_>>();
    assert!(halves.iter().all(|half| *half > 1500), "each has its part: {halves:?}");
    let values = answer["result"]["structuredContent"]["values"].as_array().unwrap();
    assert!(values[0].as_str().unwrap().len() <= 203 && values[0].as_str().unwrap().ends_with("..."));
    let read = host.ask("resources/read", &json!({"uri": "lisp://session/main/output"}));
    let kept = read["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(kept.starts_with(&format!("[stdout]\n{lines}")), "all that was kept can be had");
    assert!(kept.ends_with("last but one\nlast\n"));
}

#[test]
fn what_fits_into_an_answer_is_whole() {
    let mut host = with_answers_of(12_000);
    let (_, command) = host.begin("1");
    let lines = "a line\n".repeat(200);
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": lines}));
    let outcome = with(ok(&["1", "(2 3)"]), json!({"ends": null}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let answer = host.only_answer(1);
    assert_eq!(text(&answer["result"]), format!("[stdout]\n{}\n\n=> 1\n=> (2 3)", lines.trim_end()));
    assert_eq!(answer["result"]["structuredContent"]["values"], json!(["1", "(2 3)"]));
    assert!(answer["result"]["structuredContent"].get("counts").is_none());
}

#[test]
fn long_messages_leave_room_for_the_rest() {
    let mut host = with_answers_of(4_000);
    let mut condition = division_by_zero();
    condition["message"] = json!("m".repeat(9_000));
    let answer = host.evaluate("(f)", &failed(&condition));
    let words = text(&answer).to_owned();
    assert!(words.len() < 2_500, "{}", words.len());
    assert!(words.contains("more characters …\n") && words.contains("[Backtrace]"), "{words}");
    let described = host.call("describe-last-error", &json!({}));
    assert!(text(&described).contains(&"m".repeat(9_000)), "the last error has all of it");
}

#[test]
fn who_sets_the_output_sees_it() {
    let mut host = with_answers_of(12_000);
    let limits = host.call("configure-limits", &json!({}));
    assert_eq!(limits["structuredContent"]["maxAnswer"], 12_000);
    assert!(text(&limits).ends_with("\n  max_answer: 12000 characters"), "{limits}");
    let limits = host.call("configure-limits", &json!({"max-output": 50_000}));
    assert!(limits["structuredContent"].get("maxAnswer").is_none(), "{limits}");
    let value = "v".repeat(20_000);
    assert_eq!(text(&host.evaluate("1", &ok(&[&value]))), format!("=> {value}"));
    let limits = host.call("configure-limits", &json!({"max-answer": 3_000}));
    assert_eq!(limits["structuredContent"]["maxAnswer"], 3_000);
    let made = host.call("create-session", &json!({}));
    assert_eq!(made["structuredContent"]["maxAnswer"], 12_000, "{made}");
}

#[test]
fn another_package_is_named() {
    let mut host = Host::new();
    let other = with(ok(&["1"]), json!({"package": "SHOP"}));
    assert_eq!(
        text(&host.evaluate("(in-package :shop)", &other)),
        "=> 1\n\n; Package: SHOP, from now on: later calls begin in it"
    );
    assert_eq!(text(&host.evaluate("1", &other)), "=> 1\n\n; Package: SHOP");
    let failed = with(failed(&division_by_zero()), json!({"package": "SHOP"}));
    assert!(text(&host.evaluate("(/ 1 0)", &failed)).ends_with("\n\n; Package: SHOP"));
    let brief = json!({"name": "evaluate-lisp", "arguments": {"code": "1"}});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "b", "method": "tools/call", "params": brief}));
    let id = host.only_command().id;
    host.event(&json!({"kind": "completed", "id": id, "outcome": other}));
    assert_eq!(host.only_answer(1)["result"]["structuredContent"]["package"], "SHOP");
    assert_eq!(
        text(&host.evaluate("(in-package :cl-user)", &ok(&["1"]))),
        "=> 1\n\n; Package: COMMON-LISP-USER, from now on: later calls begin in it"
    );
    assert_eq!(text(&host.evaluate("1", &ok(&["1"]))), "=> 1");
}
