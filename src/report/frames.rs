//! How a reader sees the calls of a backtrace.

use super::REPORT_FRAMES;
use super::model::FrameReport;
use crate::cut::{cut, cut_call, shorten as shorten_text};
use crate::engine::{Condition, Frame};

/// How many characters the line of one frame has, at most.
const FRAME_CHARS: usize = 400;

/// How many characters of one argument a cut frame shows, at most.
const ARGUMENT_CHARS: usize = 120;

/// The same in the report of an evaluation, of the calls that the error is about: who wants more asks for the
/// backtrace.
const SHORT_CHARS: usize = 120;
const SHORT_ARGUMENT_CHARS: usize = 50;

/// How many calls these are, and how much the others show: which call it was.
const NEAR: usize = 2;
const FAR_CHARS: usize = 72;
const FAR_ARGUMENT_CHARS: usize = 24;

/// How many characters of the evaluated text the call shows that reads it.
const READ_CHARS: usize = 40;

/// How many of the outermost calls a backtrace keeps that is shortened to more than what a report shows by
/// itself.
pub(super) const OUTERMOST: usize = 5;

/// The calls of `condition`, innermost first.
pub(super) fn listed(condition: &Condition) -> Vec<FrameReport> {
    condition.frames.iter().map(report).collect()
}

/// Has the call that reads the evaluated text show the beginning of that alone: its reader has it before him.
pub(super) fn shorten_reading(frames: &mut [FrameReport]) {
    for frame in frames.iter_mut().filter(|frame| frame.function == "READ-FROM-STRING") {
        for argument in &mut frame.arguments {
            shorten_text(argument, READ_CHARS);
        }
        frame.text = cut_call(&frame.function, &frame.arguments, FRAME_CHARS);
    }
}

/// Leaves out calls between the innermost and the outermost so that at most `count` remain.
pub(super) fn shorten(frames: &mut Vec<FrameReport>, count: usize) {
    if frames.len() > count {
        let outermost = if count > REPORT_FRAMES { OUTERMOST } else { 0 };
        frames.drain(count.saturating_sub(outermost)..frames.len().saturating_sub(outermost));
    }
}

/// A call in at most `chars` characters, each of its arguments in at most `each` where it has to be cut.
fn call_text(text: &str, function: &str, arguments: &[String], chars: usize, each: usize) -> String {
    let text = if text.is_empty() || text.chars().nth(chars).is_some() {
        let arguments: Vec<String> = arguments.iter().map(|argument| cut(argument, each)).collect();
        cut_call(&cut(function, each), &arguments, chars)
    } else {
        text.to_owned()
    };
    // A line break would look like the next frame.
    text.replace('\n', "\\n")
}

/// The line of a frame in the report of an evaluation, which has twenty of them, after so many others.
pub(super) fn short_text(frame: &FrameReport, others: usize) -> String {
    let (chars, each) =
        if others < NEAR { (SHORT_CHARS, SHORT_ARGUMENT_CHARS) } else { (FAR_CHARS, FAR_ARGUMENT_CHARS) };
    call_text(&frame.text, &frame.function, &frame.arguments, chars, each)
}

fn report(frame: &Frame) -> FrameReport {
    FrameReport {
        index: frame.index,
        function: frame.function.clone(),
        package: frame.package.clone(),
        arguments: frame.arguments.clone(),
        text: call_text(&frame.text, &frame.function, &frame.arguments, FRAME_CHARS, ARGUMENT_CHARS),
        kind: frame.kind,
        position: frame.position,
        definition: frame.definition,
        variables: frame.variables.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::FrameKind;

    #[test]
    fn shows_more_of_the_calls_that_the_error_is_about() {
        let frame = FrameReport {
            index: 0,
            function: "SCALED".to_owned(),
            package: None,
            arguments: vec!["1".repeat(60), "2".repeat(60)],
            text: format!("(SCALED {} {})", "1".repeat(60), "2".repeat(60)),
            kind: FrameKind::Function,
            position: None,
            definition: None,
            variables: None,
        };
        let near = short_text(&frame, NEAR - 1);
        assert_eq!(near, format!("(SCALED {}... {}...)", "1".repeat(47), "2".repeat(47)));
        let far = short_text(&frame, NEAR);
        assert_eq!(far, format!("(SCALED {}... {}...)", "1".repeat(21), "2".repeat(21)));
    }
}
