//! Data without a fixed form, and texts that nobody needs to read: natively a value of `serde_json` and a string, in
//! JavaScript the value itself and the string itself, held by reference. Both have the same few methods.
//!
//! What has a form is read by `serde` and written by it, here as there.

#[cfg(target_arch = "wasm32")]
mod js;
mod members;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod object;
mod text;

#[cfg(target_arch = "wasm32")]
use js as form;
#[cfg(not(target_arch = "wasm32"))]
use native as form;

pub use form::{Data, Text};
pub use object::Object;

pub(crate) use members::{Wrong, read_members};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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
        Self::parse(&parts.concat()).unwrap_or_default()
    }

    /// The text in it, read, if it is one.
    #[must_use]
    pub fn string(&self) -> Option<String> {
        self.text().map(|text| text.to_string())
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
        for name in names {
            if let Some(value) = self.named(&name) {
                object.add(&name, &value.sorted());
            }
        }
        object.into_data()
    }
}

/// What a text says that is JSON of a type: journals are kept so, and read by hand as seldom as that.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn from_json<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    serde_json::from_str(json).map_err(|error| error.to_string())
}

/// The JSON of a value that has texts of its own alone, none held by reference.
pub(crate) fn to_json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_data(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        form::deserialize_data(deserializer)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_text(self, serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        form::deserialize_text(deserializer)
    }
}
