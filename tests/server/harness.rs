//! A host for the server, scripted by the tests: it keeps a clock, plays the image and collects what clients
//! receive.

use std::sync::LazyLock;

use jscl_mcp::data::Raw;
use jscl_mcp::engine::{Answer, Command, Evaluate, FileRequest, Query};
use jscl_mcp::server::{Action, MAIN_IMAGE, Options, Server};
use jscl_mcp::tools::{ToolSets, WORDS, Words};
use serde_json::{Value, json};

pub(crate) use crate::outcomes::{ok, with};
use crate::text::{Lines, line_of};
use crate::wire::Wire;

pub(crate) const START_MS: u64 = 1_795_176_000_000;

pub(crate) struct Host {
    pub(crate) server: Server,
    pub(crate) now_ms: u64,
    /// Messages received by clients and not yet looked at.
    pub(crate) received: Vec<(u32, Value)>,
    /// Commands given to the image and not yet looked at.
    pub(crate) commands: Vec<Evaluate>,
    /// Answers given to images and not yet looked at.
    pub(crate) answers: Vec<Answer>,
    /// Queries that images were handed and not yet looked at.
    pub(crate) queries: Vec<(u32, Query)>,
    /// What images were asked to do with files.
    pub(crate) files: Vec<(u32, FileRequest)>,
    /// Evaluations that the image was asked to interrupt.
    pub(crate) interrupted: Vec<u32>,
    /// Why the image was replaced, each time.
    pub(crate) replaced: Vec<String>,
    /// Commands given to other images, why these were replaced, and which were started and stopped.
    pub(crate) others: Vec<(u32, Evaluate)>,
    pub(crate) others_replaced: Vec<(u32, String)>,
    pub(crate) started: Vec<u32>,
    pub(crate) stopped: Vec<u32>,
    pub(crate) timer_ms: Option<u64>,
    /// Other actions for the host, not yet looked at.
    pub(crate) asked: Vec<Action>,
    last_id: u64,
    wire: Wire,
}

impl Host {
    /// A host whose image is still starting.
    pub(crate) fn booting() -> Self {
        Self::with(Server::new(options()))
    }

    /// A host of that server.
    pub(crate) fn with(mut server: Server) -> Self {
        server.set_date(START_MS);
        Self {
            server,
            now_ms: START_MS,
            received: Vec::new(),
            commands: Vec::new(),
            queries: Vec::new(),
            files: Vec::new(),
            answers: Vec::new(),
            interrupted: Vec::new(),
            replaced: Vec::new(),
            others: Vec::new(),
            others_replaced: Vec::new(),
            started: Vec::new(),
            stopped: Vec::new(),
            timer_ms: None,
            asked: Vec::new(),
            last_id: 0,
            wire: Wire::default(),
        }
    }

    /// A host whose image is ready.
    pub(crate) fn new() -> Self {
        let mut host = Self::booting();
        host.ready();
        host
    }

    fn take(&mut self, actions: Vec<Action>) {
        for action in actions {
            match action {
                Action::Send { client, message } => {
                    let message = serde_json::from_str(&line_of(&message)).unwrap();
                    self.wire.said(client, &message);
                    self.received.push((client, message));
                }
                Action::Command { image: MAIN_IMAGE, command: Command::Evaluate(evaluate) } => {
                    self.commands.push(*evaluate);
                }
                Action::Answer { answer, .. } => self.answers.push(answer),
                Action::Command { image, command: Command::Query(query) } => {
                    self.queries.push((image, query));
                }
                Action::Command { image, command: Command::File(request) } => {
                    self.files.push((image, request));
                }
                Action::Interrupt { evaluation, .. } => self.interrupted.push(evaluation),
                Action::Command { image, command: Command::Evaluate(evaluate) } => {
                    self.others.push((image, *evaluate));
                }
                Action::ReplaceImage { image: MAIN_IMAGE, reason } => self.replaced.push(reason),
                Action::ReplaceImage { image, reason } => self.others_replaced.push((image, reason)),
                Action::StartImage { image } => self.started.push(image),
                Action::StopImage { image, .. } => self.stopped.push(image),
                Action::KeepDefinitions
                | Action::TrySaved { .. }
                | Action::RestoredSaved { .. }
                | Action::LayOut { .. }
                | Action::Draw { .. }
                | Action::LoadWords => self.asked.push(action),
                Action::ArmTimer { at_ms } => self.timer_ms = Some(at_ms),
            }
        }
    }

    /// The host has loaded the file of words, or says why it could not.
    pub(crate) fn take_words(&mut self, file: &str) {
        let actions = self.server.take_words(Raw::parse(file).unwrap(), self.now_ms);
        self.take(actions);
    }

    /// The host has drawn what it was asked to.
    pub(crate) fn drawn(&mut self, id: u32, pngs: &[Option<&str>]) {
        let pngs = pngs.iter().map(|png| png.map(str::to_owned)).collect();
        let actions = self.server.drawn(id, pngs, self.now_ms);
        self.take(actions);
    }

    /// The person at the host stops what runs in session `main`.
    pub(crate) fn stop(&mut self) {
        let actions = self.server.stop_evaluation("main", "the person at the page", self.now_ms);
        self.take(actions);
    }

    pub(crate) fn restore(&mut self) {
        let actions = self.server.restore_definitions(self.now_ms);
        self.take(actions);
    }

    /// Begins with what an earlier visit has left.
    pub(crate) fn load(&mut self, record: &str, trying: &str) {
        assert!(self.server.take_in(record, "", trying), "{record}");
    }

    pub(crate) fn discard(&mut self) {
        let actions = self.server.discard_definitions(self.now_ms);
        self.take(actions);
    }

    pub(crate) fn send_text(&mut self, client: u32, text: &str) {
        self.wire.heard(client, text);
        let actions = self.server.line(client, text, self.now_ms);
        self.take(actions);
    }

    pub(crate) fn send(&mut self, client: u32, message: &Value) {
        self.send_text(client, &message.to_string());
    }

    pub(crate) fn event(&mut self, event: &Value) {
        self.event_of(MAIN_IMAGE, event);
    }

    pub(crate) fn event_of(&mut self, image: u32, event: &Value) {
        let actions = self.server.event(image, &event.to_string(), self.now_ms);
        self.take(actions);
    }

    /// The image says what need not be an event.
    pub(crate) fn event_text(&mut self, text: &str) {
        let actions = self.server.event(MAIN_IMAGE, text, self.now_ms);
        self.take(actions);
    }

    pub(crate) fn close(&mut self, client: u32) {
        self.wire.forget(client);
        let actions = self.server.client_closed(client, self.now_ms);
        self.take(actions);
    }

    pub(crate) fn close_server(&mut self) {
        let actions = self.server.close(self.now_ms);
        self.take(actions);
    }

    pub(crate) fn ready(&mut self) {
        self.ready_of(MAIN_IMAGE);
    }

    pub(crate) fn ready_of(&mut self, image: u32) {
        self.event_of(image, &json!({"kind": "ready", "lisp": "JSCL", "version": "0.9.0", "bootMs": 300.5}));
    }

    /// Lets time pass; the timer rings on its way, as a page's would.
    pub(crate) fn pass(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        while let Some(at_ms) = self.timer_ms.filter(|at_ms| *at_ms <= until_ms) {
            self.now_ms = at_ms.max(self.now_ms);
            self.timer_ms = None;
            let actions = self.server.tick(self.now_ms);
            self.take(actions);
        }
        self.now_ms = until_ms;
    }

    /// A state that another server has made for the call of `tests/server/asking.rs`.
    pub(crate) fn foreign_state() -> String {
        let mut other = Self::with(Server::new(Options { secret: [9; 32], ..options() }));
        other.ready();
        crate::asking::held_modern(&mut other).1
    }

    /// The only message since the last look, which must be for that client. A notification about changed
    /// resources may stand beside it.
    pub(crate) fn only_answer(&mut self, client: u32) -> Value {
        let mut received = std::mem::take(&mut self.received);
        received.retain(|(_, message)| message["method"] != "notifications/resources/list_changed");
        assert_eq!(received.len(), 1, "{received:#?}");
        let (to, message) = received.into_iter().next().unwrap();
        assert_eq!(to, client);
        message
    }

    /// The only command that was given since the last look.
    pub(crate) fn only_command(&mut self) -> Evaluate {
        assert_eq!(self.commands.len(), 1, "{:#?}", self.commands);
        self.commands.remove(0)
    }

    /// A legacy request's answer, which must come at once.
    pub(crate) fn ask(&mut self, method: &str, params: &Value) -> Value {
        let id = self.next_id();
        self.send(1, &json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let answer = self.only_answer(1);
        assert_eq!(answer["id"], id);
        answer
    }

    /// The result of a legacy tool call that is answered at once.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))["result"].take()
    }

    /// Starts an evaluation of client 1 and returns its request id and the command.
    pub(crate) fn begin(&mut self, code: &str) -> (Value, Evaluate) {
        let id = self.next_id();
        self.send(1, &evaluate_request(&id, code));
        (id, self.only_command())
    }

    /// An evaluation from request to result, played by an outcome.
    pub(crate) fn evaluate(&mut self, code: &str, outcome: &Value) -> Value {
        let (id, command) = self.begin(code);
        self.event(&json!({"kind": "completed", "id": command.id, "outcome": outcome}));
        let mut answer = self.only_answer(1);
        assert_eq!(answer["id"], id);
        answer["result"].take()
    }

    fn next_id(&mut self) -> Value {
        self.last_id += 1;
        json!(self.last_id)
    }
}

/// The file of words, read once: every host has it.
static FILE_OF_WORDS: LazyLock<Raw> = LazyLock::new(|| Raw::parse(WORDS).unwrap());

/// The options of a server with all tools.
pub(crate) fn options() -> Options {
    Options { tools: ToolSets::all(), words: Words::new(FILE_OF_WORDS.clone()), ..Options::default() }
}

/// A request for everything that there is to know of an evaluation.
pub(crate) fn evaluate_request(id: &Value, code: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "evaluate-lisp", "arguments": {"code": code, "detail": "full"}}})
}

/// The outcome of an evaluation that a condition ended.
pub(crate) fn failed(condition: &Value) -> Value {
    with(ok(&[]), json!({"status": "error", "condition": condition}))
}

pub(crate) fn frame(function: &str, arguments: &[&str]) -> Value {
    let text = format!("({})", [&[function], arguments].concat().join(" "));
    json!({
        "index": 0, "function": function, "package": "COMMON-LISP-USER", "arguments": arguments, "text": text,
        "kind": "function", "position": null, "definition": null,
    })
}

pub(crate) fn toplevel() -> Value {
    with(frame("(LAMBDA NIL)", &[]), json!({"kind": "toplevel", "package": null}))
}

/// The condition of `(/ 1 0)`.
pub(crate) fn division_by_zero() -> Value {
    let frames = json!([
        with(frame("/", &["1", "0"]), json!({"kind": "library", "package": "COMMON-LISP"})),
        toplevel()
    ]);
    let condition = json!({
        "type": "DIVISION-BY-ZERO", "package": "COMMON-LISP", "label": "DIVISION-BY-ZERO",
        "message": "arithmetic error DIVISION-BY-ZERO signalled\nOperation was (/ 1 0).",
        "precedence": ["COMMON-LISP:DIVISION-BY-ZERO", "COMMON-LISP:ARITHMETIC-ERROR", "COMMON-LISP:ERROR"],
        "slots": [{"name": "OPERATION", "value": "/"}, {"name": "OPERANDS", "value": "(1 0)"}],
        "restarts": [{"name": "ABORT", "description": "Return to top level.", "parameters": "()"}],
        "framesTotal": 2, "form": 0, "phase": "eval", "position": {"line": 1, "column": 0},
        "where": {"form": 0, "line": 1, "column": 0, "in": "(/ 1 0)", "elsewhere": null}, "severalForms": false,
        "unclosed": null, "restartTaken": null, "restartProblem": null,
    });
    with(condition, json!({"frames": frames}))
}

pub(crate) fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().unwrap()
}

/// A warning that the program signalled, of no place.
pub(crate) fn warning(label: &str, message: &str) -> Value {
    json!({"type": label, "package": "COMMON-LISP", "label": label, "message": message, "severity": "warning",
           "position": null, "where": null, "hints": []})
}
