//! Reading what an image says. Its code may be the program's, so that it may be anything.

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{Asking, Booting, Completed, Died, Event, Forms, Found, LaidOut, NeedsInput, Output, Ready};
use crate::data::{Raw, count, milliseconds};

/// What an image said that is no event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEvent {
    /// The name of the member that is missing or wrong; empty if it is no event at all.
    pub member: &'static str,
}

impl Event {
    /// Reads an event, and cuts what is longer than it may be. Members that are not known are ignored.
    ///
    /// # Errors
    /// If it is no event.
    pub fn read(raw: &Raw) -> Result<Self, BadEvent> {
        if !raw.is_object() {
            return Err(BadEvent { member: "" });
        }
        // Member by member, so that the one that is wrong has a name.
        let kind: String = member(raw, "kind")?;
        let mut event = match kind.as_str() {
            "booting" => Self::Booting(Booting {
                step: member(raw, "step")?,
                done: number(raw, "done")?,
                total: number(raw, "total")?,
            }),
            "ready" => Self::Ready(Ready {
                lisp: member(raw, "lisp")?,
                version: member(raw, "version")?,
                boot_ms: member::<Milliseconds>(raw, "bootMs")?.0,
            }),
            "output" => Self::Output(Output {
                id: member(raw, "id")?,
                stream: member(raw, "stream")?,
                text: member(raw, "text")?,
            }),
            "forms" => Self::Forms(Forms {
                id: member(raw, "id")?,
                done: number(raw, "done")?,
                form: number(raw, "form")?,
                position: member(raw, "position")?,
                file: member(raw, "file")?,
                results: list(raw, "results")?,
            }),
            "asking" => Self::Asking(Box::new(Asking {
                id: member(raw, "id")?,
                question: member(raw, "question")?,
                condition: member(raw, "condition")?,
                definitions: list(raw, "definitions")?,
                warnings: list(raw, "warnings")?,
                package: member(raw, "package")?,
            })),
            "needs-input" => Self::NeedsInput(NeedsInput {
                id: member(raw, "id")?,
                question: member(raw, "question")?,
                prompt: member(raw, "prompt")?,
                definitions: list(raw, "definitions")?,
                package: member(raw, "package")?,
            }),
            "completed" => Self::Completed(Box::new(Completed {
                id: member(raw, "id")?,
                outcome: member(raw, "outcome")?,
            })),
            "found" => Self::Found(Found {
                id: member(raw, "id")?,
                texts: member(raw, "texts")?,
                total: number(raw, "total")?,
                report: member(raw, "report")?,
            }),
            "laid-out" => Self::LaidOut(LaidOut {
                id: member(raw, "id")?,
                columns: member(raw, "columns")?,
                problems: member(raw, "problems")?,
                failure: member(raw, "failure")?,
            }),
            "died" => Self::Died(Died { reason: member(raw, "reason")? }),
            _ => return Err(BadEvent { member: "kind" }),
        };
        event.keep_to_bounds();
        Ok(event)
    }
}

fn member<T: DeserializeOwned>(raw: &Raw, name: &'static str) -> Result<T, BadEvent> {
    raw.get(name).unwrap_or_default().read().ok_or(BadEvent { member: name })
}

/// A list, which may be left out.
fn list<T: DeserializeOwned>(raw: &Raw, name: &'static str) -> Result<Vec<T>, BadEvent> {
    member::<Option<Vec<T>>>(raw, name).map(Option::unwrap_or_default)
}

fn number(raw: &Raw, name: &'static str) -> Result<u32, BadEvent> {
    member::<Count>(raw, name).map(|count| count.0)
}

#[derive(Deserialize)]
struct Count(#[serde(deserialize_with = "count")] u32);

#[derive(Deserialize)]
struct Milliseconds(#[serde(deserialize_with = "milliseconds")] f64);
