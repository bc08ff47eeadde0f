//! Subscriptions of clients: by `subscriptions/listen` in the modern era, by `resources/subscribe` before it.

use crate::data::Written;
use crate::index::Index;
use crate::jsonrpc::{ErrorObject, INVALID_REQUEST, Id, Outcome};
use crate::protocol::{
    Filter, acknowledged, empty, listen_result, resource_not_found, subscription_cancelled,
};
use crate::resources;
use crate::server::Server;
use crate::server::actions::Turn;
use crate::server::clients::{ClientId, Clients, ReplyTo};
use crate::server::notifications::watched::SUBSCRIBED;
use crate::server::requests::Now;

/// The most open `subscriptions/listen` of one client.
pub const MAX_LISTENS: usize = 32;

/// The most resources that one client subscribes to, in all.
pub const MAX_SUBSCRIBED: usize = 1_000;

/// Bytes of an address; a longer one leads nowhere.
const LONGEST_URI: usize = 8 * 1024;

const TOO_MANY_LISTENS: &str =
    "Too many subscriptions: 32 of this client are open. Cancel one of them with notifications/cancelled.";

/// The most bytes of all addresses that one client has subscribed to.
pub const MAX_SUBSCRIBED_BYTES: usize = 256 * 1024;

const TOO_MANY_SUBSCRIBED: &str = "Too many subscriptions: a client may subscribe to 1,000 resources, whose addresses have 256 KiB \
together. Cancel some of them first.";

/// An open request of the modern era.
#[derive(Debug)]
pub(in crate::server) struct Listen {
    /// Its number, which distinguishes it from the client's others; none has had it before.
    number: u32,
    pub(in crate::server) reply: ReplyTo,
    pub(in crate::server) filter: Filter,
}

/// The subscriptions of one client.
#[derive(Debug, Default)]
pub(in crate::server) struct Subscriptions {
    /// The number of each is higher than that of the one before it.
    pub(in crate::server) listens: Vec<Listen>,
    last_listen: u32,
    /// Addresses that a legacy client subscribed to.
    resources: Index,
    /// The number of addresses in all, and their bytes.
    count: usize,
    bytes: usize,
}

impl Subscriptions {
    /// The id of the request of that number, if it is one of the modern era.
    pub(in crate::server) fn id_of(&self, listen: u32) -> Option<&Id> {
        let place = self.listens.binary_search_by_key(&listen, |listen| listen.number).ok()?;
        self.listens.get(place).map(|listen| &listen.reply.id)
    }

    /// Whether so many more addresses can be subscribed to, with so many bytes.
    fn has_room(&self, count: usize, bytes: usize) -> bool {
        self.count.saturating_add(count) <= MAX_SUBSCRIBED
            && self.bytes.saturating_add(bytes) <= MAX_SUBSCRIBED_BYTES
    }

    fn count(&mut self, uri: &str, is_more: bool) {
        let counted = if is_more { usize::saturating_add } else { usize::saturating_sub };
        self.count = counted(self.count, 1);
        self.bytes = counted(self.bytes, uri.len());
    }
}

fn too_many() -> ErrorObject {
    ErrorObject::new(INVALID_REQUEST, TOO_MANY_SUBSCRIBED)
}

impl Server {
    /// Begins to tell a client of changes: first of all, of which.
    pub(in crate::server) fn listen(&mut self, filter: Filter, reply: &ReplyTo, turn: &mut Turn) -> Now {
        let subscriptions = &self.clients.get(reply.client).subscriptions;
        if subscriptions.listens.len() >= MAX_LISTENS {
            return Some(Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_LISTENS)));
        }
        let mut filter = filter.honoured();
        filter.uris.retain(|uri| can_be_watched(uri));
        if !subscriptions.has_room(filter.uris.len(), filter.uris.iter().map(String::len).sum()) {
            return Some(Err(too_many()));
        }
        turn.actions.send(reply.client, acknowledged(&reply.id, &filter));
        self.clients.add_listen(reply.clone(), filter);
        None
    }

    pub(in crate::server) fn subscribe(&mut self, uri: &str, reply: &ReplyTo) -> Outcome {
        if !can_be_watched(uri) {
            return Err(resource_not_found(reply.caller.era, uri));
        }
        if self.clients.watched.has(uri, reply.client, SUBSCRIBED) {
            return Ok(empty());
        }
        let subscriptions = &mut self.clients.get(reply.client).subscriptions;
        if !subscriptions.has_room(1, uri.len()) {
            return Err(too_many());
        }
        subscriptions.count(uri, true);
        subscriptions.resources.add(uri, 0);
        self.clients.watched.add(uri, reply.client, SUBSCRIBED);
        Ok(empty())
    }

    /// Ends a subscription, if there is one.
    pub(in crate::server) fn unsubscribe(&mut self, uri: &str, reply: &ReplyTo) -> Written {
        if self.clients.watched.has(uri, reply.client, SUBSCRIBED) {
            self.clients.watched.remove(uri, reply.client, SUBSCRIBED);
            let subscriptions = &mut self.clients.get(reply.client).subscriptions;
            subscriptions.resources.remove(uri, 0);
            subscriptions.count(uri, false);
        }
        empty()
    }

    /// Ends all subscriptions, since nothing will change any more.
    pub(in crate::server) fn end_subscriptions(&mut self, turn: &mut Turn) {
        for reply in self.clients.take_listens() {
            self.clients.respond(&reply, Ok(listen_result(&reply.id)), turn);
            turn.actions.send(reply.client, subscription_cancelled(&reply.id));
        }
    }
}

/// Whether an address can have a resource whose changes are announced.
fn can_be_watched(uri: &str) -> bool {
    uri.len() <= LONGEST_URI && resources::is_told_of(uri)
}

impl Clients {
    /// Begins to tell a client of what a filter names, as long as a request is open.
    pub(in crate::server) fn add_listen(&mut self, reply: ReplyTo, filter: Filter) {
        let client = reply.client;
        let subscriptions = &mut self.get(client).subscriptions;
        subscriptions.last_listen = subscriptions.last_listen.saturating_add(1);
        let number = subscriptions.last_listen;
        for uri in &filter.uris {
            subscriptions.count(uri, true);
        }
        let uris = filter.uris.clone();
        subscriptions.listens.push(Listen { number, reply, filter });
        for uri in uris {
            self.watched.add(&uri, client, number);
        }
    }

    /// Ends the subscription of that id, if the client has one.
    pub(in crate::server) fn stop_listening(&mut self, client: ClientId, id: &Id, turn: &mut Turn) {
        let listens = &mut self.get(client).subscriptions.listens;
        let Some(place) = listens.iter().position(|listen| listen.reply.id == *id) else { return };
        let listen = listens.remove(place);
        self.unwatch(client, &listen);
        self.waive(&listen.reply, turn);
    }

    /// The client's `subscriptions/listen` requests, which are taken for ended.
    pub(in crate::server) fn take_listens_of(&mut self, client: ClientId) -> Vec<ReplyTo> {
        let mut replies = Vec::new();
        for listen in std::mem::take(&mut self.get(client).subscriptions.listens) {
            self.unwatch(client, &listen);
            replies.push(listen.reply);
        }
        replies
    }

    fn unwatch(&mut self, client: ClientId, listen: &Listen) {
        for uri in &listen.filter.uris {
            self.get(client).subscriptions.count(uri, false);
            self.watched.remove(uri, client, listen.number);
        }
    }

    /// Ends what the client has subscribed to by `resources/subscribe`.
    pub(in crate::server) fn unsubscribe_all(&mut self, client: ClientId) {
        let subscriptions = &mut self.get(client).subscriptions;
        let resources = std::mem::take(&mut subscriptions.resources);
        for (uri, _) in resources.from("") {
            self.get(client).subscriptions.count(uri, false);
            self.watched.remove(uri, client, SUBSCRIBED);
        }
    }
}
