//! `describe-symbol`, `describe-package` and `show-source`: for clients whose agents see tools and no
//! resources.

use serde::Serialize;

use super::development::A_NAME;
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::engine::Question;
use crate::protocol::ToolAnswer;

/// What `describe-symbol`, `describe-package` and `show-source` return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InspectionReport {
    /// The name as it was given.
    pub name: String,
    /// Whether there is something of that name; the text says what.
    pub found: bool,
}

/// The arguments of the tools that inspect something of a name.
#[derive(Debug)]
#[expect(clippy::doc_markdown, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct InspectionArguments {
    /// Its name as Lisp writes it: average, own::area, (setf foo), |a b|.
    name: String,
}

impl InspectionArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self { name: arguments.string("name", A_NAME)? })
    }
}

/// The arguments of `describe-symbol`.
#[derive(Debug)]
#[expect(clippy::doc_markdown, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct SymbolArguments {
    /// Its name as Lisp writes it: average, own::area, |a b|.
    symbol: String,
    /// Package to look it up in. Default: the session's current package.
    package: Option<String>,
}

impl SymbolArguments {
    /// The symbol may be given as `name`, as the other tools of its first set have it.
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        let name = arguments.optional_string("name")?;
        let symbol = match name {
            Some(name) => name,
            None => arguments.string("symbol", A_NAME)?,
        };
        Ok(Self { symbol, package: arguments.optional_string("package")? })
    }
}

pub(super) const DESCRIBE_SYMBOL: Tool = Tool {
    name: "describe-symbol",
    title: "Describe a symbol",
    description: "\
Describe what a symbol names in a session: lambda list, documentation, value, class, methods. For symbols of the standard and for those \
that the session has defined. It waits while the Lisp evaluates.",
    sets: &[ToolSet::Inspect, ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let SymbolArguments { symbol, package } = SymbolArguments::read(arguments)?;
        Ok(Step::Ask(Question::DescribeSymbol, symbol, package))
    }),
}
.told_elsewhere();

pub(super) const DESCRIBE_PACKAGE: Tool = Tool {
    name: "describe-package",
    title: "Describe a package",
    description: "\
Describe a package of a session: nicknames, used packages and exported symbols, with lambda lists and documentation. It waits \
while the Lisp evaluates.",
    sets: &[ToolSet::Inspect],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        Ok(Step::Ask(Question::DescribePackage, InspectionArguments::read(arguments)?.name, None))
    }),
}
.told_elsewhere();

pub(super) const SHOW_SOURCE: Tool = Tool {
    name: "show-source",
    title: "Show the source of a definition",
    description: "\
Show the source text of everything that a name was defined as in a session: function, class, methods, variable and so on. \
Answered at once, also while the Lisp evaluates. The standard's own functions have no source here.",
    sets: &[ToolSet::Inspect],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| Ok(Step::Source(InspectionArguments::read(arguments)?.name))),
}
.told_elsewhere();

/// The answer about something of that name: what there is to say of it, or what there is none of.
#[must_use]
pub fn answer(name: String, found: Option<String>, what: &str, package: Option<&str>) -> ToolAnswer {
    let is_found = found.is_some();
    let text = found.unwrap_or_else(|| {
        let mut text = format!("There is no {what} {name}");
        if let Some(package) = package {
            text.push_str(" in package ");
            text.push_str(package);
        }
        text.push('.');
        text
    });
    ToolAnswer::new(text, &InspectionReport { name, found: is_found }, !is_found)
}
