//! `macroexpand-form`, `inspect-value` and `get-source`: what an environment for programmers asks of its
//! Lisp. `describe-symbol` and the tools on files are of that set as well.

#[cfg(feature = "schemas")]
pub(super) mod reports;

use serde::Serialize;

use super::evaluate::Evaluation;
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, Detail, ELSEWHERE, READ_ONLY, Step, Tool, Work};
use crate::data::{Raw, Text, object};
use crate::engine::{Expand, Inspect, Look, Position};
use crate::protocol::{Annotations, ToolAnswer};
use crate::session::Session;

pub(super) const MACROEXPAND_FORM: Tool = Tool {
    name: "macroexpand-form",
    title: "Expand a macro form",
    description: "\
Expand the macro call that the code is, and return the expansion laid out in lines, without evaluating it: until it is no macro \
call any more, with once by one step, with all the forms in it too. Macro functions run, so that an error in one is reported as by \
evaluate-lisp.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations { idempotent_hint: true, ..LOOKS },
    work: Work::InSession(|arguments, session| {
        let ExpansionArguments { code, package, once, all } = ExpansionArguments::read(arguments)?;
        let (once, all) = (once.unwrap_or_default(), all.unwrap_or_default());
        if once && all {
            return Err("Arguments \"once\" and \"all\" cannot both be true.".to_owned());
        }
        Ok(look(code, package, Look::Expand(Expand { once, all }), session))
    }),
}
.told_elsewhere();

pub(super) const INSPECT_VALUE: Tool = Tool {
    name: "inspect-value",
    title: "Inspect a value",
    description: "\
Show what a value consists of, one level of it: its kind, how it prints, and its parts with their labels, be it a list, an array, a \
hash table, a structure, an instance, a condition, a symbol, a package, a class or a function. The value is that of an expression, \
which is evaluated, or one that was inspected before, by its handle, or one of the handles in the results of evaluate-lisp with \
detail full; in Lisp (jscl-mcp:kept-value handle) returns it. path leads from there to a part of a part. Long ones come in \
pages.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations { open_world_hint: true, destructive_hint: true, ..LOOKS },
    work: Work::InSession(|arguments, session| {
        let read = ValueArguments::read(arguments)?;
        // A client that has to give both says 0.
        let handle = read.handle.filter(|handle| *handle > 0 || read.expression.is_none());
        let inspect = Inspect {
            handle,
            path: read.path.unwrap_or_default(),
            start: read.start.unwrap_or_default(),
            count: read.count.unwrap_or(PARTS),
        };
        if read.expression.is_some() && handle.is_some() {
            return Err("Arguments \"expression\" and \"handle\" cannot both be given.".to_owned());
        }
        let code = read.expression.unwrap_or_else(|| LAST_VALUE.into());
        Ok(look(code, read.package, Look::Inspect(inspect), session))
    }),
}
.told_elsewhere();

pub(super) const GET_SOURCE: Tool = Tool {
    name: "get-source",
    title: "Get the source of a definition",
    description: "\
Get the source text of each definition that a symbol has in a session (function, class, methods, variable and so on), with where it \
began in the text that was evaluated. Answered at once, also while the Lisp evaluates. The standard's own functions have no source \
here.",
    sets: &[ToolSet::Development],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::InSession(|arguments, _| {
        let SourceArguments { symbol } = SourceArguments { symbol: arguments.string("symbol", A_NAME)? };
        Ok(Step::Definitions(symbol))
    }),
}
.told_elsewhere();

const LAST_VALUE: &str = "cl:*";

/// What it runs may be the program's.
const LOOKS: Annotations = Annotations {
    read_only_hint: false,
    destructive_hint: false,
    idempotent_hint: false,
    open_world_hint: false,
};

pub(super) const A_NAME: &str = "a name as Lisp writes it";

/// The parts on a page.
const PARTS: u32 = 50;
const MOST_PARTS: u32 = 500;

const MOST_INDEX: u32 = 1_000_000_000;

/// The levels of a path.
const MOST_LEVELS: usize = 1000;

/// The arguments of `macroexpand-form`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct ExpansionArguments {
    /// Source text of one form.
    code: Text,
    /// Package to read it in. Default: the session's current package.
    package: Option<String>,
    /// One step only. Default: false.
    once: Option<bool>,
    /// The forms in it as well. Default: false.
    all: Option<bool>,
}

impl ExpansionArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            code: arguments.text("code", "the source text of a form")?,
            package: arguments.optional_string("package")?,
            once: arguments.optional_flag("once")?,
            all: arguments.optional_flag("all")?,
        })
    }
}

/// The arguments of `inspect-value`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct ValueArguments {
    /// Source text of one form, whose first value is inspected; *, ** and / are afterwards what they were.
    /// Default: *, the last value of evaluate-lisp.
    expression: Option<Text>,
    /// The handle of a value that was inspected before or is among results, in place of an expression.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_INDEX)))]
    handle: Option<u32>,
    /// Package to read the expression in. Default: the session's current package.
    package: Option<String>,
    /// The way to the part that is meant: the index of a part on each level. Default: [], the value itself.
    #[cfg_attr(feature = "schemas", schemars(length(max = MOST_LEVELS)))]
    path: Option<Vec<u32>>,
    /// The index of the first part to show. Default: 0.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_INDEX)))]
    start: Option<u32>,
    /// How many parts to show, at most. Default: 50.
    #[cfg_attr(feature = "schemas", schemars(range(min = 0, max = MOST_PARTS)))]
    count: Option<u32>,
}

impl ValueArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            expression: arguments.optional_text("expression")?,
            handle: arguments.optional_integer("handle", 0, MOST_INDEX)?,
            package: arguments.optional_string("package")?,
            path: arguments.optional_integers("path", MOST_LEVELS)?,
            start: arguments.optional_integer("start", 0, MOST_INDEX)?,
            count: arguments.optional_integer("count", 0, MOST_PARTS)?,
        })
    }
}

/// The arguments of `get-source`.
#[derive(Debug)]
#[expect(clippy::doc_markdown, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct SourceArguments {
    /// Its name as Lisp writes it: average, own::area, (setf foo), |a b|.
    symbol: String,
}

fn look(code: Text, package: Option<String>, look: Look, session: &Session) -> Step {
    evaluate(code, package, None, Some(look), session)
}

/// The evaluation of a text of which nobody is asked anything.
#[inline(never)]
pub(super) fn evaluate(
    code: Text,
    package: Option<String>,
    input: Option<Text>,
    look: Option<Look>,
    session: &Session,
) -> Step {
    Step::Evaluate(Evaluation {
        code,
        package,
        input,
        capture_time: false,
        restarts: Vec::new(),
        detail: Detail::Brief,
        asks: false,
        holds: false,
        frame: None,
        look,
        record: None,
        debug: None,
        limits: session.limits,
    })
}

/// Where something was defined in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DefinitionPlace {
    /// What was defined, such as `FUNCTION` or `METHOD`.
    pub kind: String,
    /// All that tells it from others, such as `METHOD AREA (CIRCLE)`.
    pub name: String,
    /// Where its form began in the text that was evaluated; `null` where that is not known.
    pub position: Option<Position>,
}

/// A definition that a session has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DefinitionSource {
    /// What was defined, such as `FUNCTION` or `METHOD`.
    pub kind: String,
    /// All that tells it from others, such as `METHOD AREA (CIRCLE)`.
    pub name: String,
    /// Where its form began in the text that was evaluated; `null` where that is not known.
    pub position: Option<Position>,
    /// The source text of its form.
    pub code: String,
    /// The package that it was read in.
    pub package: String,
}

/// What `get-source` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SourceReport {
    /// The name as it was given.
    pub name: String,
    /// Whether anything of that name is defined.
    pub found: bool,
    /// What it was defined as, each by the form that did so last.
    pub definitions: Vec<DefinitionSource>,
}

/// The answer about the definitions of a name, of which the text is the source.
#[must_use]
pub fn source_answer(name: String, text: Option<String>, definitions: Vec<DefinitionSource>) -> ToolAnswer {
    let found = text.is_some();
    let text = text.unwrap_or_else(|| format!("There is no definition of {name}."));
    ToolAnswer::new(text, &SourceReport { name, found, definitions }, !found)
}

/// The answer that an image has made: the JSON text of the facts, one of which is their text.
#[must_use]
pub fn shown_answer(report: &Text) -> Option<ToolAnswer> {
    let data = Raw::parse(&report.to_string())?;
    let text = data.get("text")?.text()?;
    Some(ToolAnswer { text, data: Some(data), is_error: false, images: Vec::new() })
}

/// The same with what the program wrote, for a tool that says that it runs one.
#[must_use]
pub fn with_output(answer: ToolAnswer, stdout: &Text) -> ToolAnswer {
    let Some(data) = answer.data.as_ref().filter(|data| data.has("stdout") && stdout.length() > 0) else {
        return answer;
    };
    let mut text = answer.text.clone();
    text.push(&"\n\n[stdout]\n".into());
    text.push(stdout);
    let told = object([("text", text.clone().into()), ("stdout", stdout.clone().into())]);
    let data = data.with(&Raw::of(&told));
    ToolAnswer { text, data: Some(data), ..answer }
}

/// The same with where it was defined.
#[must_use]
pub fn with_places(answer: ToolAnswer, places: &[DefinitionPlace]) -> ToolAnswer {
    let data = answer.data.map(|data| data.after("definitions", Raw::of(places)));
    ToolAnswer { data, ..answer }
}
