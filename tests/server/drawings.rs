//! Pictures that are drawn for clients that do not draw themselves.

use jscl_mcp::server::Action;
use serde_json::{Value, json};

use crate::asking::initialize;
use crate::harness::{Host, evaluate_request, ok, with};

const SVG: &str = "image/svg+xml";

fn outcome() -> Value {
    let picture =
        |mime: &str, data: &str, title: &str| json!({"mime": mime, "data": data, "title": title, "form": 0});
    let pictures = [
        picture(SVG, "<svg>1</svg>", "one"),
        picture("image/png", "Zm9v", "two"),
        picture(SVG, "<svg/>", ""),
    ];
    with(ok(&["1"]), json!({"display": {"pictures": pictures, "leftOut": 0}}))
}

/// An evaluation that has displayed pictures, and the number of what the host is to draw.
fn displaying(host: &mut Host, id: &str) -> u32 {
    initialize(host, "2025-06-18", json!({}));
    host.send(1, &evaluate_request(&json!(id), "x"));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome()}));
    wanted(host)
}

fn wanted(host: &mut Host) -> u32 {
    let asked = std::mem::take(&mut host.asked);
    let [Action::Draw { id, pictures }] = &asked[..] else { panic!("{asked:?}") };
    let texts: Vec<String> = pictures.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["<svg>1</svg>", "<svg/>"]);
    *id
}

fn kinds(result: &Value) -> Vec<(&str, &str)> {
    result["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| (block["type"].as_str().unwrap(), block["mimeType"].as_str().unwrap_or_default()))
        .collect()
}

#[test]
fn a_model_gets_png_and_the_address_of_the_text() {
    let mut host = Host::new();
    let id = displaying(&mut host, "a");
    assert!(host.received.is_empty(), "it waits for the pictures");
    host.drawn(id, &[Some("AAAA"), Some("BBBB")]);
    let answer = host.only_answer(1);
    assert_eq!(answer["id"], "a");
    let content = &answer["result"]["content"];
    assert_eq!(
        content.as_array().unwrap()[1..],
        [
            json!({"type": "image", "data": "AAAA", "mimeType": "image/png"}),
            json!({"type": "text", "text": "SVG of the picture: lisp://session/main/picture/1"}),
            json!({"type": "image", "data": "Zm9v", "mimeType": "image/png"}),
            json!({"type": "image", "data": "BBBB", "mimeType": "image/png"}),
            json!({"type": "text", "text": "SVG of the picture: lisp://session/main/picture/3"}),
        ]
    );
    let read = host.ask("resources/read", &json!({"uri": "lisp://session/main/picture/3"}));
    assert_eq!(read["result"]["contents"][0]["text"], "<svg/>");
    assert_eq!(read["result"]["contents"][0]["mimeType"], SVG);
    for none in
        ["lisp://session/main/picture/2", "lisp://session/main/picture/0", "lisp://session/main/picture/01"]
    {
        assert!(host.ask("resources/read", &json!({"uri": none})).get("error").is_some(), "{none}");
    }
}

#[test]
fn what_cannot_be_drawn_is_left_to_its_address() {
    let mut host = Host::new();
    let id = displaying(&mut host, "a");
    host.drawn(id.wrapping_add(1), &[Some("AAAA"), Some("BBBB")]);
    assert!(host.received.is_empty(), "that was another one");
    host.drawn(id, &[None]);
    let answer = host.only_answer(1);
    let expected = [("text", ""), ("text", ""), ("image", "image/png"), ("text", "")];
    assert_eq!(kinds(&answer["result"]), expected);
    host.drawn(id, &[Some("AAAA")]);
    assert!(host.received.is_empty(), "it is answered once");
}

#[test]
fn a_host_that_does_not_draw_holds_nothing_up() {
    let mut host = Host::new();
    displaying(&mut host, "a");
    host.pass(10_000);
    assert_eq!(kinds(&host.only_answer(1)["result"])[1].0, "text");
    displaying(&mut host, "b");
    host.close_server();
    assert_eq!(kinds(&host.only_answer(1)["result"])[1].0, "text");
}

#[test]
fn who_does_not_wait_is_not_answered() {
    let mut host = Host::new();
    let id = displaying(&mut host, "a");
    host.send(
        1,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}),
    );
    host.drawn(id, &[Some("AAAA"), Some("BBBB")]);
    assert!(host.received.is_empty());
    let id = displaying(&mut host, "a");
    host.close(1);
    host.drawn(id, &[Some("AAAA"), Some("BBBB")]);
    host.pass(20_000);
    assert!(host.received.is_empty());
}

#[test]
fn older_clients_are_told_the_same() {
    let mut host = Host::new();
    initialize(&mut host, "2024-11-05", json!({}));
    host.send(1, &evaluate_request(&json!(1), "x"));
    let command = host.only_command();
    host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome()}));
    let id = wanted(&mut host);
    host.drawn(id, &[Some("AAAA"), None]);
    assert_eq!(
        kinds(&host.only_answer(1)["result"]),
        [("text", ""), ("image", "image/png"), ("text", ""), ("image", "image/png"), ("text", "")]
    );
}
