//! The kinds of variables: of the addresses of resources, and of the arguments of prompts.

use crate::engine::Question;

/// What an argument can be, so that it can be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completes {
    /// Anything, so there is nothing to suggest.
    Nothing,
    /// The handle of a session.
    Session,
    /// A name that was defined in the session.
    Definition,
    /// A function or macro that was defined in the session.
    Function,
    /// One of the kinds as which the argument `name` was defined.
    Kind,
    /// Any symbol of the session's image.
    Symbol,
    /// Any package of the session's image.
    Package,
}

impl Completes {
    /// What to ask the image, if it knows more than the journal.
    #[must_use]
    pub fn question(self) -> Option<Question> {
        match self {
            Self::Symbol => Some(Question::CompleteSymbol),
            Self::Package => Some(Question::CompletePackage),
            _ => None,
        }
    }
}
