//! How much of what a text says its data repeats.

use serde::Serialize;

use super::{ArgumentError, Arguments};

/// How much of what a text says its data repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Detail {
    /// What a program decides by.
    #[default]
    Brief,
    /// All of it.
    Full,
}

/// The argument `detail`.
pub(super) fn read(arguments: &mut Arguments) -> Result<Option<Detail>, ArgumentError> {
    arguments.optional_choice("detail", &[("brief", Detail::Brief), ("full", Detail::Full)])
}
