//! A report that is being written: long texts of a program's own become part of it without being read, where
//! nothing in them looks like something else.

use super::visible::push_lines;
use crate::data::Text;

/// UTF-16 units from which on a text is worth not reading.
const LONG: usize = 512;

/// A report that is being written.
#[derive(Default)]
pub(super) struct Page {
    done: Text,
    /// What comes after that.
    rest: String,
}

impl Page {
    /// Begins a section, after a blank line unless it is the first.
    pub(super) fn section(&mut self, text: &str) {
        if !self.is_empty() {
            self.rest.push_str("\n\n");
        }
        self.rest.push_str(text);
    }

    /// Begins a line within a section.
    pub(super) fn line(&mut self, text: &str) {
        self.rest.push('\n');
        self.rest.push_str(text);
    }

    /// Goes on with the line.
    pub(super) fn write(&mut self, text: &str) {
        self.rest.push_str(text);
    }

    /// Appends a text of a program's own, which may have several lines.
    pub(super) fn lines(&mut self, text: &Text) {
        if text.length() < LONG || !text.is_plain() {
            push_lines(&mut self.rest, &text.to_string());
        } else {
            self.done.push(&std::mem::take(&mut self.rest).into());
            self.done.push(text);
        }
    }

    pub(super) fn into_text(mut self) -> Text {
        if self.done.is_empty() {
            return self.rest.into();
        }
        self.done.push(&self.rest.into());
        self.done
    }

    fn is_empty(&self) -> bool {
        self.rest.is_empty() && self.done.is_empty()
    }
}
