//! What comes from outside, and texts, as they are in JavaScript: held by reference, and not read before
//! somebody asks for it.

use std::cell::RefCell;
use std::fmt;

use js_sys::{Array, ArrayBuffer, JSON, JsString, Object, Reflect, RegExp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use super::Value;
use super::value::{members, number as number_of};

/// Data that contains data this deep is cut there. The host refuses what is nested half as deep, as what
/// contains itself is, and what would be too long as JSON; here it would end in a stack that is full.
const DEEPEST: u8 = 255;

/// What came from outside: any value of JavaScript. What a client or an image has sent was cloned on its
/// way, so that its members are its own, and reading them runs no code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(JsValue);

/// A text, a string of JavaScript. Its length is counted in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(JsString);

/// The names that members are asked for by, each made once: to make one is most of what asking costs.
type Names = Vec<((*const u8, usize), JsString)>;

thread_local! {
    static NAMES: RefCell<Names> = const { RefCell::new(Vec::new()) };
}

fn name_of<T>(name: &'static str, ask: impl FnOnce(&JsString) -> T) -> T {
    NAMES.with_borrow_mut(|names| ask(made_name(name, names)))
}

/// Apart from what is asked by it, of which there is much, so that WebAssembly has it once.
#[inline(never)]
fn made_name<'a>(name: &'static str, names: &'a mut Names) -> &'a JsString {
    let key = (name.as_ptr(), name.len());
    let place = names.binary_search_by_key(&key, |(key, _)| *key).unwrap_or_else(|place| {
        names.insert(place, (key, name.into()));
        place
    });
    #[expect(clippy::indexing_slicing, reason = "the place was just found or made")]
    &names[place].1
}

impl From<JsValue> for Raw {
    fn from(value: JsValue) -> Self {
        Self(value)
    }
}

impl From<Raw> for JsValue {
    fn from(raw: Raw) -> Self {
        raw.0
    }
}

impl Raw {
    /// What a value of a type is to the host.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        // Its maps have no keys but strings, and no number is too large for JavaScript.
        Self(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible()).unwrap_or_default())
    }

    /// What a JSON text says.
    #[must_use]
    pub fn parse(json: &str) -> Option<Self> {
        JSON::parse(json).ok().map(Self)
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        JSON::stringify(&self.0).map(String::from).unwrap_or_default()
    }

    /// All of it, as JSON could have said it: nothing is asked of what is neither an array nor an object
    /// with members of its own. (The reader of `serde-wasm-bindgen` goes into what can be iterated, a Map
    /// that contains itself among them, and has no end.)
    #[must_use]
    pub fn value(&self) -> Value {
        self.value_within(DEEPEST)
    }

    fn value_within(&self, depth: u8) -> Value {
        if let Some(text) = self.0.as_string() {
            return text.into();
        }
        if let Some(number) = self.0.as_f64() {
            return number_of(number);
        }
        if let Some(flag) = self.0.as_bool() {
            return flag.into();
        }
        let Some(depth) = depth.checked_sub(1) else { return Value::Null };
        if let Some(items) = self.items() {
            return items.iter().map(|item| item.value_within(depth)).collect();
        }
        if !self.0.is_object() {
            return Value::Null;
        }
        members(self.entries().into_iter().map(|(name, raw)| (name, raw.value_within(depth))))
    }

    /// It as a value of a type, if it is one.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_wasm_bindgen::from_value(self.0.clone()).ok()
    }

    /// A member; none where there is none, or `null`.
    #[must_use]
    pub fn get(&self, name: &'static str) -> Option<Self> {
        let value = name_of(name, |name| Reflect::get(&self.0, name)).ok()?;
        (!value.loose_eq(&JsValue::NULL)).then_some(Self(value))
    }

    /// Whether there is a member, `null` or not.
    #[must_use]
    pub fn has(&self, name: &'static str) -> bool {
        self.0.is_object() && name_of(name, |name| Object::has_own(self.0.unchecked_ref::<Object>(), name))
    }

    /// An object's members. Bytes have none.
    #[must_use]
    pub fn entries(&self) -> Vec<(String, Self)> {
        let mut entries = Vec::new();
        if self.is_object() && !ArrayBuffer::is_view(&self.0) {
            for name in Object::keys(self.0.unchecked_ref::<Object>()).iter() {
                let value = Reflect::get(&self.0, &name).unwrap_or_default();
                entries.push((name.as_string().unwrap_or_default(), Self(value)));
            }
        }
        entries
    }

    /// The object with the members of another, which count where it has them too.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        let all =
            Object::assign(&Object::assign(&Object::new(), self.0.unchecked_ref()), others.0.unchecked_ref());
        Self(all.into())
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        Array::is_array(&self.0).then(|| self.0.unchecked_ref::<Array>().iter().map(Self).collect())
    }

    /// Whether it is an object, and no array.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.0.is_object() && !Array::is_array(&self.0)
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The text, if it is one, as it came: with its halves of surrogate pairs.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.0.dyn_ref::<JsString>().cloned().map(Text)
    }
}

pub(super) fn serialize_raw<S: Serializer>(raw: &Raw, serializer: S) -> Result<S::Ok, S::Error> {
    preserve::serialize(&raw.0, serializer)
}

pub(super) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    preserve::serialize(&text.0, serializer)
}

/// By reference, of a value of JavaScript alone.
impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        preserve::deserialize(deserializer).map(|text| Self(text).well_formed())
    }
}

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
        Self("".into())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&String::from(&self.0))
    }
}

fn index(units: usize) -> u32 {
    u32::try_from(units).unwrap_or(u32::MAX)
}

impl Text {
    /// How many UTF-16 units it has.
    #[must_use]
    pub fn length(&self) -> usize {
        usize::try_from(self.0.length()).unwrap_or(usize::MAX)
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

    /// The same with U+FFFD for each half of a surrogate pair, which is no character: as where texts are
    /// read.
    #[must_use]
    pub(crate) fn well_formed(self) -> Self {
        let text: &Unicode = self.0.unchecked_ref();
        if text.is_well_formed() { self } else { Self(text.to_well_formed()) }
    }

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told
    /// without reading it.
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        !REMARKABLE.with(|remarkable| remarkable.unchecked_ref::<Matcher>().test(&self.0))
    }
}
