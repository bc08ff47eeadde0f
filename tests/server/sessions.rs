//! Several sessions: making, listing and closing them, that none waits for another, and the races between
//! them.

use jscl_mcp::engine::Evaluate;
use jscl_mcp::server::{BOOT_SILENCE_MS, GRACE_MS, MAX_SESSIONS, MAX_WAITING};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, with};

fn call_request(id: &str, tool: &str, arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
}

fn evaluate_in(session: &str, id: &str, code: &str) -> Value {
    call_request(id, "evaluate-lisp", json!({"code": code, "session": session}))
}

/// A host with main and session `a`, image 1, both ready.
fn with_a() -> Host {
    let mut host = Host::new();
    assert_eq!(host.call("create-session", &json!({"session": "a"}))["isError"], false);
    assert_eq!(std::mem::take(&mut host.started), [1]);
    host.ready_of(1);
    host
}

fn complete(host: &mut Host, image: u32, command: &Evaluate, value: &str) {
    host.event_of(image, &json!({"kind": "completed", "id": command.id, "outcome": ok(&[value])}));
}

/// The only command that was given to an image other than main's.
fn command_elsewhere(host: &mut Host, image: u32) -> Evaluate {
    assert_eq!(host.others.len(), 1, "{:#?}", host.others);
    let (to, command) = host.others.remove(0);
    assert_eq!(to, image);
    command
}

/// The states and pending evaluations of `list-sessions`.
fn states(host: &mut Host) -> Vec<(String, String, u64)> {
    let listed = host.call("list-sessions", &json!({}));
    let sessions = listed["structuredContent"]["sessions"].as_array().unwrap();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    sessions
        .iter()
        .map(|one| (word(&one["session"]), word(&one["state"]), one["waiting"].as_u64().unwrap()))
        .collect()
}

fn state(name: &str, state: &str, waiting: u64) -> (String, String, u64) {
    (name.to_owned(), state.to_owned(), waiting)
}

/// The answers that came since the last look, as client, request and text.
fn answers(host: &mut Host) -> Vec<(u32, String, String)> {
    let received = std::mem::take(&mut host.received);
    received
        .iter()
        .map(|(client, answer)| {
            (*client, answer["id"].as_str().unwrap().to_owned(), text(&answer["result"]).to_owned())
        })
        .collect()
}

#[test]
fn one_is_made_and_used() {
    let mut host = Host::new();
    let made =
        host.call("create-session", &json!({"session": "My.session_1-b", "timeout": 5, "max-output": 10}));
    assert_eq!(
        made["structuredContent"],
        json!({"text": text(&made), "session": "My.session_1-b", "timeout": 5, "maxOutput": 10})
    );
    assert!(text(&made).starts_with("Session My.session_1-b was created; its Lisp is starting."), "{made}");
    assert!(text(&made).ends_with("\n  timeout: 5 seconds\n  max_output: 10 characters"), "{made}");
    assert_eq!(host.started, [1]);

    host.send(1, &evaluate_in("My.session_1-b", "soon", "(+ 1 2)"));
    assert!(host.others.is_empty() && host.received.is_empty(), "it waits for the Lisp to start");
    host.ready_of(1);
    let command = command_elsewhere(&mut host, 1);
    assert_eq!(
        (command.code.to_string().as_str(), command.deadline_ms, command.max_output),
        ("(+ 1 2)", 5000, 10)
    );
    complete(&mut host, 1, &command, "3");
    assert_eq!(answers(&mut host), [(1, "soon".to_owned(), "=> 3".to_owned())]);
    assert!(host.commands.is_empty(), "main has nothing to do with it");
}

#[test]
fn names_are_chosen_where_none_is_given() {
    let mut host = Host::new();
    let mut make =
        |arguments: Value| host.call("create-session", &arguments)["structuredContent"]["session"].take();
    assert_eq!(make(json!({})), "session-1");
    assert_eq!(make(json!({"session": "session-2"})), "session-2");
    assert_eq!(make(json!({"session": null})), "session-3");
    assert_eq!(make(json!({"session": "session-4"})), "session-4");
    host.call("close-session", &json!({"session": "session-4"}));
    let next = host.call("create-session", &json!({}))["structuredContent"]["session"].take();
    assert_eq!(next, "session-5", "an old handle must not lead to a new session");
    host.call("create-session", &json!({"session": "session-6"}));
    host.call("close-session", &json!({"session": "session-5"}));
    host.call("create-session", &json!({"session": "session-8"}));
    let next = host.call("create-session", &json!({}))["structuredContent"]["session"].take();
    assert_eq!(next, "session-9");
    assert_eq!(host.started.len(), 8);
    let mut images = host.started.clone();
    images.dedup();
    assert_eq!(images, host.started, "no number is given twice");
}

#[test]
fn wrong_names_are_tool_errors() {
    let mut host = with_a();
    let long = "x".repeat(41);
    for (tool, arguments, expected) in [
        (
            "create-session",
            json!({"session": "a b"}),
            "Argument \"session\" is wrong: expected 1 to 40 letters, digits, \".\", \"_\" and \"-\", got the string \"a b\".",
        ),
        (
            "create-session",
            json!({"session": "é"}),
            "Argument \"session\" is wrong: expected 1 to 40 letters, digits, \".\", \"_\" and \"-\", got the string \"é\".",
        ),
        (
            "create-session",
            json!({"session": long}),
            "Argument \"session\" is wrong: expected 1 to 40 letters, digits, \".\", \"_\" and \"-\", got the string \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\".",
        ),
        (
            "create-session",
            json!({"session": []}),
            "Argument \"session\" is wrong: expected a string, got the array [].",
        ),
        (
            "create-session",
            json!({"session": "a"}),
            "Argument \"session\" is wrong: expected a name that no session has yet (main, a), got the string \"a\".",
        ),
        (
            "create-session",
            json!({"session": "main"}),
            "Argument \"session\" is wrong: expected a name that no session has yet (main, a), got the string \"main\".",
        ),
        (
            "create-session",
            json!({"session": "b", "timeout": -1}),
            "Argument \"timeout\" is wrong: expected a number from 0 to 86400, got the number -1.",
        ),
        (
            "create-session",
            json!({"session": "b", "limit": 1}),
            "Unknown argument \"limit\": expected no others than session, timeout, max_output, max_answer.",
        ),
        ("list-sessions", json!({"session": "a"}), "Unknown argument \"session\": expected no arguments."),
        (
            "close-session",
            json!({}),
            "Argument \"session\" is missing: expected the handle of the session to close, as a string.",
        ),
        (
            "close-session",
            json!({"session": "b"}),
            "Argument \"session\" is wrong: expected a session that there is (main, a; create-session makes more), got the string \"b\".",
        ),
        (
            "close-session",
            json!({"session": "main"}),
            "Session main cannot be closed. reset-session gives it a fresh Lisp.",
        ),
        (
            "close-session",
            json!({"session": "a", "force": true}),
            "Unknown argument \"force\": expected no others than session.",
        ),
        (
            "evaluate-lisp",
            json!({"code": "1", "session": "b"}),
            "Argument \"session\" is wrong: expected a session that there is (main, a; create-session makes more), got the string \"b\".",
        ),
        (
            "reset-session",
            json!({"session": "A"}),
            "Argument \"session\" is wrong: expected a session that there is (main, a; create-session makes more), got the string \"A\".",
        ),
    ] {
        let result = host.call(tool, &arguments);
        assert_eq!(result["isError"], true);
        assert_eq!(text(&result), format!("{tool}: {expected}"));
    }
    assert!(host.started.is_empty() && host.stopped.is_empty() && host.others.is_empty());
}

#[test]
fn there_are_only_so_many() {
    let mut host = Host::new();
    for _ in 1..MAX_SESSIONS {
        assert_eq!(host.call("create-session", &json!({}))["isError"], false);
    }
    let refused = host.call("create-session", &json!({"session": "one-more"}));
    assert_eq!(
        text(&refused),
        "create-session: There are as many sessions as there can be (main, session-1, session-2, session-3, session-4, session-5, \
         session-6, session-7). close-session ends one."
    );
    assert_eq!(host.started.len(), MAX_SESSIONS - 1);
    host.call("close-session", &json!({"session": "session-3"}));
    assert_eq!(host.stopped, [3]);
    assert_eq!(host.call("create-session", &json!({"session": "one-more"}))["isError"], false);
    let tools = host.ask("tools/list", &json!({}))["result"]["tools"].take();
    let create = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "create-session").unwrap();
    let told = format!("There can be {MAX_SESSIONS} sessions at once.");
    assert!(create["description"].as_str().unwrap().contains(&told));
}

#[test]
fn none_waits_for_another() {
    let mut host = with_a();
    host.begin("(loop)");
    for (id, value) in [("x", "1"), ("y", "2")] {
        host.send(2, &evaluate_in("a", id, value));
        let command = command_elsewhere(&mut host, 1);
        complete(&mut host, 1, &command, value);
        assert_eq!(answers(&mut host), [(2, id.to_owned(), format!("=> {value}"))]);
    }
    assert!(host.replaced.is_empty());
}

#[test]
fn everything_else_is_answered_while_all_are_busy() {
    let mut host = with_a();
    host.begin("(loop)");
    host.send(1, &evaluate_in("a", "x", "(loop)"));
    host.send(1, &evaluate_in("a", "y", "1"));
    assert_eq!(host.ask("ping", &json!({}))["result"], json!({}));
    assert_eq!(host.ask("tools/list", &json!({}))["result"]["tools"].as_array().unwrap().len(), 50);
    for tool in ["describe-last-error", "get-backtrace", "configure-limits"] {
        assert_eq!(host.call(tool, &json!({"session": "a"}))["isError"], false);
    }
    assert_eq!(states(&mut host), [state("main", "busy", 0), state("a", "busy", 1)]);
    assert_eq!(host.call("create-session", &json!({}))["isError"], false);
    assert_eq!(host.call("close-session", &json!({"session": "session-2"}))["isError"], false);
}

#[test]
fn each_has_limits_and_a_last_error_of_its_own() {
    let mut host = with_a();
    host.call("configure-limits", &json!({"session": "a", "timeout": 1}));
    host.send(1, &evaluate_in("a", "x", "(/ 1 0)"));
    let command = command_elsewhere(&mut host, 1);
    assert_eq!(command.deadline_ms, 1000);
    assert_eq!(host.begin("1").1.deadline_ms, 30_000);
    host.event_of(1, &json!({"kind": "completed", "id": command.id, "outcome": failed(&division_by_zero())}));
    answers(&mut host);
    let of = |host: &mut Host, tool: &str, session: &str| {
        host.call(tool, &json!({"session": session}))["structuredContent"]["error"]["type"].take()
    };
    for tool in ["describe-last-error", "get-backtrace"] {
        assert_eq!(of(&mut host, tool, "a"), "DIVISION-BY-ZERO");
        assert_eq!(of(&mut host, tool, "main"), Value::Null);
    }
    let listed = host.call("list-sessions", &json!({}));
    assert_eq!(
        listed["structuredContent"],
        json!({"text": text(&listed), "sessions": [
            {"session": "main", "state": "busy", "level": 0, "waiting": 0, "timeout": 30, "maxOutput": 100_000, "lastError": null},
            {"session": "a", "state": "idle", "level": 0, "waiting": 0, "timeout": 1, "maxOutput": 100_000, "lastError": "DIVISION-BY-ZERO"},
        ], "maxSessions": 8})
    );
    assert_eq!(
        text(&listed),
        "Sessions (2 of at most 8):\n  main: busy, 0 waiting\n  a: idle, 0 waiting, last error: DIVISION-BY-ZERO"
    );
}

#[test]
fn results_are_what_the_schemas_say() {
    let mut host = with_a();
    host.send(1, &evaluate_in("a", "x", "(/ 1 0)"));
    let command = command_elsewhere(&mut host, 1);
    host.event_of(1, &json!({"kind": "completed", "id": command.id, "outcome": failed(&division_by_zero())}));
    answers(&mut host);
    for (tool, arguments) in [
        ("list-sessions", json!({})),
        ("create-session", json!({"timeout": 0.5})),
        ("list-sessions", json!({})),
        ("configure-limits", json!({"session": "a"})),
        ("close-session", json!({"session": "a"})),
    ] {
        let result = host.call(tool, &arguments);
        // The harness holds it against the schemas.
        assert_eq!(result["isError"], false, "{result}");
    }
}

#[test]
fn closing_one_ends_what_runs_and_waits_in_it() {
    let mut host = with_a();
    let (main, main_command) = host.begin("(spin)");
    host.send(2, &evaluate_in("a", "running", "(loop)"));
    let command = command_elsewhere(&mut host, 1);
    host.event_of(1, &json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "so far"}));
    host.send(3, &evaluate_in("a", "waiting", "2"));
    host.send(1, &call_request("close", "close-session", json!({"session": "a"})));
    assert_eq!(host.stopped, [1]);
    let answered = answers(&mut host);
    assert_eq!(
        answered.iter().map(|(client, id, _)| (*client, id.as_str())).collect::<Vec<_>>(),
        [(2, "running"), (3, "waiting"), (1, "close")]
    );
    assert!(answered[0].2.starts_with("[stdout]\nso far\n\n[ERROR] SESSION-CLOSED\n"), "{answered:#?}");
    assert!(
        answered[1].2.starts_with(
            "[ERROR] SESSION-CLOSED\nThe evaluation was ended because its session a was closed."
        ),
        "{answered:#?}"
    );
    assert!(
        answered[2].2.starts_with("Session a was closed.") && answered[2].2.contains("ended: 2."),
        "{answered:#?}"
    );

    // Late events of its image answer no request, and nothing of it is restored.
    complete(&mut host, 1, &command, "late");
    host.ready_of(1);
    host.event_of(1, &json!({"kind": "died", "reason": "terminated"}));
    host.pass(60 * 60_000);
    assert!(host.others.is_empty() && host.others_replaced.is_empty());
    assert_eq!(host.replaced.len(), 1, "main's own deadline");
    assert_eq!(host.only_answer(1)["id"], main);
    complete(&mut host, 0, &main_command, "late");
    assert!(host.received.is_empty());
}

#[test]
fn closing_one_while_it_starts() {
    let mut host = Host::new();
    host.call("create-session", &json!({"session": "a"}));
    host.send(2, &evaluate_in("a", "early", "1"));
    host.send(2, &call_request("reset", "reset-session", json!({"session": "a"})));
    host.send(2, &evaluate_in("a", "later", "2"));
    host.send(1, &call_request("close", "close-session", json!({"session": "a"})));
    let answered = answers(&mut host);
    let ids: Vec<&str> = answered.iter().map(|(_, id, _)| id.as_str()).collect();
    assert_eq!(ids, ["early", "later", "reset", "close"]);
    assert!(answered[0].2.contains("SESSION-LOST"), "the reset ended it: {answered:#?}");
    assert!(answered[1].2.contains("SESSION-CLOSED"), "{answered:#?}");
    assert_eq!(answered[2].2, "Session a was not reset: it was closed.");
    assert_eq!(host.stopped, [1]);
    host.ready_of(1);
    host.pass(BOOT_SILENCE_MS * 2);
    assert!(host.others.is_empty() && host.received.is_empty());
}

#[test]
fn a_name_is_free_again_once_its_session_is_closed() {
    let mut host = with_a();
    host.send(2, &evaluate_in("a", "old", "(loop)"));
    let old = command_elsewhere(&mut host, 1);
    host.call("list-sessions", &json!({}));
    host.send(1, &call_request("close", "close-session", json!({"session": "a"})));
    host.send(1, &call_request("create", "create-session", json!({"session": "a"})));
    assert_eq!(host.started, [2], "an image of its own");
    answers(&mut host);
    host.send(2, &evaluate_in("a", "new", "1"));
    complete(&mut host, 1, &old, "late");
    host.ready_of(1);
    assert!(host.received.is_empty() && host.others.is_empty(), "the old image has no say in it");
    host.ready_of(2);
    let new = command_elsewhere(&mut host, 2);
    assert_ne!(new.id, old.id);
    complete(&mut host, 2, &new, "1");
    assert_eq!(answers(&mut host), [(2, "new".to_owned(), "=> 1".to_owned())]);
}

#[test]
fn one_that_dies_while_it_starts_tells_those_that_wait() {
    let mut host = Host::new();
    host.call("create-session", &json!({"session": "a"}));
    host.send(2, &evaluate_in("a", "x", "1"));
    host.send(3, &evaluate_in("a", "y", "2"));
    host.event_of(1, &json!({"kind": "died", "reason": "no memory"}));
    let answered = answers(&mut host);
    assert_eq!(answered.len(), 2);
    for (_, _, text) in &answered {
        assert!(text.contains("could not be started: no memory"), "{text}");
    }
    assert_eq!(states(&mut host), [state("main", "idle", 0), state("a", "dead", 0)]);
    assert!(host.others_replaced.is_empty() && host.replaced.is_empty());

    host.send(2, &evaluate_in("a", "again", "1"));
    assert_eq!(host.others_replaced.len(), 1);
    assert_eq!(states(&mut host)[1], state("a", "starting", 1));
    host.ready_of(1);
    assert_eq!(command_elsewhere(&mut host, 1).code, "1");
    assert_eq!(states(&mut host)[1], state("a", "busy", 0));
}

#[test]
fn resetting_one_leaves_the_others_alone() {
    let mut host = with_a();
    let (running, command) = host.begin("(work)");
    host.send(1, &evaluate_in("a", "x", "(loop)"));
    command_elsewhere(&mut host, 1);
    host.send(1, &call_request("reset", "reset-session", json!({"session": "a"})));
    assert_eq!(host.others_replaced, [(1, "reset-session".to_owned())]);
    assert!(host.replaced.is_empty());
    let answered = answers(&mut host);
    assert_eq!(answered.len(), 1);
    assert_eq!(answered[0].1, "x");
    host.ready_of(1);
    let (_, _, told) = answers(&mut host).remove(0);
    assert!(told.starts_with("Session a was reset:"), "{told}");
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["done"])}));
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], text(&answer["result"])), (&running, "=> done"));
}

#[test]
fn one_that_does_not_stop_is_replaced_alone() {
    let mut host = with_a();
    let (main, command) = host.begin("(spin)");
    host.call("configure-limits", &json!({"session": "a", "timeout": 1}));
    host.send(2, &evaluate_in("a", "x", "(loop)"));
    command_elsewhere(&mut host, 1);
    host.pass(1000 + GRACE_MS - 1);
    assert!(host.others_replaced.is_empty());
    host.pass(1);
    assert_eq!(host.others_replaced.len(), 1);
    assert!(answers(&mut host)[0].2.contains("[ERROR] TIMEOUT"));
    assert!(host.replaced.is_empty(), "main has its own deadline");
    host.pass(30_000 - 1000 - 1);
    assert!(host.replaced.is_empty());
    host.pass(1);
    assert_eq!(host.replaced.len(), 1, "and it is kept after another's");
    assert_eq!(host.only_answer(1)["id"], main);
    complete(&mut host, 0, &command, "late");
    assert!(host.received.is_empty());
}

#[test]
fn the_timer_is_the_soonest_of_all() {
    let mut host = with_a();
    // The timer of the start, which is sooner than an evaluation's, goes off first.
    host.pass(BOOT_SILENCE_MS);
    host.timer_ms = None;
    host.begin("1");
    let of_main = host.timer_ms;
    assert_eq!(of_main, Some(host.now_ms + 30_000 + GRACE_MS));
    host.call("configure-limits", &json!({"session": "a", "timeout": 60}));
    host.send(2, &evaluate_in("a", "x", "1"));
    command_elsewhere(&mut host, 1);
    assert_eq!(host.timer_ms, of_main, "a later one changes nothing");
    host.call("create-session", &json!({"session": "b", "timeout": 2}));
    host.ready_of(2);
    host.send(2, &evaluate_in("b", "y", "1"));
    assert_eq!(host.timer_ms, Some(host.now_ms + 2000 + GRACE_MS));
    host.pass(2000 + GRACE_MS);
    let start = Some(host.now_ms + BOOT_SILENCE_MS);
    assert_eq!(host.timer_ms, start, "then the next of them is due: the start of what took its place");
    host.ready_of(2);
    host.pass(30_000 - 2000);
    let start = Some(host.now_ms + BOOT_SILENCE_MS);
    assert_eq!(host.timer_ms, start, "before the other evaluation, which has a minute");
    assert_eq!((host.replaced.len(), host.others_replaced.len()), (1, 1));
}

#[test]
fn each_queue_has_its_own_bound() {
    let mut host = with_a();
    host.begin("(loop)");
    for number in 0..MAX_WAITING {
        let client = u32::try_from(2 + number % 4).unwrap();
        host.send(client, &evaluate_in("main", &number.to_string(), "1"));
    }
    assert!(host.received.is_empty());
    host.send(9, &evaluate_in("main", "too many", "1"));
    assert!(answers(&mut host)[0].2.contains("Too many evaluations"));
    host.send(9, &evaluate_in("a", "elsewhere", "1"));
    assert_eq!(command_elsewhere(&mut host, 1).code, "1");
    assert_eq!(states(&mut host)[0], state("main", "busy", 256));
}

#[test]
fn a_client_that_goes_leaves_its_sessions() {
    let mut host = Host::new();
    host.send(7, &call_request("create", "create-session", json!({"session": "a"})));
    host.ready_of(1);
    host.send(7, &evaluate_in("a", "x", "(defun f () 1)"));
    let command = command_elsewhere(&mut host, 1);
    host.send(7, &evaluate_in("a", "y", "2"));
    answers(&mut host);
    host.close(7);
    assert!(host.stopped.is_empty());
    assert_eq!(states(&mut host)[1], state("a", "busy", 0));
    complete(&mut host, 1, &command, "F");
    assert!(host.received.is_empty());
    host.send(8, &evaluate_in("a", "z", "(f)"));
    let command = command_elsewhere(&mut host, 1);
    assert_eq!(command.code, "(f)");
    complete(&mut host, 1, &command, "1");
    assert_eq!(answers(&mut host), [(8, "z".to_owned(), "=> 1".to_owned())]);
}

#[test]
fn requests_are_cancelled_in_any_session() {
    let mut host = with_a();
    host.send(1, &evaluate_in("a", "x", "(loop)"));
    command_elsewhere(&mut host, 1);
    host.send(1, &evaluate_in("a", "y", "1"));
    for id in ["x", "y"] {
        host.send(
            1,
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
    }
    assert_eq!(states(&mut host)[1].2, 0);
    assert!(host.received.is_empty());
}

/// Session `a`, whose image has ended while it worked on the request `lost`, and is to be given back a
/// definition.
fn with_a_recovering() -> Host {
    let mut host = with_a();
    host.send(2, &evaluate_in("a", "define", "(defun f () 1)"));
    let command = command_elsewhere(&mut host, 1);
    let definition =
        json!({"code": "(defun f () 1)", "package": "COMMON-LISP-USER", "names": ["FUNCTION F"]});
    let outcome = with(ok(&["F"]), json!({"definitions": [definition]}));
    host.event_of(1, &json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    answers(&mut host);
    host.send(2, &evaluate_in("a", "lost", "(crash)"));
    command_elsewhere(&mut host, 1);
    host.send(3, &evaluate_in("a", "waiting", "(f)"));
    host.event_of(1, &json!({"kind": "died", "reason": "out of memory"}));
    assert_eq!(host.others_replaced.len(), 1);
    host.ready_of(1);
    host
}

#[test]
fn each_is_given_back_its_own_definitions() {
    let mut host = with_a_recovering();
    let step = command_elsewhere(&mut host, 1);
    assert_eq!(step.code, "(defun f () 1)");
    assert_eq!(states(&mut host), [state("main", "idle", 0), state("a", "starting", 1)]);
    host.evaluate("(+ 1 2)", &ok(&["3"]));
    complete(&mut host, 1, &step, "F");
    assert!(text(&host.only_answer(2)["result"]).contains("1 definition of the session was restored"));
    assert_eq!(command_elsewhere(&mut host, 1).code, "(f)");
    assert_eq!(states(&mut host)[1], state("a", "busy", 0));

    host.begin("(crash)");
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    assert!(
        text(&host.only_answer(1)["result"]).contains("no definitions to restore"),
        "main has none of them"
    );
    assert!(host.others.is_empty());
}

#[test]
fn closing_one_that_is_given_back_its_definitions() {
    let mut host = with_a_recovering();
    let step = command_elsewhere(&mut host, 1);
    host.send(1, &call_request("close", "close-session", json!({"session": "a"})));
    let answered = answers(&mut host);
    let ids: Vec<&str> = answered.iter().map(|(_, id, _)| id.as_str()).collect();
    assert_eq!(ids, ["lost", "waiting", "close"]);
    assert!(answered[0].2.contains("session a was closed"), "{answered:#?}");
    assert!(answered[2].2.contains("ended: 2."), "{answered:#?}");
    complete(&mut host, 1, &step, "F");
    assert!(host.received.is_empty() && host.others.is_empty());
}
