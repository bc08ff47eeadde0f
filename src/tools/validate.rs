//! `validate-syntax`: every mistake of a text at once. The host finds the brackets that do not match, by the
//! grammar of the editor; the image's reader finds what else cannot be read.

use serde::Serialize;

use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::data::{Data, Text};
use crate::engine::{LaidOut, LikelyEnd, Position, SyntaxProblem, SyntaxProblemKind};
use crate::protocol::ToolAnswer;

pub(super) const VALIDATE_SYNTAX: Tool = Tool {
    name: "validate-syntax",
    title: "Check the syntax",
    description: "\
Check whether Common Lisp code can be read, and list every mistake of the text at once, each with line (from 1) and column (from 0): \
brackets, strings and comments that are not closed or closed too often, and what the reader refuses, such as an unknown package or \
character name. For a bracket that is not closed the indentation says where the closing one most likely belongs. Nothing is \
evaluated, and no symbol is interned. It waits while the Lisp evaluates.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let ValidateArguments { code, package } = ValidateArguments::read(arguments)?;
        let length = code.length();
        if length > MOST_UNITS {
            return Err(format!(
                "Argument \"code\" is too long: it has {length} characters, and {MOST_UNITS} can be checked at once."
            ));
        }
        if length == 0 {
            let report = ValidationReport { valid: true, problems: Vec::new() };
            return Ok(Step::Answer(ToolAnswer::new("The code is empty.", &report, false)));
        }
        Ok(Step::Validate(code, package))
    }),
}
.told_elsewhere();

/// The UTF-16 units that a text may have.
const MOST_UNITS: usize = 1_000_000;

/// The arguments of `validate-syntax`.
#[derive(Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ValidateArguments {
    /// Source text, any number of forms, at most 1,000,000 characters.
    code: Text,
    /// Package to read it in. Default: the session's current package.
    package: Option<String>,
}

impl ValidateArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            code: arguments.text("code", "the source text of forms")?,
            package: arguments.optional_string("package")?,
        })
    }
}

/// What `validate-syntax` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ValidationReport {
    /// Whether there is no mistake.
    pub valid: bool,
    /// The mistakes, the first ones, in the order of the text.
    pub problems: Vec<ValidationProblem>,
}

/// A mistake of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ValidationProblem {
    /// What is wrong.
    pub kind: ValidationProblemKind,
    /// Where it begins.
    pub position: Position,
    /// All of that as a sentence.
    pub message: String,
    /// Of a bracket that is not closed where the closing one most likely belongs; `null` where nothing says so.
    pub likely: Option<Position>,
}

/// The kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ValidationProblemKind {
    /// A list or vector that is not closed.
    UnclosedBracket,
    /// A closing bracket that closes nothing.
    StrayBracket,
    /// A string that is not closed.
    UnclosedString,
    /// A symbol whose bar is not closed.
    UnclosedSymbol,
    /// A block comment that is not closed.
    UnclosedComment,
    /// Something else that the reader refuses.
    ReaderError,
}

/// What the image's reader refuses, as it tells it.
#[must_use]
pub fn reader_problems(report: &Text) -> Option<Vec<ValidationProblem>> {
    let problems = Data::parse(&report.to_string()).ok()?.get("problems")?.items()?;
    problems.iter().map(reader_problem).collect()
}

fn reader_problem(problem: &Data) -> Option<ValidationProblem> {
    let number = |name| u32::try_from(problem.get(name)?.integer()?).ok();
    let position = Position { line: number("line")?, column: number("column")? };
    let mut message = at(position);
    message.push_str(&problem.get("message")?.string()?);
    Some(ValidationProblem { kind: ValidationProblemKind::ReaderError, position, message, likely: None })
}

/// The answer once the host has found the brackets, too.
#[must_use]
pub fn answer(read: Vec<ValidationProblem>, laid_out: LaidOut) -> ToolAnswer {
    if let Some(failure) = laid_out.failure {
        return ToolAnswer::failure(format!("The code was not checked. {failure}"));
    }
    let mut problems: Vec<ValidationProblem> = laid_out.problems.into_iter().map(told).collect();
    problems.extend(read);
    problems.sort_by_key(|problem| (problem.position.line, problem.position.column));
    let valid = problems.is_empty();
    let mut text = String::new();
    for problem in &problems {
        text.push_str(&problem.message);
        text.push('\n');
    }
    if valid {
        text.push_str("The code can be read: no mistake was found.");
    } else {
        text.pop();
    }
    ToolAnswer::new(text, &ValidationReport { valid, problems }, false)
}

fn at(Position { line, column }: Position) -> String {
    format!("Line {line}, column {column}: ")
}

fn told(SyntaxProblem { kind, position, likely }: SyntaxProblem) -> ValidationProblem {
    let (kind, what) = match kind {
        SyntaxProblemKind::UnclosedBracket => {
            (ValidationProblemKind::UnclosedBracket, "the bracket that opens here is not closed.")
        }
        SyntaxProblemKind::StrayBracket => {
            (ValidationProblemKind::StrayBracket, "this bracket closes nothing.")
        }
        SyntaxProblemKind::UnclosedString => {
            (ValidationProblemKind::UnclosedString, "the string that begins here never ends.")
        }
        SyntaxProblemKind::UnclosedSymbol => {
            (ValidationProblemKind::UnclosedSymbol, "the symbol in bars that begins here never ends.")
        }
        SyntaxProblemKind::UnclosedComment => {
            (ValidationProblemKind::UnclosedComment, "the block comment that begins here never ends.")
        }
    };
    let mut message = at(position);
    message.push_str(what);
    if let Some(likely) = &likely {
        message.push_str(&hint(position, likely));
    }
    ValidationProblem { kind, position, message, likely: likely.map(|likely| likely.end) }
}

/// As a person would say it.
fn hint(position: Position, LikelyEnd { opening, end, next }: &LikelyEnd) -> String {
    let mut words = String::new();
    if *opening != position {
        words.push_str(&format!(
            " By the indentation it is the one at line {}, column {} that lacks its bracket.",
            opening.line, opening.column
        ));
    }
    let why = match next {
        Some(Position { line, column: 0 }) => {
            format!(" Line {line} begins a new form at column 0, so the closing bracket most likely belongs")
        }
        Some(Position { line, column }) => format!(
            " Line {line} begins at column {column}, outside of it, so the closing bracket most likely belongs"
        ),
        None => " The closing bracket most likely belongs".to_owned(),
    };
    words.push_str(&why);
    words.push_str(&format!(" at the end of line {}, column {}.", end.line, end.column));
    words
}
