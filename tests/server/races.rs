//! Anything in any order, in several sessions: the server asks of each image only what it can do, and answers
//! every request once.

use std::collections::{BTreeMap, BTreeSet};

use jscl_mcp::engine::Command;
use jscl_mcp::server::{Action, MAIN_IMAGE, Server};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::fuzzing::config;
use crate::harness::{START_MS, division_by_zero, failed, ok, options, with};
use crate::text::{Lines, line_of};

const NAMES: [&str; 4] = ["main", "session-1", "session-2", "a"];

/// An event of a race. Sessions are named by their place in `NAMES`, images and evaluations by the order of
/// their appearance.
#[derive(Clone, Debug)]
enum Happening {
    Create(usize),
    CreateUnnamed,
    Close(usize),
    Evaluate(usize),
    /// An evaluation whose client wants to be asked.
    Ask(usize),
    /// An evaluation that is to be held at its error, and a call that has one go on.
    EvaluateHolding(usize),
    GoOn(usize, usize),
    /// An image holds what it works on.
    Hold(usize),
    /// A client says something about a question, which may be answered already.
    Say(usize, usize),
    Reset(usize),
    Look(usize),
    Cancel(usize),
    ClientGoes(u32),
    Ready(usize),
    Completed(usize, usize),
    Output(usize),
    Died(usize),
    Nonsense(usize),
    Time(u64),
}

fn happening() -> impl Strategy<Value = Happening> {
    let name = || 0..NAMES.len();
    let any = || 0..16_usize;
    prop_oneof![
        2 => name().prop_map(Happening::Create),
        1 => Just(Happening::CreateUnnamed),
        2 => name().prop_map(Happening::Close),
        8 => name().prop_map(Happening::Evaluate),
        6 => name().prop_map(Happening::Ask),
        6 => name().prop_map(Happening::EvaluateHolding),
        6 => (name(), 0..12_usize).prop_map(|(name, how)| Happening::GoOn(name, how)),
        8 => any().prop_map(Happening::Hold),
        6 => (any(), 0..6_usize).prop_map(|(which, what)| Happening::Say(which, what)),
        2 => name().prop_map(Happening::Reset),
        1 => name().prop_map(Happening::Look),
        2 => any().prop_map(Happening::Cancel),
        1 => (0..3_u32).prop_map(Happening::ClientGoes),
        6 => any().prop_map(Happening::Ready),
        8 => (any(), 0..7_usize).prop_map(|(image, how)| Happening::Completed(image, how)),
        2 => any().prop_map(Happening::Output),
        2 => any().prop_map(Happening::Died),
        1 => any().prop_map(Happening::Nonsense),
        2 => prop_oneof![0..2_000_u64, 0..100_000_u64].prop_map(Happening::Time),
    ]
}

/// An image as its host knows it.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says something by itself")]
struct Image {
    is_ready: bool,
    is_gone: bool,
    running: Option<u32>,
    /// Whether that may ask, and how many questions it has asked.
    asks: bool,
    questions: u32,
    doing: Doing,
    /// Whether others that run on top of that when it is held can be held themselves.
    holds: bool,
    /// What is held below it: each evaluation with the number of its questions, and whether it is a level.
    below: Vec<(u32, u32, bool)>,
}

#[derive(Debug, Default, PartialEq)]
enum Doing {
    #[default]
    Working,
    /// It waits for the answer to its last question.
    Held,
    /// It was interrupted.
    Ending,
}

/// A question as its client knows it.
#[derive(Clone, Debug)]
enum Question {
    /// Answered by the id of the server's request.
    Request(u32, Value),
    /// Answered by the state to repeat, and the session.
    State(String, usize),
}

/// The world around a server.
struct World {
    server: Server,
    now_ms: u64,
    timer_ms: Option<u64>,
    images: BTreeMap<u32, Image>,
    last_image: u32,
    evaluations: BTreeSet<u32>,
    /// Requests without an answer, each with its client.
    open: BTreeMap<u64, u32>,
    gone: BTreeSet<u32>,
    last_request: u64,
    /// Modern calls that may be asked something, with their sessions.
    asking: BTreeMap<u64, usize>,
    questions: Vec<Question>,
}

impl World {
    fn new() -> Self {
        Self {
            server: Server::new(options()),
            now_ms: START_MS,
            timer_ms: None,
            images: BTreeMap::from([(MAIN_IMAGE, Image::default())]),
            last_image: MAIN_IMAGE,
            evaluations: BTreeSet::new(),
            open: BTreeMap::new(),
            gone: BTreeSet::new(),
            last_request: 0,
            asking: BTreeMap::new(),
            questions: Vec::new(),
        }
    }

    /// One with three legacy clients that can be asked.
    fn with_clients() -> Self {
        let mut world = Self::new();
        for client in 0..3 {
            world.last_request += 1;
            world.open.insert(world.last_request, client);
            let params = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {"name": "t", "version": "1"}});
            let request =
                json!({"jsonrpc": "2.0", "id": world.last_request, "method": "initialize", "params": params});
            world.say(client, &request);
        }
        world
    }

    fn say(&mut self, client: u32, message: &Value) {
        let actions = self.server.line(client, &message.to_string(), self.now_ms);
        self.perform(actions);
    }

    fn perform(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send { client, message } => self.sent(client, &line_of(&message)),
                Action::Command { image, command: Command::Evaluate(evaluate) } => {
                    assert!(self.evaluations.insert(evaluate.id), "a number that was given before");
                    let image =
                        self.images.get_mut(&image).expect("a command for an image that is not there");
                    let is_held = image.doing == Doing::Held;
                    assert!(
                        image.is_ready && (image.running.is_none() || is_held),
                        "a command that has to wait: {image:?}"
                    );
                    let mut below = std::mem::take(&mut image.below);
                    below.extend(image.running.map(|held| (held, image.questions, image.holds)));
                    assert!(
                        evaluate.ask_ms == 0 || below.iter().all(|(_, _, is_level)| *is_level),
                        "it may be held on top of what waits for its client"
                    );
                    assert_eq!(
                        usize::try_from(evaluate.level).unwrap(),
                        below.len(),
                        "on top of something else"
                    );
                    assert!(below.len() <= 8);
                    *image = Image {
                        is_ready: true,
                        running: Some(evaluate.id),
                        asks: evaluate.ask_ms > 0,
                        holds: evaluate.hold,
                        below,
                        ..Image::default()
                    };
                }
                Action::Command { command: Command::Query(query), .. } => panic!("nobody asked {query:?}"),
                Action::Command { command: Command::File(request), .. } => panic!("nobody asked {request:?}"),
                Action::Interrupt { image, evaluation } => {
                    let interrupted = self.images.get_mut(&image).expect("an image that is not there");
                    assert_eq!(interrupted.running, Some(evaluation));
                    interrupted.doing = Doing::Ending;
                }
                Action::Answer { image, answer } => {
                    let held = self.images.get_mut(&image).expect("an answer for an image that is not there");
                    assert_eq!((held.running, held.questions), (Some(answer.id), answer.question));
                    let levels = u32::try_from(held.below.len()).unwrap();
                    assert!(answer.level.is_none_or(|level| (1..=levels).contains(&level)), "no such level");
                    assert_eq!(std::mem::take(&mut held.doing), Doing::Held, "an answer to no question");
                }
                Action::StartImage { image } => {
                    assert!(image > self.last_image, "a number that was given before");
                    self.last_image = image;
                    self.images.insert(image, Image::default());
                }
                Action::StopImage { image, reason } => {
                    assert!(self.images.contains_key(&image), "an image that is not there");
                    if reason == "its session was closed" {
                        assert_ne!(image, MAIN_IMAGE);
                        self.images.remove(&image);
                    }
                }
                Action::ReplaceImage { image, .. } => {
                    *self.images.get_mut(&image).expect("an image that is not there") = Image::default();
                }
                Action::LayOut { .. } => panic!("nothing is laid out here"),
                Action::Draw { .. } => panic!("nothing is drawn here"),
                Action::LoadWords => panic!("the words are here"),
                Action::ArmTimer { at_ms } => self.timer_ms = Some(at_ms),
                Action::KeepDefinitions | Action::TrySaved { .. } | Action::RestoredSaved { .. } => {
                    panic!("nobody keeps definitions here");
                }
            }
        }
    }

    fn sent(&mut self, client: u32, message: &str) {
        let message: Value = serde_json::from_str(message).unwrap();
        assert!(!self.gone.contains(&client), "a message for a client that is gone");
        match message["method"].as_str() {
            Some("elicitation/create") => {
                self.questions.push(Question::Request(client, message["id"].clone()));
                return;
            }
            Some("notifications/cancelled") => return,
            _ => {}
        }
        let id = message["id"].as_u64().unwrap();
        if let Some(state) = message["result"]["requestState"].as_str() {
            self.questions.push(Question::State(state.to_owned(), self.asking[&id]));
        }
        assert!(self.open.remove(&id) == Some(client), "an answer that nobody waits for: {message}");
    }

    fn call(&mut self, tool: &str, arguments: Value) {
        self.last_request += 1;
        let id = self.last_request;
        let client = u32::try_from(id % 3).unwrap();
        if self.gone.contains(&client) {
            return;
        }
        self.open.insert(id, client);
        let request = json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}});
        let actions = self.server.line(client, &request.to_string(), self.now_ms);
        self.perform(actions);
    }

    fn event(&mut self, image: u32, event: &Value) {
        let actions = self.server.event(image, &event.to_string(), self.now_ms);
        self.perform(actions);
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Create(name) => {
                self.call("create-session", json!({"session": NAMES[name], "timeout": 3}));
            }
            Happening::CreateUnnamed => self.call("create-session", json!({})),
            Happening::Close(name) => self.call("close-session", json!({"session": NAMES[name]})),
            Happening::Evaluate(name) => {
                self.call("evaluate-lisp", json!({"code": "(f)", "session": NAMES[name]}));
            }
            Happening::Ask(name) => self.ask(name, json!({})),
            Happening::EvaluateHolding(name) => {
                self.call(
                    "evaluate-lisp",
                    json!({"code": "(f)", "session": NAMES[name], "on-error": "hold"}),
                );
            }
            Happening::GoOn(name, how) => {
                let tool = ["invoke-restart", "continue", "abort-level"][how % 3];
                let mut arguments = json!({"session": NAMES[name]});
                if tool == "invoke-restart" {
                    arguments["restart"] = json!("ABORT");
                }
                if how >= 3 {
                    arguments["level"] = json!(how / 3);
                }
                self.call(tool, arguments);
            }
            Happening::Hold(which) => self.hold(which),
            Happening::Say(which, what) => self.answer(which, what),
            Happening::Reset(name) => self.call("reset-session", json!({"session": NAMES[name]})),
            Happening::Look(name) => {
                let open = self.open.len();
                self.call("describe-last-error", json!({"session": NAMES[name]}));
                self.call("list-sessions", json!({}));
                assert_eq!(self.open.len(), open, "these are answered at once");
            }
            Happening::Cancel(which) => self.cancel(which),
            Happening::ClientGoes(client) => {
                self.gone.insert(client);
                self.open.retain(|_, of| *of != client);
                let actions = self.server.client_closed(client, self.now_ms);
                self.perform(actions);
            }
            Happening::Time(ms) => self.pass(ms),
            Happening::Ready(which) => self.ready(which),
            Happening::Completed(which, how) => self.complete(which, how),
            Happening::Output(which) => {
                let Some(image) = self.image(which) else { return };
                let Some(id) = self.images[&image].running else { return };
                self.event(image, &json!({"kind": "output", "id": id, "stream": "stdout", "text": "so far"}));
            }
            Happening::Died(which) => {
                let Some(image) = self.image(which) else { return };
                let dead = Image { is_gone: true, ..Image::default() };
                self.images.insert(image, dead);
                self.event(image, &json!({"kind": "died", "reason": "out of memory"}));
            }
            Happening::Nonsense(which) => {
                let Some(image) = self.image(which) else { return };
                self.event(image, &json!({"kind": "completed", "id": 1_000_000, "outcome": ok(&[])}));
                // Events of images that do not exist.
                for other in [self.last_image + 1, 77] {
                    self.event(other, &json!({"kind": "ready", "lisp": "x", "version": "x", "bootMs": 1}));
                    self.event(other, &json!({"kind": "died", "reason": "x"}));
                }
            }
        }
    }

    /// A call that may be asked: legacy or modern as its number is even or not.
    fn ask(&mut self, name: usize, retry: Value) {
        let arguments = json!({"code": "(f)", "session": NAMES[name], "on-error": "ask"});
        let is_retry = retry.get("requestState").is_some();
        if self.last_request.is_multiple_of(2) && !is_retry {
            self.call("evaluate-lisp", arguments);
            return;
        }
        self.last_request += 1;
        let id = self.last_request;
        let client = u32::try_from(id % 3).unwrap();
        if self.gone.contains(&client) {
            return;
        }
        self.open.insert(id, client);
        self.asking.insert(id, name);
        let meta = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
        let params = with(json!({"name": "evaluate-lisp", "arguments": arguments, "_meta": meta}), retry);
        self.say(client, &json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    fn hold(&mut self, which: usize) {
        let Some(image) = self.image(which) else { return };
        let state = self.images.get_mut(&image).unwrap();
        let Some(id) = state.running.filter(|_| state.asks && state.doing == Doing::Working) else {
            return;
        };
        state.questions += 1;
        state.doing = Doing::Held;
        let question = state.questions;
        // Nobody answers what it reads, so that its time passes.
        if !state.holds && which.is_multiple_of(5) {
            self.event(image, &json!({"kind": "needs-input", "id": id, "question": question, "prompt": "?", "package": "COMMON-LISP-USER"}));
            return;
        }
        let problem = which.is_multiple_of(3).then_some("X not taken.");
        let condition = with(division_by_zero(), json!({"restartProblem": problem}));
        self.event(image, &json!({"kind": "asking", "id": id, "question": question, "condition": condition, "package": "COMMON-LISP-USER"}));
    }

    fn answer(&mut self, which: usize, what: usize) {
        if self.questions.is_empty() {
            return;
        }
        let answer = match what {
            0 => json!({"action": "decline"}),
            1 => json!({"action": "accept", "content": {"restart": []}}),
            _ => json!({"action": "accept", "content": {"restart": "ABORT"}}),
        };
        match self.questions[which % self.questions.len()].clone() {
            Question::Request(client, _) if self.gone.contains(&client) => {}
            Question::Request(client, id) => {
                self.say(client, &json!({"jsonrpc": "2.0", "id": id, "result": answer}));
            }
            Question::State(state, name) => {
                self.ask(name, json!({"requestState": state, "inputResponses": {"restart": answer}}));
            }
        }
    }

    /// One of the images that can speak.
    fn image(&self, which: usize) -> Option<u32> {
        let living: Vec<u32> =
            self.images.iter().filter(|(_, image)| !image.is_gone).map(|(number, _)| *number).collect();
        (!living.is_empty()).then(|| living[which % living.len()])
    }

    fn ready(&mut self, which: usize) {
        let Some(image) = self.image(which) else { return };
        let state = self.images.get_mut(&image).unwrap();
        if !state.is_ready {
            state.is_ready = true;
            self.event(image, &json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1}));
        }
    }

    fn complete(&mut self, which: usize, how: usize) {
        let Some(image) = self.image(which) else { return };
        let state = self.images.get_mut(&image).unwrap();
        let Some(id) = state.running.take_if(|_| state.doing != Doing::Held) else { return };
        let is_left = how == 6 && state.doing == Doing::Working && !state.below.is_empty();
        let below = state.below.pop();
        (state.asks, state.holds) = (below.is_some(), below.is_some_and(|(_, _, is_level)| is_level));
        if let Some((held, questions, _)) = below {
            let doing = if is_left { Doing::Working } else { Doing::Held };
            (state.running, state.questions, state.doing) = (Some(held), questions, doing);
        }
        let name = format!("FUNCTION F{}", id % 3);
        let definition = json!({"code": "(defun f ())", "package": "COMMON-LISP-USER", "names": [name]});
        let outcome = match how {
            0 => failed(&division_by_zero()),
            1 => with(failed(&division_by_zero()), json!({"status": "timeout"})),
            2 => with(ok(&[]), json!({"status": "cancelled"})),
            3 => with(ok(&["F"]), json!({"definitions": [definition]})),
            4 => json!("nonsense"),
            6 if is_left => with(ok(&[]), json!({"status": "left"})),
            _ => ok(&["1"]),
        };
        self.event(image, &json!({"kind": "completed", "id": id, "outcome": outcome}));
    }

    fn cancel(&mut self, which: usize) {
        if self.open.is_empty() {
            return;
        }
        let (id, client) =
            self.open.iter().nth(which % self.open.len()).map(|(id, client)| (*id, *client)).unwrap();
        self.open.remove(&id);
        let cancelled =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        let actions = self.server.line(client, &cancelled.to_string(), self.now_ms);
        self.perform(actions);
    }

    /// Lets time pass; the timer rings on its way.
    fn pass(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        while let Some(at_ms) = self.timer_ms.filter(|at_ms| *at_ms <= until_ms) {
            self.now_ms = at_ms.max(self.now_ms);
            self.timer_ms = None;
            let actions = self.server.tick(self.now_ms);
            self.perform(actions);
        }
        self.now_ms = until_ms;
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn every_request_is_answered_once(happenings in vec(happening(), 0..60), ends_by_itself in any::<bool>()) {
        let mut world = World::with_clients();
        for happening in happenings {
            world.happen(happening);
        }
        if ends_by_itself {
            // Images and clients are silent from now on; the clock alone has to end everything.
            world.pass(10 * 60_000);
        } else {
            for round in 0..400 {
                world.ready(round);
                world.complete(round, 5);
            }
        }
        world.pass(10 * 60_000);
        prop_assert!(world.open.is_empty(), "not answered: {:?}", world.open);
    }
}
