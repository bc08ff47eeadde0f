//! Limits of the traffic of one client. A flood costs the page bounded work: excess messages are refused
//! while that is cheap, and beyond that the host does not read them.

/// How many messages of one client are read at once; some of these for each 16 KiB of a long one.
pub const BURST: u64 = 30_000;

/// Messages that may follow each millisecond.
const PER_MS: u64 = 10;

/// Messages beyond that which are refused one by one before they are dropped unread.
pub const REFUSALS: u64 = 1_000;

/// The most characters of JSON text in a message.
pub const MAX_MESSAGE: usize = 16 * 1024 * 1024;

/// The most clients by window messages at a time.
pub const MAX_CLIENTS: u32 = 256;

/// The error for a message that is too long.
pub(in crate::server) const TOO_LONG: &str = "The message is too long: at most 16 MiB of text are read.";

/// The error for a request beyond the allowance.
pub(in crate::server) const TOO_MANY: &str = "Too many messages: 30,000 are read at once from one client, and 10,000 a second after that. Wait, then try again.";

const UNIT: usize = 16 * 1024;

/// The traffic of a client that time has not yet paid for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::server) struct Traffic {
    debt: u64,
    at_ms: u64,
}

impl Traffic {
    /// Whether a message would be read at all.
    pub(in crate::server) fn is_open(&mut self, now_ms: u64) -> bool {
        let passed = now_ms.saturating_sub(self.at_ms);
        self.at_ms = now_ms;
        self.debt = self.debt.saturating_sub(passed.saturating_mul(PER_MS));
        self.debt < BURST.saturating_add(REFUSALS)
    }

    /// Counts messages, with the length of their text; returns whether they may be answered.
    pub(in crate::server) fn count(&mut self, messages: usize, length: usize, now_ms: u64) -> bool {
        let within = self.is_open(now_ms) && self.debt < BURST;
        let cost = messages.saturating_add(length / UNIT);
        self.debt = self.debt.saturating_add(cost as u64);
        within
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_read_then_refused_then_dropped_until_time_has_passed() {
        let mut traffic = Traffic::default();
        for _ in 0..BURST {
            assert!(traffic.is_open(5) && traffic.count(1, 100, 5));
        }
        for _ in 0..REFUSALS {
            assert!(traffic.is_open(5) && !traffic.count(1, 100, 5));
        }
        assert!(!traffic.is_open(5));
        assert!(traffic.is_open(6) && !traffic.count(1, 0, 6));
        assert!(traffic.count(1, 0, 5_000));
    }

    #[test]
    fn long_messages_count_for_more() {
        let mut traffic = Traffic::default();
        for _ in 0..30 {
            assert!(traffic.count(1, MAX_MESSAGE, 1));
        }
        assert!(!traffic.count(1, 1, 1));
    }

    #[test]
    fn a_clock_that_is_set_back_gives_nothing_and_takes_nothing() {
        let mut traffic = Traffic::default();
        assert!(traffic.count(1, 0, 10_000) && traffic.count(1, 0, 1));
    }
}
