//! Rules from one message to the next: progress grows and ends with its request, only clients that asked get
//! log messages, and a subscription notifies of what it named, from its acknowledgement to its end.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

#[derive(Debug)]
struct Token {
    version: &'static str,
    id: String,
    last: f64,
    /// Whether its request is still waited for.
    open: bool,
    /// Whether a client gave it to two requests at once; then it identifies neither.
    shared: bool,
}

#[derive(Debug)]
enum Listen {
    Asked(Value),
    /// With what was honoured of it.
    Open(Value),
    Ended,
}

/// By client and id, or token.
#[derive(Debug, Default)]
pub(super) struct Course {
    tokens: BTreeMap<(u32, String), Token>,
    listens: BTreeMap<(u32, String), Listen>,
    /// The server's own requests, as long as it may still withdraw them.
    requests: BTreeSet<(u32, String)>,
    /// The least levels of log messages that are wanted: of a client, or of one of its requests.
    levels: Vec<(u32, Option<String>, usize)>,
}

const LEVELS: [&str; 8] = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

fn level(name: &str) -> Option<usize> {
    LEVELS.iter().position(|level| *level == name)
}

impl Course {
    pub(super) fn token(&mut self, client: u32, token: String, id: String, version: &'static str) {
        let shared = self.tokens.get(&(client, token.clone())).is_some_and(|token| token.open);
        self.tokens.insert((client, token), Token { version, id, last: f64::MIN, open: true, shared });
    }

    /// The server asks a client something.
    pub(super) fn asks(&mut self, client: u32, id: String) {
        assert!(self.requests.insert((client, id)), "an id that was used before");
    }

    pub(super) fn listen(&mut self, client: u32, id: String, filter: Value) {
        let listen = self.listens.entry((client, id)).or_insert(Listen::Ended);
        // A request whose id is in use is refused, and the first one continues.
        if matches!(listen, Listen::Ended) {
            *listen = Listen::Asked(filter);
        }
    }

    pub(super) fn wants_log(&mut self, client: u32, id: Option<String>, name: &str) {
        if let Some(level) = level(name) {
            if id.is_none() {
                self.shook_hands(client);
            }
            self.levels.push((client, id, level));
        }
    }

    /// Forgets the settings of a client for all of its requests.
    pub(super) fn shook_hands(&mut self, client: u32) {
        self.levels.retain(|(of, id, _)| *of != client || id.is_some());
    }

    pub(super) fn logs(&self, client: u32, params: &Value) -> Result<(), String> {
        let said = level(params["level"].as_str().unwrap()).ok_or("an unknown level")?;
        let is_wanted = self.levels.iter().any(|(of, _, least)| *of == client && *least <= said);
        if is_wanted { Ok(()) } else { Err(format!("nobody wants that logged: {params}")) }
    }

    pub(super) fn cancelled(&mut self, client: u32, id: &str) {
        self.close_tokens(client, id);
        if let Some(listen) = self.listens.get_mut(&(client, id.to_owned())) {
            *listen = Listen::Ended;
        }
    }

    pub(super) fn answered(&mut self, client: u32, id: &str, is_listen: bool, message: &Value) {
        let is_refusal = message["error"]["code"] == -32600;
        if !is_refusal {
            self.close_tokens(client, id);
        }
        if let Some(listen) = self.listens.get_mut(&(client, id.to_owned()))
            && is_listen
            && !(is_refusal && matches!(listen, Listen::Open(_)))
        {
            *listen = Listen::Ended;
        }
    }

    fn close_tokens(&mut self, client: u32, id: &str) {
        self.levels.retain(|(of, request, _)| *of != client || request.as_deref() != Some(id));
        for ((of, _), token) in &mut self.tokens {
            if *of == client && token.id == id {
                token.open = false;
            }
        }
    }

    pub(super) fn forget(&mut self, client: u32) {
        self.tokens.retain(|(of, _), _| *of != client);
        self.listens.retain(|(of, _), _| *of != client);
        self.levels.retain(|(of, ..)| *of != client);
    }

    /// The version that a notification of progress is under.
    pub(super) fn progress(
        &mut self,
        client: u32,
        token: &str,
        params: &Value,
    ) -> Result<&'static str, String> {
        let token = self
            .tokens
            .get_mut(&(client, token.to_owned()))
            .ok_or_else(|| format!("nobody gave that token: {params}"))?;
        let progress = params["progress"].as_f64().unwrap();
        if !token.shared {
            assert!(token.open, "progress of what has ended: {params}");
            assert!(progress > token.last, "progress that does not grow: {params}");
        }
        token.last = progress;
        Ok(token.version)
    }

    /// A notification of a subscription.
    pub(super) fn told(&mut self, client: u32, id: &str, method: &str, params: &Value) -> Result<(), String> {
        let listen = self.listens.get_mut(&(client, id.to_owned())).ok_or("nobody listens by that id")?;
        if method == "notifications/subscriptions/acknowledged" {
            let Listen::Asked(filter) = listen else { return Err(format!("acknowledged twice: {params}")) };
            let honoured = params["notifications"].as_object().unwrap();
            for (name, value) in honoured {
                let was_asked = match value.as_array() {
                    Some(uris) => uris.iter().all(|uri| filter[name].as_array().unwrap().contains(uri)),
                    None => filter[name] == true && *value == true,
                };
                assert!(was_asked, "{name} was not asked for: {filter}");
            }
            *listen = Listen::Open(params["notifications"].clone());
            return Ok(());
        }
        let Listen::Open(honoured) = listen else {
            return Err(format!("not acknowledged, or ended: {params}"));
        };
        let is_asked = match method {
            "notifications/tools/list_changed" => honoured["toolsListChanged"] == true,
            "notifications/prompts/list_changed" => honoured["promptsListChanged"] == true,
            "notifications/resources/list_changed" => honoured["resourcesListChanged"] == true,
            "notifications/resources/updated" => {
                honoured["resourceSubscriptions"].as_array().is_some_and(|uris| uris.contains(&params["uri"]))
            }
            _ => false,
        };
        if is_asked { Ok(()) } else { Err(format!("{method} was not asked for: {honoured}")) }
    }

    /// The server cancels something, which may only be a subscription, or a request of its own.
    pub(super) fn ended(&mut self, client: u32, id: &str) -> Result<(), String> {
        if self.requests.remove(&(client, id.to_owned())) {
            return Ok(());
        }
        match self.listens.get(&(client, id.to_owned())) {
            Some(Listen::Ended) => Ok(()),
            other => Err(format!("the server cancels {id}: {other:?}")),
        }
    }
}
