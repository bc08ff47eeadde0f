//! Progress of a running evaluation, for a client that asked for it: its output, and which form is running.

use crate::data::{Data, Text};
use crate::engine::{Forms, OutputStream};
use crate::protocol::{Step, progress_notification};
use crate::server::clients::ReplyTo;

/// The least time between two notifications of a client, in milliseconds.
const INTERVAL_MS: u64 = 40;

/// The progress that is still to be sent.
#[derive(Debug, Default)]
pub(in crate::server) struct Progress {
    /// At most one text of each stream, that first which was written to first.
    pending: Vec<(OutputStream, Text)>,
    /// The running form, if not sent yet.
    forms: Option<Forms>,
    /// Characters sent so far.
    told: u32,
    /// Finished forms sent so far.
    done: u32,
    next_ms: u64,
}

impl Progress {
    pub(in crate::server) fn add(&mut self, stream: OutputStream, text: &Text) {
        if text.is_empty() {
            return;
        }
        match self.pending.iter_mut().find(|(of, _)| *of == stream) {
            Some((_, pending)) => pending.push(text),
            None => self.pending.push((stream, text.clone())),
        }
    }

    /// Takes note of how far it is; what is no step forward is nothing to tell.
    pub(in crate::server) fn note_forms(&mut self, forms: Forms) {
        if forms.done > self.done {
            self.forms = Some(forms);
        }
    }

    /// When there is something to tell.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        (!self.pending.is_empty() || self.forms.is_some()).then_some(self.next_ms)
    }

    /// The message that is due for the client that waits for `reply`, if there is one.
    pub(in crate::server) fn message(&mut self, reply: &ReplyTo, now_ms: u64) -> Option<Data> {
        let token = reply.caller.progress_token.as_ref()?;
        if self.due_ms()? > now_ms {
            return None;
        }
        self.next_ms = now_ms.saturating_add(INTERVAL_MS);
        let output = (!self.pending.is_empty()).then(|| self.pending.remove(0));
        if let Some((_, text)) = &output {
            let characters = u32::try_from(text.length()).unwrap_or(u32::MAX);
            self.told = self.told.saturating_add(characters);
        }
        let forms = self.forms.take();
        if let Some(forms) = &forms {
            self.done = forms.done;
        }
        let step = Step { progress: self.told.saturating_add(self.done), output, forms };
        Some(progress_notification(reply.caller.era, token, &step))
    }
}
