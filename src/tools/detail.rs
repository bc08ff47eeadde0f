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

impl Detail {
    /// How often an answer has what an evaluation wrote and returned: in its text, which stands in the data,
    /// too; all of the data has it by itself, and the values once more by forms.
    #[must_use]
    pub fn copies(self) -> usize {
        match self {
            Self::Brief => 2,
            Self::Full => 4,
        }
    }
}

/// The argument `detail`.
pub(super) fn read(arguments: &mut Arguments) -> Result<Option<Detail>, ArgumentError> {
    arguments.optional_choice("detail", &[("brief", Detail::Brief), ("full", Detail::Full)])
}
