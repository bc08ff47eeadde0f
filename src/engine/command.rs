//! What the server asks of an image.

use serde::Serialize;

use super::{Evaluate, FileRequest, Query};

/// What the server asks of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Command {
    /// Read and evaluate every form of a text; ends with exactly one `completed` event of the same id.
    Evaluate(Box<Evaluate>),
    /// Look something up, without any effect on the session; ends with exactly one `found` event of the same
    /// id.
    Query(Query),
    /// Read or change a file that the image keeps in its memory; ends with exactly one `found` event of the
    /// same id, whose report is absent where it could not be done and its text says why.
    File(FileRequest),
}
