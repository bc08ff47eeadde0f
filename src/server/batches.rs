//! Batches, whose answers are collected and sent as one array.

use super::ClientId;
use super::actions::Actions;

/// The answers to one batch.
#[derive(Debug)]
struct Batch {
    number: u32,
    client: ClientId,
    expected: usize,
    answers: Vec<String>,
    /// Whether all of its requests were read.
    sealed: bool,
}

/// There are few at a time, so a list does.
#[derive(Debug, Default)]
pub(super) struct Batches {
    list: Vec<Batch>,
    last: u32,
}

impl Batches {
    pub(super) fn open(&mut self, client: ClientId) -> u32 {
        self.last = self.last.wrapping_add(1);
        let number = self.last;
        self.list.push(Batch { number, client, expected: 0, answers: Vec::new(), sealed: false });
        number
    }

    pub(super) fn seal(&mut self, number: u32, actions: &mut Actions) {
        if let Some(batch) = self.batch(number) {
            batch.sealed = true;
        }
        self.send_if_complete(number, actions);
    }

    /// One more answer belongs to the batch.
    pub(super) fn expect(&mut self, number: Option<u32>) {
        if let Some(batch) = number.and_then(|number| self.batch(number)) {
            batch.expected = batch.expected.saturating_add(1);
        }
    }

    /// One answer that belongs to the batch will not come.
    pub(super) fn waive(&mut self, number: Option<u32>, actions: &mut Actions) {
        let Some(number) = number else { return };
        if let Some(batch) = self.batch(number) {
            batch.expected = batch.expected.saturating_sub(1);
        }
        self.send_if_complete(number, actions);
    }

    pub(super) fn add(&mut self, number: u32, answer: String, actions: &mut Actions) {
        if let Some(batch) = self.batch(number) {
            batch.answers.push(answer);
        }
        self.send_if_complete(number, actions);
    }

    pub(super) fn forget(&mut self, client: ClientId) {
        self.list.retain(|batch| batch.client != client);
    }

    fn send_if_complete(&mut self, number: u32, actions: &mut Actions) {
        let is_complete =
            |batch: &Batch| batch.number == number && batch.sealed && batch.answers.len() >= batch.expected;
        let Some(index) = self.list.iter().position(is_complete) else { return };
        let batch = self.list.swap_remove(index);
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
        self.list.iter_mut().find(|batch| batch.number == number)
    }
}
