//! The clients: what the protocol knows of each, and the batches whose answers are still being collected.

use std::collections::BTreeMap;

use super::Actions;
use super::Era;
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
}

/// The answers to one batch, which are sent as one array.
#[derive(Debug)]
struct Batch {
    client: ClientId,
    expected: usize,
    answers: Vec<String>,
    /// Whether all of its requests were read.
    sealed: bool,
}

#[derive(Debug, Default)]
pub(super) struct Clients {
    states: BTreeMap<ClientId, ClientState>,
    batches: BTreeMap<u32, Batch>,
    last_batch: u32,
}

impl Clients {
    pub(super) fn state(&mut self, client: ClientId) -> &mut ClientState {
        self.states.entry(client).or_default()
    }

    pub(super) fn forget(&mut self, client: ClientId) {
        self.states.remove(&client);
        self.batches.retain(|_, batch| batch.client != client);
    }

    pub(super) fn open_batch(&mut self, client: ClientId) -> u32 {
        self.last_batch = self.last_batch.wrapping_add(1);
        let batch = Batch { client, expected: 0, answers: Vec::new(), sealed: false };
        self.batches.insert(self.last_batch, batch);
        self.last_batch
    }

    pub(super) fn seal_batch(&mut self, number: u32, actions: &mut Actions) {
        if let Some(batch) = self.batches.get_mut(&number) {
            batch.sealed = true;
        }
        self.send_if_complete(number, actions);
    }

    /// One more answer belongs to the batch.
    pub(super) fn expect_in_batch(&mut self, number: Option<u32>) {
        if let Some(batch) = number.and_then(|number| self.batches.get_mut(&number)) {
            batch.expected = batch.expected.saturating_add(1);
        }
    }

    /// One answer that belongs to the batch will not come.
    pub(super) fn waive_in_batch(&mut self, number: Option<u32>, actions: &mut Actions) {
        let Some(number) = number else { return };
        if let Some(batch) = self.batches.get_mut(&number) {
            batch.expected = batch.expected.saturating_sub(1);
        }
        self.send_if_complete(number, actions);
    }

    /// Sends a response, at once or with the others of its batch.
    pub(super) fn deliver(&mut self, client: ClientId, batch: Option<u32>, response: String, actions: &mut Actions) {
        match batch {
            None => actions.send(client, response),
            Some(number) => {
                if let Some(batch) = self.batches.get_mut(&number) {
                    batch.answers.push(response);
                }
                self.send_if_complete(number, actions);
            }
        }
    }

    fn send_if_complete(&mut self, number: u32, actions: &mut Actions) {
        let complete =
            self.batches.get(&number).is_some_and(|batch| batch.sealed && batch.answers.len() >= batch.expected);
        if !complete {
            return;
        }
        if let Some(batch) = self.batches.remove(&number)
            && !batch.answers.is_empty()
        {
            actions.send(batch.client, format!("[{}]", batch.answers.join(",")));
        }
    }
}
