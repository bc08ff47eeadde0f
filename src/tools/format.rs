//! `format-code`: the indentation of the editor, for agents. The host finds the columns, by the editor's own
//! code; what is made of them is decided here, so that nothing but the blanks at the beginnings of lines can
//! change.

use serde::Serialize;

use super::sets::ToolSet;
use super::{ArgumentError, Arguments, ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::data::{Raw, Text};
use crate::engine::{LaidOut, Position, SyntaxProblem, SyntaxProblemKind};
use crate::protocol::ToolAnswer;

pub(super) const FORMAT_CODE: Tool = Tool {
    name: "format-code",
    title: "Format code",
    description: "\
Indent Common Lisp code as Emacs does and as the editor of the page does, and return all of it. Only blanks at the beginnings of lines \
change; strings, comments and line breaks stay as they are. Forms of macros that the session defines are indented by their &body. \
Nothing is evaluated. A bracket or a string that is not closed is told with its place. It waits while the Lisp evaluates.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let FormatArguments { code, package } = FormatArguments::read(arguments)?;
        let length = code.length();
        if length > MOST_UNITS {
            return Err(too_long(length, "formatted"));
        }
        if length == 0 {
            let report = FormatReport { code, changed_lines: 0, problems: Vec::new() };
            return Ok(Step::Answer(ToolAnswer::new("The code is empty.", &report, false)));
        }
        Ok(Step::Format(code, package))
    }),
}
.told_elsewhere();

/// The UTF-16 units that a text may have.
pub(super) const MOST_UNITS: usize = 1_000_000;

/// The bytes that a text may have once it is indented. Of a text of ordinary code that is far away.
const MOST_INDENTED: usize = 8_000_000;

/// The arguments of `format-code`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct FormatArguments {
    /// Source text, any number of forms, at most 1,000,000 characters.
    code: Text,
    /// Package in which the names of macros are looked up. Default: the session's current package.
    package: Option<String>,
}

impl FormatArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            code: arguments.text("code", "the source text of forms")?,
            package: arguments.optional_string("package")?,
        })
    }
}

/// What `format-code` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormatReport {
    /// The code, indented.
    pub code: Text,
    /// How many lines have changed.
    pub changed_lines: u32,
    /// What is wrong with it, the first ones: a program with one of these cannot be read.
    pub problems: Vec<FormatProblem>,
}

/// What is wrong with a text at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FormatProblem {
    /// What is wrong.
    pub kind: SyntaxProblemKind,
    /// Where it begins in the text that was given.
    pub position: Position,
    /// All of that as a sentence.
    pub message: String,
}

/// The bodies of macros, as an image tells them.
#[must_use]
pub fn bodies_of(report: &Text) -> Option<Raw> {
    Raw::parse(&report.to_string())?.get("bodies").filter(Raw::is_object)
}

/// The answer where a package was named that there is not.
#[must_use]
pub fn no_package(package: Option<&str>) -> ToolAnswer {
    ToolAnswer::failure(match package {
        Some(name) => format!("There is no package {name}."),
        None => "The Lisp could not say which macros the code has.".to_owned(),
    })
}

/// The answer once the host has found the columns.
#[must_use]
pub fn answer(code: &Text, laid_out: LaidOut) -> ToolAnswer {
    let LaidOut { columns, problems, failure, .. } = laid_out;
    if let Some(failure) = failure {
        return ToolAnswer::failure(unformatted(&failure));
    }
    let Indented { text, changed } = match indented(&code.to_string(), &columns) {
        Ok(indented) => indented,
        Err(problem) => return ToolAnswer::failure(unformatted(problem)),
    };
    let text = Text::from(text);
    let problems: Vec<FormatProblem> = problems.into_iter().map(told).collect();
    let mut words = String::new();
    for FormatProblem { message, .. } in &problems {
        words.push_str(message);
        words.push('\n');
    }
    let is_error = !problems.is_empty();
    let shown = if is_error {
        words.push_str("Indented as it stands, which shows where that is missing or too much:\n\n");
        let mut shown = Text::from(words);
        shown.push(&text);
        shown
    } else {
        text.clone()
    };
    ToolAnswer::new(shown, &FormatReport { code: text, changed_lines: changed, problems }, is_error)
}

fn unformatted(problem: &str) -> String {
    let mut words = "The code was not formatted. ".to_owned();
    words.push_str(problem);
    words
}

/// What is wrong, as the end of a sentence that says where.
pub(super) fn sentence(kind: SyntaxProblemKind) -> &'static str {
    match kind {
        SyntaxProblemKind::UnclosedBracket => "a bracket is opened here and never closed.",
        SyntaxProblemKind::StrayBracket => "this bracket closes nothing.",
        SyntaxProblemKind::UnclosedString => "a string begins here and never ends.",
        SyntaxProblemKind::UnclosedSymbol => "a symbol in bars begins here and never ends.",
        SyntaxProblemKind::UnclosedComment => "a block comment begins here and never ends.",
    }
}

pub(super) fn at(Position { line, column }: Position) -> String {
    format!("Line {line}, column {column}: ")
}

/// The problem of a text that has more than [`MOST_UNITS`].
pub(super) fn too_long(length: usize, done: &str) -> ArgumentError {
    format!(
        "Argument \"code\" is too long: it has {length} characters, and {MOST_UNITS} can be {done} at once. Take \
         parts of it."
    )
}

fn told(SyntaxProblem { kind, position, .. }: SyntaxProblem) -> FormatProblem {
    let mut message = at(position);
    message.push_str(sentence(kind));
    FormatProblem { kind, position, message }
}

#[derive(Debug, PartialEq, Eq)]
struct Indented {
    text: String,
    changed: u32,
}

/// The text with each line at its column. Nothing else of it can change, whatever the columns are.
fn indented(code: &str, columns: &[Option<u32>]) -> Result<Indented, &'static str> {
    let mut text = String::with_capacity(code.len());
    let mut changed: u32 = 0;
    let mut columns = columns.iter();
    for (number, line) in code.split('\n').enumerate() {
        let Some(column) = columns.next() else { return Err(OTHER_LINES) };
        if number > 0 {
            text.push('\n');
        }
        let rest = line.trim_start_matches([' ', '\t']);
        let column = match column {
            None => {
                text.push_str(line);
                continue;
            }
            // Nothing is left of a blank line.
            Some(_) if matches!(rest, "" | "\r") => 0,
            Some(column) => usize::try_from(*column).unwrap_or(usize::MAX),
        };
        if text.len().saturating_add(column) > MOST_INDENTED {
            return Err("Indented, it would be too long.");
        }
        let start = text.len();
        text.extend(std::iter::repeat_n(' ', column));
        text.push_str(rest);
        if text.get(start..) != Some(line) {
            changed = changed.saturating_add(1);
        }
    }
    if columns.next().is_some() { Err(OTHER_LINES) } else { Ok(Indented { text, changed }) }
}

const OTHER_LINES: &str = "Its lines were not all found.";

#[cfg(test)]
mod tests {
    use super::*;

    fn with(code: &str, columns: &[Option<u32>]) -> (String, u32) {
        let Indented { text, changed } = indented(code, columns).unwrap();
        (text, changed)
    }

    #[test]
    fn changes_blanks_at_the_beginnings_of_lines_alone() {
        assert_eq!(with("(a\n\t b)  ", &[Some(0), Some(2)]), ("(a\n  b)  ".to_owned(), 1));
        assert_eq!(with("\"a\n  b\"\n", &[Some(0), None, Some(0)]), ("\"a\n  b\"\n".to_owned(), 0));
        assert_eq!(with(" \n\t\r\n", &[Some(4), Some(4), Some(4)]), ("\n\r\n".to_owned(), 2));
        assert_eq!(with("\u{a0}a", &[Some(1)]), (" \u{a0}a".to_owned(), 1), "that is no blank of an editor");
    }

    #[test]
    fn columns_that_are_not_those_of_its_lines_change_nothing() {
        assert_eq!(indented("a\nb", &[Some(0)]), Err(OTHER_LINES));
        assert_eq!(indented("a", &[Some(0), Some(0)]), Err(OTHER_LINES));
        assert_eq!(indented("a", &[Some(u32::MAX)]), Err("Indented, it would be too long."));
    }
}
