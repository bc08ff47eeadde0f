//! Limits that more than one room names.

/// How many definitions a journal holds, at most.
pub const MAX_DEFINITIONS: usize = 1000;

/// How many bytes of Lisp text a journal holds, at most.
pub const MAX_BYTES: usize = 1_000_000;
