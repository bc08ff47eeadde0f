//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::engine::Position;

/// What `who-calls`, `who-references`, `who-binds` and `who-expands` return.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct UsesReport {
    /// What was looked for, as it is written in any package.
    symbol: String,
    /// Whether there is such a symbol.
    found: bool,
    /// The uses, as many as there is room for.
    uses: Vec<Use>,
    /// How many there are.
    uses_total: u32,
    /// How many definitions were looked through.
    searched: u32,
    /// Definitions that could not be looked through, such as those of compiled files, as many as there is room for.
    unread: Vec<String>,
}

/// A use in a definition.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Use {
    /// The definition, such as `average`, `(setf place)` or `(method area (circle))`.
    definition: String,
    /// How it is used there.
    kind: UseKind,
    /// Where, in the text that the definition comes from; `null` where that is not known any more.
    position: Option<Position>,
    /// The file that text is of; `null` for one that was evaluated.
    file: Option<String>,
}

/// The kinds of uses.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum UseKind {
    Call,
    Function,
    Read,
    Set,
    Bind,
    Expand,
}
