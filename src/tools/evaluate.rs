//! `evaluate-lisp`.

use super::detail::{self, Detail};
use super::sets::ToolSet;
use super::{ArgumentError, Arguments, Step, Tool, Work, schemas};
use crate::data::Text;
use crate::engine::{DebugSetting, FrameAddress, Look, Mime, Picture, Record, RestartChoice};
use crate::protocol::{Annotations, Image, ToolAnswer};
use crate::report::{DATA_FRAMES, EvaluationReport, REPORT_FRAMES, evaluation_text, excess};
use crate::session::{Limits, Session};

/// What a client asked to have evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The Lisp text.
    pub code: Text,
    /// The package to evaluate in; the session's current one if none.
    pub package: Option<String>,
    /// What the code can read from its standard input.
    pub input: Option<Text>,
    /// Whether to measure time.
    pub capture_time: bool,
    /// What to do about errors that nothing handles.
    pub restarts: Vec<RestartChoice>,
    /// How much the client wants to know.
    pub detail: Detail,
    /// Whether to ask the client about those that `restarts` does not cover.
    pub asks: bool,
    /// Whether to hold the evaluation at those, until the client calls a tool that has it go on.
    pub holds: bool,
    /// The call of a held evaluation in whose lexical environment the forms are evaluated.
    pub frame: Option<FrameAddress>,
    /// What to show of its form instead.
    pub look: Option<Look>,
    /// Which functions to record.
    pub record: Option<Box<Record>>,
    /// How its code is compiled for a debugger.
    pub debug: Option<Box<DebugSetting>>,
    /// As they were when the request came, whatever is configured while it waits.
    pub limits: Limits,
}

impl Evaluation {
    /// Whether the client may be asked for what the code reads.
    #[must_use]
    pub fn asks_for_input(&self) -> bool {
        self.input.is_none() && self.look.is_none()
    }

    /// How many bytes of text it has.
    #[must_use]
    pub fn size(&self) -> usize {
        let mut size = self.code.length().saturating_add(self.package.as_ref().map_or(0, String::len));
        size = size.saturating_add(self.input.as_ref().map_or(0, Text::length));
        for choice in &self.restarts {
            size = size.saturating_add(choice.size());
        }
        size
    }
}

/// What code is, as errors say it.
pub(super) const SOURCE: &str = "Common Lisp source text";

/// The name of the tool that may ask its client.
pub const EVALUATE: &str = "evaluate-lisp";

pub(super) const EVALUATE_LISP: Tool = Tool {
    name: EVALUATE,
    title: "Evaluate Common Lisp",
    description: "\
Evaluate Common Lisp code in a session that keeps its state: what one call defines is there in the next, also after an error or \
timeout. Forms are read and evaluated one by one; the values of the last are returned, each on a line after \"=> \". Before them comes \
what the code prints ([stdout], [stderr]) and what the compiler finds ([compile errors], [warnings]). An error that \
the code does not handle ends the evaluation and is returned as [ERROR] with the condition's type, its message and a [Backtrace], \
innermost call first, and for code of several forms or lines a line Where: form, line, column (from 0), definition; the forms before \
it keep their effects. describe-last-error then lists the restarts that were active; to take one, evaluate again with the argument \
restarts. With on_error \"ask\" the user is asked instead, while the program waits; with \"hold\" you call invoke-restart, after other \
evaluations have defined what was missing. What takes longer than the session's timeout (30 seconds at first) is stopped.",
    sets: &[ToolSet::Core],
    input_schema: schemas::EVALUATE_LISP_ARGUMENTS,
    output_schema: schemas::EVALUATE_LISP_DATA,
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: true,
        idempotent_hint: false,
        open_world_hint: true,
    },
    work: Work::InSession(|arguments, session| begin(arguments, session).map(Step::Evaluate)),
};

/// How many characters the summary of a recording may have, about.
const RECORDING_CHARS: u32 = 2_000;

/// How many entries the argument `restarts` may have.
const MOST_RESTARTS: usize = 100;

/// The arguments of `evaluate-lisp`.
#[derive(Debug)]
#[expect(clippy::doc_markdown, clippy::doc_link_with_quotes, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct EvaluateArguments {
    /// Common Lisp source text: one form or several.
    code: Text,
    /// Package to evaluate in, for this call. Default: the session's current package.
    package: Option<String>,
    /// Also report how long it took.
    capture_time: Option<bool>,
    /// What the debugger would be told about errors that the code does not handle: at each such error the
    /// first unused entry that fits its type is used up, and its restart is invoked right there, so that
    /// evaluation goes on. Example: [{"restart": "USE-VALUE", "values": ["42"], "condition_type":
    /// "unbound-variable"}]
    #[cfg_attr(feature = "schemas", schemars(length(max = MOST_RESTARTS)))]
    restarts: Option<Vec<RestartArgument>>,
    /// What to do at an error that the code does not handle and that no entry of restarts is for. report
    /// (default): end the evaluation with the error's report. ask: where there are restarts to choose from,
    /// ask the user which to take and with which values (elicitation). hold: hold the evaluation at the error
    /// and answer with status held and a level.
    on_error: Option<OnError>,
    /// How much structuredContent repeats. brief (default): the text, status, values, the error's type and
    /// restarts. full: all facts (schemas: resource lisp://schemas/results) and results, the values of each
    /// form.
    detail: Option<Detail>,
    /// What READ-LINE, READ, Y-OR-N-P and their like get, and END-OF-FILE after it. Default: the user is
    /// asked for each line (elicitation), or END-OF-FILE.
    stdin: Option<Text>,
    /// Record the calls of these functions; ["true"]: of all.
    record: Option<Vec<String>>,
}

/// An entry of the argument `restarts`.
#[derive(Debug)]
#[expect(clippy::doc_link_with_quotes, reason = "a model reads it as it stands")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct RestartArgument {
    /// Name of the restart, such as USE-VALUE or one of the code's own, in any case; or its number in the
    /// list of describe-last-error.
    restart: String,
    /// Source text of each argument of the restart, evaluated at the point of the error: ["(list 1 2)"].
    /// Default: the restart asks for them itself, without input.
    values: Option<Vec<String>>,
    /// Source text of a type specifier; the entry is for conditions of this type only. Default: error.
    condition_type: Option<String>,
}

/// What to do at an error that nothing handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schemas", schemars(rename_all = "kebab-case"))]
enum OnError {
    /// The evaluation ends.
    Report,
    /// The client is asked.
    Ask,
    /// The client is answered, and calls a tool.
    Hold,
}

const ON_ERROR: [(&str, OnError); 3] =
    [("report", OnError::Report), ("ask", OnError::Ask), ("hold", OnError::Hold)];

impl EvaluateArguments {
    fn read(arguments: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            code: arguments.text("code", SOURCE)?,
            package: arguments.optional_string("package")?,
            capture_time: arguments.optional_flag("capture_time")?,
            restarts: arguments.optional_objects("restarts", MOST_RESTARTS, RestartArgument::read)?,
            on_error: arguments.optional_choice("on_error", &ON_ERROR)?,
            detail: detail::read(arguments)?,
            stdin: arguments.optional_or_empty_text("stdin")?,
            record: arguments.optional_flag_or_strings("record")?,
        })
    }
}

impl RestartArgument {
    fn read(entry: &mut Arguments) -> Result<Self, ArgumentError> {
        Ok(Self {
            restart: entry.string("restart", "the name of a restart")?,
            values: entry.optional_strings("values")?,
            condition_type: entry.optional_string("condition_type")?,
        })
    }
}

pub(super) fn begin(arguments: &mut Arguments, session: &Session) -> Result<Evaluation, ArgumentError> {
    let read = EvaluateArguments::read(arguments)?;
    let choice = |RestartArgument { restart, values, condition_type }| RestartChoice {
        restart,
        values,
        condition_type,
    };
    Ok(Evaluation {
        code: read.code,
        package: read.package,
        input: read.stdin,
        capture_time: read.capture_time.unwrap_or_default(),
        restarts: read.restarts.into_iter().flatten().map(choice).collect(),
        asks: read.on_error == Some(OnError::Ask),
        holds: read.on_error == Some(OnError::Hold),
        detail: read.detail.unwrap_or_default(),
        frame: None,
        look: None,
        record: read.record.map(|functions| Box::new(Record { functions, chars: RECORDING_CHARS })),
        debug: None,
        limits: session.limits,
    })
}

/// The answer to an evaluation that ended. Where its pictures can be read, the session knows.
#[must_use]
pub fn answer(mut report: EvaluationReport, detail: Detail) -> ToolAnswer {
    let text = evaluation_text(&report);
    report.mark_cut_values();
    if let Some(error) = &mut report.error {
        *error = error.with_frames(DATA_FRAMES);
    }
    let is_error = report.error.is_some();
    let images = report.display.iter().map(image).collect();
    let answer = match detail {
        Detail::Full => ToolAnswer::new(text, &report, is_error),
        Detail::Brief => {
            let mut brief = report.in_brief(REPORT_FRAMES);
            let excess = if is_error { excess(&text, &brief) } else { 0 };
            brief.error.iter_mut().for_each(|error| error.shorten_by(excess));
            ToolAnswer::new(text, &brief, is_error)
        }
    };
    answer.with_images(images)
}

fn image(Picture { mime, data, title, .. }: &Picture) -> Image {
    match mime {
        Mime::Png => Image { png: Some(data.to_string()), ..Image::default() },
        Mime::Svg => Image { svg: Some(data.clone()), title: title.clone(), ..Image::default() },
    }
}
