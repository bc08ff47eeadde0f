//! `run-tests`.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use super::development::A_NAME;
use super::evaluate::EVALUATE_LISP;
use super::introspection::PACKAGE;
use super::parameters::{Kind, Parameter};
use super::sets::ToolSet;
use super::{ELSEWHERE, Tool, Work};

pub(super) const RUN_TESTS: Tool = Tool {
    name: "run-tests",
    title: "Run tests",
    description: "\
Run the tests that the session has defined with FiveAM, Parachute, Rove, SB-RT, RT or jscl-mcp-test, and return the result of each check \
as data: passed or failed, and of failures the reason and the condition's report. jscl-mcp-test is always there: (jscl-mcp-test:deftest name \
(jscl-mcp-test:is (= 4 (+ 2 2))) (jscl-mcp-test:signals error (error \"x\"))). Without a framework all those are run that are loaded and \
have tests.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: EVALUATE_LISP.annotations,
    work: Work::InImage(&[
        Parameter::optional(
            "framework",
            Kind::Choice(&["fiveam", "parachute", "rove", "rt", "jscl-mcp-test"]),
            "The framework whose tests are run. Default: all that are loaded.",
        ),
        Parameter::optional(
            "test",
            Kind::Text(A_NAME),
            "Name of one test, or a suite or package of tests. Default: all tests.",
        ),
        PACKAGE,
    ]),
}
.told_elsewhere();
