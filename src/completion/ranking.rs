//! Which names a text may be meant to become, and which of them first.

use crate::index::Index;
use crate::protocol::MAX_COMPLETIONS;

/// How many bytes of what was written can be the beginning of a name; more fits nothing.
pub const MOST_WRITTEN: usize = 1000;

/// What was written of a name.
#[derive(Debug)]
struct Written {
    text: Vec<u8>,
    /// For each of its beginnings, how long the longest shorter one is that it ends with. With these a name
    /// is looked through once, however often it nearly fits.
    borders: Vec<usize>,
}

impl Written {
    fn new(text: &str) -> Self {
        let text = text.as_bytes().to_ascii_uppercase();
        let mut written = Self { text, borders: vec![0] };
        for place in 1..written.text.len() {
            let border = written.step(written.borders.last().copied().unwrap_or(0), written.text.get(place));
            written.borders.push(border);
        }
        written
    }

    /// How many bytes fit after one more, where so many fitted before it.
    fn step(&self, mut fitting: usize, byte: Option<&u8>) -> usize {
        loop {
            if self.text.get(fitting) == byte {
                return fitting.saturating_add(1);
            }
            match fitting.checked_sub(1) {
                Some(last) => fitting = self.borders.get(last).copied().unwrap_or(0),
                None => return 0,
            }
        }
    }

    fn is_in(&self, name: &[u8]) -> bool {
        let mut fitting = 0;
        for byte in name {
            if fitting == self.text.len() {
                break;
            }
            fitting = self.step(fitting, Some(&byte.to_ascii_uppercase()));
        }
        fitting == self.text.len()
    }

    /// How well `name` fits, best at 0: it begins so; its words do, as in `m-v-b` for `multiple-value-bind`;
    /// it has it somewhere. None if it does not fit. Letters count in any case.
    fn rank(&self, name: &str) -> Option<u8> {
        let (written, name) = (self.text.as_slice(), name.as_bytes());
        if begins(name, written) {
            return Some(0);
        }
        if written.contains(&b'-') && words_begin(name, written) {
            return Some(1);
        }
        self.is_in(name).then_some(2)
    }
}

fn begins(name: &[u8], part: &[u8]) -> bool {
    name.get(..part.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(part))
}

/// Whether each word of `written` is how the word of `name` begins that has its place.
fn words_begin(name: &[u8], written: &[u8]) -> bool {
    let is_hyphen = |byte: &u8| *byte == b'-';
    let mut words = name.split(is_hyphen);
    written.split(is_hyphen).all(|part| words.next().is_some_and(|word| begins(word, part)))
}

/// Names that fit what was written, the best ones.
#[derive(Debug)]
pub struct Matches {
    /// None where it is too long for any name.
    written: Option<Written>,
    /// Each name after the digit of its rank.
    found: Index,
}

impl Matches {
    /// For what was written.
    #[must_use]
    pub fn new(written: &str) -> Self {
        let written = written.trim();
        let fits = written.len() <= MOST_WRITTEN;
        Self { written: fits.then(|| Written::new(written)), found: Index::default() }
    }

    /// Adds a name if it fits.
    pub fn add(&mut self, name: &str) {
        if let Some(rank) = self.written.as_ref().and_then(|written| written.rank(name)) {
            let mut ranked = rank.to_string();
            ranked.push_str(name);
            self.found.add(&ranked, 0);
        }
    }

    /// The best names, at most [`MAX_COMPLETIONS`], each once, and how many there are in all.
    #[must_use]
    pub fn values(&self) -> (Vec<String>, u32) {
        let best = self.found.from("").take(MAX_COMPLETIONS);
        let values = best.filter_map(|(ranked, _)| ranked.get(1..)).map(str::to_owned).collect();
        (values, u32::try_from(self.found.len()).unwrap_or(u32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first() {
        let rank = |written: &str, name: &str| Written::new(written).rank(name);
        assert_eq!(rank("", "X"), Some(0));
        assert_eq!(rank("multiple", "MULTIPLE-VALUE-BIND"), Some(0));
        assert_eq!(rank("m-v-b", "MULTIPLE-VALUE-BIND"), Some(1));
        assert_eq!(rank("m-v", "MULTIPLE-VALUE-BIND"), Some(1));
        assert_eq!(rank("v-b", "MULTIPLE-VALUE-BIND"), None);
        assert_eq!(rank("value-b", "MULTIPLE-VALUE-BIND"), Some(2));
        assert_eq!(rank("bind", "MULTIPLE-VALUE-BIND"), Some(2));
        assert_eq!(rank("binds", "BIND"), None);
        assert_eq!(rank("ä", "ÄÖ"), None);
        assert_eq!(rank("ä", "xä"), Some(2));
        let mut matches = Matches::new(" ar ");
        for name in ["BARE", "AREA", "CAR", "ARC", "X", "AREA"] {
            matches.add(name);
        }
        assert_eq!(matches.values(), (["ARC", "AREA", "BARE", "CAR"].map(str::to_owned).to_vec(), 4));
    }

    #[test]
    fn what_nearly_fits_is_found_further_on() {
        let is_in = |written: &str, name: &str| Written::new(written).is_in(name.as_bytes());
        for (written, name) in
            [("aab", "xAAAB"), ("abab", "ABAABABX"), ("", ""), ("a", "a"), ("abcabd", "abcabcabd")]
        {
            assert!(is_in(written, name), "{written} in {name}");
        }
        for (written, name) in [("aab", "aaaa"), ("abab", "abaaba"), ("a", ""), ("ba", "ab")] {
            assert!(!is_in(written, name), "{written} in {name}");
        }
    }

    #[test]
    fn what_is_too_long_fits_nothing() {
        let mut matches = Matches::new(&"A".repeat(MOST_WRITTEN + 1));
        matches.add(&"A".repeat(MOST_WRITTEN + 2));
        assert_eq!(matches.values(), (Vec::new(), 0));
    }

    #[test]
    fn there_are_at_most_a_hundred() {
        let mut matches = Matches::new("");
        for number in 0..250 {
            matches.add(&number.to_string());
        }
        let (values, total) = matches.values();
        assert_eq!((values.len(), total), (MAX_COMPLETIONS, 250));
    }
}
