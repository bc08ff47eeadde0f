//! A call in a backtrace.

use serde::{Deserialize, Serialize};

use super::Position;

/// One call in a backtrace.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Frame {
    /// Its place among all calls, from 0 at the innermost; where one is not the next, calls are left out.
    pub index: u32,
    /// The name of the function, as printed.
    pub function: String,
    /// The package of its name, if it has one.
    pub package: Option<String>,
    /// The printed arguments.
    pub arguments: Vec<String>,
    /// The whole call as a form: `(F 1 2)`.
    pub text: String,
    /// What was called.
    pub kind: FrameKind,
    /// Where in the text the call stands.
    pub position: Option<Position>,
    /// Where the definition of the function stood in the text that defined it.
    pub definition: Option<Position>,
    /// Its variables, innermost first, as many as there is room for; `null` where none is known.
    pub variables: Option<Vec<FrameVariable>>,
}

/// What was called in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum FrameKind {
    /// A global function of the user's.
    Function,
    /// A function of `flet` or `labels`.
    Local,
    /// A `lambda`.
    Lambda,
    /// A method.
    Method,
    /// A `setf` function.
    Setf,
    /// The evaluator, around a form of the text.
    Toplevel,
    /// A function of the Lisp's own library.
    Library,
    /// An operator at the point of error that the compiler put in line.
    Operator,
}

/// A variable of a call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FrameVariable {
    /// Its name, as printed.
    pub name: String,
    /// The printed value; `null` where it has none, or it is not known.
    pub value: Option<String>,
    /// How the call has it.
    pub state: VariableState,
}

/// How a call has a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum VariableState {
    /// An argument, as it was passed.
    Argument,
    /// A lexical variable that can be read and set.
    Live,
    /// A special variable that the call has bound.
    Special,
    /// The compiled code does not keep it.
    Dropped,
}
