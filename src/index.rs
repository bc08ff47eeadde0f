//! What is found by its name: numbers by text. One type for all that is looked up so, since each other type of map would be code
//! of its own in the WebAssembly.

use std::collections::BTreeMap;
use std::ops::Bound;

/// Numbers by text, in the order of the texts; those of one text ascend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index(BTreeMap<String, Vec<u64>>);

impl Index {
    /// Adds a number to those of a text. Returns whether the text had none.
    pub(crate) fn add(&mut self, text: &str, number: u64) -> bool {
        // Looked for first: most are there, and then no copy of the text is needed.
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
        let range = self.0.range::<str, _>((Bound::Included(text), Bound::Unbounded));
        range.map(|(text, numbers)| (text.as_str(), numbers.as_slice()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
