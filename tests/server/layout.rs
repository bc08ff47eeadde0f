//! The report of any outcome is laid out in order, within bounds and as its schema says.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fuzzing::config;
use crate::harness::{Host, text};

/// The sections that a text may have, in their order; each begins a line.
const HEADINGS: [&str; 7] =
    ["[stdout]", "[stderr]", "[compile errors]", "[warnings]", "[restarts]", "[ERROR]", "[Backtrace]"];

/// Any text: headings, control characters, separators of lines, long ones.
fn words() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        6 => any::<char>(),
        4 => prop::sample::select(vec!['\n', '\r', '\t', '\0', '\u{7f}', '\u{2028}', '\u{feff}', '"', '\\', '~', '😀', '\u{fffd}', ' ']),
    ];
    let short = vec(character, 0..30).prop_map(|characters| characters.into_iter().collect::<String>());
    let head = (prop::sample::select(HEADINGS.to_vec()), short.clone(), short.clone())
        .prop_map(|(head, before, after)| format!("{before}\n{head}{after}\n\n{head}"));
    prop_oneof![8 => short.clone(), 1 => (short, 1..200_usize).prop_map(|(word, times)| word.repeat(times)), 4 => head]
}

fn place() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        (any::<u32>(), any::<u32>()).prop_map(|(line, column)| json!({"line": line, "column": column}))
    ]
}

fn whereabouts() -> impl Strategy<Value = Value> {
    let name = || prop_oneof![Just(Value::Null), words().prop_map(Value::from)];
    let place = || (any::<u32>(), any::<u32>());
    let elsewhere = (place(), name(), name()).prop_map(
        |((line, column), name, file)| json!({"line": line, "column": column, "in": name, "file": file}),
    );
    let elsewhere = prop_oneof![Just(Value::Null), elsewhere];
    let known = (any::<u32>(), place(), name(), elsewhere).prop_map(
        |(form, (line, column), name, elsewhere)| json!({"form": form, "line": line, "column": column, "in": name, "elsewhere": elsewhere}),
    );
    prop_oneof![1 => Just(Value::Null), 4 => known]
}

fn frame() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(vec![
        "function", "local", "lambda", "method", "setf", "toplevel", "library", "operator",
    ]);
    (any::<u32>(), words(), vec(words(), 0..4), words(), kind, place(), place()).prop_map(
        |(index, function, arguments, text, kind, position, definition)| {
            json!({"index": index, "function": function, "package": null, "arguments": arguments, "text": text, "kind": kind,
                "position": position, "definition": definition})
        },
    )
}

fn condition() -> impl Strategy<Value = Value> {
    let restart = (words(), words(), prop_oneof![Just(Value::Null), words().prop_map(Value::from)])
        .prop_map(|(name, description, parameters)| json!({"name": name, "description": description, "parameters": parameters}));
    let slot = (words(), words()).prop_map(|(name, value)| json!({"name": name, "value": value}));
    let phase = prop::sample::select(vec!["read", "compile", "eval", "print"]);
    let names = (words(), words(), words(), vec(words(), 0..4));
    let position = (place(), whereabouts(), any::<bool>());
    (names, vec(slot, 0..4), vec(restart, 0..4), vec(frame(), 0..40), any::<u32>(), phase, position).prop_map(
        |((type_name, label, message, precedence), slots, restarts, frames, total, phase, (position, whereabouts, several))| {
            json!({"type": type_name, "package": "P", "label": label, "message": message, "precedence": precedence,
                "slots": slots, "restarts": restarts, "frames": frames, "framesTotal": total, "form": 0, "phase": phase,
                "position": position, "where": whereabouts, "severalForms": several, "unclosed": null, "restartTaken": null, "restartProblem": null})
        },
    )
}

fn outcome() -> impl Strategy<Value = Value> {
    let status = prop::sample::select(vec!["ok", "aborted", "error", "timeout"]);
    let severity = prop::sample::select(vec!["error", "warning", "style"]);
    let warning = (words(), words(), place(), whereabouts(), severity).prop_map(
        |(label, message, position, whereabouts, severity)| {
            json!({"type": label, "package": "P", "label": label, "message": message, "severity": severity,
                "position": position, "where": whereabouts, "hints": []})
        },
    );
    let condition = prop_oneof![1 => Just(Value::Null), 4 => condition()];
    (status, vec(words(), 0..6), vec(warning, 0..6), condition, any::<(u32, u32)>()).prop_map(
        |(status, values, warnings, condition, (stdout, stderr))| {
            json!({"status": status, "values": values, "warnings": warnings, "condition": condition, "package": "P",
                "forms": 1, "timing": null, "dropped": {"stdout": stdout, "stderr": stderr, "values": 0, "results": 0, "warnings": 0, "definitions": 0}, "restartsTaken": [], "definitions": []})
        },
    )
}

fn characters(value: &Value) -> usize {
    value.as_str().unwrap().chars().count()
}

fn check(limit: u32, stdout: &str, stderr: &str, outcome: &Value) {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"max-output": limit}));
    let (_, command) = host.begin("(work)\n(on it)");
    for (stream, text) in [("stdout", stdout), ("stderr", stderr)] {
        host.event(&json!({"kind": "output", "id": command.id, "stream": stream, "text": text}));
    }
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let result = host.only_answer(1)["result"].take();
    let data = &result["structuredContent"];
    let most = usize::try_from(limit).unwrap();
    assert!(characters(&data["stdout"]) <= most && characters(&data["stderr"]) <= most);
    let values = data["values"].as_array().unwrap();
    let beyond_the_first: usize = values.iter().skip(1).map(characters).sum();
    assert!(beyond_the_first <= most);
    let text = format!("\n{}", text(&result));
    let places: Vec<usize> =
        HEADINGS.iter().filter_map(|heading| text.find(&format!("\n{heading}"))).collect();
    assert!(places.is_sorted(), "{text}");
    for (heading, place) in
        HEADINGS.iter().filter_map(|heading| Some(heading).zip(text.find(&format!("\n{heading}"))))
    {
        assert_eq!(text.rfind(&format!("\n{heading}")), Some(place), "{text}");
    }
    let is_seen = |character: char| matches!(character, '\n' | '\t') || !character.is_control();
    assert!(text.chars().all(is_seen), "{text:?}");
    let ended = ["error", "timeout"].contains(&outcome["status"].as_str().unwrap());
    assert_eq!(text.contains("\n[ERROR]"), ended, "{text}");
    assert_eq!(result["isError"], ended);
    // A known place is one line, whatever it contains: the code has two lines.
    let place = &data["error"]["where"];
    let said = text.lines().rfind(|line| line.starts_with("Where: "));
    assert_eq!(place.is_object(), text.contains("\n\nWhere: "), "{text}");
    assert!(!place.is_object() || said.is_some(), "{text}");
    for tool in ["describe-last-error", "get-backtrace"] {
        // The harness holds what comes back against its schema.
        host.call(tool, &json!({}));
    }
}

proptest! {
    #![proptest_config(config(25))]

    #[test]
    fn is_in_order_and_within_bounds(limit in prop_oneof![0..50_u32, 0..5_000_u32, Just(10_000_000)], stdout in words(), stderr in words(), outcome in outcome()) {
        check(limit, &stdout, &stderr, &outcome);
    }
}
