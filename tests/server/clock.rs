//! Two clocks: limits are measured with one that is never set, dates are written by the calendar.

use jscl_mcp::server::{GRACE_MS, HOLD_MS};
use serde_json::json;

use crate::asking;
use crate::harness::{Host, START_MS, division_by_zero, failed, ok};

const HOUR_MS: u64 = 3_600_000;

#[test]
fn a_date_that_leaps_ends_nothing_and_keeps_nothing_from_ending() {
    for date_ms in [0, START_MS - HOUR_MS, START_MS + HOUR_MS, u64::MAX] {
        let mut host = Host::new();
        let (_, command) = host.begin("(loop)");
        host.server.set_date(date_ms);
        host.pass(30_000 + GRACE_MS - 1);
        assert!(host.replaced.is_empty(), "{date_ms}");
        host.pass(1);
        assert_eq!(host.replaced.len(), 1, "{date_ms}");
        host.event(&json!({"kind": "completed", "id": command.id, "outcome": ok(&["late"])}));
    }
}

#[test]
fn a_state_is_good_for_as_long_as_its_evaluation_is_held_whatever_the_date() {
    for date_ms in [0, START_MS - HOUR_MS, START_MS + HOUR_MS] {
        let mut host = Host::new();
        let (_, state) = asking::held_modern(&mut host);
        host.server.set_date(date_ms);
        host.pass(HOLD_MS - 1);
        host.send(1, &asking::retry(101, &state, asking::accepting("USE-VALUE", "1")));
        assert_eq!(host.answers.len(), 1, "{date_ms}: {:?}", host.received);
    }
}

#[test]
fn what_people_read_has_the_date() {
    let mut host = Host::new();
    host.now_ms = 1234;
    let result = host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    assert_eq!(result["structuredContent"]["error"]["timestamp"], "2026-11-20T12:00:00.000Z");
    host.server.set_date(START_MS + HOUR_MS);
    let result = host.evaluate("(/ 1 0)", &failed(&division_by_zero()));
    assert_eq!(result["structuredContent"]["error"]["timestamp"], "2026-11-20T13:00:00.000Z");
    let transcript = host.ask("resources/read", &json!({"uri": "lisp://session/main/transcript"}));
    let transcript = transcript["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(transcript.contains("2026-11-20T13:00:00.000Z"), "{transcript}");
}
