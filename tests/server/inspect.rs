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
