//! Log messages, with levels and words: about evaluations for the clients that asked for them, about images
//! and sessions for all.

use crate::engine::EvaluationId;
use crate::protocol::LogLevel;
use crate::report::{EvaluationReport, Restored};
use crate::server::actions::Turn;
use crate::server::clients::{Clients, ReplyTo};
use crate::server::notifications::logging::Entry;

const EVALUATION: &str = "evaluation";
const IMAGE: &str = "image";
const SESSION: &str = "session";

impl Clients {
    pub(in crate::server) fn log_begun(
        &mut self,
        id: EvaluationId,
        session: &str,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) {
        let entry = Entry {
            level: LogLevel::Debug,
            logger: EVALUATION,
            data: &|data| {
                data.member("message", &"The evaluation begins.");
                data.member("session", &session);
                data.member("evaluation", &id);
            },
        };
        self.log(reply, &entry, turn);
    }

    /// The warnings of an evaluation, and how it ended.
    pub(in crate::server) fn log_ended(
        &mut self,
        report: &EvaluationReport,
        session: &str,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) {
        for warning in &report.warnings {
            let entry = Entry {
                level: LogLevel::Warning,
                logger: EVALUATION,
                data: &|data| {
                    data.member("message", &warning.message);
                    data.member("session", &session);
                    data.member("type", &warning.type_name);
                    data.member("package", &warning.package);
                    data.member("position", &warning.position);
                },
            };
            self.log(reply, &entry, turn);
        }
        let entry = Entry {
            // What ended as it should is in the answer, and is no news.
            level: if report.error.is_some() { LogLevel::Info } else { LogLevel::Debug },
            logger: EVALUATION,
            data: &|data| {
                data.member("message", &"The evaluation has ended.");
                data.member("session", &session);
                data.member("status", &report.status);
                if let Some(error) = &report.error {
                    data.member("error", &error.type_name);
                }
            },
        };
        self.log(reply, &entry, turn);
    }

    /// Logs that a session has lost its image. The request that `reply` answers, if any, may be the cause.
    pub(in crate::server) fn log_lost(
        &mut self,
        session: &str,
        reason: &str,
        reply: Option<&ReplyTo>,
        turn: &mut Turn,
    ) {
        self.announce_session(
            LogLevel::Error,
            IMAGE,
            "The session has lost its Lisp.",
            session,
            Some(reason),
            reply,
            turn,
        );
    }

    /// Logs the restored definitions of a session.
    pub(in crate::server) fn log_restored(
        &mut self,
        session: &str,
        restored: &Restored,
        reply: Option<&ReplyTo>,
        turn: &mut Turn,
    ) {
        let level = if restored.failed.is_empty() { LogLevel::Notice } else { LogLevel::Warning };
        let entry = Entry {
            level,
            logger: IMAGE,
            data: &|data| {
                data.member("message", &"The session was given its definitions back.");
                data.member("session", &session);
                data.member("reason", &restored.reason);
                data.member("count", &restored.count);
                data.member("failed", &restored.failed);
                data.member("notKept", &restored.not_kept);
            },
        };
        self.announce(reply, &entry, turn);
    }

    /// Logs that a session was made, reset or closed.
    pub(in crate::server) fn log_session(
        &mut self,
        message: &'static str,
        session: &str,
        reply: &ReplyTo,
        turn: &mut Turn,
    ) {
        self.announce_session(LogLevel::Notice, SESSION, message, session, None, Some(reply), turn);
    }

    #[expect(clippy::too_many_arguments, reason = "all of them are said")]
    fn announce_session(
        &mut self,
        level: LogLevel,
        logger: &'static str,
        message: &'static str,
        session: &str,
        reason: Option<&str>,
        reply: Option<&ReplyTo>,
        turn: &mut Turn,
    ) {
        let entry = Entry {
            level,
            logger,
            data: &|data| {
                data.member("message", &message);
                data.member("session", &session);
                if let Some(reason) = &reason {
                    data.member("reason", reason);
                }
            },
        };
        self.announce(reply, &entry, turn);
    }
}
