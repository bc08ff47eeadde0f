//! `who-calls`, `who-references`, `who-binds` and `who-expands`: which definitions of the session use
//! something.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::development::A_NAME;
use super::introspection::PACKAGE;
use super::parameters::{Kind, Parameter};
use super::sets::ToolSet;
use super::{ELSEWHERE, Tool, Work};
use crate::protocol::Annotations;

/// A description, with what holds of all of these tools.
macro_rules! looks_through {
    ($what:literal) => {
        concat!(
            $what,
            " With the place of each use: line and column in the text that the definition was evaluated or \
             loaded from. It looks through the definitions that are there now, functions, methods and macros, \
             those of loaded files too; toplevel forms that have run are no definitions. Macros are expanded \
             for that, so that macro functions run."
        )
    };
}

/// Macro functions run, which are the program's.
const EXPANDS: Annotations = Annotations {
    read_only_hint: false,
    destructive_hint: false,
    idempotent_hint: true,
    open_world_hint: false,
};

pub(super) const WHO_CALLS: Tool = Tool {
    name: "who-calls",
    title: "Who calls a function",
    description: looks_through!(
        "Find which definitions of the session call a function or name it as (function f)."
    ),
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPANDS,
    work: Work::InImage(&[
        Parameter::required(
            "symbol",
            Kind::Text(A_NAME),
            "Name of the function as Lisp writes it: average, own::area, (setf place).",
        ),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const WHO_REFERENCES: Tool = Tool {
    name: "who-references",
    title: "Who uses a variable",
    description: looks_through!("Find which definitions of the session read or set a global variable or constant; each use says whether it reads or sets."),
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPANDS,
    work: Work::InImage(&[
        Parameter::required("symbol", Kind::Text(A_NAME), "Name of the variable: *limit*, own::*table*."),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const WHO_BINDS: Tool = Tool {
    name: "who-binds",
    title: "Who binds a variable",
    description: looks_through!("Find which definitions of the session bind a special variable, by LET, by a parameter or by what expands into these."),
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPANDS,
    work: Work::InImage(&[
        Parameter::required("symbol", Kind::Text(A_NAME), "Name of the variable: *print-base*, own::*table*."),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const WHO_EXPANDS: Tool = Tool {
    name: "who-expands",
    title: "Who expands a macro",
    description: looks_through!("Find which definitions of the session have calls of a macro, or uses of a symbol macro, also those that other macros expand into."),
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EXPANDS,
    work: Work::InImage(&[
        Parameter::required("symbol", Kind::Text(A_NAME), "Name of the macro: with-timing, own::define-thing."),
        PACKAGE,
    ]),
}
.told_elsewhere();
