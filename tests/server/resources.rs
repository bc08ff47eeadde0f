//! Resources: how they are listed and read, in both eras, and who is notified when they change.

use jscl_mcp::engine::Question;
use jscl_mcp::resources::PAGE;
use jscl_mcp::server::{Options, QUERY_MS, Server};
use jscl_mcp::session::{MAX_EXCHANGES, MAX_PART, MAX_SHOWN};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, options, with};

/// The `_meta` of the modern client, number 2.
fn modern(mut params: Value) -> Value {
    params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}});
    params
}

fn ask_modern(host: &mut Host, method: &str, params: Value) -> Value {
    host.send(2, &json!({"jsonrpc": "2.0", "id": method, "method": method, "params": modern(params)}));
    host.only_answer(2)
}

fn definition(code: &str, names: &[&str], undefined: &[&str]) -> Value {
    json!({"code": code, "package": "COMMON-LISP-USER", "names": names, "undefined": undefined})
}

/// Has an evaluation define something.
fn define(host: &mut Host, definitions: Value) {
    host.evaluate("(code)", &with(ok(&["1"]), json!({"definitions": definitions})));
}

fn read(host: &mut Host, uri: &str) -> String {
    let answer = ask_modern(host, "resources/read", json!({"uri": uri}));
    let contents = answer["result"]["contents"].as_array().unwrap_or_else(|| panic!("{uri}: {answer}"));
    assert_eq!((contents.len(), &contents[0]["uri"]), (1, &json!(uri)));
    contents[0]["text"].as_str().unwrap().to_owned()
}

/// All resources, page by page.
fn list(host: &mut Host) -> Vec<Value> {
    let mut all = Vec::new();
    let mut cursor = Value::Null;
    loop {
        let result = host.ask("resources/list", &json!({"cursor": cursor}))["result"].take();
        let page = result["resources"].as_array().unwrap();
        assert!(page.len() <= PAGE);
        all.extend(page.iter().cloned());
        cursor = result["nextCursor"].clone();
        if cursor.is_null() {
            return all;
        }
    }
}

fn names(host: &mut Host) -> Vec<String> {
    list(host).iter().map(|each| each["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn lists_the_guide_then_what_each_session_has() {
    let mut host = Host::new();
    assert_eq!(
        names(&mut host),
        [
            "guide",
            "schemas",
            "main-transcript",
            "main-journal",
            "main-last-error",
            "main-last-error-json",
            "main-output"
        ]
    );
    define(
        &mut host,
        json!([
            definition("(defvar *x* 1)", &["VARIABLE *X*", "VALUE *X*"], &[]),
            definition("(defun area (x) x)", &["FUNCTION AREA"], &[]),
            definition("(defmethod area ((x c)) x)", &["METHOD AREA (C)"], &[]),
            definition("(export 'area)", &["EXPORT AREA COMMON-LISP-USER"], &[]),
        ]),
    );
    let all = list(&mut host);
    assert_eq!(all.len(), 9, "{all:#?}");
    let area = &all[8];
    assert_eq!(area["uri"], "lisp://session/main/definition/AREA");
    assert_eq!(area["title"], "AREA (function, method)");
    assert_eq!(area["mimeType"], "text/x-common-lisp");
    assert_eq!(area["annotations"]["lastModified"], "2026-11-20T12:00:00.000Z");
    assert_eq!(all[7]["title"], "*X* (variable)");
    for each in &all {
        let text = match each["uri"].as_str().unwrap() {
            uri if each.get("size").is_some() => read(&mut host, uri),
            _ => continue,
        };
        assert_eq!(each["size"], text.len(), "{each}");
    }
}

#[test]
fn each_version_is_listed_what_it_knows() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut host = Host::new();
        host.ask("initialize", &json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}));
        define(&mut host, json!([definition("(defun f () 1)", &["FUNCTION F"], &[])]));
        let resources = list(&mut host);
        let knows = version >= "2025-06-18";
        assert_eq!(resources[7].get("title").is_some(), knows);
        assert_eq!(resources[7]["annotations"].get("lastModified").is_some(), knows);
        let templates = host.ask("resources/templates/list", &json!({}))["result"].take();
        assert_eq!(templates["resourceTemplates"][0].get("title").is_some(), knows);
        assert!(templates.get("ttlMs").is_none() && templates.get("resultType").is_none());
    }
    let mut host = Host::new();
    let result = ask_modern(&mut host, "resources/list", json!({}))["result"].take();
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
    let result = ask_modern(&mut host, "resources/read", json!({"uri": "lisp://guide"}))["result"].take();
    assert_eq!(result["cacheScope"], "public");
    assert!(result["ttlMs"].as_u64().unwrap() > 0);
}

#[test]
fn a_long_list_has_pages_that_miss_and_repeat_nothing() {
    let mut host = Host::new();
    let all: Vec<Value> = (0..250).map(|n| definition("(f)", &[&format!("FUNCTION F{n:03}")], &[])).collect();
    define(&mut host, json!(all));
    let names = names(&mut host);
    assert_eq!(names.len(), 257);
    let expected: Vec<String> = (0..250).map(|n| format!("F{n:03}")).collect();
    assert_eq!(names[7..], expected);
    // Definitions that come and go between two pages move no others across them.
    let first = host.ask("resources/list", &json!({}))["result"].take();
    let last = first["resources"].as_array().unwrap().last().unwrap()["name"].clone();
    define(
        &mut host,
        json!([
            definition("(a)", &["FUNCTION A"], &[]),
            definition(
                "(gone)",
                &[&format!("FUNCTION {}", last.as_str().unwrap())],
                &[&format!("FUNCTION {}", last.as_str().unwrap())]
            ),
        ]),
    );
    let second = host.ask("resources/list", &json!({"cursor": first["nextCursor"]}))["result"].take();
    let following =
        format!("F{:03}", last.as_str().unwrap().trim_start_matches('F').parse::<u32>().unwrap() + 1);
    assert_eq!(second["resources"][0]["name"], following);
    for cursor in [json!("x"), json!("resources"), json!("prompts after a"), json!(5)] {
        assert_eq!(host.ask("resources/list", &json!({"cursor": cursor}))["error"]["code"], -32602);
        assert_eq!(host.ask("resources/templates/list", &json!({"cursor": cursor}))["error"]["code"], -32602);
    }
}

#[test]
fn a_definition_is_read_by_its_name_however_it_is_written() {
    let mut host = Host::new();
    define(
        &mut host,
        json!([
            definition("(defun f () 1)", &["FUNCTION F"], &[]),
            definition("(defvar f 2)", &["VARIABLE F", "VALUE F"], &[]),
            definition("(defun (setf f) (v) v)", &["FUNCTION (SETF F)"], &[]),
            json!({"code": "(defun area () 3)", "package": "OWN", "names": ["FUNCTION OWN::AREA"]}),
            definition("(defun |a/b %| () 4)", &["FUNCTION |a/b %|"], &[]),
        ]),
    );
    let base = "lisp://session/main/definition/";
    let mut text = |name: &str| read(&mut host, &format!("{base}{name}"));
    assert_eq!(text("F"), "(defun f () 1)\n\n(defvar f 2)\n");
    assert_eq!(text("f"), text("F"));
    assert_eq!(text("f/function"), "(defun f () 1)\n");
    assert_eq!(text("F/variable"), "(defvar f 2)\n");
    assert_eq!(text("(setf%20f)"), "(defun (setf f) (v) v)\n");
    assert_eq!(text("own%3Aarea"), "(common-lisp:in-package \"OWN\")\n\n(defun area () 3)\n");
    assert_eq!(text("%7Ca%2Fb%20%25%7C"), "(defun |a/b %| () 4)\n");
}

#[test]
fn what_is_not_there_is_an_error_of_its_era() {
    let mut host = Host::new();
    define(
        &mut host,
        json!([
            definition("(defun f () 1)", &["FUNCTION F"], &[]),
            definition("(fmakunbound 'f)", &["FUNCTION F"], &["FUNCTION F"])
        ]),
    );
    for uri in [
        "lisp://session/main/definition/F",
        "lisp://session/main/definition/F/variable",
        "lisp://session/main/nothing",
        "lisp://session/other/journal",
        "lisp://session/main/definition/%",
        "file:///etc/passwd",
        "",
        "lisp://guide/x",
        "lisp://session/main/symbol/",
        &"x".repeat(100_000),
    ] {
        let error = ask_modern(&mut host, "resources/read", json!({"uri": uri}))["error"].take();
        assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32602), &json!(uri)));
        let error = host.ask("resources/read", &json!({"uri": uri}))["error"].take();
        assert_eq!((&error["code"], &error["data"]["uri"]), (&json!(-32002), &json!(uri)));
    }
    assert_eq!(host.ask("resources/read", &json!({}))["error"]["code"], -32602);
    assert_eq!(host.ask("resources/read", &json!({"uri": 5}))["error"]["code"], -32602);
}

#[test]
fn the_journal_can_be_loaded() {
    let mut host = Host::new();
    assert!(read(&mut host, "lisp://session/main/journal").starts_with(";;; "));
    let own = json!({"code": "(defun g () 2)", "package": "O\"WN", "names": ["FUNCTION G"]});
    let outcome = with(
        ok(&["1"]),
        json!({"definitions": [definition("(defun f () 1)", &["FUNCTION F"], &[]), own], "package": "O\"WN"}),
    );
    host.evaluate("(code)", &outcome);
    let text = read(&mut host, "lisp://session/main/journal");
    assert_eq!(
        text.split_once("\n\n").unwrap().1,
        "(defun f () 1)\n\n(common-lisp:in-package \"O\\\"WN\")\n\n(defun g () 2)\n"
    );
}

#[test]
fn the_last_error_is_read_as_text_and_as_data() {
    let mut host = Host::new();
    assert!(read(&mut host, "lisp://session/main/last-error").starts_with("No error information available."));
    assert_eq!(read(&mut host, "lisp://session/main/last-error.json"), r#"{"error":null}"#);
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    let text = read(&mut host, "lisp://session/main/last-error");
    for part in [
        "Error: DIVISION-BY-ZERO\n",
        "OPERANDS = (1 0)",
        "1. ABORT",
        "[Backtrace]\n0: (/ 1 0)",
        "COMMON-LISP:ARITHMETIC-ERROR",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let data: Value = serde_json::from_str(&read(&mut host, "lisp://session/main/last-error.json")).unwrap();
    assert_eq!(data["error"]["type"], "DIVISION-BY-ZERO");
}

#[test]
fn the_transcript_keeps_the_latest_and_says_what_it_dropped() {
    let mut host = Host::new();
    for number in 0..MAX_EXCHANGES + 2 {
        host.evaluate(&format!("(number {number})"), &ok(&[&format!("\"{number}\"")]));
    }
    host.evaluate(&"x".repeat(MAX_PART + 5), &failed(&division_by_zero()));
    let text = read(&mut host, "lisp://session/main/transcript");
    assert!(text.contains("want of room: 3, the oldest"), "{text}");
    assert!(!text.contains("(number 2)") && text.contains("(number 3)\n=> \"3\"\n"));
    assert!(text.contains("x… (cut)\n[ERROR] DIVISION-BY-ZERO"));
    host.call("reset-session", &json!({"session": "nobody"}));
    assert!(read(&mut host, "lisp://session/main/transcript").contains("(number 3)"));
}

#[test]
fn one_read_of_a_transcript_is_bounded_and_leads_to_what_is_older() {
    let mut host = Host::new();
    for number in 1..=40 {
        host.evaluate(&format!("(number {number})"), &ok(&[&"v".repeat(2000)]));
    }
    let mut uri = "lisp://session/main/transcript".to_owned();
    let mut found = Vec::new();
    loop {
        let text = read(&mut host, &uri);
        assert!(text.len() < MAX_SHOWN + 1000, "{}", text.len());
        let numbers: Vec<u32> = text
            .split("(number ")
            .skip(1)
            .map(|rest| rest.split_once(')').unwrap().0.parse().unwrap())
            .collect();
        found.splice(0..0, numbers);
        let Some((_, older)) = text.lines().next().unwrap().split_once(" Older ones: ") else { break };
        let (count, address) = older.split_once(", the latest of them at ").unwrap();
        assert_eq!(count.parse::<u32>().unwrap(), found[0] - 1);
        uri = address.trim_end_matches('.').to_owned();
    }
    assert_eq!(found, (1..=40).collect::<Vec<_>>());
    let none = read(&mut host, "lisp://session/main/transcript/0");
    assert_eq!(
        none,
        "What was evaluated in session main, and what was answered, in order, up to number 0.\n"
    );
}

/// The notifications of client 2, by its subscription to everything and to these resources.
fn told(host: &mut Host) -> Vec<String> {
    std::mem::take(&mut host.received)
        .into_iter()
        .filter(|(client, _)| *client == 2)
        .map(|(_, message)| match message["params"]["uri"].as_str() {
            Some(uri) => uri.trim_start_matches("lisp://session/").to_owned(),
            None => message["method"].as_str().unwrap_or_default().replace("notifications/resources/", ""),
        })
        .collect()
}

fn listen(host: &mut Host, uris: &[&str]) {
    let uris: Vec<String> = uris.iter().map(|uri| format!("lisp://session/{uri}")).collect();
    let params =
        modern(json!({"notifications": {"resourcesListChanged": true, "resourceSubscriptions": uris}}));
    host.send(
        2,
        &json!({"jsonrpc": "2.0", "id": "listen", "method": "subscriptions/listen", "params": params}),
    );
    host.received.clear();
}

/// An evaluation of client 1.
fn complete(host: &mut Host, outcome: &Value) -> Vec<String> {
    let (_, command) = host.begin("(code)");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    told(host)
}

#[test]
fn changes_are_told_when_something_changed_and_not_otherwise() {
    let mut host = Host::new();
    listen(
        &mut host,
        &[
            "main/definition/f",
            "main/definition/F/variable",
            "main/journal",
            "main/last-error",
            "main/definition/g",
        ],
    );
    let defining = |definitions: Value| with(ok(&["1"]), json!({"definitions": definitions}));
    assert!(complete(&mut host, &ok(&["1"])).is_empty());
    let f = json!([definition("(defun f () 1)", &["FUNCTION F"], &[])]);
    assert_eq!(
        complete(&mut host, &defining(f.clone())),
        ["list_changed", "main/definition/f", "main/journal"]
    );
    assert!(complete(&mut host, &defining(f)).is_empty(), "the very same again");
    let f2 = json!([definition("(defun f () 2)", &["FUNCTION F"], &[])]);
    assert_eq!(complete(&mut host, &defining(f2)), ["main/definition/f", "main/journal"]);
    let inline = json!([definition("(declaim (inline f))", &["PROCLAMATION (INLINE F)"], &[])]);
    assert_eq!(complete(&mut host, &defining(inline)), ["main/journal"]);
    let gone = json!([definition("(fmakunbound 'f)", &["FUNCTION F"], &["FUNCTION F"])]);
    assert_eq!(complete(&mut host, &defining(gone)), ["list_changed", "main/definition/f", "main/journal"]);
    let variable = json!([definition("(defvar f 1)", &["VARIABLE F", "VALUE F"], &[])]);
    assert_eq!(
        complete(&mut host, &defining(variable)),
        ["list_changed", "main/definition/f", "main/definition/F/variable", "main/journal"]
    );
    assert_eq!(complete(&mut host, &failed(&division_by_zero())), ["main/last-error"]);
    assert_eq!(complete(&mut host, &ok(&["1"])), ["main/last-error"]);
    assert!(complete(&mut host, &ok(&["1"])).is_empty());
    assert_eq!(
        complete(&mut host, &with(ok(&["1"]), json!({"package": "P"}))),
        ["main/journal"],
        "its end says the package"
    );
}

#[test]
fn sessions_that_come_and_go_are_told() {
    let mut host = Host::new();
    listen(&mut host, &["a/transcript", "main/transcript"]);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "create-session", "arguments": {"session": "a"}}}));
    assert_eq!(told(&mut host), ["list_changed"]);
    assert_eq!(complete(&mut host, &ok(&["1"])), ["main/transcript"]);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "close-session", "arguments": {"session": "a"}}}));
    assert_eq!(told(&mut host), ["list_changed"]);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "list-sessions", "arguments": {}}}));
    assert!(told(&mut host).is_empty());
}

#[test]
fn a_reset_and_definitions_that_are_lost_are_told() {
    let mut host = Host::new();
    define(
        &mut host,
        json!([definition("(f)", &["FUNCTION F"], &[]), definition("(g)", &["FUNCTION G"], &[])]),
    );
    host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    listen(&mut host, &["main/definition/f", "main/definition/g", "main/last-error", "main/journal"]);
    // The image is lost; F cannot be restored, G can.
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    assert!(told(&mut host).is_empty());
    host.ready();
    let step = host.only_command();
    host.event(&json!({"kind": "completed", "id": step.id, "outcome": failed(&division_by_zero())}));
    assert_eq!(told(&mut host), ["list_changed", "main/definition/f", "main/journal"]);
    let step = host.only_command();
    host.event(&json!({"kind": "completed", "id": step.id, "outcome": ok(&["G"])}));
    assert!(told(&mut host).is_empty());
    host.send(1, &json!({"jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    let mut told = told(&mut host);
    told.sort();
    assert_eq!(told, ["list_changed", "main/definition/g", "main/journal", "main/last-error"]);
}

#[test]
fn saved_definitions_are_told_when_they_are_restored() {
    let keeping = || Options { keeps_definitions: true, ..options() };
    let mut host = Host::with(Server::new(keeping()));
    host.ready();
    define(&mut host, json!([definition("(f)", &["FUNCTION F"], &[])]));
    let mut server = Server::new(keeping());
    assert!(server.take_in(&host.server.record(), "", ""));
    let mut host = Host::with(server);
    host.ready();
    assert_eq!(names(&mut host).len(), 7, "nothing of it is defined yet");
    listen(&mut host, &["main/definition/f", "main/journal"]);
    host.restore();
    assert!(told(&mut host).is_empty());
    let step = host.only_command();
    host.event(&json!({"kind": "completed", "id": step.id, "outcome": ok(&["F"])}));
    assert_eq!(told(&mut host), ["list_changed", "main/definition/f", "main/journal"]);
}

#[test]
fn legacy_subscribers_are_told_by_the_address_they_gave() {
    let mut host = Host::new();
    host.ask("resources/subscribe", &json!({"uri": "lisp://session/main/definition/%66"}));
    let (id, command) = host.begin("(code)");
    let outcome = with(ok(&["1"]), json!({"definitions": [definition("(f)", &["FUNCTION F"], &[])]}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let received = std::mem::take(&mut host.received);
    let updated: Vec<&Value> =
        received.iter().map(|(_, message)| message).filter(|message| message["id"] != id).collect();
    assert_eq!(updated.len(), 1, "{received:#?}");
    assert_eq!(updated[0]["params"]["uri"], "lisp://session/main/definition/%66");
}

#[test]
fn symbols_and_packages_are_asked_of_the_image() {
    let mut host = Host::new();
    let request = |id: u32, uri: &str| json!({"jsonrpc": "2.0", "id": id, "method": "resources/read", "params": modern(json!({"uri": uri}))});
    host.send(2, &request(1, "lisp://session/main/symbol/own%3Ax"));
    let (image, query) = host.queries.remove(0);
    assert_eq!((image, query.what, query.text.as_str()), (0, Question::DescribeSymbol, "own:x"));
    assert_eq!(query.package, "COMMON-LISP-USER");
    host.event(&json!({"kind": "found", "id": query.id + 1, "texts": ["not mine"], "total": 1}));
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["X is"], "total": 1}));
    assert_eq!(host.only_answer(2)["result"]["contents"][0]["text"], "X is");
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["again"], "total": 1}));
    host.send(2, &request(2, "lisp://session/main/package/nowhere"));
    let (_, query) = host.queries.remove(0);
    assert_eq!(query.what, Question::DescribePackage);
    host.event(&json!({"kind": "found", "id": query.id, "texts": [], "total": 0}));
    assert_eq!(host.only_answer(2)["error"]["code"], -32602);
    // A query waits while the image evaluates, and is sent before pending evaluations.
    let (_, command) = host.begin("(long)");
    host.send(1, &crate::harness::evaluate_request(&json!("next"), "(next)"));
    host.send(2, &request(3, "lisp://session/main/symbol/car"));
    assert!(host.queries.is_empty() && host.received.is_empty());
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    host.received.clear();
    let (_, query) = host.queries.remove(0);
    // The image is lost with it; a fresh one is asked again.
    host.event(&json!({"kind": "died", "reason": "an accident"}));
    assert!(host.queries.is_empty());
    host.ready();
    let (_, again) = host.queries.remove(0);
    assert_eq!(again.text, query.text);
    host.received.clear();
    host.pass(QUERY_MS);
    let (client, answer) = host.received.pop().unwrap();
    assert_eq!((client, &answer["error"]["code"]), (2, &json!(-32603)));
}

#[test]
fn a_read_that_is_cancelled_or_whose_session_ends_is_not_left_over() {
    let mut host = Host::new();
    let request = |id: u32, uri: &str| json!({"jsonrpc": "2.0", "id": id, "method": "resources/read", "params": modern(json!({"uri": uri}))});
    host.send(2, &request(1, "lisp://session/main/symbol/car"));
    host.send(2, &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}));
    let (_, query) = host.queries.remove(0);
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["late"], "total": 1}));
    assert!(host.received.is_empty());
    host.call("create-session", &json!({"session": "a"}));
    host.send(2, &request(2, "lisp://session/a/symbol/car"));
    assert!(host.queries.is_empty());
    host.send(1, &json!({"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": {"name": "close-session", "arguments": {"session": "a"}}}));
    let to_two: Vec<&Value> =
        host.received.iter().filter(|(client, _)| *client == 2).map(|(_, message)| message).collect();
    assert_eq!(to_two.len(), 1);
    assert_eq!(to_two[0]["error"]["code"], -32603);
}
