//! Arguments of the tools that the image carries out: tables that are read by one function, and from which
//! their schemas are generated.

use super::development::evaluate;
use super::{ArgumentError, Arguments, Step, Tool, Work, arguments};
use crate::data::{Members, Object, Text, Written};
use crate::engine::{Look, ToolCall};
use crate::session::Session;

/// One argument of a tool.
#[derive(Debug)]
pub struct Parameter {
    /// Its name. The argument `code` is the text that the image reads, `package` the one that it is read in.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// Whether a call without it is refused.
    pub is_required: bool,
    /// For a model; WebAssembly does not have it.
    pub about: &'static str,
}

/// What an argument may be.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A text, and what it is said to be where it is missing.
    Text(&'static str),
    /// True or false.
    Flag,
    /// An integer from one to another.
    Integer(u32, u32),
    /// One of some words.
    Choice(&'static [&'static str]),
}

impl Parameter {
    /// An argument that a call needs.
    pub(super) const fn required(name: &'static str, kind: Kind, about: &'static str) -> Self {
        Self { is_required: true, ..Self::optional(name, kind, about) }
    }

    /// An argument that may be left out.
    pub(super) const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Self {
        let about = if cfg!(target_arch = "wasm32") { "" } else { about };
        Self { name, kind, is_required: false, about }
    }

    fn read(&self, arguments: &mut Arguments) -> Result<Option<Written>, ArgumentError> {
        let name = self.name;
        Ok(match self.kind {
            Kind::Text(what) if self.is_required => Some(arguments.text(name, what)?.into()),
            Kind::Text(_) => arguments.optional_text(name)?.map(Written::from),
            Kind::Flag => arguments.optional_flag(name)?.map(Written::from),
            Kind::Integer(least, most) => {
                arguments.optional_integer(name, least, most)?.map(|number| Written::Value(number.into()))
            }
            Kind::Choice(words) => match arguments.optional_string(name)? {
                Some(word) if words.contains(&word.as_str()) => Some(word.into()),
                Some(word) => {
                    let expected = format!("one of {}", arguments::listed(words));
                    return Err(arguments::wrong(name, &expected, &word.into()));
                }
                None => None,
            },
        })
    }
}

/// Begins a call of a tool that the image carries out.
///
/// # Errors
/// If the arguments are wrong.
pub fn in_image(tool: &Tool, mut arguments: Arguments, session: &Session) -> Result<Step, ArgumentError> {
    let Work::InImage(parameters) = tool.work else { return Err(String::new()) };
    let mut code = Text::default();
    let mut package = None;
    let mut others = Object::default();
    for parameter in parameters {
        let Some(value) = parameter.read(&mut arguments)? else { continue };
        match parameter.name {
            "code" => code = value.text().unwrap_or_default(),
            "package" => package = value.text().map(|package| package.to_string()),
            name => others.data(name, value),
        }
    }
    arguments.finish()?;
    let written = Written::Object(others).value().json();
    let call = ToolCall { tool: tool.name.to_owned(), arguments: written };
    // Nobody expects that a question is asked.
    Ok(evaluate(code, package, Some(Text::default()), Some(Look::Tool(call)), session))
}
