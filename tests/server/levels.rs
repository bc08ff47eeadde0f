//! Evaluations that are held at errors, on top of which others are evaluated, until a tool has them go on.

use jscl_mcp::engine::{AnswerValues, DebugSetting, Evaluate};
use jscl_mcp::server::HOLD_MS;
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, failed, ok, text, warning, with};

/// The most levels, as `evaluate-lisp` says.
const MAX_LEVELS: u32 = 8;

/// Ids beyond those of the harness.
const OWN: u32 = 1000;

fn unbound(name: &str) -> Value {
    with(
        division_by_zero(),
        json!({
            "type": "UNBOUND-VARIABLE", "label": "UNBOUND-VARIABLE",
            "message": format!("The variable {name} is unbound."),
            "restarts": [
                {"name": "CONTINUE", "description": "Retry.", "parameters": "()"},
                {"name": "USE-VALUE", "description": "Use specified value.", "parameters": "(VALUE)"},
                {"name": "ABORT", "description": "Return to top level.", "parameters": "()"},
            ],
        }),
    )
}

/// A call of a tool by client 1; it may be answered later.
fn send(host: &mut Host, id: u32, tool: &str, arguments: &Value) {
    host.send(1, &json!({"jsonrpc": "2.0", "id": OWN + id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}));
}

fn evaluate(host: &mut Host, id: u32, code: &str) -> Evaluate {
    send(host, id, "evaluate-lisp", &json!({"code": code, "on-error": "hold"}));
    host.only_command()
}

fn asking(command: &Evaluate, question: u32, condition: &Value) -> Value {
    json!({
        "kind": "asking", "id": command.id, "question": question, "condition": condition,
        "definitions": [], "package": "COMMON-LISP-USER",
    })
}

/// The result of the request of that number, which is the only answer.
fn result(host: &mut Host, id: u32) -> Value {
    let mut answer = host.only_answer(1);
    assert_eq!(answer["id"], OWN + id, "{answer}");
    answer["result"].take()
}

/// Has the image hold an evaluation; returns the answer to its request.
fn hold(host: &mut Host, id: u32, command: &Evaluate, question: u32, name: &str) -> Value {
    host.event(&asking(command, question, &unbound(name)));
    result(host, id)
}

/// An evaluation that is held, as the request of that number.
fn held(host: &mut Host, id: u32, name: &str) -> Evaluate {
    let command = evaluate(host, id, name);
    assert_eq!(hold(host, id, &command, 1, name)["structuredContent"]["status"], "held");
    command
}

fn complete(host: &mut Host, command: &Evaluate, outcome: &Value) {
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
}

/// What was caught before the error stands in the answer of the hold, and is not said again at the end.
#[test]
fn what_was_caught_before_is_told_with_the_hold() {
    let mut host = Host::new();
    let command = evaluate(&mut host, 1, "(f)");
    let asked = with(asking(&command, 1, &unbound("X")), json!({"warnings": [warning("WARNING", "odd")]}));
    host.event(&asked);
    let answer = result(&mut host, 1);
    assert!(text(&answer).starts_with("[warnings]\nWARNING: odd\n\n[ERROR]"), "{}", text(&answer));
    send(&mut host, 2, "invoke-restart", &json!({"restart": "1"}));
    complete(&mut host, &command, &with(ok(&["1"]), json!({"warnings": [warning("WARNING", "late")]})));
    let answer = result(&mut host, 2);
    assert_eq!(text(&answer), "[warnings]\nWARNING: late\n\n=> 1");
}

/// What the image was answered: the evaluation, the restart and the level.
fn answered(host: &mut Host) -> (u32, Option<String>, Option<u32>) {
    assert_eq!(host.answers.len(), 1, "{:?}", host.answers);
    let answer = host.answers.remove(0);
    (answer.id, answer.restart, answer.level)
}

fn session(host: &mut Host) -> Value {
    host.call("list-sessions", &json!({}))["structuredContent"]["sessions"][0].take()
}

fn left() -> Value {
    with(ok(&[]), json!({"status": "left"}))
}

#[test]
fn the_last_failure_is_that_of_the_innermost_level_whatever_ran_on_top() {
    let mut host = Host::new();
    let exported = |host: &mut Host| text(&host.call("export-failure", &json!({}))).to_owned();
    let command = evaluate(&mut host, 1, "(list a)");
    hold(&mut host, 1, &command, 1, "A");
    assert!(exported(&mut host).ends_with("\n(list a)\n"));
    let above = evaluate(&mut host, 2, "(list b)");
    hold(&mut host, 2, &above, 1, "B");
    assert!(exported(&mut host).ends_with("\n(list b)\n"));
    send(&mut host, 3, "abort-level", &json!({}));
    host.event(
        &json!({"kind": "completed", "id": above.id, "outcome": with(ok(&[]), json!({"status": "aborted"}))}),
    );
    host.only_answer(1);
    assert!(exported(&mut host).ends_with("\n(list a)\n"), "{}", exported(&mut host));
}

#[test]
fn a_client_is_answered_at_once_and_has_the_evaluation_go_on() {
    let mut host = Host::new();
    let command = evaluate(&mut host, 1, "(f x)");
    assert!(command.hold && command.ask_ms > 0 && command.level == 0);
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "before"}));
    let answer = hold(&mut host, 1, &command, 1, "X");
    insta::assert_snapshot!(text(&answer));
    assert_eq!(answer["isError"], true);
    let data = &answer["structuredContent"];
    assert_eq!((&data["status"], &data["level"]), (&json!("held"), &json!(1)));
    assert_eq!(data["error"]["type"], "UNBOUND-VARIABLE");
    assert_eq!(data["text"], text(&answer));
    let listed = session(&mut host);
    assert_eq!((&listed["state"], &listed["level"]), (&json!("held"), &json!(1)));

    send(&mut host, 2, "invoke-restart", &json!({"restart": 2, "values": ["42", "(list 1)"]}));
    let values = host.answers[0].values.clone();
    assert_eq!(values, Some(AnswerValues::Each(vec!["42".to_owned(), "(list 1)".to_owned()])));
    assert_eq!(answered(&mut host), (command.id, Some("2".to_owned()), None));
    assert_eq!(session(&mut host)["level"], 0);
    host.event(&json!({"kind": "output", "id": command.id, "stream": "stdout", "text": "after"}));
    complete(&mut host, &command, &ok(&["43"]));
    assert_eq!(text(&result(&mut host, 2)), "[stdout]\nafter\n\n=> 43");
    assert_eq!(session(&mut host)["state"], "idle");
}

#[test]
fn others_are_evaluated_on_top_and_what_they_define_is_kept() {
    let mut host = Host::new();
    let first = held(&mut host, 1, "x");
    let (id, second) = host.begin("(defun f ())");
    assert_eq!(second.level, 1);
    let definition =
        json!({"code": "(defun f ())", "package": "CL-USER", "names": ["FUNCTION F"], "position": null});
    complete(&mut host, &second, &with(ok(&["F"]), json!({"definitions": [definition]})));
    assert_eq!(host.only_answer(1)["id"], id);
    assert!(text(&host.call("get-source", &json!({"symbol": "f"}))).contains("(defun f ())"));
    let last = host.call("describe-last-error", &json!({}));
    assert!(text(&last).contains("The variable x is unbound."), "still that of the level: {last}");
    assert!(text(&last).contains("invoke-restart"), "{last}");
    send(&mut host, 3, "continue", &json!({}));
    assert_eq!(answered(&mut host), (first.id, Some("1".to_owned()), None));
    complete(&mut host, &first, &ok(&["1"]));
    assert_eq!(text(&result(&mut host, 3)), "=> 1");
    assert!(text(&host.call("describe-last-error", &json!({}))).contains("No error"));
}

#[test]
fn what_was_defined_before_the_error_is_known_before_what_is_defined_on_top() {
    let mut host = Host::new();
    let first = evaluate(&mut host, 1, "(defun f () 1) x");
    let definition =
        |code: &str| json!([{"code": code, "package": "CL-USER", "names": ["FUNCTION F"], "position": null}]);
    host.event(&with(asking(&first, 1, &unbound("x")), json!({"definitions": definition("(defun f () 1)")})));
    result(&mut host, 1);
    let (_, second) = host.begin("(defun f () 2)");
    complete(&mut host, &second, &with(ok(&["F"]), json!({"definitions": definition("(defun f () 2)")})));
    host.received.clear();
    send(&mut host, 2, "continue", &json!({}));
    host.answers.clear();
    complete(&mut host, &first, &ok(&["1"]));
    result(&mut host, 2);
    assert!(text(&host.call("get-source", &json!({"symbol": "f"}))).contains("(defun f () 2)"));
}

#[test]
fn levels_end_one_by_one_and_a_level_that_is_aborted_ends_those_above() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    let two = held(&mut host, 2, "y");
    let three = held(&mut host, 3, "z");
    assert_eq!((one.level, two.level, three.level), (0, 1, 2));
    assert_eq!(session(&mut host)["level"], 3);
    send(&mut host, 4, "abort-level", &json!({"level": 2}));
    assert_eq!(answered(&mut host), (three.id, None, None));
    complete(&mut host, &three, &failed(&unbound("z")));
    assert!(host.received.is_empty());
    assert_eq!(answered(&mut host), (two.id, None, None));
    complete(&mut host, &two, &failed(&unbound("y")));
    let answer = result(&mut host, 4);
    assert!(text(&answer).contains("The variable y is unbound."), "{answer}");
    assert_eq!(session(&mut host)["level"], 1);
    send(&mut host, 5, "abort-level", &json!({}));
    assert_eq!(answered(&mut host), (one.id, None, None));
    complete(&mut host, &one, &failed(&unbound("x")));
    assert_eq!(result(&mut host, 5)["structuredContent"]["status"], "error");
    assert_eq!(session(&mut host)["state"], "idle");
}

#[test]
fn a_restart_of_an_outer_level_is_answered_by_that_level() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    let two = held(&mut host, 2, "y");
    send(&mut host, 3, "invoke-restart", &json!({"restart": "use-value", "values": "1", "level": 1}));
    assert_eq!(answered(&mut host), (two.id, Some("use-value".to_owned()), Some(1)));
    host.event(&json!({"kind": "output", "id": two.id, "stream": "stdout", "text": "cleanup"}));
    let taken = json!([{"restart": "USE-VALUE", "condition": "UNBOUND-VARIABLE", "message": "x"}]);
    complete(&mut host, &two, &with(left(), json!({"restartsTaken": taken})));
    assert!(host.received.is_empty(), "{:?}", host.received);
    assert_eq!(session(&mut host)["state"], "busy");
    host.event(&json!({"kind": "output", "id": one.id, "stream": "stdout", "text": " and on"}));
    complete(&mut host, &one, &ok(&["1"]));
    assert_eq!(
        text(&result(&mut host, 3)),
        "[stdout]\ncleanup and on\n\n[restarts]\nUSE-VALUE taken for UNBOUND-VARIABLE: x\n\n=> 1"
    );
}

#[test]
fn an_evaluation_that_leaves_for_a_level_below_is_answered_by_it() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    held(&mut host, 2, "y");
    let three = evaluate(&mut host, 3, "(throw 'out 1)");
    complete(&mut host, &three, &left());
    host.event(&json!({"kind": "completed", "id": one.id, "outcome": ok(&["no"])}));
    assert!(host.received.is_empty(), "level 2 has to leave first");
    complete(&mut host, &Evaluate { id: one.id + 1, ..three.clone() }, &left());
    complete(&mut host, &one, &ok(&["1"]));
    assert_eq!(text(&result(&mut host, 3)), "=> 1");
}

#[test]
fn what_cannot_be_taken_leaves_the_level_held() {
    let mut host = Host::new();
    let nothing = host.call("invoke-restart", &json!({"restart": "ABORT"}));
    assert!(text(&nothing).starts_with("invoke-restart: Nothing is held in session main."), "{nothing}");
    let one = held(&mut host, 1, "x");
    for (tool, arguments, problem) in [
        ("continue", json!({"level": 2}), "There is no level 2: the innermost is level 1"),
        ("abort-level", json!({"level": 8}), "There is no level 8"),
        ("abort-level", json!({"level": -1}), "an integer from 1 to 8"),
        ("abort-level", json!({"level": 9}), "an integer from 1 to 8"),
        ("invoke-restart", json!({}), "its name or its number"),
        ("invoke-restart", json!({"restart": ["A"]}), "a string"),
        ("invoke-restart", json!({"restart": "A", "values": {}}), "a list of strings"),
        ("continue", json!({"restart": "A"}), "restart"),
    ] {
        let answer = host.call(tool, &arguments);
        assert!(answer["isError"] == true && text(&answer).contains(problem), "{answer}");
    }
    assert!(host.answers.is_empty());
    send(&mut host, 2, "invoke-restart", &json!({"restart": "NO-SUCH"}));
    answered(&mut host);
    let problem = "NO-SUCH not taken for UNBOUND-VARIABLE: no such restart is active.";
    host.event(&asking(&one, 2, &with(unbound("x"), json!({"restartProblem": problem}))));
    let answer = result(&mut host, 2);
    assert!(text(&answer).contains(problem), "{answer}");
    assert_eq!(answer["structuredContent"]["level"], 1);
    host.event(&asking(&one, 3, &division_by_zero()));
}

#[test]
fn continue_says_where_there_is_nothing_to_continue_with() {
    let mut host = Host::new();
    let one = evaluate(&mut host, 1, "(/ 1 0)");
    host.event(&asking(&one, 1, &division_by_zero()));
    assert_eq!(result(&mut host, 1)["structuredContent"]["status"], "held", "also with nothing but ABORT");
    let answer = host.call("continue", &json!({}));
    assert!(text(&answer).contains("no restart CONTINUE or RETRY"), "{answer}");
    assert_eq!(session(&mut host)["level"], 1);
}

#[test]
fn there_is_a_most_of_levels() {
    let mut host = Host::new();
    for id in 1..=MAX_LEVELS {
        held(&mut host, id, "x");
    }
    let one_more = evaluate(&mut host, 9, "x");
    assert_eq!((one_more.ask_ms, one_more.level), (0, MAX_LEVELS));
    complete(&mut host, &one_more, &failed(&unbound("x")));
    let answer = result(&mut host, 9);
    assert!(text(&answer).contains("8 levels are held already"), "{answer}");
    assert_eq!(session(&mut host)["level"], MAX_LEVELS);
}

#[test]
fn levels_end_when_nothing_is_called_for_five_minutes() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    host.pass(HOLD_MS - 1);
    let two = held(&mut host, 2, "y");
    host.pass(HOLD_MS - 1);
    assert!(host.answers.is_empty());
    host.pass(1);
    assert_eq!(answered(&mut host), (two.id, None, None));
    complete(&mut host, &two, &failed(&unbound("y")));
    assert_eq!(answered(&mut host), (one.id, None, None));
    complete(&mut host, &one, &failed(&unbound("x")));
    assert!(host.received.is_empty(), "{:?}", host.received);
    assert_eq!(session(&mut host)["state"], "idle");
    let last = host.call("describe-last-error", &json!({"detail": "full"}));
    let problem = last["structuredContent"]["error"]["restartProblem"].as_str().unwrap();
    assert!(problem.contains("5 minutes"), "{last}");
    assert!(!text(&last).contains("invoke-restart"), "{last}");
    let answer = host.call("abort-level", &json!({}));
    assert!(text(&answer).contains("Nothing was called for 5 minutes"), "{answer}");
}

#[test]
fn held_time_is_no_time_of_the_evaluation() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    host.pass(100_000);
    let (_, two) = host.begin("1");
    host.pass(20_000);
    complete(&mut host, &two, &ok(&["1"]));
    host.received.clear();
    host.pass(100_000);
    send(&mut host, 2, "continue", &json!({}));
    answered(&mut host);
    host.pass(29_000);
    assert!(host.replaced.is_empty());
    complete(&mut host, &one, &ok(&["1"]));
    result(&mut host, 2);
}

#[test]
fn calls_are_followed_in_their_order() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    let two = evaluate(&mut host, 2, "(defun x ())");
    send(&mut host, 3, "continue", &json!({}));
    send(&mut host, 4, "abort-level", &json!({}));
    send(&mut host, 5, "evaluate-lisp", &json!({"code": "5"}));
    assert!(host.answers.is_empty() && host.commands.is_empty());
    complete(&mut host, &two, &ok(&["X"]));
    result(&mut host, 2);
    assert_eq!(answered(&mut host), (one.id, Some("1".to_owned()), None));
    complete(&mut host, &one, &ok(&["1"]));
    let received = std::mem::take(&mut host.received);
    let texts: Vec<_> = received
        .iter()
        .filter(|(_, message)| message["id"].is_u64())
        .map(|(_, message)| {
            (message["id"].as_u64().unwrap() - u64::from(OWN), text(&message["result"]).to_owned())
        })
        .collect();
    assert_eq!(texts[0], (3, "=> 1".to_owned()));
    assert!(texts[1].0 == 4 && texts[1].1.contains("Nothing is held"), "{texts:?}");
    assert_eq!(host.only_command().level, 0);
}

#[test]
fn a_client_that_goes_leaves_its_levels_to_others() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    host.close(1);
    assert!(host.interrupted.is_empty());
    host.send(2, &json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "continue", "arguments": {}}}));
    answered(&mut host);
    complete(&mut host, &one, &ok(&["1"]));
    assert_eq!(host.only_answer(2)["id"], 7);
}

#[test]
fn a_cancelled_call_ends_the_evaluation_that_it_had_go_on() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    let two = held(&mut host, 2, "y");
    send(&mut host, 3, "continue", &json!({}));
    answered(&mut host);
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": OWN + 3}}),
    );
    assert_eq!(host.interrupted, [two.id]);
    complete(&mut host, &two, &with(ok(&[]), json!({"status": "cancelled"})));
    assert!(host.received.is_empty());
    assert_eq!(session(&mut host)["level"], 1);
    send(&mut host, 4, "continue", &json!({}));
    assert_eq!(answered(&mut host).0, one.id);
}

#[test]
fn what_is_held_is_lost_with_its_lisp_and_that_is_said() {
    for reset in [false, true] {
        let mut host = Host::new();
        held(&mut host, 1, "x");
        held(&mut host, 2, "y");
        if reset {
            send(&mut host, 3, "reset-session", &json!({}));
        } else {
            host.event(&json!({"kind": "died", "reason": "it is gone"}));
        }
        host.ready();
        host.received.clear();
        assert_eq!(session(&mut host)["level"], 0);
        let answer = host.call("continue", &json!({}));
        assert!(text(&answer).contains("lost with the Lisp"), "{answer}");
        assert!(!text(&host.call("describe-last-error", &json!({}))).contains("invoke-restart"));
        assert_eq!(host.begin("1").1.level, 0);
    }
}

#[test]
fn queries_are_answered_while_it_is_held() {
    let mut host = Host::new();
    held(&mut host, 1, "x");
    send(&mut host, 2, "describe-symbol", &json!({"symbol": "car"}));
    let (_, query) = host.queries.remove(0);
    host.event(&json!({"kind": "found", "id": query.id, "texts": ["CAR"], "total": 1, "report": null}));
    assert_eq!(text(&result(&mut host, 2)), "CAR");
}

#[test]
fn a_program_that_reads_on_top_of_a_level_is_asked_as_usual() {
    let mut host = Host::new();
    held(&mut host, 1, "x");
    let two = evaluate(&mut host, 2, "(read-line)");
    host.event(&json!({"kind": "needs-input", "id": two.id, "question": 1, "prompt": "", "package": "COMMON-LISP-USER"}));
    assert_eq!(answered(&mut host), (two.id, None, None), "this client cannot be asked");
    assert_eq!(session(&mut host)["level"], 1);
}

#[test]
fn a_closed_server_or_session_answers_what_goes_on() {
    let mut host = Host::new();
    held(&mut host, 1, "x");
    send(&mut host, 2, "continue", &json!({}));
    host.close_server();
    assert!(text(&result(&mut host, 2)).contains("server was closed"));
}

#[test]
fn the_person_at_the_page_ends_the_innermost_level() {
    let mut host = Host::new();
    let one = held(&mut host, 1, "x");
    let two = held(&mut host, 2, "y");
    host.stop();
    assert_eq!(host.interrupted, [two.id]);
    complete(&mut host, &two, &with(ok(&[]), json!({"status": "cancelled"})));
    assert_eq!(session(&mut host)["level"], 1);
    send(&mut host, 3, "continue", &json!({}));
    assert_eq!(answered(&mut host).0, one.id);
}

#[test]
fn a_program_is_stepped_through() {
    let mut host = Host::new();
    send(&mut host, 1, "step", &json!({"code": "(f 1)"}));
    let command = host.only_command();
    assert!(command.hold);
    let debug = |lines: &[u32], conditions: &[&str]| {
        let conditions = conditions.iter().map(|text| (*text).to_owned()).collect();
        Some(Box::new(DebugSetting { quality: 4, all: false, lines: lines.into(), conditions }))
    };
    assert_eq!(command.debug, debug(&[], &[]));
    let held = hold(&mut host, 1, &command, 1, "X");
    assert_eq!((&held["structuredContent"]["status"], &held["isError"]), (&json!("held"), &json!(true)));
    let ways =
        [("into", "STEP-INTO"), ("over", "STEP-NEXT"), ("out", "STEP-OUT"), ("continue", "STEP-CONTINUE")];
    for (number, (how, restart)) in (2..).zip(ways) {
        send(&mut host, number, "step", &json!({"how": how}));
        assert_eq!(answered(&mut host).1.as_deref(), Some(restart));
        host.event(&asking(&command, number, &unbound("X")));
        result(&mut host, number);
    }
    let mut host = Host::new();
    let conditions = json!({"code": "(f 1)", "breakpoints": [7, 3], "conditions": ["", "(= n 1)"]});
    send(&mut host, 1, "step", &conditions);
    assert_eq!(host.only_command().debug, debug(&[7, 3], &["", "(= n 1)"]));
    for wrong in [
        json!({}),
        json!({"code": "1", "how": "into"}),
        json!({"how": "back"}),
        json!({"code": []}),
        json!({"code": "1", "breakpoints": 3}),
        json!({"code": "1", "breakpoints": [-1]}),
        json!({"code": "1", "breakpoints": vec![1; 101]}),
        json!({"code": "1", "breakpoints": [1], "conditions": [[]]}),
    ] {
        assert_eq!(host.call("step", &wrong)["isError"], json!(true), "{wrong}");
    }
}

#[test]
fn breakpoints_are_forms() {
    let code = |tool: &str, arguments: Value| {
        let mut host = Host::new();
        send(&mut host, 1, tool, &arguments);
        host.only_command().code.to_string()
    };
    assert_eq!(code("set-breakpoint", json!({"function": "f"})), "(jscl-mcp:set-breakpoint 'f\nt )");
    assert_eq!(
        code("set-breakpoint", json!({"function": "(setf f) ; yes", "line": 3, "condition": "(= n 1)"})),
        "(jscl-mcp:set-breakpoint '(setf f) ; yes\n'(= n 1)\n:line 3\n)"
    );
    assert_eq!(code("clear-breakpoint", json!({})), "(jscl-mcp:clear-breakpoint nil )");
    assert_eq!(
        code("clear-breakpoint", json!({"function": "f", "line": 2})),
        "(jscl-mcp:clear-breakpoint 'f\n:line 2\n)"
    );
    assert_eq!(code("clear-breakpoint", json!({"function": "f"})), "(jscl-mcp:clear-breakpoint 'f\n)");
    assert_eq!(code("configure-debugger", json!({"debug": 2})), "(jscl-mcp:configure-debugger 2\n)");
    for (tool, wrong) in [
        ("set-breakpoint", json!({})),
        ("set-breakpoint", json!({"function": "f", "line": -1})),
        ("clear-breakpoint", json!({"function": []})),
        ("configure-debugger", json!({"debug": 4})),
    ] {
        assert_eq!(Host::new().call(tool, &wrong)["isError"], json!(true), "{tool} {wrong}");
    }
}
