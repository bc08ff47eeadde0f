//! `format-code`: what is asked of the image and of the host, and what is made of it.

use jscl_mcp::engine::Question;
use jscl_mcp::server::Action;
use serde_json::{Value, json};

use crate::harness::{Host, ok, text};

fn begin(host: &mut Host, arguments: &Value) {
    let params = json!({"name": "format-code", "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "f", "method": "tools/call", "params": params}));
}

/// The image says which macros there are; returns the number by which the host was asked.
fn bodies(host: &mut Host, bodies: &Value) -> u32 {
    let (image, query) = host.queries.remove(0);
    assert_eq!((image, query.what), (0, Question::MacroBodies));
    let report = json!({"bodies": bodies}).to_string();
    host.event(&json!({"kind": "found", "id": query.id, "texts": [], "total": 0, "report": report}));
    query.id
}

fn laid_out(host: &mut Host, id: u32, columns: &Value, problems: &Value) -> Value {
    host.event(&json!({
        "kind": "laid-out", "id": id, "columns": columns, "problems": problems, "failure": null,
    }));
    host.only_answer(1)["result"].take()
}

#[test]
fn the_image_says_which_macros_there_are_and_the_host_where_lines_begin() {
    let mut host = Host::new();
    let code = "(my-when x\nbody)\n\"a\n b\"";
    begin(&mut host, &json!({"code": code, "package": "OWN"}));
    assert_eq!((host.queries[0].1.text.as_str(), host.queries[0].1.package.as_str()), (code, "OWN"));
    let id = bodies(&mut host, &json!({"my-when": 1}));
    let [Action::LayOut { image: 0, id: asked, code: given, bodies }] = &host.asked[..] else {
        panic!("{:?}", host.asked)
    };
    assert_eq!((*asked, given, bodies.json().as_str()), (id, &code.into(), r#"{"my-when":1}"#));
    let result = laid_out(&mut host, id, &json!([0, 2, 0, null]), &json!([]));
    let indented = "(my-when x\n  body)\n\"a\n b\"";
    assert_eq!((text(&result), &result["isError"]), (indented, &json!(false)));
    assert_eq!(
        result["structuredContent"],
        json!({"text": indented, "code": indented, "changedLines": 1, "problems": []})
    );
}

#[test]
fn what_is_wrong_with_the_code_is_told_with_all_of_it() {
    let mut host = Host::new();
    begin(&mut host, &json!({"code": ")(f\n\"#|\n|"}));
    let id = bodies(&mut host, &json!({}));
    let problems: Vec<Value> =
        ["stray-bracket", "unclosed-bracket", "unclosed-string", "unclosed-comment", "unclosed-symbol"]
            .iter()
            .enumerate()
            .map(|(column, kind)| json!({"kind": kind, "position": {"line": 1, "column": column}}))
            .collect();
    let result = laid_out(&mut host, id, &json!([0, 2, null]), &problems.into());
    insta::assert_snapshot!(text(&result));
    assert_eq!(
        (&result["isError"], &result["structuredContent"]["code"]),
        (&json!(true), &json!(")(f\n  \"#|\n|"))
    );
}

#[test]
fn wrong_arguments_and_empty_code_need_nobody() {
    let mut host = Host::new();
    let mut call = |arguments| {
        let result = host.call("format-code", &arguments);
        (text(&result).to_owned(), result["isError"] == true)
    };
    assert_eq!(call(json!({"code": ""})), ("The code is empty.".to_owned(), false));
    let (missing, is_error) = call(json!({}));
    assert!(missing.contains("\"code\" is missing") && is_error, "{missing}");
    let (long, is_error) = call(json!({"code": "x".repeat(1_000_001)}));
    assert!(long.contains("it has 1000001 characters") && long.len() < 200 && is_error, "{long}");
    assert!(host.queries.is_empty() && host.asked.is_empty());
}

#[test]
fn a_package_that_there_is_not_is_an_error() {
    let mut host = Host::new();
    begin(&mut host, &json!({"code": "a", "package": "NOWHERE"}));
    let id = host.queries.remove(0).1.id;
    host.event(&json!({"kind": "found", "id": id, "texts": [], "total": 0}));
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["isError"]), ("There is no package NOWHERE.", &json!(true)));
}

#[test]
fn a_host_that_fails_says_why() {
    let mut host = Host::new();
    for (failure, columns, words) in [
        (json!("It is nested too deeply."), json!([]), "It is nested too deeply."),
        (json!(null), json!([0]), "Its lines were not all found."),
        (json!(null), json!([0, 4_000_000_000_u32]), "Indented, it would be too long."),
    ] {
        begin(&mut host, &json!({"code": "a\nb"}));
        let id = bodies(&mut host, &json!({}));
        host.event(&json!({
            "kind": "laid-out", "id": id, "columns": columns, "problems": [], "failure": failure,
        }));
        let result = host.only_answer(1)["result"].take();
        assert_eq!(text(&result), format!("The code was not formatted. {words}"));
        assert_eq!(result["isError"], true);
    }
}

#[test]
fn it_waits_for_the_lisp_and_is_answered_once_whatever_happens() {
    let mut host = Host::new();
    let (id, command) = host.begin("(loop)");
    begin(&mut host, &json!({"code": "a"}));
    assert!(host.queries.is_empty() && host.received.is_empty());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&[])}));
    assert_eq!(host.only_answer(1)["id"], id);
    let id = bodies(&mut host, &json!({}));
    // A host that never answers is waited for as long as it may take, and not asked twice.
    host.event(&json!({"kind": "found", "id": id, "texts": [], "total": 0}));
    host.event(&json!({"kind": "laid-out", "id": id + 1, "columns": [0], "problems": [], "failure": null}));
    host.pass(59_000);
    assert!(host.received.is_empty());
    host.pass(2_000);
    assert_eq!(host.only_answer(1)["result"]["isError"], true);
    host.event(&json!({"kind": "laid-out", "id": id, "columns": [0], "problems": [], "failure": null}));
    assert!(host.received.is_empty());
    // A cancelled one is not answered.
    begin(&mut host, &json!({"code": "a"}));
    let id = bodies(&mut host, &json!({}));
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "f"}}),
    );
    host.event(&json!({"kind": "laid-out", "id": id, "columns": [0], "problems": [], "failure": null}));
    assert!(host.received.is_empty());
    // An image that is replaced meanwhile concerns nobody.
    begin(&mut host, &json!({"code": "a"}));
    let id = bodies(&mut host, &json!({}));
    host.event(&json!({"kind": "died", "reason": "gone"}));
    host.ready();
    let result = laid_out(&mut host, id, &json!([0]), &json!([]));
    assert_eq!(text(&result), "a");
}
