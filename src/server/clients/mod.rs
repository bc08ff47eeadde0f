//! The clients: what the server knows of each, and which of its requests are not answered yet.

pub(super) mod batches;
mod drawings;
pub(super) mod traffic;

use crate::jsonrpc::{self, ErrorObject, INVALID_REQUEST, Id, Outcome};
use crate::protocol::{Caller, ClientState, ToolAnswer, call_result};
use crate::server::actions::Turn;
use crate::server::asking::Asking;
use crate::server::clients::batches::Batches;
use crate::server::clients::drawings::Drawings;
use crate::server::clients::traffic::Traffic;
use crate::server::notifications::logging::Rate;
use crate::server::notifications::pulse::Pulse;
use crate::server::notifications::subscriptions::Subscriptions;
use crate::server::notifications::watched::Watched;

/// The number by which the host names a client, never used twice.
pub type ClientId = u32;

/// The most open requests of one client.
pub const MAX_OPEN: usize = 1_024;

const ID_IN_USE: &str = "A request with this id is not answered yet. Give each request an id of its own. If this client has \
done so, another client is on the same channel: connect each by a channel of its own.";

const LONG_ID: &str = "The id is too long: a string may have 1,024 bytes.";

const TOO_MANY_OPEN: &str =
    "Too many requests: 1,024 of this client are not answered yet. Wait for answers, then try again.";

/// The destination of an answer, and the facts about the caller that the request contained.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::server) struct ReplyTo {
    pub(in crate::server) client: ClientId,
    pub(in crate::server) id: Id,
    pub(in crate::server) batch: Option<u32>,
    pub(in crate::server) caller: Caller,
    pub(in crate::server) pulse: Pulse,
}

/// The server's state of one client. A new client has the default state.
#[derive(Debug, Default)]
pub(in crate::server) struct Client {
    pub(in crate::server) state: ClientState,
    pub(in crate::server) traffic: Traffic,
    pub(in crate::server) subscriptions: Subscriptions,
    pub(in crate::server) log_rate: Rate,
    /// The ids of requests that are not answered yet.
    open: Vec<Id>,
}

/// All clients, by their numbers.
#[derive(Debug)]
pub(in crate::server) struct Clients {
    /// In the order of their numbers.
    list: Vec<(ClientId, Client)>,
    pub(in crate::server) watched: Watched,
    pub(in crate::server) batches: Batches,
    pub(in crate::server) asking: Asking,
    pub(in crate::server) drawings: Drawings,
}

impl Clients {
    pub(in crate::server) fn new(asking: Asking) -> Self {
        Self {
            list: Vec::new(),
            watched: Watched::default(),
            batches: Batches::default(),
            asking,
            drawings: Drawings::default(),
        }
    }

    /// A client, which may be one that was not seen before.
    pub(in crate::server) fn get(&mut self, client: ClientId) -> &mut Client {
        let place = self.place(client).unwrap_or_else(|place| {
            self.list.insert(place, (client, Client::default()));
            place
        });
        #[expect(clippy::indexing_slicing, reason = "the place was just found or made")]
        &mut self.list[place].1
    }

    fn place(&self, client: ClientId) -> Result<usize, usize> {
        self.list.binary_search_by_key(&client, |(known, _)| *known)
    }

    /// A client that was seen before.
    pub(in crate::server) fn known(&self, client: ClientId) -> Option<&Client> {
        let place = self.place(client).ok()?;
        self.list.get(place).map(|(_, client)| client)
    }

    pub(in crate::server) fn all(&self) -> impl Iterator<Item = (ClientId, &Client)> {
        self.list.iter().map(|(number, client)| (*number, client))
    }

    pub(in crate::server) fn all_mut(&mut self) -> impl Iterator<Item = (ClientId, &mut Client)> {
        self.list.iter_mut().map(|(number, client)| (*number, client))
    }

    /// The open `subscriptions/listen` requests, which are taken for ended.
    pub(in crate::server) fn take_listens(&mut self) -> Vec<ReplyTo> {
        let clients: Vec<ClientId> = self.all().map(|(number, _)| number).collect();
        clients.into_iter().flat_map(|client| self.take_listens_of(client)).collect()
    }

    pub(in crate::server) fn forget(&mut self, client: ClientId) {
        if let Ok(place) = self.place(client) {
            self.take_listens_of(client);
            self.unsubscribe_all(client);
            self.list.remove(place);
        }
        self.batches.forget(client);
        self.asking.forget(client);
        self.drawings.forget(client, None);
    }

    /// Takes note of a request that is to be answered.
    ///
    /// # Errors
    /// If another one of that id is not answered yet, or too many are; or if the id is too long to be kept.
    pub(in crate::server) fn open(&mut self, client: ClientId, id: &Id) -> Result<(), ErrorObject> {
        if id.is_long() {
            return Err(ErrorObject::new(INVALID_REQUEST, LONG_ID));
        }
        let open = &mut self.get(client).open;
        if open.len() >= MAX_OPEN {
            return Err(ErrorObject::new(INVALID_REQUEST, TOO_MANY_OPEN));
        }
        if open.contains(id) {
            return Err(ErrorObject::new(INVALID_REQUEST, ID_IN_USE));
        }
        open.push(id.clone());
        Ok(())
    }

    /// Whether a request of that id is not answered yet.
    pub(in crate::server) fn is_open(&self, client: ClientId, id: &Id) -> bool {
        self.known(client).is_some_and(|client| client.open.contains(id))
    }

    fn close(&mut self, client: ClientId, id: &Id) {
        let Ok(place) = self.place(client) else { return };
        let Some((_, known)) = self.list.get_mut(place) else { return };
        if let Some(place) = known.open.iter().position(|open| open == id) {
            known.open.swap_remove(place);
        }
    }

    /// Answers a request of a tool, once what it shows is drawn.
    pub(in crate::server) fn answer(&mut self, reply: &ReplyTo, answer: ToolAnswer, turn: &mut Turn) {
        if let Some(answer) = self.drawn_first(reply, answer, turn) {
            self.send_answer(reply, &answer, turn);
        }
    }

    fn send_answer(&mut self, reply: &ReplyTo, answer: &ToolAnswer, turn: &mut Turn) {
        self.respond(reply, Ok(call_result(&reply.caller, answer)), turn);
    }

    /// Answers a request, at once or with the others of its batch.
    pub(in crate::server) fn respond(&mut self, reply: &ReplyTo, outcome: Outcome, turn: &mut Turn) {
        let response = jsonrpc::response(Some(&reply.id), outcome);
        match reply.batch {
            None => {
                self.close(reply.client, &reply.id);
                turn.actions.send(reply.client, response);
            }
            Some(number) => {
                self.batches.add(number, Some(&reply.id), response);
                self.end_batch(number, turn);
            }
        }
    }

    /// Takes note that a request will not be answered.
    pub(in crate::server) fn waive(&mut self, reply: &ReplyTo, turn: &mut Turn) {
        self.close(reply.client, &reply.id);
        if let Some(number) = reply.batch {
            self.batches.waive(number);
            self.end_batch(number, turn);
        }
    }

    /// Answers what is no request that could be taken in, at once or with the others of its batch.
    pub(in crate::server) fn reject(
        &mut self,
        client: ClientId,
        id: Option<&Id>,
        error: ErrorObject,
        batch: Option<u32>,
        turn: &mut Turn,
    ) {
        let response = jsonrpc::response(id, Err(error));
        match batch {
            None => turn.actions.send(client, response),
            Some(number) => {
                self.batches.expect(batch);
                self.batches.add(number, None, response);
            }
        }
    }

    /// Sends the answers of a batch if all of them are there.
    pub(in crate::server) fn end_batch(&mut self, number: u32, turn: &mut Turn) {
        let Some(batch) = self.batches.take_complete(number) else { return };
        for id in &batch.answered {
            self.close(batch.client, id);
        }
        if let Some(message) = batch.message() {
            turn.actions.send(batch.client, message);
        }
    }
}
