//! Which names a text may be meant to become, and which of them first.

use crate::order::ordered;

/// How many values a completion has, at most; the protocol says so.
pub const MOST: usize = 100;

/// How well `name` fits what was written of it, best at 0: it begins so; its words do, as in `m-v-b` for
/// `multiple-value-bind`; it has it somewhere. None if it does not fit. Letters count in any case.
#[must_use]
pub fn rank(written: &str, name: &str) -> Option<u8> {
    let (written, name) = (written.as_bytes(), name.as_bytes());
    if begins(name, written) {
        return Some(0);
    }
    if written.contains(&b'-') && words_begin(name, written) {
        return Some(1);
    }
    name.windows(written.len().max(1)).any(|part| part.eq_ignore_ascii_case(written)).then_some(2)
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
    written: String,
    found: Vec<(u8, String)>,
}

impl Matches {
    /// For what was written.
    #[must_use]
    pub fn new(written: &str) -> Self {
        Self { written: written.trim().to_owned(), found: Vec::new() }
    }

    /// Adds a name if it fits.
    pub fn add(&mut self, name: &str) {
        if let Some(rank) = rank(&self.written, name) {
            self.found.push((rank, name.to_owned()));
        }
    }

    /// The best names, at most [`MOST`], each once, and how many there are in all.
    #[must_use]
    pub fn values(&self) -> (Vec<String>, u32) {
        let found = &self.found;
        let order = ordered(found.len(), &|one, other| found.get(one) < found.get(other));
        let mut values = Vec::new();
        let mut total = 0_u32;
        let mut last = "";
        for (_, name) in order.iter().filter_map(|place| found.get(*place)) {
            if total > 0 && name == last {
                continue;
            }
            last = name;
            total = total.saturating_add(1);
            if values.len() < MOST {
                values.push(name.clone());
            }
        }
        (values, total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first() {
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
    fn there_are_at_most_a_hundred() {
        let mut matches = Matches::new("");
        for number in 0..250 {
            matches.add(&number.to_string());
        }
        let (values, total) = matches.values();
        assert_eq!((values.len(), total), (MOST, 250));
    }
}
