//! What one input costs: with four times as much remembered, an unrelated input costs what it did before; an
//! input that is four times as large costs four times as much, not sixteen times. Costs are counted, not
//! timed. `npm test -- costs` runs these: the code has to be compiled so that it counts.

#![cfg(all(test, not(target_arch = "wasm32")))]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::arithmetic_side_effects
)]

#[path = "../../server/outcomes.rs"]
mod outcomes;
#[allow(dead_code, reason = "tests of the server use the rest")]
#[path = "../../server/page.rs"]
mod page;
#[allow(dead_code, reason = "tests of the server use the rest")]
#[path = "../../server/text.rs"]
mod text;
mod work;

use jscl_mcp::data::Raw;
use jscl_mcp::server::MAIN_IMAGE;
use serde_json::{Value, json};

use page::{NOW_MS, Page, definition, functions, listening};
use work::{Work, alone, work_of};

/// How many times the work is allowed where there is four times as much and the work should be the same.
const CONSTANT: f64 = 1.1;

/// How many times the work is allowed where it may grow with the size, and what is in order be found by
/// halving. A square would be sixteen times.
const LINEAR: f64 = 4.7;

/// Steps and bytes below which nobody counts.
const LITTLE: u64 = 2_000;

/// Holds the work at four times a size against that at the size.
fn grows_by(most: f64, size: usize, what: &str, mut cost: impl FnMut(usize) -> Work) {
    let _alone = alone();
    let (small, large) = (cost(size), cost(4 * size));
    assert!(small.steps > 0, "nothing is counted; run: npm test -- costs");
    for (counted, small, large) in [("steps", small.steps, large.steps), ("bytes", small.bytes, large.bytes)]
    {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below where that begins")]
        let ratio = large as f64 / small.max(LITTLE) as f64;
        assert!(ratio <= most, "{what}: {small} and {large} {counted}, {ratio:.2} times as many");
    }
}

/// What an event costs the server.
fn hearing(page: &mut Page, event: Value) -> Work {
    let event = Raw::from(event);
    work_of(|| drop(page.server.engine_event(MAIN_IMAGE, &event, NOW_MS)))
}

/// What the definitions of an evaluation cost it.
fn defining(page: &mut Page, definitions: &[Value]) -> Work {
    let event = page.completion(&json!({"code": "1"}), definitions);
    hearing(page, event)
}

/// What a message costs it.
fn sending(page: &mut Page, message: Value) -> Work {
    let length = message.to_string().len();
    let message = Raw::from(message);
    let now_ms = page.later();
    work_of(|| drop(page.server.client_message(1, &message, length, now_ms)))
}

/// What a request costs it.
fn asking(page: &mut Page, method: &str, params: &Value) -> Work {
    let request = page.request(method, params);
    sending(page, request)
}

#[test]
fn names_are_found_in_a_journal_without_a_look_at_the_others() {
    grows_by(CONSTANT, 40, "40 names for a journal of many sets of 40", |sets| {
        let mut page = Page::new();
        for set in 0..sets {
            page.define(&[definition("(a set)", &functions(1_000 * set, 40))]);
        }
        defining(&mut page, &[definition("(another)", &functions(1_000 * (sets + 1), 40))])
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
        defining(&mut page, &[definition("(x)", &functions(0, 40))])
    });
}

#[test]
fn many_definitions_at_once_cost_as_much_as_one_after_the_other() {
    grows_by(LINEAR, 1_500, "definitions of one evaluation", |count| {
        let definitions: Vec<Value> =
            (0..count).map(|number| definition("(defun f ())", &functions(number, 1))).collect();
        defining(&mut Page::new(), &definitions)
    });
}

#[test]
fn a_full_journal_makes_room_without_a_look_at_what_stays() {
    grows_by(LINEAR, 3_000, "definitions of a full journal", |count| {
        let definitions: Vec<Value> =
            (0..count).map(|number| definition("(f)", &functions(number % 1_500, 1))).collect();
        defining(&mut Page::new(), &definitions)
    });
}

#[test]
fn restarts_are_kept_once_however_many_forms_they_were_given_for() {
    grows_by(LINEAR, 150, "forms with long restarts", |size| {
        let values = json!([{"restart": "USE-VALUE", "values": ["x".repeat(size * 1_000)]}]);
        let definitions: Vec<Value> =
            (0..size).map(|number| definition("(f)", &functions(number, 1))).collect();
        let mut page = Page::new();
        let event = page.completion(&json!({"code": "1", "restarts": values}), &definitions);
        hearing(&mut page, event)
    });
}

#[test]
fn a_page_of_the_list_is_made_without_the_others() {
    grows_by(CONSTANT, 900, "a page of a long list of resources", |names| {
        let mut page = Page::new();
        for first in (0..names).step_by(100) {
            page.define(&[definition("(defs)", &functions(first, 100))]);
        }
        asking(&mut page, "resources/list", &json!({}))
    });
}

#[test]
fn a_page_of_the_list_copies_no_source() {
    grows_by(CONSTANT, 200_000, "a page of a list of names that one long form defined", |length| {
        let mut page = Page::new();
        page.define(&[definition(&"x".repeat(length), &functions(0, 90))]);
        asking(&mut page, "resources/list", &json!({}))
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
        asking(&mut page, "resources/read", &uri)
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
        asking(&mut page, "resources/read", &uri)
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
        asking(&mut page, "completion/complete", &written)
    });
    grows_by(LINEAR, 900, "a completion among many names", |names| {
        let mut page = Page::new();
        for first in (0..names).step_by(100) {
            page.define(&[definition("(defs)", &functions(first, 100))]);
        }
        asking(&mut page, "completion/complete", &complete("f"))
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
        defining(&mut page, &[definition("(f)", &functions(20, 20))])
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
        let [begun, ended] = ["subscribe", "unsubscribe"]
            .map(|method| asking(&mut page, &format!("resources/{method}"), &uri));
        Work { steps: begun.steps + ended.steps, bytes: begun.bytes + ended.bytes }
    });
}

#[test]
fn addresses_are_told_apart_without_comparing_each_with_all() {
    grows_by(LINEAR, 240, "addresses of one subscription", |count| {
        let uris: Vec<String> =
            (0..count).map(|number| format!("test://{}{number:05}", "x".repeat(8_000))).collect();
        asking(&mut Page::new(), "subscriptions/listen", &listening(&uris))
    });
}

#[test]
fn a_batch_costs_what_its_messages_cost() {
    let initialize = json!({"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {
        "protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}});
    let ping = |number: usize| json!({"jsonrpc": "2.0", "id": number, "method": "ping"});
    let kinds: [&dyn Fn(usize) -> Value; 2] = [&|_| json!(1), &ping];
    for message in kinds {
        grows_by(LINEAR, 4_000, "a batch", |count| {
            let mut page = Page::new();
            page.send_text(1, &initialize.to_string());
            sending(&mut page, (0..count).map(message).collect())
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
        defining(&mut page, &[])
    });
}

/// A number that looks drawn at random.
fn drawn(state: &mut u32, below: u32) -> usize {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    usize::try_from((*state >> 8) % below).unwrap()
}

#[test]
fn whatever_is_defined_costs_no_more_than_its_names() {
    for seed in 1..=5 {
        grows_by(LINEAR, 1, "generated definitions", |times| {
            let mut all = Vec::new();
            for time in 0..times {
                let mut state = seed;
                // Sets of names as a program could make them: some new, some of an earlier set, some made
                // undefined.
                for _ in 0..70 {
                    let (first, count) = (drawn(&mut state, 2_000), 1 + drawn(&mut state, 60));
                    let (step, is_undefined) = (1 + drawn(&mut state, 3), drawn(&mut state, 2) == 0);
                    let names: Vec<String> = (0..count)
                        .map(|number| format!("FUNCTION F{}", time * 5_000 + first + number * step))
                        .collect();
                    let mut form = definition("(f)", &names);
                    if is_undefined {
                        form["undefined"] = names.into();
                    }
                    all.push(form);
                }
            }
            let mut page = Page::new();
            for number in 0..50 {
                subscribe(&mut page, 2, &format!("F{}", number * 100));
            }
            let defined = defining(&mut page, &all);
            let listed = asking(&mut page, "resources/list", &json!({}));
            Work { steps: defined.steps + listed.steps, bytes: defined.bytes + listed.bytes }
        });
    }
}
