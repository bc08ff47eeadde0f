//! Definitions as Lisp source text that can be loaded.

use crate::session::{Entry, FIRST_PACKAGE};

/// Lisp text that is being put together.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) text: String,
    /// How many bytes it has.
    pub(super) length: usize,
    /// Whether its length is all that is wanted: the sources of the names on a page may have one long form in
    /// common.
    is_measured: bool,
    package: Option<String>,
}

impl Source {
    /// Text of which only the length is wanted.
    pub(super) fn measured() -> Self {
        Self { is_measured: true, ..Self::default() }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.length = self.length.saturating_add(text.len());
        if !self.is_measured {
            self.text.push_str(text);
        }
    }

    /// Adds a form, after one that makes its package the current one if it is not.
    pub(super) fn add(&mut self, entry: &Entry) {
        self.enter(&entry.definition.package);
        self.separate();
        if !entry.restarts.is_empty() {
            self.push(";; Evaluated with the argument restarts: an error in it was answered by ");
            let mut separator = "";
            for choice in entry.restarts.iter() {
                self.push(separator);
                separator = ", ";
                self.push(&choice.restart);
            }
            self.push(".\n");
        }
        self.push(&entry.definition.code);
        self.push("\n");
    }

    /// Makes a package the current one of what follows.
    pub(super) fn enter(&mut self, package: &str) {
        if self.package.as_deref().unwrap_or(FIRST_PACKAGE) != package {
            self.enter_anew(package);
        }
    }

    /// The same after code that may have made any package the current one.
    pub(super) fn enter_anew(&mut self, package: &str) {
        self.separate();
        self.push(&in_package(package));
        self.push("\n");
        self.package = Some(package.to_owned());
    }

    fn separate(&mut self) {
        if self.length > 0 {
            self.push("\n");
        }
    }
}

/// The form that makes a package the current one.
pub(crate) fn in_package(name: &str) -> String {
    let mut code = "(common-lisp:in-package ".to_owned();
    push_string(&mut code, name);
    code.push(')');
    code
}

/// Writes a text as a string of Lisp.
pub(super) fn push_string(code: &mut String, text: &str) {
    code.push('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            code.push('\\');
        }
        code.push(character);
    }
    code.push('"');
}
