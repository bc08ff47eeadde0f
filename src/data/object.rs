//! Objects whose members depend on whom they are for.

use serde::Serialize;

use super::Data;
use super::form::Members;

/// An object that is being made.
#[derive(Debug, Default)]
pub struct Object(Members);

impl Object {
    /// Adds a member. The caller sees to it that its name is new.
    pub fn member<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) {
        self.0.set(name, Data::of(value));
    }

    /// Adds a member that is data already, or is made to be without `serde`, which costs JavaScript several
    /// calls.
    pub fn data(&mut self, name: &'static str, value: impl Into<Data>) {
        self.0.set(name, value.into());
    }

    /// Adds a member that is a number.
    pub fn number(&mut self, name: &'static str, value: f64) {
        self.0.set_number(name, value);
    }

    /// Adds a member that is a text in the code.
    pub fn word(&mut self, name: &'static str, value: &'static str) {
        self.0.set(name, Data::word(value));
    }

    /// Adds a member if there is a value for it.
    pub fn optional<T: Serialize + ?Sized>(&mut self, name: &'static str, value: Option<&T>) {
        if let Some(value) = value {
            self.member(name, value);
        }
    }

    /// Adds a member that is an object itself.
    pub fn object(&mut self, name: &'static str, write: impl FnOnce(&mut Self)) {
        self.0.set(name, Data::object(write));
    }

    /// Adds a member whose name is known as late as now.
    pub fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        self.0.add(name, Data::of(value));
    }

    pub(super) fn into_data(self) -> Data {
        self.0.into_data()
    }
}
