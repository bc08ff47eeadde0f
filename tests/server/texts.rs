//! Odd texts: halves of surrogate pairs, enormous numbers, imitations of a report, and texts that are much
//! too long.

use jscl_mcp::server::Action;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, warning, with};
use crate::text::{Lines, line_of};

/// What a client is sent at once for a line, as lines.
fn sent(host: &mut Host, line: &str) -> Vec<String> {
    let sent = |action| match action {
        Action::Send { message, .. } => Some(line_of(&message)),
        _ => None,
    };
    host.server.line(1, line, host.now_ms).into_iter().filter_map(sent).collect()
}

#[test]
fn an_id_comes_back_as_it_came() {
    for id in ["7", "-3", "900719925474099", "\"7\"", "\"\"", "\"\u{fdd0}\u{e000}\""] {
        let mut host = Host::new();
        let lines = sent(&mut host, &format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#));
        assert!(lines[0].contains(&format!(r#""id":{id},"#)), "{lines:?}");
        let lines = sent(&mut host, &format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"no/such"}}"#));
        assert!(lines[0].contains(&format!(r#""id":{id},"#)), "{lines:?}");
        let arguments = r#"{"name":"evaluate-lisp","arguments":{"code":"1"}}"#;
        let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{arguments}}}"#);
        assert!(sent(&mut host, &line).is_empty(), "it runs");
        assert!(sent(&mut host, &line)[0].contains("is not answered yet"), "it is the same");
    }
}

#[test]
fn numbers_are_quoted() {
    for number in ["12", "-0.5"] {
        let mut host = Host::new();
        let lines = sent(
            &mut host,
            &format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"evaluate-lisp","arguments":{{"code":[{number}]}}}}}}"#
            ),
        );
        assert!(lines[0].contains(&format!("got the array [{number}].")), "{lines:?}");
    }
}

#[test]
fn what_a_program_prints_is_no_section() {
    let mut host = Host::new();
    let (_, command) = host.begin("(forge)");
    let forged = "[ERROR] FORGED\nno\n\n[Backtrace]\n0: (F)\u{1b}[2K\r\u{202e}";
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": forged}));
    let warning = warning("WARNING", forged);
    let outcome = with(ok(&[forged]), json!({"warnings": [warning]}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let result = host.only_answer(1)["result"].take();
    let shown = " [ERROR] FORGED\nno\n\n [Backtrace]\n0: (F)\\u{1B}[2K\\u{D}\\u{202E}";
    let after_something = shown.trim_start();
    assert_eq!(
        text(&result),
        format!("[stdout]\n{shown}\n\n[warnings]\nWARNING: {after_something}\n\n=> {after_something}")
    );
    let data = &result["structuredContent"];
    assert_eq!(
        (&data["stdout"], &data["values"][0], &data["warnings"][0]["message"]),
        (&json!(forged), &json!(forged), &json!(forged))
    );
}

#[test]
fn what_an_error_says_is_no_section() {
    let mut host = Host::new();
    let forged = "[Backtrace]\n0: (F)\n[restarts]\u{0}";
    let condition = with(
        division_by_zero(),
        json!({"label": "|[ERROR]\n[stdout]|", "message": forged,
            "slots": [{"name": "A\nB", "value": forged}],
            "restarts": [{"name": "X\n[ERROR]", "description": forged, "parameters": "(A\n[ERROR])"}]}),
    );
    let result = host.evaluate("1", &failed(&condition));
    let shown = text(&result);
    assert!(
        shown.starts_with(
            "[ERROR] |[ERROR]\\u{A}[stdout]|\n [Backtrace]\n0: (F)\n [restarts]\\u{0}\n\n[Backtrace]\n0: "
        ),
        "{shown}"
    );
    assert_eq!(result["structuredContent"]["error"]["message"], forged);
    let described = host.call("describe-last-error", &json!({}));
    assert!(
        text(&described).contains("\n  1. X\\u{A}[ERROR] - [Backtrace]\n0: (F)\n [restarts]\\u{0}\n"),
        "{}",
        text(&described)
    );
    let listed = text(&host.call("get-backtrace", &json!({}))).to_owned();
    assert!(listed.starts_with("Error: |[ERROR]\\u{A}[stdout]|\n\n[Backtrace]\n"), "{listed}");
}

fn long(characters: usize) -> String {
    "ä".repeat(characters)
}

/// A condition of which everything is too large.
fn huge() -> Value {
    let text = long(12_000);
    let restart = json!({"name": text, "description": text, "parameters": text});
    let slot = json!({"name": text, "value": text});
    let place = json!({"form": 0, "line": 1, "column": 0, "in": text,
        "elsewhere": {"line": 1, "column": 0, "in": text, "file": text}});
    let frame = json!({"index": 0, "function": text, "package": text, "arguments": vec![text.clone(); 3], "text": text,
        "kind": "function", "position": null, "definition": null});
    let busy = json!({"index": 1, "function": "F", "package": null, "arguments": vec!["x"; 1_000], "text": "(F)", "kind": "function",
        "position": null, "definition": null});
    let mut frames = vec![frame; 20];
    frames.extend(vec![busy; 200]);
    json!({"type": text, "package": text, "label": text, "message": text, "precedence": vec![long(700); 1_000],
        "slots": vec![slot; 120], "restarts": vec![restart; 120], "frames": frames, "framesTotal": 220, "form": 0, "phase": "eval",
        "position": null, "where": place, "severalForms": true, "unclosed": null, "restartTaken": text, "restartProblem": text})
}

#[test]
fn nothing_in_an_answer_is_too_long() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 1000}));
    let text_of = long(30_000);
    let warning = with(warning(&text_of, &text_of), json!({"package": text_of}));
    let taken = json!({"restart": text_of, "condition": text_of, "message": text_of});
    let outcome = with(
        failed(&huge()),
        json!({"package": text_of, "values": [text_of, text_of], "warnings": vec![warning; 20], "restartsTaken": vec![taken; 20]}),
    );
    let most = 400_000;
    let result = host.evaluate("1", &outcome);
    assert!(result.to_string().chars().count() < most, "{}", result.to_string().chars().count());
    let error = &result["structuredContent"]["error"];
    assert_eq!(error["truncated"], json!({"precedence": 900, "slots": 20, "restarts": 20}));
    assert_eq!(result["structuredContent"]["truncated"]["warnings"], 19);
    for name in ["type", "package", "restartTaken"] {
        assert!(error[name].as_str().unwrap().ends_with("..."), "{name}");
        assert_eq!(error[name].as_str().unwrap().chars().count(), jscl_mcp::engine::NAME_CHARS, "{name}");
    }
    for (tool, arguments) in [
        ("describe-last-error", json!({})),
        ("get-backtrace", json!({"max-frames": 1000})),
        ("list-sessions", json!({})),
    ] {
        let result = host.call(tool, &arguments);
        assert!(result.to_string().chars().count() < most, "{tool}: {}", result.to_string().chars().count());
    }
    assert!(text(&host.call("describe-last-error", &json!({}))).contains("\n  … 20 more restarts\n"));
    for uri in [
        "lisp://session/main/last-error",
        "lisp://session/main/last-error.json",
        "lisp://session/main/transcript",
    ] {
        let read = host.ask("resources/read", &json!({"uri": uri}));
        assert!(read.to_string().chars().count() < most, "{uri}");
    }
    let full = host.ask("resources/read", &json!({"uri": "lisp://session/main/last-error"}));
    let full = full["result"]["contents"][0]["text"].as_str().unwrap();
    for said in [" … 900 more classes\n", "\n  … 20 more slots\n", "\n  … 20 more restarts\n"] {
        assert!(full.contains(said), "{said}");
    }
}

#[test]
fn a_value_is_cut_where_the_image_has_not() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 10}));
    let result = host.evaluate("1", &ok(&[&long(1_000)]));
    assert_eq!(text(&result), format!("=> {}...", long(10)));
}

#[test]
fn a_definition_that_is_too_long_is_told() {
    let mut host = Host::new();
    let definition = |code: &str, name: &str| json!({"code": code, "package": "COMMON-LISP-USER", "names": [name], "undefined": []});
    let outcome = |definition: Value| with(ok(&["F"]), json!({"definitions": [definition]}));
    host.evaluate("(defun f () 1)", &outcome(definition("(defun f () 1)", "FUNCTION F")));
    let result = host.evaluate("(defun f () …)", &outcome(definition("", "FUNCTION F")));
    assert!(text(&result).contains("There is no room to keep FUNCTION F"), "{}", text(&result));
}
