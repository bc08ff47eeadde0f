//! Data and texts as they are in JavaScript: held by reference, and not read before somebody asks for it.

use std::cell::RefCell;
use std::fmt;

use js_sys::{Array, JSON, JsString, Object, RegExp};
use serde::{Serialize, Serializer};
use serde_wasm_bindgen::preserve;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// A value of JavaScript that JSON could have said. What a client or an image has sent was cloned on its way,
/// so that its members are its own, and reading them runs no code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data(
    /// None for `null`, which then takes no question to JavaScript.
    Option<JsValue>,
);

/// A text, a string of JavaScript. Its length is counted in UTF-16 units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(JsString);

/// No prototype of the page's is looked at by what reads and writes here, and nothing of it can fail.
#[wasm_bindgen]
extern "C" {
    type Plain;

    /// None of what is not there, and of `null`. It may be anything; that it is said to be an object has it
    /// told apart without a question.
    #[wasm_bindgen(method, indexing_getter)]
    fn get(this: &Plain, name: &JsString) -> Option<Object>;

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

    static CONSTANTS: RefCell<Vec<(&'static str, Data)>> = const { RefCell::new(Vec::new()) };

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
        Self((!value.is_null() && !value.is_undefined()).then_some(value))
    }
}

impl From<Data> for JsValue {
    fn from(data: Data) -> Self {
        data.0.unwrap_or(Self::NULL)
    }
}

impl Data {
    /// What a value of a type is as data.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        const SERIALIZER: serde_wasm_bindgen::Serializer = serde_wasm_bindgen::Serializer::json_compatible();
        value.serialize(&SERIALIZER).map(Self::from).unwrap_or_default()
    }

    /// The value of a JSON text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        JSON::parse(json).map(Self::from).map_err(|error| {
            error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into())
        })
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        self.with_value(JSON::stringify).map(String::from).unwrap_or_default()
    }

    /// About how many characters its JSON has.
    #[must_use]
    pub fn weight(&self) -> usize {
        let Some(value) = &self.0 else { return 4 };
        if let Some(text) = value.dyn_ref::<JsString>() {
            return length(text);
        }
        if !value.is_object() {
            return 4;
        }
        let mut weight: usize = 4;
        for value in Object::values(value.unchecked_ref::<Object>()).iter() {
            weight = weight.saturating_add(Self::from(value).weight());
        }
        weight
    }

    /// A member; none where there is none, or `null`. What has no members of its own has none of those that
    /// are asked for.
    #[must_use]
    pub fn get(&self, name: &'static str) -> Option<Self> {
        let object = self.0.as_ref()?.unchecked_ref::<Plain>();
        known(name, |name| object.get(name)).map(|value| Self(Some(value.into())))
    }

    /// A member whose name is known as late as now.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Self> {
        let name = JsString::from(name);
        let object = self.0.as_ref().filter(|value| value.is_object())?;
        let is_own = Object::has_own(object.unchecked_ref::<Object>(), &name);
        let value = if is_own { object.unchecked_ref::<Plain>().get(&name) } else { None };
        value.map(|value| Self(Some(value.into())))
    }

    /// Whether an object has a member, `null` or not.
    #[must_use]
    pub fn has(&self, name: &'static str) -> bool {
        self.as_object().is_some_and(|object| known(name, |name| Object::has_own(object, name)))
    }

    /// The names of an object's members.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(object) = self.as_object() {
            for name in Object::keys(object).iter() {
                names.extend(name.as_string());
            }
        }
        names
    }

    /// How many members an object has.
    #[must_use]
    pub fn count(&self) -> usize {
        let count = self.as_object().map_or(0, |object| Object::keys(object).length());
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        Some(self.0.as_ref()?.dyn_ref::<Array>()?.iter().map(Self::from).collect())
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.0.as_ref()?.dyn_ref::<JsString>().map(|text| Text(well_formed(text)))
    }

    /// The text, if it is one, with its halves of surrogate pairs: for what is repeated.
    #[must_use]
    pub fn text_as_it_is(&self) -> Option<Text> {
        self.0.as_ref()?.dyn_ref::<JsString>().map(|text| Text(text.clone()))
    }

    /// The text in it, read, if it is one.
    #[must_use]
    pub fn string(&self) -> Option<String> {
        self.0.as_ref()?.as_string()
    }

    /// A text in the code. Its string is made once.
    #[must_use]
    pub fn word(text: &'static str) -> Self {
        known(text, |text| Self(Some(text.into())))
    }

    /// Data that is always the same, and made once. Whoever gets it must not change it; in another realm it
    /// is a copy.
    #[must_use]
    pub fn constant(name: &'static str, make: impl FnOnce() -> Self) -> Self {
        let made = CONSTANTS.with_borrow(|made| made.iter().find(|(known, _)| *known == name).cloned());
        made.map_or_else(
            || {
                let data = make();
                CONSTANTS.with_borrow_mut(|made| made.push((name, data.clone())));
                data
            },
            |(_, data)| data,
        )
    }

    /// Whether it is that text.
    #[must_use]
    pub fn is(&self, text: &'static str) -> bool {
        self.0.as_ref().is_some_and(|value| known(text, |text| value == AsRef::<JsValue>::as_ref(text)))
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_ref()?.as_f64()
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn flag(&self) -> Option<bool> {
        self.0.as_ref()?.as_bool()
    }

    /// Whether it is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.0.is_none()
    }

    /// Whether it is an object, and no array.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.as_object().is_some()
    }

    /// The object with one more member, before the others.
    #[must_use]
    pub fn with<T: Serialize + ?Sized>(&self, name: &'static str, value: &T) -> Self {
        let mut members = Members::default();
        members.set(name, Self::of(value));
        self.with_value(|others| {
            Object::assign(members.0.unchecked_ref::<Object>(), others.unchecked_ref::<Object>());
        });
        members.into_data()
    }

    fn as_object(&self) -> Option<&Object> {
        let value = self.0.as_ref()?;
        (value.is_object() && !Array::is_array(value)).then(|| value.unchecked_ref::<Object>())
    }

    fn with_value<T>(&self, give: impl FnOnce(&JsValue) -> T) -> T {
        match &self.0 {
            Some(value) => give(value),
            None => give(&JsValue::NULL),
        }
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
        known(name, |name| value.with_value(|value| self.0.unchecked_ref::<Plain>().set(name, value)));
    }

    pub(super) fn add(&mut self, name: &str, value: Data) {
        value.with_value(|value| self.0.unchecked_ref::<Plain>().set(&name.into(), value));
    }

    pub(super) fn into_data(self) -> Data {
        Data(Some(self.0))
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

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told
    /// without reading it.
    #[must_use]
    pub(crate) fn is_plain(&self) -> bool {
        !REMARKABLE.with(|remarkable| remarkable.unchecked_ref::<Matcher>().test(&self.0))
    }
}

pub(super) fn serialize_data<S: Serializer>(data: &Data, serializer: S) -> Result<S::Ok, S::Error> {
    data.with_value(|value| preserve::serialize(value, serializer))
}

pub(super) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    preserve::serialize(&text.0, serializer)
}
