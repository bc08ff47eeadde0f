//! What the server remembers of one Lisp image.

mod journal;
mod names;
mod output;
mod record;
mod transcript;

pub use journal::{Changes, Entry, FIRST_PACKAGE, Journal, MAX_NAMES, NAME_BYTES, Trial};
pub use names::split;
pub use output::WrittenOutput;
pub use record::form_id;
pub use transcript::{
    Exchange, MAX_EXCHANGES, MAX_PART, MAX_SHOWN, MAX_TRANSCRIPT, Transcript, beginning, beginning_of,
};

use crate::data::Text;
use crate::engine::{Mime, Picture};
use crate::report::{ErrorReport, EvaluationReport, Restored};

/// The session that is meant where none is named.
pub const MAIN: &str = "main";

/// How much one evaluation may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long it may run, in milliseconds; 0 for no limit.
    pub timeout_ms: u32,
    /// How many characters of stdout, of stderr and of the values a report has, each.
    pub max_output: u32,
    /// How many characters an answer has in all, its text twice: once more in its data; 0 for no limit.
    pub max_answer: u32,
}

impl Limits {
    /// The longest timeout that can be set, in seconds: one day.
    pub const MAX_TIMEOUT_S: u32 = 86_400;

    /// The largest output that can be asked for, in characters.
    pub const MAX_MAX_OUTPUT: u32 = 10_000_000;

    /// The smallest limit of an answer that can be set, beside none.
    pub const MIN_MAX_ANSWER: u32 = 2_000;

    /// How many characters an image sends of a value that is shown in part, at most: its end is shown, too,
    /// and what is between them counted.
    const COUNTED_CHARS: u32 = 1_000_000;

    /// How many characters of the end of output an image keeps beside its beginning.
    const END_CHARS: u32 = 4_000;

    /// How many characters of the values of an evaluation its image sends.
    #[must_use]
    pub fn value_chars(&self) -> u32 {
        if self.max_answer == 0 { self.max_output } else { Self::COUNTED_CHARS }
    }

    /// How many characters of what is looked at its image sends, as one text.
    #[must_use]
    pub fn look_chars(&self) -> u32 {
        if self.max_answer == 0 { self.max_output } else { self.max_output.min(self.max_answer / 3) }
    }

    /// How many characters of the end of output its image sends beside the beginning.
    #[must_use]
    pub fn end_chars(&self) -> u32 {
        if self.max_answer == 0 { 0 } else { Self::END_CHARS }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { timeout_ms: 30_000, max_output: 100_000, max_answer: 0 }
    }
}

/// What the server remembers of one Lisp image, beyond what runs in it.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its handle.
    pub name: String,
    /// For the evaluations that arrive from now on.
    pub limits: Limits,
    /// What its image has defined.
    pub journal: Journal,
    /// What is kept but not in the image: what an earlier visit of the page had defined, as long as nobody
    /// has decided about it, and what could not be given back to the image.
    pub saved: Journal,
    /// Whether the host keeps what is defined for later visits.
    pub is_kept: bool,
    /// What became of it when its image was replaced, until somebody is told.
    pub news: Option<Restored>,
    /// What was evaluated and answered.
    pub transcript: Transcript,
    /// What its latest evaluation wrote.
    pub output: WrittenOutput,
    /// The pictures of the latest evaluation that displayed any.
    pub pictures: Vec<Picture>,
    /// Why nothing of what was held is held any more, if it was not its client that ended it.
    pub lapsed: Option<&'static str>,
    last_error: Option<ErrorReport>,
    has_new_error: bool,
}

impl Session {
    /// Keeps what an evaluation has displayed, if it has.
    pub fn note_pictures(&mut self, report: &EvaluationReport) {
        if !report.display.is_empty() {
            self.pictures.clone_from(&report.display);
        }
    }

    /// The text of the SVG that is that picture, counted from 1.
    #[must_use]
    pub fn picture(&self, number: u32) -> Option<&Text> {
        let place = usize::try_from(number).ok()?.checked_sub(1)?;
        self.pictures.get(place).filter(|picture| picture.mime == Mime::Svg).map(|picture| &picture.data)
    }

    /// A session of that name, with limits of its own.
    #[must_use]
    pub fn new(name: String, limits: Limits) -> Self {
        Self {
            name,
            limits,
            journal: Journal::default(),
            saved: Journal::default(),
            is_kept: false,
            news: None,
            transcript: Transcript::default(),
            output: WrittenOutput::default(),
            pictures: Vec::new(),
            lapsed: None,
            last_error: None,
            has_new_error: false,
        }
    }

    /// The error of the latest evaluation that had one, unless one has succeeded since.
    #[must_use]
    pub fn last_error(&self) -> Option<&ErrorReport> {
        self.last_error.as_ref()
    }

    /// Takes note of how an evaluation ended.
    pub fn record(&mut self, report: &EvaluationReport) {
        self.set_last_error(report.error.clone());
    }

    fn set_last_error(&mut self, error: Option<ErrorReport>) {
        self.has_new_error |= error.is_some() || self.last_error.is_some();
        self.last_error = error;
    }

    /// Whether the last error is another one, or there is none any more, since this was asked the last time.
    pub fn take_new_error(&mut self) -> bool {
        std::mem::take(&mut self.has_new_error)
    }

    /// Takes note of an error at which an evaluation is held.
    pub fn note_error(&mut self, error: ErrorReport) {
        self.last_error = Some(error);
    }

    /// The error is not one at which an evaluation is held, or not any more.
    pub fn let_go(&mut self) {
        if let Some(error) = &mut self.last_error {
            error.level = None;
        }
    }

    /// Forgets what belonged to an image that was reset. The limits stay.
    pub fn reset(&mut self) {
        self.set_last_error(None);
        self.news = None;
        self.output = WrittenOutput::default();
        self.journal.clear();
    }
}
