//! For any input the server does not panic, answers each request once, and answers nobody else.

use jscl_mcp::server::{Action, BURST, MAIN_IMAGE, MAX_CLIENTS, Options, REFUSALS, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::fuzzing::config;
use crate::harness::{Host, division_by_zero, failed, ok, with};
use crate::text::{Lines, json_of, line_of};
use crate::wire::Wire;

#[derive(Clone, Debug)]
enum Input {
    Message(u32, String),
    Event(u32, String),
    Closed(u32),
    Tick,
    Wait(u64),
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        protocol_word().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((protocol_word(), inner), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

fn protocol_word() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "jsonrpc",
        "2.0",
        "id",
        "method",
        "params",
        "_meta",
        "name",
        "arguments",
        "code",
        "package",
        "session",
        "main",
        "initialize",
        "ping",
        "tools/list",
        "tools/call",
        "server/discover",
        "notifications/cancelled",
        "requestId",
        "evaluate-lisp",
        "describe-last-error",
        "get-backtrace",
        "configure-limits",
        "reset-session",
        "create-session",
        "list-sessions",
        "close-session",
        "session-1",
        "timeout",
        "max-output",
        "max-frames",
        "protocolVersion",
        "2025-03-26",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
        "2026-07-28",
        "kind",
        "completed",
        "output",
        "ready",
        "died",
        "booting",
        "outcome",
        "status",
        "values",
        "cursor",
        "result",
        "error",
        "subscriptions/listen",
        "notifications",
        "resourceSubscriptions",
        "resourcesListChanged",
        "toolsListChanged",
        "resources/subscribe",
        "resources/unsubscribe",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "logging/setLevel",
        "level",
        "debug",
        "uri",
        "lisp://guide",
        "ref",
        "type",
        "ref/prompt",
        "ref/resource",
        "argument",
        "value",
        "context",
        "inputResponses",
        "requestState",
        "progressToken",
        "notifications/initialized",
        "notifications/progress",
        "notifications/roots/list_changed",
        "capabilities",
        "elicitation",
        "roots",
        "sampling",
        "action",
        "accept",
        "content",
        "on-error",
        "ask",
    ])
    .prop_map(str::to_owned)
}

/// A request that is nearly right.
fn request() -> impl Strategy<Value = Value> {
    let call = (protocol_word(), any_json())
        .prop_map(|(name, arguments)| json!({"name": name, "arguments": arguments}));
    let evaluation = Just(json!({"name": "evaluate-lisp", "arguments": {"code": "1"}}));
    let session = || prop::sample::select(vec!["main", "session-1", "session-2", "session-3", "x"]);
    let elsewhere = session()
        .prop_map(|session| json!({"name": "evaluate-lisp", "arguments": {"code": "1", "session": session}}));
    let on_sessions =
        (prop::sample::select(vec!["create-session", "close-session", "reset-session"]), session())
            .prop_map(|(tool, session)| json!({"name": tool, "arguments": {"session": session}}));
    let made = Just(json!({"name": "create-session"}));
    let params = prop_oneof![any_json(), call, evaluation, elsewhere, on_sessions, made];
    let method = prop_oneof![protocol_word(), Just("tools/call".to_owned())];
    let any_call = (method, params);
    // Ids are few, so that requests meet those of others.
    let id = prop_oneof![any_json(), (0..4_u32).prop_map(Value::from)];
    let meta = (prop::sample::select(vec!["debug", "info", "error"]), any_json(), any_json());
    (prop_oneof![3 => any_call, 1 => telling()], id, any::<bool>(), meta).prop_map(
        |((method, mut params), id, modern, (level, token, capabilities))| {
            if params.is_object() {
                params["_meta"] = json!({"progressToken": token});
                if modern {
                    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2026-07-28");
                    params["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
                        if capabilities.is_object() { capabilities } else { json!({"elicitation": {}}) };
                    params["_meta"]["io.modelcontextprotocol/logLevel"] = json!(level);
                }
            }
            json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        },
    )
}

/// Requests by which clients subscribe to something, and handshakes.
fn telling() -> impl Strategy<Value = (String, Value)> {
    let flag = || any::<bool>();
    let uri = || prop::sample::select(vec!["lisp://guide", "lisp://session/main/last-error", "x", ""]);
    let listen = (flag(), flag(), vec(uri(), 0..3)).prop_map(|(tools, resources, uris)| {
        let filter = json!({"toolsListChanged": tools, "resourcesListChanged": resources, "resourceSubscriptions": uris});
        ("subscriptions/listen", json!({"notifications": filter}))
    });
    let subscribe = uri().prop_map(|uri| ("resources/subscribe", json!({"uri": uri})));
    let read = uri().prop_map(|uri| ("resources/read", json!({"uri": uri})));
    let version = prop::sample::select(vec!["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]);
    let initialize = version.prop_map(|version| {
        let info = json!({"name": "t", "version": "1"});
        let capabilities = json!({"elicitation": {}, "roots": {}});
        ("initialize", json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": info}))
    });
    let level = Just(("logging/setLevel", json!({"level": "debug"})));
    prop_oneof![3 => listen, 1 => subscribe, 1 => read, 1 => initialize, 1 => level]
        .prop_map(|(method, params)| (method.to_owned(), params))
}

/// Messages of clients that are no requests.
fn unasked() -> impl Strategy<Value = Value> {
    let cancel = (0..4_u32).prop_map(
        |id| json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
    );
    let initialized = Just(json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let result = (any_json(), any_json())
        .prop_map(|(id, result)| json!({"jsonrpc": "2.0", "id": id, "result": result}));
    let error =
        (any_json(), any_json()).prop_map(|(id, error)| json!({"jsonrpc": "2.0", "id": id, "error": error}));
    prop_oneof![2 => cancel, 1 => initialized, 1 => result, 1 => error]
}

fn event() -> impl Strategy<Value = Value> {
    prop_oneof![
        any_json(),
        Just(json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1})),
        Just(json!({"kind": "died", "reason": "x"})),
        (0..6_u32).prop_map(|id| json!({"kind": "completed", "id": id, "outcome": ok(&["1"])})),
        (0..6_u32).prop_map(|id| {
            let definition =
                json!({"code": "(defun f () 1)", "package": "COMMON-LISP-USER", "names": [format!("FUNCTION F{}", id % 3)]});
            json!({"kind": "completed", "id": id, "outcome": with(ok(&["F"]), json!({"definitions": [definition]}))})
        }),
        (0..6_u32)
            .prop_map(|id| json!({"kind": "completed", "id": id, "outcome": failed(&division_by_zero())})),
        (0..6_u32, ".{0,20}")
            .prop_map(|(id, text)| json!({"kind": "output", "id": id, "stream": "stdout", "text": text})),
        (0..6_u32, any_json())
            .prop_map(|(id, outcome)| json!({"kind": "completed", "id": id, "outcome": outcome})),
    ]
}

fn input() -> impl Strategy<Value = Input> {
    let text = prop_oneof![
        ".{0,60}",
        any_json().prop_map(|json| json.to_string()),
        request().prop_map(|json| json.to_string()),
        request().prop_map(|json| json.to_string()),
        unasked().prop_map(|json| json.to_string()),
        vec(request(), 0..4).prop_map(|batch| Value::from(batch).to_string()),
    ];
    prop_oneof![
        6 => (0..3_u32, text).prop_map(|(client, text)| Input::Message(client, text)),
        4 => (0..4_u32, event().prop_map(|json| json.to_string())).prop_map(|(image, text)| Input::Event(image, text)),
        1 => (0..4_u32, ".{0,40}").prop_map(|(image, text)| Input::Event(image, text)),
        1 => (0..3_u32).prop_map(Input::Closed),
        1 => Just(Input::Tick),
        1 => prop_oneof![0..100_000_u64, Just(u64::MAX)].prop_map(Input::Wait),
    ]
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn survives_anything(inputs in vec(input(), 0..40)) {
        let mut server = Server::new(Options::default());
        let mut wire = Wire::default();
        let mut now_ms: u64 = 0;
        for input in inputs {
            let actions = match input {
                Input::Message(client, text) => {
                    wire.heard(client, &text);
                    server.line(client, &text, now_ms)
                }
                Input::Event(image, text) => server.event(image, &text, now_ms),
                Input::Closed(client) => {
                    wire.forget(client);
                    server.client_closed(client, now_ms)
                }
                Input::Tick => server.tick(now_ms),
                Input::Wait(ms) => {
                    now_ms = now_ms.saturating_add(ms);
                    Vec::new()
                }
            };
            prop_assert!(json_of(&actions).is_array());
            for action in actions {
                if let Action::Send { client, message } = action {
                    wire.said(client, &serde_json::from_str(&line_of(&message)).unwrap());
                }
            }
        }
    }

    #[test]
    fn answers_every_request_once(requests in vec((0..3_u32, request()), 1..20)) {
        let mut host = Host::new();
        let mut expected: Vec<(u32, Value)> = Vec::new();
        for (number, (client, mut request)) in requests.into_iter().enumerate() {
            request["id"] = json!(number);
            expected.push((client, json!(number)));
            host.send(client, &request);
        }
        // Everything that was begun is run to its end.
        for _ in 0..100 {
            host.ready();
            for image in host.started.clone() {
                host.ready_of(image);
            }
            for command in std::mem::take(&mut host.commands) {
                host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
            }
            for (image, command) in std::mem::take(&mut host.others) {
                host.event_of(image, &json!({"kind": "completed", "id": command.id, "outcome": ok(&["1"])}));
            }
        }
        // Open subscriptions are answered when the server ends.
        host.close_server();
        host.received.retain(|(_, message)| message.get("method").is_none());
        let mut answered: Vec<(u32, Value)> = host.received.iter().map(|(client, answer)| (*client, answer["id"].clone())).collect();
        answered.sort_by_key(|(_, id)| id.as_u64());
        prop_assert_eq!(answered, expected);
        for (_, answer) in &host.received {
            prop_assert!(answer.get("result").is_some() != answer.get("error").is_some());
        }
    }
}

#[test]
fn survives_the_end_of_time() {
    let mut server = Server::new(Options::default());
    let ready = json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1}).to_string();
    server.event(MAIN_IMAGE, &ready, u64::MAX);
    server.line(1, &crate::harness::evaluate_request(&json!(1), "1").to_string(), u64::MAX);
    server.tick(u64::MAX);
    server.event(
        MAIN_IMAGE,
        &json!({"kind": "completed", "id": 1, "outcome": failed(&division_by_zero())}).to_string(),
        u64::MAX,
    );
}

#[test]
fn a_flood_is_refused_with_its_ids_and_then_not_heard() {
    let mut server = Server::new(Options::default());
    let ping = |id: u64| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping","params":{{}}}}"#);
    for id in 0..BURST {
        assert!(server.hears(1, 1_000));
        server.line(1, &ping(id), 1_000);
    }
    let refused = format!("{:?}", server.line(1, &ping(7_777_777), 1_000));
    assert!(refused.contains("7777777") && refused.contains("Too many messages"), "{refused}");
    let notification = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    assert!(server.line(1, notification, 1_000).is_empty());
    for _ in 0..REFUSALS {
        server.line(1, notification, 1_000);
    }
    assert!(!server.hears(1, 1_000));
    assert!(server.hears(2, 1_000), "another client is not concerned");
    let later = format!("{:?}", server.line(1, &ping(8), 60_000));
    assert!(!later.contains("Too many"), "{later}");
}

#[test]
fn a_message_that_is_too_long_is_answered_where_it_has_an_id() {
    let mut server = Server::new(Options::default());
    let answered = format!("{:?}", server.long_message(1, &json!("a").into(), 1));
    assert!(answered.contains("too long"), "{answered}");
    for id in [json!({}), json!(1.5), json!(null)] {
        assert!(server.long_message(1, &id.clone().into(), 1).is_empty(), "{id}");
    }
}

#[test]
fn nesting_beyond_the_reader_is_a_parse_error() {
    let mut server = Server::new(Options::default());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let answered = format!("{:?}", server.line(1, &deep, 1));
    assert!(answered.contains("-32700"), "{answered}");
}

#[test]
fn windows_attach_as_many_clients_as_there_is_room_for() {
    let server = Server::new(Options { origins: vec!["https://a.example".to_owned()], ..Options::default() });
    assert!(server.admits("https://a.example", MAX_CLIENTS - 1));
    assert!(!server.admits("https://a.example", MAX_CLIENTS));
    assert!(!server.admits("https://b.example", 0));
}
