//! How a reader sees the calls of a backtrace.

use super::REPORT_FRAMES;
use super::model::FrameReport;
use crate::cut::{cut, cut_call};
use crate::engine::{Condition, Frame};

/// How many characters the line of one frame has, at most.
const FRAME_CHARS: usize = 400;

/// How many characters of one argument a cut frame shows, at most.
const ARGUMENT_CHARS: usize = 120;

/// How many of the outermost calls a backtrace keeps that is shortened to more than what a report shows by
/// itself.
pub(super) const OUTERMOST: usize = 5;

/// The calls of `condition`, innermost first.
pub(super) fn listed(condition: &Condition) -> Vec<FrameReport> {
    condition.frames.iter().map(report).collect()
}

/// Leaves out calls between the innermost and the outermost so that at most `count` remain.
pub(super) fn shorten(frames: &mut Vec<FrameReport>, count: usize) {
    if frames.len() > count {
        let outermost = if count > REPORT_FRAMES { OUTERMOST } else { 0 };
        frames.drain(count.saturating_sub(outermost)..frames.len().saturating_sub(outermost));
    }
}

fn report(frame: &Frame) -> FrameReport {
    let text = if frame.text.is_empty() || frame.text.chars().nth(FRAME_CHARS).is_some() {
        let arguments: Vec<String> =
            frame.arguments.iter().map(|argument| cut(argument, ARGUMENT_CHARS)).collect();
        cut_call(&cut(&frame.function, ARGUMENT_CHARS), &arguments, FRAME_CHARS)
    } else {
        frame.text.clone()
    };
    FrameReport {
        index: frame.index,
        function: frame.function.clone(),
        package: frame.package.clone(),
        arguments: frame.arguments.clone(),
        // A line break would look like the next frame.
        text: text.replace('\n', "\\n"),
        kind: frame.kind,
        position: frame.position,
        definition: frame.definition,
        variables: frame.variables.clone(),
    }
}
