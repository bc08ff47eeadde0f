//! What clients have asked to be told of: by `subscriptions/listen` in the modern era, by `resources/subscribe` before it.

use super::Server;
use super::actions::Turn;
use super::clients::{ClientId, Clients, ReplyTo};
use super::requests::Now;
use crate::json::Json;
use crate::jsonrpc::{ErrorObject, INVALID_REQUEST, Id, Outcome};
use crate::protocol::{
    Filter, acknowledged, empty, listen_result, resource_not_found, subscription_cancelled,
};
use crate::resources;

/// How many `subscriptions/listen` of one client may be open.
pub const MAX_LISTENS: usize = 32;

/// How many resources one client may have subscribed to, in all.
pub const MAX_SUBSCRIBED: usize = 1_000;

/// Bytes of an address; a longer one leads nowhere.
const LONGEST_URI: usize = 8 * 1024;

const TOO_MANY_LISTENS: &str =
    "Too many subscriptions: 32 of this client are open. Cancel one of them with notifications/cancelled.";

const TOO_MANY_SUBSCRIBED: &str =
    "Too many subscriptions: a client may subscribe to 1,000 resources. Cancel some of them first.";

/// What one client asked to be told of.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    /// Open requests of the modern era.
    pub(super) listens: Vec<(ReplyTo, Filter)>,
    /// Addresses that a legacy client subscribed to.
    pub(super) resources: Vec<String>,
}

impl Subscriptions {
    /// How many more resources can be subscribed to.
    fn room(&self) -> usize {
        let mut room = MAX_SUBSCRIBED.saturating_sub(self.resources.len());
        for (_, filter) in &self.listens {
            room = room.saturating_sub(filter.uris.len());
        }
        room
    }
}

impl Server {
    /// Begins to tell a client of changes: first of all, of which.
    pub(super) fn listen(&mut self, filter: Filter, reply: &ReplyTo, turn: &mut Turn) -> Now {
        let subscriptions = &mut self.clients.get(reply.client).subscriptions;
        if subscriptions.listens.len() >= MAX_LISTENS {
            return Some(Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_LISTENS)));
        }
        let mut filter = filter.honoured();
        filter.uris.retain(|uri| can_be_watched(uri));
        if filter.uris.len() > subscriptions.room() {
            return Some(Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_SUBSCRIBED)));
        }
        turn.actions.send(reply.client, acknowledged(&reply.id, &filter));
        subscriptions.listens.push((reply.clone(), filter));
        None
    }

    pub(super) fn subscribe(&mut self, uri: String, reply: &ReplyTo) -> Outcome {
        if !can_be_watched(&uri) {
            return Err(resource_not_found(reply.caller.era, &uri));
        }
        let subscriptions = &mut self.clients.get(reply.client).subscriptions;
        if !subscriptions.resources.contains(&uri) {
            if subscriptions.room() == 0 {
                return Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_SUBSCRIBED));
            }
            subscriptions.resources.push(uri);
        }
        Ok(empty())
    }

    /// Ends a subscription, if there is one.
    pub(super) fn unsubscribe(&mut self, uri: &str, reply: &ReplyTo) -> Json {
        self.clients.get(reply.client).subscriptions.resources.retain(|subscribed| subscribed != uri);
        empty()
    }

    /// Ends all subscriptions, since nothing will change any more.
    pub(super) fn end_subscriptions(&mut self, turn: &mut Turn) {
        for reply in self.clients.take_listens() {
            self.clients.respond(&reply, &Ok(listen_result(&reply.id)), turn);
            turn.actions.send(reply.client, subscription_cancelled(&reply.id));
        }
    }
}

/// Whether there can be something at an address whose changes are told.
fn can_be_watched(uri: &str) -> bool {
    uri.len() <= LONGEST_URI && resources::is_told_of(uri)
}

impl Clients {
    /// Ends the subscription of that id, if the client has one.
    pub(super) fn stop_listening(&mut self, client: ClientId, id: &Id, turn: &mut Turn) {
        let listens = &mut self.get(client).subscriptions.listens;
        let Some(place) = listens.iter().position(|(reply, _)| reply.id == *id) else { return };
        let (reply, _) = listens.remove(place);
        self.waive(&reply, turn);
    }
}
