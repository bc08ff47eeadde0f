//! What comes from outside, and texts, as they are outside of JavaScript.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Value;
use super::value::number as number_of;

/// What came from outside: a value of JSON.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(Value);

/// A text. Its length is counted in UTF-16 units, as JavaScript counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(String);

impl From<Value> for Raw {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

impl Raw {
    /// What a value of a type is to the host.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        // What is written here has no keys but strings.
        let mut value = serde_json::to_value(value).unwrap_or_default();
        with_one_type_of_number(&mut value);
        Self(value)
    }

    /// What a JSON text says.
    #[must_use]
    pub fn parse(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok().map(Self)
    }

    /// As JSON.
    #[must_use]
    pub fn json(&self) -> String {
        self.0.to_string()
    }

    /// All of it.
    #[must_use]
    pub fn value(&self) -> Value {
        self.0.clone()
    }

    /// It as a value of a type, if it is one.
    #[must_use]
    pub fn read<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&self.0).ok()
    }

    /// A member; none where there is none, or `null`.
    #[must_use]
    pub fn get(&self, name: &'static str) -> Option<Self> {
        self.0.get(name).filter(|value| !value.is_null()).cloned().map(Self)
    }

    /// Whether there is a member, `null` or not.
    #[must_use]
    pub fn has(&self, name: &'static str) -> bool {
        self.0.get(name).is_some()
    }

    /// An object's members.
    #[must_use]
    pub fn entries(&self) -> Vec<(String, Self)> {
        let members = self.0.as_object().into_iter().flatten();
        members.map(|(name, value)| (name.clone(), Self(value.clone()))).collect()
    }

    /// The object with the members of another, which count where it has them too.
    #[must_use]
    pub fn with(&self, others: &Self) -> Self {
        Self(self.entries().into_iter().chain(others.entries()).map(|(name, raw)| (name, raw.0)).collect())
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        self.0.as_array().map(|items| items.iter().cloned().map(Self).collect())
    }

    /// Whether it is an object, and no array.
    #[must_use]
    pub fn is_object(&self) -> bool {
        self.0.is_object()
    }

    /// The number, if it is one.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        self.0.as_f64()
    }

    /// The text, if it is one, as it came.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        self.0.as_str().map(Text::from)
    }
}

fn with_one_type_of_number(value: &mut Value) {
    match value {
        Value::Number(float) if float.is_f64() => *value = number_of(float.as_f64().unwrap_or_default()),
        // `serde-wasm-bindgen` refuses to write larger ones, so a test has to.
        Value::Number(number) => {
            debug_assert!(number.as_i64().is_some_and(|whole| whole.unsigned_abs() < 1 << 53), "{number}");
        }
        Value::Array(items) => items.iter_mut().for_each(with_one_type_of_number),
        Value::Object(members) => members.values_mut().for_each(with_one_type_of_number),
        _ => {}
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

    /// The same without halves of surrogate pairs, which it cannot have here.
    #[must_use]
    pub(crate) fn well_formed(self) -> Self {
        self
    }

    /// Whether nothing in it looks like something else to a reader of a report, as far as that can be told
    /// without reading it.
    #[must_use]
    #[expect(clippy::unused_self, reason = "in JavaScript a text is looked at")]
    pub(crate) fn is_plain(&self) -> bool {
        false
    }
}

pub(super) fn serialize_raw<S: Serializer>(raw: &Raw, serializer: S) -> Result<S::Ok, S::Error> {
    raw.0.serialize(serializer)
}

pub(super) fn serialize_text<S: Serializer>(text: &Text, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&text.0)
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}
