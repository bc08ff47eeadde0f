//! The tools' arguments, and that what they list and return is what their schemas say.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, with};
use crate::wire;

fn listed(host: &mut Host) -> Vec<Value> {
    host.ask("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().clone()
}

#[test]
fn wrong_arguments_are_tool_errors_that_name_them() {
    let mut host = Host::new();
    for (tool, arguments, expected) in [
        (
            "evaluate-lisp",
            json!({}),
            "evaluate-lisp: Argument \"code\" is missing: expected Common Lisp source text, as a string.",
        ),
        (
            "evaluate-lisp",
            json!({"code": null}),
            "evaluate-lisp: Argument \"code\" is missing: expected Common Lisp source text, as a string.",
        ),
        (
            "evaluate-lisp",
            json!({"code": 42}),
            "evaluate-lisp: Argument \"code\" is wrong: expected a string, got the number 42.",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "package": []}),
            "evaluate-lisp: Argument \"package\" is wrong: expected a string, got the array [].",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "capture-time": "yes"}),
            "evaluate-lisp: Argument \"capture-time\" is wrong: expected true or false, got the string \"yes\".",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "session": "other"}),
            "evaluate-lisp: Argument \"session\" is wrong: expected a session that there is (main; create-session makes others), got the string \"other\".",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "timeout": 5}),
            "evaluate-lisp: Unknown argument \"timeout\": expected no others than session, code, package, capture-time, restarts, on-error.",
        ),
        (
            "describe-last-error",
            json!({"max": 1}),
            "describe-last-error: Unknown argument \"max\": expected no others than session.",
        ),
        (
            "get-backtrace",
            json!({"max-frames": 0}),
            "get-backtrace: Argument \"max-frames\" is wrong: expected an integer from 1 to 1000, got the number 0.",
        ),
        (
            "get-backtrace",
            json!({"max-frames": "5"}),
            "get-backtrace: Argument \"max-frames\" is wrong: expected an integer from 1 to 1000, got the string \"5\".",
        ),
        (
            "configure-limits",
            json!({"timeout": -1}),
            "configure-limits: Argument \"timeout\" is wrong: expected a number from 0 to 86400, got the number -1.",
        ),
        (
            "configure-limits",
            json!({"timeout": 5, "max-output": 1.5}),
            "configure-limits: Argument \"max-output\" is wrong: expected an integer from 0 to 10000000, got the number 1.5.",
        ),
        (
            "configure-limits",
            json!({"timeout": 6, "limit": 1}),
            "configure-limits: Unknown argument \"limit\": expected no others than session, timeout, max-output.",
        ),
        (
            "reset-session",
            json!({"session": 1}),
            "reset-session: Argument \"session\" is wrong: expected a string, got the number 1.",
        ),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!(result["isError"], true);
        assert_eq!(text(&result), expected);
        assert!(result.get("structuredContent").is_none());
    }
    assert!(host.commands.is_empty() && host.replaced.is_empty());
    let limits = host.call("configure-limits", &json!({}));
    assert_eq!(limits["structuredContent"]["timeout"], 30.0, "a wrong call changes nothing");
}

#[test]
fn limits_are_set_one_by_one() {
    let mut host = Host::new();
    let result = host.call("configure-limits", &json!({"timeout": 0.5}));
    assert_eq!(
        text(&result),
        "Limits of session main:\n  timeout: 0.5 seconds\n  max-output: 100000 characters"
    );
    let result = host.call("configure-limits", &json!({"max-output": 200.0}));
    assert_eq!(result["structuredContent"], json!({"session": "main", "timeout": 0.5, "maxOutput": 200}));
    let (_, command) = host.begin("1");
    assert_eq!((command.deadline_ms, command.max_output), (500, 200));
    let result = host.call("configure-limits", &json!({"timeout": 0}));
    assert_eq!(text(&result), "Limits of session main:\n  timeout: none (0)\n  max-output: 200 characters");
}

#[test]
fn a_timeout_above_nothing_is_not_none() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"timeout": 0.000_001}));
    assert_eq!(host.begin("1").1.deadline_ms, 1);
}

#[test]
fn every_tool_is_described() {
    for tool in listed(&mut Host::new()) {
        assert!(tool["description"].as_str().unwrap().len() > 80, "{}", tool["name"]);
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            wire::check_schema(schema);
            assert_eq!(schema["type"], "object");
            assert_eq!(schema["additionalProperties"], false);
        }
        let names_a_session = tool["inputSchema"]["properties"]["session"].is_object();
        assert_eq!(names_a_session, tool["name"] != "list-sessions", "{}", tool["name"]);
    }
}

#[test]
fn results_are_what_the_schemas_say() {
    let mut host = Host::new();
    let tools = listed(&mut host);
    let schema_of = |name: &str| &tools.iter().find(|tool| tool["name"] == name).unwrap()["outputSchema"];
    let warning = json!({"type": "STYLE-WARNING", "package": "COMMON-LISP", "label": "STYLE-WARNING", "message": "m", "position": {"line": 1, "column": 2}});
    let timed =
        with(ok(&["1", "2"]), json!({"timing": {"realMs": 1.5, "compileMs": 0.5}, "warnings": [warning]}));
    let taken = with(
        division_by_zero(),
        json!({"restartTaken": "ABORT", "restartProblem": "none", "position": null}),
    );
    let went_on = json!([{"restart": "CONTINUE", "condition": "ERROR", "message": "m"}]);
    for outcome in [
        with(ok(&[]), json!({"restartsTaken": went_on})),
        with(ok(&[]), json!({"status": "aborted"})),
        ok(&[]),
        timed,
        failed(&division_by_zero()),
        failed(&taken),
        with(failed(&Value::Null), json!({"status": "timeout"})),
    ] {
        let result = host.evaluate("x", &outcome);
        wire::check(schema_of("evaluate-lisp"), &result["structuredContent"]);
        for tool in ["describe-last-error", "get-backtrace", "configure-limits"] {
            let result = host.call(tool, &json!({}));
            wire::check(schema_of(tool), &result["structuredContent"]);
        }
    }
    host.begin("(loop)");
    host.pass(60_000);
    wire::check(schema_of("evaluate-lisp"), &host.only_answer(1)["result"]["structuredContent"]);
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": {"name": "reset-session"}}),
    );
    host.ready();
    wire::check(schema_of("reset-session"), &host.only_answer(1)["result"]["structuredContent"]);
}
