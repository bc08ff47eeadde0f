//! The entries of the protocol's lists, as each room that has some describes its own.

use crate::data::Written;

/// A tool as it is listed.
#[derive(Debug)]
pub struct ListedTool {
    /// By which it is called.
    pub name: &'static str,
    /// For a person to read.
    pub title: Written,
    /// For a model that has never seen it.
    pub description: Written,
    /// JSON Schema 2020-12 of the arguments.
    pub input_schema: Written,
    /// JSON Schema 2020-12 of what all structured contents have in common; none where there is no such
    /// content, or it is not known.
    pub output_schema: Option<Written>,
    /// What a client may assume about a call.
    pub annotations: Annotations,
}

/// Hints for a client that decides what to ask its user.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol defines four hints")]
pub struct Annotations {
    /// A call changes nothing.
    pub read_only_hint: bool,
    /// A call may destroy something.
    pub destructive_hint: bool,
    /// The same call once more has no further effect.
    pub idempotent_hint: bool,
    /// A call may reach what lies outside of the server.
    pub open_world_hint: bool,
}

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
    /// When its content became what it is, as ISO 8601 writes it.
    pub modified: Option<String>,
}

/// A family of resources as it is listed.
#[derive(Debug)]
pub struct ListedTemplate {
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
}

/// A prompt as it is listed.
#[derive(Debug)]
pub struct ListedPrompt {
    /// By which it is got.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// For a person.
    pub description: &'static str,
    /// What it takes.
    pub arguments: Vec<ListedArgument>,
}

/// An argument of a prompt as it is listed.
#[derive(Debug)]
pub struct ListedArgument {
    /// Its name.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// For a person.
    pub description: &'static str,
    /// Whether the prompt needs it.
    pub required: bool,
}
