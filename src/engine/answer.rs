//! How an evaluation that is held goes on.

use serde::{Deserialize, Serialize};

use super::EvaluationId;
use crate::data::Text;

/// How a call is left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Leaving {
    /// The number of the call, from 0 at the innermost.
    pub index: u32,
    /// The source text of the values that it returns, any number of forms, evaluated in its lexical
    /// environment; `null` for the call to be made again.
    pub values: Option<String>,
}

/// The answer to a question of an evaluation that is held. It reaches the image while that waits, and so is
/// no command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Answer {
    /// The evaluation.
    pub id: EvaluationId,
    /// Its question.
    pub question: u32,
    /// The restart to take: its name, in any case, or its number among those that are active, from 1. `null`
    /// to end the evaluation where that was the question.
    pub restart: Option<String>,
    /// The source texts of its arguments, one each, or one of all; `null` to have the restart itself ask for
    /// them.
    #[cfg_attr(feature = "schemas", ts(type = "string | string[] | null"))]
    pub values: Option<AnswerValues>,
    /// The level whose restart or call it is, from 1 at the outermost; what is held above it is left for it.
    /// `null` for that of the question.
    pub level: Option<u32>,
    /// The call that is left in place of a restart being taken.
    pub leaving: Option<Leaving>,
    /// The input, of one or more lines; `null` for its end where that was the question.
    pub input: Option<Text>,
    /// Whether the input is echoed into the output, each line ended, as a terminal does it; otherwise it
    /// is read as it is.
    pub echo: bool,
    /// Why there is neither, for a person to read.
    pub reason: Option<String>,
}

/// The source texts of a restart's arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum AnswerValues {
    /// Any number of forms.
    All(String),
    /// One form each.
    Each(Vec<String>),
}

/// A restart to take when no handler takes a condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RestartChoice {
    /// Its name, in any case, or its number among those that are active, from 1.
    pub restart: String,
    /// The source texts of its arguments; `null` to have the restart itself ask for them.
    pub values: Option<Vec<String>>,
    /// The source text of the type of the conditions it is for; `null` for `ERROR`.
    pub condition_type: Option<String>,
}

impl RestartChoice {
    /// How many bytes of text it has.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = self.restart.len();
        for text in self.values.iter().flatten().chain(&self.condition_type) {
            size = size.saturating_add(text.len());
        }
        size
    }
}
