//! The definitions of a session as a host keeps them: JSON in storage or in a file, which may be older than
//! this server.

use serde::{Deserialize, Serialize};

use super::{Definition, RestartChoice};
use crate::data::{Raw, or_default};

/// The definitions of a session.
#[derive(Debug, Deserialize, Serialize)]
pub struct SavedForms {
    /// The session's current package.
    pub package: String,
    /// What was defined, the oldest first.
    pub forms: Vec<Definition>,
    /// The places of those during which the page has ended once when they were evaluated again.
    pub suspects: Vec<u32>,
    /// What was to be done about errors of some of them; none in records of before that was kept.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub restarts: Vec<SavedRestarts>,
}

/// What was to be done about errors of a form of a record.
#[derive(Debug, Deserialize, Serialize)]
pub struct SavedRestarts {
    /// The place of the form.
    pub place: u32,
    /// As it was told.
    pub choices: Vec<RestartChoice>,
}

impl SavedForms {
    /// Reads a record; none if it is no record.
    #[must_use]
    pub fn from_json(json: &str) -> Option<Self> {
        Raw::parse(json)?.read()
    }

    /// The record to keep.
    #[must_use]
    pub fn json(&self) -> String {
        Raw::of(self).json()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_old_record_says_nothing_of_what_was_made_undefined() {
        let record =
            r#"{"package":"P","forms":[{"code":"f","package":"P","names":["FUNCTION F"]}],"suspects":[]}"#;
        let saved = SavedForms::from_json(record).unwrap();
        assert_eq!(saved.forms[0].undefined, Vec::<String>::new());
        assert!(saved.restarts.is_empty());
    }
}
