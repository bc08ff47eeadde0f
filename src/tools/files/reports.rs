//! The types of what an image tells of its files, as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

use crate::engine::FileEncoding;

/// What `list-files` returns of a directory that there is.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct FilesReport {
    /// The directory, with a slash at its end.
    directory: String,
    /// True.
    found: bool,
    /// What is in it, in the order of names, as many as there is room for.
    files: Vec<FileReport>,
    /// How many there are.
    total: u32,
    /// Another number in a fresh Lisp, which has lost the files in memory.
    image: f64,
}

/// A file, or a directory, in a directory.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct FileReport {
    /// Its name there.
    name: String,
    /// Its name from the root on, as the other tools and OPEN take it.
    path: String,
    /// What it is.
    kind: FileKind,
    /// How many characters it has; `null` for a directory, and where it is no text or too long to be counted.
    characters: Option<u32>,
    /// How many bytes it has; `null` for a directory.
    bytes: Option<u32>,
}

/// What is in a directory.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FileKind {
    /// A file.
    File,
    /// A directory.
    Directory,
}

/// What `read-file` returns of a file that there is.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ContentReport {
    /// Its name from the root on.
    path: String,
    /// The part of it from `start` on.
    content: String,
    /// How `content` is written.
    encoding: FileEncoding,
    /// How many characters, or bytes in base64, lie before that part.
    start: u32,
    /// How many characters the file has; `null` in base64.
    characters: Option<u32>,
    /// How many bytes the file has.
    bytes: u32,
    /// Where the next part starts; `null` where the file ends with this one.
    next: Option<u32>,
}

/// What `write-file` returns.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct WrittenReport {
    /// Its name from the root on.
    path: String,
    /// How many characters it has now; `null` where bytes were written.
    characters: Option<u32>,
    /// How many bytes it has now.
    bytes: u32,
    /// Whether there was no such file before.
    created: bool,
}

/// What `delete-file` returns.
#[derive(TS, JsonSchema)]
#[expect(dead_code, reason = "it is a type alone")]
pub struct DeletedReport {
    /// What its name from the root on was.
    path: String,
    /// How many characters it had; `null` where it was no text.
    characters: Option<u32>,
    /// How many bytes it had.
    bytes: u32,
}
