//! Texts, held by reference.

use std::fmt;

use js_sys::{JsString, RegExp};
use serde::Serializer;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;

use super::known::known;
use super::writer;

/// A text, a string of JavaScript. Its length is counted in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub(super) JsString);

#[wasm_bindgen]
extern "C" {
    type Matcher;

    #[wasm_bindgen(method)]
    fn test(this: &Matcher, text: &JsString) -> bool;

    type Unicode;

    #[wasm_bindgen(method, js_name = isWellFormed)]
    fn is_well_formed(this: &Unicode) -> bool;

    #[wasm_bindgen(method, js_name = toWellFormed)]
    fn to_well_formed(this: &Unicode) -> JsString;
}

thread_local! {
    /// Anything that is hidden, or begins a line as a section's head does.
    static REMARKABLE: RegExp = RegExp::new(
        r"[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|(?:^|\n)[\xad\u200b-\u200d\u2060\ufeff]*\[",
        "",
    );
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl Default for Text {
    fn default() -> Self {
        Self(known("", Clone::clone))
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&String::from(&self.0))
    }
}

/// Half a surrogate pair is no character: in its place stands U+FFFD, as where texts are read.
pub(super) fn well_formed(text: &JsString) -> JsString {
    let text: &Unicode = text.unchecked_ref();
    if text.is_well_formed() { text.unchecked_ref::<JsString>().clone() } else { text.to_well_formed() }
}

pub(super) fn length(text: &JsString) -> usize {
    usize::try_from(text.length()).unwrap_or(usize::MAX)
}

fn index(units: usize) -> u32 {
    u32::try_from(units).unwrap_or(u32::MAX)
}

impl Text {
    /// How many UTF-16 units it has.
    #[must_use]
    pub fn length(&self) -> usize {
        length(&self.0)
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.length() == 0
    }

    /// Appends another one.
    pub fn push(&mut self, other: &Self) {
        self.0 = self.0.concat(&other.0);
    }

    /// Its beginning, of so many UTF-16 units at most. No character is cut in two.
    #[must_use]
    pub fn beginning(&self, units: usize) -> Self {
        if self.length() <= units {
            return self.clone();
        }
        let last = index(units.saturating_sub(1));
        let is_first_half =
            units > 0 && (f64::from(0xd800)..f64::from(0xdc00)).contains(&self.0.char_code_at(last));
        Self(self.0.slice(0, if is_first_half { last } else { index(units) }))
    }

    /// Its end, of so many UTF-16 units at most. No character is cut in two.
    #[must_use]
    pub fn end(&self, units: usize) -> Self {
        let length = self.length();
        if length <= units {
            return self.clone();
        }
        let start = length.saturating_sub(units);
        let is_second_half =
            (f64::from(0xdc00)..f64::from(0xe000)).contains(&self.0.char_code_at(index(start)));
        let start = start.saturating_add(usize::from(is_second_half));
        Self(self.0.slice(index(start), index(length)))
    }

    /// All but the line breaks at its end.
    #[must_use]
    pub fn without_last_breaks(&self) -> Self {
        const PIECE: usize = 4_096;
        let mut end = self.length();
        loop {
            let start = end.saturating_sub(PIECE);
            let piece = String::from(&self.0.slice(index(start), index(end)));
            let breaks = piece.len().saturating_sub(piece.trim_end_matches('\n').len());
            end = end.saturating_sub(breaks);
            if breaks == 0 || breaks < piece.len() || end == 0 {
                return Self(self.0.slice(0, index(end)));
            }
        }
    }

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told
    /// without reading it.
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        !REMARKABLE.with(|remarkable| remarkable.unchecked_ref::<Matcher>().test(&self.0))
    }
}

pub(in crate::data) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    writer::as_it_is(&text.0, serializer)
}
