//! What is written for somebody: results and notifications, whose members depend on whom they are for.

use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

use super::{Raw, Text, Value};

/// Something that is written. Long texts in it are held by reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// What a type says, or what came from outside and is handed on.
    Raw(Raw),
    /// Data.
    Value(Value),
    /// A text.
    Text(Text),
    /// A text in the code.
    Word(&'static str),
    /// Several.
    List(Vec<Self>),
    /// Members by their names, in this order.
    Object(Object),
}

/// An object that is being made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object(Vec<(&'static str, Written)>);

impl Written {
    /// An object with the members that `write` adds.
    #[must_use]
    pub fn object(write: impl FnOnce(&mut Object)) -> Self {
        let mut object = Object::default();
        write(&mut object);
        Self::Object(object)
    }

    /// A member of an object that was made here.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(Object(members)) = self else { return None };
        members.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// The first of several.
    #[must_use]
    pub fn first(&self) -> Option<&Self> {
        let Self::List(items) = self else { return None };
        items.first()
    }

    /// The text, if it is held by reference.
    #[must_use]
    pub fn text(&self) -> Option<Text> {
        if let Self::Text(text) = self { Some(text.clone()) } else { None }
    }

    /// All of it as data.
    #[must_use]
    pub fn value(&self) -> Value {
        Raw::of(self).value()
    }
}

/// Constants that together are JSON; a test has to see to that.
#[must_use]
pub fn known(parts: &[&'static str]) -> Written {
    Raw::parse(&parts.concat()).unwrap_or_default().into()
}

/// An object with these members.
#[must_use]
pub fn object<const N: usize>(members: [(&'static str, Written); N]) -> Written {
    Written::Object(Object(members.into()))
}

impl From<Value> for Written {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

impl From<Raw> for Written {
    fn from(raw: Raw) -> Self {
        Self::Raw(raw)
    }
}

impl From<Text> for Written {
    fn from(text: Text) -> Self {
        Self::Text(text)
    }
}

impl From<&'static str> for Written {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<String> for Written {
    fn from(text: String) -> Self {
        Self::Value(text.into())
    }
}

impl From<u32> for Written {
    fn from(number: u32) -> Self {
        Self::Value(number.into())
    }
}

impl From<bool> for Written {
    fn from(flag: bool) -> Self {
        Self::Value(flag.into())
    }
}

impl From<Vec<Self>> for Written {
    fn from(items: Vec<Self>) -> Self {
        Self::List(items)
    }
}

impl Object {
    /// Adds a member. The caller sees to it that its name is new.
    pub fn member<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        self.data(name, Raw::of(value));
    }

    /// Adds a member that is written already, or data.
    pub fn data(&mut self, name: &'static str, value: impl Into<Written>) {
        self.0.push((name, value.into()));
    }

    /// Adds a member if there is a value for it.
    pub fn optional<T: Serialize + ?Sized>(&mut self, name: &'static str, value: Option<&T>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    /// Adds a member that is an object itself.
    pub fn object(&mut self, name: &'static str, write: impl FnOnce(&mut Self)) {
        self.data(name, Written::object(write));
    }
}

/// A word is written as the name of a variant is, which `serde-wasm-bindgen` makes once.
impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Raw(raw) => raw.serialize(serializer),
            Self::Value(value) => value.serialize(serializer),
            Self::Text(text) => text.serialize(serializer),
            Self::Word(word) => serializer.serialize_unit_variant("", 0, word),
            Self::List(items) => items.serialize(serializer),
            Self::Object(object) => object.serialize(serializer),
        }
    }
}

/// As a type's members are written: `serde-wasm-bindgen` makes each of their names once.
impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_struct("", self.0.len())?;
        for (name, value) in &self.0 {
            members.serialize_field(name, value)?;
        }
        members.end()
    }
}
