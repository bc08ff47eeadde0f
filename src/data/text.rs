//! What a text is to the types of the contract.

use super::Text;

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        let text = self.to_string();
        text == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl Text {
    /// Cuts it to so many UTF-16 units, of which the last are `...` then.
    pub(crate) fn shorten(&mut self, units: usize) {
        const ELLIPSIS: &str = "...";
        if self.length() > units {
            *self = self.beginning(units.saturating_sub(ELLIPSIS.len()));
            self.push(&ELLIPSIS.into());
        }
    }
}

/// In TypeScript it is a string.
#[cfg(feature = "schemas")]
impl ts_rs::TS for Text {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }

    fn inline(_: &ts_rs::Config) -> String {
        "string".to_owned()
    }
}

/// In JSON Schema it is a string.
#[cfg(feature = "schemas")]
impl schemars::JsonSchema for Text {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}
