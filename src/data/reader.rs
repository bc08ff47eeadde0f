//! Reading data as a type of the contract, member by member, each once.
//!
//! It is `serde` that knows the types; this takes the place of the reader of `serde-wasm-bindgen`, which is
//! larger by a seventh of the whole WebAssembly (it words each error at length), and names what is wrong.

use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, EnumAccess, SeqAccess, VariantAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};

use super::{Data, Text};

/// The name of a member that is missing or wrong; empty where it is the value itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) &'static str);

impl Data {
    /// The value of a type. Members that the type does not know are ignored; `null` is none, or false.
    ///
    /// # Errors
    /// The first member of the object that is missing, or has something wrong in it.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Wrong> {
        WRONG.set("");
        T::deserialize(Reader(self.clone())).map_err(|_| Wrong(WRONG.get()))
    }
}

/// Something is wrong. Where is noted beside it: it is returned at each place at which something is read, and
/// with a name in it that is a third more code.
#[derive(Clone, Copy, Debug)]
struct Failed;

impl Failed {
    /// It is in that member, or in what that contains.
    #[inline(never)]
    fn note(name: &'static str) {
        WRONG.set(name);
    }
}

thread_local! {
    /// The name of the outermost member that something is wrong in.
    static WRONG: Cell<&'static str> = const { Cell::new("") };

    /// A text on its way to where it is read. It does not go through `serde`, which would read it.
    static HELD: RefCell<Option<Text>> = const { RefCell::new(None) };
}

struct Reader(Data);

impl Reader {
    fn whole(&self) -> Result<f64, Failed> {
        self.0.number().filter(|number| number.fract() == 0.0).ok_or(Failed)
    }
}

impl<'de> de::Deserializer<'de> for Reader {
    type Error = Failed;

    /// There is nothing of an unknown type to read.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Failed> {
        Err(Failed)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        // What an image does not say of itself is not so.
        let flag = if self.0.is_null() { Some(false) } else { self.0.flag() };
        visitor.visit_bool(flag.ok_or(Failed)?)
    }

    /// A count may be larger than there is room for.
    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let number = self.whole()?;
        if number < 0.0 {
            return Err(Failed);
        }
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is wanted")]
        visitor.visit_u32(number as u32)
    }

    /// All that has a fraction is a time in milliseconds, of which three decimals are enough.
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        let number = self.0.number().filter(|number| number.is_finite()).ok_or(Failed)?;
        visitor.visit_f64((number * 1000.0).round() / 1000.0)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_string(self.0.string().ok_or(Failed)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Failed> {
        if name != TEXT {
            return visitor.visit_newtype_struct(self);
        }
        HELD.set(Some(self.0.text().ok_or(Failed)?));
        visitor.visit_unit()
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failed> {
        visitor.visit_seq(Items(self.0.items().ok_or(Failed)?.into_iter()))
    }

    /// By the order of its members, which takes a third of the code that their names do.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        if !self.0.is_object() {
            return Err(Failed);
        }
        visitor.visit_seq(Members { object: self.0, names: names.iter() })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failed> {
        visitor.visit_enum(Name(self.0.string().ok_or(Failed)?))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u16 u64 f32 char str bytes byte_buf unit unit_struct tuple tuple_struct map identifier
        ignored_any
    }
}

struct Items(std::vec::IntoIter<Data>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Failed> {
        self.0.next().map(|item| seed.deserialize(Reader(item))).transpose()
    }
}

struct Members {
    object: Data,
    names: std::slice::Iter<'static, &'static str>,
}

impl<'de> SeqAccess<'de> for Members {
    type Error = Failed;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Failed> {
        let Some((name, value)) = self.next_member() else { return Ok(None) };
        seed.deserialize(value).map(Some).inspect_err(|_| Failed::note(name))
    }
}

impl Members {
    /// The same for all types, as it is called for each member of each.
    #[inline(never)]
    fn next_member(&mut self) -> Option<(&'static str, Reader)> {
        let name = self.names.next()?;
        Some((name, Reader(self.object.get(name).unwrap_or_default())))
    }
}

/// The name of a value of an enum, all of which are without members.
struct Name(String);

impl<'de> EnumAccess<'de> for Name {
    type Error = Failed;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Failed> {
        let value = seed.deserialize(StrDeserializer::<Failed>::new(&self.0))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Name {
    type Error = Failed;

    fn unit_variant(self) -> Result<(), Failed> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, Failed> {
        Err(Failed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Failed> {
        Err(Failed)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Failed> {
        Err(Failed)
    }
}

/// The name by which a text is asked for.
const TEXT: &str = "Text";

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Held;

        impl Visitor<'_> for Held {
            type Value = Text;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a text")
            }

            fn visit_unit<E: de::Error>(self) -> Result<Text, E> {
                HELD.take().ok_or_else(|| E::custom(""))
            }
        }

        deserializer.deserialize_newtype_struct(TEXT, Held)
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("wrong")
    }
}

impl std::error::Error for Failed {}

/// What is wrong is known by where it is.
impl de::Error for Failed {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }

    fn invalid_type(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_value(_: de::Unexpected<'_>, _: &dyn de::Expected) -> Self {
        Self
    }

    fn invalid_length(_: usize, _: &dyn de::Expected) -> Self {
        Self
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self
    }
}
