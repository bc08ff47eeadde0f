//! Data and texts as they are outside of JavaScript.

use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// A value of JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data(Value);

/// A text. Its length is counted in UTF-16 units, as JavaScript counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(String);

impl From<Value> for Data {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

impl From<Text> for Data {
    fn from(text: Text) -> Self {
        Self(text.0.into())
    }
}

impl From<bool> for Data {
    fn from(flag: bool) -> Self {
        Self(flag.into())
    }
}

impl From<Vec<Self>> for Data {
    fn from(items: Vec<Self>) -> Self {
        Self(items.into_iter().map(|item| item.0).collect())
    }
}

impl Data {
    /// What a value of a type is as data.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        // What is written here has no keys but strings, and no numbers that JSON does not have.
        let mut value = serde_json::to_value(value).unwrap_or_default();
        with_one_type_of_number(&mut value);
        Self(value)
    }

    /// The value of a JSON text.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map(Self).map_err(|error| error.to_string())
    }

    /// The value.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.0
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        self.0.to_string()
    }

    /// About how many characters its JSON has.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.json().len()
    }

    /// A member; none where there is none, or `null`.
    #[must_use]
    pub fn get(&self, name: &'static str) -> Option<Self> {
        self.named(name)
    }

    /// A member whose name is known as late as now.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Self> {
        self.0.get(name).filter(|value| !value.is_null()).cloned().map(Self)
    }

    /// Whether there is a member, `null` or not.
    #[must_use]
    pub fn has(&self, name: &'static str) -> bool {
        self.0.get(name).is_some()
    }

    /// The names of an object's members.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.as_object().map_or_else(Vec::new, |members| members.keys().cloned().collect())
    }

    /// How many members an object has.
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.as_object().map_or(0, Map::len)
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        self.0.as_array().map(|items| items.iter().cloned().map(Self).collect())
    }

    /// The first item of an array.
    #[must_use]
    pub fn first(&self) -> Option<Self> {
        self.0.get(0).filter(|value| !value.is_null()).cloned().map(Self)
    }

    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.0.as_str().map(Text::from)
    }

    /// The text, if it is one, as it came: for what is repeated.
    #[must_use]
    pub fn text_as_it_is(&self) -> Option<Text> {
        self.text()
    }

    /// The text in it, read, if it is one.
    #[must_use]
    pub fn string(&self) -> Option<String> {
        self.0.as_str().map(str::to_owned)
    }

    /// A text in the code.
    #[must_use]
    pub fn word(text: &'static str) -> Self {
        Self(text.into())
    }

    /// Data that is always the same. Whoever gets it must not change it.
    #[must_use]
    pub fn constant(_name: &'static str, make: impl FnOnce() -> Self) -> Self {
        make()
    }

    /// Whether it is that text.
    #[must_use]
    pub fn is(&self, text: &'static str) -> bool {
        self.0.as_str() == Some(text)
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
        self.0.is_object()
    }

    /// The object with one more member, before the others.
    #[must_use]
    pub fn with(&self, name: &'static str, value: Self) -> Self {
        let mut members = Members::default();
        members.set(name, value);
        for (name, value) in self.0.as_object().into_iter().flatten() {
            members.add(name, Self(value.clone()));
        }
        members.into_data()
    }
}

/// To JavaScript 1.0 is 1.
#[expect(clippy::cast_possible_truncation, reason = "the range was just checked")]
fn with_one_type_of_number(value: &mut Value) {
    match value {
        Value::Number(number) => {
            if let Some(float) = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0)
                && float.abs() < 9e15
            {
                *value = Value::from(float as i64);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(with_one_type_of_number),
        Value::Object(members) => members.values_mut().for_each(with_one_type_of_number),
        _ => {}
    }
}

/// Members of an object that is being made.
#[derive(Debug, Default)]
pub(super) struct Members(Map<String, Value>);

impl Members {
    pub(super) fn set(&mut self, name: &'static str, value: Data) {
        self.add(name, value);
    }

    pub(super) fn set_number(&mut self, name: &'static str, value: f64) {
        self.set(name, Data::of(&value));
    }

    pub(super) fn add(&mut self, name: &str, value: Data) {
        self.0.insert(name.to_owned(), value.0);
    }

    pub(super) fn into_data(self) -> Data {
        Data(Value::Object(self.0))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl Text {
    /// How many UTF-16 units it has.
    #[must_use]
    pub fn length(&self) -> usize {
        // A debug build counts slowly, and sees quickly that there is nothing to count.
        if self.0.is_ascii() { self.0.len() } else { self.0.encode_utf16().count() }
    }

    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends another one.
    pub fn push(&mut self, other: &Self) {
        self.0.push_str(&other.0);
    }

    /// Its beginning, of so many UTF-16 units at most. No character is cut in two.
    #[must_use]
    pub fn beginning(&self, units: usize) -> Self {
        let mut left = units;
        let fits = |character: &char| {
            let room = left.checked_sub(character.len_utf16());
            left = room.unwrap_or_default();
            room.is_some()
        };
        Self(self.0.chars().take_while(fits).collect())
    }

    /// Its end, of so many UTF-16 units at most. No character is cut in two.
    #[must_use]
    pub fn end(&self, units: usize) -> Self {
        let mut left = units;
        let fits = |character: &char| {
            let room = left.checked_sub(character.len_utf16());
            left = room.unwrap_or_default();
            room.is_some()
        };
        let kept: Vec<char> = self.0.chars().rev().take_while(fits).collect();
        Self(kept.into_iter().rev().collect())
    }

    /// All but the line breaks at its end.
    #[must_use]
    pub fn without_last_breaks(&self) -> Self {
        Self(self.0.trim_end_matches('\n').to_owned())
    }

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told
    /// without reading it.
    #[must_use]
    #[expect(clippy::unused_self, reason = "in JavaScript a text is looked at")]
    pub(crate) fn is_plain(&self) -> bool {
        false
    }
}

pub(super) fn serialize_data<S: Serializer>(data: &Data, serializer: S) -> Result<S::Ok, S::Error> {
    data.0.serialize(serializer)
}

pub(super) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.0)
}
