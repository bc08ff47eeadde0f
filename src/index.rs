//! What is found by its name: numbers by text.
//!
//! Texts are kept in blocks of bounded length, which are found by halving. That is a third of the code that a
//! `BTreeMap` has, and costs as little for as many as there can be here: a block's length to put a text in,
//! beside what finding takes.

/// How many texts a block has, at most.
const BLOCK: usize = 128;

#[derive(Clone, Debug)]
struct Item {
    text: String,
    /// They ascend.
    numbers: Vec<u64>,
}

/// Numbers by text, in the order of the texts; those of one text ascend.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    /// None is empty.
    blocks: Vec<Vec<Item>>,
    length: usize,
}

/// The first place below `count` that `is_it`, if none is it before one that is not; `count` if there is
/// none.
fn first(count: usize, is_it: &dyn Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if is_it(middle) {
            high = middle;
        } else {
            low = middle.saturating_add(1);
        }
    }
    low
}

impl Index {
    /// The block and the place in it where a text is, or is to be put.
    fn place(&self, text: &str) -> (usize, usize) {
        let begins_after = |block: usize| {
            self.blocks
                .get(block)
                .and_then(|block| block.first())
                .is_some_and(|item| item.text.as_str() > text)
        };
        let block = first(self.blocks.len(), &begins_after).saturating_sub(1);
        let items = self.blocks.get(block).map_or(&[][..], Vec::as_slice);
        let is_not_before = |place: usize| items.get(place).is_some_and(|item| item.text.as_str() >= text);
        (block, first(items.len(), &is_not_before))
    }

    fn item(&mut self, text: &str) -> Option<&mut Item> {
        let (block, place) = self.place(text);
        self.blocks.get_mut(block)?.get_mut(place).filter(|item| item.text == text)
    }

    /// Adds a number to those of a text. Returns whether the text had none.
    pub(crate) fn add(&mut self, text: &str, number: u64) -> bool {
        if let Some(Item { numbers, .. }) = self.item(text) {
            if let Err(place) = numbers.binary_search(&number) {
                numbers.insert(place, number);
            }
            return false;
        }
        self.length = self.length.saturating_add(1);
        let (block, place) = self.place(text);
        let item = Item { text: text.to_owned(), numbers: vec![number] };
        let Some(items) = self.blocks.get_mut(block) else {
            self.blocks.push(vec![item]);
            return true;
        };
        items.insert(place, item);
        if items.len() > BLOCK {
            let rest = items.split_off(BLOCK / 2);
            self.blocks.insert(block.saturating_add(1), rest);
        }
        true
    }

    /// Takes a number from those of a text.
    pub(crate) fn remove(&mut self, text: &str, number: u64) {
        let Some(Item { numbers, .. }) = self.item(text) else { return };
        if let Ok(place) = numbers.binary_search(&number) {
            numbers.remove(place);
        }
        if !numbers.is_empty() {
            return;
        }
        self.length = self.length.saturating_sub(1);
        let (block, place) = self.place(text);
        let Some(items) = self.blocks.get_mut(block) else { return };
        items.remove(place);
        if items.is_empty() {
            self.blocks.remove(block);
        }
    }

    /// The numbers of a text.
    pub(crate) fn numbers(&self, text: &str) -> &[u64] {
        let (block, place) = self.place(text);
        let item = self.blocks.get(block).and_then(|items| items.get(place)).filter(|item| item.text == text);
        item.map_or(&[], |item| item.numbers.as_slice())
    }

    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The texts from the first on that does not come before `text`, with their numbers.
    pub(crate) fn from<'a>(&'a self, text: &str) -> impl Iterator<Item = (&'a str, &'a [u64])> + use<'a> {
        let (block, place) = self.place(text);
        let items = self.blocks.get(block..).unwrap_or_default().iter().flatten().skip(place);
        items.map(|item| (item.text.as_str(), item.numbers.as_slice()))
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
                assert!(index.blocks.iter().all(|block| (1..=BLOCK).contains(&block.len())));
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
