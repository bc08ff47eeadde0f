//! What is looked up in an image beside its evaluations.

use serde::Serialize;

use super::QueryId;
use crate::data::Text;

/// What is to be looked up among the symbols and packages of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Query {
    /// Returned in the event that answers it.
    pub id: QueryId,
    /// What kind of answer is wanted.
    pub what: Question,
    /// What it is about, as a program would write it: the beginning of a symbol, the name of a package. It
    /// may be anything.
    pub text: String,
    /// The name of the package that symbols without a prefix are looked up in.
    pub package: String,
    /// How many texts are wanted, or for a description how many characters.
    pub limit: u32,
}

/// What a query wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// The symbols that the text may be meant to become, the likeliest first.
    CompleteSymbol,
    /// The packages that the text may be meant to become, the likeliest first.
    CompletePackage,
    /// What the symbol is and names, in one text; none if there is no such symbol.
    DescribeSymbol,
    /// What the package is and exports, in one text; none if there is no such package.
    DescribePackage,
    /// The files in the directory, or in that where programs begin if the text is empty; none if there is no
    /// such directory, and why not if it cannot be listed.
    ListFiles,
    /// Of the macros that the text names, how many arguments come before the `&body`; none if there is no
    /// such package.
    MacroBodies,
    /// What the reader would signal of the forms of the text, all of it; none if there is no such package.
    ReaderProblems,
}

impl Question {
    /// What it is about, as a noun.
    #[must_use]
    pub fn subject(self) -> &'static str {
        match self {
            Self::CompleteSymbol | Self::DescribeSymbol => "symbol",
            Self::CompletePackage | Self::DescribePackage => "package",
            Self::ListFiles => "directory",
            Self::MacroBodies | Self::ReaderProblems => "text",
        }
    }
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Found {
    /// The query.
    pub id: QueryId,
    /// What was found, at most as much as was wanted.
    pub texts: Vec<String>,
    /// How many texts there are in all.
    pub total: u32,
    /// The JSON text of the facts that the text tells, where they are told as data too.
    pub report: Option<Text>,
}
