//! The last failure of a session as Lisp source text that fails in the same way where it is loaded.

use super::source::{Source, push_string};
use super::text::add_definitions;
use crate::engine::FrameKind;
use crate::report::one_line;
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
    let failure = error.failure.as_deref().ok_or(
        "The last error is not that of a program of its own, or its code and input are longer than is kept.",
    )?;
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
        add_evaluations(session, &failure.code, &mut source)?;
        source.enter_anew(&failure.package);
    } else {
        head.push_str(";;; Values that evaluations before it have computed are not in it.\n");
        source.push(&head);
        add_definitions(session, &mut source);
        source.enter(&failure.package);
    }
    let mut tail = String::new();
    if let Some(seed) = &failure.random {
        tail.push_str("\n(common-lisp:setf common-lisp:*random-state* (sb-ext:seed-random-state ");
        tail.push_str(seed);
        tail.push_str("))\n");
    }
    if let Some(input) = &failure.input {
        tail.push_str(
            "\n(common-lisp:setf common-lisp:*standard-input* (common-lisp:make-string-input-stream ",
        );
        push_string(&mut tail, input);
        tail.push_str("))\n");
    }
    tail.push_str("\n;; What failed.\n");
    tail.push_str(&failure.code);
    tail.push('\n');
    source.push(&tail);
    Ok(source.text)
}

/// Adds what was evaluated before the code that failed last, and the definitions that were given back to the
/// image when it began.
fn add_evaluations(session: &Session, failed: &str, source: &mut Source) -> Result<(), &'static str> {
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
        if exchange.has_failed && exchange.code == failed {
            end = source.text.len();
        }
        source.enter_anew(&exchange.package);
        if exchange.has_failed {
            let mut code =
                "(common-lisp:ignore-errors (common-lisp:load (common-lisp:make-string-input-stream "
                    .to_owned();
            push_string(&mut code, &exchange.code);
            code.push_str(")))");
            source.push(&code);
        } else {
            source.push(&exchange.code);
        }
        source.push("\n");
    }
    source.text.truncate(end);
    Ok(())
}
