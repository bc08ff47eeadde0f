//! `reset-session`.

use serde::Serialize;

use super::sets::ToolSet;
use super::{Step, Tool, Work, schemas};
use crate::engine::Ready;
use crate::protocol::{Annotations, ToolAnswer};

/// What `reset-session` returns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResetReport {
    /// The session's handle.
    pub session: String,
    /// `lisp-implementation-type` of the fresh Lisp.
    pub lisp: String,
    /// `lisp-implementation-version` of the fresh Lisp.
    pub version: String,
    /// How long its start took, in milliseconds.
    pub boot_ms: f64,
}

pub(super) const RESET_SESSION: Tool = Tool {
    name: "reset-session",
    title: "Reset the session",
    description: "\
Replace the session's Lisp by a fresh one. Its definitions and the last error are gone; limits stay. An evaluation that is \
running or waiting is ended with an error. Use it to start over, or when the Lisp no longer behaves.",
    sets: &[ToolSet::Core],
    input_schema: schemas::RESET_SESSION_ARGUMENTS,
    output_schema: schemas::RESET_SESSION_DATA,
    annotations: Annotations {
        read_only_hint: false,
        destructive_hint: true,
        idempotent_hint: true,
        open_world_hint: false,
    },
    work: Work::InSession(|_, _| Ok(Step::Reset)),
};

/// The answer once the fresh image is ready.
#[must_use]
pub fn answer(session: &str, ready: &Ready) -> ToolAnswer {
    let report = ResetReport {
        session: session.to_owned(),
        lisp: ready.lisp.clone(),
        version: ready.version.clone(),
        boot_ms: ready.boot_ms,
    };
    let text = format!(
        "Session {session} was reset: a fresh {} {} is ready. All earlier definitions, variables and packages are gone.",
        report.lisp, report.version
    );
    ToolAnswer::new(text, &report, false)
}
