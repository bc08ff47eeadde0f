//! What was evaluated in a session and what was answered, the latest of it.

use std::collections::VecDeque;

use crate::data::Text;

/// How many exchanges are kept, at most.
pub const MAX_EXCHANGES: usize = 100;

/// How many bytes they have together, at most.
pub const MAX_TRANSCRIPT: usize = 200_000;

/// How many bytes of the code, and of the answer, of one exchange are kept.
pub const MAX_PART: usize = 10_000;

/// How many bytes of exchanges are shown at once, but for a single one that has more.
pub const MAX_SHOWN: usize = 20_000;

/// Stands for the rest of what is cut.
const CUT: &str = "… (cut)";

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
    /// The [`beginning`] of what does elsewhere what it did, where that is not the code; empty where nothing
    /// ran to its end.
    pub replay: Option<String>,
}

impl Exchange {
    /// Whether all of its code is there.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        !self.replay.as_ref().unwrap_or(&self.code).ends_with(CUT)
    }
}

/// The latest exchanges of a session.
#[derive(Clone, Debug, Default)]
pub struct Transcript {
    exchanges: VecDeque<Exchange>,
    bytes: usize,
    dropped: u32,
    has_grown: bool,
    /// How many there were when the present image began.
    before_image: u32,
    /// When that was, in milliseconds since 1970; 0 of the first image.
    image_ms: u64,
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

    /// The newest exchanges up to that number that one answer has room for, the oldest first, and the number
    /// of the first of them; the first exchange of the session has the number 1.
    #[must_use]
    pub fn shown(&self, last: u32) -> (u32, Vec<&Exchange>) {
        let kept = usize::try_from(last.saturating_sub(self.dropped)).unwrap_or(usize::MAX);
        let mut bytes: usize = 0;
        let mut shown: Vec<&Exchange> = Vec::new();
        for exchange in self.exchanges.iter().take(kept).rev() {
            bytes = bytes.saturating_add(size(exchange));
            if bytes > MAX_SHOWN && !shown.is_empty() {
                break;
            }
            shown.push(exchange);
        }
        shown.reverse();
        let end = self.exchanges.len().min(kept);
        let before = u32::try_from(end.saturating_sub(shown.len())).unwrap_or(u32::MAX);
        (self.dropped.saturating_add(before).saturating_add(1), shown)
    }

    /// The image is a fresh one from now on.
    pub fn begin_image(&mut self, date_ms: u64) {
        self.image_ms = date_ms;
        self.before_image =
            self.dropped.saturating_add(u32::try_from(self.exchanges.len()).unwrap_or(u32::MAX));
    }

    /// When the present image began, in milliseconds since 1970; 0 of the first one.
    #[must_use]
    pub fn image_ms(&self) -> u64 {
        self.image_ms
    }

    /// The exchanges with the present image, the oldest first; none where one of them is not there any more.
    #[must_use]
    pub fn of_image(&self) -> Option<impl Iterator<Item = &Exchange>> {
        let before = usize::try_from(self.before_image.checked_sub(self.dropped)?).ok()?;
        Some(self.exchanges.iter().skip(before))
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
    let Exchange { package, code, answer, replay, .. } = exchange;
    let own = package.len().saturating_add(code.len()).saturating_add(answer.len());
    own.saturating_add(replay.as_ref().map_or(0, String::len))
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
    kept.push_str(CUT);
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
            replay: None,
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

    #[test]
    fn what_is_shown_goes_on_where_it_ended() {
        let mut transcript = Transcript::default();
        assert_eq!(transcript.shown(u32::MAX), (1, Vec::new()));
        for number in 1..MAX_EXCHANGES + 20 {
            transcript.push(exchange(&format!("{number} {}", "x".repeat(number * 40))));
        }
        let kept: Vec<&Exchange> = transcript.exchanges().collect();
        let mut last = u32::MAX;
        let mut all: Vec<&Exchange> = Vec::new();
        while last > transcript.dropped() {
            let (first, shown) = transcript.shown(last);
            assert!(shown.iter().map(|each| size(each)).sum::<usize>() <= MAX_SHOWN);
            assert!(shown[0].code.starts_with(&format!("{first} ")));
            all = shown.into_iter().chain(all).collect();
            last = first - 1;
        }
        assert_eq!(all, kept);
        assert_eq!(transcript.shown(last), (last + 1, Vec::new()));
        let mut huge = exchange(&"x".repeat(MAX_PART));
        huge.answer = "y".repeat(MAX_PART + 5);
        huge.replay = Some("z".repeat(MAX_PART));
        transcript.push(huge);
        assert_eq!(transcript.shown(u32::MAX).1.len(), 1);
    }

    #[test]
    fn the_exchanges_of_an_image_are_told_while_all_are_there() {
        let mut transcript = Transcript::default();
        let codes = |transcript: &Transcript| -> Option<Vec<String>> {
            Some(transcript.of_image()?.map(|each| each.code.clone()).collect())
        };
        transcript.push(exchange("1"));
        assert_eq!(codes(&transcript).unwrap(), ["1"]);
        transcript.begin_image(5);
        assert!(codes(&transcript).unwrap().is_empty());
        for number in 2..MAX_EXCHANGES + 2 {
            transcript.push(exchange(&number.to_string()));
        }
        assert_eq!(transcript.dropped(), 1);
        assert_eq!(codes(&transcript).unwrap().len(), MAX_EXCHANGES);
        transcript.push(exchange("more"));
        assert_eq!(codes(&transcript), None);
        transcript.begin_image(5);
        transcript.push(exchange(&"x".repeat(MAX_PART + 1)));
        assert!(transcript.of_image().unwrap().all(|each| !each.is_whole()));
    }
}
