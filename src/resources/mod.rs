//! Resources: a usage guide, and what each session has defined, evaluated and last failed with.
//!
//! Nothing is rendered before somebody reads it. What a session has is at hand in Rust; only what a symbol or
//! a package is has to be asked of its image.

mod completes;
mod definitions;
mod failure;
#[cfg(feature = "fixtures")]
mod fixtures;
mod list;
mod source;
mod templates;
mod text;
mod uri;

pub use completes::Completes;
pub use definitions::{Named, definition_places, definitions, named, named_any};
pub use failure::failure;
pub use list::{PAGE, list};
pub(crate) use source::in_package;
pub use templates::{Template, templates};
pub use text::read;
pub use uri::{FIXED_PARTS, GUIDE, Part, Place, canonical, canonical_uri, uri};

use crate::engine::Mime;
use crate::protocol::{Body, Content};
use crate::tools::{GUIDE_NAME, GUIDE_TEXT, SCHEMAS_NAME};

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
    /// How many bytes it has, where that is known.
    pub size: Option<usize>,
    /// What it holds; none where the file of words has it, by the resource's name.
    pub read: Option<fn() -> Body>,
}

static GUIDE_RESOURCE: Fixed = Fixed {
    uri: GUIDE,
    name: GUIDE_NAME,
    title: "How to use this Lisp",
    description: "What an agent has to know to work with this Common Lisp: sessions, errors and restarts, limits, resources, and \
what differs from SBCL.",
    mime_type: MARKDOWN,
    priority: 0.9,
    size: Some(GUIDE_TEXT.len()),
    read: None,
};

const SCHEMAS: &str = "lisp://schemas/results";

static SCHEMAS_RESOURCE: Fixed = Fixed {
    uri: SCHEMAS,
    name: SCHEMAS_NAME,
    title: "Schemas of the tools' results",
    description: "JSON Schemas of each tool's structured content, brief and full, under $defs by the tool's name.",
    mime_type: "application/schema+json",
    priority: 0.2,
    size: None,
    read: None,
};

static OWN: [&Fixed; 2] = [&GUIDE_RESOURCE, &SCHEMAS_RESOURCE];

/// Resources that do not change, in the order in which they are listed.
#[cfg(not(feature = "fixtures"))]
pub fn fixed() -> impl Iterator<Item = &'static Fixed> {
    OWN.into_iter()
}

/// Resources that do not change, and those of the tests.
#[cfg(feature = "fixtures")]
pub fn fixed() -> impl Iterator<Item = &'static Fixed> {
    OWN.into_iter().chain(&fixtures::FIXED)
}

fn fixed_at(uri: &str) -> Option<&'static Fixed> {
    fixed().find(|fixed| fixed.uri == uri)
}

/// The resource at an address whose content the file of words has.
#[must_use]
pub fn in_words(uri: &str) -> Option<&'static Fixed> {
    fixed_at(uri).filter(|fixed| fixed.read.is_none())
}

/// What is at an address whose content does not change, and is at hand.
#[must_use]
pub fn unchanging(uri: &str) -> Option<Content> {
    let fixed = fixed_at(uri).and_then(|fixed| {
        let body = (fixed.read?)();
        Some(Content { uri: uri.to_owned(), mime_type: fixed.mime_type, body })
    });
    fixed.or_else(|| templates().find_map(|template| template.read?(uri)))
}

/// Whether it is told when what is at an address changes, be there something or not yet: so for all but what
/// only the image knows, pictures, whose link comes with each, and older parts of a transcript, which only
/// ever lose what is oldest.
#[must_use]
pub fn is_told_of(uri: &str) -> bool {
    match Place::parse(uri) {
        Some(Place { part, .. }) => {
            !matches!(part, Part::TranscriptUpTo(_) | Part::Picture(_) | Part::Symbol(_) | Part::Package(_))
        }
        None => in_words(uri).is_some() || unchanging(uri).is_some(),
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
            Self::Picture(_) => Mime::Svg.name(),
            Self::Transcript
            | Self::TranscriptUpTo(_)
            | Self::Output
            | Self::LastError
            | Self::Symbol(_)
            | Self::Package(_) => PLAIN,
        }
    }
}
