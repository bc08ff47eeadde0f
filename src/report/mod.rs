//! Reports: what became of an evaluation, as data for programs and as text for readers.
//!
//! What goes into a report, in which order, how long and how cut, is decided here and nowhere else.

mod brief;
mod budget;
mod build;
mod caught;
mod failure;
mod frames;
mod hints;
mod model;
mod page;
mod question;
mod recursion;
mod restored;
mod spot;
mod text;
mod time;
mod visible;
mod whereabouts;

pub use brief::{BriefError, BriefEvaluation, BriefPlace, Counts, excess};
pub(crate) use build::seconds;
pub use build::{
    Captured, Origin, RESULTS, VALUES, WARNINGS, closed_server, closed_session, error, evaluation, held,
    left, lost_session, not_started, stopped_by, timed_out,
};
pub use failure::{Failure, MAX_FAILURE};
pub use model::{
    Cut, Earlier, ErrorReport, EvaluationReport, FrameReport, Place, ReportStatus, Truncated, WarningReport,
};
pub use question::{question_text, restart_line, takes_values};
pub use restored::{Restored, Unrestored};
pub use text::{NO_ERROR, backtrace_text, description_text, evaluation_text, full_text};
pub(crate) use time::iso8601;
pub(crate) use visible::one_line;

/// How many frames a report shows, at most.
pub const REPORT_FRAMES: usize = 20;

/// How many frames an evaluation's data has: those of its text, then the outermost ones.
pub const DATA_FRAMES: usize = REPORT_FRAMES.saturating_add(frames::OUTERMOST);

/// How many characters of the form that an error happened in a report shows, at most.
pub const FORM_CHARS: u32 = 40;

/// How many frames the description of the last error shows, at most.
pub const PREVIEW_FRAMES: usize = 5;
