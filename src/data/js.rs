//! Data and texts as they are in JavaScript: held by reference, and not read before somebody asks for it.

use std::cell::RefCell;
use std::fmt;

use js_sys::{Array, JSON, JsString, Object, RegExp};
use serde::{Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// A value of JavaScript that JSON could have said. What a client or an image has sent was cloned on its way, so that its members are its
/// own, and reading them runs no code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data(JsValue);

/// A text, a string of JavaScript. Its length is counted in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(JsString);

/// No prototype of the page's is looked at by what reads and writes here, and nothing of it can fail.
#[wasm_bindgen]
extern "C" {
    type Plain;

    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &Plain, name: &JsString) -> JsValue;

    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Plain, name: &JsString, value: &JsValue);

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
    /// Texts that stand in the code, by where they stand there.
    static KNOWN: RefCell<Vec<((*const u8, usize), JsString)>> = const { RefCell::new(Vec::new()) };

    /// Anything that is hidden, or begins a line as a section's head does.
    static REMARKABLE: RegExp = RegExp::new(
        r"[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]|(?:^|\n)[\xad\u200b-\u200d\u2060\ufeff]*\[",
        "",
    );
}

/// The string of JavaScript for a text in the code. Each is made once.
fn known<T>(text: &'static str, give: impl FnOnce(&JsString) -> T) -> T {
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

impl From<JsValue> for Data {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

impl From<Data> for JsValue {
    fn from(data: Data) -> Self {
        data.0
    }
}

impl Data {
    /// What a value of a type is as data.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        const SERIALIZER: serde_wasm_bindgen::Serializer = serde_wasm_bindgen::Serializer::json_compatible();
        Self(value.serialize(&SERIALIZER).unwrap_or_default())
    }

    /// The value of a JSON text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        JSON::parse(json).map(Self).map_err(|error| {
            error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into())
        })
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        JSON::stringify(&self.0).map(String::from).unwrap_or_default()
    }

    /// About how many characters its JSON has.
    #[must_use]
    pub fn weight(&self) -> usize {
        if let Some(text) = self.0.dyn_ref::<JsString>() {
            return length(text);
        }
        let mut weight: usize = 4;
        if let Some(items) = self.0.dyn_ref::<Array>() {
            for item in items.iter() {
                weight = weight.saturating_add(Self(item).weight());
            }
        } else if self.0.is_object() {
            for entry in Object::entries(self.0.unchecked_ref::<Object>()).iter() {
                weight = weight.saturating_add(Self(entry).weight());
            }
        }
        weight
    }

    /// A member of an object.
    #[must_use]
    pub fn get(&self, name: &'static str) -> Option<Self> {
        if !self.0.is_object() {
            return None;
        }
        let value = known(name, |name| self.0.unchecked_ref::<Plain>().get(name));
        (!value.is_undefined()).then_some(Self(value))
    }

    /// A member whose name is known as late as now.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Self> {
        let name = JsString::from(name);
        if !self.0.is_object() || !Object::has_own(self.0.unchecked_ref::<Object>(), &name) {
            return None;
        }
        let value = self.0.unchecked_ref::<Plain>().get(&name);
        (!value.is_undefined()).then_some(Self(value))
    }

    /// The names of an object's members.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if self.is_object() {
            for name in Object::keys(self.0.unchecked_ref::<Object>()).iter() {
                names.extend(name.as_string());
            }
        }
        names
    }

    /// How many members an object has.
    #[must_use]
    pub fn count(&self) -> usize {
        if !self.is_object() {
            return 0;
        }
        usize::try_from(Object::keys(self.0.unchecked_ref::<Object>()).length()).unwrap_or(usize::MAX)
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        Some(self.0.dyn_ref::<Array>()?.iter().map(Self).collect())
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.0.dyn_ref::<JsString>().map(|text| Text(well_formed(text)))
    }

    /// Whether it is that text.
    #[must_use]
    pub fn is(&self, text: &'static str) -> bool {
        known(text, |text| self.0 == *AsRef::<JsValue>::as_ref(text))
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn flag(&self) -> Option<bool> {
        self.0.as_bool()
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Whether it is an object, and no array.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.0.is_object() && !Array::is_array(&self.0)
    }
}

/// Members of an object that is being made.
#[derive(Debug)]
pub(super) struct Members(JsValue);

impl Default for Members {
    fn default() -> Self {
        Self(Object::new().into())
    }
}

impl Members {
    pub(super) fn set(&mut self, name: &'static str, value: Data) {
        known(name, |name| self.0.unchecked_ref::<Plain>().set(name, &value.0));
    }

    pub(super) fn add(&mut self, name: &str, value: Data) {
        self.0.unchecked_ref::<Plain>().set(&name.into(), &value.0);
    }

    pub(super) fn into_data(self) -> Data {
        Data(self.0)
    }
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
fn well_formed(text: &JsString) -> JsString {
    let text: &Unicode = text.unchecked_ref();
    if text.is_well_formed() { text.unchecked_ref::<JsString>().clone() } else { text.to_well_formed() }
}

fn length(text: &JsString) -> usize {
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
        let is_first_half = units > 0 && (0xd800..0xdc00).contains(&(self.0.char_code_at(last) as u32));
        Self(self.0.slice(0, if is_first_half { last } else { index(units) }))
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

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told without reading it.
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        !REMARKABLE.with(|remarkable| remarkable.unchecked_ref::<Matcher>().test(&self.0))
    }
}

pub(super) fn serialize_data<S: Serializer>(data: &Data, serializer: S) -> Result<S::Ok, S::Error> {
    preserve::serialize(&data.0, serializer)
}

pub(super) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    preserve::serialize(&text.0, serializer)
}
