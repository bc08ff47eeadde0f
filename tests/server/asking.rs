//! Evaluations that are held at an error until their client says which restart to take.

use jscl_mcp::engine::{AnswerValues, Evaluate};
use jscl_mcp::server::{GRACE_MS, HOLD_MS, MAX_QUESTIONS, MAX_WRONG_ANSWERS, STATE_MS};
use serde_json::{Value, json};

use crate::harness::{Host, division_by_zero, evaluate_request, failed, frame, ok, text, toplevel, with};

/// The condition of `(+ x 1)` in a function.
fn unbound() -> Value {
    with(
        division_by_zero(),
        json!({
            "type": "UNBOUND-VARIABLE", "label": "UNBOUND-VARIABLE", "message": "The variable X is unbound.",
            "restarts": [
                {"name": "CONTINUE", "description": "Retry using X.", "parameters": "()"},
                {"name": "USE-VALUE", "description": "Use specified value.", "parameters": "(VALUE)"},
                {"name": "USE-VALUE", "description": "An outer one.", "parameters": "(VALUE)"},
                {"name": "7", "description": "A name that is\na number.", "parameters": null},
                {"name": "ABORT", "description": "Return to top level.", "parameters": "()"},
            ],
            "frames": [frame("F", &["1"]), toplevel()],
        }),
    )
}

pub(crate) fn meta(capabilities: &Value) -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": capabilities,
    })
}

fn arguments() -> Value {
    json!({"code": "(f 1)", "on-error": "ask", "detail": "full"})
}

fn modern_call(id: u32, more: Value) -> Value {
    let params = json!({
        "name": "evaluate-lisp", "arguments": arguments(), "_meta": meta(&json!({"elicitation": {}})),
    });
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": with(params, more)})
}

fn legacy_call(id: u32) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments()}})
}

pub(crate) fn initialize(host: &mut Host, version: &str, capabilities: Value) {
    let params = json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": {"name": "t", "version": "1"}});
    host.ask("initialize", &params);
    host.send(1, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
}

fn asking(evaluate: &Evaluate, question: u32, condition: &Value) -> Value {
    json!({"kind": "asking", "id": evaluate.id, "question": question, "condition": condition, "package": "COMMON-LISP-USER"})
}

pub(crate) fn accepting(restart: &str, values: &str) -> Value {
    json!({"action": "accept", "content": {"restart": restart, "values": values}})
}

/// A modern evaluation that is held: the command and the state to come back with.
pub(crate) fn held_modern(host: &mut Host) -> (Evaluate, String) {
    host.send(1, &modern_call(100, json!({})));
    let command = host.only_command();
    host.event(&asking(&command, 1, &unbound()));
    (command, state_of(&host.only_answer(1)))
}

pub(crate) fn state_of(answer: &Value) -> String {
    assert_eq!(answer["result"]["resultType"], "input_required", "{answer}");
    answer["result"]["requestState"].as_str().unwrap().to_owned()
}

pub(crate) fn retry(id: u32, state: &str, answer: Value) -> Value {
    modern_call(id, json!({"requestState": state, "inputResponses": {"restart": answer}}))
}

/// A legacy evaluation that is held: the command and the id of the request to the client.
pub(crate) fn held_legacy(host: &mut Host) -> (Evaluate, Value) {
    initialize(host, "2025-11-25", json!({"elicitation": {}}));
    host.send(1, &legacy_call(100));
    let command = host.only_command();
    host.event(&asking(&command, 1, &unbound()));
    (command, host.only_answer(1)["id"].take())
}

fn respond(host: &mut Host, id: &Value, answer: Value) {
    host.send(1, &json!({"jsonrpc": "2.0", "id": id, "result": answer}));
}

/// The last answer to the image: question, restart, values.
fn answered(host: &mut Host) -> (u32, Option<String>, Option<String>) {
    assert_eq!(host.answers.len(), 1, "{:?}", host.answers);
    let answer = host.answers.remove(0);
    let values = answer.values.map(|values| match values {
        AnswerValues::All(text) => text,
        AnswerValues::Each(texts) => panic!("{texts:?}"),
    });
    (answer.question, answer.restart, values)
}

fn some(restart: &str, values: &str) -> (Option<String>, Option<String>) {
    (Some(restart.to_owned()), (!values.is_empty()).then(|| values.to_owned()))
}

fn complete(host: &mut Host, command: &Evaluate, outcome: Value) {
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
}

/// The outcome of an interrupted evaluation.
fn ended() -> Value {
    failed(&with(unbound(), json!({"restartTaken": "ABORT"})))
}

fn session_state(host: &mut Host) -> Value {
    host.call("list-sessions", &json!({}))["structuredContent"]["sessions"][0]["state"].take()
}

#[test]
fn the_argument_is_checked_and_off_by_default() {
    let mut host = Host::new();
    for (on_error, expected) in
        [(json!("ask!"), "\"report\" or \"ask\""), (json!(true), "\"true\""), (json!(["ask"]), "a string")]
    {
        let result = host.call("evaluate-lisp", &json!({"code": "1", "on-error": on_error}));
        assert!(result["isError"] == true && text(&result).contains(expected), "{result}");
    }
    assert_eq!(host.begin("1").1.ask_ms, 0);
}

#[test]
fn a_modern_client_answers_and_the_program_goes_on() {
    let mut host = Host::new();
    host.send(1, &modern_call(1, json!({})));
    let command = host.only_command();
    assert!(u64::from(command.ask_ms) > HOLD_MS);
    host.event(&asking(&command, 1, &unbound()));
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], 1);
    let request = &answer["result"]["inputRequests"]["restart"];
    assert_eq!(request["method"], "elicitation/create");
    insta::assert_snapshot!(request["params"]["message"].as_str().unwrap());
    assert_eq!(
        request["params"]["requestedSchema"]["properties"]["restart"]["oneOf"],
        json!([
            {"const": "CONTINUE", "title": "1: [CONTINUE] Retry using X."},
            {"const": "USE-VALUE", "title": "2: [USE-VALUE] Use specified value."},
            {"const": "3", "title": "3: [USE-VALUE] An outer one."},
            {"const": "4", "title": "4: [7] A name that is a number."},
            {"const": "ABORT", "title": "5: [ABORT] Return to top level."},
        ])
    );
    host.send(1, &retry(2, &state_of(&answer), accepting("USE-VALUE", "42")));
    let (question, restart, values) = answered(&mut host);
    assert_eq!((question, (restart, values)), (1, some("USE-VALUE", "42")));
    complete(&mut host, &command, ok(&["43"]));
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], text(&answer["result"])), (&json!(2), "=> 43"));
    assert_eq!(answer["result"]["resultType"], "complete");
}

#[test]
fn a_legacy_client_answers_and_the_program_goes_on() {
    for (version, title) in [("2025-06-18", "enumNames"), ("2025-11-25", "oneOf")] {
        let mut host = Host::new();
        initialize(&mut host, version, json!({"elicitation": {}}));
        host.send(1, &legacy_call(100));
        let command = host.only_command();
        host.event(&asking(&command, 1, &unbound()));
        let request = host.only_answer(1);
        assert_eq!((&request["jsonrpc"], &request["method"]), (&json!("2.0"), &json!("elicitation/create")));
        assert!(request["params"]["requestedSchema"]["properties"]["restart"][title].is_array(), "{request}");
        respond(&mut host, &request["id"], accepting("CONTINUE", ""));
        let (question, restart, values) = answered(&mut host);
        assert_eq!((question, (restart, values)), (1, some("CONTINUE", "")));
        complete(&mut host, &command, ok(&["43"]));
        let answer = host.only_answer(1);
        assert_eq!((&answer["id"], text(&answer["result"])), (&json!(100), "=> 43"));
    }
}

#[test]
fn several_errors_ask_several_times() {
    let mut host = Host::new();
    let (command, first) = held_modern(&mut host);
    host.send(1, &retry(101, &first, accepting("CONTINUE", "")));
    answered(&mut host);
    host.event(&asking(&command, 2, &unbound()));
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], 101);
    let second = state_of(&answer);
    assert_ne!(first, second);
    host.send(1, &retry(102, &first, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602, "an answer to the question before");
    assert!(host.answers.is_empty());
    host.send(1, &retry(103, &second, accepting("2", "1 2")));
    let (question, restart, values) = answered(&mut host);
    assert_eq!((question, (restart, values)), (2, some("2", "1 2")));
    complete(&mut host, &command, ok(&[]));
    assert_eq!(host.only_answer(1)["id"], 103);
}

#[test]
fn the_report_says_which_restarts_were_taken() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    host.send(1, &retry(101, &state, accepting("USE-VALUE", "42")));
    let taken = json!([{"restart": "USE-VALUE", "condition": "UNBOUND-VARIABLE", "message": "The variable X is unbound."}]);
    complete(&mut host, &command, with(ok(&["43"]), json!({"restartsTaken": taken})));
    let answer = host.only_answer(1);
    assert_eq!(
        text(&answer["result"]),
        "[restarts]\nUSE-VALUE taken for UNBOUND-VARIABLE: The variable X is unbound.\n\n=> 43"
    );
}

#[test]
fn declining_and_dismissing_end_the_evaluation_with_the_report() {
    for (action, note) in
        [("decline", "The client declined to choose a restart."), ("cancel", "The client chose no restart.")]
    {
        let mut host = Host::new();
        let (command, state) = held_modern(&mut host);
        host.send(1, &retry(101, &state, json!({"action": action})));
        assert_eq!(answered(&mut host), (1, None, None));
        complete(&mut host, &command, ended());
        let result = host.only_answer(1)["result"].take();
        assert!(text(&result).contains(note), "{result}");
        assert_eq!(result["structuredContent"]["status"], "error");
        assert_eq!(result["structuredContent"]["error"]["restartTaken"], "ABORT");
        assert_eq!(result["structuredContent"]["error"]["restartProblem"], note);

        let mut host = Host::new();
        let (_, id) = held_legacy(&mut host);
        respond(&mut host, &id, json!({"action": action}));
        assert_eq!(answered(&mut host), (1, None, None));
    }
}

#[test]
fn a_client_that_fails_to_ask_ends_the_evaluation() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    host.send(1, &json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32603, "message": "no dialog"}}));
    assert_eq!(answered(&mut host), (1, None, None));
    complete(&mut host, &command, ended());
    assert!(text(&host.only_answer(1)["result"]).contains("The client could not ask."));
}

#[test]
fn a_client_that_cannot_be_asked_gets_the_report_and_why() {
    let mut host = Host::new();
    let no_form = json!({"elicitation": {"url": {}}});
    for capabilities in [json!({}), no_form] {
        host.send(1, &modern_call(1, json!({"_meta": meta(&capabilities)})));
        let command = host.only_command();
        assert_eq!(command.ask_ms, 0);
        complete(&mut host, &command, failed(&unbound()));
        let result = host.only_answer(1)["result"].take();
        assert!(
            text(&result)
                .contains("[restarts]\nNobody was asked which restart to take: the client did not declare")
        );
        host.send(1, &modern_call(1, json!({"_meta": meta(&capabilities)})));
        let command = host.only_command();
        complete(&mut host, &command, failed(&division_by_zero()));
        let result = host.only_answer(1)["result"].take();
        assert!(!text(&result).contains("asked"), "there was nothing to choose from");
    }
    for version in ["2024-11-05", "2025-03-26"] {
        let mut host = Host::new();
        initialize(&mut host, version, json!({"elicitation": {}}));
        host.send(1, &legacy_call(100));
        assert_eq!(host.only_command().ask_ms, 0);
    }
}

#[test]
fn an_answer_that_cannot_be_followed_asks_again_with_the_problem() {
    let mut host = Host::new();
    let (command, mut state) = held_modern(&mut host);
    let problem = "NO-SUCH not taken for UNBOUND-VARIABLE: no such restart is active.";
    for question in 1..MAX_WRONG_ANSWERS {
        host.send(1, &retry(200 + question, &state, accepting("NO-SUCH", "")));
        answered(&mut host);
        host.event(&asking(&command, question + 1, &with(unbound(), json!({"restartProblem": problem}))));
        let answer = host.only_answer(1);
        let message = answer["result"]["inputRequests"]["restart"]["params"]["message"].as_str().unwrap();
        assert!(message.starts_with(problem), "{message}");
        state = state_of(&answer);
    }
    host.send(1, &retry(300, &state, accepting("NO-SUCH", "")));
    answered(&mut host);
    host.event(&asking(&command, 9, &with(unbound(), json!({"restartProblem": problem}))));
    assert_eq!(answered(&mut host), (9, None, None));
    complete(&mut host, &command, ended());
    assert!(text(&host.only_answer(1)["result"]).contains("5 answers in a row could not be followed."));
}

#[test]
fn an_answer_that_makes_no_sense_asks_again() {
    let mut host = Host::new();
    let (command, mut state) = held_modern(&mut host);
    let answers = [
        json!({"requestState": state}),
        json!({"requestState": state, "inputResponses": {}}),
        json!({"requestState": state, "inputResponses": {"other": {"action": "accept"}}}),
        json!({"requestState": state, "inputResponses": {"restart": {"action": "perhaps"}}}),
    ];
    for (id, answer) in (200..).zip(answers) {
        host.send(1, &modern_call(id, answer));
        let asked = host.only_answer(1);
        let message = asked["result"]["inputRequests"]["restart"]["params"]["message"].as_str().unwrap();
        assert!(message.starts_with("The answer"), "{message}");
        state = state_of(&asked);
    }
    assert!(host.answers.is_empty());
    host.send(1, &retry(300, &state, accepting("CONTINUE", "")));
    answered(&mut host);
    complete(&mut host, &command, ok(&[]));
    assert_eq!(host.only_answer(1)["id"], 300);

    let mut host = Host::new();
    let (_, id) = held_legacy(&mut host);
    respond(&mut host, &id, json!({"action": "accept", "content": {"restart": []}}));
    let again = host.only_answer(1);
    assert_eq!(again["method"], "elicitation/create");
    assert_ne!(again["id"], id);
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty(), "an answer to the question before");
    respond(&mut host, &again["id"], accepting("CONTINUE", ""));
    answered(&mut host);
}

#[test]
fn a_program_that_asks_for_ever_is_ended() {
    let mut host = Host::new();
    let (command, mut state) = held_modern(&mut host);
    for question in 2..=MAX_QUESTIONS {
        host.send(1, &retry(200 + question, &state, accepting("CONTINUE", "")));
        answered(&mut host);
        host.event(&asking(&command, question, &unbound()));
        state = state_of(&host.only_answer(1));
    }
    host.send(1, &retry(999, &state, accepting("CONTINUE", "")));
    answered(&mut host);
    host.event(&asking(&command, 101, &unbound()));
    assert_eq!(answered(&mut host), (101, None, None));
}

#[test]
fn states_are_refused_that_were_not_made_for_this() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    let code = |host: &mut Host, message: Value| {
        host.send(1, &message);
        let answer = host.only_answer(1);
        assert!(answer["error"]["message"].as_str().unwrap().contains("requestState"), "{answer}");
        answer["error"]["code"].as_i64().unwrap()
    };
    let answer = accepting("USE-VALUE", "42");
    let foreign = retry(200, &Host::foreign_state(), answer.clone());
    assert_eq!(code(&mut host, foreign), -32602);
    for changed in ["", "x", "held 1 1", &format!("{state} "), &state.replace("held 1 1", "held 1 2")] {
        assert_eq!(code(&mut host, retry(201, changed, answer.clone())), -32602, "{changed}");
    }
    let other = json!({"arguments": {"code": "(g 1)", "on-error": "ask"}, "requestState": state});
    assert_eq!(code(&mut host, modern_call(202, other)), -32602);
    assert_eq!(
        code(&mut host, modern_call(203, json!({"name": "list-sessions", "requestState": state}))),
        -32602
    );
    assert!(host.answers.is_empty());
    // The refused answers have not harmed the evaluation.
    host.send(1, &retry(204, &state, answer.clone()));
    answered(&mut host);
    // A second answer to the same question has no effect, before and after the evaluation ends.
    assert_eq!(code(&mut host, retry(205, &state, answer.clone())), -32602);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], 204);
    assert_eq!(code(&mut host, retry(206, &state, answer.clone())), -32602);
    host.pass(STATE_MS);
    assert_eq!(code(&mut host, retry(207, &state, answer)), -32602);
    assert!(host.answers.is_empty());
}

#[test]
fn another_connection_may_bring_the_answer() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    host.close(1);
    assert!(host.interrupted.is_empty(), "a modern request has ended with its question");
    host.send(2, &retry(1, &state, accepting("CONTINUE", "")));
    answered(&mut host);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(text(&host.only_answer(2)["result"]), "=> 1");
}

#[test]
fn no_answer_in_time_ends_the_evaluation() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    host.pass(HOLD_MS - 1);
    assert!(host.answers.is_empty() && host.replaced.is_empty());
    host.pass(1);
    assert_eq!(answered(&mut host), (1, None, None));
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    let error = host.only_answer(1)["error"].take();
    assert!(error["code"] == -32602 && error["message"].as_str().unwrap().contains("5 minutes"), "{error}");
    complete(&mut host, &command, ended());
    assert!(host.received.is_empty(), "nobody waits");
    assert!(text(&host.call("describe-last-error", &json!({}))).starts_with("Error: UNBOUND-VARIABLE"));
    assert_eq!(session_state(&mut host), "idle");

    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    host.pass(HOLD_MS);
    let withdrawn = host.only_answer(1);
    assert_eq!(
        (&withdrawn["method"], &withdrawn["params"]["requestId"]),
        (&json!("notifications/cancelled"), &id)
    );
    assert_eq!(answered(&mut host), (1, None, None));
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty(), "too late");
    complete(&mut host, &command, ended());
    assert!(text(&host.only_answer(1)["result"]).contains("No answer came within 5 minutes."));
}

#[test]
fn the_watchdog_waits_for_the_answer() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    let limit = u64::from(command.deadline_ms);
    host.pass(limit * 3);
    assert!(host.replaced.is_empty());
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    host.pass(limit + GRACE_MS - 1);
    assert!(host.replaced.is_empty());
    host.pass(1);
    assert_eq!(host.replaced.len(), 1, "from the answer on it has the rest of its time");
}

#[test]
fn an_image_that_does_not_go_on_is_replaced() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    respond(&mut host, &id, json!({"action": "cancel"}));
    host.pass(u64::from(command.deadline_ms) + GRACE_MS);
    assert_eq!(host.replaced.len(), 1);
    assert_eq!(host.only_answer(1)["id"], 100);
}

#[test]
fn cancelling_ends_what_is_held_at_once() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 100}}),
    );
    assert_eq!(host.interrupted, [command.id]);
    let withdrawn = host.only_answer(1);
    assert_eq!(
        (&withdrawn["method"], &withdrawn["params"]["requestId"]),
        (&json!("notifications/cancelled"), &id)
    );
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty());
    complete(&mut host, &command, with(ok(&[]), json!({"status": "cancelled"})));
    assert!(host.received.is_empty());
    // The id is free again.
    host.send(1, &legacy_call(100));
    host.only_command();
}

#[test]
fn a_legacy_client_that_goes_ends_what_it_holds() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    host.close(1);
    assert_eq!(host.interrupted, [command.id]);
    host.send(2, &json!({"jsonrpc": "2.0", "id": id, "result": accepting("CONTINUE", "")}));
    assert!(host.answers.is_empty(), "another client's answer");
    complete(&mut host, &command, with(ok(&[]), json!({"status": "cancelled"})));
    assert!(host.received.is_empty());
}

#[test]
fn only_the_client_that_was_asked_can_answer() {
    let mut host = Host::new();
    let (_, id) = held_legacy(&mut host);
    host.send(2, &json!({"jsonrpc": "2.0", "id": id, "result": accepting("CONTINUE", "")}));
    assert!(host.answers.is_empty());
    for garbage in [
        json!({}),
        json!({"jsonrpc": "2.0", "id": "ask-99", "result": {}}),
        json!({"jsonrpc": "2.0", "result": {}}),
    ] {
        host.send(1, &garbage);
    }
    assert!(host.answers.is_empty());
    respond(&mut host, &id, accepting("CONTINUE", ""));
    answered(&mut host);
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty(), "a second answer");
}

#[test]
fn while_held_the_session_says_so() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    assert_eq!(session_state(&mut host), "held");
    let description = host.call("describe-last-error", &json!({}));
    assert!(text(&description).contains("2. USE-VALUE - Use specified value"), "{description}");
    assert!(text(&host.call("get-backtrace", &json!({}))).contains("0: (F 1)"));
    for tool in ["invoke-restart", "continue", "abort-level"] {
        let arguments = if tool == "invoke-restart" { json!({"restart": 1}) } else { json!({}) };
        let refused = host.call(tool, &arguments);
        assert!(
            refused["isError"] == true && text(&refused).contains("held at an error, UNBOUND-VARIABLE,"),
            "{refused}"
        );
    }
    assert!(host.call("configure-limits", &json!({"timeout": 5}))["isError"] == false);
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(session_state(&mut host), "busy");
    complete(&mut host, &command, ok(&["1"]));
    host.only_answer(1);
    assert!(text(&host.call("describe-last-error", &json!({}))).starts_with("No error information"));
}

#[test]
fn what_waited_already_goes_on_waiting() {
    let mut host = Host::new();
    host.send(1, &modern_call(100, json!({})));
    let command = host.only_command();
    host.send(2, &legacy_call(1));
    host.event(&asking(&command, 1, &unbound()));
    let state = state_of(&host.only_answer(1));
    host.send(1, &retry(200, &state, json!({"action": "cancel"})));
    complete(&mut host, &command, ended());
    host.only_answer(1);
    let next = host.only_command();
    complete(&mut host, &next, ok(&["2"]));
    assert_eq!(text(&host.only_answer(2)["result"]), "=> 2");
}

fn definition(name: &str) -> Value {
    json!({"code": format!("(defun {name} ())"), "package": "CL-USER", "names": [format!("FUNCTION {}", name.to_uppercase())], "position": null})
}

fn journal(host: &mut Host) -> String {
    let read = host.ask("resources/read", &json!({"uri": "lisp://session/main/journal"}));
    read["result"]["contents"][0]["text"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_evaluated_while_a_client_is_asked_runs_on_top() {
    let mut host = Host::new();
    host.send(1, &modern_call(100, json!({})));
    let command = host.only_command();
    let question = with(asking(&command, 1, &unbound()), json!({"definitions": [definition("early")]}));
    host.event(&question);
    let state = state_of(&host.only_answer(1));
    let (id, above) = host.begin("(defun meanwhile ())");
    assert_eq!((above.level, above.ask_ms), (1, 0));
    assert_eq!(session_state(&mut host), "busy");
    complete(&mut host, &above, with(ok(&["MEANWHILE"]), json!({"definitions": [definition("meanwhile")]})));
    assert_eq!(host.only_answer(1)["id"], id);
    assert_eq!(session_state(&mut host), "held");
    let last = host.call("describe-last-error", &json!({}));
    assert!(text(&last).contains("The variable X is unbound."), "still that of the question: {last}");
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(answered(&mut host), (1, Some("CONTINUE".to_owned()), None));
    complete(&mut host, &command, with(ok(&["1"]), json!({"definitions": [definition("late")]})));
    assert_eq!(text(&host.only_answer(1)["result"]), "=> 1");
    let journal = journal(&mut host);
    let places = ["early", "meanwhile", "late"].map(|name| journal.find(&format!("(defun {name} ")).unwrap());
    assert!(places.is_sorted(), "in the order in which they were made: {journal}");
}

#[test]
fn an_answer_waits_for_what_runs_on_top_and_for_no_more() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    let (first_id, first) = host.begin("(first)");
    host.send(1, &evaluate_request(&json!(901), "(second)"));
    respond(&mut host, &id, accepting("USE-VALUE", "7"));
    // What comes after the answer runs when the evaluation that was asked about has ended.
    host.send(1, &evaluate_request(&json!(902), "(third)"));
    assert!(host.answers.is_empty() && host.commands.is_empty());
    complete(&mut host, &first, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], first_id);
    let second = host.only_command();
    assert!(host.answers.is_empty() && second.level == 1);
    complete(&mut host, &second, ok(&["2"]));
    assert_eq!(host.only_answer(1)["id"], 901);
    let (restart, values) = some("USE-VALUE", "7");
    assert_eq!(answered(&mut host), (1, restart, values));
    assert!(host.commands.is_empty());
    complete(&mut host, &command, ok(&["0"]));
    assert_eq!(host.only_answer(1)["id"], 100);
    assert_eq!(host.only_command().level, 0);
}

#[test]
fn an_answer_that_makes_no_sense_asks_again_when_nothing_runs_on_top() {
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    let (_, above) = host.begin("(f)");
    host.send(1, &retry(200, &state, json!({"action": "accept", "content": {"restart": []}})));
    assert!(host.received.is_empty());
    host.send(1, &retry(201, &state, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602, "a state is worth one answer");
    complete(&mut host, &above, ok(&["1"]));
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!((&messages[0]["id"], &messages[1]["id"]), (&json!(1), &json!(200)));
    let state = state_of(&messages[1]);
    host.send(1, &retry(202, &state, accepting("CONTINUE", "")));
    answered(&mut host);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], 202);
}

#[test]
fn nothing_is_held_on_top_of_a_question() {
    for on_error in ["hold", "ask"] {
        let mut host = Host::new();
        held_legacy(&mut host);
        let arguments = json!({"code": "(g)", "on-error": on_error});
        host.send(1, &json!({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
        let above = host.only_command();
        assert_eq!((above.ask_ms, above.input.ask_ms), (0, 0));
        assert!(above.input.end.contains("waits for its client"), "{}", above.input.end);
        assert!(!above.hold, "the image is to hold nothing that it cannot");
        complete(&mut host, &above, failed(&unbound()));
        let answer = host.only_answer(1);
        assert!(text(&answer["result"]).contains("while the evaluation below waits"), "{answer}");
        assert_eq!(session_state(&mut host), "held");
    }
}

#[test]
fn a_request_that_is_cancelled_while_something_runs_on_top_ends_after_it() {
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    let (above_id, above) = host.begin("(f)");
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 100}}),
    );
    assert_eq!(host.only_answer(1)["params"]["requestId"], id);
    assert!(host.interrupted.is_empty(), "what runs on top is another client's business");
    complete(&mut host, &above, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], above_id);
    assert_eq!(host.interrupted, [command.id]);
    complete(&mut host, &command, with(ok(&[]), json!({"status": "cancelled"})));
    assert!(host.received.is_empty());
    assert_eq!(host.begin("1").1.level, 0);
}

#[test]
fn what_leaves_for_a_question_below_says_so_and_the_question_is_withdrawn() {
    let left = || with(ok(&[]), json!({"status": "left"}));
    let mut host = Host::new();
    let (command, id) = held_legacy(&mut host);
    let (above_id, above) = host.begin("(invoke-restart 'continue)");
    complete(&mut host, &above, left());
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id, "withdrawn");
    assert_eq!(messages[1]["id"], above_id);
    assert!(text(&messages[1]["result"]).contains("[ERROR] LEFT"), "{}", messages[1]);
    assert_eq!(session_state(&mut host), "busy");
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty());
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], 100);

    // Where its client carries the question, nobody else waits for what goes on.
    let mut host = Host::new();
    let (command, state) = held_modern(&mut host);
    let (above_id, above) = host.begin("(invoke-restart 'continue)");
    complete(&mut host, &above, left());
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], above_id);
}

#[test]
fn a_lisp_that_is_lost_on_top_of_a_question_answers_both() {
    let mut host = Host::new();
    let (_, id) = held_legacy(&mut host);
    let (above_id, _) = host.begin("(f)");
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id);
    assert_eq!((&messages[1]["id"], &messages[2]["id"]), (&json!(100), &above_id));
    for message in &messages[1..] {
        assert!(text(&message["result"]).contains("out of memory"), "{message}");
    }
    host.ready();
    assert_eq!(host.begin("1").1.level, 0);
}

#[test]
fn a_question_is_open_for_five_minutes_whatever_runs_on_top() {
    let mut host = Host::new();
    let (_, state) = held_modern(&mut host);
    host.pass(HOLD_MS - 1000);
    let (_, above) = host.begin("1");
    complete(&mut host, &above, ok(&["1"]));
    host.only_answer(1);
    host.pass(1000);
    assert_eq!(answered(&mut host), (1, None, None));
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);
}

#[test]
fn a_reset_ends_what_is_held() {
    let mut host = Host::new();
    let (_, state) = held_modern(&mut host);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    assert_eq!(host.replaced.len(), 1);
    host.ready();
    assert_eq!(host.only_answer(1)["id"], 5);
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);

    let mut host = Host::new();
    let (_, id) = held_legacy(&mut host);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id);
    assert_eq!(messages[1]["id"], 100);
    assert!(text(&messages[1]["result"]).contains("SESSION-LOST"));
}

#[test]
fn closing_the_session_ends_what_is_held() {
    let mut host = Host::new();
    initialize(&mut host, "2025-11-25", json!({"elicitation": {}}));
    host.call("create-session", &json!({"session": "a"}));
    let image = host.started[0];
    host.ready_of(image);
    let arguments = with(arguments(), json!({"session": "a"}));
    host.send(1, &json!({"jsonrpc": "2.0", "id": 100, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}}));
    let (_, command) = host.others.remove(0);
    host.event_of(image, &asking(&command, 1, &unbound()));
    let id = host.only_answer(1)["id"].take();
    host.send(1, &json!({"jsonrpc": "2.0", "id": 101, "method": "tools/call", "params": {"name": "close-session", "arguments": {"session": "a"}}}));
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id);
    assert!(text(&messages[1]["result"]).contains("SESSION-CLOSED"));
    assert_eq!(messages[2]["id"], 101);
    respond(&mut host, &id, accepting("CONTINUE", ""));
    assert!(host.answers.is_empty() && host.received.is_empty());
}

#[test]
fn an_image_that_dies_while_it_holds_is_replaced() {
    let mut host = Host::new();
    let (_, id) = held_legacy(&mut host);
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    assert_eq!(host.replaced.len(), 1);
    let messages: Vec<Value> = host.received.drain(..).map(|(_, message)| message).collect();
    assert_eq!(messages[0]["params"]["requestId"], id);
    assert!(text(&messages[1]["result"]).contains("out of memory"));

    let mut host = Host::new();
    let (_, state) = held_modern(&mut host);
    host.event(&json!({"kind": "died", "reason": "out of memory"}));
    assert!(host.received.is_empty());
    host.send(1, &retry(200, &state, accepting("CONTINUE", "")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);
}

#[test]
fn questions_of_nobody_are_not_asked() {
    let mut host = Host::new();
    let (_, command) = host.begin("x");
    host.event(&asking(&Evaluate { id: 77, ..command.clone() }, 1, &unbound()));
    assert!(host.received.is_empty());
    // An evaluation without `on-error: "ask"` is ended when its image asks all the same.
    host.event(&asking(&command, 1, &unbound()));
    assert_eq!(answered(&mut host), (1, None, None));
}
