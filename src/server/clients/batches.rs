//! Batches, whose answers are collected and sent as one array.

use crate::data::Written;
use crate::jsonrpc::Id;
use crate::server::ClientId;

/// The answers to one batch.
#[derive(Debug)]
pub(in crate::server) struct Batch {
    number: u32,
    pub(in crate::server) client: ClientId,
    expected: usize,
    answers: Vec<Written>,
    /// The requests that are answered here; their ids are in use until the array is sent.
    pub(in crate::server) answered: Vec<Id>,
    /// Whether all of its requests were read.
    sealed: bool,
}

/// There are few at a time, so a list does.
#[derive(Debug, Default)]
pub(in crate::server) struct Batches {
    list: Vec<Batch>,
    last: u32,
}

impl Batches {
    pub(in crate::server) fn open(&mut self, client: ClientId) -> u32 {
        self.last = self.last.wrapping_add(1);
        let number = self.last;
        let (answers, answered) = (Vec::new(), Vec::new());
        self.list.push(Batch { number, client, expected: 0, answers, answered, sealed: false });
        number
    }

    /// All of its requests were read.
    pub(in crate::server) fn seal(&mut self, number: u32) {
        if let Some(batch) = self.get(number) {
            batch.sealed = true;
        }
    }

    /// One more answer belongs to the batch.
    pub(in crate::server) fn expect(&mut self, number: Option<u32>) {
        if let Some(batch) = number.and_then(|number| self.get(number)) {
            batch.expected = batch.expected.saturating_add(1);
        }
    }

    /// One answer that belongs to the batch will not come.
    pub(in crate::server) fn waive(&mut self, number: u32) {
        if let Some(batch) = self.get(number) {
            batch.expected = batch.expected.saturating_sub(1);
        }
    }

    /// Takes an answer in, to the request of that id if it is to one.
    pub(in crate::server) fn add(&mut self, number: u32, id: Option<&Id>, answer: Written) {
        if let Some(batch) = self.get(number) {
            batch.answers.push(answer);
            batch.answered.extend(id.cloned());
        }
    }

    pub(in crate::server) fn forget(&mut self, client: ClientId) {
        self.list.retain(|batch| batch.client != client);
    }

    /// The batch, if all of its answers are there.
    pub(in crate::server) fn take_complete(&mut self, number: u32) -> Option<Batch> {
        let is_complete =
            |batch: &Batch| batch.number == number && batch.sealed && batch.answers.len() >= batch.expected;
        let place = self.list.iter().position(is_complete)?;
        Some(self.list.swap_remove(place))
    }

    fn get(&mut self, number: u32) -> Option<&mut Batch> {
        self.list.iter_mut().find(|batch| batch.number == number)
    }
}

impl Batch {
    /// The array; none where nothing is to be answered.
    pub(in crate::server) fn message(&self) -> Option<Written> {
        (!self.answers.is_empty()).then(|| self.answers.clone().into())
    }
}
