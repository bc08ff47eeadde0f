//! Writing values of the contract's types as data, member by member.
//!
//! It is `serde` that knows the types; this takes the place of the writer of `serde-wasm-bindgen`, which
//! keeps a table of names of its own and has each write return an error that never comes.

use std::cell::RefCell;
use std::fmt;

use js_sys::{Array, Object};
use serde::ser::{self, Impossible, Serialize};
use wasm_bindgen::{JsCast, JsValue};

use super::known::known;
use super::object::Plain;

/// What is wrong with a value: nothing ever is.
#[derive(Debug)]
pub(super) enum Never {}

thread_local! {
    /// A value of JavaScript on its way to where it is written. It does not go through `serde`, which knows
    /// none.
    static HELD: RefCell<JsValue> = const { RefCell::new(JsValue::NULL) };
}

/// The name by which a value of JavaScript is written.
const HELD_VALUE: &str = "Held";

/// Writes a value of JavaScript as it is.
pub(super) fn as_it_is<S: ser::Serializer>(value: &JsValue, serializer: S) -> Result<S::Ok, S::Error> {
    hold(value.clone());
    serializer.serialize_unit_struct(HELD_VALUE)
}

#[inline(never)]
fn hold(value: JsValue) {
    HELD.set(value);
}

#[inline(never)]
fn held() -> JsValue {
    HELD.replace(JsValue::NULL)
}

/// Writes one value.
pub(super) struct Writer;

/// Writes the members of an object.
pub(super) struct Members(JsValue);

/// Writes the items of an array.
pub(super) struct Items(Array);

/// Writes the members of an object that is the one member of another.
pub(super) struct Variant(&'static str, Members);

impl Members {
    #[inline(never)]
    fn new() -> Self {
        Self(Object::new().into())
    }

    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it is let go of here, and not by each caller")]
    fn put(&self, name: &'static str, value: JsValue) {
        known(name, |name| self.0.unchecked_ref::<Plain>().set(name, &value));
    }
}

impl Items {
    #[inline(never)]
    #[expect(clippy::needless_pass_by_value, reason = "it is let go of here, and not by each caller")]
    fn put(&self, value: JsValue) {
        self.0.push(&value);
    }
}

macro_rules! numbers {
    ($($name:ident: $type:ty,)*) => {
        $(fn $name(self, number: $type) -> Result<JsValue, Never> {
            self.serialize_f64(number.into())
        })*
    };
}

impl ser::Serializer for Writer {
    type Ok = JsValue;
    type Error = Never;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Impossible<JsValue, Never>;
    type SerializeTupleVariant = Impossible<JsValue, Never>;
    type SerializeMap = Impossible<JsValue, Never>;
    type SerializeStruct = Members;
    type SerializeStructVariant = Variant;

    numbers! {
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_f32: f32,
    }

    #[inline(never)]
    fn serialize_f64(self, number: f64) -> Result<JsValue, Never> {
        Ok(JsValue::from_f64(number))
    }

    /// Those of the contract are times and counts, of which a number of JavaScript has all digits.
    #[expect(clippy::cast_precision_loss, reason = "none of them is that large")]
    fn serialize_i64(self, number: i64) -> Result<JsValue, Never> {
        self.serialize_f64(number as f64)
    }

    #[expect(clippy::cast_precision_loss, reason = "none of them is that large")]
    fn serialize_u64(self, number: u64) -> Result<JsValue, Never> {
        self.serialize_f64(number as f64)
    }

    fn serialize_bool(self, flag: bool) -> Result<JsValue, Never> {
        Ok(JsValue::from_bool(flag))
    }

    fn serialize_char(self, character: char) -> Result<JsValue, Never> {
        self.serialize_str(character.encode_utf8(&mut [0; 4]))
    }

    #[inline(never)]
    fn serialize_str(self, text: &str) -> Result<JsValue, Never> {
        Ok(JsValue::from_str(text))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<JsValue, Never> {
        unknown()
    }

    fn serialize_none(self) -> Result<JsValue, Never> {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<JsValue, Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<JsValue, Never> {
        Ok(JsValue::NULL)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<JsValue, Never> {
        Ok(held())
    }

    #[inline(never)]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<JsValue, Never> {
        Ok(known(variant, |name| name.into()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<JsValue, Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<JsValue, Never> {
        let members = Members::new();
        members.put(variant, value.serialize(self)?);
        Ok(members.0)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Never> {
        Ok(Items(Array::new()))
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Never> {
        Ok(Items(Array::new()))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Impossible<JsValue, Never>, Never> {
        unknown()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<JsValue, Never>, Never> {
        unknown()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Impossible<JsValue, Never>, Never> {
        unknown()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Members, Never> {
        Ok(Members::new())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Variant, Never> {
        Ok(Variant(variant, Members::new()))
    }
}

impl ser::SerializeSeq for Items {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.put(value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Result<JsValue, Never> {
        Ok(self.0.into())
    }
}

impl ser::SerializeTuple for Items {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result<JsValue, Never> {
        ser::SerializeSeq::end(self)
    }
}

impl ser::SerializeStruct for Members {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Never> {
        self.put(name, value.serialize(Writer)?);
        Ok(())
    }

    fn end(self) -> Result<JsValue, Never> {
        Ok(self.0)
    }
}

impl ser::SerializeStructVariant for Variant {
    type Ok = JsValue;
    type Error = Never;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Never> {
        ser::SerializeStruct::serialize_field(&mut self.1, name, value)
    }

    fn end(self) -> Result<JsValue, Never> {
        let members = Members::new();
        members.put(self.0, self.1.0);
        Ok(members.0)
    }
}

/// No type of the contract is of that kind, so that this is not even linked.
fn unknown<T>() -> T {
    std::process::abort()
}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        unknown()
    }
}
