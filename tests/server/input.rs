//! Evaluations that read: from the text that came with them, or what their client is asked for meanwhile.

use jscl_mcp::engine::Evaluate;
use jscl_mcp::server::{GRACE_MS, HOLD_MS, MAX_INPUTS};
use serde_json::{Value, json};

use crate::asking::{initialize, meta, state_of};
use crate::harness::{Host, division_by_zero, failed, ok, text, with};

fn modern_call(id: u32, more: Value) -> Value {
    let params = json!({
        "name": "evaluate-lisp", "arguments": {"code": "(read-line)"}, "_meta": meta(&json!({"elicitation": {}})),
    });
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": with(params, more)})
}

fn legacy_call(arguments: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": 100, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": arguments}})
}

fn needs(evaluate: &Evaluate, question: u32, prompt: &str) -> Value {
    json!({"kind": "needs-input", "id": evaluate.id, "question": question, "prompt": prompt, "package": "COMMON-LISP-USER"})
}

fn typing(line: &str) -> Value {
    json!({"action": "accept", "content": {"input": line}})
}

fn retry(id: u32, state: &str, answer: Value) -> Value {
    modern_call(id, json!({"requestState": state, "inputResponses": {"input": answer}}))
}

/// A modern evaluation that reads: the command and the state to come back with.
fn reading_modern(host: &mut Host) -> (Evaluate, String) {
    host.send(1, &modern_call(100, json!({})));
    let command = host.only_command();
    host.event(&needs(&command, 1, "Your name?"));
    (command, state_of(&host.only_answer(1)))
}

/// A legacy evaluation that reads: the command and the request to the client.
fn reading_legacy(host: &mut Host, version: &str) -> (Evaluate, Value) {
    initialize(host, version, json!({"elicitation": {}}));
    host.send(1, &legacy_call(json!({"code": "(read-line)"})));
    let command = host.only_command();
    host.event(&needs(&command, 1, "Your name?"));
    (command, host.only_answer(1))
}

fn respond(host: &mut Host, id: &Value, answer: Value) {
    host.send(1, &json!({"jsonrpc": "2.0", "id": id, "result": answer}));
}

/// The last answer to the image: the question, the input, and why there is none.
fn answered(host: &mut Host) -> (u32, Option<String>, Option<String>) {
    assert_eq!(host.answers.len(), 1, "{:?}", host.answers);
    let answer = host.answers.remove(0);
    assert_eq!((answer.restart, answer.values), (None, None));
    (answer.question, answer.input.map(|input| input.to_string()), answer.reason)
}

/// What was typed is a line.
fn line(question: u32, line: &str) -> (u32, Option<String>, Option<String>) {
    (question, Some(format!("{line}\n")), None)
}

fn end(question: u32, reason: &str) -> (u32, Option<String>, Option<String>) {
    (question, None, Some(reason.to_owned()))
}

fn complete(host: &mut Host, command: &Evaluate, outcome: Value) {
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
}

#[test]
fn what_is_given_is_read_and_nobody_asked() {
    let mut host = Host::new();
    let params = json!({"arguments": {"code": "(read-line)", "stdin": "a\nb"}});
    host.send(1, &modern_call(900, params));
    let input = host.only_command().input;
    assert_eq!((input.text.map(|text| text.to_string()).as_deref(), input.ask_ms), (Some("a\nb"), 0));
    assert_eq!(input.end, "What stdin gave is used up.");
    let wrong = host.call("evaluate-lisp", &json!({"code": "1", "stdin": ["a"]}));
    assert!(wrong["isError"] == true && text(&wrong).contains("\"stdin\""), "{wrong}");
}

#[test]
fn a_modern_client_is_asked_for_each_line() {
    let mut host = Host::new();
    host.send(1, &modern_call(1, json!({})));
    let command = host.only_command();
    assert!(u64::from(command.input.ask_ms) > HOLD_MS && command.ask_ms == 0);
    host.event(&needs(&command, 1, "Your name?"));
    let answer = host.only_answer(1);
    assert_eq!(
        answer["result"]["inputRequests"],
        json!({"input": {"method": "elicitation/create", "params": {
            "message": "The program in session main waits for input.\n\nYour name?",
            "requestedSchema": {"type": "object", "properties": {"input": {
                "type": "string", "title": "Your name?",
                "description": "A line of text, as READ-LINE, READ or Y-OR-N-P get it.",
            }}},
        }}})
    );
    host.send(1, &retry(2, &state_of(&answer), typing("Ada")));
    assert_eq!(answered(&mut host), line(1, "Ada"));
    host.event(&needs(&command, 2, ""));
    let again = host.only_answer(1);
    assert_eq!(
        again["result"]["inputRequests"]["input"]["params"]["message"],
        "The program in session main waits for input."
    );
    host.send(1, &retry(3, &state_of(&again), json!({"action": "accept", "content": {"input": ["x"]}})));
    let wrong = host.only_answer(1);
    let message = wrong["result"]["inputRequests"]["input"]["params"]["message"].as_str().unwrap();
    assert!(message.starts_with("The answer's \"input\" must be text"), "{message}");
    host.send(1, &retry(4, &state_of(&wrong), typing("")));
    assert_eq!(answered(&mut host), line(2, ""));
    complete(&mut host, &command, ok(&["\"\""]));
    assert_eq!(host.only_answer(1)["id"], 4);
}

#[test]
fn a_legacy_client_is_asked_for_each_line() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut host = Host::new();
        let (command, request) = reading_legacy(&mut host, version);
        assert_eq!(request["method"], "elicitation/create");
        assert_eq!(request["params"]["requestedSchema"]["properties"]["input"]["title"], "Your name?");
        respond(&mut host, &request["id"], typing("Ada"));
        assert_eq!(answered(&mut host), line(1, "Ada"));
        complete(&mut host, &command, ok(&["\"Ada\""]));
        assert_eq!(host.only_answer(1)["id"], 100);
    }
}

#[test]
fn who_gives_none_ends_the_input_and_not_the_evaluation() {
    for (action, reason) in
        [("decline", "The client declined to give input."), ("cancel", "The client gave no input.")]
    {
        let mut host = Host::new();
        let (command, state) = reading_modern(&mut host);
        host.send(1, &retry(101, &state, json!({"action": action})));
        assert_eq!(answered(&mut host), end(1, reason));
        let eof = with(
            division_by_zero(),
            json!({"type": "END-OF-FILE", "label": "END-OF-FILE", "restarts": [
                {"name": "MINE", "description": "x", "parameters": "()"},
                {"name": "ABORT", "description": "Return to top level.", "parameters": "()"},
            ]}),
        );
        complete(&mut host, &command, failed(&eof));
        let result = host.only_answer(1)["result"].take();
        assert!(!text(&result).contains(reason), "the condition says so itself: {result}");
    }
    let mut host = Host::new();
    let (_, request) = reading_legacy(&mut host, "2025-11-25");
    let failure = json!({"code": -32603, "message": "no dialog"});
    host.send(1, &json!({"jsonrpc": "2.0", "id": request["id"], "error": failure}));
    assert_eq!(answered(&mut host), end(1, "The client could not ask."));
}

#[test]
fn where_nobody_can_be_asked_the_end_says_why() {
    let input = |host: &mut Host| {
        let input = host.only_command().input;
        assert_eq!((input.text, input.ask_ms), (None, 0));
        input.end
    };
    let mut host = Host::new();
    host.send(1, &modern_call(1, json!({"_meta": meta(&json!({}))})));
    assert!(input(&mut host).contains("as its argument stdin, and asks clients that have the capability"));
    // An image that asks all the same is answered.
    let mut host = Host::new();
    let (_, command) = host.begin("(read-line)");
    host.event(&needs(&command, 1, ""));
    assert!(answered(&mut host).2.unwrap().contains("There is no input"));
    let mut host = Host::new();
    host.send(
        1,
        &modern_call(1, json!({"name": "inspect-value", "arguments": {"expression": "(read-line)"}})),
    );
    assert_eq!(host.only_command().input.ask_ms, 0, "what only looks asks nobody");
}

#[test]
fn a_session_that_reads_says_so_and_takes_evaluations_alone() {
    let mut host = Host::new();
    let (command, state) = reading_modern(&mut host);
    let sessions = host.call("list-sessions", &json!({}));
    assert_eq!(sessions["structuredContent"]["sessions"][0]["state"], "reading");
    assert!(
        text(&sessions).contains("main: waits for input from a client, level 1, 0 waiting"),
        "{sessions}"
    );
    let refused = host.call("abort-level", &json!({}));
    assert!(
        text(&refused).contains("Session main waits for input until a client has given some"),
        "{refused}"
    );
    let (id, above) = host.begin("(f)");
    assert_eq!((above.level, above.ask_ms, above.input.ask_ms), (1, 0, 0));
    host.send(1, &retry(101, &state, typing("Ada")));
    assert!(host.answers.is_empty(), "the answer waits for what runs on top");
    complete(&mut host, &above, ok(&["2"]));
    assert_eq!(host.only_answer(1)["id"], id);
    answered(&mut host);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], 101);
}

#[test]
fn what_a_program_that_reads_has_defined_comes_before_what_is_defined_on_top() {
    let mut host = Host::new();
    host.send(1, &modern_call(100, json!({})));
    let command = host.only_command();
    let define = |name: &str| json!({"code": format!("(defun {name} ())"), "package": "CL-USER", "names": [format!("FUNCTION {name}")], "position": null});
    host.event(&with(needs(&command, 1, ""), json!({"definitions": [define("early")]})));
    let state = state_of(&host.only_answer(1));
    let (_, above) = host.begin("(defun meanwhile ())");
    complete(&mut host, &above, with(ok(&["MEANWHILE"]), json!({"definitions": [define("meanwhile")]})));
    host.only_answer(1);
    host.send(1, &retry(101, &state, typing("Ada")));
    answered(&mut host);
    complete(&mut host, &command, with(ok(&["1"]), json!({"definitions": [define("late")]})));
    host.only_answer(1);
    let read = host.ask("resources/read", &json!({"uri": "lisp://session/main/journal"}));
    let journal = read["result"]["contents"][0]["text"].as_str().unwrap();
    let places = ["early", "meanwhile", "late"].map(|name| journal.find(&format!("(defun {name} ")).unwrap());
    assert!(places.is_sorted(), "in the order in which they were made: {journal}");
}

#[test]
fn what_leaves_for_a_program_that_reads_withdraws_its_question() {
    let mut host = Host::new();
    let (command, state) = reading_modern(&mut host);
    let (id, above) = host.begin("(throw 'out 1)");
    complete(&mut host, &above, with(ok(&[]), json!({"status": "left"})));
    host.send(1, &retry(101, &state, typing("Ada")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);
    complete(&mut host, &command, ok(&["1"]));
    assert_eq!(host.only_answer(1)["id"], id);
}

#[test]
fn the_wait_ends_and_is_not_the_programs_time() {
    let mut host = Host::new();
    let (command, state) = reading_modern(&mut host);
    host.pass(HOLD_MS - 1);
    assert!(host.answers.is_empty() && host.replaced.is_empty());
    host.pass(1);
    assert_eq!(answered(&mut host), end(1, "No answer came within 5 minutes."));
    host.send(1, &retry(101, &state, typing("late")));
    assert_eq!(host.only_answer(1)["error"]["code"], -32602);
    host.pass(u64::from(command.deadline_ms) + GRACE_MS - 1);
    assert!(host.replaced.is_empty());
    host.pass(1);
    assert_eq!(host.replaced.len(), 1, "from then on it has its time");
}

#[test]
fn cancelling_ends_an_evaluation_that_reads() {
    let mut host = Host::new();
    let (command, request) = reading_legacy(&mut host, "2025-11-25");
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 100}}),
    );
    assert_eq!(host.interrupted, [command.id]);
    let withdrawn = host.only_answer(1);
    assert_eq!(withdrawn["params"]["requestId"], request["id"]);
    respond(&mut host, &request["id"], typing("late"));
    assert!(host.answers.is_empty());
}

#[test]
fn restarts_and_input_are_asked_for_in_one_evaluation() {
    let mut host = Host::new();
    initialize(&mut host, "2025-11-25", json!({"elicitation": {}}));
    host.send(1, &legacy_call(json!({"code": "(list (read) x)", "on-error": "ask"})));
    let command = host.only_command();
    assert!(command.ask_ms > 0 && command.input.ask_ms > 0);
    host.event(&needs(&command, 1, ""));
    let request = host.only_answer(1);
    respond(&mut host, &request["id"], typing("1"));
    assert_eq!(answered(&mut host), line(1, "1"));
    let error = with(
        division_by_zero(),
        json!({"restarts": [
            {"name": "MINE", "description": "x", "parameters": "()"},
            {"name": "ABORT", "description": "Return to top level.", "parameters": "()"},
        ]}),
    );
    host.event(&json!({"kind": "asking", "id": command.id, "question": 2, "condition": error, "package": "COMMON-LISP-USER"}));
    let request = host.only_answer(1);
    assert!(request["params"]["requestedSchema"]["properties"]["restart"].is_object(), "{request}");
}

#[test]
fn a_program_that_reads_for_ever_is_not_asked_for_ever() {
    let mut host = Host::new();
    let (command, request) = reading_legacy(&mut host, "2025-11-25");
    respond(&mut host, &request["id"], typing("x"));
    answered(&mut host);
    for question in 2..=MAX_INPUTS {
        host.event(&needs(&command, question, ""));
        let id = host.only_answer(1)["id"].take();
        respond(&mut host, &id, typing("x"));
        answered(&mut host);
    }
    host.event(&needs(&command, MAX_INPUTS + 1, ""));
    assert_eq!(answered(&mut host).1, None);
}
