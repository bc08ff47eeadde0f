//! Definitions that outlast a visit of the page: what is kept, and what becomes of it at the next one.

use jscl_mcp::server::{Action, Options, Server};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, with};

fn host_keeping() -> Host {
    let mut host = Host::with(Server::new(Options { keeps_definitions: true, ..Options::default() }));
    host.ready();
    host
}

/// What was asked of the host since the last look: the kinds, with the place of a form that is tried.
fn asked(host: &mut Host) -> Vec<String> {
    let name = |action: &Action| match action {
        Action::TrySaved { place } => format!("try {place}"),
        Action::KeepDefinitions => "keep".to_owned(),
        Action::RestoredSaved { restored } => {
            format!("restored {} but {}", restored.count, restored.failed.len())
        }
        other => format!("{other:?}"),
    };
    std::mem::take(&mut host.asked).iter().map(name).collect()
}

fn define(host: &mut Host, code: &str, name: &str) {
    let definition = json!({"code": code, "package": "COMMON-LISP-USER", "names": [name]});
    host.evaluate(code, &with(ok(&["F"]), json!({"definitions": [definition]})));
}

/// The record of a visit that has defined A, B and C.
fn record() -> String {
    let mut host = host_keeping();
    for (code, name) in [("(a)", "FUNCTION A"), ("(b)", "FUNCTION B"), ("(c)", "FUNCTION C")] {
        define(&mut host, code, name);
        assert_eq!(asked(&mut host), ["keep"]);
    }
    host.evaluate("1", &ok(&["1"]));
    assert!(asked(&mut host).is_empty());
    host.server.record()
}

fn carry_on(host: &mut Host, outcome: &Value) -> Vec<String> {
    let mut codes = Vec::new();
    while !host.commands.is_empty() {
        let command = host.only_command();
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
        codes.push(command.code);
    }
    codes
}

fn codes(record: &str) -> Vec<String> {
    let record: Value = serde_json::from_str(record).unwrap();
    let code = |form: &Value| form["code"].as_str().unwrap().to_owned();
    record["forms"].as_array().unwrap().iter().map(code).collect()
}

#[test]
fn nothing_is_kept_unless_asked_for() {
    let mut host = Host::new();
    define(&mut host, "(a)", "FUNCTION A");
    assert!(host.asked.is_empty());
}

#[test]
fn nothing_is_restored_before_somebody_asks() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    let saved: Value = serde_json::from_str(&host.server.saved_definitions()).unwrap();
    assert_eq!(saved, json!({"count": 3, "names": ["FUNCTION A", "FUNCTION B", "FUNCTION C"]}));
    define(&mut host, "(d)", "FUNCTION D");
    assert!(host.commands.is_empty());
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)", "(d)"], "both are kept");
}

#[test]
fn restores_on_request_and_marks_each_form_before_it() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    host.restore();
    assert_eq!(asked(&mut host), ["keep", "try 0"]);
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)", "(c)"]);
    assert_eq!(asked(&mut host), ["try 1", "try 2", "restored 3 but 0", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
    assert!(host.server.saved_definitions().starts_with("{\"count\":0,"));
    assert!(host.evaluate("1", &ok(&["1"]))["structuredContent"].get("restored").is_none());
}

#[test]
fn a_form_during_which_the_page_ended_is_named_and_not_tried_again() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), Some(1));
    // What was suspected stays so, also when the page ends again before anything is restored.
    let next = host.server.record();
    let mut host = host_keeping();
    host.server.load_definitions(&next, Some(0));
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(c)"]);
    assert_eq!(asked(&mut host), ["keep", "try 2", "restored 1 but 2", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(c)"]);
}

#[test]
fn what_was_defined_anew_stays() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    define(&mut host, "(b 2)", "FUNCTION B");
    asked(&mut host);
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(c)"]);
    assert_eq!(codes(&host.server.record()), ["(b 2)", "(a)", "(c)"]);
}

#[test]
fn what_fails_is_told_and_kept_no_longer() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    host.restore();
    carry_on(&mut host, &failed(&division_by_zero()));
    assert_eq!(asked(&mut host).last_chunk::<2>().unwrap(), &["restored 0 but 3", "keep"]);
    assert!(codes(&host.server.record()).is_empty());
}

#[test]
fn waits_for_the_image() {
    let mut host = Host::with(Server::new(Options { keeps_definitions: true, ..Options::default() }));
    host.server.load_definitions(&record(), None);
    host.restore();
    assert!(host.commands.is_empty());
    host.ready();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)", "(c)"]);
}

#[test]
fn an_image_that_is_lost_on_the_way_is_given_all_of_it_again() {
    let mut host = host_keeping();
    define(&mut host, "(own)", "FUNCTION OWN");
    host.server.load_definitions(&record(), None);
    host.restore();
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["DONE"])}));
    assert_eq!(host.only_command().code, "(b)");
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    host.ready();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(own)", "(a)", "(c)"]);
    assert_eq!(asked(&mut host).last_chunk::<2>().unwrap(), &["restored 3 but 1", "keep"]);
}

#[test]
fn discards_on_request() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    host.discard();
    assert_eq!(asked(&mut host), ["keep"]);
    assert!(codes(&host.server.record()).is_empty());
    host.restore();
    assert!(host.commands.is_empty());
    assert_eq!(asked(&mut host), ["keep", "restored 0 but 0", "keep"]);
}

#[test]
fn a_record_that_is_none_is_an_empty_one() {
    for text in
        ["", "{", "[]", "{\"package\": 1}", r#"{"package": "P", "forms": [{"code": 1}], "suspects": []}"#]
    {
        let mut host = host_keeping();
        host.server.load_definitions(text, Some(7));
        assert_eq!(host.server.saved_definitions(), r#"{"count":0,"names":[]}"#);
    }
}

#[test]
fn a_reset_ends_a_restore_and_says_so() {
    let mut host = host_keeping();
    host.server.load_definitions(&record(), None);
    host.restore();
    host.only_command();
    host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    assert_eq!(asked(&mut host), ["keep", "try 0", "restored 0 but 3", "keep"]);
}

#[test]
fn the_current_package_is_kept_too() {
    let mut host = host_keeping();
    host.evaluate("(in-package :p)", &with(ok(&["P"]), json!({"package": "P"})));
    assert_eq!(asked(&mut host), ["keep"]);
    let record = host.server.record();
    let mut host = host_keeping();
    host.server.load_definitions(&record, None);
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&[])), ["(common-lisp:in-package \"P\")"]);
}
