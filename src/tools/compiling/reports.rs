//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::engine::Position;

/// What `compile-form` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct CompileReport {
    /// How many forms were compiled.
    forms: u32,
    /// What the compiler warns of and notes, in order, as many as there is room for.
    warnings: Vec<Notice>,
    /// How many warnings and notes there are.
    warnings_total: u32,
    /// Whether one of them is more than a style warning or a note, or a form is no valid program.
    failed: bool,
}

/// Something that the compiler says of a form.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct Notice {
    /// How bad it is.
    severity: NoticeSeverity,
    /// The type of its condition.
    #[serde(rename = "type")]
    type_name: String,
    /// Its report.
    message: String,
    /// Where it is in the text.
    position: Option<Position>,
}

/// How bad something is.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words say it")]
pub enum NoticeSeverity {
    Error,
    Warning,
    StyleWarning,
    Note,
}
