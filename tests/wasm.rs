//! The classes at the boundary, in a browser: what a page's host hands in and gets back, over a real
//! `MessageChannel` where a client would use one.

#![cfg(target_arch = "wasm32")]
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use js_sys::{Array, JSON, Object, Promise, Reflect};
use jscl_mcp::web::{Server, Windows};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{MessageChannel, MessageEvent, MessagePort};

#[path = "server/contract.rs"]
mod contract;

wasm_bindgen_test_configure!(run_in_browser);

const NOW_MS: f64 = 1_795_176_000_000.0;

const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn value(json: &str) -> JsValue {
    JSON::parse(json).unwrap()
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// What stands at a path such as `result.content.0.text`.
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, name| Reflect::get(&value, &name.into()).unwrap())
}

fn text(value: &JsValue, path: &str) -> String {
    at(value, path).as_string().unwrap_or_else(|| panic!("no text at {path} of {}", json(value)))
}

fn server() -> Server {
    let options = value(r#"{"origins":["https://a.example"]}"#);
    Server::new(options).unwrap_or_else(|_| panic!("the options are right"))
}

fn send(server: &mut Server, client: u32, message: &str) -> Vec<JsValue> {
    list(&server.client_message(client, value(message), message.len(), NOW_MS))
}

fn list(actions: &JsValue) -> Vec<JsValue> {
    actions.unchecked_ref::<Array>().to_vec()
}

/// The message in the only action, which must be one to send to that client. The time that the Lisp may take
/// to start is measured beside it.
fn sent(actions: &[JsValue], client: u32) -> JsValue {
    let actions: Vec<&JsValue> =
        actions.iter().filter(|action| text(action, "kind") != "arm-timer").collect();
    assert_eq!(actions.len(), 1, "{actions:?}");
    assert_eq!((text(actions[0], "kind"), at(actions[0], "client")), ("send".to_owned(), client.into()));
    at(actions[0], "message")
}

fn ready(server: &mut Server) -> Vec<JsValue> {
    list(&server.engine_event(
        0,
        value(r#"{"kind":"ready","lisp":"JSCL","version":"1","bootMs":12.5}"#),
        NOW_MS,
    ))
}

fn call(id: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"evaluate-lisp","arguments":{arguments}}}}}"#
    )
}

/// The next message that comes by a port.
async fn next(port: &MessagePort) -> JsValue {
    let port = port.clone();
    let heard = Promise::new(&mut |resolve, _| {
        let on_message = Closure::once_into_js(move |event: MessageEvent| {
            resolve.call1(&JsValue::NULL, &event.data()).unwrap();
        });
        port.set_onmessage(Some(on_message.unchecked_ref()));
    });
    JsFuture::from(heard).await.unwrap()
}

#[wasm_bindgen_test]
fn keeps_the_contract() {
    contract::reads_what_it_writes();
    contract::says_what_is_wrong();
}

#[wasm_bindgen_test]
async fn serves_a_client_over_a_port() {
    let channel = MessageChannel::new().unwrap();
    let (own, client) = (channel.port1(), channel.port2());
    let mut server = server();
    let params =
        r#"{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}"#;
    for id in ["0", "\"a\"", "\"\\ud800\""] {
        let request = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{params}}}"#);
        client.post_message(&value(&request)).unwrap();
        let message = next(&own).await;
        let answer = sent(&list(&server.client_message(7, message, request.len(), NOW_MS)), 7);
        own.post_message(&answer).unwrap();
        let answer = next(&client).await;
        assert_eq!(json(&at(&answer, "id")), id);
        assert_eq!(text(&answer, "result.protocolVersion"), "2025-06-18");
        assert_eq!(text(&answer, "result.serverInfo.version"), server.version());
    }
}

#[wasm_bindgen_test]
fn discovers_and_lists_tools() {
    let probe =
        format!(r#"{{"jsonrpc":"2.0","id":"p","method":"server/discover","params":{{"_meta":{META}}}}}"#);
    let answer = sent(&send(&mut server(), 1, &probe), 1);
    assert_eq!(json(&at(&answer, "result.supportedVersions")), r#"["2026-07-28"]"#);
    assert_eq!(text(&answer, "result.resultType"), "complete");
    let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{META}}}}}"#);
    let answer = sent(&send(&mut server(), 1, &request), 1);
    let tools = list(&at(&answer, "result.tools"));
    assert_eq!(text(&tools[0], "inputSchema.properties.code.type"), "string");
}

#[wasm_bindgen_test]
fn evaluates() {
    let mut server = server();
    let long = "x".repeat(5_000);
    let code = format!("(print \\\"\u{3bb} {long} \\ud800\\\")");
    let held = send(
        &mut server,
        1,
        &call("\"call\"", &format!(r#"{{"code":"{code}","capture-time":null,"detail":"full"}}"#)),
    );
    assert_eq!(held.len(), 1);
    assert_eq!(text(&held[0], "kind"), "arm-timer");
    assert!(at(&held[0], "atMs").as_f64().unwrap() > NOW_MS);

    let started = ready(&mut server);
    let command = at(&started[0], "command");
    assert_eq!(
        (text(&started[0], "kind"), text(&command, "kind")),
        ("command".to_owned(), "evaluate".to_owned())
    );
    assert_eq!(text(&command, "code"), format!("(print \"\u{3bb} {long} \u{fffd}\")"));
    assert!(at(&command, "package").is_null() && at(&command, "id").as_f64() == Some(1.0));

    let output = format!(r#"{{"kind":"output","id":1,"stream":"stdout","text":"{long}\udfff\n"}}"#);
    assert_eq!(json(&server.engine_event(0, value(&output), NOW_MS)), "[]");
    let outcome = r#"{"status":"ok","values":["\"λ\""],"warnings":[],"condition":null,"package":"COMMON-LISP-USER",
        "forms":1,"timing":{"realMs":1.23456,"compileMs":0},"dropped":{"stdout":5000000000,"stderr":0,"values":0,"results":0,"warnings":0,"definitions":0},
        "restartsTaken":[],"definitions":[]}"#;
    let completed = format!(r#"{{"kind":"completed","id":1,"outcome":{outcome}}}"#);
    let answer = sent(&list(&server.engine_event(0, value(&completed), NOW_MS)), 1);
    assert_eq!(text(&answer, "id"), "call");
    assert_eq!(
        text(&answer, "result.content.0.text"),
        format!(
            "[stdout]\n{long}\u{fffd}\n… 4294967295 more characters\n\n=> \"\u{3bb}\"\n\n[timing]\nreal 1.235 ms, compile 0.000 ms"
        )
    );
    let data = at(&answer, "result.structuredContent");
    assert_eq!(text(&data, "stdout"), format!("{long}\u{fffd}\n"));
    assert_eq!(json(&at(&data, "timing")), r#"{"realMs":1.235,"compileMs":0}"#);
}

#[wasm_bindgen_test]
fn long_texts_are_shown_as_short_ones() {
    let plain = "a line\n".repeat(1_000);
    for (written, shown) in [
        (format!("{plain}end\n\n"), format!("{plain}end")),
        (format!("{plain}[ERROR] x"), format!("{plain} [ERROR] x")),
        (format!("[stdout]\n{plain}x"), format!(" [stdout]\n{plain}x")),
        (format!("{plain}\u{1b}x\u{202e}"), format!("{plain}\\u{{1B}}x\\u{{202E}}")),
        (format!("{plain}\u{200b}[error] x"), format!("{plain} \u{200b}[error] x")),
    ] {
        let mut server = server();
        ready(&mut server);
        send(&mut server, 1, &call("1", r#"{"code":"1"}"#));
        let event =
            Object::from_entries(&value(r#"[["kind","output"],["id",1],["stream","stdout"]]"#)).unwrap();
        Reflect::set(&event, &"text".into(), &written.as_str().into()).unwrap();
        server.engine_event(0, event.into(), NOW_MS);
        let outcome = r#"{"status":"ok","values":[],"warnings":[],"condition":null,"package":"COMMON-LISP-USER","forms":1,"timing":null,
            "dropped":{"stdout":0,"stderr":0,"values":0,"results":0,"warnings":0,"definitions":0},"restartsTaken":[],"definitions":[]}"#;
        let completed = format!(r#"{{"kind":"completed","id":1,"outcome":{outcome}}}"#);
        let answer = sent(&list(&server.engine_event(0, value(&completed), NOW_MS)), 1);
        assert_eq!(text(&answer, "result.content.0.text"), format!("[stdout]\n{shown}\n\n; No values"));
    }
}

#[wasm_bindgen_test]
fn watches_the_clock() {
    let mut server = server();
    ready(&mut server);
    let started = send(&mut server, 1, &call("1", r#"{"code":"(loop)"}"#));
    assert_eq!(at(&started[1], "atMs").as_f64(), Some(1_795_176_032_000.0));
    let ended = list(&server.tick(NOW_MS + 32_000.0));
    assert_eq!(
        (text(&ended[0], "kind"), text(&ended[1], "kind")),
        ("replace-image".to_owned(), "send".to_owned())
    );
}

#[wasm_bindgen_test]
fn survives_nonsense() {
    let mut server = server();
    for nonsense in ["null", "5", "\"\"", "[]", "{}", r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#] {
        let answer = sent(&list(&server.client_message(3, value(nonsense), 1, f64::NAN)), 3);
        assert!(at(&answer, "id").is_undefined() && at(&answer, "error.code").as_f64().is_some());
        server.engine_event(0, value(nonsense), f64::INFINITY);
    }
    for odd in [
        JsValue::UNDEFINED,
        js_sys::Date::new_0().into(),
        js_sys::Map::new().into(),
        Array::new_with_length(3).into(),
    ] {
        sent(&list(&server.client_message(3, odd.clone(), 1, NOW_MS)), 3);
        server.engine_event(0, odd, NOW_MS);
    }
    assert_eq!(
        json(&sent(&list(&server.unreadable_message(3, "no", NOW_MS)), 3)),
        r#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error: no"}}"#
    );
    assert_eq!(json(&server.tick(-1.0)), "[]");
    assert_eq!(json(&server.client_closed(3, NOW_MS)), "[]");
}

/// What JSON cannot say, but a window message can. (It has no getters and no proxies: the browser reads the
/// ones, and refuses the others, when a message is posted.)
#[wasm_bindgen_test]
fn survives_what_json_cannot_say() {
    let odd = [
        "10n",
        "new Map([['code', '1']])",
        "(() => { const map = new Map(); map.set('self', map); return map })()",
        "new Set(['1'])",
        "new Uint8Array(1e6)",
        "new Float64Array(3)",
        "new ArrayBuffer(8)",
        "new Date(0)",
        "/x/",
        "new Error('x')",
        "new String('1')",
        "Object.assign(Object.create(null), { code: 1n })",
        "(() => { const own = {}; own.self = own; return own })()",
        "(() => { const list = []; list[0] = list; return list })()",
        "[, 1]",
        "NaN",
        "-0",
        "2 ** 53",
        "undefined",
        "{ ['__proto__']: { code: '1' } }",
        "JSON.parse('[' .repeat(5000) + ']'.repeat(5000))",
    ];
    let mut server = server();
    ready(&mut server);
    for script in odd {
        let value =
            js_sys::Function::new_no_args(&format!("return ({script})")).call0(&JsValue::NULL).unwrap();
        for path in ["id", "method", "params", "params.arguments", "params.arguments.code", "params._meta"] {
            let message = self::value(&call("7", r#"{"code":"1"}"#));
            let (object, name) = path
                .rsplit_once('.')
                .map_or((message.clone(), path), |(object, name)| (at(&message, object), name));
            Reflect::set(&object, &name.into(), &value).unwrap();
            server.client_message(3, message, 100, NOW_MS);
        }
        server.client_message(3, value.clone(), 100, NOW_MS);
        let completed = self::value(r#"{"kind":"completed","id":1,"outcome":{"status":"ok","values":[]}}"#);
        Reflect::set(&at(&completed, "outcome"), &"warnings".into(), &value).unwrap();
        server.engine_event(0, completed, NOW_MS);
    }
    let answer = sent(&send(&mut server, 9, r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#), 9);
    assert_eq!(json(&answer), r#"{"jsonrpc":"2.0","id":9,"result":{}}"#);
}

/// A text that nobody has to read passes through without a copy in WebAssembly's memory, which would grow.
#[wasm_bindgen_test]
fn a_long_text_is_not_copied() {
    let size = || {
        let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
        at(&memory.buffer(), "byteLength").as_f64().unwrap()
    };
    let mut server = server();
    ready(&mut server);
    send(&mut server, 1, &call("1", r#"{"code":"1"}"#));
    let long = js_sys::JsString::from("x").repeat(12_000_000);
    let before = size();
    let message = value(&call("2", r#"{"code":"1"}"#));
    Reflect::set(&at(&message, "params.arguments"), &"code".into(), &long).unwrap();
    server.client_message(1, message, 12_000_000, NOW_MS);
    let completed = value(
        r#"{"kind":"completed","id":1,"outcome":{"status":"ok","values":[],"warnings":[],"package":"P","forms":1,
        "dropped":{"stdout":0,"stderr":0,"values":0,"results":0,"warnings":0,"definitions":0},"restartsTaken":[],"definitions":[]}}"#,
    );
    let actions = list(&server.engine_event(0, completed, NOW_MS));
    let codes: Vec<JsValue> = actions
        .iter()
        .filter(|action| text(action, "kind") == "command")
        .map(|action| at(action, "command.code"))
        .collect();
    assert_eq!(codes, [JsValue::from(long)]);
    assert!(size() - before < 1_000_000.0, "{}", size() - before);
}

#[wasm_bindgen_test]
fn an_event_that_is_wrong_is_named() {
    let mut server = server();
    ready(&mut server);
    send(&mut server, 1, &call("1", r#"{"code":"1"}"#));
    let wrong = value(r#"{"kind":"completed","id":1,"outcome":{"status":"ok","values":[5]}}"#);
    let actions = list(&server.engine_event(0, wrong, NOW_MS));
    assert!(
        actions.iter().any(|action| json(action).contains("could not be read (\\\"outcome\\\")")),
        "{actions:?}"
    );
}

#[wasm_bindgen_test]
fn keeps_definitions() {
    let mut server = server();
    // Records of before forms had places are understood.
    let record = r#"{"package":"P","forms":[{"code":"(f)","package":"P","names":["FUNCTION F"],"undefined":[]}],"suspects":[]}"#;
    assert!(!server.take_in("{", "", "") && server.take_in(record, "", ""));
    assert_eq!(json(&server.saved_definitions()), r#"{"count":1,"names":["FUNCTION F"]}"#);
    assert_eq!(server.record(), record.replace("[]}],", r#"[],"position":null}],"#));
}

#[wasm_bindgen_test]
fn admits_origins() {
    assert!(server().admits("https://a.example", 0));
    assert!(!server().admits("https://b.example", 0));
    assert!(Server::new(JsValue::NULL).is_err() && Server::new(value(r#"{"origin":"x"}"#)).is_err());
}

#[wasm_bindgen_test]
fn decides_about_windows() {
    assert!(Windows::new(value(r#"{"bindings":{"tabs":true}}"#)).is_err());
    let options = value(r#"{"origins":[],"own":"https://a.example","bindings":{"tab":true}}"#);
    let mut windows = Windows::new(options).unwrap_or_else(|_| panic!("the options are right"));
    assert_eq!(json(&windows.lines()), r#"[{"from":"self","channel":"mcp-default"}]"#);
    assert_eq!(text(&windows.opened(None), "0.message.payload"), "mcp-server-ready");
    // A script can make an event that names any source and origin.
    let made = MessageEvent::new("message").unwrap();
    assert_eq!(json(&windows.message(&made, JsValue::NULL.unchecked_ref())), "[]");
    assert_eq!(json(&windows.waited()), "[]");
    assert_eq!(json(&windows.closed()), "[]", "nobody has spoken");
}

/// What the window posts to itself is read in place: its origin, its source and its data.
#[wasm_bindgen_test]
async fn hears_its_own_window() {
    let window = web_sys::window().unwrap();
    let origin = window.location().origin().unwrap();
    let options = value(&format!(r#"{{"origins":[],"own":"{origin}","bindings":{{"tab":true}}}}"#));
    let mut windows = Windows::new(options).unwrap_or_else(|_| panic!("the options are right"));
    let heard = Promise::new(&mut |resolve, _| {
        let on_message = Closure::once_into_js(move |event: MessageEvent| {
            resolve.call1(&JsValue::NULL, &event).unwrap();
        });
        web_sys::window().unwrap().set_onmessage(Some(on_message.unchecked_ref()));
    });
    let payload = r#"{"jsonrpc":"2.0","id":4,"method":"initialize"}"#;
    let message = format!(
        r#"{{"channel":"mcp-default","type":"mcp","direction":"client-to-server","payload":{payload}}}"#
    );
    window.post_message(&value(&message), &origin).unwrap();
    let event: MessageEvent = JsFuture::from(heard).await.unwrap().unchecked_into();
    let lines = js_sys::Function::new_no_args(
        "return { isBusy: () => false, isOpen: (from, channel, id) => id === 4 }",
    );
    let lines = lines.call0(&JsValue::NULL).unwrap();
    let steps = windows.message(&event, lines.unchecked_ref());
    let kinds: Vec<String> = list(&steps).iter().map(|step| text(step, "kind")).collect();
    assert_eq!(kinds, ["problem", "gone", "hear"]);
    assert_eq!(text(&steps, "0.problem.kind"), "repeated-id");
    assert_eq!(text(&steps, "2.origin"), origin);
    assert_eq!(json(&at(&steps, "2.message")), payload);
}
