//! Recorded evaluations, what is asked of them, and tracing: what goes to the image, and how it is worded.

use jscl_mcp::data::Raw;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, with};

fn call(host: &mut Host, name: &str, arguments: &Value) {
    let params = json!({"name": name, "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": name, "method": "tools/call", "params": params}));
}

/// What of a call of `evaluate-lisp` says what to record reaches the image as that.
fn recorded(record: &Value) -> Value {
    let mut host = Host::new();
    call(&mut host, "evaluate-lisp", &json!({"code": "(f)", "record": record}));
    Raw::of(&host.only_command().record).value()
}

#[test]
fn an_evaluation_is_recorded_where_that_is_asked() {
    assert_eq!(recorded(&json!(true)), json!({"functions": [], "chars": 2000}));
    assert_eq!(recorded(&json!(["f", "pkg:"])), json!({"functions": ["f", "pkg:"], "chars": 2000}));
    assert_eq!(recorded(&json!("f")), json!({"functions": ["f"], "chars": 2000}));
    for nothing in [json!(false), json!([])] {
        assert_eq!(recorded(&nothing), Value::Null);
    }
}

#[test]
fn what_is_no_record_is_refused() {
    for wrong in [json!([[]]), json!([{}]), json!({})] {
        let mut host = Host::new();
        let result = host.call("evaluate-lisp", &json!({"code": "(f)", "record": wrong}));
        assert_eq!(result["isError"], json!(true), "{wrong}");
        assert!(text(&result).contains("\"record\""), "{result}");
    }
}

#[test]
fn the_summary_stands_in_the_text_and_in_all_facts() {
    for (outcome, last) in [(ok(&["1"]), "=> 1"), (failed(&division_by_zero()), "DIVISION-BY-ZERO")] {
        let mut host = Host::new();
        call(&mut host, "evaluate-lisp", &json!({"code": "(f)", "record": true, "detail": "full"}));
        let command = host.only_command();
        let outcome = with(outcome, json!({"recording": "2 events.\nF: 1 call (#0)"}));
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
        let result = host.only_answer(1)["result"].take();
        assert!(text(&result).contains(last), "{result}");
        assert!(text(&result).ends_with("[recording]\n2 events.\nF: 1 call (#0)"), "{result}");
        assert_eq!(result["structuredContent"]["recording"], json!("2 events.\nF: 1 call (#0)"));
    }
}

#[test]
fn a_question_is_a_look_at_the_recording() {
    let mut host = Host::new();
    call(&mut host, "query-recording", &json!({"function": "f", "value": "(list 1)", "budget": 500}));
    let command = host.only_command();
    assert_eq!(command.code.to_string(), "(list 1)");
    let look = Raw::of(&command.look).value();
    let asked = json!({
        "kind": "recording", "traced": false, "function": "f", "ofValue": true, "event": null,
        "direction": "forward", "count": 20, "budget": 500,
    });
    assert_eq!(look, asked);
    let report = json!({
        "text": "3 events.", "events": 3, "dropped": 0, "functions": [], "calls": [], "steps": [], "path": [],
        "variables": [], "found": 0, "place": null,
    });
    let outcome = with(ok(&[]), json!({"report": report.to_string()}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["structuredContent"]), ("3 events.", &report));
}

#[test]
fn what_contradicts_itself_is_not_asked() {
    let mut host = Host::new();
    let both = "query-recording: Argument \"event\" cannot be given with \"function\" or \"value\".";
    for arguments in [json!({"event": 1, "value": "1"}), json!({"event": 1, "function": "f"})] {
        let result = host.call("query-recording", &arguments);
        assert_eq!((text(&result), &result["isError"]), (both, &json!(true)));
    }
    for arguments in [
        json!({"event": -1}),
        json!({"direction": "sideways"}),
        json!({"count": -1}),
        json!({"budget": 1}),
        json!({"trace": "yes"}),
        json!({"function": []}),
        json!({"nonsense": 1}),
    ] {
        assert_eq!(host.call("query-recording", &arguments)["isError"], json!(true), "{arguments}");
    }
    assert!(host.commands.is_empty());
}

/// The code that a tool has the image evaluate.
fn code_of(tool: &str, arguments: &Value) -> String {
    let mut host = Host::new();
    call(&mut host, tool, arguments);
    host.only_command().code.to_string()
}

#[test]
fn tracing_is_a_form() {
    assert_eq!(code_of("trace-function", &json!({"function": "f"})), "(cl:trace f\n)");
    let all = json!({
        "function": "(setf f)", "condition": "t ; yes", "break": "nil", "wherein": ["g", "h"],
    });
    assert_eq!(
        code_of("trace-function", &all),
        "(cl:trace (setf f)\n:condition t ; yes\n:break nil\n:wherein (g\nh\n)\n)"
    );
    assert_eq!(code_of("untrace-function", &json!({})), "(cl:untrace )");
    assert_eq!(code_of("untrace-function", &json!({"function": "f"})), "(cl:untrace f\n)");
    let mut host = Host::new();
    for arguments in [json!({}), json!({"function": []}), json!({"function": "f", "break": {}})] {
        assert_eq!(host.call("trace-function", &arguments)["isError"], json!(true), "{arguments}");
    }
}
