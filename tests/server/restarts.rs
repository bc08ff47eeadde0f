//! The argument `restarts` of `evaluate-lisp`, and what the reports say of restarts.

use jscl_mcp::engine::RestartChoice;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, with};

/// The restarts of the command that `restarts` leads to.
fn choices(restarts: Value) -> Vec<RestartChoice> {
    let mut host = Host::new();
    let arguments = json!({"code": "x", "restarts": restarts});
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
    host.only_command().restarts
}

fn choice(restart: &str, values: Option<&[&str]>, condition_type: Option<&str>) -> RestartChoice {
    RestartChoice {
        restart: restart.to_owned(),
        values: values.map(|values| values.iter().map(|value| (*value).to_owned()).collect()),
        condition_type: condition_type.map(str::to_owned),
    }
}

fn taken() -> Value {
    json!([
        {"restart": "USE-VALUE", "condition": "UNBOUND-VARIABLE", "message": "The variable X is unbound."},
        {"restart": "RETURN-VALUE", "condition": "UNDEFINED-FUNCTION", "message": "The function COMMON-LISP-USER::F is undefined.\n"},
    ])
}

#[test]
fn are_passed_on() {
    assert_eq!(choices(Value::Null), []);
    assert_eq!(choices(json!([])), []);
    assert_eq!(
        choices(json!([
            {"restart": "use-value", "values": ["42", "(f)"], "condition-type": "unbound-variable"},
            {"restart": "STORE-VALUE", "values": "'a"},
            {"restart": "CONTINUE"},
            {"restart": "2", "values": [], "condition-type": null},
        ])),
        [
            choice("use-value", Some(&["42", "(f)"]), Some("unbound-variable")),
            choice("STORE-VALUE", Some(&["'a"]), None),
            choice("CONTINUE", None, None),
            choice("2", Some(&[]), None),
        ]
    );
}

#[test]
fn wrong_entries_are_tool_errors_that_name_them() {
    let mut host = Host::new();
    for (restarts, expected) in [
        (
            json!("CONTINUE"),
            "Argument \"restarts\" is wrong: expected a list of at most 100 objects, got the string \"CONTINUE\".",
        ),
        (
            json!(["CONTINUE"]),
            "Argument \"restarts\" is wrong: expected objects in its list, got the string \"CONTINUE\".",
        ),
        (
            json!([{}]),
            "In argument \"restarts\": Argument \"restart\" is missing: expected the name of a restart, as a string.",
        ),
        (
            json!([{"restart": []}]),
            "In argument \"restarts\": Argument \"restart\" is wrong: expected a string, got the array [].",
        ),
        (
            json!([{"restart": "CONTINUE"}, {"restart": "USE-VALUE", "values": {}}]),
            "In argument \"restarts\": Argument \"values\" is wrong: expected a list of strings, got the object {}.",
        ),
        (
            json!([{"restart": "USE-VALUE", "values": ["1", [2]]}]),
            "In argument \"restarts\": Argument \"values\" is wrong: expected strings in its list, got the array [2].",
        ),
        (
            json!([{"restart": "USE-VALUE", "value": "1"}]),
            "In argument \"restarts\": Unknown argument \"value\": expected no others than restart, values, condition_type.",
        ),
    ] {
        let result = host.call("evaluate-lisp", &json!({"code": "x", "restarts": restarts}));
        assert_eq!(result["isError"], true);
        assert_eq!(text(&result), format!("evaluate-lisp: {expected}"));
    }
    let many: Vec<Value> = (0..101).map(|_| json!({"restart": "CONTINUE"})).collect();
    assert_eq!(host.call("evaluate-lisp", &json!({"code": "x", "restarts": many}))["isError"], true);
    assert!(host.commands.is_empty());
}

#[test]
fn a_report_tells_which_were_taken() {
    let mut host = Host::new();
    let result = host.evaluate("(f x)", &with(ok(&["42"]), json!({"restartsTaken": taken()})));
    assert_eq!(
        text(&result),
        "[restarts]\nUSE-VALUE taken for UNBOUND-VARIABLE: The variable X is unbound.\n\
         RETURN-VALUE taken for UNDEFINED-FUNCTION: The function COMMON-LISP-USER::F is undefined.\n\n=> 42"
    );
    assert_eq!(result["isError"], false);
    assert_eq!(result["structuredContent"]["restartsTaken"], taken());
}

#[test]
fn a_report_tells_which_could_not_be_taken() {
    let mut host = Host::new();
    let problem = "CONTINUE not taken for DIVISION-BY-ZERO: no such restart is active.";
    let condition = with(division_by_zero(), json!({"restartProblem": problem}));
    let result = host.evaluate("(/ 1 0)", &failed(&condition));
    assert!(
        text(&result).starts_with(&format!("[restarts]\n{problem}\n\n[ERROR] DIVISION-BY-ZERO\n")),
        "{result}"
    );
    assert_eq!(result["structuredContent"]["error"]["restartProblem"], problem);
}

#[test]
fn long_messages_are_cut() {
    let mut host = Host::new();
    let long = json!([{"restart": "CONTINUE", "condition": "ERROR", "message": "x".repeat(5000)}]);
    let result = host.evaluate("x", &with(ok(&["1"]), json!({"restartsTaken": long})));
    assert!(text(&result).len() < 1100);
}

#[test]
fn leaving_for_the_toplevel_is_told_apart_from_returning() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    let result = host.evaluate("(abort)", &with(ok(&[]), json!({"status": "aborted"})));
    assert_eq!(result["structuredContent"]["status"], "aborted");
    assert_eq!(result["isError"], false);
    assert!(text(&result).starts_with("; Aborted: "), "{result}");
    assert_eq!(host.call("describe-last-error", &json!({}))["structuredContent"]["error"], Value::Null);
}

#[test]
fn the_last_error_shows_how_to_take_one() {
    let mut host = Host::new();
    let restart =
        |name: &str, parameters: Value| json!({"name": name, "description": "Do.", "parameters": parameters});
    for (parameters, example) in [
        (json!("(VALUE)"), r#"[{"restart": "USE-VALUE", "values": ["<a form>"]}]"#),
        (json!("()"), r#"[{"restart": "USE-VALUE"}]"#),
        (Value::Null, r#"[{"restart": "USE-VALUE"}]"#),
    ] {
        let restarts = json!([restart("USE-VALUE", parameters), restart("ABORT", json!("()"))]);
        host.evaluate("x", &failed(&with(division_by_zero(), json!({"restarts": restarts}))));
        let told = host.call("describe-last-error", &json!({}));
        assert!(text(&told).ends_with(&format!("restarts: {example}")), "{told}");
    }
    host.evaluate("x", &failed(&division_by_zero()));
    let told = host.call("describe-last-error", &json!({}));
    assert!(!text(&told).contains("To take a restart"), "there is nothing to take but ABORT");
}
