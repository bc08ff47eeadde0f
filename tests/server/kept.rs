//! A record of definitions is only ever replaced by one that holds it, or by the person's word, for all
//! definitions, failures, ends and refusals, in any order, by any number of visits.

use std::collections::BTreeSet;

use jscl_mcp::server::{Options, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fuzzing::config;
use crate::harness::{Host, division_by_zero, evaluate_request, failed, ok, options, with};

/// An event of one of the visits.
#[derive(Clone, Debug)]
enum Step {
    /// A form defines some names, in some version.
    Define { names: Vec<u8>, version: u8 },
    /// The record is written, or that fails when what is stored was read.
    Write { succeeds: bool },
    /// The page ends, and is visited again; the stored record cannot always be read then.
    Leave { reads: bool, while_restoring: bool },
    /// The person wants what is saved; the forms end like this.
    Restore { ends: Vec<End> },
    /// The image is lost, and so do the forms that are given back.
    Lose { ends: Vec<End> },
    /// The person does not want what is saved.
    Discard,
    /// A client wants a fresh image.
    Reset,
}

#[derive(Clone, Copy, Debug)]
enum End {
    Returns,
    Fails,
    KillsTheLisp,
    TakesAllTheTime,
}

fn end() -> impl Strategy<Value = End> {
    prop_oneof![
        6 => Just(End::Returns),
        2 => Just(End::Fails),
        2 => Just(End::KillsTheLisp),
        1 => Just(End::TakesAllTheTime),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (vec(0_u8..8, 1..3), 0_u8..3).prop_map(|(names, version)| Step::Define { names, version }),
        5 => any::<bool>().prop_map(|often| Step::Write { succeeds: often }),
        3 => (any::<bool>(), any::<bool>())
            .prop_map(|(reads, while_restoring)| Step::Leave { reads, while_restoring }),
        3 => vec(end(), 0..6).prop_map(|ends| Step::Restore { ends }),
        2 => vec(end(), 0..6).prop_map(|ends| Step::Lose { ends }),
        1 => Just(Step::Discard),
        1 => Just(Step::Reset),
    ]
}

/// A form: its text, and the names that it defines.
type Form = (String, Vec<String>);

fn forms(record: &str) -> Vec<Form> {
    let record: Value = serde_json::from_str(record).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let form = |form: &Value| {
        (text(&form["code"]), form["names"].as_array().unwrap().iter().map(text).collect::<Vec<_>>())
    };
    record["forms"].as_array().unwrap().iter().map(form).collect()
}

/// One visit of a page.
struct Visit {
    host: Host,
    /// The record that was read or written last; "" before that.
    known: String,
    /// The forms it has ever held.
    seen: BTreeSet<Form>,
    /// The forms discarded from it, with those that they had superseded.
    given_up: BTreeSet<Form>,
}

impl Visit {
    fn new() -> Self {
        let mut host = Host::with(Server::new(Options { keeps_definitions: true, ..options() }));
        host.ready();
        Self { host, known: String::new(), seen: BTreeSet::new(), given_up: BTreeSet::new() }
    }

    fn forms(&mut self) -> BTreeSet<Form> {
        let forms: BTreeSet<Form> = forms(&self.host.server.record()).into_iter().collect();
        self.seen.extend(forms.iter().cloned());
        forms
    }

    /// Has the forms that are given to the image end like this, and all others return; the one that is `own`
    /// defines what it does.
    fn play(&mut self, ends: &[End], own: Option<(&str, &Value)>) {
        let mut ends = ends.iter();
        // An image that was lost is ready again.
        self.host.ready();
        while !self.host.commands.is_empty() {
            let command = self.host.only_command();
            let outcome = match own {
                Some((code, outcome)) if command.code == *code => outcome.clone(),
                _ => match ends.next().unwrap_or(&End::Returns) {
                    End::Returns => ok(&["DONE"]),
                    End::Fails => failed(&division_by_zero()),
                    End::KillsTheLisp => {
                        self.host.event(&json!({"kind": "died", "reason": "out of memory"}));
                        self.host.ready();
                        continue;
                    }
                    End::TakesAllTheTime => {
                        self.host.now_ms += 20_000;
                        ok(&["DONE"])
                    }
                },
            };
            self.host.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
        }
        self.host.received.clear();
        self.host.asked.clear();
    }

    fn define(&mut self, names: &[u8], version: u8) {
        let names: BTreeSet<String> = names.iter().map(|name| format!("FUNCTION F{name}")).collect();
        let code = format!("{names:?} {version}");
        let definition = json!({"code": code, "package": "COMMON-LISP-USER", "names": names});
        let outcome = with(ok(&["F"]), json!({"definitions": [definition]}));
        self.host.send(1, &evaluate_request(&json!("define"), &code));
        self.play(&[], Some((&code, &outcome)));
    }

    /// Runs an act by which the person or a client gives up forms, and notes which forms are gone.
    fn giving_up(&mut self, act: impl FnOnce(&mut Host)) {
        let before = self.forms();
        act(&mut self.host);
        self.play(&[], None);
        let after = self.forms();
        let gone: BTreeSet<&String> = before.difference(&after).flat_map(|(_, names)| names).collect();
        let is_gone = |form: &&Form| !after.contains(*form) && form.1.iter().all(|name| gone.contains(name));
        self.given_up.extend(self.seen.iter().filter(is_gone).cloned());
    }

    fn take_in(&mut self, found: &str, trying: &str) {
        assert!(self.host.server.take_in(found, &self.known, trying));
        self.seen.extend(forms(found));
        found.clone_into(&mut self.known);
    }

    /// A store's step: takes in each record that is not known, and writes the one that may replace it.
    fn write(&mut self, stored: &mut Option<String>, succeeds: bool) {
        if let Some(found) = stored.as_ref().filter(|found| **found != self.known) {
            self.take_in(found, "");
        }
        if succeeds {
            let record = self.host.server.record();
            if let Some(before) = stored {
                assert_held(before, &record, &self.given_up);
            }
            self.known.clone_from(&record);
            *stored = Some(record);
        }
    }
}

/// Each form of a record is in the one that takes its place, or something else defines what it did, or it was
/// given up.
fn assert_held(before: &str, after: &str, given_up: &BTreeSet<Form>) {
    let held = forms(after);
    let defined: BTreeSet<&String> = held.iter().flat_map(|(_, names)| names).collect();
    for form in forms(before) {
        let is_held = held.contains(&form) || form.1.iter().all(|name| defined.contains(name));
        assert!(is_held || given_up.contains(&form), "{form:?} is lost\nof {before}\nin {after}");
    }
}

fn play(steps: &[(usize, Step)]) {
    let mut stored = None;
    let mut visits = [Visit::new(), Visit::new()];
    for (which, step) in steps {
        let visit = &mut visits[*which];
        match step {
            Step::Define { names, version } => visit.define(names, *version),
            Step::Write { succeeds } => visit.write(&mut stored, *succeeds),
            Step::Leave { reads, while_restoring } => {
                let mut trying = String::new();
                if *while_restoring {
                    visit.host.restore();
                    for action in &visit.host.asked {
                        if let jscl_mcp::server::Action::TrySaved { form } = action {
                            trying.clone_from(form);
                        }
                    }
                }
                *visit = Visit::new();
                if let Some(found) = stored.as_ref().filter(|_| *reads) {
                    visit.take_in(found, &trying);
                }
            }
            Step::Restore { ends } => {
                visit.host.restore();
                visit.play(ends, None);
            }
            Step::Lose { ends } => {
                visit.host.event(&json!({"kind": "died", "reason": "out of memory"}));
                visit.play(ends, None);
            }
            Step::Discard => visit.giving_up(Host::discard),
            Step::Reset => visit.giving_up(|host| {
                host.send(1, &json!({"jsonrpc": "2.0", "id": "reset", "method": "tools/call", "params": {"name": "reset-session", "arguments": {}}}));
            }),
        }
        visits[*which].forms();
    }
    // The last visit has all of it.
    for visit in &mut visits {
        visit.write(&mut stored, true);
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn a_record_is_only_replaced_by_one_that_holds_it(steps in vec((0_usize..2, step()), 1..40)) {
        play(&steps);
    }
}
