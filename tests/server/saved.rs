//! Definitions that outlast a visit of the page: what is kept, and what becomes of it at the next one.

use jscl_mcp::engine::Definition;
use jscl_mcp::limits::MAX_BYTES;
use jscl_mcp::server::{Action, Options, Server};
use jscl_mcp::session::form_id;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, options, text, with};

fn host_keeping() -> Host {
    let mut host = Host::with(Server::new(Options { keeps_definitions: true, ..options() }));
    host.ready();
    host
}

/// The id of a form that is read in the user's package.
fn id(code: &str) -> String {
    form_id(&Definition {
        code: code.to_owned(),
        package: "COMMON-LISP-USER".to_owned(),
        names: Vec::new(),
        undefined: Vec::new(),
        position: None,
    })
}

/// The actions for the host since the last look that concern these tests: their kinds, with the form that is
/// tried.
fn asked(host: &mut Host) -> Vec<String> {
    let code = |form: &str| {
        ["(a)", "(b)", "(c)"].into_iter().find(|code| id(code) == form).unwrap_or(form).to_owned()
    };
    let name = |action: &Action| match action {
        Action::TrySaved { form } => format!("try {}", code(form)),
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
        codes.push(command.code.to_string());
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
    host.load(&record(), "");
    let saved = json!(host.server.saved_definitions());
    assert_eq!(saved, json!({"count": 3, "names": ["FUNCTION A", "FUNCTION B", "FUNCTION C"]}));
    define(&mut host, "(d)", "FUNCTION D");
    assert!(host.commands.is_empty());
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)", "(d)"], "both are kept");
}

#[test]
fn restores_on_request_and_marks_each_form_before_it() {
    let mut host = host_keeping();
    host.load(&record(), "");
    host.restore();
    assert_eq!(asked(&mut host), ["keep", "try (a)"]);
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)", "(c)"]);
    assert_eq!(asked(&mut host), ["try (b)", "try (c)", "restored 3 but 0", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
    assert!(host.server.saved_definitions().count == 0);
    assert!(host.evaluate("1", &ok(&["1"]))["structuredContent"].get("restored").is_none());
}

#[test]
fn a_form_during_which_the_page_ended_is_named_and_not_tried_again() {
    let mut host = host_keeping();
    host.load(&record(), &id("(b)"));
    // A suspected form stays suspected, also when the page ends again before anything is restored.
    let next = host.server.record();
    let mut host = host_keeping();
    host.load(&next, &id("(a)"));
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(c)"]);
    assert_eq!(asked(&mut host), ["keep", "try (c)", "restored 1 but 2", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"], "nobody has given them up");
    let mut host = {
        let record = host.server.record();
        let mut host = host_keeping();
        host.load(&record, "");
        host
    };
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(c)"]);
    // The person, warned, asks a second time.
    asked(&mut host);
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)"]);
    assert_eq!(asked(&mut host), ["keep", "try (a)", "try (b)", "restored 2 but 0", "keep"]);
    assert!(host.server.record().contains("\"suspects\":[]"));
}

#[test]
fn an_image_that_the_first_form_ends_is_no_reason_to_give_up_the_others() {
    let mut host = host_keeping();
    host.load(&record(), "");
    host.restore();
    assert_eq!(host.only_command().code, "(a)");
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    host.ready();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(b)", "(c)"]);
    assert_eq!(asked(&mut host), ["keep", "try (a)", "try (b)", "try (c)", "restored 2 but 1", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
    // It is not tried before the others at the next visit.
    let record = host.server.record();
    let mut host = host_keeping();
    host.load(&record, "");
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(b)", "(c)"]);
}

#[test]
fn images_that_every_form_ends_leave_the_record_as_it_is() {
    let mut host = host_keeping();
    host.load(&record(), "");
    host.restore();
    for _ in 0..3 {
        host.commands.clear();
        host.event(&json!({"kind": "died", "reason": "out of memory"}));
        host.ready();
    }
    assert!(host.commands.is_empty());
    assert_eq!(asked(&mut host).last_chunk::<2>().unwrap(), &["restored 0 but 3", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
}

#[test]
fn what_a_lost_image_does_not_get_back_stays_in_the_record() {
    let mut host = host_keeping();
    for (code, name) in [("(a)", "FUNCTION A"), ("(b)", "FUNCTION B"), ("(c)", "FUNCTION C")] {
        define(&mut host, code, name);
    }
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    host.ready();
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["DONE"])}));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": failed(&division_by_zero())}));
    carry_on(&mut host, &ok(&["DONE"]));
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"], "and where it was");
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(b)"]);
}

#[test]
fn what_others_have_stored_since_is_taken_in_and_what_was_given_up_is_not() {
    let mut host = host_keeping();
    let known = record();
    host.load(&known, "");
    host.discard();
    define(&mut host, "(own)", "FUNCTION OWN");
    let mut other = host_keeping();
    other.load(&known, "");
    define(&mut other, "(d)", "FUNCTION D");
    assert!(host.server.take_in(&other.server.record(), &known, ""));
    assert_eq!(
        codes(&host.server.record()),
        ["(d)", "(own)"],
        "what this one has defined comes last, and so is what counts"
    );
    assert!(host.server.take_in(&other.server.record(), &known, ""));
    assert_eq!(codes(&host.server.record()), ["(d)", "(own)"], "nothing is there twice");
}

#[test]
fn restarts_that_a_form_needs_are_kept_with_it() {
    let mut host = host_keeping();
    let arguments =
        json!({"code": "(f)", "restarts": [{"restart": "CONTINUE", "values": ["1"]}, {"restart": "2"}]});
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
    let command = host.only_command();
    let definition = json!({"code": "(f)", "package": "COMMON-LISP-USER", "names": ["FUNCTION F"]});
    let outcome = with(ok(&["F"]), json!({"definitions": [definition]}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let record = host.server.record();
    let mut host = host_keeping();
    host.load(&record, "");
    assert_eq!(host.server.record(), record);
    host.restore();
    assert_eq!(host.only_command().restarts, command.restarts);
}

#[test]
fn a_definition_that_there_is_no_room_for_is_told_and_drives_out_no_other() {
    let mut host = host_keeping();
    host.load(&record(), "");
    let huge = format!("(defun huge () \"{}\")", "x".repeat(MAX_BYTES));
    let definition = json!({"code": huge, "package": "COMMON-LISP-USER", "names": ["FUNCTION HUGE"]});
    let result = host.evaluate("(huge)", &with(ok(&["HUGE"]), json!({"definitions": [definition]})));
    assert_eq!(result["structuredContent"]["notKept"], json!(["FUNCTION HUGE"]));
    let text = text(&result);
    assert!(
        text.starts_with("[session]\nThere is no room to keep FUNCTION HUGE. It is defined, but"),
        "{text}"
    );
    assert!(text.ends_with("\n\n=> HUGE"), "{text}");
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
    assert!(host.evaluate("1", &ok(&["1"]))["structuredContent"].get("notKept").is_none());
}

#[test]
fn what_was_defined_anew_stays() {
    let mut host = host_keeping();
    host.load(&record(), "");
    define(&mut host, "(b 2)", "FUNCTION B");
    asked(&mut host);
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(c)"]);
    assert_eq!(codes(&host.server.record()), ["(b 2)", "(a)", "(c)"]);
}

#[test]
fn what_fails_is_told_and_stays_in_the_record() {
    let mut host = host_keeping();
    host.load(&record(), "");
    host.restore();
    carry_on(&mut host, &failed(&division_by_zero()));
    assert_eq!(asked(&mut host).last_chunk::<2>().unwrap(), &["restored 0 but 3", "keep"]);
    assert_eq!(codes(&host.server.record()), ["(a)", "(b)", "(c)"]);
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)", "(c)"], "it may do better another time");
}

#[test]
fn waits_for_the_image() {
    let mut host = Host::with(Server::new(Options { keeps_definitions: true, ..options() }));
    host.load(&record(), "");
    host.restore();
    assert!(host.commands.is_empty());
    host.ready();
    assert_eq!(carry_on(&mut host, &ok(&["DONE"])), ["(a)", "(b)", "(c)"]);
}

#[test]
fn an_image_that_is_lost_on_the_way_is_given_all_of_it_again() {
    let mut host = host_keeping();
    define(&mut host, "(own)", "FUNCTION OWN");
    host.load(&record(), "");
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
    host.load(&record(), "");
    host.discard();
    assert_eq!(asked(&mut host), ["keep"]);
    assert!(codes(&host.server.record()).is_empty());
    host.restore();
    assert!(host.commands.is_empty());
    assert_eq!(asked(&mut host), ["keep", "restored 0 but 0", "keep"]);
}

#[test]
fn what_is_no_record_is_refused() {
    for text in
        ["", "{", "[]", "{\"package\": 1}", r#"{"package": "P", "forms": [{"code": 1}], "suspects": []}"#]
    {
        let mut host = host_keeping();
        assert!(!host.server.take_in(text, "", ""));
        assert_eq!(json!(host.server.saved_definitions()), json!({"count": 0, "names": []}));
    }
}

#[test]
fn a_reset_ends_a_restore_and_says_so() {
    let mut host = host_keeping();
    host.load(&record(), "");
    host.restore();
    host.only_command();
    host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    assert_eq!(asked(&mut host), ["keep", "try (a)", "restored 0 but 3", "keep"]);
}

#[test]
fn the_current_package_is_kept_too() {
    let mut host = host_keeping();
    host.evaluate("(in-package :p)", &with(ok(&["P"]), json!({"package": "P"})));
    assert_eq!(asked(&mut host), ["keep"]);
    let record = host.server.record();
    let mut host = host_keeping();
    host.load(&record, "");
    host.restore();
    assert_eq!(carry_on(&mut host, &ok(&[])), ["(common-lisp:in-package \"P\")"]);
}
