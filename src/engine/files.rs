//! What is to be done with the files of an image.

use serde::Serialize;

use super::QueryId;
use crate::data::Text;

/// What is to be done with one file of an image.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct FileRequest {
    /// Returned in the event that answers it; of the same numbers as queries have.
    pub id: QueryId,
    /// Its namestring, as OPEN takes it. It may be anything.
    pub path: String,
    /// What is to be done.
    pub action: FileAction,
}

/// What can be done with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum FileAction {
    /// Tell what it holds.
    Read {
        /// The first character that is wanted, or the first byte in base64, from 0.
        start: u32,
        /// How many are wanted.
        limit: u32,
        /// How it is told.
        encoding: FileEncoding,
    },
    /// Make it, or replace what it holds.
    Write {
        /// What it is to hold.
        content: Text,
        /// How that is written.
        encoding: FileEncoding,
    },
    /// Delete it.
    Delete,
}

impl FileAction {
    /// How many UTF-16 units of text it carries.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Write { content, .. } => content.length(),
            Self::Read { .. } | Self::Delete => 0,
        }
    }
}

/// How the content of a file is written in a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum FileEncoding {
    /// As the text that its bytes are in UTF-8.
    #[serde(rename = "utf-8")]
    Utf8,
    /// As the base64 of its bytes, of which parts are counted, too.
    #[serde(rename = "base64")]
    Base64,
}
