//! Definitions as Lisp source text that can be loaded.

use crate::session::{Entry, FIRST_PACKAGE};

/// Lisp text that is being put together.
#[derive(Debug, Default)]
pub(super) struct Source {
    pub(super) text: String,
    package: Option<String>,
}

impl Source {
    /// Adds a form, after one that makes its package the current one if it is not.
    pub(super) fn add(&mut self, entry: &Entry) {
        self.enter(&entry.definition.package);
        self.separate();
        if !entry.restarts.is_empty() {
            self.text.push_str(";; Evaluated with the argument restarts: an error in it was answered by ");
            let mut separator = "";
            for choice in &entry.restarts {
                self.text.push_str(separator);
                separator = ", ";
                self.text.push_str(&choice.restart);
            }
            self.text.push_str(".\n");
        }
        self.text.push_str(&entry.definition.code);
        self.text.push('\n');
    }

    /// Makes a package the current one of what follows.
    pub(super) fn enter(&mut self, package: &str) {
        if self.package.as_deref().unwrap_or(FIRST_PACKAGE) != package {
            self.separate();
            self.text.push_str(&in_package(package));
            self.text.push('\n');
            self.package = Some(package.to_owned());
        }
    }

    fn separate(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }
}

/// The form that makes a package the current one.
pub(crate) fn in_package(name: &str) -> String {
    let mut code = "(common-lisp:in-package \"".to_owned();
    for character in name.chars() {
        if matches!(character, '"' | '\\') {
            code.push('\\');
        }
        code.push(character);
    }
    code.push_str("\")");
    code
}
