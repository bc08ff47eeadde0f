//! The parameters of each method, in both eras, and the ids of open requests, which must differ.

use serde_json::{Value, json};

use crate::harness::{Host, evaluate_request, ok, with};

fn modern() -> Value {
    json!({"_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }})
}

/// Asserts that those parameters are wrong for a method, in the eras that have it.
fn assert_wrong(method: &str, params: &Value, eras: &[Value]) {
    for era in eras {
        let answer = Host::new().ask(method, &with(params.clone(), era.clone()));
        assert_eq!(answer["error"]["code"], -32602, "{method} {params} {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains('"'), "it says what is wrong: {message}");
    }
}

#[test]
fn checks_what_each_method_takes() {
    let both = [json!({}), modern()];
    for method in ["tools/list", "resources/list", "resources/templates/list", "prompts/list"] {
        for cursor in [json!(1), json!({}), json!(["x"]), json!(false)] {
            assert_wrong(method, &json!({"cursor": cursor}), &both);
        }
    }
    for wrong in [json!(null), json!(5), json!({}), json!(["x"])] {
        assert_wrong("tools/call", &json!({"name": wrong}), &both);
        assert_wrong("prompts/get", &json!({"name": wrong}), &both);
        assert_wrong("resources/read", &json!({"uri": wrong}), &both);
        assert_wrong("resources/subscribe", &json!({"uri": wrong}), &both[..1]);
        assert_wrong("resources/unsubscribe", &json!({"uri": wrong}), &both[..1]);
        assert_wrong("logging/setLevel", &json!({"level": wrong}), &both[..1]);
        assert_wrong("subscriptions/listen", &json!({"notifications": [wrong]}), &both[1..]);
    }
    for arguments in [json!(5), json!([]), json!("x")] {
        assert_wrong("tools/call", &json!({"name": "x", "arguments": arguments}), &both);
        assert_wrong("prompts/get", &json!({"name": "x", "arguments": arguments}), &both);
    }
    assert_wrong("prompts/get", &json!({"name": "x", "arguments": {"a": 1}}), &both);
    for level in ["", "Info", "warn", "information"] {
        assert_wrong("logging/setLevel", &json!({"level": level}), &both[..1]);
    }
    let prompt = json!({"type": "ref/prompt", "name": "x"});
    let argument = json!({"name": "a", "value": "b"});
    for (of, argument, context) in [
        (json!(null), argument.clone(), json!({})),
        (json!("x"), argument.clone(), json!({})),
        (json!({"type": "ref/prompt"}), argument.clone(), json!({})),
        (json!({"type": "ref/prompt", "uri": "x"}), argument.clone(), json!({})),
        (json!({"type": "ref/resource", "name": "x"}), argument.clone(), json!({})),
        (json!({"type": "ref/other", "name": "x"}), argument.clone(), json!({})),
        (prompt.clone(), json!(null), json!({})),
        (prompt.clone(), json!({"name": "a"}), json!({})),
        (prompt.clone(), json!({"name": 1, "value": "b"}), json!({})),
        (prompt.clone(), argument.clone(), json!(5)),
        (prompt.clone(), argument.clone(), json!({"arguments": []})),
        (prompt, argument, json!({"arguments": {"a": 1}})),
    ] {
        let params = json!({"ref": of, "argument": argument, "context": context});
        assert_wrong("completion/complete", &params, &both);
    }
}

#[test]
fn checks_what_comes_with_a_repeated_request() {
    for (method, params) in [
        ("tools/call", json!({"name": "list-sessions"})),
        ("prompts/get", json!({"name": "x"})),
        ("resources/read", json!({"uri": "x"})),
    ] {
        for wrong in
            [json!({"inputResponses": 5}), json!({"inputResponses": {"a": 5}}), json!({"requestState": {}})]
        {
            assert_wrong(method, &with(params.clone(), wrong.clone()), &[modern()]);
        }
    }
    // Before 2026-07-28 these were unknown members like any other.
    let params = json!({"name": "list-sessions", "inputResponses": 5, "requestState": {}});
    assert!(Host::new().ask("tools/call", &params).get("result").is_some());
}

#[test]
fn checks_the_log_level_of_a_request() {
    for level in [json!("warn"), json!(null), json!(3), json!("")] {
        let mut params = modern();
        params["_meta"]["io.modelcontextprotocol/logLevel"] = level;
        assert_eq!(Host::new().ask("tools/list", &params)["error"]["code"], -32602);
    }
    let mut params = modern();
    params["_meta"]["io.modelcontextprotocol/logLevel"] = json!("emergency");
    assert!(Host::new().ask("tools/list", &params).get("result").is_some());
}

#[test]
fn two_requests_in_flight_need_two_ids() {
    for id in [json!(0), json!("0"), json!("")] {
        let mut host = Host::new();
        host.send(1, &evaluate_request(&id, "(work)"));
        let command = host.only_command();
        for other in [evaluate_request(&id, "(other)"), json!({"jsonrpc": "2.0", "id": id, "method": "ping"})]
        {
            host.send(1, &other);
            let answer = host.only_answer(1);
            assert_eq!((&answer["id"], &answer["error"]["code"]), (&id, &json!(-32600)));
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.contains("an id of its own") && message.contains("same channel"), "{message}");
        }
        // Another client's ids are its own, and so is a string that looks like a number.
        host.send(2, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        assert_eq!(host.only_answer(2)["result"], json!({}));
        host.send(1, &json!({"jsonrpc": "2.0", "id": 17, "method": "ping"}));
        host.send(1, &json!({"jsonrpc": "2.0", "id": "17", "method": "ping"}));
        assert_eq!(std::mem::take(&mut host.received).len(), 2);
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
        assert!(host.only_answer(1).get("result").is_some(), "the first one is answered all the same");
        host.send(1, &json!({"jsonrpc": "2.0", "id": id, "method": "ping"}));
        assert_eq!(host.only_answer(1)["result"], json!({}), "an id that was answered is free");
    }
}

#[test]
fn an_id_is_free_when_its_request_was_cancelled_or_its_client_left() {
    let mut host = Host::new();
    for _ in 0..3 {
        host.send(1, &evaluate_request(&json!(1), "(work)"));
        host.send(
            1,
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
        );
        assert!(host.received.is_empty());
    }
    host.send(1, &evaluate_request(&json!(1), "(work)"));
    host.close(1);
    host.send(1, &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    assert_eq!(host.only_answer(1)["result"], json!({}));
}

#[test]
fn a_client_can_have_so_many_requests_in_flight() {
    let mut host = Host::booting();
    for id in 0..jscl_mcp::server::MAX_OPEN {
        host.send(
            1,
            &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "reset-session"}}),
        );
    }
    assert!(host.received.is_empty());
    host.send(1, &json!({"jsonrpc": "2.0", "id": "more", "method": "ping"}));
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("more"), &json!(-32600)));
    assert!(answer["error"]["message"].as_str().unwrap().contains("Too many requests"));
    host.send(2, &json!({"jsonrpc": "2.0", "id": "more", "method": "ping"}));
    assert_eq!(host.only_answer(2)["result"], json!({}), "another client is not concerned");
    host.ready();
    assert_eq!(std::mem::take(&mut host.received).len(), jscl_mcp::server::MAX_OPEN);
    host.send(1, &json!({"jsonrpc": "2.0", "id": "more", "method": "ping"}));
    assert_eq!(host.only_answer(1)["result"], json!({}));
}

#[test]
fn an_id_of_a_batch_is_in_use_until_the_batch_is_answered() {
    let mut host = Host::new();
    host.ask("initialize", &json!({"protocolVersion": "2025-03-26", "capabilities": {}}));
    let ping = json!({"jsonrpc": "2.0", "id": "p", "method": "ping"});
    host.send(1, &json!([ping, ping, evaluate_request(&json!("e"), "(work)")]));
    let command = host.only_command();
    host.send(1, &ping);
    assert_eq!(host.only_answer(1)["error"]["code"], -32600);
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
    let answers = host.only_answer(1);
    let codes: Vec<&Value> =
        answers.as_array().unwrap().iter().map(|answer| &answer["error"]["code"]).collect();
    assert_eq!(codes, [&Value::Null, &json!(-32600), &Value::Null]);
    for _ in 0..2 {
        host.send(1, &json!([ping]));
        assert_eq!(host.only_answer(1)[0]["result"], json!({}));
    }
}
