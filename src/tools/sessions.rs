//! `create-session`, `list-sessions` and `close-session`.

use serde::Serialize;

use super::limits::LimitsArguments;
use super::limits::{self, LimitsReport};
use super::sets::ToolSet;
use super::{ArgumentError, ELSEWHERE, READ_ONLY, SessionsStep, Tool, Work};
use crate::protocol::{Annotations, ToolAnswer};
use crate::report::one_line;
use crate::session::Session;

/// How many characters the handle of a session has, at most.
const NAME_CHARS: usize = 40;

/// What `list-sessions` returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionsReport {
    /// In the order in which they were made.
    pub sessions: Vec<SessionReport>,
    /// How many there can be at once.
    pub max_sessions: u32,
}

/// One session as `list-sessions` shows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionReport {
    /// Its handle.
    pub session: String,
    /// What its Lisp does.
    pub state: SessionState,
    /// How many evaluations are held in it, each on top of the one before.
    pub level: u32,
    /// Evaluations that wait for it.
    pub waiting: u32,
    /// How long an evaluation may run, in seconds; 0 for no limit.
    pub timeout: f64,
    /// How much output an evaluation may return, in characters.
    pub max_output: u32,
    /// The type of the last error; `null` if none has occurred since the last success.
    pub last_error: Option<String>,
}

/// What the Lisp of a session does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SessionState {
    /// It starts.
    Starting,
    /// It has nothing to do.
    Idle,
    /// It evaluates.
    Busy,
    /// It is held at an error until a client says which restart to take.
    Held,
    /// Its program waits for input that a client gives.
    Reading,
    /// It could not be started.
    Dead,
}

/// What `close-session` returns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClosedReport {
    /// The handle, which names nothing any more.
    pub session: String,
    /// How many evaluations were running or waiting in it.
    pub ended: u32,
}

pub(super) const CREATE_SESSION: Tool = Tool {
    name: "create-session",
    title: "Create a session",
    description: "\
Make another Lisp session beside \"main\": a fresh Lisp in a thread of its own, with its own definitions, packages, limits and last \
error. Use it for work that must not see or change the definitions of other sessions, or must not wait for their \
evaluations. Give the handle that is returned as the argument session of the other tools. The answer comes at once; what is \
evaluated while the Lisp still starts waits for it. There can be 8 sessions at once. A session stays until close-session \
ends it or the page that hosts it is closed, also when the client that made it disconnects.",
    sets: &[ToolSet::Sessions],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: false,
        idempotent_hint: false,
        open_world_hint: false,
    },
    work: Work::OnSessions(|arguments| {
        let CreateArguments { session } = CreateArguments { session: arguments.optional_string("session")? };
        check_name(session.as_deref())?;
        Ok(SessionsStep::Create(session, LimitsArguments::read(arguments)?))
    }),
}
.told_elsewhere();

pub(super) const LIST_SESSIONS: Tool = Tool {
    name: "list-sessions",
    title: "List the sessions",
    description: "\
List the Lisp sessions there are, \"main\" first, each with what its Lisp does (starting; idle; busy, that is evaluating; held at an error until a client takes a restart, with the level, which is the number of evaluations held; reading: its program waits for input from a client; dead: it could \
not be started, and the next evaluation tries again), how many evaluations wait for it, its limits and the type of its last error. It is \
answered at once, also while they all evaluate.",
    sets: &[ToolSet::Sessions],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: READ_ONLY,
    work: Work::OnSessions(|_| Ok(SessionsStep::List)),
}
.told_elsewhere();

pub(super) const CLOSE_SESSION: Tool = Tool {
    name: "close-session",
    title: "Close a session",
    description: "\
End a session that create-session made, with its Lisp: all of its definitions, variables and packages are gone, and its handle names \
nothing any more. An evaluation that runs or waits in it is ended with an error. Session \"main\" cannot be closed; reset-session \
gives it a fresh Lisp.",
    sets: &[ToolSet::Sessions],
    input_schema: ELSEWHERE,
    output_schema: ELSEWHERE,
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: true,
        idempotent_hint: true,
        open_world_hint: false,
    },
    work: Work::OnSessions(|arguments| {
        let CloseArguments { session } =
            CloseArguments { session: arguments.string("session", "the handle of the session to close")? };
        Ok(SessionsStep::Close(session))
    }),
}
.told_elsewhere();

/// The arguments of `create-session` beside those of `configure-limits`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct CreateArguments {
    /// Handle of the new session, which no other has: 1 to 40 letters, digits, ".", "_" and "-". Default: one
    /// is chosen.
    session: Option<String>,
}

/// The arguments of `close-session`.
#[derive(Debug)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct CloseArguments {
    /// Handle of the session to close.
    session: String,
}

/// Handles are short and need no quoting wherever they are written.
fn check_name(name: Option<&str>) -> Result<(), ArgumentError> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    match name {
        Some(name) if name.is_empty() || name.len() > NAME_CHARS || !name.bytes().all(is_plain) => {
            Err(super::wrong_name("1 to 40 letters, digits, \".\", \"_\" and \"-\"", name))
        }
        _ => Ok(()),
    }
}

/// The answer about a session that was made.
#[must_use]
pub fn created_answer(session: &Session) -> ToolAnswer {
    let Session { name, limits, .. } = session;
    let text = format!(
        "Session {name} was created; its Lisp is starting. To use it, give the other tools the argument session: \"{name}\".\n{}",
        limits::description(*limits)
    );
    ToolAnswer::new(text, &LimitsReport::new(name, *limits), false)
}

/// The answer about all sessions.
#[must_use]
pub fn list_answer(report: &SessionsReport) -> ToolAnswer {
    let mut text = format!("Sessions ({} of at most {}):", report.sessions.len(), report.max_sessions);
    for session in &report.sessions {
        text.push_str("\n  ");
        text.push_str(&session.session);
        text.push_str(match session.state {
            SessionState::Starting => ": starting, ",
            SessionState::Idle => ": idle, ",
            SessionState::Busy => ": busy, ",
            SessionState::Held => ": held at an error until a client takes a restart, ",
            SessionState::Reading => ": waits for input from a client, ",
            SessionState::Dead => ": dead, ",
        });
        if session.level > 0 {
            text.push_str("level ");
            text.push_str(&session.level.to_string());
            text.push_str(", ");
        }
        text.push_str(&session.waiting.to_string());
        text.push_str(" waiting");
        if let Some(error) = &session.last_error {
            text.push_str(", last error: ");
            text.push_str(&one_line(error));
        }
    }
    ToolAnswer::new(text, report, false)
}

/// The answer about a session that was closed.
#[must_use]
pub fn closed_answer(name: &str, ended: u32) -> ToolAnswer {
    let mut text =
        format!("Session {name} was closed. All of its definitions, variables and packages are gone.");
    if ended > 0 {
        text.push_str(" Evaluations that were running or waiting in it and were ended: ");
        text.push_str(&ended.to_string());
        text.push('.');
    }
    ToolAnswer::new(text, &ClosedReport { session: name.to_owned(), ended }, false)
}
