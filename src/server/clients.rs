//! The clients: what the protocol knows of each, and the batches whose answers are still being collected.

use super::Actions;
use super::Era;
use super::traffic::Traffic;
use crate::jsonrpc::Id;
use crate::protocol::ClientState;

/// The number by which the host names a client, never used twice.
pub type ClientId = u32;

/// Where the answer to a request goes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ReplyTo {
    pub(super) client: ClientId,
    pub(super) id: Id,
    pub(super) era: Era,
    pub(super) batch: Option<u32>,
    /// What the client wants to be told of its progress by.
    pub(super) progress_token: Option<Id>,
}

/// The answers to one batch, which are sent as one array.
#[derive(Debug)]
struct Batch {
    number: u32,
    client: ClientId,
    expected: usize,
    answers: Vec<String>,
    /// Whether all of its requests were read.
    sealed: bool,
}

/// There are few of either at a time, so lists do.
#[derive(Debug, Default)]
pub(super) struct Clients {
    states: Vec<(ClientId, ClientState)>,
    traffic: Vec<(ClientId, Traffic)>,
    batches: Vec<Batch>,
    last_batch: u32,
}

impl Clients {
    /// What is known of a client; nothing yet, if it was not seen before.
    pub(super) fn state(&self, client: ClientId) -> ClientState {
        self.states.iter().find(|(known, _)| *known == client).map(|(_, state)| *state).unwrap_or_default()
    }

    pub(super) fn set_state(&mut self, client: ClientId, state: ClientState) {
        match self.states.iter_mut().find(|(known, _)| *known == client) {
            Some((_, known)) => *known = state,
            None => self.states.push((client, state)),
        }
    }

    /// Asks `use_of` about what a client sends.
    pub(super) fn traffic(&mut self, client: ClientId, use_of: impl FnOnce(&mut Traffic) -> bool) -> bool {
        if let Some((_, traffic)) = self.traffic.iter_mut().find(|(known, _)| *known == client) {
            return use_of(traffic);
        }
        let mut traffic = Traffic::default();
        let answer = use_of(&mut traffic);
        self.traffic.push((client, traffic));
        answer
    }

    pub(super) fn forget(&mut self, client: ClientId) {
        self.traffic.retain(|(known, _)| *known != client);
        self.states.retain(|(known, _)| *known != client);
        self.batches.retain(|batch| batch.client != client);
    }

    pub(super) fn open_batch(&mut self, client: ClientId) -> u32 {
        self.last_batch = self.last_batch.wrapping_add(1);
        let number = self.last_batch;
        self.batches.push(Batch { number, client, expected: 0, answers: Vec::new(), sealed: false });
        number
    }

    pub(super) fn seal_batch(&mut self, number: u32, actions: &mut Actions) {
        if let Some(batch) = self.batch(number) {
            batch.sealed = true;
        }
        self.send_if_complete(number, actions);
    }

    /// One more answer belongs to the batch.
    pub(super) fn expect_in_batch(&mut self, number: Option<u32>) {
        if let Some(batch) = number.and_then(|number| self.batch(number)) {
            batch.expected = batch.expected.saturating_add(1);
        }
    }

    /// One answer that belongs to the batch will not come.
    pub(super) fn waive_in_batch(&mut self, number: Option<u32>, actions: &mut Actions) {
        let Some(number) = number else { return };
        if let Some(batch) = self.batch(number) {
            batch.expected = batch.expected.saturating_sub(1);
        }
        self.send_if_complete(number, actions);
    }

    /// Sends a response, at once or with the others of its batch.
    pub(super) fn deliver(
        &mut self,
        client: ClientId,
        batch: Option<u32>,
        response: String,
        actions: &mut Actions,
    ) {
        match batch {
            None => actions.send(client, response),
            Some(number) => {
                if let Some(batch) = self.batch(number) {
                    batch.answers.push(response);
                }
                self.send_if_complete(number, actions);
            }
        }
    }

    fn send_if_complete(&mut self, number: u32, actions: &mut Actions) {
        let is_complete =
            |batch: &Batch| batch.number == number && batch.sealed && batch.answers.len() >= batch.expected;
        let Some(index) = self.batches.iter().position(is_complete) else { return };
        let batch = self.batches.swap_remove(index);
        if !batch.answers.is_empty() {
            let mut message = String::new();
            for answer in &batch.answers {
                message.push(if message.is_empty() { '[' } else { ',' });
                message.push_str(answer);
            }
            message.push(']');
            actions.send(batch.client, message);
        }
    }

    fn batch(&mut self, number: u32) -> Option<&mut Batch> {
        self.batches.iter_mut().find(|batch| batch.number == number)
    }
}
