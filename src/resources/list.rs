//! The list of resources, page by page.

use super::definitions::{Named, named};
use super::text::size_of;
use super::uri::{FIXED_PARTS, Part, uri};
use super::{Fixed, fixed};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{Page, Resource, after, page};
use crate::report::iso8601;
use crate::session::{Journal, Session};

/// How many resources a page has, at most.
pub const PAGE: usize = 100;

/// What is to be listed, not yet described.
enum Item<'a> {
    Fixed(&'static Fixed),
    Part(&'a Session, &'static Part),
    Defined(&'a Session, Vec<Named<'a>>),
}

/// A page of the list of resources, after a cursor if any. The sessions come with numbers that ascend.
///
/// # Errors
/// For a cursor that was not given out.
pub fn list<'a>(
    sessions: impl Iterator<Item = (u32, &'a Session)>,
    cursor: Option<&str>,
) -> Result<Page<Resource>, ErrorObject> {
    let mut items: Vec<(String, Item<'a>)> = Vec::new();
    for resource in fixed() {
        items.push((joined("0 ", resource.uri), Item::Fixed(resource)));
    }
    // Of the names, those that the page may have, and one more that says whether there is another page.
    let after = after("resources", cursor)?;
    let mut room = PAGE.saturating_add(1);
    for (number, session) in sessions {
        let prefix = format!("1 {number:010} ");
        for (place, part) in ["0", "1", "2", "3", "4"].iter().zip(&FIXED_PARTS) {
            items.push((joined(&prefix, place), Item::Part(session, part)));
        }
        let prefix = joined(&prefix, "9 ");
        let from = match after {
            Some(after) if after > prefix.as_str() => match after.strip_prefix(&prefix) {
                Some(name) => joined(name, JUST_AFTER),
                None => continue,
            },
            _ => String::new(),
        };
        for group in groups(&session.journal, &from, room) {
            let name = group.first().map_or("", |each| each.name);
            items.push((joined(&prefix, name), Item::Defined(session, group)));
            room = room.saturating_sub(1);
        }
    }
    let Page { entries, next } = page("resources", cursor, PAGE, items)?;
    let mut resources = Vec::new();
    for item in entries {
        resources.push(match item {
            Item::Fixed(resource) => listed(resource),
            Item::Part(session, part) => of_session(session, part),
            Item::Defined(session, group) => defined(session, &group),
        });
    }
    Ok(Page { entries: resources, next })
}

/// What makes a name the next one: no name has another one and this at its beginning.
const JUST_AFTER: &str = "\0";

/// What is defined from a name on, by name; of so many names at most.
fn groups<'a>(journal: &'a Journal, from: &str, most: usize) -> Vec<Vec<Named<'a>>> {
    let mut groups: Vec<Vec<Named<'a>>> = Vec::new();
    for each in named(journal, from) {
        let count = groups.len();
        match groups.last_mut() {
            Some(group) if group.first().is_some_and(|first| first.name == each.name) => group.push(each),
            _ if count >= most => break,
            _ => groups.push(vec![each]),
        }
    }
    groups
}

fn joined(before: &str, after: &str) -> String {
    let mut text = before.to_owned();
    text.push_str(after);
    text
}

/// A name of which clients can make an identifier: ASCII letters, digits, `-` and `_`. What Lisp calls it is
/// the title.
fn plain_name(name: &str) -> String {
    name.chars().map(|one| if one.is_ascii_alphanumeric() || one == '_' { one } else { '-' }).collect()
}

fn listed(resource: &Fixed) -> Resource {
    Resource {
        uri: resource.uri.to_owned(),
        name: resource.name.to_owned(),
        title: resource.title.to_owned(),
        description: resource.description.to_owned(),
        mime_type: resource.mime_type,
        size: resource.size.and_then(|size| u32::try_from(size).ok()),
        priority: resource.priority,
        ..Resource::default()
    }
}

fn of_session(session: &Session, part: &Part) -> Resource {
    let (word, title, description, priority) = match part {
        Part::Transcript => (
            "transcript",
            "Transcript",
            "What was evaluated lately, and what was answered; where the older part is.",
            0.6,
        ),
        Part::Output => {
            ("output", "Output", "What the latest evaluation wrote, also where its answer shows a part.", 0.4)
        }
        Part::Journal => ("journal", "Definitions", "Everything that was defined, as a file to load.", 0.7),
        Part::LastErrorData => ("last-error.json", "Last error as data", "The last error as an object.", 0.3),
        _ => ("last-error", "Last error", "The full report: type, message, slots, restarts, backtrace.", 0.8),
    };
    let modified_ms = match part {
        Part::Transcript | Part::Output => session.transcript.exchanges().next_back().map(|last| last.at_ms),
        Part::Journal => session.journal.entries().next_back().and_then(|last| last.made_ms),
        _ => None,
    };
    let in_session = joined(&joined(title, " of session "), &session.name);
    let name = plain_name(&joined(&joined(&session.name, "-"), word));
    Resource {
        uri: uri(&session.name, part),
        name,
        title: in_session,
        description: description.to_owned(),
        mime_type: part.mime_type(),
        size: None,
        is_for_people: true,
        priority,
        modified: modified_ms.map(iso8601),
    }
}

/// What one name was defined as.
fn defined(session: &Session, group: &[Named<'_>]) -> Resource {
    let mut resource = Resource { is_for_people: true, priority: 0.5, ..Resource::default() };
    let Some(first) = group.first() else { return resource };
    let part = Part::Definition(first.name.to_owned(), None);
    resource.uri = uri(&session.name, &part);
    resource.mime_type = part.mime_type();
    resource.name = plain_name(first.name);
    first.name.clone_into(&mut resource.title);
    let mut separator = " (";
    let mut last_kind = "";
    let mut modified_ms = None;
    // Each variable has a value; that is worth a word only where the value is all that was given.
    let has_variable = group.iter().any(|each| each.kind == "VARIABLE");
    for each in group {
        if each.kind != last_kind && !(has_variable && each.kind == "VALUE") {
            resource.title.push_str(separator);
            resource.title.push_str(&each.kind.to_ascii_lowercase());
            separator = ", ";
        }
        last_kind = each.kind;
        modified_ms = modified_ms.max(each.entry.made_ms);
    }
    resource.modified = modified_ms.map(iso8601);
    resource.title.push(')');
    "Source of ".clone_into(&mut resource.description);
    resource.description.push_str(&resource.title);
    resource.description.push_str(" in session ");
    resource.description.push_str(&session.name);
    resource.size = u32::try_from(size_of(group)).ok();
    resource
}
