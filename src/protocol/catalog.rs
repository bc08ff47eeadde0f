//! Results of the methods about resources, prompts and completion.

use super::results::{Keeps, cache_fields, modern_fields};
use super::{
    Body, Content, Era, LegacyVersion, ListedPrompt, ListedTemplate, Message, Page, Resource, unknown_cursor,
};
use crate::data::{Object, Written, object};
use crate::jsonrpc::{ErrorObject, INVALID_PARAMS, Outcome};

/// Legacy: there is no resource at an address.
pub const RESOURCE_NOT_FOUND: i32 = -32002;

/// The error for an address where there is nothing.
#[must_use]
pub fn resource_not_found(era: Era, uri: &str) -> ErrorObject {
    let code = if era == Era::Modern { INVALID_PARAMS } else { RESOURCE_NOT_FOUND };
    let mut message = "Resource not found: ".to_owned();
    message.push_str(uri);
    ErrorObject { code, message, data: Some(object([("uri", uri.to_owned().into())])) }
}

/// The result of `resources/list`.
#[must_use]
pub fn resources_list(era: Era, page: &Page<Resource>) -> Written {
    Written::object(|result| {
        result.data("resources", listed_all(page.entries.iter(), |one, out| resource(one, era, out)));
        result.optional("nextCursor", page.next.as_ref());
        cache_fields(result, era, Keeps::Nothing);
        modern_fields(result, era);
    })
}

/// The result of `resources/templates/list`.
///
/// # Errors
/// For any cursor: all templates fit on one page.
pub fn templates_list(
    era: Era,
    cursor: Option<&str>,
    templates: impl Iterator<Item = ListedTemplate>,
) -> Outcome {
    if cursor.is_some() {
        return Err(unknown_cursor("templates"));
    }
    Ok(Written::object(|result| {
        result.data("resourceTemplates", listed_all(templates, |one, out| template(&one, era, out)));
        cache_fields(result, era, Keeps::Long);
        modern_fields(result, era);
    }))
}

/// The result of `resources/read`. What does not change may be kept.
#[must_use]
pub fn read_result(era: Era, content: &Content, keeps: Keeps) -> Written {
    Written::object(|result| {
        result.data("contents", listed_all(std::iter::once(content), contents));
        cache_fields(result, era, keeps);
        modern_fields(result, era);
    })
}

/// The result of `prompts/list`.
///
/// # Errors
/// For any cursor: all prompts fit on one page.
pub fn prompts_list(era: Era, cursor: Option<&str>, prompts: impl Iterator<Item = ListedPrompt>) -> Outcome {
    if cursor.is_some() {
        return Err(unknown_cursor("prompts"));
    }
    Ok(Written::object(|result| {
        result.data("prompts", listed_all(prompts, |one, out| listed_prompt(&one, era, out)));
        cache_fields(result, era, Keeps::Long);
        modern_fields(result, era);
    }))
}

/// The result of `prompts/get`.
#[must_use]
pub fn prompt_result(era: Era, description: &str, messages: &[Message]) -> Written {
    Written::object(|result| {
        result.member("description", description);
        result.data("messages", listed_all(messages.iter(), message));
        modern_fields(result, era);
    })
}

/// How many values a completion has, at most; the protocol says so.
pub const MAX_COMPLETIONS: usize = 100;

/// The result of `completion/complete`: the best values, and how many there are in all.
#[must_use]
pub fn completion_result(era: Era, values: &[String], total: u32) -> Written {
    let values = values.get(..MAX_COMPLETIONS).unwrap_or(values);
    let shown = u32::try_from(values.len()).unwrap_or(u32::MAX);
    Written::object(|result| {
        result.object("completion", |completion| {
            completion.member("values", values);
            completion.member("total", &total.max(shown));
            completion.member("hasMore", &(total > shown));
        });
        modern_fields(result, era);
    })
}

fn listed_all<T>(items: impl Iterator<Item = T>, write: impl Fn(T, &mut Object)) -> Vec<Written> {
    let mut list = Vec::new();
    for item in items {
        list.push(Written::object(|object| write(item, object)));
    }
    list
}

fn resource(resource: &Resource, era: Era, object: &mut Object) {
    object.member("uri", &resource.uri);
    named(&resource.name, &resource.title, &resource.description, era, object);
    object.member("mimeType", &resource.mime_type);
    object.optional("size", resource.size.as_ref());
    annotations(resource.is_for_people, resource.priority, resource.modified.as_ref(), era, object);
}

fn template(template: &ListedTemplate, era: Era, object: &mut Object) {
    object.member("uriTemplate", &template.uri_template);
    named(template.name, template.title, template.description, era, object);
    object.member("mimeType", &template.mime_type);
    annotations(true, 0.5, None, era, object);
}

fn named(name: &str, title: &str, description: &str, era: Era, object: &mut Object) {
    object.member("name", &name);
    if era.has_titles() {
        object.member("title", &title);
    }
    object.member("description", description);
}

fn annotations(is_for_people: bool, priority: f64, modified: Option<&String>, era: Era, object: &mut Object) {
    object.object("annotations", |annotations| {
        let audience: &[&str] = if is_for_people { &["user", "assistant"] } else { &["assistant"] };
        annotations.member("audience", audience);
        annotations.member("priority", &priority);
        // Known since the version that has titles.
        if let Some(modified) = modified.filter(|_| era.has_titles()) {
            annotations.member("lastModified", modified);
        }
    });
}

fn contents(content: &Content, object: &mut Object) {
    object.member("uri", &content.uri);
    object.member("mimeType", &content.mime_type);
    match &content.body {
        Body::Text(text) => object.member("text", text),
        Body::Blob(blob) => object.member("blob", blob),
    }
}

fn listed_prompt(prompt: &ListedPrompt, era: Era, object: &mut Object) {
    named(prompt.name, prompt.title, prompt.description, era, object);
    object.data(
        "arguments",
        listed_all(prompt.arguments.iter(), |argument, object| {
            named(argument.name, argument.title, argument.description, era, object);
            object.member("required", &argument.required);
        }),
    );
}

fn message(message: &Message, object: &mut Object) {
    object.member("role", &"user");
    object.object("content", |content| match message {
        Message::Text(text) => {
            content.member("type", &"text");
            content.member("text", text);
        }
        #[cfg(feature = "fixtures")]
        Message::Image(data) => {
            content.member("type", &"image");
            content.member("mimeType", &"image/png");
            content.member("data", data);
        }
        Message::Resource(resource) => {
            content.member("type", &"resource");
            content.object("resource", |object| contents(resource, object));
        }
    });
}

impl Era {
    /// Whether listed things have titles, and annotations a time.
    fn has_titles(self) -> bool {
        self.is_since(LegacyVersion::V2025_06_18)
    }
}
