//! Reading an object of a known type such that what is wrong with it has a name.

use std::fmt;

use serde::de::{self, DeserializeOwned, DeserializeSeed, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::Data;

/// The name of a member that is missing or wrong; empty where there is no object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wrong(pub(crate) &'static str);

/// Reads an object. Members that its type does not know are ignored.
///
/// # Errors
/// The first member that is missing or wrong.
pub(crate) fn read_members<T: DeserializeOwned>(object: &Data) -> Result<T, Wrong> {
    T::deserialize(Reader(object))
}

struct Reader<'a>(&'a Data);

impl<'de> de::Deserializer<'de> for Reader<'_> {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Wrong> {
        Err(Wrong(""))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        if !self.0.is_object() {
            return Err(Wrong(""));
        }
        visitor.visit_map(Members { object: self.0, names: names.iter(), next: None })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

struct Members<'a> {
    object: &'a Data,
    names: std::slice::Iter<'static, &'static str>,
    next: Option<(&'static str, Data)>,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        for name in self.names.by_ref() {
            if let Some(value) = self.object.get(name) {
                self.next = Some((name, value));
                return seed.deserialize(de::value::StrDeserializer::<Wrong>::new(name)).map(Some);
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Wrong> {
        let (name, value) = self.next.take().ok_or(Wrong(""))?;
        seed.deserialize(value.into_deserializer()).map_err(|_| Wrong(name))
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.0)
    }
}

impl std::error::Error for Wrong {}

impl de::Error for Wrong {
    fn custom<T: fmt::Display>(_message: T) -> Self {
        Self("")
    }

    fn missing_field(name: &'static str) -> Self {
        Self(name)
    }
}
