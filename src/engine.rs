//! Commands to and events from a Lisp image: the one contract between the server and the bridge.
//!
//! On the wire each is a JSON object with a `kind`. The bridge's TypeScript types are generated from these
//! files (`jscl-bridge/contract/engine.ts`). Times are in milliseconds. Lines count from 1, columns from 0 in
//! UTF-16 units.

mod answer;
mod bounds;
mod command;
mod condition;
mod evaluate;
mod event;
mod files;
mod frame;
mod keep;
mod layout;
mod look;
mod outcome;
mod pictures;
mod place;
mod query;
mod reading;
mod record;
mod saved;

pub use answer::{Answer, AnswerValues, Leaving, RestartChoice};
pub use bounds::*;
pub use command::Command;
pub use condition::{Condition, Hint, HintKind, LeftOut, Phase, Restart, Slot};
pub use evaluate::{DebugSetting, Evaluate, Input, PrintLimits};
pub use event::{
    Asking, Booting, Completed, Died, Event, Forms, LoadedForms, NeedsInput, Output, OutputStream, Ready,
};
pub use files::{FileAction, FileEncoding, FileRequest};
pub use frame::{Frame, FrameKind, FrameVariable, VariableState};
pub use keep::Keep;
pub use layout::{LaidOut, SyntaxProblem, SyntaxProblemKind};
pub use look::{Expand, FrameAddress, Inspect, Look, ToolCall};
pub use outcome::{
    Definition, Dropped, Ends, FormResult, Outcome, OutcomeStatus, RestartTaken, Severity, Timing, Warning,
};
pub use pictures::{Displayed, Mime, Picture, PictureLimits, base64};
pub use place::{Caller, Elsewhere, Position, Unclosed, Where};
pub use query::{Found, Query, Question};
pub use reading::BadEvent;
pub use record::{AskRecording, Direction, Record};
pub use saved::{SavedForms, SavedRestarts};

/// The number by which the server and its host name a Lisp image.
pub type ImageId = u32;

/// The number of one evaluation, never used twice by a server.
pub type EvaluationId = u32;

/// The number of one query, never used twice by a server.
pub type QueryId = u32;
