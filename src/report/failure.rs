//! The program that failed, as far as it takes to have it fail again elsewhere.

use super::Origin;
use crate::data::Text;

/// How many bytes its code and prelude have, at most: what is longer is not kept.
pub const MAX_FAILURE: usize = 200_000;

/// What was evaluated when an error ended it, or holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The package that it was read in.
    pub package: String,
    /// Its text.
    pub code: String,
    /// Lisp text that has it draw, read and go on from errors as it did.
    pub prelude: String,
}

impl Failure {
    /// The program of a request, whose `code` is its text; none where it is too long, or means something in
    /// the frame of another alone.
    #[must_use]
    pub fn of(origin: Origin<'_>, code: String, prelude: Option<&Text>) -> Option<Self> {
        let prelude = prelude.map_or_else(String::new, Text::to_string);
        (code.len().saturating_add(prelude.len()) <= MAX_FAILURE && !origin.is_in_frame).then(|| Self {
            package: origin.package.to_owned(),
            code,
            prelude,
        })
    }
}
