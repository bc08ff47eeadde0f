//! Places in source text.

use serde::{Deserialize, Serialize};

/// A place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Position {
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
}

/// Where in source text an error happened.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Where {
    /// The number, from 0, of the form of the evaluated text that the place is in.
    pub form: u32,
    /// Of the innermost call that stands in that text, or of the running form, if none does; from 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// That form, or the innermost definition in it around the place, in short: `(DEFUN AVERAGE)`; `null` for
    /// what could not be read.
    #[serde(rename = "in")]
    pub name: Option<String>,
    /// Where the innermost call of all stands, if that is another text.
    pub elsewhere: Option<Elsewhere>,
    /// The number, from 0, of the form of that text that it is in; `null` where it is the same text.
    #[serde(rename = "formElsewhere")]
    pub form_elsewhere: Option<u32>,
}

/// A place in the text of an earlier evaluation, or of a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Elsewhere {
    /// From 1, in that text.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The form that the place is in, in short.
    #[serde(rename = "in")]
    pub name: Option<String>,
    /// The name of the file; `null` for an earlier evaluation.
    pub file: Option<String>,
}

/// A place in the evaluated text that a call was made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Caller {
    /// The number, from 0, of the form that the place is in.
    pub form: u32,
    /// From 1.
    pub line: u32,
    /// From 0, in UTF-16 units.
    pub column: u32,
    /// The form that the place is in, in short.
    #[serde(rename = "in")]
    pub name: Option<String>,
}

/// What was opened and never closed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Unclosed {
    /// What opened it: `(`, `"`, `|`, `#|` or `#(`.
    pub bracket: String,
    /// Where it was opened.
    pub position: Position,
}
