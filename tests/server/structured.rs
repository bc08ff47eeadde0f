//! What clients are told that read the structured content alone: the text, and beside it as much as they ask
//! for.

use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, frame, ok, text, warning, with};

/// The result of an evaluation with these arguments.
fn evaluate(host: &mut Host, arguments: &Value, outcome: &Value) -> Value {
    let params = json!({"name": "evaluate-lisp", "arguments": with(json!({"code": "x"}), arguments.clone())});
    host.send(1, &json!({"jsonrpc": "2.0", "id": "e", "method": "tools/call", "params": params}));
    let command = host.only_command();
    assert_eq!(command.tell_results, arguments["detail"] == "full");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    host.only_answer(1)["result"].take()
}

fn unbound() -> Value {
    let restart = |name: &str| json!({"name": name, "description": "Do it.", "parameters": null});
    with(
        division_by_zero(),
        json!({
            "type": "UNBOUND-VARIABLE", "label": "UNBOUND-VARIABLE", "message": "The variable FOO is unbound.",
            "frames": [], "framesTotal": 0,
            "restarts": [restart("CONTINUE"), restart("USE-VALUE"), restart("STORE-VALUE"), restart("ABORT")],
        }),
    )
}

#[test]
fn a_value_in_brief() {
    let result = evaluate(&mut Host::new(), &json!({}), &ok(&["1", "2"]));
    assert_eq!(
        result["structuredContent"],
        json!({"text": "=> 1\n=> 2", "status": "ok", "values": ["1", "2"]})
    );
}

#[test]
fn an_error_in_brief() {
    for arguments in [json!({}), json!({"detail": "brief"}), json!({"detail": null})] {
        let result = evaluate(&mut Host::new(), &arguments, &failed(&division_by_zero()));
        let error = json!({
            "type": "DIVISION-BY-ZERO", "package": "COMMON-LISP", "form": 0,
            "position": {"line": 1, "column": 0}, "restarts": ["ABORT"],
        });
        assert_eq!(
            result["structuredContent"],
            json!({"text": text(&result), "status": "error", "error": error})
        );
    }
}

/// What there is beside the text is bounded by it.
#[test]
fn an_ordinary_error_in_brief_is_short() {
    let called = with(unbound(), json!({"frames": [frame("F", &[])], "framesTotal": 1}));
    let simple = with(
        division_by_zero(),
        json!({"type": "SIMPLE-ERROR", "label": "SIMPLE-ERROR", "message": "boom", "frames": [], "framesTotal": 0}),
    );
    let restart = |name: &str| json!({"name": name, "description": "Do it.", "parameters": null});
    let names =
        ["CONTINUE", "USE-VALUE", "RETURN-VALUE", "RETURN-NOTHING", "ANOTHER", "YET-ANOTHER", "ABORT"];
    let many = with(unbound(), json!({"restarts": names.map(restart)}));
    for condition in [division_by_zero(), unbound(), called, simple, many] {
        let mut host = Host::new();
        let result = evaluate(&mut host, &json!({}), &failed(&condition));
        for result in
            [result, host.call("describe-last-error", &json!({})), host.call("get-backtrace", &json!({}))]
        {
            let (text, whole) = (text(&result).chars().count(), result["structuredContent"].to_string());
            assert!(2 * whole.chars().count() <= 3 * text + 2 * 160, "{whole}");
            let listed = result["structuredContent"]["error"]["restarts"].as_array().unwrap();
            assert_eq!(listed[0], condition["restarts"][0]["name"]);
        }
    }
}

#[test]
fn what_the_text_cuts_is_counted() {
    let deep: Vec<Value> = (0..40).map(|n| frame("DOWN", &[&n.to_string()])).collect();
    let condition = with(division_by_zero(), json!({"framesTotal": 47, "frames": deep}));
    let mut host = Host::new();
    let result = evaluate(&mut host, &json!({}), &failed(&condition));
    assert_eq!(result["structuredContent"]["counts"], json!({"frames": 47}));
    let result = host.call("get-backtrace", &json!({"max-frames": 30}));
    assert_eq!(result["structuredContent"]["counts"], json!({"frames": 47}));
    let result = host.call("get-backtrace", &json!({"max-frames": 47}));
    assert!(result["structuredContent"].get("counts").is_none(), "{result}");
    let dropped =
        json!({"stdout": 10, "stderr": 1, "values": 3, "results": 0, "warnings": 2, "definitions": 0});
    let result = evaluate(&mut host, &json!({}), &with(ok(&["1"]), json!({"dropped": dropped})));
    assert_eq!(
        result["structuredContent"]["counts"],
        json!({"stdout": 10, "stderr": 1, "values": 4, "warnings": 2})
    );
}

#[test]
fn the_last_error_in_brief_and_in_full() {
    let mut host = Host::new();
    for tool in ["describe-last-error", "get-backtrace"] {
        let result = host.call(tool, &json!({}));
        assert_eq!(result["structuredContent"], json!({"text": text(&result), "error": null}));
    }
    evaluate(&mut host, &json!({}), &failed(&unbound()));
    for tool in ["describe-last-error", "get-backtrace"] {
        let brief = host.call(tool, &json!({}));
        // A backtrace without frames is too short a text for all of them.
        let names = brief["structuredContent"]["error"]["restarts"].as_array().unwrap();
        let all = ["CONTINUE", "USE-VALUE", "STORE-VALUE", "ABORT"];
        assert_eq!(names.as_slice(), &all[..names.len()]);
        assert!(names.len() >= 3);
        let full = host.call(tool, &json!({"detail": "full"}));
        assert_eq!(full["structuredContent"]["error"]["restarts"][1]["name"], "USE-VALUE");
        assert_eq!(text(&brief), text(&full), "the text is the same");
        let wrong = host.call(tool, &json!({"detail": "all"}));
        let sentence =
            "Argument \"detail\" is wrong: expected \"brief\" or \"full\", got the string \"all\".";
        assert_eq!(text(&wrong), format!("{tool}: {sentence}"));
    }
}

#[test]
fn the_values_of_each_form_in_full() {
    let results = json!([
        {"form": 0, "values": ["1", "2"], "handles": [3, 4], "position": {"line": 1, "column": 0}},
        {"form": 1, "values": [], "handles": [], "position": {"line": 2, "column": 3}},
    ]);
    let outcome = with(failed(&division_by_zero()), json!({"results": results}));
    let full = evaluate(&mut Host::new(), &json!({"detail": "full"}), &outcome);
    assert_eq!(full["structuredContent"]["results"], results);
    assert_eq!(full["structuredContent"]["values"], json!([]));
    let brief = evaluate(&mut Host::new(), &json!({}), &outcome);
    assert!(brief["structuredContent"].get("results").is_none());
    assert_eq!(text(&brief), text(&full));
}

#[test]
fn no_two_evaluations_give_the_same_handles() {
    let mut host = Host::new();
    let mut keep = || {
        let (_, command) = host.begin("1");
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
        host.received.clear();
        command.keep
    };
    let (first, second) = (keep(), keep());
    assert!(second.after >= first.after + first.handles, "{first:?} {second:?}");
    assert_eq!((second.handles, second.most), (1000, 500));
}

#[test]
fn a_result_has_no_more_handles_than_values() {
    let result = |handles: serde_json::Value| json!({"form": 0, "values": ["1"], "handles": handles, "position": {"line": 1, "column": 0}});
    let outcome = with(ok(&["1"]), json!({"results": [result(json!([1, 2, 3]))]}));
    let full = evaluate(&mut Host::new(), &json!({"detail": "full"}), &outcome);
    assert_eq!(full["structuredContent"]["results"][0], result(json!([1])));
}

#[test]
fn pictures_are_images_beside_the_text_that_names_them() {
    let picture =
        |mime: &str, data: &str, title: &str| json!({"mime": mime, "data": data, "title": title, "form": 0});
    let pictures = json!([
        picture("image/svg+xml", "<svg>\u{fc}</svg>", "a sine\nand more"),
        picture("image/png", "Zm9v", "a dot"),
    ]);
    let outcome = with(ok(&[]), json!({"display": {"pictures": pictures, "leftOut": 2}}));
    let drawn = |arguments: Value| {
        let host = &mut Host::new();
        let mut request = evaluate_request(&json!(1), "x");
        request["params"]["arguments"] = with(request["params"]["arguments"].take(), arguments);
        request["params"]["_meta"] = json!({"jscl-mcp/svg": true});
        host.send(1, &request);
        let id = host.only_command().id;
        host.event(&json!({"kind": "completed", "id": id, "outcome": outcome}));
        host.only_answer(1)["result"].take()
    };
    let (full, brief) = (drawn(json!({"detail": "full"})), drawn(json!({"detail": "brief"})));
    assert_eq!(full["structuredContent"]["display"], pictures);
    assert_eq!(full["structuredContent"]["truncated"]["display"], 2);
    assert!(brief["structuredContent"].get("display").is_none());
    for result in [&full, &brief] {
        let images = json!([
            {"type": "image", "data": "PHN2Zz7DvDwvc3ZnPg==", "mimeType": "image/svg+xml"},
            {"type": "image", "data": "Zm9v", "mimeType": "image/png"},
        ]);
        assert_eq!(result["content"].as_array().unwrap()[1..], *images.as_array().unwrap());
    }
    assert!(text(&full).starts_with("[display]\nimage/svg+xml: a sine"), "{}", text(&full));
    assert!(text(&full).contains("\nimage/png: a dot\n… 2 more pictures left out"), "{}", text(&full));
    let plain = evaluate(&mut Host::new(), &json!({"detail": "full"}), &ok(&["1"]));
    assert_eq!(plain["content"].as_array().unwrap().len(), 1);
    assert!(plain["structuredContent"].get("display").is_none());
}

#[test]
fn the_values_of_all_forms_share_the_room_for_output() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": 20}));
    let result = |form: u32, value: &str| json!({"form": form, "values": [value], "handles": [form], "position": {"line": 1, "column": 0}});
    let long = "x".repeat(30);
    let results = json!([result(0, &long), result(1, "1"), result(2, "2")]);
    let outcome = with(
        ok(&["2"]),
        json!({"results": results, "dropped": {
            "stdout": 0, "stderr": 0, "values": 0, "results": 4, "warnings": 0, "definitions": 0,
        }}),
    );
    let full = evaluate(&mut host, &json!({"detail": "full"}), &outcome);
    let shown = &full["structuredContent"]["results"];
    assert_eq!(*shown, json!([result(0, &format!("{}...", "x".repeat(20)))]));
    assert_eq!(full["structuredContent"]["truncated"]["results"], 6);
}

/// A long text is kept beside the rest on its way; here it is put into both of its places.
#[test]
fn a_long_text_is_in_both_places() {
    for length in [10, 511, 512, 5_000] {
        let value = "v\n".repeat(length);
        let result = evaluate(&mut Host::new(), &json!({}), &ok(&[&value]));
        assert_eq!(result["structuredContent"]["text"], result["content"][0]["text"]);
        assert_eq!(result["structuredContent"]["status"], "ok");
        assert!(text(&result).len() > length);
    }
}

#[test]
fn the_schemas_of_the_whole_are_a_resource() {
    let mut host = Host::new();
    let read = host.ask("resources/read", &json!({"uri": "lisp://schemas/results"}))["result"].take();
    assert_eq!(read["contents"][0]["mimeType"], "application/schema+json");
    let schemas: Value = serde_json::from_str(read["contents"][0]["text"].as_str().unwrap()).unwrap();
    crate::wire::check_schema(&schemas);
    let tools = host.ask("tools/list", &json!({}))["result"]["tools"].take();
    for tool in tools.as_array().unwrap() {
        let name = tool["name"].as_str().unwrap();
        assert!(schemas["$defs"].get(name).is_some(), "{name}");
    }
}

/// The harness holds every result against the whole schema of its tool, and against what is listed of it.
#[test]
fn results_of_all_kinds_are_what_the_schemas_say() {
    let hint = json!({"kind": "meant", "about": "A", "text": "B", "thing": "function", "distance": 1});
    let place = json!({"form": 0, "line": 1, "column": 2, "in": null, "elsewhere": null});
    let warning = with(
        warning("STYLE-WARNING", "m"),
        json!({"position": {"line": 1, "column": 2}, "where": place, "hints": [hint]}),
    );
    let timing = json!({"timing": {"realMs": 1.5, "compileMs": 0.5}, "warnings": [warning]});
    let taken = json!({"restartTaken": "ABORT", "restartProblem": "none", "position": null});
    let left_out = json!({"leftOut": {"precedence": 1, "slots": 2, "restarts": 3}});
    let went_on = json!([{"restart": "CONTINUE", "condition": "ERROR", "message": "m"}]);
    for outcome in [
        with(ok(&[]), json!({"restartsTaken": went_on})),
        with(ok(&[]), json!({"status": "aborted"})),
        with(ok(&["1", "2"]), timing),
        failed(&with(division_by_zero(), left_out)),
        failed(&with(division_by_zero(), taken)),
        with(failed(&Value::Null), json!({"status": "timeout"})),
    ] {
        for detail in ["brief", "full"] {
            let mut host = Host::new();
            evaluate(&mut host, &json!({"detail": detail}), &outcome);
            for tool in ["describe-last-error", "get-backtrace"] {
                host.call(tool, &json!({"detail": detail}));
            }
            host.call("configure-limits", &json!({}));
            host.begin("(loop)");
            host.pass(60_000);
            host.only_answer(1);
        }
    }
}

#[test]
fn what_the_error_says_is_marked_and_not_left_out() {
    let caught = [
        with(warning("COMPILER-ERROR", "The IF form\n  is too long."), json!({"severity": "error"})),
        warning("WARNING", "undefined variable: USER::X"),
        warning("WARNING", "undefined variable: USER::Y"),
    ];
    let marked = |changes: Value| {
        let error = with(division_by_zero(), changes);
        let answer = Host::new().evaluate("x", &with(failed(&error), json!({"warnings": caught})));
        let warnings = answer["structuredContent"]["warnings"].as_array().unwrap().clone();
        warnings.iter().map(|each| each.get("saidByError").cloned()).collect::<Vec<_>>()
    };
    let said = Some(json!(true));
    assert_eq!(marked(json!({"message": "The variable X is unbound."})), [None, said.clone(), None]);
    let message = "Execution of a form compiled with errors.\n  The IF form\n    is too long.";
    let compiled = json!({"type": "COMPILED-PROGRAM-ERROR", "message": message});
    assert_eq!(marked(compiled), [said, None, None]);
    assert_eq!(marked(json!({"message": "No."})), [None, None, None]);
}

#[test]
fn warnings_have_the_name_of_the_text_where_it_is_another() {
    let own = with(warning("STYLE-WARNING", "m"), json!({"type": "SIMPLE-STYLE-WARNING"}));
    let outcome = with(ok(&["1"]), json!({"warnings": [own, warning("WARNING", "n")]}));
    let whole = Host::new().evaluate("x", &outcome);
    let warnings = &whole["structuredContent"]["warnings"];
    assert_eq!(warnings[0]["label"], "STYLE-WARNING");
    assert_eq!(warnings[1].get("label"), None);
    assert!(text(&whole).starts_with("[warnings]\nSTYLE-WARNING: m\nWARNING: n\n"), "{}", text(&whole));
}
