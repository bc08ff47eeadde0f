//! The windows around the server: which of their messages are a client's, whose answers go where, and what is
//! said on the way.
//!
//! A line is what one client speaks on: a channel of envelopes, or the bare messages of one window. Nothing
//! on a line says who speaks: two clients that share one cannot be told apart. So only what is certain is
//! reported.
//!
//! The envelope is that of MCP-B's transports, version 4 and later.

use super::admission::Admission;
use super::app::{self, Opening};
use super::bindings::Bindings;
use super::head::{Head, LineName, Part, Requests, Source};
use super::problems::{Problem, Told};
use super::steps::{Step, Steps};
use crate::data::{Members, Raw, Value};

const CHECK: &str = "mcp-check-ready";
const READY: &str = "mcp-server-ready";
const STOPPED: &str = "mcp-server-stopped";

/// A line that has a name, or one of the two that have none.
#[derive(Debug)]
struct Line {
    from: Source,
    channel: Option<String>,
    told: Told,
    /// Our own words that will come back, for a window hears what it posts to itself.
    echoes: u32,
    /// Whether another server has sent a message.
    is_shared: bool,
    /// Where the last message came from; nothing, before there was one.
    origin: String,
}

impl Line {
    fn new(from: Source, channel: Option<String>) -> Self {
        Self { from, channel, told: Told::default(), echoes: 0, is_shared: false, origin: String::new() }
    }

    fn is(&self, from: Source, channel: Option<&str>) -> bool {
        self.from == from && self.channel.as_deref() == channel
    }

    fn tell(&mut self, problem: Problem, origin: &str, steps: &mut Steps) {
        if let Some(report) = self.told.news(problem, self.from, self.channel.as_deref(), origin) {
            steps.problem(report);
        }
    }

    fn say(&mut self, word: &'static str, origin: &str, steps: &mut Steps) {
        if self.from == Source::Own {
            self.echoes = self.echoes.saturating_add(1);
        }
        if let Some(channel) = &self.channel {
            steps.control(self.from, origin, channel, word);
        }
    }
}

/// A message, and what is known of it.
struct Heard<'a> {
    origin: &'a str,
    head: &'a Head,
    message: &'a Raw,
    requests: Requests,
}

/// The windows that a server listens to. Each method that changes something returns the steps that the host
/// has to take.
#[derive(Debug)]
pub struct Windows {
    admission: Admission,
    own_origin: String,
    app: Option<Opening>,
    lines: Vec<Line>,
    /// Whom to speak to in the window around the page before that has spoken.
    parents: Vec<String>,
}

impl Windows {
    /// Windows by an object: `origins`, the origins that are admitted; `own`, that of the server's own
    /// window; and `bindings`, what is heard.
    ///
    /// # Errors
    /// A sentence that says what is not understood.
    pub fn read(options: &Value) -> Result<Self, String> {
        let mut origins = Vec::new();
        for origin in options.get("origins").and_then(Value::as_array).into_iter().flatten() {
            // What is no origin is refused by the server, which has the same option.
            origins.extend(origin.as_str().map(str::to_owned));
        }
        let bindings = Bindings::read(options.get("bindings").unwrap_or(&Value::Null))?;
        let mut lines = Vec::new();
        for channel in bindings.tab {
            lines.push(Line::new(Source::Own, Some(channel)));
        }
        for channel in bindings.frame {
            lines.push(Line::new(Source::Parent, Some(channel)));
        }
        if bindings.bare_parent || bindings.app {
            lines.push(Line::new(Source::Parent, None));
        }
        if bindings.bare_opener {
            lines.push(Line::new(Source::Opener, None));
        }
        Ok(Self {
            admission: Admission::new(origins),
            own_origin: options.string("own").unwrap_or_default(),
            app: bindings.app.then(Opening::default),
            lines,
            parents: Vec::new(),
        })
    }

    /// The lines: what else comes is not heard.
    #[must_use]
    pub fn lines(&self) -> Vec<LineName> {
        self.lines.iter().map(|line| LineName { from: line.from, channel: line.channel.clone() }).collect()
    }

    /// Whether anything is heard of a window.
    #[must_use]
    pub fn hears(&self, from: Source) -> bool {
        self.lines.iter().any(|line| line.from == from)
    }

    /// Whether anything is heard on a channel of a window, or of what that posts without one.
    #[must_use]
    pub fn has_line(&self, from: Source, channel: Option<&str>) -> bool {
        self.lines.iter().any(|line| line.is(from, channel))
    }

    /// The server answers from now on. Clients that have begun to wait before that hear of it. `parent` is
    /// the origin of the page around this one, empty where the browser does not tell it; there is none
    /// without one.
    pub fn opened(&mut self, parent: Option<&str>) -> Vec<Step> {
        let mut steps = Steps::default();
        self.parents = parent.map_or_else(Vec::new, |parent| self.admission.targets_of(parent));
        for line in &mut self.lines {
            if line.from == Source::Own {
                line.say(READY, "*", &mut steps);
            } else {
                for parent in &self.parents {
                    line.say(READY, parent, &mut steps);
                }
            }
        }
        match parent {
            // A host that is never spoken to does not speak either, so who has set up the page would look for
            // the reason.
            Some(stranger) if self.parents.is_empty() && self.app.is_some() => {
                if let Some(line) = self.bare_parent() {
                    line.tell(Problem::RefusedOrigin, stranger, &mut steps);
                }
            }
            Some(_) => self.introduce(&mut steps),
            None => {}
        }
        steps.into_list()
    }

    /// The time has come that a step has asked to wait for.
    pub fn waited(&mut self) -> Vec<Step> {
        let mut steps = Steps::default();
        self.introduce(&mut steps);
        steps.into_list()
    }

    /// A window posted a message: this is its head, `message` what the client says, and `requests` what is
    /// known of the line's.
    pub fn message(
        &mut self,
        from: Source,
        origin: &str,
        head: &Head,
        message: &Raw,
        requests: Requests,
    ) -> Vec<Step> {
        let mut steps = Steps::default();
        let told = Heard { origin, head, message, requests };
        self.hear(from, &told, &mut steps);
        steps.into_list()
    }

    /// The server will not answer any more. For a client that is final, so a page that is only loaded anew
    /// must not say so.
    pub fn closed(&mut self) -> Vec<Step> {
        let mut steps = Steps::default();
        for line in &mut self.lines {
            // The clients of another server on the channel would go, too.
            if !line.is_shared && !line.origin.is_empty() {
                let origin = line.origin.clone();
                line.say(STOPPED, &origin, &mut steps);
            }
        }
        steps.into_list()
    }

    fn hear(&mut self, from: Source, heard: &Heard<'_>, steps: &mut Steps) {
        let Heard { origin, head, .. } = *heard;
        let Some(line) = self.lines.iter_mut().find(|line| line.is(from, head.channel())) else { return };
        if line.channel.is_some() && !head.is_from_client() {
            if from == Source::Own && head.is_from_server() {
                line.overhear(heard, steps);
            }
            return;
        }
        let is_admitted = match from {
            Source::Own => origin == self.own_origin,
            Source::Parent | Source::Opener => self.admission.admits(origin),
        };
        if !is_admitted {
            return line.tell(Problem::RefusedOrigin, origin, steps);
        }
        line.origin.clear();
        line.origin.push_str(Admission::target_of(origin));
        match &mut self.app {
            Some(opening) if from == Source::Parent && line.channel.is_none() => {
                line.host_message(opening, heard, steps);
            }
            _ => line.client_message(heard, steps),
        }
    }

    fn introduce(&mut self, steps: &mut Steps) {
        let Some(opening) = self.app.as_mut().filter(|opening| !opening.is_over()) else { return };
        if let Some((message, patience)) = opening.attempt() {
            // Which of them the host is becomes known by its answer.
            for parent in &self.parents {
                steps.post(Source::Parent, parent, message.clone());
            }
            steps.wait(patience);
        } else if let Some(line) = self.bare_parent() {
            line.tell(Problem::AppUnanswered, "", steps);
        }
    }

    fn bare_parent(&mut self) -> Option<&mut Line> {
        self.lines.iter_mut().find(|line| line.from == Source::Parent && line.channel.is_none())
    }
}

impl Line {
    /// A server has spoken in our own window. As many of its words as we have said are our own.
    fn overhear(&mut self, heard: &Heard<'_>, steps: &mut Steps) {
        match heard.head.control() {
            Some(READY) if self.echoes > 0 => self.echoes = self.echoes.saturating_sub(1),
            Some(READY | STOPPED) => {
                self.is_shared = true;
                self.tell(Problem::SecondServer, heard.origin, steps);
            }
            _ => {}
        }
    }

    fn client_message(&mut self, heard: &Heard<'_>, steps: &mut Steps) {
        let origin = self.origin.clone();
        match heard.head.control() {
            Some(CHECK) => {
                if heard.requests.busy {
                    self.tell(Problem::SecondClient, &origin, steps);
                }
                return self.say(READY, &origin, steps);
            }
            // Words that a later version of the transports may have.
            Some(word) if word.starts_with("mcp-") => return,
            _ => {}
        }
        if heard.requests.repeated {
            self.tell(Problem::RepeatedId, &origin, steps);
        }
        if heard.head.method() == "initialize" {
            // A connection begins with this message, so its sender is a new client.
            if self.channel.is_some() && heard.requests.busy {
                self.tell(Problem::SecondClient, &origin, steps);
            } else {
                steps.gone(self.from, self.channel.as_deref());
            }
        }
        steps.hear(self.from, self.channel.as_deref(), &origin, heard.message);
    }

    /// A message of the host that shows the app. What is not the extension's is a client's.
    fn host_message(&mut self, opening: &mut Opening, heard: &Heard<'_>, steps: &mut Steps) {
        let origin = self.origin.clone();
        match (&heard.head.id, heard.head.part) {
            (Some(id), Some(part)) if app::is_ours(id) => {
                if opening.is_over() {
                    return;
                }
                opening.end();
                if part == Part::Result {
                    steps.post(self.from, &origin, app::initialized());
                } else {
                    self.tell(Problem::AppRefused, &origin, steps);
                }
            }
            (Some(id), None) if heard.head.method() == "ui/resource-teardown" => {
                steps.post(self.from, &origin, app::torn_down(id));
                steps.gone(self.from, None);
            }
            (None, None) if heard.head.method().starts_with("ui/") => {}
            _ => self.client_message(heard, steps),
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use serde_json::json;

    const OWN: &str = "https://own.example";
    const ADMITTED: &str = "https://a.example";

    fn windows(bindings: &Value) -> Windows {
        let options = json!({"origins": [ADMITTED], "own": OWN, "bindings": bindings});
        Windows::read(&options).unwrap()
    }

    fn steps<T: serde::Serialize>(steps: &[T]) -> Vec<Value> {
        Raw::of(steps).value().as_array().unwrap().clone()
    }

    /// A window says what has that head: an envelope where there is a channel. What is handed on is left out
    /// of the steps.
    fn say(windows: &mut Windows, head: &Value) -> Vec<Value> {
        let from = match head["source"].as_str() {
            Some("self") => Source::Own,
            Some("parent") => Source::Parent,
            Some("opener") => Source::Opener,
            _ => return Vec::new(),
        };
        let mut message = json!({"jsonrpc": "2.0"});
        for name in ["method", "id"] {
            if let Some(value) = head.get(name) {
                message[name] = value.clone();
            }
        }
        if let Some(outcome) = head.get("outcome").and_then(Value::as_str) {
            message[outcome] = json!({});
        }
        let payload = head.get("control").cloned().unwrap_or(message);
        let data = match head.get("channel") {
            Some(channel) => {
                json!({"channel": channel, "type": "mcp", "direction": head["direction"], "payload": payload})
            }
            None => payload,
        };
        let Some((read, message)) = Head::read(&data.into()) else { return Vec::new() };
        let flag = |name: &str| head.get(name) == Some(&Value::Bool(true));
        let requests = Requests { busy: flag("busy"), repeated: flag("repeated") };
        let mut steps =
            steps(&windows.message(from, head["origin"].as_str().unwrap(), &read, &message, requests));
        for step in &mut steps {
            if step["kind"] == "hear" {
                step.as_object_mut().unwrap().remove("message").unwrap();
            }
        }
        steps
    }

    fn envelope(source: &str, origin: &str, channel: &str) -> Value {
        json!({"source": source, "origin": origin, "channel": channel, "direction": "client-to-server"})
    }

    fn with(mut head: Value, name: &str, value: impl Into<Value>) -> Value {
        head[name] = value.into();
        head
    }

    fn ready(to: &str, origin: &str, channel: &str) -> Value {
        json!({"kind": "post", "to": to, "origin": origin, "message": {
            "channel": channel, "type": "mcp", "direction": "server-to-client", "payload": "mcp-server-ready"}})
    }

    fn problem(steps: &[Value]) -> Option<&str> {
        steps.iter().find(|step| step["kind"] == "problem").and_then(|step| step["problem"]["kind"].as_str())
    }

    #[test]
    fn a_server_that_starts_says_so_on_each_channel() {
        let mut both = windows(&json!({"tab": {"channels": ["a", "b"]}, "frame": true, "bare": true}));
        let expected =
            [ready("self", "*", "a"), ready("self", "*", "b"), ready("parent", ADMITTED, "mcp-iframe")];
        for parent in ["", ADMITTED] {
            assert_eq!(steps(&both.opened(Some(parent))), expected, "{parent}");
        }
        let mut frame = windows(&json!({"frame": true, "app": true}));
        assert_eq!(frame.opened(None), []);
        let to_a_stranger = steps(&frame.opened(Some("https://b.example")));
        assert_eq!(to_a_stranger.len(), 1);
        assert_eq!(problem(&to_a_stranger), Some("refused-origin"));
    }

    #[test]
    fn its_lines_are_what_it_listens_to() {
        let lines = |bindings: Value| steps(&windows(&bindings).lines());
        assert_eq!(lines(json!({})), [] as [Value; 0]);
        assert_eq!(
            lines(json!({"tab": {"channels": ["a"]}, "frame": true, "bare": true, "app": true})),
            [
                json!({"from": "self", "channel": "a"}),
                json!({"from": "parent", "channel": "mcp-iframe"}),
                json!({"from": "parent", "channel": null}),
                json!({"from": "opener", "channel": null}),
            ]
        );
    }

    #[test]
    fn whether_it_is_there_is_answered_and_messages_are_handed_on() {
        let mut windows = windows(&json!({"tab": true, "frame": true}));
        for (source, origin, channel) in [("self", OWN, "mcp-default"), ("parent", ADMITTED, "mcp-iframe")] {
            let head = envelope(source, origin, channel);
            let check = with(head.clone(), "control", CHECK);
            assert_eq!(say(&mut windows, &check), [ready(source, origin, channel)]);
            // What is no message is handed on as well, and answered as such.
            let list = with(head.clone(), "method", "tools/list");
            for heard in [list, head.clone(), with(head.clone(), "control", "{\"jsonrpc\"")] {
                let expected = json!({"kind": "hear", "from": source, "channel": channel, "origin": origin});
                assert_eq!(say(&mut windows, &heard), [expected]);
            }
            assert_eq!(say(&mut windows, &with(head, "control", "mcp-of-tomorrow")), [] as [Value; 0]);
        }
    }

    #[test]
    fn other_windows_channels_and_directions_are_not_heard() {
        let mut windows = windows(&json!({"tab": true, "frame": true, "bare": ["parent"]}));
        for head in [
            envelope("self", OWN, "mcp-iframe"),
            envelope("parent", ADMITTED, "mcp-default"),
            envelope("opener", ADMITTED, "mcp-default"),
            envelope("stranger", OWN, "mcp-default"),
            with(envelope("self", OWN, "mcp-default"), "direction", "server-to-client"),
            with(envelope("parent", ADMITTED, "mcp-iframe"), "direction", "server-to-client"),
            with(envelope("self", OWN, "mcp-default"), "direction", 7),
            json!({"source": "self", "origin": OWN, "method": "ping"}),
            json!({"source": "opener", "origin": ADMITTED, "method": "ping"}),
            json!([]),
            json!(null),
            json!({}),
        ] {
            assert_eq!(say(&mut windows, &head), [] as [Value; 0], "{head}");
        }
    }

    #[test]
    fn origins_that_are_not_admitted_are_dropped_and_told_once() {
        let mut windows = windows(&json!({"tab": true, "frame": true, "bare": true, "app": true}));
        for origin in ["https://b.example", "null", "", "*", OWN] {
            let head = envelope("parent", origin, "mcp-iframe");
            let answer = say(&mut windows, &with(head, "control", CHECK));
            assert!(answer.iter().all(|step| step["kind"] == "problem"), "{origin}: {answer:?}");
            for source in ["parent", "opener"] {
                let answer =
                    say(&mut windows, &json!({"source": source, "origin": origin, "method": "tools/list"}));
                assert!(answer.iter().all(|step| step["kind"] == "problem"), "{origin}: {answer:?}");
            }
        }
        let head = envelope("parent", "https://c.example", "mcp-iframe");
        assert_eq!(say(&mut windows, &head), [] as [Value; 0]);
        let own = say(&mut windows, &envelope("self", ADMITTED, "mcp-default"));
        assert_eq!(problem(&own), Some("refused-origin"), "our own window has one origin");
    }

    #[test]
    fn an_opaque_origin_is_answered_where_every_origin_is_admitted() {
        let options = json!({"origins": ["*"], "own": "null", "bindings": {"tab": true, "frame": true}});
        let mut windows = Windows::read(&options).unwrap();
        for (source, channel) in [("self", "mcp-default"), ("parent", "mcp-iframe")] {
            let check = with(envelope(source, "null", channel), "control", CHECK);
            assert_eq!(say(&mut windows, &check), [ready(source, "*", channel)]);
        }
    }

    #[test]
    fn another_server_is_known_by_what_we_have_not_said() {
        let mut windows = windows(&json!({"tab": true}));
        let echo = json!({"source": "self", "origin": OWN, "channel": "mcp-default",
            "direction": "server-to-client", "control": READY});
        let _ = windows.opened(None);
        let _ = say(&mut windows, &with(envelope("self", OWN, "mcp-default"), "control", CHECK));
        for _ in 0..2 {
            assert_eq!(say(&mut windows, &echo), [] as [Value; 0]);
        }
        assert_eq!(problem(&say(&mut windows, &echo)), Some("second-server"));
        assert_eq!(say(&mut windows, &echo), [] as [Value; 0]);
        assert_eq!(windows.closed(), [], "the other one's clients would be told to go");
    }

    #[test]
    fn a_server_that_ends_tells_those_that_have_spoken() {
        let mut windows = windows(&json!({"tab": true, "frame": true}));
        let _ = windows.opened(Some(""));
        let _ = say(&mut windows, &with(envelope("parent", ADMITTED, "mcp-iframe"), "control", CHECK));
        let said = steps(&windows.closed());
        assert_eq!(said.len(), 1);
        assert_eq!(
            (&said[0]["to"], &said[0]["origin"], &said[0]["message"]["payload"]),
            (&json!("parent"), &json!(ADMITTED), &json!(STOPPED))
        );
    }

    #[test]
    fn two_clients_on_a_channel_are_told_when_that_is_certain() {
        let begin = with(envelope("self", OWN, "mcp-default"), "control", CHECK);
        let mut none_open = windows(&json!({"tab": true}));
        assert_eq!(problem(&say(&mut none_open, &begin)), None);
        assert_eq!(problem(&say(&mut none_open, &begin)), None, "a client may have been replaced");

        let mut one_open = windows(&json!({"tab": true}));
        let again = say(&mut one_open, &with(begin, "busy", true));
        assert_eq!(problem(&again), Some("second-client"));
        assert_eq!(again.last(), Some(&ready("self", OWN, "mcp-default")));

        let call = with(envelope("self", OWN, "mcp-default"), "method", "tools/call");
        let repeated = say(&mut one_open, &with(call, "repeated", true));
        assert_eq!(problem(&repeated), Some("repeated-id"));
        assert_eq!(repeated.last().unwrap()["kind"], "hear", "the server refuses it");
    }

    #[test]
    fn who_initializes_is_a_client_that_has_just_begun() {
        let kinds = |steps: &[Value]| steps.iter().map(|step| step["kind"].clone()).collect::<Vec<_>>();
        let mut windows = windows(&json!({"tab": true, "bare": true}));
        let tab = with(envelope("self", OWN, "mcp-default"), "method", "initialize");
        assert_eq!(kinds(&say(&mut windows, &tab)), ["gone", "hear"]);
        assert_eq!(kinds(&say(&mut windows, &with(tab, "busy", true))), ["problem", "hear"]);
        let bare = json!({"source": "opener", "origin": ADMITTED, "method": "initialize", "busy": true});
        assert_eq!(kinds(&say(&mut windows, &bare)), ["gone", "hear"]);
    }

    #[test]
    fn bare_messages_are_heard_of_the_windows_that_were_named() {
        let mut windows = windows(&json!({"bare": ["opener"]}));
        let head = |source| json!({"source": source, "origin": ADMITTED, "method": "tools/list", "id": 1});
        let expected = json!({"kind": "hear", "from": "opener", "channel": null, "origin": ADMITTED});
        assert_eq!(say(&mut windows, &head("opener")), [expected]);
        assert_eq!(say(&mut windows, &head("parent")), [] as [Value; 0]);
        assert_eq!(windows.opened(Some("")), []);
        assert_eq!(windows.closed(), []);
    }

    fn host(members: &Value) -> Value {
        let mut head = json!({"source": "parent", "origin": ADMITTED});
        for (name, value) in members.as_object().unwrap() {
            head[name] = value.clone();
        }
        head
    }

    #[test]
    fn an_app_introduces_itself_and_serves_its_host() {
        let mut windows = windows(&json!({"app": true}));
        assert_eq!(windows.opened(None), [], "nobody shows the page");
        let opening = steps(&windows.opened(Some("")));
        let message = &opening[0]["message"];
        assert_eq!((&opening[0]["to"], &opening[0]["origin"]), (&json!("parent"), &json!(ADMITTED)));
        assert_eq!(message["method"], "ui/initialize");
        assert_eq!(message["params"]["appCapabilities"], json!({"tools": {}}));
        assert_eq!(opening[1]["kind"], "wait");

        let answer = host(&json!({"id": message["id"], "outcome": "result"}));
        let initialized = say(&mut windows, &answer);
        assert_eq!(initialized[0]["message"]["method"], "ui/notifications/initialized");
        assert_eq!(initialized[0]["origin"], ADMITTED);
        assert_eq!(say(&mut windows, &answer), [] as [Value; 0], "once");
        assert_eq!(windows.waited(), []);

        let list = say(&mut windows, &host(&json!({"id": 1, "method": "tools/list"})));
        assert_eq!(list, [json!({"kind": "hear", "from": "parent", "channel": null, "origin": ADMITTED})]);
        let context = host(&json!({"method": "ui/notifications/host-context-changed"}));
        assert_eq!(say(&mut windows, &context), [] as [Value; 0]);
        let unknown = say(&mut windows, &host(&json!({"id": 3, "method": "ui/of-tomorrow"})));
        assert_eq!(unknown[0]["kind"], "hear", "an unknown request is answered as such");
        let end = say(&mut windows, &host(&json!({"id": 9, "method": "ui/resource-teardown"})));
        assert_eq!(end[0]["message"], json!({"jsonrpc": "2.0", "id": 9, "result": {}}));
        assert_eq!(end[1]["kind"], "gone");
    }

    #[test]
    fn an_app_repeats_itself_for_a_while_with_new_ids() {
        let mut windows = windows(&json!({"app": true}));
        let mut ids = vec![steps(&windows.opened(Some("")))[0]["message"]["id"].clone()];
        loop {
            let said = steps(&windows.waited());
            if said[0]["kind"] == "problem" {
                assert_eq!(problem(&said), Some("app-unanswered"));
                break;
            }
            assert!(!ids.contains(&said[0]["message"]["id"]));
            ids.push(said[0]["message"]["id"].clone());
        }
        assert_eq!(ids.len(), 6);
        let late = say(&mut windows, &host(&json!({"id": ids[0], "outcome": "result"})));
        assert_eq!(late[0]["message"]["method"], "ui/notifications/initialized");
    }

    #[test]
    fn a_host_that_refuses_is_told_of() {
        let mut windows = windows(&json!({"app": true}));
        let id = steps(&windows.opened(Some("")))[0]["message"]["id"].clone();
        let refusal = say(&mut windows, &host(&json!({"id": id, "outcome": "error"})));
        assert_eq!(problem(&refusal), Some("app-refused"));
        assert_eq!(windows.waited(), []);
    }

    #[test]
    fn options_that_are_not_understood_are_named() {
        let read = |options: Value| Windows::read(&options).unwrap_err();
        assert!(read(json!({"bindings": {"tabs": 1}})).contains("tabs"));
        assert!(read(json!({})).contains("bindings"));
        assert!(Windows::read(&json!([])).is_err());
    }
}
