//! Messages for clients that read logs. A modern client says with each request which messages about it it
//! wants. A legacy one says it once, and is sent nothing before: all that is told here is in the results as
//! well, a client that shows logs to a person asks for them, and one that never shook hands is not to be
//! surprised by messages.

use crate::data::{Object, Written, object};
use crate::protocol::{Era, LogLevel, log_message};
use crate::server::actions::{Actions, Turn};
use crate::server::clients::{Client, ClientId, Clients, ReplyTo};

/// The most messages to a client in a second. A last message then counts those that were dropped.
pub const LOGGED_PER_SECOND: u32 = 200;

/// One log message.
pub(in crate::server) struct Entry<'a> {
    pub(in crate::server) level: LogLevel,
    /// Which part of the server speaks.
    pub(in crate::server) logger: &'static str,
    /// Adds the members of the data.
    pub(in crate::server) data: &'a dyn Fn(&mut Object),
}

/// The messages that a client was sent lately.
#[derive(Debug, Default)]
pub(in crate::server) struct Rate {
    second: u64,
    sent: u32,
    left_out: u32,
}

impl Rate {
    /// Whether one more message may be sent; and how many were left out in the last second that had any.
    fn take(&mut self, now_ms: u64) -> (bool, u32) {
        let second = now_ms / 1_000;
        let mut left_out = 0;
        if second != self.second {
            left_out = self.left_out;
            *self = Self { second, ..Self::default() };
        }
        if self.sent >= LOGGED_PER_SECOND {
            self.left_out = self.left_out.saturating_add(1);
            return (false, left_out);
        }
        self.sent = self.sent.saturating_add(1);
        (true, left_out)
    }
}

impl Clients {
    /// Tells the client that waits for `reply`.
    pub(in crate::server) fn log(&mut self, reply: &ReplyTo, entry: &Entry<'_>, turn: &mut Turn) {
        let client = self.get(reply.client);
        let wanted = match reply.caller.era {
            Era::Modern => reply.caller.log_level,
            Era::Legacy(_) => client.state.log_level,
        };
        if wanted.is_some_and(|least| entry.level >= least) {
            client.send_log(reply.client, entry, turn.now_ms, &mut turn.actions);
        }
    }

    /// Tells every legacy client, and the modern one that waits for `reply`, if any does.
    pub(in crate::server) fn announce(
        &mut self,
        reply: Option<&ReplyTo>,
        entry: &Entry<'_>,
        turn: &mut Turn,
    ) {
        let mut waiting = reply.filter(|reply| reply.caller.era == Era::Modern);
        for (number, client) in self.all_mut() {
            if client.state.log_level.is_some_and(|least| entry.level >= least) {
                waiting = waiting.filter(|reply| reply.client != number);
                client.send_log(number, entry, turn.now_ms, &mut turn.actions);
            }
        }
        if let Some(reply) = waiting {
            self.log(reply, entry, turn);
        }
    }
}

impl Client {
    fn send_log(&mut self, number: ClientId, entry: &Entry<'_>, now_ms: u64, actions: &mut Actions) {
        let (may_send, left_out) = self.log_rate.take(now_ms);
        if left_out > 0 {
            let data = object([
                ("message", "Messages were left out: there were too many.".into()),
                ("count", left_out.into()),
            ]);
            actions.send(number, log_message(LogLevel::Warning, "log", data));
        }
        if may_send {
            let data = Written::object(entry.data);
            actions.send(number, log_message(entry.level, entry.logger, data));
        }
    }
}
