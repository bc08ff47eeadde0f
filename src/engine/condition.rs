//! A condition that no handler took.

use serde::{Deserialize, Serialize};

use super::{Caller, Frame, Position, Unclosed, Where};
use crate::data::{Text, count, or_default};

/// A condition that no handler took, caught with the stack alive.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    /// The name of its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The name of the package of its type.
    pub package: String,
    /// The type as `prin1` writes its symbol in the session's package.
    pub label: String,
    /// Its report.
    pub message: String,
    /// The class precedence list, each as `PACKAGE:NAME`.
    pub precedence: Vec<String>,
    /// Its slots.
    pub slots: Vec<Slot>,
    /// What could be done about it, innermost first; the last is `ABORT`.
    pub restarts: Vec<Restart>,
    /// The innermost and the outermost calls, innermost first, at most `maxFrames`.
    pub frames: Vec<Frame>,
    /// How many calls there were in all.
    #[serde(deserialize_with = "count")]
    pub frames_total: u32,
    /// Which form it happened in, from 0.
    pub form: u32,
    /// What was being done with the form.
    pub phase: Phase,
    /// Where in the text.
    pub position: Option<Position>,
    /// Where the innermost call stands; of one that could not be read, where reading ended. `null` where no
    /// text is evaluated.
    #[serde(rename = "where")]
    pub place: Option<Where>,
    /// Whether the text has more than one form.
    #[serde(default, deserialize_with = "or_default")]
    pub several_forms: bool,
    /// What was opened and never closed, if that is why reading ended.
    pub unclosed: Option<Unclosed>,
    /// The name of the restart that the command or an answer had taken for it, and that did not go on from
    /// it: `ABORT`, say.
    pub restart_taken: Option<String>,
    /// Why the restart that the command or an answer names for it could not be taken, for a person to read.
    pub restart_problem: Option<String>,
    /// How many there are beyond what is listed above; `null` where all are.
    pub left_out: Option<LeftOut>,
    /// Where in the text that call was called from, and that one: the next places in it, innermost
    /// first; `null` for none.
    pub callers: Option<Vec<Caller>>,
    /// What would have helped, as far as that is certain; `null` for nothing.
    pub hints: Option<Vec<Hint>>,
    /// By which `inspect-value` has the condition itself, while the image keeps it; `null` where it does not.
    pub handle: Option<u32>,
    /// Lisp text that, before the evaluation's code, has it draw, read and go on from errors as it did;
    /// `null` where the code alone does.
    pub prelude: Option<Text>,
}

/// A slot of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Slot {
    /// Its name, without package.
    pub name: String,
    /// Its printed value.
    pub value: String,
}

/// A restart that was available.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Restart {
    /// Its name, without package.
    pub name: String,
    /// Its report.
    pub description: String,
    /// Its lambda list as printed, `()` when it takes no arguments; `null` when that is not known.
    pub parameters: Option<String>,
}

/// What was being done with a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Its text was read.
    Read,
    /// It was compiled.
    Compile,
    /// It ran.
    Eval,
    /// Its values were printed.
    Print,
}

/// What a condition has beyond what its event lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LeftOut {
    /// Classes of its precedence list.
    #[serde(deserialize_with = "count")]
    pub precedence: u32,
    /// Slots.
    #[serde(deserialize_with = "count")]
    pub slots: u32,
    /// Restarts, the outermost ones.
    #[serde(deserialize_with = "count")]
    pub restarts: u32,
}

/// A fact that would have helped: what was meant by a name, how a function is called, what is old.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Hint {
    /// What it says.
    pub kind: HintKind,
    /// What it is about: a name as it was written, an operator, a function that was compiled too early, a
    /// variable, or the wrong value.
    pub about: String,
    /// The name that is meant, a lambda list, the name that was defined later, or
    /// the form.
    pub text: String,
    /// What that name is a name of: `function`, `special operator`, `LOOP keyword` and the like.
    pub thing: String,
    /// Characters to insert, remove, replace or swap between the two names; 0 where one needs a package;
    /// `null` where it is not about two names.
    pub distance: Option<u32>,
    /// Where in the evaluated text it stands, if it is about a form of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", ts(optional))]
    pub position: Option<Position>,
    /// The line that says it, as a report's text has it; the engine sends none.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schemas", ts(optional, as = "Option<String>"))]
    pub line: String,
}

/// What a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HintKind {
    /// The one name near what was written.
    Meant,
    /// How the operator is called.
    LambdaList,
    /// What the function has in it was defined anew after the function was compiled.
    Redefined,
    /// What the function calls became a macro after the function was compiled.
    Defined,
    /// A form gives too few values for the variable.
    LostValue,
    /// The wrong value comes from a form.
    Origin,
    /// LET binds the variable and what needs it at once.
    Parallel,
    /// A hash table whose keys are strings compares them by identity.
    Keys,
    /// What the methods of a generic function are for.
    Methods,
    /// So many parentheses were opened and never closed.
    Missing,
    /// A definition begins inside of a form that has no end.
    Inside,
    /// A string goes on over a line that begins as a form does.
    GoesOn,
}
