//! Data without a fixed form, which is a value of `serde_json`; what is written for somebody; and, as they
//! are on each side of the boundary, what came from there and texts that nobody needs to read: in a page
//! values of JavaScript, held by reference, in a test values of `serde_json` and strings.
//!
//! What has a form is read by `serde` and written by it.

#[cfg(target_arch = "wasm32")]
mod js;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod text;
mod value;
mod written;

#[cfg(target_arch = "wasm32")]
use js as form;
#[cfg(not(target_arch = "wasm32"))]
use native as form;

pub use form::{Raw, Text};
pub use serde_json::Value;
pub use value::{Members, members, parse};
pub use written::{Object, Written, known, object};

pub(crate) use value::{count, milliseconds, number, or_default};

use serde::{Serialize, Serializer};

impl Raw {
    /// The object with a member before the others. One of that name that it has itself counts.
    #[must_use]
    pub fn after(&self, name: &'static str, value: impl Into<Written>) -> Self {
        Self::of(&object([(name, value.into())])).with(self)
    }

    /// The value without a member, whose value may be long.
    #[must_use]
    pub fn value_without(&self, name: &str) -> Value {
        let others = self.entries().into_iter().filter(|(other, _)| other != name);
        members(others.map(|(name, raw)| (name, raw.value())))
    }
}

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_raw(self, serializer)
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        form::serialize_text(self, serializer)
    }
}
