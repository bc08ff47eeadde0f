//! The life of the last error, and the tools that show it.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, frame, ok, text, with};

const NONE: &str =
    "No error information available.\n(No error has occurred since the last successful evaluation)";

fn is_known(host: &mut Host) -> bool {
    let result = host.call("describe-last-error", &json!({}));
    assert_eq!(result["isError"], false);
    let is_known = !result["structuredContent"]["error"].is_null();
    assert_eq!(is_known, text(&result) != NONE);
    is_known
}

#[test]
fn there_is_none_at_first() {
    let mut host = Host::new();
    assert_eq!(text(&host.call("describe-last-error", &json!({}))), NONE);
    assert_eq!(text(&host.call("get-backtrace", &json!({}))), NONE);
}

#[test]
fn an_error_sets_it_and_other_tools_keep_it() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    for _ in 0..2 {
        assert!(is_known(&mut host));
        host.call("get-backtrace", &json!({}));
        host.call("configure-limits", &json!({"timeout": 10}));
        host.call("evaluate-lisp", &json!({"code": []}));
        host.ask("tools/list", &json!({}));
    }
}

#[test]
fn a_success_clears_it() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    host.evaluate("1", &ok(&["1"]));
    assert!(!is_known(&mut host));
}

#[test]
fn a_reset_clears_it() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "id": "r", "method": "tools/call", "params": {"name": "reset-session"}}),
    );
    host.ready();
    host.only_answer(1);
    assert!(!is_known(&mut host));
}

#[test]
fn a_timeout_sets_it() {
    let mut host = Host::new();
    host.begin("(loop)");
    host.pass(60_000);
    host.only_answer(1);
    let result = host.call("describe-last-error", &json!({}));
    assert_eq!(result["structuredContent"]["error"]["type"], "TIMEOUT");
}

#[test]
fn a_later_error_replaces_it() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    let other = with(division_by_zero(), json!({"type": "TYPE-ERROR", "label": "TYPE-ERROR"}));
    host.evaluate("(car 1)", &failed(&other));
    let result = host.call("describe-last-error", &json!({"detail": "full"}));
    assert_eq!(result["structuredContent"]["error"]["type"], "TYPE-ERROR");
    assert_eq!(result["structuredContent"]["error"]["timestamp"], "2026-11-20T12:00:00.000Z");
}

fn deep(frames: usize) -> Value {
    let frames: Vec<Value> = (0..frames).map(|n| frame("DOWN", &[&n.to_string()])).collect();
    with(division_by_zero(), json!({"framesTotal": frames.len() + 7, "frames": frames}))
}

#[test]
fn the_backtrace_is_as_long_as_asked() {
    let mut host = Host::new();
    let report = host.evaluate("(down 0)", &failed(&deep(40)));
    let frames = report["structuredContent"]["error"]["frames"].as_array().unwrap();
    let indices: Vec<u64> = frames.iter().filter_map(|frame| frame["index"].as_u64()).collect();
    assert_eq!(indices, (0..20).chain(35..40).collect::<Vec<_>>());
    assert!(text(&report).ends_with("\n19: (DOWN 19)\n… 27 more frames"), "{}", text(&report));

    let result = host.call("get-backtrace", &json!({"detail": "full"}));
    assert_eq!(result["structuredContent"]["error"]["frames"].as_array().unwrap().len(), 20);
    assert!(text(&result).ends_with("\n19: (DOWN 19)\n… 27 more frames"));

    let result = host.call("get-backtrace", &json!({"max-frames": 30, "detail": "full"}));
    assert_eq!(result["structuredContent"]["error"]["frames"].as_array().unwrap().len(), 30);
    assert!(text(&result).contains("\n24: (DOWN 24)\n… 10 more frames\n35: (DOWN 35)\n"));
    assert!(text(&result).ends_with("\n39: (DOWN 39)\n… 7 more frames"));

    let result = host.call("get-backtrace", &json!({"max-frames": 1}));
    assert_eq!(text(&result), "Error: DIVISION-BY-ZERO\n\n[Backtrace]\n0: (DOWN 0)\n… 46 more frames");

    let result = host.call("describe-last-error", &json!({"detail": "full"}));
    assert_eq!(result["structuredContent"]["error"]["frames"].as_array().unwrap().len(), 5);
    assert_eq!(result["structuredContent"]["error"]["framesTotal"], 47);
}
