//! The tools that look at what is defined.

use serde_json::{Value, json};

use crate::harness::{Host, ok, text, with};

fn begin(host: &mut Host, tool: &str, name: &str) {
    let params = json!({"name": tool, "arguments": {"name": name}});
    host.send(1, &json!({"jsonrpc": "2.0", "id": tool, "method": "tools/call", "params": params}));
}

fn found(host: &mut Host, texts: &Value) -> Value {
    let (image, query) = host.queries.remove(0);
    assert_eq!((image, query.limit), (0, 50_000));
    host.event(
        &json!({"kind": "found", "id": query.id, "texts": texts, "total": texts.as_array().unwrap().len()}),
    );
    host.only_answer(1)["result"].take()
}

#[test]
fn the_image_describes_symbols_and_packages() {
    let mut host = Host::new();
    for (tool, subject) in [("describe-symbol", "symbol"), ("describe-package", "package")] {
        begin(&mut host, tool, "car");
        let result = found(&mut host, &json!(["CAR is a function."]));
        assert_eq!(
            result["structuredContent"],
            json!({"text": "CAR is a function.", "name": "car", "found": true})
        );
        assert_eq!(result["isError"], false);
        begin(&mut host, tool, "none");
        let result = found(&mut host, &json!([]));
        assert_eq!(text(&result), format!("There is no {subject} none."));
        assert_eq!(
            (&result["isError"], &result["structuredContent"]["found"]),
            (&json!(true), &json!(false))
        );
    }
}

#[test]
fn a_description_waits_for_what_the_image_does() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    begin(&mut host, "describe-symbol", "car");
    assert!(host.queries.is_empty() && host.received.is_empty());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&[])}));
    assert_eq!(host.only_answer(1)["id"], id);
    assert_eq!(text(&found(&mut host, &json!(["x"]))), "x");
}

#[test]
fn an_image_that_does_not_answer_is_an_error_of_the_tool() {
    let mut host = Host::new();
    begin(&mut host, "describe-package", "p");
    host.pass(3_000);
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["isError"]), ("The Lisp did not answer in time.", &json!(true)));
}

#[test]
fn the_source_of_a_definition_is_at_hand() {
    let mut host = Host::new();
    let source = "(defun area (x) (* x x))";
    let definition =
        json!({"code": source, "package": "COMMON-LISP-USER", "names": ["FUNCTION AREA"], "undefined": []});
    host.evaluate(source, &with(ok(&["AREA"]), json!({"definitions": [definition]})));
    host.received.clear();
    host.begin("(loop)");
    let shown = host.call("show-source", &json!({"name": "area"}));
    assert_eq!(text(&shown).trim_end(), source);
    assert_eq!(shown["structuredContent"]["found"], true);
    let none = host.call("show-source", &json!({"name": "car"}));
    assert_eq!((text(&none), &none["isError"]), ("There is no definition of car.", &json!(true)));
}

fn call(host: &mut Host, tool: &str, arguments: &Value) {
    let params = json!({"name": tool, "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": tool, "method": "tools/call", "params": params}));
}

#[test]
fn what_an_image_tells_as_data_is_passed_on_with_where_it_was_defined() {
    let mut host = Host::new();
    let source = "(defun area (x) (* x x))";
    let definition = json!({
        "code": source, "package": "COMMON-LISP-USER", "names": ["FUNCTION AREA"], "undefined": [],
        "position": {"line": 3, "column": 2},
    });
    host.evaluate(source, &with(ok(&["AREA"]), json!({"definitions": [definition]})));
    host.received.clear();
    call(&mut host, "describe-symbol", &json!({"symbol": "area", "package": "CL-USER"}));
    let (_, query) = host.queries.remove(0);
    assert_eq!((query.text.as_str(), query.package.as_str()), ("area", "CL-USER"));
    let report = json!({"text": "AREA names a function.", "name": "area", "found": true, "symbol": "AREA",
        "package": "COMMON-LISP-USER", "access": "internal", "meanings": []});
    let found = json!({
        "kind": "found", "id": query.id, "texts": ["AREA names a function."], "total": 1, "report": report.to_string(),
    });
    host.event(&found);
    let result = host.only_answer(1)["result"].take();
    assert_eq!(text(&result), "AREA names a function.");
    let place = json!({"kind": "FUNCTION", "name": "FUNCTION AREA", "position": {"line": 3, "column": 2}});
    assert_eq!(result["structuredContent"], with(report, json!({"definitions": [place]})));
    let source_of = host.call("get-source", &json!({"symbol": "area"}));
    assert_eq!(text(&source_of).trim_end(), source);
    let definitions = &source_of["structuredContent"]["definitions"];
    let more = json!({"code": source, "package": "COMMON-LISP-USER"});
    assert_eq!(*definitions, json!([with(place, more)]));
    let none = host.call("get-source", &json!({"symbol": "car"}));
    assert_eq!((text(&none), &none["isError"]), ("There is no definition of car.", &json!(true)));
}

#[test]
fn a_symbol_is_looked_up_in_the_package_that_is_named() {
    let mut host = Host::new();
    call(&mut host, "describe-symbol", &json!({"symbol": "x", "package": "nowhere"}));
    let result = found(&mut host, &json!([]));
    assert_eq!(
        (text(&result), &result["isError"]),
        ("There is no symbol x in package nowhere.", &json!(true))
    );
}

#[test]
fn a_look_is_an_evaluation_that_leaves_the_last_error_and_the_transcript_alone() {
    let mut host = Host::new();
    host.evaluate("(/ 1 0)", &crate::harness::failed(&crate::harness::division_by_zero()));
    host.received.clear();
    call(&mut host, "macroexpand-form", &json!({"code": "(when a b)", "once": true}));
    let command = host.only_command();
    assert_eq!((command.code.to_string(), command.deadline_ms), ("(when a b)".to_owned(), 30_000));
    let look = jscl_mcp::data::Raw::of(&command.look).value();
    assert_eq!(look, json!({"kind": "expand", "once": true, "all": false}));
    let report = json!({"text": "(if a b)", "expansion": "(if a b)", "expanded": true});
    let outcome = with(ok(&[]), json!({"report": report.to_string()}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["structuredContent"]), ("(if a b)", &report));
    let last = host.call("describe-last-error", &json!({}));
    assert!(text(&last).contains("DIVISION-BY-ZERO"), "{last}");
}

#[test]
fn a_look_that_fails_is_answered_as_an_evaluation() {
    let mut host = Host::new();
    call(&mut host, "inspect-value", &json!({"expression": "(/ 1 0)", "path": [0, 1], "count": 3}));
    let command = host.only_command();
    let look = jscl_mcp::data::Raw::of(&command.look).value();
    assert_eq!(look, json!({"kind": "inspect", "handle": null, "path": [0, 1], "start": 0, "count": 3}));
    let outcome = crate::harness::failed(&crate::harness::division_by_zero());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let result = host.only_answer(1)["result"].take();
    assert!(text(&result).starts_with("[ERROR] DIVISION-BY-ZERO"), "{result}");
    assert_eq!((&result["isError"], &result["structuredContent"]["status"]), (&json!(true), &json!("error")));
}

#[test]
fn what_contradicts_itself_is_not_begun() {
    let mut host = Host::new();
    for (tool, arguments, problem) in [
        (
            "macroexpand-form",
            json!({"code": "x", "once": true, "all": true}),
            "macroexpand-form: Arguments \"once\" and \"all\" cannot both be true.",
        ),
        (
            "inspect-value",
            json!({"expression": "x", "handle": 1}),
            "inspect-value: Arguments \"expression\" and \"handle\" cannot both be given.",
        ),
        (
            "inspect-value",
            json!({"path": [1, -1]}),
            "inspect-value: Argument \"path\" is wrong: expected a list of at most 1000 integers from 0 on, got the array [1,-1].",
        ),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!((text(&result), &result["isError"]), (problem, &json!(true)));
    }
    assert!(host.commands.is_empty());
}
