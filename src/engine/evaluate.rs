//! One evaluation, as the server asks for it.

use serde::Serialize;

use super::{EvaluationId, FrameAddress, Keep, Look, PictureLimits, Record, RestartChoice};
use crate::data::Text;

/// One evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each says by itself what is wanted")]
pub struct Evaluate {
    /// Returned in each event that belongs to this evaluation.
    pub id: EvaluationId,
    /// The Lisp text: any number of forms.
    pub code: Text,
    /// The package to read and evaluate in; `null` for the session's current one.
    pub package: Option<String>,
    /// What `*standard-input*` and the streams that lead there hold.
    pub input: Input,
    /// How long the evaluation may run; 0 for no limit.
    pub deadline_ms: u32,
    /// How many characters of each of stdout and stderr are sent; the rest is counted and dropped.
    pub max_output: u32,
    /// How many UTF-16 units of the end of each of them are kept of what is dropped, and sent with the
    /// outcome.
    pub end_chars: u32,
    /// Whether to measure time.
    pub capture_time: bool,
    /// How long printed things may be.
    pub limits: PrintLimits,
    /// What to do where the debugger would be entered: the first entry not used yet that is for the
    /// condition's type, once.
    pub restarts: Vec<RestartChoice>,
    /// How long to wait there for an answer, in milliseconds, where no entry fits and there is more to choose
    /// from than the toplevel's `ABORT`; 0 not to ask. The wait does not count against the deadline.
    pub ask_ms: u32,
    /// Whether to wait also where the toplevel's `ABORT` is all there is to choose from.
    pub hold: bool,
    /// How many evaluations are held in the image, on top of which this one runs; with fewer, the host ends
    /// what is held.
    pub level: u32,
    /// Whether to report which forms are done while others still run.
    pub tell_forms: bool,
    /// Whether to report the values of each form, and not of the last one alone.
    pub tell_results: bool,
    /// The call in whose lexical environment the forms are evaluated; `null` for none.
    pub frame: Option<FrameAddress>,
    /// What to show of the one form that the text is then; `null` to evaluate the text.
    pub look: Option<Look>,
    /// Which functions to record; `null` for none.
    pub record: Option<Box<Record>>,
    /// Which values the image keeps by a handle.
    pub keep: Keep,
    /// How much it may display.
    pub pictures: PictureLimits,
    /// How its code is compiled for a debugger; `null` as the program has proclaimed.
    pub debug: Option<Box<DebugSetting>>,
    /// Whether it restores a definition: the files of a directory that was granted are left as they are then.
    pub restores: bool,
}

/// How code is compiled for a debugger during one evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct DebugSetting {
    /// The quality DEBUG of its forms and definitions, 0 to 3: from 2 on frames keep all variables. 4: it is
    /// stepped through as well.
    pub quality: u8,
    /// Whether the functions that were defined before are compiled anew, until it is over.
    pub all: bool,
    /// The lines of the text, from 1, that it stops at: only forms with one of them are compiled so, and it
    /// is not stepped through from its beginning. Empty for none.
    pub lines: Vec<u32>,
    /// The text of a form for each of these lines, without which it stops there always; those at the end may
    /// be missing.
    pub conditions: Vec<String>,
}

/// The input of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// What can be read; `null` for nothing.
    pub text: Option<Text>,
    /// How long to wait for each line where a program reads beyond that, in milliseconds; 0 not to ask. The
    /// wait does not count against the deadline.
    pub ask_ms: u32,
    /// Why there is no more to be read, as END-OF-FILE says it: one sentence.
    pub end: String,
}

/// How long printed things may be, in characters; what is cut ends in `...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct PrintLimits {
    /// One value, or one slot of a condition.
    pub value_chars: u32,
    /// The message of a condition or warning.
    pub message_chars: u32,
    /// One argument in a frame.
    pub argument_chars: u32,
    /// A form that something is in.
    pub form_chars: u32,
    /// How many frames of a backtrace are sent.
    pub max_frames: u32,
    /// How many values are sent; no more either than what `valueChars` holds of them together.
    pub max_values: u32,
    /// How many warnings are sent.
    pub max_warnings: u32,
}
