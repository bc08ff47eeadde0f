//! Changes of what clients can look at, and the notification of subscribers.

use crate::index::Index;
use crate::protocol::{list_changed, resource_updated};
use crate::resources::{self, Part};
use crate::server::actions::{Actions, Turn};
use crate::server::clients::{Client, ClientId, Clients};
use crate::server::lisps::lisp::Lisp;
use crate::server::notifications::subscriptions::Listen;
use crate::server::notifications::watched::Watcher;
use crate::session::split;

/// The most changes that one turn names. Beyond that, every subscribed resource counts as changed.
const MOST_CHANGES: usize = 256;

/// Something that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "our tools and prompts never change")]
pub(in crate::server) enum Change {
    /// Which tools there are.
    Tools,
    /// Which prompts there are.
    Prompts,
    /// Which resources there are.
    Resources,
    /// The content of the resource at that address.
    Resource(String),
    /// The content of any resource.
    AnyResource,
}

/// The changes of one turn, each once.
#[derive(Debug, Default)]
pub(in crate::server) struct Changes {
    /// None of them is a resource.
    lists: Vec<Change>,
    /// The addresses of resources.
    resources: Index,
    too_many: bool,
}

impl Turn {
    /// Notifies the subscribers, at the end of the turn.
    pub(in crate::server) fn changed(&mut self, change: Change) {
        let Changes { lists, resources, too_many } = &mut self.changes;
        match change {
            Change::Resource(uri) if resources.len() < MOST_CHANGES => drop(resources.add(&uri, 0)),
            Change::Resource(_) | Change::AnyResource => *too_many = true,
            list if !lists.contains(&list) => lists.push(list),
            _ => {}
        }
    }
}

/// The lists, and what is sent when one has changed.
const LISTS: [(Change, &str); 3] = [
    (Change::Tools, "notifications/tools/list_changed"),
    (Change::Prompts, "notifications/prompts/list_changed"),
    (Change::Resources, "notifications/resources/list_changed"),
];

impl Clients {
    /// Notifies each client of the changes it subscribed to: by its subscriptions, or by the legacy rule.
    pub(in crate::server) fn tell_changes(&self, changes: &Changes, actions: &mut Actions) {
        if !changes.lists.is_empty() {
            for (number, client) in self.all() {
                tell_lists(number, client, &changes.lists, actions);
            }
        }
        let mut told = Vec::new();
        if changes.too_many {
            self.watched.all(&mut told);
        } else {
            for (uri, _) in changes.resources.from("") {
                self.watched.watchers(uri, &mut told);
            }
        }
        for Watcher { client, listen, uri } in told {
            let by = self.known(client).and_then(|client| client.subscriptions.id_of(listen));
            actions.send(client, resource_updated(uri, by));
        }
    }
}

/// Legacy clients are notified of changed lists without a subscription, but not before the handshake is done.
fn tell_lists(number: ClientId, client: &Client, changed: &[Change], actions: &mut Actions) {
    for (change, method) in &LISTS {
        if client.state.is_initialized && changed.contains(change) {
            actions.send(number, list_changed(method, None));
        }
    }
    for Listen { reply, filter, .. } in &client.subscriptions.listens {
        let asked = [filter.tools, filter.prompts, filter.resources];
        for ((change, method), is_asked) in LISTS.iter().zip(asked) {
            if is_asked && changed.contains(change) {
                actions.send(number, list_changed(method, Some(&reply.id)));
            }
        }
    }
}

impl Lisp {
    /// Notifies subscribers of the session's changed resources. Does not render them.
    pub(in crate::server) fn tell_changes(&mut self, turn: &mut Turn) {
        let changes = self.session.journal.take_changes();
        let mut parts = Vec::new();
        if changes.any {
            parts.push(Part::Journal);
        }
        if self.session.transcript.take_growth() {
            parts.push(Part::Transcript);
            parts.push(Part::Output);
        }
        if self.session.take_new_error() {
            parts.push(Part::LastError);
            parts.push(Part::LastErrorData);
        }
        for full in changes.names() {
            if let Some((kind, symbol)) = split(full) {
                parts.push(Part::Definition(symbol.to_owned(), None));
                parts.push(Part::Definition(symbol.to_owned(), Some(kind.to_owned())));
            }
        }
        if changes.many {
            turn.changed(Change::AnyResource);
        }
        if changes.list {
            turn.changed(Change::Resources);
        }
        for part in parts {
            turn.changed(Change::Resource(resources::uri(&self.session.name, &part)));
        }
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests {
    use super::*;
    use crate::jsonrpc::Id;
    use crate::protocol::{Caller, ClientCapabilities, Era, Filter};
    use crate::server::clients::ReplyTo;
    use crate::server::{Action, Options, Server};
    use serde_json::{Value, json};

    fn initialize(server: &mut Server, client: ClientId, is_done: bool) {
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params});
        server.client_message(client, &request.into(), 0, 0);
        if is_done {
            let done = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            server.client_message(client, &done.into(), 0, 0);
        }
    }

    fn listen(server: &mut Server, client: ClientId, id: &Value, filter: Filter) {
        let capabilities = ClientCapabilities::default();
        let caller =
            Caller { era: Era::Modern, capabilities, progress_token: None, log_level: None, draws: false };
        let reply = ReplyTo {
            client,
            id: Id::new(&id.clone().into()).unwrap(),
            batch: None,
            caller,
            pulse: crate::server::notifications::pulse::Pulse::default(),
        };
        server.clients.open(client, &reply.id).unwrap();
        server.clients.add_listen(reply, filter);
    }

    fn filter(uris: &[&str]) -> Filter {
        Filter { uris: uris.iter().map(|name| journal(name)).collect(), ..Filter::default() }
    }

    /// The notifications of these changes: client, method, the id that tags it, resource.
    fn told(server: &mut Server, changes: &[Change]) -> Vec<(ClientId, String, Value, Value)> {
        let mut turn = Turn::at(0, 0);
        for change in changes {
            turn.changed(change.clone());
        }
        let actions = server.proceed(turn);
        let messages = actions.into_iter().filter_map(|action| match action {
            Action::Send { client, message } => Some((client, message.value())),
            _ => None,
        });
        messages
            .map(|(client, mut message)| {
                let params = message["params"].take();
                let tag = params["_meta"]["io.modelcontextprotocol/subscriptionId"].clone();
                (client, message["method"].as_str().unwrap().to_owned(), tag, params["uri"].clone())
            })
            .collect()
    }

    fn journal(session: &str) -> String {
        format!("lisp://session/{session}/journal")
    }

    fn resource(session: &str) -> Change {
        Change::Resource(journal(session))
    }

    #[test]
    fn tells_lists_to_legacy_clients_whose_handshake_is_done() {
        let mut server = Server::new(Options::default());
        initialize(&mut server, 1, true);
        initialize(&mut server, 2, false);
        server.client_message(3, &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}).into(), 0, 0);
        for (change, method) in &LISTS {
            let expected = vec![(1, (*method).to_owned(), Value::Null, Value::Null)];
            assert_eq!(told(&mut server, &[change.clone(), change.clone()]), expected, "once in a turn");
        }
        assert!(told(&mut server, &[resource("a")]).is_empty());
        initialize(&mut server, 1, false);
        assert!(told(&mut server, &[Change::Resources]).is_empty(), "a new handshake begins anew");
    }

    #[test]
    fn tells_subscribers_of_their_resources() {
        let mut server = Server::new(Options::default());
        for (client, uri) in [(1, "a"), (1, "b"), (2, "a")] {
            let params = json!({"uri": journal(uri)});
            let request =
                json!({"jsonrpc": "2.0", "id": uri, "method": "resources/subscribe", "params": params});
            server.client_message(client, &request.into(), 0, 0);
        }
        let updated = |client, uri: &str| {
            (client, "notifications/resources/updated".to_owned(), Value::Null, json!(journal(uri)))
        };
        assert_eq!(told(&mut server, &[resource("a"), resource("a")]), [updated(1, "a"), updated(2, "a")]);
        assert_eq!(told(&mut server, &[resource("b"), resource("c")]), [updated(1, "b")]);
        let params = json!({"uri": journal("a")});
        let request = json!({"jsonrpc": "2.0", "id": 1, "method": "resources/unsubscribe", "params": params});
        server.client_message(1, &request.into(), 0, 0);
        server.client_closed(2, 0);
        assert!(told(&mut server, &[resource("a")]).is_empty());
    }

    #[test]
    fn tells_by_each_subscription_what_it_asked_for_and_nothing_else() {
        let mut server = Server::new(Options::default());
        listen(&mut server, 1, &json!("t"), Filter { tools: true, ..Filter::default() });
        listen(&mut server, 1, &json!(7), Filter { prompts: true, resources: true, ..filter(&["a"]) });
        listen(&mut server, 2, &json!(7), filter(&["a", "b"]));
        listen(&mut server, 3, &json!(1), Filter::default());
        let (tools, prompts, resources) = (LISTS[0].1, LISTS[1].1, LISTS[2].1);
        let list = |client, method: &str, tag: Value| (client, method.to_owned(), tag, Value::Null);
        let updated = |client, tag: Value, uri: &str| {
            (client, "notifications/resources/updated".to_owned(), tag, json!(journal(uri)))
        };
        assert_eq!(told(&mut server, &[Change::Tools]), [list(1, tools, json!("t"))]);
        assert_eq!(
            told(&mut server, &[Change::Resources, Change::Prompts]),
            [list(1, prompts, json!(7)), list(1, resources, json!(7))]
        );
        assert_eq!(
            told(&mut server, &[resource("a"), resource("b")]),
            [updated(1, json!(7), "a"), updated(2, json!(7), "a"), updated(2, json!(7), "b")]
        );
        let cancel =
            json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}});
        server.client_message(1, &cancel.into(), 0, 0);
        assert_eq!(told(&mut server, &[Change::Resources, resource("a")]), [updated(2, json!(7), "a")]);
        server.client_closed(2, 0);
        assert!(told(&mut server, &[Change::Resources, resource("a")]).is_empty());
    }

    #[test]
    fn a_client_of_both_eras_is_told_in_both() {
        let mut server = Server::new(Options::default());
        initialize(&mut server, 1, true);
        listen(&mut server, 1, &json!(5), Filter { resources: true, ..Filter::default() });
        let tags: Vec<_> =
            told(&mut server, &[Change::Resources]).into_iter().map(|(_, _, tag, _)| tag).collect();
        assert_eq!(tags, [Value::Null, json!(5)]);
    }

    #[test]
    fn many_changes_are_told_as_one_that_may_be_any() {
        let mut server = Server::new(Options::default());
        initialize(&mut server, 1, true);
        listen(&mut server, 2, &json!(1), filter(&["far", "away"]));
        let mut changes: Vec<_> = (0..MOST_CHANGES).map(|number| resource(&number.to_string())).collect();
        assert!(told(&mut server, &changes).is_empty());
        changes.extend([resource("more"), Change::Resources]);
        let told = told(&mut server, &changes);
        let clients: Vec<_> = told.iter().map(|(client, ..)| *client).collect();
        assert_eq!(clients, [1, 2, 2], "{told:?}");
    }
}
