//! What the server takes and keeps, at most.

use jscl_mcp::engine::Command;
use jscl_mcp::jsonrpc::MAX_ID;
use jscl_mcp::server::{
    Action, BURST, MAX_BATCH, MAX_SUBSCRIBED_BYTES, MAX_WAITING_BYTES, MAX_WAITING_BYTES_OF_A_CLIENT,
};
use serde_json::{Value, json};

use crate::page::{NOW_MS, Page, definition, functions, listening};
use crate::text::{Lines, line_of};

/// The messages that are sent by these actions.
fn messages(actions: Vec<Action>) -> Vec<Value> {
    actions
        .into_iter()
        .filter_map(|action| match action {
            Action::Send { message, .. } => Some(serde_json::from_str(&line_of(&message)).unwrap()),
            _ => None,
        })
        .collect()
}

fn initialize(page: &mut Page, version: &str) {
    let params =
        json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    page.ask(1, "initialize", &params);
}

#[test]
fn a_batch_that_is_too_long_is_refused_request_by_request() {
    let mut page = Page::new();
    initialize(&mut page, "2025-03-26");
    let ping = |number: usize| json!({"jsonrpc": "2.0", "id": number, "method": "ping"});
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let batch: Vec<Value> = (0..MAX_BATCH).map(ping).collect();
    let answers = messages(page.send_text(1, &Value::from(batch.clone()).to_string()));
    assert_eq!(answers[0].as_array().unwrap().len(), MAX_BATCH);
    assert!(answers[0][0]["result"].is_object());
    let longer = [batch, vec![initialized]].concat();
    let answers = messages(page.send_text(1, &Value::from(longer).to_string()));
    let answers = answers[0].as_array().unwrap();
    assert_eq!(answers.len(), MAX_BATCH);
    assert!(
        answers
            .iter()
            .zip(0..)
            .all(|(answer, number)| answer["id"] == number && answer["error"]["code"] == -32600)
    );
    let nothing = messages(page.send_text(1, &json!(vec![1; MAX_BATCH + 1]).to_string()));
    assert_eq!((nothing.len(), nothing[0]["error"]["code"].as_i64()), (1, Some(-32600)));
}

#[test]
fn an_id_that_is_too_long_is_answered_and_not_kept() {
    let mut page = Page::new();
    for (length, is_kept) in [(MAX_ID, true), (MAX_ID + 1, false)] {
        let id = "i".repeat(length);
        let params = json!({"name": "evaluate-lisp", "arguments": {"code": "1"}});
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params});
        let answers = messages(page.send_text(1, &request.to_string()));
        assert_eq!(answers.is_empty(), is_kept);
        assert!(answers.iter().all(|answer| answer["id"] == id && answer["error"]["code"] == -32600));
    }
}

#[test]
fn a_progress_token_that_is_too_long_is_not_sent_back() {
    for (length, is_followed) in [(MAX_ID, true), (MAX_ID + 1, false)] {
        let mut page = Page::new();
        let params = json!({"name": "evaluate-lisp", "arguments": {"code": "1"}, "_meta": {"progressToken": "t".repeat(length)}});
        let actions = page.ask(1, "tools/call", &params);
        let Action::Command { command: Command::Evaluate(evaluate), .. } = &actions[0] else {
            panic!("{actions:?}")
        };
        assert_eq!(evaluate.tell_forms, is_followed);
    }
}

#[test]
fn text_that_waits_is_bounded() {
    let mut page = Page::new();
    let mut evaluate = |client: u32, megabytes: usize| {
        page.last_id += 1;
        let code = "x".repeat(megabytes << 20);
        let params = json!({"name": "evaluate-lisp", "arguments": {"code": code}});
        let request = json!({"jsonrpc": "2.0", "id": page.last_id, "method": "tools/call", "params": params});
        let now_ms = NOW_MS + u64::from(page.last_id) * 10_000;
        messages(page.server.client_message(client, &request.into(), megabytes << 20, now_ms))
    };
    assert!(evaluate(1, 8).is_empty(), "it runs");
    let mut waiting = 0;
    for client in 1..=3 {
        let mut own = 0;
        while evaluate(client, 8).is_empty() {
            own += 8 << 20;
            assert!(own <= MAX_WAITING_BYTES_OF_A_CLIENT);
        }
        waiting += own;
    }
    assert_eq!(waiting, MAX_WAITING_BYTES);
    let refused = evaluate(1, 1);
    let text = refused[0]["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("32 MiB of this client are waiting"), "{text}");
}

#[test]
fn addresses_are_bounded_by_their_bytes() {
    let mut page = Page::new();
    let uri = |number: usize| format!("lisp://session/main/definition/{number:05}{}", "X".repeat(4_000));
    let mut taken = 0;
    while messages(page.ask(1, "resources/subscribe", &json!({"uri": uri(taken)})))[0].get("result").is_some()
    {
        taken += 1;
    }
    assert!((60..=64).contains(&taken) && taken * uri(0).len() <= MAX_SUBSCRIBED_BYTES, "{taken}");
    // Again is no more, and what is ended makes room.
    for (method, number) in [("subscribe", 0), ("unsubscribe", 1), ("unsubscribe", 1), ("subscribe", 70)] {
        let answer = messages(page.ask(1, &format!("resources/{method}"), &json!({"uri": uri(number)})));
        assert!(answer[0].get("result").is_some(), "{method} {number}");
    }
    assert!(messages(page.ask(1, "resources/subscribe", &json!({"uri": uri(71)})))[0].get("error").is_some());
    let uris: Vec<String> = (0..60).map(uri).collect();
    assert!(messages(page.ask(1, "subscriptions/listen", &listening(&uris)))[0].get("error").is_some());
    initialize(&mut page, "2025-06-18");
    assert!(
        messages(page.ask(1, "subscriptions/listen", &listening(&uris)))[0].get("method").is_some(),
        "a new handshake makes room"
    );
}

#[test]
fn long_answers_count_as_long_messages_do() {
    let mut page = Page::new();
    page.define(&[definition(&"x".repeat(900_000), &functions(0, 1))]);
    let request = |method: &str, params: Value| {
        json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string()
    };
    let read = request("resources/read", json!({"uri": "lisp://session/main/journal"}));
    let ping = request("ping", json!({}));
    let later = NOW_MS + 1_000_000;
    for _ in 0..BURST - 1_000 {
        page.server.line(1, &ping, later);
    }
    let mut answered = 0;
    while messages(page.server.line(1, &read, later))[0].get("result").is_some() {
        answered += 1;
    }
    assert!((10..30).contains(&answered), "{answered}");
    assert!(messages(page.server.line(1, &read, later + 4_000))[0].get("result").is_some());
}

#[test]
fn definitions_that_were_not_sent_are_told() {
    let mut page = Page::new();
    let mut event = page.completion(&json!({"code": "1"}), &[definition("(f)", &functions(0, 1))]);
    event["outcome"]["dropped"]["definitions"] = json!(7);
    page.event(&event);
    let journal = messages(page.ask(1, "resources/read", &json!({"uri": "lisp://session/main/journal"})));
    let text = journal[0]["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains(";;; Left out for want of room: 7, the latest ones."), "{text}");
}
