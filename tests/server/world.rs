//! A world around the server that checks it: clients of both eras that know what they have asked for, and
//! images that know what they can be asked. Every request gets exactly one answer, unless its client withdrew
//! it or left.

use std::collections::BTreeMap;

use jscl_mcp::data::Raw;
use jscl_mcp::engine::{Command, Evaluate};
use jscl_mcp::server::{Action, MAIN_IMAGE, Options, Server};
use jscl_mcp::tools::WORDS;
use serde_json::{Value, json};

use crate::harness::{START_MS, division_by_zero, failed, ok, with};
use crate::text::{Lines, json_of, line_of};
use crate::wire::Wire;

/// The kind of a client, by its number.
const LEGACY_VERSIONS: [Option<&str>; 4] = [Some("2025-03-26"), Some("2025-06-18"), None, None];

#[derive(Debug)]
struct Asked {
    modern: bool,
    withdrawn: bool,
    /// Whether it is answered only when the server ends.
    listens: bool,
}

#[derive(Debug)]
enum Image {
    Booting,
    Idle,
    Busy(Box<Evaluate>),
    Dead,
}

pub(crate) struct World {
    server: Server,
    pub(crate) now_ms: u64,
    armed_ms: Option<u64>,
    /// The clients' numbers, one for each kind; a client that left is followed by another.
    clients: [u32; 4],
    last_client: u32,
    asked: BTreeMap<(u32, u64), Asked>,
    last_id: u64,
    images: BTreeMap<u32, Image>,
    /// The last request that each image was given, to see that none is overtaken.
    begun: BTreeMap<u32, u64>,
    completed: Vec<(u32, u32)>,
    wire: Wire,
    /// Queries that images were handed and have not answered, with the image of each.
    queries: Vec<(u32, u32)>,
    /// Whether the server waits for the file of words.
    is_loading: bool,
}

impl World {
    pub(crate) fn new() -> Self {
        let mut world = Self {
            server: Server::new(Options::default()),
            now_ms: START_MS,
            armed_ms: None,
            clients: [0; 4],
            last_client: 0,
            asked: BTreeMap::new(),
            last_id: 0,
            images: BTreeMap::from([(MAIN_IMAGE, Image::Booting)]),
            begun: BTreeMap::new(),
            completed: Vec::new(),
            wire: Wire::default(),
            queries: Vec::new(),
            is_loading: false,
        };
        for kind in 0..4 {
            world.arrive(kind);
        }
        world
    }

    fn arrive(&mut self, kind: usize) {
        self.last_client += 1;
        self.clients[kind] = self.last_client;
        if let Some(version) = LEGACY_VERSIONS[kind] {
            let params = json!({"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "w", "version": "1"}});
            self.ask(kind, "initialize", params, false);
        }
    }

    fn message(&mut self, kind: usize, message: &Value) {
        let client = self.clients[kind];
        self.wire.heard(client, &message.to_string());
        let actions = self.server.line(client, &message.to_string(), self.now_ms);
        self.perform(actions);
    }

    /// A request of a client, not yet sent.
    fn request(&mut self, kind: usize, method: &str, mut params: Value, modern: bool) -> Value {
        self.last_id += 1;
        if modern {
            params["_meta"] = json!({"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}});
        }
        let asked = Asked { modern, withdrawn: false, listens: method == "subscriptions/listen" };
        self.asked.insert((self.clients[kind], self.last_id), asked);
        json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
    }

    fn ask(&mut self, kind: usize, method: &str, params: Value, modern: bool) {
        let request = self.request(kind, method, params, modern);
        self.message(kind, &request);
    }

    /// A client's call of a tool; those without a legacy version speak the modern one.
    pub(crate) fn call(&mut self, kind: usize, tool: &str, arguments: Value) {
        let request = self.tool_request(kind, tool, arguments);
        self.message(kind, &request);
    }

    fn tool_request(&mut self, kind: usize, tool: &str, mut arguments: Value) -> Value {
        if tool == "evaluate-lisp" {
            arguments["code"] = json!(format!("#{}", self.last_id + 1));
        }
        self.request(
            kind,
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
            LEGACY_VERSIONS[kind].is_none(),
        )
    }

    /// Several calls in one message, where the client's version has that.
    pub(crate) fn batch(&mut self, calls: &[(&str, Value)]) {
        let batch: Vec<Value> =
            calls.iter().map(|(tool, arguments)| self.tool_request(0, tool, arguments.clone())).collect();
        if !batch.is_empty() {
            self.message(0, &Value::from(batch));
        }
    }

    pub(crate) fn method(&mut self, kind: usize, method: &str) {
        let params = match method {
            "completion/complete" => json!({
                "ref": {"type": "ref/resource", "uri": "lisp://session/{session}/symbol/{name}"},
                "argument": {"name": "name", "value": "c"},
            }),
            "resources/read" => json!({"uri": "lisp://session/main/symbol/car"}),
            "prompts/get" => json!({"name": "debug-last-error"}),
            _ => json!({}),
        };
        self.ask(kind, method, params, LEGACY_VERSIONS[kind].is_none());
    }

    /// An image answers one of its queries.
    pub(crate) fn find(&mut self, nth: usize) {
        if self.queries.is_empty() {
            return;
        }
        let (image, id) = self.queries.remove(nth % self.queries.len());
        let texts = if id % 3 == 0 { json!([]) } else { json!(["car"]) };
        self.event(image, &json!({"kind": "found", "id": id, "texts": texts, "total": 1}));
    }

    /// A client subscribes to changes: to many, or to one resource, as its version has it.
    pub(crate) fn listen(&mut self, kind: usize) {
        let uri = "lisp://session/main/last-error";
        if LEGACY_VERSIONS[kind].is_some() {
            self.ask(kind, "resources/subscribe", json!({"uri": uri}), false);
        } else {
            let filter = json!({"resourcesListChanged": true, "resourceSubscriptions": [uri]});
            self.ask(kind, "subscriptions/listen", json!({"notifications": filter}), true);
        }
    }

    pub(crate) fn withdraw(&mut self, nth: usize) {
        let open: Vec<(u32, u64)> =
            self.asked.iter().filter(|(_, asked)| !asked.withdrawn).map(|(key, _)| *key).collect();
        let Some(&(client, id)) = open.get(nth % open.len().max(1)) else { return };
        let kind = self.clients.iter().position(|known| *known == client).unwrap();
        self.asked.get_mut(&(client, id)).unwrap().withdrawn = true;
        self.message(
            kind,
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}),
        );
    }

    pub(crate) fn leave(&mut self, kind: usize) {
        let client = self.clients[kind];
        self.asked.retain(|(of, _), _| *of != client);
        let actions = self.server.client_closed(client, self.now_ms);
        self.clients[kind] = u32::MAX;
        self.perform(actions);
        self.arrive(kind);
    }

    /// The image with the number `nth`, counted round.
    fn image(&self, nth: usize) -> Option<u32> {
        self.images.keys().nth(nth % self.images.len().max(1)).copied()
    }

    fn event(&mut self, image: u32, event: &Value) {
        let actions = self.server.event(image, &event.to_string(), self.now_ms);
        self.perform(actions);
    }

    pub(crate) fn ready(&mut self, nth: usize) {
        let Some(image) = self.image(nth) else { return };
        if matches!(self.images[&image], Image::Booting) {
            self.images.insert(image, Image::Idle);
            self.event(image, &json!({"kind": "ready", "lisp": "JSCL", "version": "1", "bootMs": 1.5}));
        }
    }

    pub(crate) fn die(&mut self, nth: usize) {
        let Some(image) = self.image(nth) else { return };
        if !matches!(self.images[&image], Image::Dead) {
            self.images.insert(image, Image::Dead);
            self.queries.retain(|(of, _)| *of != image);
            self.event(image, &json!({"kind": "died", "reason": "an accident"}));
        }
    }

    /// The image ends what it does, in one of several ways; `defines` says that it made a definition.
    pub(crate) fn complete(&mut self, nth: usize, how: u8, defines: bool) {
        let Some(image) = self.image(nth) else { return };
        let Image::Busy(command) = &self.images[&image] else { return };
        let id = command.id;
        let definitions = if defines {
            json!([{"code": "(defun f () 1)", "package": "COMMON-LISP-USER", "names": [format!("FUNCTION F{}", id % 3)]}])
        } else {
            json!([])
        };
        let outcome = match how % 5 {
            0 | 1 => ok(&["1"]),
            2 => failed(&division_by_zero()),
            3 => with(failed(&division_by_zero()), json!({"status": "timeout"})),
            _ => with(ok(&[]), json!({"status": "cancelled"})),
        };
        let outcome = with(outcome, json!({"definitions": definitions}));
        self.images.insert(image, Image::Idle);
        self.completed.push((image, id));
        self.event(image, &json!({"kind": "completed", "id": id, "outcome": outcome}));
    }

    /// An image says again what it has said.
    pub(crate) fn repeat(&mut self, nth: usize) {
        if let Some(&(image, id)) = self.completed.get(nth % self.completed.len().max(1))
            && self.images.contains_key(&image)
        {
            self.event(image, &json!({"kind": "completed", "id": id, "outcome": ok(&["late"])}));
        }
    }

    pub(crate) fn say(&mut self, nth: usize, event: &Value) {
        if let Some(image) = self.image(nth) {
            self.event(image, event);
        }
    }

    pub(crate) fn tick(&mut self) {
        self.armed_ms = None;
        let actions = self.server.tick(self.now_ms);
        self.perform(actions);
    }

    /// The file of words comes, or a file that has none, where the server waits for it.
    pub(crate) fn load(&mut self, is_whole: bool) {
        if std::mem::take(&mut self.is_loading) {
            let file = Raw::parse(if is_whole { WORDS } else { "{}" }).unwrap();
            let actions = self.server.take_words(file, self.now_ms);
            self.perform(actions);
        }
    }

    /// Runs until nothing is left to do, then checks that every request was answered.
    pub(crate) fn end(mut self) {
        for _ in 0..2_000 {
            let all = self.images.len();
            for nth in 0..all {
                self.ready(nth);
                self.complete(nth, 0, false);
            }
            self.find(0);
            self.load(true);
            if self.open().is_empty() {
                break;
            }
            if let Some(at_ms) = self.armed_ms {
                self.now_ms = self.now_ms.max(at_ms);
            }
            self.tick();
        }
        assert!(self.open().is_empty(), "never answered: {:?}, images {:?}", self.open(), self.images);
        self.close();
    }

    /// Closes the server, then checks that every request was answered.
    pub(crate) fn close(mut self) {
        let actions = self.server.close(self.now_ms);
        self.perform(actions);
        assert!(self.asked.values().all(|asked| asked.withdrawn), "still open: {:?}", self.asked);
    }

    fn open(&self) -> Vec<&(u32, u64)> {
        self.asked
            .iter()
            .filter(|(_, asked)| !asked.withdrawn && !asked.listens)
            .map(|(key, _)| key)
            .collect()
    }

    fn perform(&mut self, actions: Vec<Action>) {
        assert!(json_of(&actions).is_array(), "{actions:?}");
        for action in actions {
            match action {
                Action::Send { client, message } => {
                    let message = serde_json::from_str(&line_of(&message)).unwrap();
                    self.wire.said(client, &message);
                    self.receive(client, &message);
                }
                Action::Command { image, command: Command::Evaluate(evaluate) } => {
                    self.begin(image, *evaluate);
                }
                Action::Command { image, command: Command::Query(query) } => {
                    assert!(matches!(self.images.get(&image), Some(Image::Idle)), "{query:?} has to wait");
                    self.queries.push((image, query.id));
                }
                Action::Command { command: Command::File(request), .. } => panic!("nobody asked {request:?}"),
                Action::Interrupt { image, evaluation } => {
                    let runs =
                        matches!(&self.images[&image], Image::Busy(command) if command.id == evaluation);
                    assert!(runs, "image {image} was told to end {evaluation}, which it does not run");
                }
                Action::Answer { .. } => panic!("nothing is held here"),
                Action::LayOut { .. } => panic!("nothing is laid out here"),
                Action::Draw { .. } => panic!("nothing is drawn here"),
                Action::LoadWords => {
                    assert!(!self.is_loading, "the words were asked for twice");
                    self.is_loading = true;
                }
                Action::StartImage { image } => {
                    assert!(
                        self.images.insert(image, Image::Booting).is_none(),
                        "image {image} was started twice"
                    );
                    self.begun.remove(&image);
                }
                Action::ReplaceImage { image, .. } => {
                    self.queries.retain(|(of, _)| *of != image);
                    assert!(
                        self.images.insert(image, Image::Booting).is_some(),
                        "there was no image {image}"
                    );
                }
                Action::StopImage { image, reason } => {
                    self.queries.retain(|(of, _)| *of != image);
                    // A session that has lost its image for now is still there.
                    let before = if reason == "its session was closed" {
                        self.images.remove(&image)
                    } else {
                        self.images.insert(image, Image::Dead)
                    };
                    assert!(before.is_some(), "there was no image {image}");
                }
                Action::ArmTimer { at_ms } => self.armed_ms = Some(at_ms),
                Action::KeepDefinitions | Action::TrySaved { .. } | Action::RestoredSaved { .. } => {}
            }
        }
    }

    fn begin(&mut self, image: u32, command: Evaluate) {
        assert!(
            matches!(self.images.get(&image), Some(Image::Idle)),
            "image {image} got a command and is {:?}",
            self.images.get(&image)
        );
        if let Some(number) =
            command.code.to_string().strip_prefix('#').and_then(|number| number.parse().ok())
        {
            let last = self.begun.insert(image, number).unwrap_or_default();
            assert!(last < number, "request {number} was begun after {last}");
        }
        self.images.insert(image, Image::Busy(Box::new(command)));
    }

    fn receive(&mut self, client: u32, message: &Value) {
        assert!(self.clients.contains(&client), "client {client} is gone and got {message}");
        if let Some(messages) = message.as_array() {
            assert!(!messages.is_empty());
            for each in messages {
                self.receive_one(client, each, true);
            }
        } else {
            self.receive_one(client, message, false);
        }
    }

    fn receive_one(&mut self, client: u32, message: &Value, in_batch: bool) {
        assert_eq!(message["jsonrpc"], "2.0");
        if message.get("method").is_some() {
            assert!(message.get("id").is_none(), "{message}");
            return;
        }
        assert!(message.get("result").is_some() != message.get("error").is_some(), "{message}");
        let id = message["id"].as_u64().unwrap_or_default();
        let Some(asked) = self.asked.remove(&(client, id)) else {
            panic!("client {client} did not ask for {message}")
        };
        // In a batch an answer may have been there, and waited for the others.
        assert!(!asked.withdrawn || in_batch, "a withdrawn request was answered: {message}");
        if let Some(result) = message.get("result") {
            assert_eq!(result.get("resultType").is_some(), asked.modern, "{message}");
        }
    }
}
