//! Tools that evaluate one form, which is put together from their arguments.

use super::development::evaluate;
use super::{ArgumentError, Arguments, Step};
use crate::session::Session;

/// What an argument adds to the form.
pub(super) struct Part {
    /// The argument's name.
    pub name: &'static str,
    /// What it can be.
    pub kind: Kind,
    /// What stands before it in the form.
    pub before: &'static str,
    /// What stands in the form where it is left out.
    pub otherwise: &'static str,
}

/// What an argument can be that is a part of a form.
pub(super) enum Kind {
    /// A text, which is needed: what it is.
    Needed(&'static str),
    /// A text.
    Text,
    /// An integer between these.
    Integer(u32, u32),
    /// Texts, in a list.
    Texts,
}

/// The evaluation of the form that begins with `operator`, in the package that the arguments name.
///
/// # Errors
/// If an argument is wrong.
#[inline(never)]
pub(super) fn called(
    operator: &str,
    parts: &[Part],
    arguments: &mut Arguments,
    session: &Session,
) -> Result<Step, ArgumentError> {
    let mut code = operator.to_owned();
    for Part { name, kind, before, otherwise } in parts {
        let text = match kind {
            Kind::Needed(what) => Some(arguments.string(name, what)?),
            Kind::Text => arguments.optional_string(name)?,
            Kind::Integer(least, most) => {
                arguments.optional_integer(name, *least, *most)?.map(|number| number.to_string())
            }
            Kind::Texts => arguments.optional_strings(name)?.map(|texts| {
                let mut list = "(".to_owned();
                for text in texts {
                    list.push_str(&text);
                    list.push('\n');
                }
                list.push(')');
                list
            }),
        };
        code.push_str(text.as_ref().map_or(otherwise, |_| before));
        if let Some(text) = text {
            code.push_str(&text);
            // It may end in a comment.
            code.push('\n');
        }
    }
    code.push(')');
    Ok(evaluate(code.into(), arguments.optional_string("package")?, None, None, session))
}
