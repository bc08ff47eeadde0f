//! Output on its way to a client that asked for progress, while its evaluation runs.

use super::clients::ReplyTo;
use crate::engine::OutputStream;
use crate::protocol::progress_notification;

/// A client is told at most once in so many milliseconds.
const INTERVAL_MS: u64 = 40;

/// What was written and is still to be told.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// At most one text of each stream, that first which was written to first.
    pending: Vec<(OutputStream, String)>,
    /// Characters told so far.
    told: u32,
    next_ms: u64,
}

impl Progress {
    pub(super) fn add(&mut self, stream: OutputStream, text: &str) {
        if text.is_empty() {
            return;
        }
        match self.pending.iter_mut().find(|(of, _)| *of == stream) {
            Some((_, pending)) => pending.push_str(text),
            None => self.pending.push((stream, text.to_owned())),
        }
    }

    /// When there is something to tell.
    pub(super) fn due_ms(&self) -> Option<u64> {
        (!self.pending.is_empty()).then_some(self.next_ms)
    }

    /// The message that is due for the client that waits for `reply`, if there is one.
    pub(super) fn message(&mut self, reply: &ReplyTo, now_ms: u64) -> Option<String> {
        let token = reply.caller.progress_token.as_ref()?;
        if self.due_ms()? > now_ms {
            return None;
        }
        let (stream, text) = self.pending.remove(0);
        let characters = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        self.told = self.told.saturating_add(characters);
        self.next_ms = now_ms.saturating_add(INTERVAL_MS);
        Some(progress_notification(reply.caller.era, token, self.told, stream, &text))
    }
}
