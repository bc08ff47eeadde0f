//! Texts that stand in the code.

use std::cell::RefCell;

use js_sys::JsString;

thread_local! {
    /// Texts that stand in the code, by where they stand there.
    static KNOWN: RefCell<Vec<((*const u8, usize), JsString)>> = const { RefCell::new(Vec::new()) };
}

/// The string of JavaScript for a text in the code. Each is made once.
pub(super) fn known<T>(text: &'static str, give: impl FnOnce(&JsString) -> T) -> T {
    let key = (text.as_ptr(), text.len());
    KNOWN.with_borrow_mut(|known| {
        let place = known.binary_search_by_key(&key, |(key, _)| *key).unwrap_or_else(|place| {
            known.insert(place, (key, text.into()));
            place
        });
        #[expect(clippy::indexing_slicing, reason = "the place was just found or made")]
        give(&known[place].1)
    })
}
