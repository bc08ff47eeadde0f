//! What one input costs: with four times as much remembered, an unrelated input takes as long as before; an
//! input that is four times as large takes four times as long, not sixteen times.
//!
//! Times are the least of several, and a ratio that is too large is measured again: a machine that is busy
//! makes one measurement too large, a cost that grows too fast makes all of them so.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use jscl_mcp::engine::Command;
use jscl_mcp::jsonrpc::MAX_ID;
use jscl_mcp::server::{
    Action, BURST, MAIN_IMAGE, MAX_BATCH, MAX_SUBSCRIBED_BYTES, MAX_WAITING_BYTES,
    MAX_WAITING_BYTES_OF_A_CLIENT, Options, Server,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fuzzing::config;
use crate::harness::{ok, with};
use crate::text::{Lines, line_of};

const NOW_MS: u64 = 1_795_176_000_000;

/// The number of measurements before a cost counts as growing too fast.
const TRIES: u32 = 12;

/// The ratio of times that is allowed where there is four times as much and the time should be the same.
const CONSTANT: f64 = 2.5;

/// The ratio of times that is allowed where the time may grow with the size. A square would take sixteen
/// times as long.
const LINEAR: f64 = 8.0;

struct Page {
    server: Server,
    last_id: u32,
}

impl Page {
    fn new() -> Self {
        let mut page = Self { server: Server::new(Options::default()), last_id: 0 };
        page.event(&json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1.0}));
        page
    }

    fn event(&mut self, event: &Value) -> Vec<Action> {
        self.server.event(MAIN_IMAGE, &event.to_string(), NOW_MS)
    }

    fn send_text(&mut self, client: u32, text: &str) -> Vec<Action> {
        // The time between two messages is what the limit of a client's messages gives back.
        self.last_id += 1;
        self.server.line(client, text, NOW_MS + u64::from(self.last_id) * 1_000)
    }

    fn ask(&mut self, client: u32, method: &str, params: &Value) -> Vec<Action> {
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send_text(client, &request.to_string())
    }

    /// The event that ends an evaluation, which is begun by this.
    fn completion(&mut self, arguments: &Value, definitions: &[Value]) -> Value {
        let params = json!({"name": "evaluate-lisp", "arguments": arguments});
        let actions = self.ask(1, "tools/call", &params);
        let id = actions
            .iter()
            .find_map(|action| match action {
                Action::Command { command: Command::Evaluate(evaluate), .. } => Some(evaluate.id),
                _ => None,
            })
            .unwrap();
        let outcome = with(ok(&["1"]), json!({"definitions": definitions}));
        json!({"kind": "completed", "id": id, "outcome": outcome})
    }

    /// The time that the server takes for the definitions of an evaluation.
    fn define(&mut self, definitions: &[Value]) -> Duration {
        let event = self.completion(&json!({"code": "1"}), definitions).to_string();
        timed(|| drop(self.server.event(MAIN_IMAGE, &event, NOW_MS)))
    }
}

fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// The least of several times.
fn least(times: u32, mut work: impl FnMut() -> Duration) -> Duration {
    (0..times).map(|_| work()).min().unwrap()
}

fn definition(code: &str, names: &[String]) -> Value {
    json!({"code": code, "package": "P", "names": names, "undefined": []})
}

fn functions(first: usize, count: usize) -> Vec<String> {
    (first..first + count).map(|number| format!("FUNCTION F{number}")).collect()
}

/// Holds the time that `cost` takes at four times a size against that at the size.
fn grows_by(most: f64, size: usize, what: &str, mut cost: impl FnMut(usize) -> Duration) {
    let mut ratios = Vec::new();
    for _ in 0..TRIES {
        let small = cost(size).max(Duration::from_micros(20));
        let ratio = cost(4 * size).as_secs_f64() / small.as_secs_f64();
        if ratio <= most {
            return;
        }
        ratios.push(ratio);
        // Other load of the machine may end.
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{what}: with four times as much it takes {ratios:.1?} times as long");
}

#[test]
fn names_are_found_in_a_journal_without_a_look_at_the_others() {
    grows_by(CONSTANT, 40, "40 names for a journal of many sets of 40", |sets| {
        let mut page = Page::new();
        for set in 0..sets {
            page.define(&[definition("(a set)", &functions(1_000 * set, 40))]);
        }
        let mut set = sets;
        least(15, || {
            set += 1;
            page.define(&[definition("(another)", &functions(1_000 * set, 40))])
        })
    });
}

#[test]
fn names_that_come_again_are_no_dearer() {
    grows_by(CONSTANT, 40, "names that many forms have defined", |forms| {
        let mut page = Page::new();
        for form in 0..forms {
            // Each has one name of its own, so that none supersedes another.
            let mut names = functions(0, 40);
            names.push(format!("VARIABLE V{form}"));
            page.define(&[definition("(a form)", &names)]);
        }
        least(15, || page.define(&[definition("(x)", &functions(0, 40))]))
    });
}

#[test]
fn many_definitions_at_once_cost_as_much_as_one_after_the_other() {
    grows_by(LINEAR, 1_500, "definitions of one evaluation", |count| {
        let definitions: Vec<Value> =
            (0..count).map(|number| definition("(defun f ())", &functions(number, 1))).collect();
        least(3, || Page::new().define(&definitions))
    });
}

#[test]
fn a_full_journal_makes_room_without_a_look_at_what_stays() {
    grows_by(LINEAR, 3_000, "definitions of a full journal", |count| {
        let definitions: Vec<Value> =
            (0..count).map(|number| definition("(f)", &functions(number % 1_500, 1))).collect();
        least(2, || Page::new().define(&definitions))
    });
}

#[test]
fn restarts_are_kept_once_however_many_forms_they_were_given_for() {
    grows_by(LINEAR, 150, "forms with long restarts", |size| {
        let values = json!([{"restart": "USE-VALUE", "values": ["x".repeat(size * 1_000)]}]);
        let definitions: Vec<Value> =
            (0..size).map(|number| definition("(f)", &functions(number, 1))).collect();
        least(3, || {
            let mut page = Page::new();
            let event = page.completion(&json!({"code": "1", "restarts": values}), &definitions).to_string();
            timed(|| drop(page.server.event(MAIN_IMAGE, &event, NOW_MS)))
        })
    });
}

#[test]
fn a_page_of_the_list_is_made_without_the_others() {
    grows_by(CONSTANT, 900, "a page of a long list of resources", |names| {
        let mut page = Page::new();
        for first in (0..names).step_by(100) {
            page.define(&[definition("(defs)", &functions(first, 100))]);
        }
        least(15, || timed(|| drop(page.ask(1, "resources/list", &json!({})))))
    });
}

#[test]
fn a_page_of_the_list_copies_no_source() {
    grows_by(CONSTANT, 200_000, "a page of a list of names that one long form defined", |length| {
        let mut page = Page::new();
        page.define(&[definition(&"x".repeat(length), &functions(0, 90))]);
        least(5, || timed(|| drop(page.ask(1, "resources/list", &json!({})))))
    });
}

#[test]
fn the_source_of_a_name_is_put_together_in_order() {
    grows_by(LINEAR, 200, "the methods of one name", |methods| {
        let mut page = Page::new();
        for method in 0..methods {
            let names: Vec<String> = (0..8).map(|class| format!("METHOD AREA (C{method}-{class})")).collect();
            page.define(&[definition("(m)", &names)]);
        }
        let uri = json!({"uri": "lisp://session/main/definition/AREA"});
        least(7, || timed(|| drop(page.ask(1, "resources/read", &uri))))
    });
}

#[test]
fn one_name_is_read_without_a_look_at_the_others() {
    grows_by(CONSTANT, 900, "the source of one of many names", |names| {
        let mut page = Page::new();
        for first in (0..names).step_by(100) {
            page.define(&[definition("(defs)", &functions(first, 100))]);
        }
        let uri = json!({"uri": "lisp://session/main/definition/F7"});
        least(15, || timed(|| drop(page.ask(1, "resources/read", &uri))))
    });
}

fn complete(value: &str) -> Value {
    json!({
        "ref": {"type": "ref/resource", "uri": "lisp://session/{session}/definition/{name}"},
        "argument": {"name": "name", "value": value},
    })
}

#[test]
fn a_completion_takes_no_longer_than_what_is_read_for_it() {
    grows_by(LINEAR, 10_000, "a long text among long names", |length| {
        let mut page = Page::new();
        page.define(&[definition("(f)", &[format!("FUNCTION {}B", "A".repeat(20 * length))])]);
        let written = complete(&format!("{}C", "A".repeat(length)));
        least(3, || timed(|| drop(page.ask(1, "completion/complete", &written))))
    });
    grows_by(LINEAR, 900, "a completion among many names", |names| {
        let mut page = Page::new();
        for first in (0..names).step_by(100) {
            page.define(&[definition("(defs)", &functions(first, 100))]);
        }
        least(5, || timed(|| drop(page.ask(1, "completion/complete", &complete("f")))))
    });
}

fn subscribe(page: &mut Page, client: u32, name: &str) {
    let uri = format!("lisp://session/main/definition/{name}");
    let actions = page.ask(client, "resources/subscribe", &json!({"uri": uri}));
    assert_eq!(actions.len(), 1, "{actions:?}");
}

#[test]
fn changes_are_told_without_a_look_at_what_others_watch() {
    grows_by(CONSTANT, 400, "a change that few of many subscriptions are about", |count| {
        let mut page = Page::new();
        for number in 0..count {
            subscribe(&mut page, 1 + u32::try_from(number / 100).unwrap(), &format!("WATCHED-{number}"));
        }
        let mut set = 0;
        least(15, || {
            set += 1;
            page.define(&[definition("(f)", &functions(20 * set, 20))])
        })
    });
}

#[test]
fn subscriptions_are_taken_in_and_ended_one_by_one() {
    grows_by(CONSTANT, 240, "one more of many subscriptions", |count| {
        let mut page = Page::new();
        for number in 0..count {
            subscribe(&mut page, 1, &format!("WATCHED-{number}"));
        }
        let uri = json!({"uri": "lisp://session/main/definition/ONE-MORE"});
        least(15, || {
            timed(|| {
                page.ask(1, "resources/subscribe", &uri);
                page.ask(1, "resources/unsubscribe", &uri);
            })
        })
    });
}

fn listen_to(page: &mut Page, uris: &[String]) -> Vec<Action> {
    let params = json!({
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}},
        "notifications": {"resourceSubscriptions": uris},
    });
    page.ask(1, "subscriptions/listen", &params)
}

#[test]
fn addresses_are_told_apart_without_comparing_each_with_all() {
    grows_by(LINEAR, 240, "addresses of one subscription", |count| {
        let uris: Vec<String> =
            (0..count).map(|number| format!("test://{}{number:05}", "x".repeat(8_000))).collect();
        least(3, || timed(|| drop(listen_to(&mut Page::new(), &uris))))
    });
}

#[test]
fn a_batch_costs_what_its_messages_cost() {
    let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
        "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    for message in ["1", r#"{"jsonrpc":"2.0","id":7,"method":"ping"}"#] {
        grows_by(LINEAR, 4_000, "a batch", |count| {
            let mut batch = "[".to_owned();
            for number in 0..count {
                let separator = if number == 0 { "" } else { "," };
                let message = message.replace('7', &number.to_string());
                let _ = write!(batch, "{separator}{message}");
            }
            batch.push(']');
            least(2, || {
                let mut page = Page::new();
                page.send_text(1, &initialize.to_string());
                timed(|| drop(page.send_text(1, &batch)))
            })
        });
    }
}

#[test]
fn a_transcript_costs_what_it_keeps() {
    grows_by(CONSTANT, 300, "an exchange after many", |count| {
        let mut page = Page::new();
        for _ in 0..count {
            page.define(&[]);
        }
        least(15, || page.define(&[]))
    });
}

/// Sets of names as a program could make them: some new, some of an earlier set, some made undefined.
fn sets() -> impl Strategy<Value = Vec<(u16, u16, u8, bool)>> {
    prop::collection::vec((0_u16..2_000, 1_u16..60, 1_u8..4, any::<bool>()), 60..80)
}

fn forms(sets: &[(u16, u16, u8, bool)], shift: usize) -> Vec<Value> {
    let mut forms = Vec::new();
    for (first, count, step, is_undefined) in sets {
        let names: Vec<String> = (0..usize::from(*count))
            .map(|number| format!("FUNCTION F{}", shift + usize::from(*first) + number * usize::from(*step)))
            .collect();
        let undefined = if *is_undefined { names.clone() } else { Vec::new() };
        forms.push(json!({"code": "(f)", "package": "P", "names": names, "undefined": undefined}));
    }
    forms
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 20, ..config(3) })]

    #[test]
    fn whatever_is_defined_costs_no_more_than_its_names(sets in sets()) {
        grows_by(LINEAR, 1, "generated definitions", |times| {
            let all: Vec<Value> = (0..times).flat_map(|time| forms(&sets, time * 5_000)).collect();
            least(2, || {
                let mut page = Page::new();
                for number in 0..50 {
                    subscribe(&mut page, 2, &format!("F{}", number * 100));
                }
                let time = page.define(&all);
                time + timed(|| drop(page.ask(1, "resources/list", &json!({}))))
            })
        });
    }
}

/// The messages that are sent by these actions.
fn messages(actions: Vec<Action>) -> Vec<Value> {
    actions
        .into_iter()
        .filter_map(|action| match action {
            Action::Send { message, .. } => Some(serde_json::from_str(&line_of(message)).unwrap()),
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
    assert!(messages(listen_to(&mut page, &uris))[0].get("error").is_some());
    initialize(&mut page, "2025-06-18");
    assert!(messages(listen_to(&mut page, &uris))[0].get("method").is_some(), "a new handshake makes room");
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
