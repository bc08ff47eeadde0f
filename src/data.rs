//! Data without a fixed form, and texts that nobody needs to read: natively a value of `serde_json` and a
//! string, in JavaScript the value itself and the string itself, held by reference. Both have the same few
//! methods.
//!
//! What has a form is read by `serde` and written by it, here as there.

#[cfg(target_arch = "wasm32")]
mod js;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod object;
mod reader;
mod text;

#[cfg(target_arch = "wasm32")]
use js as form;
#[cfg(not(target_arch = "wasm32"))]
use native as form;

pub use form::{Data, Text};
pub use object::Object;

pub(crate) use reader::Wrong;

use serde::{Serialize, Serializer};

impl Data {
    /// An object with the members that `write` adds.
    #[must_use]
    pub fn object(write: impl FnOnce(&mut Object)) -> Self {
        let mut object = Object::default();
        write(&mut object);
        object.into_data()
    }

    /// Constants that together are JSON; a test has to see to that.
    #[must_use]
    pub fn known(parts: &[&'static str]) -> Self {
        let mut json = String::new();
        for part in parts {
            json.push_str(part);
        }
        Self::parse(&json).unwrap_or_default()
    }

    /// The number without a fraction, if it is one that a whole number of Rust's can be.
    #[must_use]
    pub fn integer(&self) -> Option<i64> {
        const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;
        let number =
            self.number().filter(|number| number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER)?;
        #[expect(clippy::cast_possible_truncation, reason = "the range was just checked")]
        Some(number as i64)
    }

    /// The same data with the members of each object in the order of their names, as JSON.
    #[must_use]
    pub fn canonical_json(&self) -> String {
        self.sorted().json()
    }

    fn sorted(&self) -> Self {
        if let Some(items) = self.items() {
            let items: Vec<Self> = items.iter().map(Self::sorted).collect();
            return Self::of(&items);
        }
        if !self.is_object() {
            return self.clone();
        }
        let mut names = self.names();
        names.sort_unstable();
        let mut object = Object::default();
        for name in &names {
            if let Some(value) = self.named(name) {
                object.add(name, &value.sorted());
            }
        }
        object.into_data()
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_data(self, serializer)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_text(self, serializer)
    }
}
