//! Which calls of a backtrace a reader sees, and how.

use super::cut::{cut, cut_call};
use super::model::FrameReport;
use crate::engine::{Condition, Frame, FrameKind};

/// How many characters the line of one frame has, at most.
const FRAME_CHARS: usize = 400;

/// How many characters of one argument a cut frame shows, at most.
const ARGUMENT_CHARS: usize = 120;

/// The calls of `condition` that are the user's business, innermost first, and how many there are with those that
/// the image did not send.
pub(super) fn select(condition: &Condition) -> (Vec<FrameReport>, u32) {
    let sent = u32::try_from(condition.frames.len()).unwrap_or(u32::MAX);
    let unsent = condition.frames_total.saturating_sub(sent);
    let selected = condition.frames.iter().filter(|frame| !is_internal(frame));
    let listed: Vec<FrameReport> = (0..).zip(selected).map(|(index, frame)| report(index, frame)).collect();
    let total = u32::try_from(listed.len()).unwrap_or(u32::MAX).saturating_add(unsent);
    (listed, total)
}

/// Whether a call belongs to the evaluator, or to a part of the library that has no name a user would know. A form of
/// the text that was compiled, a function without a name, does not.
fn is_internal(frame: &Frame) -> bool {
    match frame.kind {
        FrameKind::Toplevel => frame.package.is_some(),
        FrameKind::Library => frame.package.as_deref().is_some_and(|package| package != "COMMON-LISP"),
        _ => false,
    }
}

fn report(index: u32, frame: &Frame) -> FrameReport {
    let text = if frame.text.is_empty() || frame.text.chars().nth(FRAME_CHARS).is_some() {
        let arguments: Vec<String> =
            frame.arguments.iter().map(|argument| cut(argument, ARGUMENT_CHARS)).collect();
        cut_call(&cut(&frame.function, ARGUMENT_CHARS), &arguments, FRAME_CHARS)
    } else {
        frame.text.clone()
    };
    FrameReport {
        index,
        function: frame.function.clone(),
        package: frame.package.clone(),
        arguments: frame.arguments.clone(),
        // A line break would look like the next frame.
        text: text.replace('\n', "\\n"),
        kind: frame.kind,
        position: frame.position,
        definition: frame.definition,
    }
}
