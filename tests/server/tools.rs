//! The tools' arguments, and that what they list and return is what their schemas say.

use jscl_mcp::data::Raw;
use jscl_mcp::server::{Options, Server};
use jscl_mcp::tools::{self, ToolSet, ToolSets};
use serde_json::{Value, json};

use crate::harness::{Host, text, with};
use crate::wire;

fn listed(host: &mut Host) -> Vec<Value> {
    host.ask("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().clone()
}

#[test]
fn wrong_arguments_are_tool_errors_that_name_them() {
    let mut host = Host::new();
    for (tool, arguments, expected) in [
        (
            "evaluate-lisp",
            json!({}),
            "evaluate-lisp: Argument \"code\" is missing: expected Common Lisp source text, as a string.",
        ),
        (
            "evaluate-lisp",
            json!({"code": null}),
            "evaluate-lisp: Argument \"code\" is missing: expected Common Lisp source text, as a string.",
        ),
        (
            "evaluate-lisp",
            json!({"code": {}}),
            "evaluate-lisp: Argument \"code\" is wrong: expected a string, got the object {}.",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "package": []}),
            "evaluate-lisp: Argument \"package\" is wrong: expected a string, got the array [].",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "capture-time": "yes"}),
            "evaluate-lisp: Argument \"capture_time\" is wrong: expected true or false, got the string \"yes\".",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "session": "other"}),
            "evaluate-lisp: Argument \"session\" is wrong: expected a session that there is (main; create-session makes more), got the string \"other\".",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "timeout": 5}),
            "evaluate-lisp: Unknown argument \"timeout\": expected no others than session, code, package, capture_time, restarts, on_error, detail, stdin, record.",
        ),
        (
            "describe-last-error",
            json!({"max": 1}),
            "describe-last-error: Unknown argument \"max\": expected no others than session, detail.",
        ),
        (
            "get-backtrace",
            json!({"max-frames": -1}),
            "get-backtrace: Argument \"max_frames\" is wrong: expected an integer from 1 to 1000, got the number -1.",
        ),
        (
            "get-backtrace",
            json!({"max-frames": "five"}),
            "get-backtrace: Argument \"max_frames\" is wrong: expected an integer from 1 to 1000, got the string \"five\".",
        ),
        (
            "configure-limits",
            json!({"timeout": -1}),
            "configure-limits: Argument \"timeout\" is wrong: expected a number from 0 to 86400, got the number -1.",
        ),
        (
            "configure-limits",
            json!({"timeout": 5, "max-output": 1.5}),
            "configure-limits: Argument \"max_output\" is wrong: expected an integer from 0 to 10000000, got the number 1.5.",
        ),
        (
            "configure-limits",
            json!({"timeout": 6, "limit": 1}),
            "configure-limits: Unknown argument \"limit\": expected no others than session, timeout, max_output, max_answer.",
        ),
        (
            "reset-session",
            json!({"session": []}),
            "reset-session: Argument \"session\" is wrong: expected a string, got the array [].",
        ),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!(result["isError"], true);
        assert_eq!(text(&result), expected);
        assert!(result.get("structuredContent").is_none());
    }
    assert!(host.commands.is_empty() && host.replaced.is_empty());
    let limits = host.call("configure-limits", &json!({}));
    assert_eq!(limits["structuredContent"]["timeout"], 30.0, "a wrong call changes nothing");
}

#[test]
fn limits_are_set_one_by_one() {
    let mut host = Host::new();
    let result = host.call("configure-limits", &json!({"timeout": 0.5}));
    assert_eq!(
        text(&result),
        "Limits of session main:\n  timeout: 0.5 seconds\n  max_output: 100000 characters"
    );
    let result = host.call("configure-limits", &json!({"max-output": 200.0}));
    assert_eq!(
        result["structuredContent"],
        json!({"text": text(&result), "session": "main", "timeout": 0.5, "maxOutput": 200})
    );
    let (_, command) = host.begin("1");
    assert_eq!((command.deadline_ms, command.max_output), (500, 200));
    let result = host.call("configure-limits", &json!({"timeout": 0}));
    assert_eq!(text(&result), "Limits of session main:\n  timeout: none (0)\n  max_output: 200 characters");
}

#[test]
fn a_timeout_above_nothing_is_not_none() {
    let mut host = Host::new();
    host.call("configure-limits", &json!({"timeout": 0.000_001}));
    assert_eq!(host.begin("1").1.deadline_ms, 1);
}

#[test]
fn every_tool_is_described() {
    for tool in listed(&mut Host::new()) {
        assert!(tool["description"].as_str().unwrap().len() > 80, "{}", tool["name"]);
        for schema in [&tool["inputSchema"], &tool["outputSchema"]] {
            wire::check_schema(schema);
            assert_eq!(schema["type"], "object");
        }
        assert_eq!(tool["outputSchema"]["properties"]["text"]["type"], "string");
        let names_a_session = tool["inputSchema"]["properties"]["session"].is_object();
        assert_eq!(
            names_a_session,
            tool["name"] != "list-sessions" && tool["name"] != "get-usage-guide",
            "{}",
            tool["name"]
        );
    }
}

/// What an argument may be given, rightly or wrongly.
fn candidates() -> Vec<Value> {
    let entry = json!({"restart": "A", "values": "x", "condition_type": "error"});
    let texts = [
        "", "x", "errors", "brief", "full", "ask", "report", "hold", "main", "forward", "-", "a b",
        "function", "rt", "base64", "into",
    ];
    let mut all: Vec<Value> = texts.into_iter().map(Value::from).collect();
    all.extend(["x".repeat(40), "x".repeat(41)].map(Value::from));
    all.extend([json!(true), json!([]), json!(["a"]), json!([1]), json!({}), json!([{}]), json!([entry])]);
    all.extend([json!([{"restart": "A", "values": [1]}]), json!([{"restart": 1}])]);
    all.extend([vec![entry.clone(); 100].into(), vec![entry; 101].into()]);
    let integers = [-1, 0, 1, 20, 1000, 1001, 86_400, 86_401, 10_000_000, 10_000_001];
    all.extend(integers.map(Value::from));
    all.extend([2.0, 2.5, -0.5, 1e300].map(Value::from));
    all
}

/// Whether a value is within the limits that the description of its argument says.
fn is_within(described: &Value, value: &Value) -> bool {
    /// Limits from here on are not told.
    const NOBODY_MEETS: f64 = 1e8;
    let words: Vec<&str> =
        described["description"].as_str().unwrap().trim_end_matches('.').split(' ').collect();
    let limit = |word: &str| word.parse::<f64>().ok();
    let is_name = described["description"].as_str().unwrap().contains("1 to 40 letters, digits,");
    match (words.as_slice(), value) {
        (_, Value::String(name)) if is_name => {
            name.len() <= 40 && name.chars().all(|each| each.is_ascii_alphanumeric() || "._-".contains(each))
        }
        ([.., "At", "most", most], Value::Array(items)) => items.len() <= most.parse().unwrap(),
        ([.., least, "to", most], Value::Number(number)) => {
            let number = number.as_f64().unwrap();
            // 0 is nothing where it cannot be.
            number == 0.0 || (limit(least).unwrap()..=limit(most).unwrap()).contains(&number)
        }
        (_, Value::Number(number)) => (0.0..NOBODY_MEETS).contains(&number.as_f64().unwrap()),
        _ => true,
    }
}

/// A host on which nothing but sessions was begun. It has no words: to give them to each of thousands takes
/// most of the time, and no call is refused for the want of them.
fn untouched() -> Host {
    let mut host = Host::with(Server::new(Options { tools: ToolSets::all(), ..Options::default() }));
    host.ready();
    host.call("create-session", &json!({"session": "x"}));
    host.call("create-session", &json!({"session": "full"}));
    host
}

/// Whether a call with these arguments was refused for them. A call that was refused changes nothing, so that
/// the host is as good for the next; else there is another.
fn is_refused(host: &mut Host, tool: &str, arguments: &Value) -> bool {
    let is_refused = is_refused_by(host, tool, arguments);
    if !is_refused {
        *host = untouched();
    }
    is_refused
}

fn is_refused_by(host: &mut Host, tool: &str, arguments: &Value) -> bool {
    host.received.clear();
    // What the limit of messages took comes back.
    host.now_ms += 1_000;
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "id": 0, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}),
    );
    let answers = host.received.iter().filter(|(_, message)| message["id"] == 0);
    answers.into_iter().any(|(_, answer)| {
        let text = text(&answer["result"]);
        // Whether there is a session of a name no schema knows.
        answer["result"]["isError"] == true
            && !text.contains("a session")
            && !text.contains("a name that no session")
            && !text.contains("cannot be closed")
            && !text.starts_with("There is no ")
            && !text.contains("Exactly one of the arguments")
            && !text.contains("Nothing is held")
    })
}

#[test]
fn the_schemas_of_arguments_accept_what_the_tools_accept() {
    for tool in listed(&mut Host::new()) {
        let name = tool["name"].as_str().unwrap();
        let schema = &tool["inputSchema"];
        let host = &mut untouched();
        let mut rightly = json!({});
        for (required, value) in [
            ("code", json!("1")),
            ("name", json!("car")),
            ("function", json!("car")),
            ("symbol", json!("car")),
            ("system", json!(["alexandria"])),
            ("session", json!("x")),
            ("path", json!("/a.txt")),
            ("content", json!("x")),
            ("pattern", json!("x")),
            ("class_", json!("x")),
            ("restart", json!("A")),
            ("frame", json!(0)),
        ] {
            if schema["required"].as_array().is_some_and(|names| names.contains(&json!(required))) {
                rightly[required] = value;
            }
        }
        if name == "step" {
            // Code or how: each excludes the other, and one of them is needed.
            assert!(!is_refused(host, name, &json!({"code": "1"})) && is_refused(host, name, &json!({})));
            continue;
        }
        if name == "export-failure" {
            // Where nothing has failed there is nothing to export; its arguments are those of export-session.
            continue;
        }
        if name == "load-file" {
            // One of two is needed, which no list of required arguments says.
            rightly["path"] = json!("/a.lisp");
        }
        assert!(!is_refused(host, name, &rightly), "{name}");
        assert!(is_refused(host, name, &with(rightly.clone(), json!({"unknown": 1}))), "{name}");
        for (property, described) in schema["properties"].as_object().unwrap() {
            let mut without = rightly.clone();
            without.as_object_mut().unwrap().remove(property);
            assert_eq!(
                is_refused(host, name, &without),
                !wire::is_valid(schema, &without),
                "{name} without {property}"
            );
            let mut accepted = 0;
            for value in candidates() {
                let mut arguments = rightly.clone();
                arguments[property.as_str()] = value;
                // More is accepted than is described, as clients have their ways.
                if wire::is_valid(schema, &arguments) {
                    let is_within = is_within(described, &arguments[property]);
                    assert_eq!(is_refused(host, name, &arguments), !is_within, "{name} {arguments}");
                    accepted += u32::from(is_within);
                }
            }
            assert!(accepted > 0, "{name} {property}");
        }
    }
}

#[test]
fn the_list_is_short() {
    let mut host = Host::with(Server::new(Options::default()));
    host.ready();
    let legacy = host.ask("tools/list", &json!({}));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let modern = host.ask("tools/list", &json!({"_meta": meta}));
    for list in [legacy, modern] {
        let size = list.to_string().len();
        assert!(size <= 10_000, "{size} bytes");
    }
}

#[test]
fn tools_come_in_sets() {
    let names = |sets: ToolSets| -> Vec<String> {
        let mut host = Host::with(Server::new(Options { tools: sets, ..Options::default() }));
        host.ready();
        let names = listed(&mut host).iter().map(|tool| tool["name"].as_str().unwrap().to_owned()).collect();
        let answer = host.ask("tools/call", &json!({"name": "list-sessions"}));
        let unknown = "Unknown tool: list-sessions. It is of the set sessions, which the host of this server has not chosen.";
        let is_there = answer["error"]["message"] != unknown;
        let names: Vec<String> = names;
        assert_eq!(is_there, names.contains(&"list-sessions".to_owned()), "{answer}");
        names
    };
    let core = [
        "evaluate-lisp",
        "invoke-restart",
        "describe-last-error",
        "get-backtrace",
        "configure-limits",
        "reset-session",
        "get-usage-guide",
    ];
    let sessions = ["get-usage-guide", "create-session", "list-sessions", "close-session"];
    let looking = [
        "apropos-search",
        "class-info",
        "find-methods",
        "who-calls",
        "who-references",
        "who-binds",
        "who-expands",
    ];
    let inspect = [&["describe-symbol", "describe-package", "show-source"][..], &looking].concat();
    let development = [
        "get-usage-guide",
        "describe-symbol",
        "macroexpand-form",
        "inspect-value",
        "get-source",
        "list-files",
        "read-file",
        "write-file",
        "delete-file",
        "format-code",
        "load-system",
        "apropos-search",
        "class-info",
        "find-methods",
        "who-calls",
        "who-references",
        "who-binds",
        "who-expands",
        "validate-syntax",
        "compile-form",
        "load-file",
        "time-execution",
        "profile-code",
        "run-tests",
        "export-session",
        "export-failure",
    ];
    assert_eq!(names(ToolSets::default()), core);
    let debugger = [
        "invoke-restart",
        "get-usage-guide",
        "continue",
        "abort-level",
        "inspect-frame",
        "eval-in-frame",
        "restart-frame",
        "return-from-frame",
        "step",
        "set-breakpoint",
        "clear-breakpoint",
        "configure-debugger",
        "query-recording",
        "trace-function",
        "untrace-function",
    ];
    assert_eq!(names(ToolSets::named(["debugger"]).unwrap()), debugger);
    assert_eq!(names(ToolSets::named(["development"]).unwrap()), development);
    assert_eq!(names(ToolSets::named(["core", "inspect"]).unwrap()), [&core[..], &inspect].concat());
    assert_eq!(names(ToolSets::named(["sessions"]).unwrap()), sessions);
    assert_eq!(
        names(ToolSets::named(["sessions", "core", "core"]).unwrap()),
        [&core[..], &sessions[1..]].concat()
    );
    assert!(names(ToolSets::named([]).unwrap()).is_empty());
}

#[test]
fn a_set_that_there_is_none_of_is_an_error() {
    let options = |json: &str| Options::read(&Raw::parse(json).unwrap()).map(|options| options.tools);
    assert_eq!(
        options(r#"{"tools":["core","inspect","sessions","development","debugger"]}"#).unwrap(),
        ToolSets::all()
    );
    assert_eq!(options("{}").unwrap(), ToolSets::default());
    assert_eq!(
        options(r#"{"tools":["core","Sessions"]}"#).unwrap_err(),
        "Unknown set of tools \"Sessions\": there are core, inspect, sessions, development, debugger."
    );
    for wrong in [r#"{"tools":"core"}"#, r#"{"tools":[1]}"#] {
        assert_eq!(options(wrong).unwrap_err(), "Option \"tools\" must be an array of strings.");
    }
}

/// What clients of every version see of the tools of all sets. What it shows is meant to stay.
#[test]
fn the_whole_surface() {
    use std::fmt::Write as _;
    let mut host = Host::new();
    let mut surface = String::new();
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {},
    });
    let modern = host.ask("tools/list", &json!({"_meta": meta}))["result"]["tools"].take();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut host = Host::new();
        let info = json!({"name": "t", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": info});
        host.ask("initialize", &params);
        let listed = host.ask("tools/list", &json!({}))["result"]["tools"].take();
        let mut members: Vec<String> = Vec::new();
        for (tool, now) in listed.as_array().unwrap().iter().zip(modern.as_array().unwrap()) {
            let names: Vec<&str> = tool.as_object().unwrap().keys().map(String::as_str).collect();
            members.push(names.join(" "));
            for (name, value) in tool.as_object().unwrap() {
                assert!(name == "annotations" || now[name] == *value, "{version} {name}");
            }
        }
        assert_eq!(listed.as_array().unwrap().len(), modern.as_array().unwrap().len(), "{version}");
        members.dedup();
        writeln!(surface, "{version}: {}", members.join("; ")).unwrap();
    }
    for set in ToolSet::ALL {
        let sets = ToolSets::named([set.name()]).unwrap();
        let tools = tools::chosen(&sets).map(|tool| tool.name);
        writeln!(surface, "{}: {}", set.name(), tools.collect::<Vec<_>>().join(" ")).unwrap();
    }
    surface.push_str(&serde_json::to_string_pretty(&modern).unwrap());
    insta::assert_snapshot!(surface);
}
