//! What the resources of a session hold, rendered when they are read.

use super::definitions::{Named, named_any};
use super::source::Source;
use super::uri::{Part, uri};
use crate::data::Raw;
use crate::report::{NO_ERROR, full_text, iso8601};
use crate::session::{Session, Transcript};
use crate::tools::LastErrorReport;

/// What a part of a session holds; none if there is no such thing, or if its image has to be asked.
#[must_use]
pub fn read(session: &Session, part: &Part) -> Option<String> {
    Some(match part {
        Part::Transcript => transcript(&session.name, &session.transcript, None),
        Part::TranscriptUpTo(last) => transcript(&session.name, &session.transcript, Some(*last)),
        Part::Output => session.output.text(),
        Part::Picture(number) => return session.picture(*number).map(ToString::to_string),
        Part::Journal => journal(session),
        Part::LastError => session.last_error().map_or_else(|| NO_ERROR.to_owned(), full_text),
        Part::LastErrorData => Raw::of(&LastErrorReport { error: session.last_error().cloned() }).json(),
        Part::Definition(name, kind) => return definition(session, name, kind.as_deref()),
        Part::Symbol(_) | Part::Package(_) => return None,
    })
}

fn definition(session: &Session, name: &str, kind: Option<&str>) -> Option<String> {
    let all = named_any(&session.journal, name, kind);
    (!all.is_empty()).then(|| source_of(&all))
}

/// The forms that define all that, in their order, put together in `source`.
fn put_together(all: &[Named<'_>], source: &mut Source) {
    // One form may define several things of one name.
    let mut forms: Vec<&Named<'_>> = Vec::new();
    for each in all {
        if let Err(place) = forms.binary_search_by_key(&each.number, |form| form.number) {
            forms.insert(place, each);
        }
    }
    for form in forms {
        source.add(form.entry);
    }
}

fn source_of(all: &[Named<'_>]) -> String {
    let mut source = Source::default();
    put_together(all, &mut source);
    source.text
}

/// How many bytes the source of all that has.
pub(super) fn size_of(all: &[Named<'_>]) -> usize {
    let mut source = Source::measured();
    put_together(all, &mut source);
    source.length
}

fn journal(session: &Session) -> String {
    let mut source = Source::default();
    source.push(";;; What session ");
    source.push(&session.name);
    source.push(
        " has defined, in order. Load it to define that again; values that programs have computed since are not in it.\n",
    );
    let dropped = session.journal.dropped();
    if dropped > 0 {
        source.push(";;; Left out for want of room: ");
        source.push(&dropped.to_string());
        source.push(", the latest ones.\n");
    }
    add_definitions(session, &mut source);
    source.enter(session.journal.package());
    source.text
}

/// Adds all that the session has defined.
pub(super) fn add_definitions(session: &Session, source: &mut Source) {
    for entry in session.journal.entries() {
        source.add(entry);
    }
}

/// The newest exchanges, or those up to a number, with the address of what one answer has no room for.
fn transcript(name: &str, transcript: &Transcript, last: Option<u32>) -> String {
    let mut text = "What was evaluated in session ".to_owned();
    text.push_str(name);
    text.push_str(", and what was answered, in order");
    if let Some(last) = last {
        text.push_str(", up to number ");
        text.push_str(&last.to_string());
    }
    text.push('.');
    let (first, shown) = transcript.shown(last.unwrap_or(u32::MAX));
    let dropped = transcript.dropped();
    let before = first.saturating_sub(1);
    if before > dropped {
        text.push_str(" Older ones: ");
        text.push_str(&before.saturating_sub(dropped).to_string());
        text.push_str(", the latest of them at ");
        text.push_str(&uri(name, &Part::TranscriptUpTo(before)));
        text.push('.');
    }
    if dropped > 0 {
        text.push_str(" Left out for want of room: ");
        text.push_str(&dropped.to_string());
        text.push_str(", the oldest ones.");
    }
    text.push('\n');
    for exchange in shown {
        text.push_str("\n[");
        text.push_str(&iso8601(exchange.at_ms));
        text.push_str("] ");
        text.push_str(&exchange.package);
        text.push_str("> ");
        text.push_str(&exchange.code);
        text.push('\n');
        text.push_str(&exchange.answer);
        text.push('\n');
    }
    text
}
