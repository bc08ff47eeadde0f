//! `time-execution` and `profile-code`: how long code takes, and where the time goes.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::evaluate::{EVALUATE_LISP, SOURCE};
use super::introspection::PACKAGE;
use super::parameters::{Kind, Parameter};
use super::sets::ToolSet;
use super::{ELSEWHERE, Tool, Work};

pub(super) const TIME_EXECUTION: Tool = Tool {
    name: "time-execution",
    title: "Time code",
    description: "\
Evaluate code as evaluate-lisp does, and tell what it took: real time, the time of that which was compiling, the bytes that the image \
counted as allocated (arrays, strings and lists; what JavaScript allocates itself is not seen), and the values of the last form. \
Garbage collection cannot be told apart: the browser does not say when it ran. With runs the code is evaluated several times, and the \
shortest, median and longest time are told.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EVALUATE_LISP.annotations,
    work: Work::InImage(&[
        Parameter::required("code", Kind::Text(SOURCE), "Source text: one form or several."),
        Parameter::optional("runs", Kind::Integer(1, 1000), "How often the code is evaluated. Default: 1."),
        PACKAGE,
    ]),
}
.told_elsewhere();

pub(super) const PROFILE_CODE: Tool = Tool {
    name: "profile-code",
    title: "Profile code",
    description: "\
Evaluate code as evaluate-lisp does, and tell where its time went: samples of the running functions are taken every few milliseconds, at \
safepoints. For each function the share of samples in itself (self) and in it or what it calls (total), and the sampled stacks, \
folded, from which flame graphs are drawn (main;f;g 12). Functions that finish within milliseconds may not be seen: let the code run for a \
second or so. Calls are not counted, since that would slow what is measured.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EVALUATE_LISP.annotations,
    work: Work::InImage(&[
        Parameter::required("code", Kind::Text(SOURCE), "Source text: one form or several."),
        Parameter::optional(
            "count",
            Kind::Integer(1, 1000),
            "How many functions, and how many stacks, are told. Default: 30.",
        ),
        PACKAGE,
    ]),
}
.told_elsewhere();
