//! Values of `serde_json`, and what types of the contract mean by what an image leaves out.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number};

use super::{Raw, Value};

/// The largest number up to which all whole ones are numbers of JavaScript's.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// What is read of a value.
pub trait Members {
    /// A member; none where there is none, or `null`.
    fn named(&self, name: &str) -> Option<&Value>;

    /// The text of a member, if it is one.
    fn string(&self, name: &str) -> Option<String>;

    /// The members of a member; none for what is no object.
    fn object(&self, name: &str) -> Option<&Value>;

    /// The number without a fraction, if it is one that a whole number of Rust's can be.
    fn integer(&self) -> Option<i64>;

    /// As JSON. In a page the browser writes it, as it reads it: with `serde_json`'s own ways WebAssembly is
    /// larger by a tenth.
    fn json(&self) -> String;
}

impl Members for Value {
    fn named(&self, name: &str) -> Option<&Value> {
        self.get(name).filter(|value| !value.is_null())
    }

    fn string(&self, name: &str) -> Option<String> {
        self.get(name)?.as_str().map(str::to_owned)
    }

    fn object(&self, name: &str) -> Option<&Value> {
        self.get(name).filter(|value| value.is_object())
    }

    fn integer(&self) -> Option<i64> {
        self.as_i64().filter(|number| number.unsigned_abs() < 1 << 53).or_else(|| whole(self.as_f64()?))
    }

    fn json(&self) -> String {
        Raw::of(self).json()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the range was just checked")]
fn whole(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER).then_some(number as i64)
}

/// JavaScript has one type of number, in which 1.0 is 1; what is none of JSON's is `null`.
pub(crate) fn number(number: f64) -> Value {
    whole(number).map_or_else(|| Number::from_f64(number).map_or(Value::Null, Value::Number), Value::from)
}

/// The value of a JSON text.
#[must_use]
pub fn parse(json: &str) -> Option<Value> {
    Raw::parse(json).map(|raw| raw.value())
}

/// An object of members. (What collects them sorts them first, by 6 KB of WebAssembly.)
#[must_use]
pub fn members(all: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut members = Map::new();
    for (name, value) in all {
        members.insert(name, value);
    }
    Value::Object(members)
}

/// The default where there is `null`: what an image does not say of itself is not so, and records of before a
/// list was kept have none.
pub(crate) fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// A count, which may be larger than there is room for.
pub(crate) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u64::deserialize(deserializer).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
}

/// A time in milliseconds, of which three decimals are enough.
pub(crate) fn milliseconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let number = f64::deserialize(deserializer)?;
    if !number.is_finite() {
        return Err(serde::de::Error::custom("no time"));
    }
    Ok((number * 1000.0).round() / 1000.0)
}
