//! `subscriptions/listen`, from the acknowledgement to the end, and `resources/subscribe`.

use jscl_mcp::server::{MAX_LISTENS, MAX_SUBSCRIBED};
use serde_json::{Value, json};

use crate::harness::{Host, ok, with};

const KEY: &str = "io.modelcontextprotocol/subscriptionId";

fn listen(host: &mut Host, client: u32, id: &Value, filter: &Value) {
    let params = json!({
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
        "notifications": filter,
    });
    host.send(
        client,
        &json!({"jsonrpc": "2.0", "id": id, "method": "subscriptions/listen", "params": params}),
    );
}

fn cancel(host: &mut Host, client: u32, id: &Value) {
    let params = json!({"requestId": id});
    host.send(client, &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
}

#[test]
fn acknowledges_with_the_id_as_it_came() {
    for id in [json!(0), json!("0"), json!("listen:1"), json!(-3)] {
        let mut host = Host::booting();
        listen(&mut host, 1, &id, &json!({}));
        let acknowledged = host.only_answer(1);
        assert_eq!(
            acknowledged,
            json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                "params": {"_meta": {KEY: id}, "notifications": {}}})
        );
    }
}

#[test]
fn honours_only_what_there_is() {
    let mut host = Host::new();
    let told = "lisp://session/main/definition/NOT-YET";
    let everything = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true, "taskIds": ["x"],
        "resourceSubscriptions": [told, "file:///etc/passwd", "lisp://session/main/symbol/CAR", "lisp://guide", told, ""],
    });
    listen(&mut host, 1, &json!("it"), &everything);
    // The tools and the prompts are always the same, and what only the image knows changes unseen.
    assert_eq!(
        host.only_answer(1)["params"]["notifications"],
        json!({"resourcesListChanged": true, "resourceSubscriptions": [told, "lisp://guide"]})
    );
    for (uri, code) in
        [("file:///etc/passwd", -32002), ("lisp://session/main/package/CL", -32002), ("x", -32002)]
    {
        let answer = host.ask("resources/subscribe", &json!({"uri": uri}));
        assert_eq!(answer["error"]["code"], code, "{uri}");
        assert_eq!(answer["error"]["data"]["uri"], uri);
    }
}

/// The notifications of a client when something is defined: the last part of each message's method, its tag,
/// and its resource.
fn told_of_a_definition(host: &mut Host, name: &str, body: u32) -> Vec<(u32, String, Value, Value)> {
    let definition = json!({"code": format!("(defun {name} () {body})"), "package": "COMMON-LISP-USER",
        "names": [format!("FUNCTION {name}")]});
    host.send(9, &crate::harness::evaluate_request(&json!("definition"), "x"));
    let command = host.only_command();
    let outcome = with(ok(&["F"]), json!({"definitions": [definition]}));
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
    let mut received = std::mem::take(&mut host.received);
    // No client sees in which order others are notified.
    received.sort_by_key(|(client, _)| *client);
    received
        .into_iter()
        .filter(|(client, _)| *client != 9)
        .map(|(client, message)| {
            let method = message["method"].as_str().unwrap().replace("notifications/resources/", "");
            let params = &message["params"];
            (client, method, params["_meta"][KEY].clone(), params["uri"].clone())
        })
        .collect()
}

#[test]
fn tells_of_definitions_in_both_eras() {
    let mut host = Host::new();
    let watched = "lisp://session/main/definition/F";
    let info = json!({"name": "t", "version": "1"});
    let handshake = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info});
    host.ask("initialize", &handshake);
    host.send(1, &json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    host.ask("resources/subscribe", &json!({"uri": watched}));
    listen(&mut host, 2, &json!("list"), &json!({"resourcesListChanged": true}));
    listen(&mut host, 2, &json!("one"), &json!({"resourceSubscriptions": [watched]}));
    listen(&mut host, 3, &json!(1), &json!({}));
    host.received.clear();
    let list = |client, tag: Value| (client, "list_changed".to_owned(), tag, Value::Null);
    let updated = |client, tag: Value| (client, "updated".to_owned(), tag, json!(watched));
    assert_eq!(
        told_of_a_definition(&mut host, "F", 1),
        [list(1, Value::Null), updated(1, Value::Null), list(2, json!("list")), updated(2, json!("one"))]
    );
    assert!(told_of_a_definition(&mut host, "F", 1).is_empty(), "nothing has changed");
    let again = told_of_a_definition(&mut host, "F", 2);
    assert_eq!(again, [updated(1, Value::Null), updated(2, json!("one"))], "the list is the same");
    cancel(&mut host, 2, &json!("one"));
    host.ask("resources/unsubscribe", &json!({"uri": watched}));
    assert_eq!(told_of_a_definition(&mut host, "G", 1), [list(1, Value::Null), list(2, json!("list"))]);
    // A new handshake on a connection ends the subscriptions of the old one.
    host.ask("resources/subscribe", &json!({"uri": watched}));
    host.ask("initialize", &handshake);
    host.close(2);
    assert!(told_of_a_definition(&mut host, "H", 1).is_empty());
}

#[test]
fn is_open_until_it_is_cancelled() {
    let mut host = Host::new();
    listen(&mut host, 1, &json!("a"), &json!({}));
    host.received.clear();
    listen(&mut host, 1, &json!("a"), &json!({}));
    assert_eq!(host.only_answer(1)["error"]["code"], -32600, "its id is in use");
    cancel(&mut host, 2, &json!("a"));
    cancel(&mut host, 1, &json!("b"));
    listen(&mut host, 1, &json!("a"), &json!({}));
    assert_eq!(host.only_answer(1)["error"]["code"], -32600, "nobody else can cancel it");
    cancel(&mut host, 1, &json!("a"));
    assert!(host.received.is_empty(), "what is cancelled is not answered");
    listen(&mut host, 1, &json!("a"), &json!({}));
    assert_eq!(host.only_answer(1)["method"], "notifications/subscriptions/acknowledged");
}

#[test]
fn ends_with_the_server() {
    let mut host = Host::new();
    for (client, id) in [(1, json!("a")), (2, json!(5))] {
        listen(&mut host, client, &id, &json!({}));
    }
    host.received.clear();
    host.close_server();
    let received = std::mem::take(&mut host.received);
    assert_eq!(received.len(), 4);
    for (pair, (client, id)) in received.chunks(2).zip([(1, json!("a")), (2, json!(5))]) {
        let [(to, result), (also_to, cancelled)] = pair else { panic!() };
        assert_eq!((*to, *also_to), (client, client));
        assert_eq!(result["id"], id);
        assert_eq!(result["result"]["resultType"], "complete");
        assert_eq!(result["result"]["_meta"][KEY], id);
        assert_eq!(cancelled["method"], "notifications/cancelled");
        assert_eq!(cancelled["params"]["requestId"], id);
    }
    host.close_server();
    assert!(host.received.is_empty());
}

#[test]
fn so_many_can_be_open() {
    let mut host = Host::new();
    for id in 0..MAX_LISTENS {
        listen(&mut host, 1, &json!(id), &json!({}));
    }
    host.received.clear();
    listen(&mut host, 1, &json!("more"), &json!({}));
    let answer = host.only_answer(1);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("more"), &json!(-32600)));
    listen(&mut host, 2, &json!("more"), &json!({}));
    assert_eq!(host.only_answer(2)["method"], "notifications/subscriptions/acknowledged");
    cancel(&mut host, 1, &json!(0));
    listen(&mut host, 1, &json!("more"), &json!({}));
    assert_eq!(host.only_answer(1)["method"], "notifications/subscriptions/acknowledged");
}

#[test]
fn a_closed_client_leaves_nothing_behind() {
    let mut host = Host::new();
    for round in 0..3 {
        for id in 0..MAX_LISTENS {
            listen(&mut host, 1, &json!(id), &json!({}));
        }
        assert_eq!(host.received.len(), MAX_LISTENS, "round {round}");
        assert!(host.received.iter().all(|(_, message)| message.get("error").is_none()));
        host.received.clear();
        host.close(1);
    }
    host.close_server();
    assert!(host.received.is_empty());
}

#[test]
fn legacy_clients_subscribe_to_so_many_resources() {
    let mut host = Host::new();
    let subscribe = |host: &mut Host, uri: &str| host.ask("resources/subscribe", &json!({"uri": uri}));
    for number in 0..MAX_SUBSCRIBED {
        assert_eq!(subscribe(&mut host, &format!("lisp://session/{number}/journal"))["result"], json!({}));
    }
    assert_eq!(
        subscribe(&mut host, "lisp://session/0/journal")["result"],
        json!({}),
        "it is subscribed to already"
    );
    assert_eq!(subscribe(&mut host, "lisp://session/more/journal")["error"]["code"], -32600);
    for _ in 0..2 {
        let answer = host.ask("resources/unsubscribe", &json!({"uri": "lisp://session/0/journal"}));
        assert_eq!(answer["result"], json!({}));
    }
    let long = format!("lisp://session/{}/journal", "x".repeat(10_000));
    assert_eq!(subscribe(&mut host, &long)["error"]["code"], -32002);
    assert_eq!(subscribe(&mut host, "lisp://session/more/journal")["result"], json!({}));
}
