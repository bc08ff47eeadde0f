//! `validate-syntax`: every mistake of a text at once. The host finds the brackets that do not match, by the
//! grammar of the editor; the image's reader finds what else cannot be read.

use super::format::{MOST_UNITS, at, sentence, too_long};
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::data::{Members, Raw, Text, Value, Written, object, parse};
use crate::engine::{LaidOut, Position, SyntaxProblem, SyntaxProblemKind};
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
            return Err(too_long(length, "checked"));
        }
        if length == 0 {
            return Ok(Step::Answer(report("The code is empty.".to_owned(), Vec::new())));
        }
        Ok(Step::Validate(code, package))
    }),
}
.told_elsewhere();

/// The arguments of `validate-syntax`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

/// A mistake, as it is told. (What serde would derive for it is 2 KB of code.)
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// Where it begins.
    position: Position,
    /// What `validate-syntax` tells of it.
    data: Written,
}

/// What the image's reader refuses, as it tells it.
#[must_use]
pub fn reader_problems(report: &Text) -> Option<Vec<Mistake>> {
    let report = parse(&report.to_string())?;
    report.get("problems")?.as_array()?.iter().map(reader_problem).collect()
}

fn reader_problem(problem: &Value) -> Option<Mistake> {
    let number = |name| u32::try_from(problem.get(name)?.integer()?).ok();
    let position = Position { line: number("line")?, column: number("column")? };
    Some(mistake("reader-error", position, problem.get("message")?.as_str()?, None))
}

fn mistake(kind: &'static str, position: Position, what: &str, likely: Option<Position>) -> Mistake {
    let mut message = at(position);
    message.push_str(what);
    let data = object([
        ("kind", kind.into()),
        ("position", Raw::of(&position).into()),
        ("message", message.into()),
        ("likely", Raw::of(&likely).into()),
    ]);
    Mistake { position, data }
}

/// The answer once the host has found the brackets, too.
#[must_use]
pub fn answer(read: Vec<Mistake>, laid_out: LaidOut) -> ToolAnswer {
    if let Some(failure) = laid_out.failure {
        return ToolAnswer::failure(unchecked(&failure));
    }
    let mut problems: Vec<Written> = Vec::new();
    let mut read = read.into_iter().peekable();
    // Both are in the order of the text.
    for bracket in laid_out.problems {
        while let Some(problem) = read.next_if(|problem| is_before(problem.position, bracket.position)) {
            problems.push(problem.data);
        }
        problems.push(told(bracket).data);
    }
    for problem in read {
        problems.push(problem.data);
    }
    let mut text = String::new();
    for problem in &problems {
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(Written::Value(Value::String(message))) = problem.get("message") {
            text.push_str(message);
        }
    }
    if problems.is_empty() {
        text.push_str("The code can be read: no mistake was found.");
    }
    report(text, problems)
}

fn report(text: String, problems: Vec<Written>) -> ToolAnswer {
    let data = object([("valid", problems.is_empty().into()), ("problems", problems.into())]);
    ToolAnswer { text: text.into(), data: Some(Raw::of(&data)), is_error: false, images: Vec::new() }
}

fn unchecked(failure: &str) -> String {
    let mut words = "The code was not checked. ".to_owned();
    words.push_str(failure);
    words
}

fn is_before(one: Position, other: Position) -> bool {
    (one.line, one.column) < (other.line, other.column)
}

fn told(problem: SyntaxProblem) -> Mistake {
    let SyntaxProblem { kind, position, end, .. } = problem;
    let word = match kind {
        SyntaxProblemKind::UnclosedBracket => "unclosed-bracket",
        SyntaxProblemKind::StrayBracket => "stray-bracket",
        SyntaxProblemKind::UnclosedString => "unclosed-string",
        SyntaxProblemKind::UnclosedSymbol => "unclosed-symbol",
        SyntaxProblemKind::UnclosedComment => "unclosed-comment",
    };
    let mut what = sentence(kind).to_owned();
    hint(problem, &mut what);
    mistake(word, position, &what, end)
}

/// As a person would say it.
fn hint(SyntaxProblem { position, end, opening, next, .. }: SyntaxProblem, words: &mut String) {
    let Some(end) = end else { return };
    if let Some(opening) = opening.filter(|opening| *opening != position) {
        words.push_str(" By the indentation it is the one at ");
        place(opening, words);
        words.push_str(" that lacks its bracket.");
    }
    if let Some(next) = next {
        words.push_str(" What begins at ");
        place(next, words);
        words.push_str(if next.column == 0 { " is a new form, so" } else { " is outside of it, so" });
    }
    words.push_str(" the closing bracket most likely belongs at the end of ");
    place(end, words);
    words.push('.');
}

fn place(position: Position, words: &mut String) {
    for part in ["line ", &position.line.to_string(), ", column ", &position.column.to_string()] {
        words.push_str(part);
    }
}

/// The types of what is told, which are built by hand.
#[cfg(feature = "schemas")]
pub(super) mod reports {
    use crate::engine::Position;

    /// What `validate-syntax` returns.
    #[derive(ts_rs::TS, schemars::JsonSchema)]
    #[expect(dead_code, reason = "it is a type alone")]
    pub struct ValidationReport {
        /// Whether there is no mistake.
        valid: bool,
        /// The mistakes, the first ones, in the order of the text.
        problems: Vec<ValidationProblem>,
    }

    /// A mistake of a text.
    #[derive(ts_rs::TS, schemars::JsonSchema)]
    #[expect(dead_code, reason = "it is a type alone")]
    pub struct ValidationProblem {
        /// What is wrong.
        kind: ValidationProblemKind,
        /// Where it begins.
        position: Position,
        /// All of that as a sentence.
        message: String,
        /// Of a bracket that is not closed where the closing one most likely belongs; `null` where nothing
        /// says so.
        likely: Option<Position>,
    }

    /// The kinds of mistakes.
    #[derive(ts_rs::TS, schemars::JsonSchema)]
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
}
