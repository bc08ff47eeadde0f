//! The tools: what each is called, takes and returns, what it asks of the engine and how its answer is
//! worded.
//!
//! To add a tool, write its constant [`Tool`] in the file of its family and name it in `OWN`.

mod arguments;
mod asking;
mod called;
mod compiling;
mod cross_reference;
mod debugger;
mod detail;
mod development;
mod errors;
mod evaluate;
mod exporting;
mod files;
#[cfg(feature = "fixtures")]
mod fixtures;
mod format;
#[cfg(feature = "schemas")]
mod generated;
mod guide;
mod input;
mod inspect;
mod introspection;
mod limits;
mod measuring;
mod parameters;
mod recording;
#[rustfmt::skip]
mod schemas;
#[cfg(feature = "schemas")]
mod reference;
mod session;
mod sessions;
mod sets;
mod systems;
#[cfg(feature = "schemas")]
mod tasks;
mod testing;
mod tracing;
mod validate;
mod words;

pub use arguments::{ArgumentError, Arguments};
#[cfg(feature = "fixtures")]
pub use asking::{Ask, Asked};
pub use asking::{QUESTION, Said, restart_answer, restart_question};
pub use debugger::{Continuation, GoOn, MAX_LEVELS, answer_values};
pub use detail::Detail;
pub use development::{
    DefinitionPlace, DefinitionSource, SourceReport, shown_answer, source_answer, with_output, with_places,
};
pub use errors::{BacktraceReport, BriefLastError, LastErrorReport};
pub use evaluate::{EVALUATE, Evaluation, answer as evaluation_answer};
#[cfg(feature = "schemas")]
pub use exporting::ExportReport;
pub use exporting::{Exported, answer as export_answer};
#[cfg(feature = "fixtures")]
pub use fixtures::Fixed;
#[cfg(feature = "fixtures")]
pub(crate) use fixtures::PIXEL;
pub use format::{FormatProblem, FormatReport, answer as formatted_answer, bodies_of, no_package};
#[cfg(feature = "schemas")]
pub(crate) use generated::generated_files;
pub use guide::{GUIDE_TEXT, Section as GuideSection, answer as guide_answer};
pub use input::{Given, INPUT, input_answer, input_question};
pub use inspect::{InspectionReport, answer as inspection_answer};
pub use limits::{LimitsArguments, LimitsReport, in_seconds};
pub use parameters::{Parameter, in_image};
pub use session::{ResetReport, answer as reset_answer};
pub use sessions::{
    ClosedReport, SessionReport, SessionState, SessionsReport, closed_answer, created_answer, list_answer,
};
pub use sets::{ToolSet, ToolSets};
pub use validate::{Mistake, answer as validation_answer, reader_problems};
#[cfg(not(target_arch = "wasm32"))]
pub use words::WORDS;
pub use words::{GUIDE_NAME, SCHEMAS_NAME, Words};

/// The types of what an image tells as the JSON text of a report.
#[cfg(feature = "schemas")]
pub mod reports {
    pub use super::compiling::reports::*;
    pub use super::cross_reference::reports::*;
    pub use super::debugger::reports::*;
    pub use super::development::reports::*;
    pub use super::files::reports::*;
    pub use super::guide::reports::*;
    pub use super::introspection::reports::*;
    pub use super::measuring::reports::*;
    pub use super::recording::reports::*;
    pub use super::testing::reports::*;
    pub use super::validate::reports::*;
}

use crate::data::Text;
use crate::engine::{FileAction, Question};
use crate::protocol::{Annotations, ToolAnswer};
use crate::session::Session;

/// A tool as it is listed, and what it does.
#[derive(Debug)]
pub struct Tool {
    /// By which it is called.
    pub name: &'static str,
    /// For a person to read.
    pub title: &'static str,
    /// For a model that has never seen it.
    pub description: &'static str,
    /// The sets that it belongs to.
    pub sets: &'static [ToolSet],
    /// JSON Schema 2020-12 of the arguments; empty outside of `core`, where the file of words has it.
    pub input_schema: &'static str,
    /// JSON Schema 2020-12 of what all structured contents have in common; empty where there is no such
    /// content, and outside of `core`.
    pub output_schema: &'static str,
    /// What a client may assume about a call.
    pub annotations: Annotations,
    /// How a call of it begins.
    pub work: Work,
}

/// The beginning of a call: reads its arguments and returns the work to do.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// In a session. The argument `session` is read already.
    InSession(fn(&mut Arguments, &mut Session) -> Result<Step, ArgumentError>),
    /// In a session: its image carries it out, with arguments of these names.
    InImage(&'static [Parameter]),
    /// It asks its client before it answers: called again with what was answered, as often as it asks. No
    /// tool of those that are shipped does so.
    #[cfg(feature = "fixtures")]
    Asking(AskingTool),
    /// On the sessions themselves.
    OnSessions(fn(&mut Arguments) -> Result<SessionsStep, ArgumentError>),
    /// Something that only tools for tests do.
    #[cfg(feature = "fixtures")]
    Fixed(Fixed),
}

/// Stands for a schema that the file of words has.
const ELSEWHERE: &str = "";

const READ_ONLY: Annotations = Annotations {
    read_only_hint: true,
    destructive_hint: false,
    idempotent_hint: true,
    open_world_hint: false,
};

impl Tool {
    /// The tool without its words in WebAssembly: the file of words has them, for hosts that chose its set.
    const fn told_elsewhere(self) -> Self {
        if cfg!(target_arch = "wasm32") {
            return Self { title: "", description: "", ..self };
        }
        self
    }
}

/// The work of a call in a session.
#[derive(Debug)]
pub enum Step {
    /// It is done.
    Answer(ToolAnswer),
    /// The session's image has to evaluate something first.
    Evaluate(Evaluation),
    /// An evaluation of the session's that is held has to go on first.
    Continue(Continuation),
    /// The session's image has to be replaced first.
    Reset,
    /// The session's image has to be asked about something of that name, in that package.
    Ask(Question, String, Option<String>),
    /// The session's image has to do that with the file of that name.
    File(String, FileAction),
    /// The text has to be laid out first, in that package.
    Format(Text, Option<String>),
    /// The text has to be read by the image and by the host, in that package.
    Validate(Text, Option<String>),
    /// That is the answer, as a file, or goes into the file of that name.
    Export(Exported, Option<String>),
    /// The source of what has that name in the session is the answer.
    Source(String),
    /// The definitions of that name in the session are the answer.
    Definitions(String),
}

/// What a call that asks its client does.
#[cfg(feature = "fixtures")]
pub type AskingTool = fn(&mut Arguments, Asked<'_>) -> Result<AskingStep, ArgumentError>;

/// The work of a call that asks its client.
#[cfg(feature = "fixtures")]
#[derive(Debug)]
pub enum AskingStep {
    /// It is done.
    Answer(ToolAnswer),
    /// The client has to be asked first.
    Ask(Ask),
}

/// The work of a call on the sessions themselves.
#[derive(Debug)]
pub enum SessionsStep {
    /// Make one, of this name if any, with these limits.
    Create(Option<String>, LimitsArguments),
    /// Tell which there are.
    List,
    /// Tell how to work with all this, and which tools there are.
    Guide(Option<GuideSection>),
    /// End the one of this name.
    Close(String),
}

/// Every tool, in the order in which they are listed.
#[cfg(not(feature = "fixtures"))]
fn all() -> impl Iterator<Item = &'static Tool> {
    OWN.into_iter()
}

/// Every tool, and those of the tests.
#[cfg(feature = "fixtures")]
fn all() -> impl Iterator<Item = &'static Tool> {
    OWN.into_iter().chain(fixtures::all())
}

static OWN: [&Tool; 50] = [
    &evaluate::EVALUATE_LISP,
    &debugger::INVOKE_RESTART,
    &errors::DESCRIBE_LAST_ERROR,
    &errors::GET_BACKTRACE,
    &limits::CONFIGURE_LIMITS,
    &session::RESET_SESSION,
    &guide::GET_USAGE_GUIDE,
    &inspect::DESCRIBE_SYMBOL,
    &inspect::DESCRIBE_PACKAGE,
    &inspect::SHOW_SOURCE,
    &sessions::CREATE_SESSION,
    &sessions::LIST_SESSIONS,
    &sessions::CLOSE_SESSION,
    &development::MACROEXPAND_FORM,
    &development::INSPECT_VALUE,
    &development::GET_SOURCE,
    &files::LIST_FILES,
    &files::READ_FILE,
    &files::WRITE_FILE,
    &files::DELETE_FILE,
    &format::FORMAT_CODE,
    &systems::LOAD_SYSTEM,
    &introspection::APROPOS_SEARCH,
    &introspection::CLASS_INFO,
    &introspection::FIND_METHODS,
    &cross_reference::WHO_CALLS,
    &cross_reference::WHO_REFERENCES,
    &cross_reference::WHO_BINDS,
    &cross_reference::WHO_EXPANDS,
    &validate::VALIDATE_SYNTAX,
    &compiling::COMPILE_FORM,
    &compiling::LOAD_FILE,
    &measuring::TIME_EXECUTION,
    &measuring::PROFILE_CODE,
    &testing::RUN_TESTS,
    &exporting::EXPORT_SESSION,
    &exporting::EXPORT_FAILURE,
    &debugger::CONTINUE,
    &debugger::ABORT_LEVEL,
    &debugger::INSPECT_FRAME,
    &debugger::EVAL_IN_FRAME,
    &debugger::RESTART_FRAME,
    &debugger::RETURN_FROM_FRAME,
    &debugger::STEP,
    &debugger::SET_BREAKPOINT,
    &debugger::CLEAR_BREAKPOINT,
    &debugger::CONFIGURE_DEBUGGER,
    &recording::QUERY_RECORDING,
    &tracing::TRACE_FUNCTION,
    &tracing::UNTRACE_FUNCTION,
];

/// The tools of some sets, in the order in which they are listed.
pub fn chosen(sets: &ToolSets) -> impl Iterator<Item = &'static Tool> {
    all().filter(|tool| tool.sets.iter().any(|set| sets.has(*set)))
}

/// The tool of that name, if it is in one of the sets.
#[must_use]
pub fn find(name: &str, sets: &ToolSets) -> Option<&'static Tool> {
    chosen(sets).find(|tool| tool.name == name)
}

/// The first set of the tool of that name, if there is one.
#[must_use]
pub fn set_of(name: &str) -> Option<&'static str> {
    let tool = all().find(|tool| tool.name == name)?;
    tool.sets.first().map(|set| set.name())
}

/// Begins a call in a session; `session` was read from the arguments already.
///
/// # Errors
/// If the arguments are wrong. That is an answer too: the model that made them can read it and do better.
pub fn begin(
    run: fn(&mut Arguments, &mut Session) -> Result<Step, ArgumentError>,
    mut arguments: Arguments,
    session: &mut Session,
) -> Result<Step, ArgumentError> {
    let limits_before = session.limits;
    let step = run(&mut arguments, session).and_then(|step| arguments.finish().map(|()| step));
    if step.is_err() {
        // Nothing may change unless all arguments are right.
        session.limits = limits_before;
    }
    step
}

/// The error for an argument `session` that is not what was expected.
#[must_use]
pub fn wrong_name(expected: &str, name: &str) -> ArgumentError {
    arguments::wrong("session", expected, &name.into())
}
