//! `apropos-search`, `class-info` and `find-methods`: what the image knows of its symbols and classes.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::development::A_NAME;
use super::parameters::{Kind, Parameter};
use super::sets::ToolSet;
use super::{ELSEWHERE, READ_ONLY, Tool, Work};

/// The entries of a page.
const MOST_ENTRIES: u32 = 1000;
const MOST_START: u32 = 1_000_000_000;

pub(super) const PACKAGE: Parameter = Parameter::optional(
    "package",
    Kind::Text(A_NAME),
    "Package that names are read in. Default: the session's current package.",
);

pub(super) const APROPOS_SEARCH: Tool = Tool {
    name: "apropos-search",
    title: "Search symbols",
    description: "\
Find the symbols whose names contain a text, in any case: each with its package, whether it is exported there, what it names \
(function, macro, generic-function, variable, class …) and the lambda list of its function. Search when you do not know the exact \
name; describe-symbol then tells all about one. Long lists come in pages.",
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InImage(&[
        Parameter::required(
            "pattern",
            Kind::Text(A_NAME),
            "A part of the names; * stands for any characters and ties the pattern to both ends: make-*, *-p.",
        ),
        Parameter::optional(
            "in_",
            Kind::Text(A_NAME),
            "Package whose symbols are searched. Default: all packages.",
        ),
        Parameter::optional(
            "kind",
            Kind::Choice(&["function", "macro", "variable", "class", "bound"]),
            "Only symbols that name such a thing; bound is any of them. Default: all symbols.",
        ),
        Parameter::optional("external_only", Kind::Flag, "Only exported symbols. Default: false."),
        Parameter::optional("start", Kind::Integer(0, MOST_START), "The index of the first to show. Default: 0."),
        Parameter::optional(
            "count",
            Kind::Integer(1, MOST_ENTRIES),
            "How many to show, at most. Default: 100.",
        ),
    ]),
}
.told_elsewhere();

pub(super) const CLASS_INFO: Tool = Tool {
    name: "class-info",
    title: "Describe a class",
    description: "\
Tell what a class is made of: its superclasses and subclasses, its class precedence list, each of its slots (own and inherited) with \
type, initargs, initform, readers and writers, default initargs, and the methods that are specialised on it. For classes of DEFCLASS, \
structures, conditions and the standard's own.",
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InImage(&[
        Parameter::required("class_", Kind::Text(A_NAME), "Name of the class as Lisp writes it: circle, own::point."),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const FIND_METHODS: Tool = Tool {
    name: "find-methods",
    title: "Find methods",
    description: "\
List methods: those of a generic function, in the order in which a call would consider them, or all that are specialised on a class, or \
both at once. Each with qualifiers, specialisers, lambda list, documentation and where the session defined it. Give generic_function, \
class_ or both.",
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InImage(&[
        Parameter::optional(
            "generic_function",
            Kind::Text(A_NAME),
            "Name of a generic function as Lisp writes it: area, (setf area).",
        ),
        Parameter::optional("class_", Kind::Text(A_NAME), "Name of a class that an argument is specialised on."),
        PACKAGE,
    ]),
}
.told_elsewhere();
