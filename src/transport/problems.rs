//! What goes wrong between a server and its clients that neither side would notice by itself.

use serde::Serialize;

use super::head::Source;
use crate::data::{Members, Value};

/// What is known to be wrong, never what might be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// A message came from an origin that is not admitted.
    RefusedOrigin,
    /// A request has the id of one that has no answer yet.
    RepeatedId,
    /// A client began while requests of one before it are open.
    SecondClient,
    /// Another server answers on the channel.
    SecondServer,
    /// The host of the app did not take it.
    AppRefused,
    /// No host of the app has answered.
    AppUnanswered,
}

impl Problem {
    fn explanation(self) -> &'static str {
        match self {
            Self::RefusedOrigin => {
                "its messages are dropped, because its origin is not admitted. If it should be, name it in the option \"origins\"."
            }
            Self::RepeatedId => {
                "a request has the id of one that has no answer yet. It is refused. If two clients share the line, each takes what the other is answered: give each one of its own."
            }
            Self::SecondClient => {
                "a client began while requests of one before it have no answer. If that one is still there, each takes what the other is answered: give each a line of its own."
            }
            Self::SecondServer => {
                "another server answers there, too, and clients take what comes first. Give each server a channel of its own."
            }
            Self::AppRefused => "the app's host has refused ui/initialize.",
            Self::AppUnanswered => "no host has answered ui/initialize. Is the page shown by one?",
        }
    }

    fn bit(self) -> u8 {
        1 << (self as u8)
    }
}

/// Something that is wrong between the server and its clients, and that neither of them would notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct BindingProblem {
    /// What is wrong.
    pub kind: Problem,
    /// Where the client is, as seen from this page.
    pub window: Source,
    /// The channel of its envelopes; `null` where there are none.
    pub channel: Option<String>,
    /// The origin of the message that showed it; `""` where none did.
    pub origin: String,
    /// All of that as a sentence.
    pub message: String,
}

/// The problems of a line that were already reported. Each is reported once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Told(u8);

impl Told {
    /// The report on a problem, the first time.
    pub(super) fn news(
        &mut self,
        problem: Problem,
        from: Source,
        channel: Option<&str>,
        origin: &str,
    ) -> Option<BindingProblem> {
        if self.0 & problem.bit() != 0 {
            return None;
        }
        self.0 |= problem.bit();
        let mut message = String::from("jscl-mcp: ");
        if let Some(channel) = channel {
            message.push_str("channel ");
            message.push_str(&Value::from(channel).json());
        } else {
            message.push_str("window.");
            message.push_str(from.name());
        }
        if problem == Problem::RefusedOrigin {
            message.push_str(", ");
            message.push_str(origin);
        }
        message.push_str(": ");
        message.push_str(problem.explanation());
        Some(BindingProblem {
            kind: problem,
            window: from,
            channel: channel.map(str::to_owned),
            origin: origin.to_owned(),
            message,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_problem_is_told_once() {
        let mut told = Told::default();
        let mut tell = |problem| told.news(problem, Source::Own, Some("a"), "https://a.example");
        for problem in [
            Problem::RefusedOrigin,
            Problem::RepeatedId,
            Problem::SecondClient,
            Problem::SecondServer,
            Problem::AppRefused,
            Problem::AppUnanswered,
        ] {
            let report = tell(problem).unwrap();
            assert_eq!(report.channel.as_deref(), Some("a"));
            assert!(report.message.starts_with("jscl-mcp: channel \"a\""));
            assert!(tell(problem).is_none());
        }
    }
}
