//! What was evaluated in a session and what was answered, the latest of it.

use std::collections::VecDeque;

use crate::data::Text;

/// How many exchanges are kept, at most.
pub const MAX_EXCHANGES: usize = 100;

/// How many bytes they have together, at most.
pub const MAX_TRANSCRIPT: usize = 200_000;

/// How many bytes of the code, and of the answer, of one exchange are kept.
pub const MAX_PART: usize = 10_000;

/// Some code and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// When it was answered, in milliseconds since 1970.
    pub at_ms: u64,
    /// The package that it was read in.
    pub package: String,
    /// The [`beginning`] of the code.
    pub code: String,
    /// The [`beginning`] of the text of the answer.
    pub answer: String,
    /// Whether it ended with an error.
    pub has_failed: bool,
}

/// The latest exchanges of a session.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    exchanges: VecDeque<Exchange>,
    bytes: usize,
    dropped: u32,
    has_grown: bool,
}

impl Transcript {
    /// Adds an exchange after all others; the oldest go when there is no more room.
    pub fn push(&mut self, exchange: Exchange) {
        self.has_grown = true;
        self.bytes = self.bytes.saturating_add(size(&exchange));
        self.exchanges.push_back(exchange);
        while self.exchanges.len() > MAX_EXCHANGES || self.bytes > MAX_TRANSCRIPT {
            let Some(oldest) = self.exchanges.pop_front() else { return };
            self.bytes = self.bytes.saturating_sub(size(&oldest));
            self.dropped = self.dropped.saturating_add(1);
        }
    }

    /// The exchanges, the oldest first.
    #[must_use]
    pub fn exchanges(&self) -> impl DoubleEndedIterator<Item = &Exchange> {
        self.exchanges.iter()
    }

    /// How many older ones there was no room for.
    #[must_use]
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Whether it has grown since this was asked the last time.
    pub fn take_growth(&mut self) -> bool {
        std::mem::take(&mut self.has_grown)
    }
}

fn size(exchange: &Exchange) -> usize {
    exchange.package.len().saturating_add(exchange.code.len()).saturating_add(exchange.answer.len())
}

/// What an exchange keeps of a text: its beginning; where that is not all, it says so.
#[must_use]
pub fn beginning(text: &str) -> String {
    if text.len() <= MAX_PART {
        return text.to_owned();
    }
    let mut end = MAX_PART;
    while !text.is_char_boundary(end) {
        end = end.saturating_sub(1);
    }
    let mut kept = text.get(..end).unwrap_or_default().to_owned();
    kept.push_str("… (cut)");
    kept
}

/// The same of a text of which no more is read.
#[must_use]
pub fn beginning_of(text: &Text) -> String {
    beginning(&text.beginning(MAX_PART.saturating_add(1)).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exchange(code: &str) -> Exchange {
        Exchange {
            at_ms: 0,
            package: "P".to_owned(),
            code: beginning(code),
            answer: "=> 1".to_owned(),
            has_failed: false,
        }
    }

    #[test]
    fn the_oldest_exchanges_go() {
        let mut transcript = Transcript::default();
        for number in 0..MAX_EXCHANGES + 3 {
            transcript.push(exchange(&number.to_string()));
        }
        assert_eq!(transcript.dropped(), 3);
        assert_eq!(transcript.exchanges().next().unwrap().code, "3");
        let long = "ä".repeat(MAX_PART);
        for _ in 0..MAX_EXCHANGES {
            transcript.push(exchange(&long));
        }
        assert!(transcript.bytes <= MAX_TRANSCRIPT);
        let kept: usize = transcript.exchanges().map(size).sum();
        assert_eq!(kept, transcript.bytes);
        assert!(transcript.exchanges().all(|each| each.code.ends_with("ä… (cut)")));
        assert!(transcript.take_growth() && !transcript.take_growth());
    }
}
