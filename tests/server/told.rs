//! The guide, the schemas of results and the tasks of prompts, which a host loads when they are asked for.

use jscl_mcp::server::{Action, Options, Server};
use jscl_mcp::tools::WORDS;
use serde_json::{Value, json};

use crate::harness::Host;

const CLIENT: u32 = 1;

/// A server whose host chose no tools beyond `core`, and has loaded no words.
fn host() -> Host {
    let mut host = Host::with(Server::new(Options::default()));
    host.ready();
    host.send(
        CLIENT,
        &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"},
        }}),
    );
    host.only_answer(CLIENT);
    host
}

fn ask(host: &mut Host, id: u32, method: &str, params: Value) {
    host.send(CLIENT, &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
}

fn read(host: &mut Host, id: u32, uri: &str) {
    ask(host, id, "resources/read", json!({"uri": uri}));
}

/// The answers that came since, by their numbers.
fn answers(host: &mut Host) -> Vec<(u64, Value)> {
    host.received.drain(..).map(|(_, answer)| (answer["id"].as_u64().unwrap(), answer)).collect()
}

fn has_to_load(host: &mut Host) -> bool {
    let asked: Vec<Action> = host.asked.drain(..).collect();
    assert!(asked.iter().all(|action| *action == Action::LoadWords) && asked.len() <= 1, "{asked:?}");
    !asked.is_empty()
}

#[test]
fn all_that_waits_is_answered_by_one_load() {
    let mut host = host();
    read(&mut host, 1, "lisp://guide");
    assert!(has_to_load(&mut host));
    ask(&mut host, 2, "tools/call", json!({"name": "get-usage-guide", "arguments": {"section": "all"}}));
    read(&mut host, 3, "lisp://schemas/results");
    ask(&mut host, 4, "ping", json!({}));
    assert!(!has_to_load(&mut host), "it is loading already");
    assert_eq!(answers(&mut host).len(), 1, "what needs no file does not wait");

    host.take_words(WORDS);
    let said = answers(&mut host);
    assert_eq!(said.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [1, 2, 3]);
    let guide = said[0].1["result"]["contents"][0]["text"].as_str().unwrap();
    let told = said[1].1["result"]["content"][0]["text"].as_str().unwrap();
    assert!(guide.starts_with("# ") && told.starts_with(guide), "{told}");
    let schemas: Value =
        serde_json::from_str(said[2].1["result"]["contents"][0]["text"].as_str().unwrap()).unwrap();
    assert!(schemas["$defs"]["evaluate-lisp"].is_object());

    read(&mut host, 5, "lisp://guide");
    assert!(!has_to_load(&mut host), "it is there");
    assert_eq!(answers(&mut host)[0].1["result"]["contents"][0]["text"], guide);
}

#[test]
fn a_missing_file_is_said_and_asked_for_again() {
    let mut host = host();
    read(&mut host, 1, "lisp://guide");
    ask(&mut host, 2, "tools/call", json!({"name": "get-usage-guide", "arguments": {}}));
    assert!(has_to_load(&mut host));
    host.take_words("\"It is gone.\"");
    let said = answers(&mut host);
    let problem = "This text is missing: jscl-tools.json could not be loaded. It is gone.";
    assert_eq!(said[0].1["error"]["message"], problem);
    assert_eq!(said[1].1["result"]["isError"], true);
    assert_eq!(said[1].1["result"]["content"][0]["text"], problem);

    ask(&mut host, 3, "prompts/get", json!({"name": "resume-session"}));
    assert!(has_to_load(&mut host));
    host.take_words("\"It is gone.\"");
    assert_eq!(answers(&mut host)[0].1["error"]["message"], problem);

    read(&mut host, 4, "lisp://guide");
    assert!(has_to_load(&mut host));
    host.take_words(WORDS);
    assert!(answers(&mut host)[0].1["result"].is_object());
}

#[test]
fn prompts_wait_for_their_tasks() {
    let mut host = host();
    let asked = ["debug-last-error", "resume-session"];
    for (id, name) in (1..).zip(asked) {
        ask(&mut host, id, "prompts/get", json!({"name": name}));
        assert_eq!(has_to_load(&mut host), id == 1);
    }
    ask(&mut host, 3, "prompts/get", json!({"name": "write-test", "arguments": {"function": "nothing"}}));
    ask(&mut host, 4, "prompts/get", json!({"name": "no-such"}));
    let said = answers(&mut host);
    assert_eq!((said.len(), said[0].0), (1, 4), "{said:?}");

    host.take_words(WORDS);
    let said = answers(&mut host);
    let task = &said[1].1["result"]["messages"][0]["content"]["text"];
    assert!(task.as_str().unwrap().starts_with("Take over Lisp session main from"), "{task}");
    let problem = said[2].1["error"]["message"].as_str().unwrap();
    assert!(problem.starts_with("Nothing named nothing was defined"), "{problem}");
}

#[test]
fn each_prompt_has_a_task() {
    let mut host = host();
    host.take_words(WORDS);
    ask(&mut host, 1, "prompts/list", json!({}));
    let listed = answers(&mut host);
    let own = listed[0].1["result"]["prompts"].as_array().unwrap().iter();
    let own = own.filter(|prompt| !prompt["name"].as_str().unwrap().starts_with("test_"));
    let words: Value = serde_json::from_str(WORDS).unwrap();
    let tasks = words["prompts"].as_object().unwrap();
    assert_eq!(own.clone().count(), tasks.len());
    for prompt in own {
        assert!(tasks.contains_key(prompt["name"].as_str().unwrap()), "{prompt}");
    }
}

#[test]
fn nonsense_is_no_file() {
    for file in ["null", "7", "[]", "{}", "{\"guide\": null}"] {
        let mut host = host();
        read(&mut host, 1, "lisp://guide");
        host.take_words(file);
        let said = answers(&mut host);
        assert!(
            said[0].1["error"]["message"].as_str().unwrap().starts_with("This text is missing"),
            "{file}: {said:?}"
        );
    }
    let mut host = host();
    host.take_words(WORDS);
    assert!(answers(&mut host).is_empty(), "nobody asked");
}

#[test]
fn who_does_not_wait_any_more_is_not_answered() {
    let mut host = host();
    read(&mut host, 1, "lisp://guide");
    read(&mut host, 2, "lisp://guide");
    host.send(
        CLIENT,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    );
    host.take_words(WORDS);
    assert_eq!(answers(&mut host).iter().map(|(id, _)| *id).collect::<Vec<_>>(), [2]);

    let mut host = self::host();
    read(&mut host, 1, "lisp://guide");
    host.close(CLIENT);
    host.take_words(WORDS);
    assert!(host.received.is_empty());
}

#[test]
fn a_server_that_is_closed_answers() {
    let mut host = host();
    read(&mut host, 1, "lisp://guide");
    host.close_server();
    assert_eq!(answers(&mut host)[0].1["error"]["message"], "The server was closed.");
}
