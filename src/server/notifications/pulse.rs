//! Signs of life for clients that asked for progress: a request of theirs that waits or runs, and has nothing
//! to tell, is told of all the same. Many clients give a request up after a while in which they hear nothing.

use crate::engine::EvaluationId;
use crate::protocol::{Step, progress_notification};
use crate::server::actions::Actions;
use crate::server::clients::ReplyTo;

/// How long such a client hears nothing, at most, in milliseconds: the shortest time-out that is usual is
/// five seconds, as agents of one large provider have it.
const SILENCE_MS: u64 = 4_000;

/// When a request was last told of, and how often only for that.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::server) struct Pulse {
    heard_ms: u64,
    beats: u32,
}

impl Pulse {
    /// That of a request that comes now.
    pub(in crate::server) fn new(now_ms: u64) -> Self {
        Self { heard_ms: now_ms, beats: 0 }
    }

    /// Takes note that it was told of.
    pub(in crate::server) fn heard(&mut self, now_ms: u64) {
        self.heard_ms = now_ms;
    }

    /// How often it was told that nothing has changed; progress has to grow each time.
    pub(in crate::server) fn beats(&self) -> u32 {
        self.beats
    }
}

impl ReplyTo {
    /// When its client is to hear something, if it asked for progress.
    pub(in crate::server) fn pulse_due_ms(&self) -> Option<u64> {
        self.caller.progress_token.as_ref()?;
        Some(self.pulse.heard_ms.saturating_add(SILENCE_MS))
    }

    /// Tells its client in these words what it waits for, if that is due. `progress` is what it was told of
    /// otherwise.
    pub(in crate::server) fn beat(&mut self, words: &str, progress: u32, now_ms: u64, actions: &mut Actions) {
        if self.pulse_due_ms().is_none_or(|due_ms| due_ms > now_ms) {
            return;
        }
        let Some(token) = &self.caller.progress_token else { return };
        self.pulse = Pulse { heard_ms: now_ms, beats: self.pulse.beats.saturating_add(1) };
        let progress = progress.saturating_add(self.pulse.beats);
        let step = Step { progress, words: Some(words.to_owned()), ..Step::default() };
        actions.send(self.client, progress_notification(self.caller.era, token, &step));
    }
}

/// Such as `running for 12 s`.
pub(in crate::server) fn running_words(ran_ms: u64) -> String {
    in_seconds("running for ", ran_ms)
}

/// Such as `waits for evaluation 7, which has run for 12 s`.
pub(in crate::server) fn waiting_words(id: EvaluationId, ran_ms: u64) -> String {
    let mut words = "waits for evaluation ".to_owned();
    words.push_str(&id.to_string());
    words.push_str(&in_seconds(", which has run for ", ran_ms));
    words
}

fn in_seconds(before: &str, ms: u64) -> String {
    let mut words = before.to_owned();
    words.push_str(&(ms / 1_000).to_string());
    words.push_str(" s");
    words
}
