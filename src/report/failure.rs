//! The program that failed, as far as it takes to have it fail again elsewhere.

use super::Origin;
use crate::data::Text;

/// How many bytes its code and input have, at most: what is longer is not kept.
pub const MAX_FAILURE: usize = 200_000;

/// What was evaluated when an error ended it, or holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The package that it was read in.
    pub package: String,
    /// Its text.
    pub code: String,
    /// What it could read.
    pub input: Option<String>,
    /// The seed of `*RANDOM-STATE*` when it began, if it drew random numbers.
    pub random: Option<String>,
}

impl Failure {
    /// The program of a request, whose `code` is its text; none where it is too long, or means something in
    /// the frame of another alone.
    #[must_use]
    pub fn of(origin: Origin<'_>, code: String, random: Option<String>) -> Option<Self> {
        let input = origin.input.map(Text::to_string);
        let length = input.as_ref().map_or(0, String::len).saturating_add(code.len());
        (length <= MAX_FAILURE && !origin.is_in_frame).then(|| Self {
            package: origin.package.to_owned(),
            code,
            input,
            random,
        })
    }
}
