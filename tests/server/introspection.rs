//! The tools that the image carries out, and those that are about the whole session: what is asked of the
//! image and of the host, and what is made of it.

use jscl_mcp::engine::{FileAction, Look, Question, ToolCall};
use jscl_mcp::server::{Action, GRACE_MS, Options, Server};
use jscl_mcp::session::MAX_EXCHANGES;
use jscl_mcp::tools::ToolSets;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, options, text, with};

fn begin(host: &mut Host, tool: &str, arguments: &Value) {
    let params = json!({"name": tool, "arguments": arguments});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "t", "method": "tools/call", "params": params}));
}

fn refused(host: &mut Host, tool: &str, arguments: &Value) -> String {
    let result = host.call(tool, arguments);
    assert_eq!(result["isError"], true, "{result}");
    text(&result).to_owned()
}

/// The report of an image, with its text.
fn completed(host: &mut Host, id: u32, report: &Value) -> Value {
    let outcome = with(ok(&[]), json!({"report": report.to_string()}));
    host.event(&json!({"kind": "completed", "id": id, "outcome": outcome}));
    host.only_answer(1)["result"].take()
}

#[test]
fn the_image_gets_the_arguments_and_its_report_is_the_answer() {
    let mut host = Host::new();
    for (tool, arguments, passed, code, package) in [
        ("who-calls", json!({"symbol": "f", "package": "P"}), r#"{"symbol":"f"}"#, "", Some("P")),
        ("class-info", json!({"class": "c"}), r#"{"class_":"c"}"#, "", None),
        ("find-methods", json!({}), "{}", "", None),
        ("compile-form", json!({"code": "(f)"}), "{}", "(f)", None),
        ("time-execution", json!({"code": "1", "runs": 3}), r#"{"runs":3}"#, "1", None),
        ("profile-code", json!({"code": "1"}), "{}", "1", None),
        ("run-tests", json!({"framework": "rt"}), r#"{"framework":"rt"}"#, "", None),
    ] {
        begin(&mut host, tool, &arguments);
        let command = host.only_command();
        let call = ToolCall { tool: tool.to_owned(), arguments: passed.to_owned() };
        assert_eq!(command.look, Some(Look::Tool(call)));
        assert_eq!((command.code.to_string().as_str(), command.package.as_deref()), (code, package));
        // Nobody is asked for input, and the session's limits hold.
        assert_eq!((command.input.ask_ms, command.ask_ms, command.deadline_ms), (0, 0, 30_000));
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": failed(&division_by_zero())}));
        let result = host.only_answer(1)["result"].take();
        assert!(text(&result).starts_with("[ERROR] DIVISION-BY-ZERO"), "{result}");
        assert_eq!(
            (&result["isError"], &result["structuredContent"]["status"]),
            (&json!(true), &json!("error"))
        );
    }
    begin(&mut host, "who-calls", &json!({"symbol": "f"}));
    let id = host.only_command().id;
    let report = json!({
        "text": "said", "symbol": "F", "found": true, "usesTotal": 1, "searched": 2, "unread": [],
        "uses": [{"definition": "g", "kind": "call", "position": {"line": 1, "column": 2}, "file": null}],
    });
    let result = completed(&mut host, id, &report);
    assert_eq!((text(&result), &result["isError"]), ("said", &json!(false)));
    assert_eq!(result["structuredContent"], report);
}

#[test]
fn what_a_program_writes_is_told_by_tools_that_run_one() {
    let mut host = Host::new();
    let report = json!({
        "text": "Real time: 1 ms", "runs": 1, "realMs": 1.0, "shortestMs": 1.0, "longestMs": 1.0, "compileMs": 0.0,
        "allocated": 0.0, "values": ["1"], "stdout": "",
    });
    for (written, shown) in [("", "Real time: 1 ms"), ("hello", "Real time: 1 ms\n\n[stdout]\nhello")] {
        begin(&mut host, "time-execution", &json!({"code": "1"}));
        let id = host.only_command().id;
        if !written.is_empty() {
            host.event(&json!({"kind": "output", "id": id, "stream": "stdout", "text": written}));
        }
        let result = completed(&mut host, id, &report);
        assert_eq!((text(&result), &result["structuredContent"]["stdout"]), (shown, &json!(written)));
    }
}

#[test]
fn wrong_arguments_need_no_image() {
    let mut host = Host::new();
    let kinds = "expected one of function, macro, variable, class, bound, got the string \"x\".";
    assert!(refused(&mut host, "apropos-search", &json!({"pattern": "a", "kind": "x"})).ends_with(kinds));
    let missing =
        "who-calls: Argument \"symbol\" is missing: expected a name as Lisp writes it, as a string.";
    assert_eq!(refused(&mut host, "who-calls", &json!({})), missing);
    assert!(
        refused(&mut host, "time-execution", &json!({"code": "1", "runs": -1})).contains("from 1 to 1000")
    );
    assert!(refused(&mut host, "who-binds", &json!({"symbol": "x", "more": 1})).contains("Unknown argument"));
    assert!(refused(&mut host, "profile-code", &json!({"code": []})).contains("expected a string"));
    for arguments in [json!({}), json!({"path": "/a", "code": "1"})] {
        let problem = "load-file: Exactly one of the arguments \"path\" and \"code\" has to be given.";
        assert_eq!(refused(&mut host, "load-file", &arguments), problem);
    }
    assert!(host.commands.is_empty() && host.queries.is_empty());
}

#[test]
fn a_file_is_loaded_by_its_name_and_a_text_in_the_package_of_the_session() {
    let mut host = Host::new();
    begin(&mut host, "load-file", &json!({"path": "/a\"b.lisp"}));
    let command = host.only_command();
    assert_eq!((command.code.to_string().as_str(), command.package), ("(cl:load \"/a\\\"b.lisp\")", None));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["T"])}));
    assert_eq!(text(&host.only_answer(1)["result"]), "=> T");
    begin(&mut host, "load-file", &json!({"code": "(in-package :cl)", "detail": "full"}));
    let command = host.only_command();
    assert_eq!(command.package.as_deref(), Some("COMMON-LISP-USER"));
    assert!(command.tell_results && command.look.is_none());
    host.event(
        &json!({"kind": "completed", "id": command.id, "outcome": with(ok(&[]), json!({"results": []}))}),
    );
    assert_eq!(host.only_answer(1)["result"]["structuredContent"]["status"], "ok");
}

#[test]
fn the_definitions_are_a_file_or_go_into_one() {
    let mut host = Host::new();
    let definition = json!({
        "code": "(defun f () 1)", "package": "OWN", "names": ["FUNCTION OWN::F"], "undefined": [], "position": null,
    });
    host.evaluate("(defun f () 1)", &with(ok(&["F"]), json!({"definitions": [definition]})));
    let result = host.call("export-session", &json!({}));
    let code = text(&result).to_owned();
    assert!(code.contains("(common-lisp:in-package \"OWN\")\n\n(defun f () 1)\n"), "{code}");
    assert_eq!(result["structuredContent"], json!({"text": code, "forms": 1}));
    begin(&mut host, "export-session", &json!({"path": "/all.lisp"}));
    let (_, request) = host.files.remove(0);
    assert_eq!(request.path, "/all.lisp");
    let FileAction::Write { content, .. } = request.action else { panic!("{:?}", request.action) };
    assert_eq!(content.to_string(), code);
    let written =
        json!({"text": "Made /all.lisp.", "path": "/all.lisp", "characters": 9, "bytes": 9, "created": true});
    host.event(
        &json!({"kind": "found", "id": request.id, "texts": [], "total": 1, "report": written.to_string()}),
    );
    let result = host.only_answer(1)["result"].take();
    assert_eq!((text(&result), &result["structuredContent"]), ("Made /all.lisp.", &written));
}

/// Evaluates what the image does not come back from; what takes its place gets the definition of F.
fn lose(host: &mut Host, arguments: &Value) {
    begin(host, "evaluate-lisp", arguments);
    host.only_command();
    host.pass(30_000 + GRACE_MS);
    host.ready();
    let restored = host.only_command();
    host.event(&json!({"kind": "completed", "id": restored.id, "outcome": ok(&["F"])}));
    host.only_answer(1);
}

#[test]
fn what_failed_last_is_a_file() {
    let mut host = Host::new();
    let result = host.call("export-failure", &json!({}));
    assert_eq!(text(&result), "export-failure: Nothing has failed in this session since its last success.");
    let definition = json!({
        "code": "(defun f (x) (car x))", "package": "OWN", "names": ["FUNCTION OWN::F"], "undefined": [], "position": null,
    });
    host.evaluate("(defun f (x) (car x))", &with(ok(&["F"]), json!({"definitions": [definition]})));
    let condition = with(division_by_zero(), json!({"prelude": "(draw-and-read-as-before)\n\n"}));
    let arguments = json!({"code": "(f (read))", "package": "OWN", "stdin": "5 \"\\"});
    begin(&mut host, "evaluate-lisp", &arguments);
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": failed(&condition)}));
    host.only_answer(1);
    let result = host.call("export-failure", &json!({}));
    let code = text(&result).to_owned();
    for part in [
        ";;; DIVISION-BY-ZERO: arithmetic error DIVISION-BY-ZERO signalled\n;;; Operation was (/ 1 0).\n;;; (/ 1 0)\n",
        "\n(defun f (x) (car x))\n",
        "(car x))\n\n(draw-and-read-as-before)\n\n;; What failed.\n(f (read))\n",
    ] {
        assert!(code.contains(part), "{part}\n{code}");
    }
    // What is lost with its image is the last error then, and no code of an earlier one is told as its.
    lose(&mut host, &json!({"code": "(loop)"}));
    let timed_out = text(&host.call("export-failure", &json!({}))).to_owned();
    assert!(timed_out.contains("TIMEOUT") && timed_out.ends_with("\n(loop)\n"), "{timed_out}");
    host.evaluate("1", &ok(&["1"]));
    assert!(text(&host.call("export-failure", &json!({}))).contains("Nothing has failed"));
    // What it read is known to the image alone.
    lose(&mut host, &json!({"code": "(loop)", "stdin": "5"}));
    assert!(text(&host.call("export-failure", &json!({}))).contains("its code and input are not kept"));
}

#[test]
fn what_failed_last_is_a_file_with_the_evaluations_before_it() {
    let mut host = Host::new();
    let export =
        |host: &mut Host| text(&host.call("export-failure", &json!({"evaluations": true}))).to_owned();
    let definition = |code: &str| json!({"code": code, "package": "COMMON-LISP-USER", "names": [code], "undefined": [], "position": null});
    let define = |host: &mut Host, code: &str| {
        host.evaluate(code, &with(ok(&["F"]), json!({"definitions": [definition(code)]})));
    };
    // What was before the image that failed is not what it computed with, but for what was given back to it.
    define(&mut host, "(defun early () 0)");
    host.evaluate("(setf *x* :lost)", &ok(&["LOST"]));
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    host.ready();
    let restored = host.only_command();
    host.event(&json!({"kind": "completed", "id": restored.id, "outcome": ok(&["EARLY"])}));
    host.pass(1);
    define(&mut host, "(defvar *x* nil)");
    host.evaluate("(setf *x* (list 1 2))", &with(ok(&["(1 2)"]), json!({"package": "OWN"})));
    let replay = |text: &str| json!({"replay": text});
    host.evaluate("(push (read) *x*)", &with(ok(&["(1)"]), replay("(read-again)")));
    host.evaluate("(error \"b\")", &with(failed(&division_by_zero()), replay("(fail-again)")));
    // What is answered before it has ended does nothing yet.
    begin(&mut host, "evaluate-lisp", &json!({"code": "(held)", "on-error": "hold"}));
    let held = host.only_command().id;
    host.event(&json!({"kind": "asking", "id": held, "question": 1, "condition": division_by_zero(), "definitions": [], "package": "COMMON-LISP-USER"}));
    host.only_answer(1);
    begin(&mut host, "invoke-restart", &json!({"restart": "ABORT"}));
    host.event(&json!({"kind": "completed", "id": held, "outcome": with(failed(&division_by_zero()), replay("(go-on-again)"))}));
    host.only_answer(1);
    host.evaluate("(+ 1 (car *x*))", &failed(&division_by_zero()));
    let code = export(&mut host);
    let parts = [
        "(defun early () 0)",
        "(common-lisp:in-package \"COMMON-LISP-USER\")\n(defvar *x* nil)\n",
        "\n(setf *x* (list 1 2))\n",
        "(common-lisp:in-package \"OWN\")\n(read-again)\n",
        "(common-lisp:in-package \"COMMON-LISP-USER\")\n(fail-again)\n",
        "(go-on-again)\n",
        "\n;; What failed.\n(+ 1 (car *x*))\n",
    ];
    let places = parts.map(|part| code.find(part).unwrap_or_else(|| panic!("{part}\n{code}")));
    assert!(places.is_sorted(), "{code}");
    assert!(!code.contains(":lost") && !code.contains("are not in it"), "{code}");
    assert!(!code.contains("(held)") && !code.contains("(error"), "{code}");
    assert_eq!(code.matches("(+ 1 (car *x*))").count(), 1, "{code}");
    for number in 0..MAX_EXCHANGES {
        host.evaluate(&number.to_string(), &failed(&division_by_zero()));
    }
    assert!(export(&mut host).contains("Not all evaluations before it are kept:"));
}

/// The image says what its reader refuses; returns the number by which the host was asked.
fn refuses(host: &mut Host, problems: &Value) -> u32 {
    let (_, query) = host.queries.remove(0);
    assert_eq!(query.what, Question::ReaderProblems);
    let report = json!({"problems": problems}).to_string();
    host.event(&json!({"kind": "found", "id": query.id, "texts": [], "total": 0, "report": report}));
    assert!(matches!(&host.asked[..], [Action::LayOut { .. }]), "{:?}", host.asked);
    host.asked.clear();
    query.id
}

fn validated(host: &mut Host, id: u32, problems: &Value) -> Value {
    host.event(&json!({
        "kind": "laid-out", "id": id, "columns": [0], "problems": problems, "failure": null,
    }));
    host.only_answer(1)["result"].take()
}

#[test]
fn every_mistake_is_told_in_the_order_of_the_text() {
    let mut host = Host::new();
    begin(&mut host, "validate-syntax", &json!({"code": "(a\n b:c\n\n(d", "package": "P"}));
    assert_eq!(host.queries[0].1.package, "P");
    let id = refuses(&mut host, &json!([{"line": 2, "column": 1, "message": "There is no package B."}]));
    let at = |line: u32, column: u32| json!({"line": line, "column": column});
    let problems = json!([
        {"kind": "unclosed-bracket", "position": at(1, 0), "opening": at(1, 0), "end": at(2, 4), "next": at(4, 0)},
        {"kind": "stray-bracket", "position": at(3, 0), "end": null},
        {"kind": "unclosed-bracket", "position": at(4, 0), "opening": at(6, 3), "end": at(6, 9), "next": null},
        {"kind": "unclosed-string", "position": at(7, 0)},
    ]);
    let result = validated(&mut host, id, &problems);
    insta::assert_snapshot!(text(&result));
    let data = &result["structuredContent"];
    assert_eq!((&data["valid"], &result["isError"]), (&json!(false), &json!(false)));
    let kinds: Vec<&str> =
        data["problems"].as_array().unwrap().iter().map(|each| each["kind"].as_str().unwrap()).collect();
    let expected =
        ["unclosed-bracket", "reader-error", "stray-bracket", "unclosed-bracket", "unclosed-string"];
    assert_eq!((kinds, &data["problems"][0]["likely"]), (expected.to_vec(), &at(2, 4)));
}

#[test]
fn a_text_without_mistakes_is_valid_and_one_that_cannot_be_checked_says_why() {
    let mut host = Host::new();
    begin(&mut host, "validate-syntax", &json!({"code": "(a)"}));
    let id = refuses(&mut host, &json!([]));
    let result = validated(&mut host, id, &json!([]));
    assert_eq!(text(&result), "The code can be read: no mistake was found.");
    assert_eq!(result["structuredContent"]["valid"], true);
    assert_eq!(text(&host.call("validate-syntax", &json!({"code": ""}))), "The code is empty.");
    let long = refused(&mut host, "validate-syntax", &json!({"code": "x".repeat(1_000_001)}));
    assert!(long.contains("1000000 can be checked at once"), "{long}");
    begin(&mut host, "validate-syntax", &json!({"code": "a", "package": "NOWHERE"}));
    let id = host.queries.remove(0).1.id;
    host.event(&json!({"kind": "found", "id": id, "texts": [], "total": 0}));
    assert_eq!(text(&host.only_answer(1)["result"]), "There is no package NOWHERE.");
    begin(&mut host, "validate-syntax", &json!({"code": "a"}));
    let id = refuses(&mut host, &json!([]));
    host.event(&json!({"kind": "laid-out", "id": id, "columns": [], "problems": [], "failure": "It is nested too deeply."}));
    assert_eq!(text(&host.only_answer(1)["result"]), "The code was not checked. It is nested too deeply.");
}

#[test]
fn the_guide_says_which_tools_there_are_and_how_to_get_them() {
    let mut host = Host::with(Server::new(Options { tools: ToolSets::default(), ..options() }));
    host.ready();
    let first = host.call("get-usage-guide", &json!({}));
    let words = text(&first);
    assert!(words.starts_with("# Working with this Common Lisp"), "{words}");
    assert!(words.len() <= 2048, "{} bytes", words.len());
    assert!(words.contains("`core`, `inspect` (not chosen here)"), "{words}");
    let parts = ["errors", "sessions", "pictures", "limits", "resources", "differences", "tools"];
    let whole = host.call("get-usage-guide", &json!({"section": "all"}));
    for part in parts {
        assert!(words.contains(part), "{words}");
        let told = host.call("get-usage-guide", &json!({"section": part}));
        let told = text(&told);
        assert!(told.starts_with("## ") && told.len() > 100, "{told}");
        assert_eq!(told.matches("\n## ").count(), 0, "{told}");
        assert!(text(&whole).contains(told.trim_end()), "{told}");
    }
    let result = host.call("get-usage-guide", &json!({"section": "tools"}));
    let words = text(&result);
    assert!(words.contains("- `core`: evaluate-lisp, "), "{words}");
    assert!(words.contains("- `development`, not chosen here: "), "{words}");
    assert!(words.contains("jscl-mcp --tools core,development"), "{words}");
    let sets = result["structuredContent"]["sets"].as_array().unwrap();
    let chosen: Vec<(&str, bool)> =
        sets.iter().map(|set| (set["name"].as_str().unwrap(), set["chosen"].as_bool().unwrap())).collect();
    assert_eq!(chosen[0], ("core", true));
    assert!(chosen[1..].iter().all(|(_, is_chosen)| !is_chosen), "{chosen:?}");
}
