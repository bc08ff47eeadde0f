//! Prompts: what is listed, what each says, and what it answers to wrong arguments.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, frame, ok, with};

fn get(host: &mut Host, name: &str, arguments: Value) -> Value {
    host.ask("prompts/get", &json!({"name": name, "arguments": arguments}))
}

/// The texts of all messages: what is said, and what is embedded.
fn texts(answer: &Value) -> Vec<&str> {
    let messages = answer["result"]["messages"].as_array().unwrap_or_else(|| panic!("{answer}"));
    messages
        .iter()
        .map(|message| {
            assert_eq!(message["role"], "user");
            let content = &message["content"];
            content["text"].as_str().or(content["resource"]["text"].as_str()).unwrap()
        })
        .collect()
}

fn problem(answer: &Value) -> &str {
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    answer["error"]["message"].as_str().unwrap()
}

fn host() -> Host {
    let mut host = Host::new();
    let definition =
        |code: &str, package: &str, name: &str| json!({"code": code, "package": package, "names": [name]});
    let definitions = json!([
        definition("(defun average (l) (/ (sum l) (length l)))", "COMMON-LISP-USER", "FUNCTION AVERAGE"),
        definition("(defun helper () 1)", "OWN", "FUNCTION OWN::HELPER"),
        definition("(defvar *x* 1)", "COMMON-LISP-USER", "VARIABLE *X*"),
    ]);
    host.evaluate("(code)", &with(ok(&["1"]), json!({"definitions": definitions})));
    host
}

#[test]
fn lists_prompts_with_their_arguments() {
    let result = Host::new().ask("prompts/list", &json!({}))["result"].take();
    let prompts = result["prompts"].as_array().unwrap();
    let names: Vec<&str> = prompts.iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["debug-last-error", "explain-definition", "write-test", "resume-session"]);
    assert_eq!(prompts[1]["arguments"][0]["name"], "name");
    assert_eq!(prompts[1]["arguments"][0]["required"], true);
    assert_eq!(prompts[1]["arguments"][1]["required"], false);
    let answer = Host::new().ask("prompts/list", &json!({"cursor": "x"}));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn debugging_has_the_report_the_code_and_the_functions_of_the_backtrace() {
    let mut host = host();
    let frames = json!([
        frame("/", &["1", "0"]),
        frame("AVERAGE", &["NIL"]),
        frame("OWN::HELPER", &[]),
        frame("(SETF UNKNOWN)", &[])
    ]);
    host.evaluate("(average nil)", &failed(&with(division_by_zero(), json!({"frames": frames}))));
    let answer = get(&mut host, "debug-last-error", json!({}));
    let texts = texts(&answer);
    assert_eq!(texts.len(), 5, "{texts:#?}");
    assert!(texts[0].contains("evaluate-lisp") && !texts[0].contains('{'), "{}", texts[0]);
    assert_eq!(texts[1], "The code that failed, in package COMMON-LISP-USER:\n\n(average nil)");
    assert!(texts[2].starts_with("Error: DIVISION-BY-ZERO"));
    assert_eq!(texts[3], "(defun average (l) (/ (sum l) (length l)))\n");
    assert!(texts[4].ends_with("(defun helper () 1)\n"));
    let resource = &answer["result"]["messages"][3]["content"]["resource"];
    assert_eq!(resource["uri"], "lisp://session/main/definition/AVERAGE");
}

#[test]
fn without_an_error_there_is_advice() {
    let mut host = host();
    let answer = get(&mut host, "debug-last-error", json!({"session": "main"}));
    let texts = texts(&answer);
    assert_eq!(texts.len(), 1);
    assert!(texts[0].starts_with("There is no error to debug in Lisp session main"), "{}", texts[0]);
}

#[test]
fn explaining_finds_names_as_they_are_written() {
    let mut host = host();
    for name in ["average", "AVERAGE", "cl-user::average"] {
        let answer = get(&mut host, "explain-definition", json!({"name": name}));
        assert!(texts(&answer)[0].starts_with("Explain AVERAGE,"));
    }
    host.evaluate("(in-package :own)", &with(ok(&[]), json!({"package": "OWN"})));
    let answer = get(&mut host, "explain-definition", json!({"name": "helper"}));
    assert!(texts(&answer)[0].starts_with("Explain OWN::HELPER,"));
    let answer = get(&mut host, "explain-definition", json!({"name": "{session} {name} nothing"}));
    assert!(
        problem(&answer).starts_with("Nothing named {session} {name} nothing was defined in session main")
    );
}

#[test]
fn tests_are_for_functions() {
    let mut host = host();
    let answer = get(&mut host, "write-test", json!({"function": "average"}));
    assert!(texts(&answer)[0].starts_with("Write a test for AVERAGE"));
    let answer = get(&mut host, "write-test", json!({"function": "*x*"}));
    assert!(problem(&answer).contains("*X* names no function"));
}

#[test]
fn a_session_is_taken_over_with_its_definitions_unless_they_are_too_long() {
    let mut host = host();
    let answer = get(&mut host, "resume-session", json!({}));
    let texts_of = texts(&answer);
    assert!(texts_of[1].contains("(defvar *x* 1)") && texts_of[2].contains("> (code)\n=> 1"));
    let long = format!("(defun long () \"{}\")", "x".repeat(100_000));
    let definitions = json!([{"code": long, "package": "COMMON-LISP-USER", "names": ["FUNCTION LONG"]}]);
    host.evaluate("(code)", &with(ok(&["1"]), json!({"definitions": definitions})));
    let answer = get(&mut host, "resume-session", json!({}));
    assert_eq!(
        texts(&answer)[1],
        "Too long to be shown here; read the resource lisp://session/main/journal."
    );
}

#[test]
fn wrong_names_and_arguments_are_said() {
    let mut host = host();
    assert_eq!(problem(&get(&mut host, "nothing", json!({}))), "Unknown prompt: nothing");
    for arguments in [json!({}), json!({"name": ""}), json!({"name": " "}), json!({"session": "main"})] {
        assert_eq!(
            problem(&get(&mut host, "explain-definition", arguments)),
            "explain-definition: argument \"name\" is missing."
        );
    }
    assert!(
        problem(&get(&mut host, "write-test", json!({"function": "f", "other": "x"})))
            .contains("\"other\" is unknown")
    );
    assert!(problem(&get(&mut host, "debug-last-error", json!({"session": "nobody"}))).contains("nobody"));
    problem(&get(&mut host, "debug-last-error", json!({"session": 5})));
    problem(&get(&mut host, "debug-last-error", json!([])));
    problem(&host.ask("prompts/get", &json!({})));
}
