//! The content that results carry: of a tool, of a resource, of a prompt.

use serde::Serialize;

use crate::data::{Raw, Text};

/// A tool call's result.
#[derive(Debug)]
pub struct ToolAnswer {
    /// Stands alone.
    pub text: Text,
    /// The same facts as data, without the text; absent when the call was wrong in itself.
    pub data: Option<Raw>,
    /// Whether the tool failed.
    pub is_error: bool,
    /// Beside the text.
    pub images: Vec<Image>,
}

/// An image that a tool returns: a PNG, or a text of SVG, of which the host makes one for clients that do not
/// draw themselves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Image {
    /// The PNG in base64, once there is one.
    pub png: Option<String>,
    /// The text of the SVG, if it is one.
    pub svg: Option<Text>,
    /// What it shows, in words.
    pub title: String,
    /// Where the SVG can be read.
    pub uri: String,
}

impl ToolAnswer {
    /// An answer in words and as data.
    #[must_use]
    pub fn new<T: Serialize>(text: impl Into<Text>, data: &T, is_error: bool) -> Self {
        Self { text: text.into(), data: Some(Raw::of(data)), is_error, images: Vec::new() }
    }

    /// The same with images.
    #[must_use]
    pub fn with_images(self, images: Vec<Image>) -> Self {
        Self { images, ..self }
    }

    /// An answer that says only what went wrong.
    #[must_use]
    pub fn failure(text: String) -> Self {
        Self { text: text.into(), data: None, is_error: true, images: Vec::new() }
    }
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

/// A message of a prompt. All are the user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Words.
    Text(String),
    /// The content of a resource.
    Resource(Content),
    /// A PNG image in base64.
    #[cfg(feature = "fixtures")]
    Image(&'static str),
}
