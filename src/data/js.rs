//! Data and texts as they are in JavaScript: held by reference, and not read before somebody asks for it.

mod known;
mod made;
mod object;
mod text;
mod writer;

pub(super) use object::Members;
pub(super) use text::serialize_text;

pub use text::Text;

use js_sys::{Array, JSON, JsString, Object};
use serde::Serializer;
use wasm_bindgen::{JsCast, JsValue};

use known::known;
use object::Plain;
use text::{length, well_formed};

/// A value of JavaScript that JSON could have said. What a client or an image has sent was cloned on its way,
/// so that its members are its own, and reading them runs no code.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Data(
    /// None for `null`, which then takes no question to JavaScript.
    Option<JsValue>,
);

impl Data {
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

    /// Whether there is a member, `null` or not. What has no members of its own has none of those that are
    /// asked for.
    #[must_use]
    pub fn has(&self, name: &'static str) -> bool {
        self.0
            .as_ref()
            .is_some_and(|value| known(name, |name| Object::has_own(value.unchecked_ref::<Object>(), name)))
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
        let count = self.0.as_ref().map_or(0, |value| Object::keys(value.unchecked_ref::<Object>()).length());
        usize::try_from(count).unwrap_or(usize::MAX)
    }

    /// The items of an array.
    #[must_use]
    pub fn items(&self) -> Option<Vec<Self>> {
        let array = self.0.as_ref()?.dyn_ref::<Array>()?;
        let items: &Plain = array.unchecked_ref();
        Some((0..array.length()).map(|place| Self(items.at(place).map(Into::into))).collect())
    }

    /// The first item of an array.
    #[must_use]
    pub fn first(&self) -> Option<Self> {
        let item = self.0.as_ref()?.unchecked_ref::<Plain>().at(0)?;
        Some(Self(Some(item.into())))
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

pub(in crate::data) fn serialize_data<S: Serializer>(data: &Data, serializer: S) -> Result<S::Ok, S::Error> {
    data.with_value(|value| writer::as_it_is(value, serializer))
}
