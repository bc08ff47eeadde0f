//! `list-files`, `read-file`, `write-file` and `delete-file`: the files of an image, in its memory or in a
//! directory that it was granted.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::sets::ToolSet;
use super::{ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::data::Text;
use crate::engine::{FileAction, FileEncoding, Question};
use crate::protocol::Annotations;

pub(super) const LIST_FILES: Tool = Tool {
    name: "list-files",
    title: "List the files",
    description: "\
List the files and directories in a directory of the session's own file system, in its memory or in a granted directory: what OPEN, LOAD and \
DIRECTORY see. It waits while the Lisp evaluates.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let FilesArguments { directory } =
            FilesArguments { directory: arguments.optional_string("directory")? };
        Ok(Step::Ask(Question::ListFiles, directory.unwrap_or_default(), None))
    }),
}
.told_elsewhere();

pub(super) const READ_FILE: Tool = Tool {
    name: "read-file",
    title: "Read a file",
    description: "\
Read a file of the session's own file system, as text or, with encoding base64, as bytes. A long one comes in parts of 50000 \
characters or 37500 bytes: the answer says how many there are and where the next part starts. It waits while the Lisp evaluates, and changes nothing of the session.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let ReadArguments { path, start, encoding } = ReadArguments {
            path: arguments.string("path", A_FILE)?,
            start: arguments.optional_integer("start", 0, MOST_START)?,
            encoding: arguments.optional_choice("encoding", ENCODINGS)?,
        };
        let encoding = encoding.unwrap_or(FileEncoding::Utf8);
        let limit = match encoding {
            FileEncoding::Utf8 => PART_CHARS,
            FileEncoding::Base64 => PART_BYTES,
        };
        Ok(Step::File(path, FileAction::Read { start: start.unwrap_or_default(), limit, encoding }))
    }),
}
.told_elsewhere();

pub(super) const WRITE_FILE: Tool = Tool {
    name: "write-file",
    title: "Write a file",
    description: "\
Make a file in the session's own file system, or replace what is in it, with a text or, by encoding base64, with bytes; OPEN, LOAD and DIRECTORY see it, and directories are \
there when a file is in them. The answer says so where a file is in memory alone, which is lost with the session's image. It waits while the Lisp evaluates, and changes nothing else \
of the session.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: CHANGES_FILES,
    work: Work::InSession(|arguments, _| {
        let WriteArguments { path, content, encoding } = WriteArguments {
            path: arguments.string("path", A_FILE)?,
            content: arguments.text("content", "what the file is to hold")?,
            encoding: arguments.optional_choice("encoding", ENCODINGS)?,
        };
        let encoding = encoding.unwrap_or(FileEncoding::Utf8);
        Ok(Step::File(path, FileAction::Write { content, encoding }))
    }),
}
.told_elsewhere();

pub(super) const DELETE_FILE: Tool = Tool {
    name: "delete-file",
    title: "Delete a file",
    description: "\
Delete a file of the session's own file system. It waits while the Lisp evaluates, \
and changes nothing else of the session.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: CHANGES_FILES,
    work: Work::InSession(|arguments, _| {
        let PathArguments { path } = PathArguments { path: arguments.string("path", A_FILE)? };
        Ok(Step::File(path, FileAction::Delete))
    }),
}
.told_elsewhere();

/// A second call with the same arguments leaves the files as the first one did.
const CHANGES_FILES: Annotations = Annotations {
    read_only_hint: false,
    destructive_hint: true,
    idempotent_hint: true,
    open_world_hint: false,
};

const A_FILE: &str = "the name of a file";

/// Characters of one part of a file: as many as a description has.
const PART_CHARS: u32 = 50_000;

/// Bytes of one part in base64, which has as many characters.
const PART_BYTES: u32 = PART_CHARS / 4 * 3;

const ENCODINGS: &[(&str, FileEncoding)] = &[("utf-8", FileEncoding::Utf8), ("base64", FileEncoding::Base64)];

const MOST_START: u32 = 1_000_000_000;

/// The arguments of `list-files`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct FilesArguments {
    /// The directory, such as /data/ or data, as OPEN takes it. Default: where programs begin.
    directory: Option<String>,
}

/// The arguments of `read-file`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct ReadArguments {
    /// Its name as OPEN takes it, such as /data/notes.txt.
    path: String,
    /// How many characters, or bytes in base64, to skip: the next of the part before. Default: 0.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_START)))]
    start: Option<u32>,
    /// How it is told: as text, or as bytes. Default: utf-8.
    encoding: Option<FileEncoding>,
}

/// The arguments of `write-file`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct WriteArguments {
    /// Its name as OPEN takes it, such as /data/notes.txt.
    path: String,
    /// What it is to hold afterwards, and nothing else.
    content: Text,
    /// How `content` is written: as text, or as bytes. Default: utf-8.
    encoding: Option<FileEncoding>,
}

/// The arguments of `delete-file`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct PathArguments {
    /// Its name as OPEN takes it, such as /data/notes.txt.
    path: String,
}
