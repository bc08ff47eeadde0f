//! `load-system`: an evaluation whose text the server makes.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text};

fn begin(host: &mut Host, arguments: &Value) {
    let params = json!({"name": "load-system", "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "l", "method": "tools/call", "params": params}));
}

#[test]
fn asdf_is_required_before_the_systems_are_loaded() {
    let mut host = Host::new();
    for (names, loaded) in [
        (json!("alexandria"), r#""alexandria""#),
        (json!(["a", "b/tests"]), r#""a" "b/tests""#),
        (json!(r#"q"\ (error 1)"#), r#""q\"\\ (error 1)""#),
        (json!(""), r#""""#),
        (json!(["a", "a"]), r#""a" "a""#),
    ] {
        begin(&mut host, &json!({"system": names}));
        let command = host.only_command();
        assert_eq!(
            command.code.to_string(),
            format!("(cl:require \"asdf\")\n(jscl-mcp:load-systems {loaded})")
        );
        // It has limits as any evaluation, and nobody is asked for what a library reads.
        assert_eq!((command.deadline_ms, command.input.ask_ms), (30_000, 0));
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["(\"a\")"])}));
        let result = host.only_answer(1)["result"].take();
        assert_eq!((text(&result), &result["isError"]), ("=> (\"a\")", &json!(false)));
        assert_eq!(result["structuredContent"]["values"], json!(["(\"a\")"]));
    }
}

#[test]
fn an_error_is_reported_as_of_any_evaluation() {
    let mut host = Host::new();
    begin(&mut host, &json!({"system": "a"}));
    let id = host.only_command().id;
    host.event(&json!({"kind": "completed", "id": id, "outcome": failed(&division_by_zero())}));
    let result = host.only_answer(1)["result"].take();
    assert!(text(&result).starts_with("[ERROR] DIVISION-BY-ZERO"), "{result}");
    assert_eq!(result["isError"], true);
    let last = host.call("describe-last-error", &json!({}));
    assert!(text(&last).contains("DIVISION-BY-ZERO"), "{last}");
}

#[test]
fn wrong_names_are_errors_that_need_no_image() {
    let mut host = Host::new();
    let mut said = |arguments: Value| {
        let result = host.call("load-system", &arguments);
        assert_eq!(result["isError"], true);
        text(&result).to_owned()
    };
    let missing = "Argument \"system\" is missing: expected a name as Lisp writes it, as a string.";
    assert!(said(json!({})).ends_with(missing));
    assert!(said(json!({"system": null})).ends_with(missing));
    assert!(said(json!({"system": {}})).contains("expected a list of strings, got the object {}"));
    assert!(said(json!({"system": ["a", []]})).contains("expected strings in its list"));
    assert!(said(json!({"system": "a", "force": true})).contains("Unknown argument \"force\""));
}
