//! Texts that stand in the code.

use std::cell::RefCell;

use js_sys::JsString;

/// Strings of JavaScript, each by where its text stands in the code, in the order of these places.
type Known = Vec<((*const u8, usize), JsString)>;

thread_local! {
    static KNOWN: RefCell<Known> = const { RefCell::new(Vec::new()) };
}

/// The string of JavaScript for a text in the code. Each is made once.
pub(super) fn known<T>(text: &'static str, give: impl FnOnce(&JsString) -> T) -> T {
    KNOWN.with_borrow_mut(|known| give(string_of(text, known)))
}

/// Apart from what is given it, of which there are many, so that WebAssembly has it once.
#[inline(never)]
fn string_of<'a>(text: &'static str, known: &'a mut Known) -> &'a JsString {
    let key = (text.as_ptr(), text.len());
    let place = known.binary_search_by_key(&key, |(key, _)| *key).unwrap_or_else(|place| {
        known.insert(place, (key, text.into()));
        place
    });
    #[expect(clippy::indexing_slicing, reason = "the place was just found or made")]
    &known[place].1
}
