//! `subscriptions/listen`, from the acknowledgement to the end, and `resources/subscribe`.

use jscl_mcp::server::{MAX_LISTENS, MAX_SUBSCRIBED};
use serde_json::{Value, json};

use crate::harness::Host;

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
    let everything = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": false,
        "taskIds": ["x"], "resourceSubscriptions": [],
    });
    listen(&mut host, 1, &json!(1), &everything);
    // The tools and the prompts are always the same.
    assert_eq!(host.only_answer(1)["params"]["notifications"], json!({}));
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
        assert_eq!(subscribe(&mut host, &format!("lisp://{number}"))["result"], json!({}));
    }
    assert_eq!(subscribe(&mut host, "lisp://0")["result"], json!({}), "it is subscribed to already");
    assert_eq!(subscribe(&mut host, "lisp://more")["error"]["code"], -32600);
    for _ in 0..2 {
        let answer = host.ask("resources/unsubscribe", &json!({"uri": "lisp://0"}));
        assert_eq!(answer["result"], json!({}));
    }
    assert_eq!(subscribe(&mut host, &"x".repeat(10_000))["error"]["code"], -32600);
    assert_eq!(subscribe(&mut host, "lisp://more")["result"], json!({}));
}
