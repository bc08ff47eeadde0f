//! Resources: a usage guide, and what each session has defined, evaluated and last failed with.
//!
//! Nothing is rendered before somebody reads it. What a session has is at hand in Rust; only what a symbol or a package is has to
//! be asked of its image.

mod definitions;
#[cfg(feature = "fixtures")]
mod fixtures;
mod list;
mod source;
mod templates;
mod text;
mod uri;

pub use definitions::{Named, named, named_any, split};
pub use list::{PAGE, list};
pub(crate) use source::in_package;
pub use templates::{Template, templates};
pub use text::read;
pub use uri::{FIXED_PARTS, GUIDE, Part, Place, canonical, canonical_uri, uri};

/// A resource as it is listed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resource {
    /// Its address.
    pub uri: String,
    /// For a person and for a program to tell it by.
    pub name: String,
    /// For a person.
    pub title: String,
    /// What it is.
    pub description: String,
    /// The type of its content.
    pub mime_type: &'static str,
    /// How many bytes it has, where that is known without rendering it.
    pub size: Option<u32>,
    /// Whether a person may want to read it, and not a model alone.
    pub is_for_people: bool,
    /// From 0 to 1.
    pub priority: f64,
    /// When its content became what it is, in milliseconds since 1970.
    pub modified_ms: Option<u64>,
}

/// What a resource holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Text.
    Text(String),
    /// Bytes, in base64.
    Blob(&'static str),
}

/// A resource's content as it is read or embedded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The resource's address.
    pub uri: String,
    /// The type of what it holds.
    pub mime_type: &'static str,
    /// What it holds.
    pub body: Body,
}

impl Content {
    /// Text at an address.
    #[must_use]
    pub fn text(uri: String, mime_type: &'static str, text: String) -> Self {
        Self { uri, mime_type, body: Body::Text(text) }
    }
}

/// A resource that does not change while the server lives.
#[derive(Debug)]
pub struct Fixed {
    /// Its address.
    pub uri: &'static str,
    /// For a person and for a program to tell it by.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// What it is.
    pub description: &'static str,
    /// The type of its content.
    pub mime_type: &'static str,
    /// From 0 to 1.
    pub priority: f64,
    /// What it holds.
    pub read: fn() -> Body,
}

impl Fixed {
    /// What it holds, at its address.
    #[must_use]
    pub fn content(&self) -> Content {
        Content { uri: self.uri.to_owned(), mime_type: self.mime_type, body: (self.read)() }
    }
}

const GUIDE_TEXT: &str = include_str!("guide.md");

static GUIDE_RESOURCE: Fixed = Fixed {
    uri: GUIDE,
    name: "guide",
    title: "How to use this Lisp",
    description: "What an agent has to know to work with this Common Lisp: sessions, errors and restarts, limits, resources, and \
what differs from SBCL.",
    mime_type: MARKDOWN,
    priority: 0.9,
    read: || Body::Text(GUIDE_TEXT.to_owned()),
};

/// Resources that do not change, in the order in which they are listed.
#[cfg(not(feature = "fixtures"))]
pub fn fixed() -> impl Iterator<Item = &'static Fixed> {
    std::iter::once(&GUIDE_RESOURCE)
}

/// Resources that do not change, and those of the tests.
#[cfg(feature = "fixtures")]
pub fn fixed() -> impl Iterator<Item = &'static Fixed> {
    std::iter::once(&GUIDE_RESOURCE).chain(&fixtures::FIXED)
}

/// What is at an address whose content does not change.
#[must_use]
pub fn unchanging(uri: &str) -> Option<Content> {
    let fixed = fixed().find(|fixed| fixed.uri == uri).map(Fixed::content);
    fixed.or_else(|| templates().find_map(|template| template.read?(uri)))
}

/// Whether it is told when what is at an address changes, be there something or not yet: so for all but what only the image
/// knows.
#[must_use]
pub fn is_told_of(uri: &str) -> bool {
    match Place::parse(uri) {
        Some(Place { part, .. }) => !matches!(part, Part::Symbol(_) | Part::Package(_)),
        None => unchanging(uri).is_some(),
    }
}

pub(crate) const MARKDOWN: &str = "text/markdown";
pub(crate) const LISP: &str = "text/x-common-lisp";
pub(crate) const PLAIN: &str = "text/plain";
pub(crate) const JSON: &str = "application/json";

impl Part {
    /// The type of its content.
    #[must_use]
    pub fn mime_type(&self) -> &'static str {
        match self {
            Self::Journal | Self::Definition(..) => LISP,
            Self::LastErrorData => JSON,
            Self::Transcript | Self::LastError | Self::Symbol(_) | Self::Package(_) => PLAIN,
        }
    }
}
