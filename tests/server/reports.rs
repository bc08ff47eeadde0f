//! The layout of every report, as snapshots. `npm run generate -- --snapshots` writes them; read the
//! difference.

use insta::assert_snapshot;
use jscl_mcp::server::GRACE_MS;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, frame, ok, text, toplevel, warning, with};

fn report(code: &str, outcome: &Value) -> String {
    text(&Host::new().evaluate(code, outcome)).to_owned()
}

fn printing(stdout: &str, stderr: &str, outcome: &Value) -> String {
    let mut host = Host::new();
    let (_, command) = host.begin("x");
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": stdout}));
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stderr", "text": stderr}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    text(&host.only_answer(1)["result"]).to_owned()
}

fn warnings() -> Value {
    json!([
        warning("STYLE-WARNING", "The variable X is defined but never used."),
        warning("SIMPLE-WARNING", "caution\nsecond line")
    ])
}

fn recursion() -> Value {
    let mut frames: Vec<Value> = (0..25).map(|n| frame("DOWN", &[&n.to_string()])).collect();
    frames.push(with(frame("BEGIN", &[]), json!({"index": 4998})));
    frames.push(with(toplevel(), json!({"index": 4999})));
    with(division_by_zero(), json!({"frames": frames, "framesTotal": 5000}))
}

#[test]
fn values() {
    assert_snapshot!("value", report("(+ 1 2)", &ok(&["3"])));
    assert_snapshot!("values", report("(floor 7 2)", &ok(&["3", "1"])));
    assert_snapshot!("no-values", report("(values)", &ok(&[])));
    assert_snapshot!("value-of-several-lines", report("x", &ok(&["(A\n B)"])));
    assert_snapshot!(
        "timing",
        report("x", &with(ok(&["1"]), json!({"timing": {"realMs": 1.23456, "compileMs": 0.5}})))
    );
}

#[test]
fn all_sections() {
    let outcome = with(
        ok(&["FOO"]),
        json!({"warnings": warnings(), "dropped": {"stdout": 0, "stderr": 1, "values": 0, "results": 0, "warnings": 0, "definitions": 0}}),
    );
    assert_snapshot!("all-sections", printing("one\ntwo\n", "trouble", &outcome));
    assert_snapshot!(
        "all-sections-with-an-error",
        printing(
            "Processing item 1...\n",
            "trouble\n",
            &with(failed(&division_by_zero()), json!({"warnings": warnings()}))
        )
    );
}

fn caught(message: &str, line: u32, elsewhere: &Value) -> Value {
    let place = json!({"form": 0, "line": line, "column": 13, "in": "(DEFUN H)", "elsewhere": elsewhere});
    let changes = json!({"severity": "error", "position": {"line": line, "column": 13}, "where": place});
    with(warning("SB-C:COMPILER-ERROR", message), changes)
}

/// What is defined is no working program, although there is a value.
#[test]
fn what_does_not_compile_stands_before_the_warnings() {
    let hint = json!({"kind": "meant", "about": "SUMM", "text": "SUM", "thing": "variable", "distance": 1});
    let warned = with(warning("WARNING", "undefined variable: USER::SUMM"), json!({"hints": [hint]}));
    let file = json!({"line": 7, "column": 2, "in": "(DEFUN F)", "file": "/shapes.lisp"});
    let all = [
        warned,
        caught("return for unknown block: Y", 1, &Value::Null),
        caught("attempt to GO\nto nonexistent tag: X", 2, &file),
    ];
    let outcome = with(ok(&["H"]), json!({"warnings": all}));
    assert_snapshot!("compile-errors", report("(defun h () (return-from y))", &outcome));
    let data = Host::new().evaluate("x", &outcome)["structuredContent"].take();
    let severities: Vec<&Value> =
        data["warnings"].as_array().unwrap().iter().map(|each| &each["severity"]).collect();
    assert_eq!(severities, ["error", "error", "warning"]);
}

/// The error that such a form signals says what the compiler said: once is enough.
#[test]
fn what_the_error_of_a_form_says_is_not_said_before_it() {
    let message = "Execution of a form compiled with errors.\nForm:\n  (GO X)\nCompile-time error:\n  attempt to GO\n  to nonexistent tag: X";
    let error = with(division_by_zero(), json!({"type": "COMPILED-PROGRAM-ERROR", "message": message}));
    let both =
        [caught("attempt to GO\nto nonexistent tag: X", 1, &Value::Null), caught("another", 1, &Value::Null)];
    let text = report("(go x)", &with(failed(&error), json!({"warnings": both})));
    assert!(text.starts_with("[compile errors]\nanother (line 1, column 13, in (DEFUN H))\n"), "{text}");
}

#[test]
fn too_much() {
    let many: Vec<Value> = (0..60).map(|n| warning("WARNING", &format!("w{n}"))).collect();
    let outcome = with(ok(&["1"]), json!({"warnings": many}));
    assert!(report("x", &outcome).ends_with("WARNING: w49\n… 10 more warnings\n\n=> 1"));
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 10}));
    assert_snapshot!("too-many-values", text(&host.evaluate("x", &ok(&["1234", "5678", "9", "10"]))));
}

#[test]
fn what_the_error_says_no_warning_says_before_it() {
    let said = warning("STYLE-WARNING", "undefined function: COMMON-LISP-USER::FOO");
    let other = warning("STYLE-WARNING", "undefined function: COMMON-LISP-USER::BAR");
    let error = with(
        division_by_zero(),
        json!({"type": "UNDEFINED-FUNCTION", "label": "UNDEFINED-FUNCTION", "frames": [],
               "message": "The function COMMON-LISP-USER::FOO is undefined."}),
    );
    let alone = report("(foo 42)", &with(failed(&error), json!({"warnings": [&said]})));
    assert!(alone.starts_with("[ERROR] UNDEFINED-FUNCTION\n"), "{alone}");
    let both = report("(foo (bar))", &with(failed(&error), json!({"warnings": [said, other]})));
    assert!(
        both.starts_with("[warnings]\nSTYLE-WARNING: undefined function: COMMON-LISP-USER::BAR\n\n[ERROR]"),
        "{both}"
    );
}

#[test]
fn errors() {
    assert_snapshot!("error", report("(/ 1 0)", &failed(&division_by_zero())));
    let nested = with(
        division_by_zero(),
        json!({
            "frames": [division_by_zero()["frames"][0], frame("AVERAGE", &["NIL"]), toplevel()], "framesTotal": 3,
        }),
    );
    assert_snapshot!("error-in-a-function", report("(average nil)", &failed(&nested)));
    assert_snapshot!("error-in-deep-recursion", report("(down 0)", &failed(&recursion())));
    let one_more = with(
        recursion(),
        json!({"framesTotal": 25, "frames": (0..21).map(|_| frame("F", &[])).collect::<Vec<_>>()}),
    );
    assert_snapshot!(
        "error-with-one-more-frame",
        report("x", &failed(&with(one_more, json!({"framesTotal": 21}))))
    );
    let internal = with(
        division_by_zero(),
        json!({"type": "INDEX-TOO-LARGE-ERROR", "package": "JSCL-MCP", "label": "JSCL-MCP::INDEX-TOO-LARGE-ERROR"}),
    );
    assert_snapshot!("error-of-an-internal-type", report("(aref #(1) 10)", &failed(&internal)));
}

#[test]
fn frames() {
    let several = json!([
        with(frame("(LAMBDA (X))", &["1"]), json!({"kind": "lambda", "package": null})),
        with(
            frame("MAPCAR", &["#<FUNCTION>", "(1 2 3)"]),
            json!({"kind": "library", "package": "COMMON-LISP"})
        ),
        frame("F", &["\"two\nlines\""]),
        toplevel(),
    ]);
    assert_snapshot!(
        "several-kinds",
        report("x", &failed(&with(division_by_zero(), json!({"frames": several, "framesTotal": 4}))))
    );
    let unbound = with(
        division_by_zero(),
        json!({
            "type": "UNBOUND-VARIABLE", "label": "UNBOUND-VARIABLE", "message": "The variable X is unbound.",
            "frames": [toplevel()], "framesTotal": 1,
        }),
    );
    assert_snapshot!("a-toplevel-form-alone", report("x", &failed(&unbound)));
    assert_snapshot!(
        "no-frames",
        report("x", &failed(&with(unbound, json!({"frames": [], "framesTotal": 0}))))
    );
    let called =
        with(division_by_zero(), json!({"frames": [frame("F", &["1"]), toplevel()], "framesTotal": 4}));
    let result = Host::new().evaluate("(f 1)", &failed(&called));
    assert!(text(&result).ends_with("[Backtrace]\n0: (F 1)\n… 2 more frames"), "{result}");
    let listed = result["structuredContent"]["error"]["frames"].as_array().unwrap();
    assert_eq!(listed.len(), 2, "a toplevel form is data, but the text does not show it");
    let long = "x".repeat(150);
    let arguments: Vec<&str> = (0..10).map(|_| long.as_str()).collect();
    assert_snapshot!(
        "long-arguments",
        report(
            "x",
            &failed(&with(division_by_zero(), json!({"frames": [frame("F", &arguments)], "framesTotal": 1})))
        )
    );
}

#[test]
fn a_stack_without_end_shows_its_first_calls() {
    let frames: Vec<Value> =
        (0..30).map(|n| with(frame("DOWN", &["0"]), json!({"index": n, "text": "(DOWN 0)"}))).collect();
    let exhausted = with(
        division_by_zero(),
        json!({
            "type": "CONTROL-STACK-EXHAUSTED", "label": "CONTROL-STACK-EXHAUSTED", "message": "No room.",
            "precedence": ["COMMON-LISP:STORAGE-CONDITION"], "frames": frames, "framesTotal": 9000,
        }),
    );
    let result = Host::new().evaluate("(down 0)", &failed(&exhausted));
    assert!(text(&result).ends_with("\n3: (DOWN 0)\n… 8996 more frames"), "{}", text(&result));
}

#[test]
fn warnings_of_what_the_error_says_are_left_out() {
    let conflict = "Derived type conflicts.\nSee also:\n  The SBCL Manual, Node \"Handling of Types\"";
    let warnings: Vec<Value> = [
        "undefined variable: USER::X",
        "undefined variable: USER::Y",
        "undefined function: USER::X",
        conflict,
    ]
    .map(|message| warning("WARNING", message))
    .into();
    let unbound = with(division_by_zero(), json!({"message": "The variable X is unbound."}));
    let text = report("x", &with(failed(&unbound), json!({"warnings": warnings})));
    let said: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).collect();
    let expected = [
        "[warnings]",
        "WARNING: undefined variable: USER::Y",
        "WARNING: undefined function: USER::X",
        "WARNING: Derived type conflicts.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn reader_errors() {
    let reading = with(
        division_by_zero(),
        json!({
            "type": "END-OF-FILE", "label": "END-OF-FILE", "message": "end of file on #<STRING-INPUT-STREAM>", "phase": "read",
            "frames": [with(frame("READ-FROM-STRING", &["\"(defun foo (\""]), json!({"kind": "library", "package": "COMMON-LISP"}))],
            "framesTotal": 1, "position": {"line": 1, "column": 12},
        }),
    );
    for (name, bracket) in
        [("parenthesis", "("), ("string", "\""), ("comment", "#|"), ("quoted-symbol", "|"), ("vector", "#(")]
    {
        let unclosed = json!({"unclosed": {"bracket": bracket, "position": {"line": 1, "column": 11}}});
        assert_snapshot!(
            format!("unclosed-{name}"),
            report("(defun foo (", &failed(&with(reading.clone(), unclosed)))
        );
    }
    let unmatched = with(
        reading,
        json!({
            "type": "READER-ERROR", "label": "READER-ERROR", "message": "unmatched close parenthesis", "position": {"line": 2, "column": 3},
            "where": {"form": 1, "line": 2, "column": 3, "in": null, "elsewhere": null}, "severalForms": true,
        }),
    );
    assert_snapshot!("unmatched-parenthesis", report("1\n  2) 3", &failed(&unmatched)));
    assert_snapshot!("reader-error-beyond-the-text", report("", &failed(&unmatched)));
}

#[test]
fn without_an_image() {
    let mut host = Host::new();
    host.begin("(loop)");
    host.pass(30_000 + GRACE_MS);
    assert_snapshot!("timeout-that-replaced-the-image", text(&host.only_answer(1)["result"]));
    host.ready();
    let (_, command) = host.begin("(crash)");
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "last words"}));
    host.event(&json!({"kind": "died", "reason": "the Worker ran out of memory."}));
    assert_snapshot!("image-that-died", text(&host.only_answer(1)["result"]));
    host.ready();
    let timeout = with(failed(&division_by_zero()), json!({"status": "timeout"}));
    assert_snapshot!("timeout", text(&host.evaluate("(loop)", &timeout)));
    host.call("configure-limits", &json!({"timeout": 0.25}));
    assert_snapshot!(
        "timeout-without-a-condition",
        text(&host.evaluate("(loop)", &with(ok(&[]), json!({"status": "timeout"}))))
    );
    assert_snapshot!(
        "error-without-a-condition",
        text(&host.evaluate("x", &with(ok(&[]), json!({"status": "error"}))))
    );
}

#[test]
fn about_the_last_error() {
    let mut host = Host::new();
    assert_snapshot!("no-last-error", text(&host.call("describe-last-error", &json!({}))));
    let mut condition = division_by_zero();
    condition["restarts"] = json!([
        {"name": "USE-VALUE", "description": "Use specified value."},
        {"name": "ABORT", "description": "Return to top level."},
    ]);
    host.evaluate("(/ 1 0)", &failed(&condition));
    assert_snapshot!("last-error", text(&host.call("describe-last-error", &json!({}))));
    assert_snapshot!("backtrace", text(&host.call("get-backtrace", &json!({}))));
    host.evaluate("(down 0)", &failed(&recursion()));
    assert_snapshot!("last-error-in-deep-recursion", text(&host.call("describe-last-error", &json!({}))));
    host.begin("(loop)");
    host.pass(30_000 + GRACE_MS);
    host.only_answer(1);
    assert_snapshot!("last-error-without-an-image", text(&host.call("describe-last-error", &json!({}))));
}

fn placed(place: &Value) -> Value {
    let frames = json!([division_by_zero()["frames"][0], frame("AVERAGE", &["NIL"]), toplevel()]);
    with(division_by_zero(), json!({"frames": frames, "framesTotal": 3, "where": place}))
}

fn in_average() -> Value {
    placed(&json!({"form": 0, "line": 2, "column": 2, "in": "(DEFUN AVERAGE)", "elsewhere": null}))
}

fn in_earlier_average() -> Value {
    let elsewhere = json!({"line": 3, "column": 5, "in": "(DEFUN AVERAGE)", "file": null});
    placed(&json!({"form": 0, "line": 1, "column": 0, "in": "(AVERAGE 'NIL)", "elsewhere": elsewhere}))
}

#[test]
fn where_it_happened() {
    let lines = "(defun average (list)\n  (/ (reduce #'+ list) (length list)))\n(average '())";
    assert_snapshot!("where", report(lines, &failed(&in_average())));
    assert_snapshot!("where-elsewhere", report("(average\n '())", &failed(&in_earlier_average())));
    let mut host = Host::new();
    host.evaluate(lines, &failed(&in_average()));
    assert_snapshot!("where-last-error", text(&host.call("describe-last-error", &json!({}))));
    assert_snapshot!("where-backtrace", text(&host.call("get-backtrace", &json!({}))));
    let timeout = with(failed(&in_average()), json!({"status": "timeout"}));
    assert!(report(lines, &timeout).ends_with("\n\nWhere: form 1, line 2, column 2, in (DEFUN AVERAGE)"));
}

#[test]
fn a_single_form_of_one_line_is_nowhere_else() {
    let line = "Called from: line 1, column 0";
    let other = "Where: (DEFUN AVERAGE), line 3, column 5 of an earlier evaluation";
    let several = with(in_earlier_average(), json!({"severalForms": true}));
    for (code, condition, is_said) in [
        ("(average '())", in_earlier_average(), false),
        ("(average '())  \n", in_earlier_average(), false),
        ("(average '()) (average '(1))", several, true),
        ("\n(average '())", in_earlier_average(), true),
        ("; of nothing\r\n(average '())", in_earlier_average(), true),
        ("(average\n'())", with(in_earlier_average(), json!({"where": null})), false),
    ] {
        let mut host = Host::new();
        let told = text(&host.evaluate(code, &failed(&condition))).to_owned();
        assert_eq!(told.contains(line), is_said, "{code}: {told}");
        let is_known = !condition["where"].is_null();
        assert_eq!(told.contains(other), is_known, "the definition of before is said: {told}");
        for tool in ["describe-last-error", "get-backtrace"] {
            let told = host.call(tool, &json!({"detail": "full"}));
            assert_eq!(text(&told).contains(line), is_said, "{code}: {told}");
            let place = &told["structuredContent"]["error"]["where"];
            let earlier = json!({"form": 1, "line": 3, "column": 5, "definition": "(DEFUN AVERAGE)", "file": null, "evaluation": "earlier"});
            assert_eq!(*place, if is_known { earlier } else { json!(null) });
        }
    }
}

#[test]
fn structured() {
    let mut condition = division_by_zero();
    let frames = json!([condition["frames"][0].clone(), frame("AVERAGE", &["NIL"]), toplevel()]);
    condition = with(condition, json!({"frames": frames}));
    let outcome = with(failed(&condition), json!({"warnings": warnings()}));
    let result = Host::new().evaluate("(average nil)", &outcome);
    assert_snapshot!("structured-error", serde_json::to_string_pretty(&result["structuredContent"]).unwrap());
    let result = Host::new().evaluate("1", &ok(&["1"]));
    assert_snapshot!("structured-value", serde_json::to_string_pretty(&result["structuredContent"]).unwrap());
}

#[test]
fn what_would_have_helped() {
    let lines = "(defun average (list)\n  (/ (reduce #'+ list) (length list)))\n(average '())";
    let hint = |kind: &str, about: &str, text: &str, thing: &str, distance: Value| json!({"kind": kind, "about": about, "text": text, "thing": thing, "distance": distance});
    let hints = json!([
        hint("meant", "REDUSE", "REDUCE", "function", json!(1)),
        hint("lambda-list", "AVERAGE", "(LIST &OPTIONAL DEFAULT)", "function", json!(null)),
        hint("redefined", "AVERAGE", "WITH-SUM", "macro", json!(null)),
    ]);
    let helped = with(in_average(), json!({"hints": hints}));
    assert_snapshot!("hints", report(lines, &failed(&helped)));
    let mut host = Host::new();
    host.evaluate(lines, &failed(&helped));
    let brief = host.call("describe-last-error", &json!({"detail": "brief"}));
    assert_eq!(brief["structuredContent"]["error"]["hints"], 3);
    assert_snapshot!("hints-last-error", text(&host.call("describe-last-error", &json!({}))));
    let full = host.call("get-backtrace", &json!({"detail": "full"}));
    let sent = full["structuredContent"]["error"]["hints"].as_array().unwrap();
    let said: Vec<&str> = sent.iter().map(|hint| hint["line"].as_str().unwrap()).collect();
    assert!(text(&full).ends_with(&said.join("\n")), "{said:?}");
    for (sent, mut hint) in sent.iter().zip(hints.as_array().unwrap().clone()) {
        hint["line"] = sent["line"].clone();
        assert_eq!(*sent, hint);
    }
    let without = host.evaluate(lines, &failed(&in_average()));
    assert_eq!(without["structuredContent"]["error"]["type"], "DIVISION-BY-ZERO");
    assert!(without["structuredContent"]["error"].get("hints").is_none());
    assert!(!text(&without).contains("Hint:"));
}

#[test]
fn where_it_was_called_from() {
    let lines = "(defun average (list)\n  (/ (reduce #'+ list) (length list)))\n(average '())";
    let caller = |line: u32, name: &str| json!({"form": line - 2, "line": line, "column": 0, "in": name});
    let callers = json!([caller(3, "(AVERAGE 'NIL)"), caller(4, "(DEFUN B)"), caller(5, "(DEFUN C)")]);
    let condition = with(in_average(), json!({"callers": callers}));
    let said = "\n\nWhere: form 1, line 2, column 2, in (DEFUN AVERAGE)\n\n\
                Called from: line 3, column 0, in (AVERAGE 'NIL); line 4, column 0, in (DEFUN B)";
    assert!(report(lines, &failed(&condition)).ends_with(said));
    let full = Host::new().evaluate(lines, &failed(&condition));
    let forms: Vec<&Value> = full["structuredContent"]["error"]["calledFrom"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| &each["form"])
        .collect();
    assert_eq!(forms, [2, 3], "forms count from 1, as the text counts them");
    assert_eq!(full["structuredContent"]["error"]["where"]["form"], 1);
    // Of a single form of one line neither is said.
    assert!(!report("(average '())", &failed(&condition)).contains("Called from"));
}

#[test]
fn hints_are_bounded_and_one_line_each() {
    let long = "A\n".repeat(2_000);
    let hint = json!({"kind": "meant", "about": long, "text": long, "thing": "LOOP keyword", "distance": 1});
    let told = report("(f)", &failed(&with(division_by_zero(), json!({"hints": vec![hint; 50]}))));
    let lines: Vec<&str> = told.lines().filter(|line| line.starts_with("Hint: ")).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.chars().count() < 2_000), "{told}");
    assert_eq!(told.lines().last(), lines.last().copied());
}

#[test]
fn a_warning_of_an_undefined_variable_stands_at_its_name_where_the_evaluation_is_held_too() {
    let code = "(defun q () (list (cons 1 zork)))";
    let place = json!({"form": 0, "line": 1, "column": 18, "within": null, "file": null, "evaluation": null});
    let warned = with(
        warning("WARNING", "undefined variable: USER::ZORK"),
        json!({"position": {"line": 1, "column": 18}, "where": place}),
    );
    let mut host = Host::new();
    let params =
        json!({"name": "evaluate-lisp", "arguments": {"code": code, "detail": "full", "on-error": "hold"}});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "h", "method": "tools/call", "params": params}));
    let id = host.only_command().id;
    host.event(&json!({
        "kind": "asking", "id": id, "question": 1, "condition": division_by_zero(), "definitions": [],
        "warnings": [warned], "package": "COMMON-LISP-USER",
    }));
    let held = host.only_answer(1)["result"].take();
    let ended = Host::new().evaluate(code, &with(failed(&division_by_zero()), json!({"warnings": [warned]})));
    for result in [held, ended] {
        let position = &result["structuredContent"]["warnings"][0]["position"];
        assert_eq!(position, &json!({"line": 1, "column": 26}), "{result}");
    }
}
