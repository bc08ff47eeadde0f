//! What a session got back after its image was replaced: as data, and in words.

use serde::Serialize;

use super::text::push_line;
use super::visible::push_one_line;
use crate::cut::cut;
use crate::limits::{MAX_BYTES, MAX_DEFINITIONS};

/// How many of the definitions that were not restored a text names.
const NAMED: usize = 20;

/// How many things that one form defined a text names.
const NAMES: usize = 3;

/// How many characters of a reason are kept.
const REASON_CHARS: usize = 200;

/// What a session got back after its image was replaced.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Restored {
    /// Why the image was replaced.
    pub reason: String,
    /// How many forms of the session that defined something were evaluated again.
    pub count: u32,
    /// Those that could not be.
    pub failed: Vec<Unrestored>,
    /// How many others there had been no room for.
    pub not_kept: u32,
    /// Whether it is told with a request that has nothing to do with it.
    #[serde(skip)]
    pub is_news: bool,
}

/// A form whose definitions could not be restored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Unrestored {
    /// What it had defined, each as a kind and a name.
    pub names: Vec<String>,
    /// Why, for a person to read.
    pub reason: String,
}

impl Restored {
    /// Takes note of a form that could not be evaluated again.
    pub fn fail(&mut self, names: Vec<String>, reason: &str) {
        let line = reason.split('\n').next().unwrap_or_default();
        self.failed.push(Unrestored { names, reason: cut(line.trim_end_matches('.'), REASON_CHARS) });
    }

    /// What became of the session, in sentences.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = "The Lisp ".to_owned();
        if self.is_news {
            text.push_str("of this session was replaced by a fresh one: ");
            push_one_line(&mut text, &self.reason);
            text.push('.');
        } else {
            text.push_str("was replaced by a fresh one.");
        }
        if self.count == 0 && self.failed.is_empty() && self.not_kept == 0 {
            text.push_str(" The session had no definitions to restore; its data is gone.");
            return text;
        }
        text.push(' ');
        text.push_str(&self.count.to_string());
        text.push_str(if self.count == 1 {
            " definition of the session was"
        } else {
            " definitions of the session were"
        });
        text.push_str(
            " restored: variables have the values that their definitions give them, and data made since is gone.",
        );
        if !self.failed.is_empty() {
            push_line(&mut text, "Not restored:");
        }
        for failure in self.failed.iter().take(NAMED) {
            push_line(&mut text, "  ");
            push_names(&failure.names, &mut text);
            text.push_str(" (");
            push_one_line(&mut text, &failure.reason);
            text.push(')');
        }
        push_more(&mut text, "\n  ", self.failed.len().saturating_sub(NAMED));
        if self.not_kept > 0 {
            text.push('\n');
            text.push_str(&self.not_kept.to_string());
            text.push_str(" more had not been kept, for lack of room.");
        }
        text
    }
}

/// What is said of definitions that there is no room for.
#[must_use]
pub(super) fn not_kept(names: &[String]) -> String {
    let mut text = "There is no room to keep ".to_owned();
    push_names(names, &mut text);
    text.push_str(
        ". It is defined, but not given back when this Lisp is lost, nor at another visit; what was kept of it before still is. \
         A session keeps ",
    );
    for (limit, what) in [(MAX_DEFINITIONS, " forms and "), (MAX_BYTES, " bytes of text")] {
        text.push_str(&u32::try_from(limit).unwrap_or(u32::MAX).to_string());
        text.push_str(what);
    }
    text.push_str("; reset-session empties it.");
    text
}

fn push_names(names: &[String], text: &mut String) {
    let mut separator = "";
    for name in names.iter().take(NAMES) {
        text.push_str(separator);
        push_one_line(text, name);
        separator = ", ";
    }
    push_more(text, ", ", names.len().saturating_sub(NAMES));
}

/// Says how many more there are, after a separator, if there are any.
fn push_more(text: &mut String, separator: &str, more: usize) {
    if let Some(more) = u32::try_from(more).ok().filter(|more| *more > 0) {
        text.push_str(separator);
        text.push_str("… ");
        text.push_str(&more.to_string());
        text.push_str(" more");
    }
}
