//! Progress of a running evaluation, for a client that asked for it: its output, which form is running, and
//! what those before it returned.

use crate::data::{Text, Written};
use crate::engine::{FormResult, Forms, OutputStream};
use crate::protocol::{Step, progress_notification};
use crate::report;
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
    /// The values of forms, if not sent yet.
    results: Vec<FormResult>,
    /// Results so far, and the characters of their values: no more of them is sent than an answer has.
    results_count: u32,
    results_chars: usize,
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

    /// Takes note of how far it is, where an answer has `max_output` characters of values; what is no step
    /// forward is nothing to tell.
    pub(in crate::server) fn note_forms(&mut self, mut forms: Forms, max_output: u32) {
        let results = std::mem::take(&mut forms.results);
        if forms.done <= self.done {
            return;
        }
        self.forms = Some(forms);
        let most_chars = usize::try_from(max_output).unwrap_or(usize::MAX);
        for mut result in results {
            if self.results_chars >= most_chars || self.results_count >= report::RESULTS {
                return;
            }
            result.values.truncate(usize::try_from(report::VALUES).unwrap_or(usize::MAX));
            result.handles.truncate(result.values.len());
            self.results_count = self.results_count.saturating_add(1);
            for value in &mut result.values {
                value.shorten(most_chars.saturating_add(3));
                self.results_chars = self.results_chars.saturating_add(value.length()).saturating_add(1);
            }
            self.results.push(result);
        }
    }

    /// How far it is, as its client knows.
    pub(in crate::server) fn total(&self) -> u32 {
        self.told.saturating_add(self.done)
    }

    /// When there is something to tell.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        (!self.pending.is_empty() || self.forms.is_some()).then_some(self.next_ms)
    }

    /// The message that is due for the client that waits for `reply`, if there is one.
    pub(in crate::server) fn message(&mut self, reply: &mut ReplyTo, now_ms: u64) -> Option<Written> {
        let token = reply.caller.progress_token.as_ref()?;
        if self.due_ms()? > now_ms {
            return None;
        }
        reply.pulse.heard(now_ms);
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
        let results = std::mem::take(&mut self.results);
        let progress = self.total().saturating_add(reply.pulse.beats());
        let step = Step { progress, output, forms, results, words: None };
        Some(progress_notification(reply.caller.era, token, &step))
    }
}
