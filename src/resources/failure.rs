//! The last failure of a session as Lisp source text that fails in the same way where it is loaded.

use super::source::Source;
use super::text::add_definitions;
use crate::engine::FrameKind;
use crate::report::{iso8601, one_line};
use crate::session::Session;

/// How many calls of the backtrace are named, at most.
const MOST_CALLS: usize = 3;

const TOO_MANY: &str = "Not all evaluations before it are kept: leave evaluations out.";

/// The text of a file, with the evaluations before it or without.
///
/// # Errors
/// If nothing has failed, or what did cannot be told: why, in one sentence.
pub fn failure(session: &Session, has_evaluations: bool) -> Result<String, &'static str> {
    let error = session.last_error().ok_or("Nothing has failed in this session since its last success.")?;
    let failure = error
        .failure
        .as_deref()
        .ok_or("The last error is not that of a program of its own, or its code and input are not kept.")?;
    let mut head = ";;; A failure: load this file in a fresh Lisp to come to it again.\n;;; ".to_owned();
    head.push_str(&one_line(&error.label));
    let mut before = ": ";
    for line in error.message.split('\n') {
        head.push_str(before);
        head.push_str(&one_line(line));
        before = "\n;;; ";
    }
    let calls = error.frames.iter().filter(|frame| frame.kind != FrameKind::Toplevel);
    for frame in calls.take(MOST_CALLS) {
        head.push_str("\n;;; ");
        head.push_str(&one_line(&frame.text));
    }
    head.push('\n');
    let mut source = Source::default();
    if has_evaluations {
        source.push(&head);
        add_evaluations(session, &error.timestamp, &mut source)?;
        source.enter_anew(&failure.package);
    } else {
        head.push_str(";;; Values that evaluations before it have computed are not in it.\n");
        source.push(&head);
        add_definitions(session, &mut source);
        source.enter(&failure.package);
    }
    for part in ["\n", &failure.prelude, ";; What failed.\n", &failure.code, "\n"] {
        source.push(part);
    }
    Ok(source.text)
}

/// Adds what was evaluated before the code that failed at that time, and the definitions that were given back
/// to the image when it began.
fn add_evaluations(session: &Session, failed_at: &str, source: &mut Source) -> Result<(), &'static str> {
    let transcript = &session.transcript;
    let exchanges = transcript.of_image().ok_or(TOO_MANY)?;
    // What is younger than the image stands in what was evaluated.
    let is_older = |made_ms: Option<u64>| made_ms.is_none_or(|made_ms| made_ms <= transcript.image_ms());
    for entry in session.journal.entries().filter(|entry| is_older(entry.made_ms)) {
        source.add(entry);
    }
    let mut end = usize::MAX;
    for exchange in exchanges {
        if !exchange.is_whole() {
            return Err(TOO_MANY);
        }
        if exchange.has_failed && iso8601(exchange.at_ms) == failed_at {
            end = source.text.len();
        }
        let code = exchange.replay.as_ref().unwrap_or(&exchange.code);
        if !code.is_empty() {
            source.enter_anew(&exchange.package);
            source.push(code);
            source.push("\n");
        }
    }
    source.text.truncate(end);
    Ok(())
}
