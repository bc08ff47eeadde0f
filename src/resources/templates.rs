//! Templates of the addresses of resources, with what completes their variables.

use super::{Completes, LISP, PLAIN};
use crate::protocol::{Content, ListedTemplate};

/// A family of resources.
#[derive(Debug)]
pub struct Template {
    /// RFC 6570, level 1.
    pub uri_template: &'static str,
    /// For a person and for a program to tell it by.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// What its resources are.
    pub description: &'static str,
    /// The type of their content.
    pub mime_type: &'static str,
    /// Its variables, and what completes each.
    pub variables: &'static [(&'static str, Completes)],
    /// What is at an address of this family; not for those of sessions.
    pub read: Option<fn(&str) -> Option<Content>>,
}

impl Template {
    /// How it is listed.
    #[must_use]
    pub fn listed(&self) -> ListedTemplate {
        let Self { uri_template, name, title, description, mime_type, .. } = *self;
        ListedTemplate { uri_template, name, title, description, mime_type }
    }
}

const SESSION: (&str, Completes) = ("session", Completes::Session);
const NAME: (&str, Completes) = ("name", Completes::Definition);

static TEMPLATES: [Template; 5] = [
    Template {
        uri_template: "lisp://session/{session}/definition/{name}",
        name: "definition",
        title: "Source of a definition",
        description: "The source text of everything that a name was defined as in a session: function, class, methods, variable and \
so on. The name as Lisp writes it: average, own::area, (setf foo), |a b|.",
        mime_type: LISP,
        variables: &[SESSION, NAME],
        read: None,
    },
    Template {
        uri_template: "lisp://session/{session}/definition/{name}/{kind}",
        name: "definition-of-kind",
        title: "Source of a definition of one kind",
        description: "The source text of what a name was defined as in one sense: function, method, class, structure, variable, \
constant, type, setf, compiler-macro, symbol-macro, method-combination or package.",
        mime_type: LISP,
        variables: &[SESSION, NAME, ("kind", Completes::Kind)],
        read: None,
    },
    Template {
        uri_template: "lisp://session/{session}/symbol/{name}",
        name: "symbol",
        title: "Description of a symbol",
        description: "What any symbol of the Lisp names: lambda list, documentation, value, class. It is asked of the Lisp, so it \
waits while that evaluates.",
        mime_type: PLAIN,
        variables: &[SESSION, ("name", Completes::Symbol)],
        read: None,
    },
    Template {
        uri_template: "lisp://session/{session}/package/{name}",
        name: "package",
        title: "Description of a package",
        description: "Nicknames, used packages and exported symbols of a package, with lambda lists and documentation. It is asked \
of the Lisp, so it waits while that evaluates.",
        mime_type: PLAIN,
        variables: &[SESSION, ("name", Completes::Package)],
        read: None,
    },
    Template {
        uri_template: "lisp://session/{session}/transcript/{number}",
        name: "transcript-up-to",
        title: "Older part of a transcript",
        description: "What was evaluated up to an exchange, by its number from 1, and what was answered: as much of it as one answer \
has room for, and where the rest is.",
        mime_type: PLAIN,
        variables: &[SESSION, ("number", Completes::Nothing)],
        read: None,
    },
];

/// All templates, in the order in which they are listed.
#[cfg(not(feature = "fixtures"))]
pub fn templates() -> impl Iterator<Item = &'static Template> {
    TEMPLATES.iter()
}

/// All templates, and those of the tests.
#[cfg(feature = "fixtures")]
pub fn templates() -> impl Iterator<Item = &'static Template> {
    TEMPLATES.iter().chain(&super::fixtures::TEMPLATES)
}
