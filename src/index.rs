//! What is found by its name: numbers by text.

use std::collections::BTreeMap;
use std::ops::Bound::{Included, Unbounded};

/// Numbers by text, in the order of the texts; those of one text ascend, and no text has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index(BTreeMap<String, Vec<u64>>);

impl Index {
    /// Adds a number to those of a text. Returns whether the text had none.
    pub(crate) fn add(&mut self, text: &str, number: u64) -> bool {
        let Some(numbers) = self.0.get_mut(text) else {
            self.0.insert(text.to_owned(), vec![number]);
            return true;
        };
        if let Err(place) = numbers.binary_search(&number) {
            numbers.insert(place, number);
        }
        false
    }

    /// Takes a number from those of a text.
    pub(crate) fn remove(&mut self, text: &str, number: u64) {
        let Some(numbers) = self.0.get_mut(text) else { return };
        if let Ok(place) = numbers.binary_search(&number) {
            numbers.remove(place);
        }
        if numbers.is_empty() {
            self.0.remove(text);
        }
    }

    /// The numbers of a text.
    pub(crate) fn numbers(&self, text: &str) -> &[u64] {
        self.0.get(text).map_or(&[], Vec::as_slice)
    }

    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The texts from the first on that does not come before `text`, with their numbers.
    pub(crate) fn from<'a>(&'a self, text: &str) -> impl Iterator<Item = (&'a str, &'a [u64])> + use<'a> {
        let texts = self.0.range::<str, _>((Included(text), Unbounded));
        texts.map(|(text, numbers)| (text.as_str(), numbers.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_map_finds() {
        let (mut index, mut map) = (Index::default(), std::collections::BTreeMap::new());
        // Numbers that look drawn at random.
        let mut state = 1_u32;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for round in 0..20_000_u64 {
            // More comes than goes, then more goes than comes.
            let adds = draw(10) < if round < 10_000 { 8 } else { 2 };
            let (text, number) = (draw(1_500).to_string(), u64::from(draw(3)));
            let numbers: &mut std::collections::BTreeSet<u64> = map.entry(text.clone()).or_default();
            if adds {
                assert_eq!(index.add(&text, number), numbers.is_empty());
                numbers.insert(number);
            } else {
                index.remove(&text, number);
                numbers.remove(&number);
            }
            map.retain(|known, numbers| *known != text || !numbers.is_empty());
            if round % 500 == 0 || round > 19_990 {
                let from = draw(1_500).to_string();
                let found: Vec<_> =
                    index.from(&from).map(|(text, numbers)| (text.to_owned(), numbers.to_vec())).collect();
                let expected: Vec<_> = map
                    .range(from..)
                    .map(|(text, numbers)| (text.clone(), numbers.iter().copied().collect::<Vec<_>>()))
                    .collect();
                assert_eq!((found, index.len()), (expected, map.len()));
            }
        }
    }

    #[test]
    fn finds_numbers_by_text() {
        let mut index = Index::default();
        assert!(index.add("b", 3) && !index.add("b", 1) && !index.add("b", 3) && index.add("a", 3));
        assert_eq!(
            (index.numbers("b"), index.numbers("a"), index.numbers("c")),
            (&[1, 3][..], &[3][..], &[][..])
        );
        assert_eq!(index.from("").map(|(text, _)| text).collect::<String>(), "ab");
        assert_eq!(index.from("aa").map(|(text, _)| text).collect::<String>(), "b");
        index.remove("b", 3);
        index.remove("b", 2);
        index.remove("x", 2);
        index.remove("a", 3);
        assert_eq!((index.numbers("b"), index.len()), (&[1][..], 1));
    }
}
