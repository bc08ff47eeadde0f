//! How a text is laid out, and what is wrong with its syntax.

use serde::{Deserialize, Serialize};

use super::{Position, QueryId};

/// How the lines of a text are to be indented.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct LaidOut {
    /// The query whose answer it follows.
    pub id: QueryId,
    /// The column of each line; `null` for one that stays as it is.
    pub columns: Vec<Option<u32>>,
    /// What is wrong with the text, the first ones.
    pub problems: Vec<SyntaxProblem>,
    /// Why it could not be laid out, for a person to read; `null` where it could.
    pub failure: Option<String>,
}

/// What is wrong with a text at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SyntaxProblem {
    /// What is wrong.
    pub kind: SyntaxProblemKind,
    /// Where that begins.
    pub position: Position,
    /// Of a bracket that is not closed where the closing one most likely belongs: behind the last form that
    /// it is around; `null` where nothing says so.
    pub end: Option<Position>,
    /// The bracket that is not closed, by the indentation: this one, or one inside of it.
    pub opening: Option<Position>,
    /// The beginning of the line whose indentation says so; `null` at the end of the text.
    pub next: Option<Position>,
}

/// The kinds of what can be wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SyntaxProblemKind {
    /// A list or vector that is not closed.
    UnclosedBracket,
    /// A closing bracket that closes nothing.
    StrayBracket,
    /// A string that is not closed.
    UnclosedString,
    /// A symbol whose bar is not closed.
    UnclosedSymbol,
    /// A block comment that is not closed.
    UnclosedComment,
}
