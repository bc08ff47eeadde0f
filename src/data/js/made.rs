//! Making data.

use std::cell::RefCell;

use js_sys::{Array, JSON, Object};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use super::known::known;
use super::writer::Writer;
use super::{Data, Members, Text};

thread_local! {
    static CONSTANTS: RefCell<Vec<(&'static str, Data)>> = const { RefCell::new(Vec::new()) };
}

impl From<JsValue> for Data {
    #[inline(never)]
    fn from(value: JsValue) -> Self {
        // One question tells both: nothing else is loosely equal to `null`.
        Self((!value.loose_eq(&JsValue::NULL)).then_some(value))
    }
}

impl From<Text> for Data {
    fn from(text: Text) -> Self {
        Self(Some(text.0.into()))
    }
}

impl From<bool> for Data {
    fn from(flag: bool) -> Self {
        Self(Some(JsValue::from_bool(flag)))
    }
}

impl From<Vec<Self>> for Data {
    fn from(items: Vec<Self>) -> Self {
        let array = match items.as_slice() {
            [item] => item.with_value(Array::of1),
            items => {
                let array = Array::new();
                for item in items {
                    item.with_value(|item| array.push(item));
                }
                array
            }
        };
        Self(Some(array.into()))
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
        match value.serialize(Writer) {
            Ok(value) => Self::from(value),
        }
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

    /// A text in the code. Its string is made once.
    #[must_use]
    pub fn word(text: &'static str) -> Self {
        known(text, |text| Self(Some(text.into())))
    }

    /// Data that is always the same, and made once. Whoever gets it must not change it; in another realm it
    /// is a copy.
    #[must_use]
    pub fn constant(name: &'static str, make: impl FnOnce() -> Self) -> Self {
        let found = CONSTANTS.with_borrow(|made| made.iter().find(|(known, _)| *known == name).cloned());
        found.map_or_else(
            || {
                let data = make();
                CONSTANTS.with_borrow_mut(|made| made.push((name, data.clone())));
                data
            },
            |(_, data)| data,
        )
    }

    /// The object with one more member, before the others.
    #[must_use]
    pub fn with(&self, name: &'static str, value: Self) -> Self {
        let mut members = Members::default();
        members.set(name, value);
        self.with_value(|others| {
            Object::assign(members.0.unchecked_ref::<Object>(), others.unchecked_ref::<Object>());
        });
        members.into_data()
    }
}
