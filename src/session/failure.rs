//! The evaluation that failed last, as far as it takes to have it fail again elsewhere.

use crate::data::Text;

/// How many bytes of code and input are kept, at most: what is longer cannot be told again.
pub const MAX_FAILURE: usize = 200_000;

/// What failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The package that it was read in.
    pub package: String,
    /// What was evaluated; none where that is too long.
    pub code: Option<String>,
    /// What it could read.
    pub input: Option<String>,
    /// The seed of `*RANDOM-STATE*` when it began, if it drew random numbers.
    pub random: Option<String>,
}

impl Failure {
    /// Of an evaluation in that package, of that code and input.
    #[must_use]
    pub fn new(package: String, code: &Text, input: Option<&Text>, random: Option<String>) -> Self {
        let bytes = input.map_or(0, Text::length).saturating_add(code.length());
        let is_kept = bytes <= MAX_FAILURE;
        Self {
            package,
            code: is_kept.then(|| code.to_string()),
            input: input.filter(|_| is_kept).map(Text::to_string),
            random,
        }
    }
}
