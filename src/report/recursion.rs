//! Recursion in a backtrace that is too deep or endless: of calls that repeat, the first ones say it.

use super::model::FrameReport;

/// How many functions may call each other in turn.
const LONGEST_CYCLE: usize = 3;

/// How many calls are left of a repetition, at its beginning; at least two of its cycles.
const KEPT: usize = 4;

/// Leaves out what repeats: the calls of the same functions in the same order, but for the first ones and,
/// where the repetition ends among `frames`, which are the innermost of `total`, the last cycle.
pub(super) fn shorten(frames: &mut Vec<FrameReport>, total: u32) {
    let goes_on = frames.last().is_some_and(|last| last.index.saturating_add(1) < total);
    let mut start = 0_usize;
    while start < frames.len() {
        for cycle in 1..=LONGEST_CYCLE {
            let end = end_of_repetition(frames, start, cycle);
            let from = start.saturating_add(KEPT.max(cycle.saturating_mul(2)));
            let to = if goes_on && end == frames.len() { end } else { end.saturating_sub(cycle) };
            if from < to {
                frames.drain(from..to);
                start = from;
                break;
            }
        }
        start = start.saturating_add(1);
    }
}

/// Where the calls from `start` on no longer are those `cycle` calls before.
fn end_of_repetition(frames: &[FrameReport], start: usize, cycle: usize) -> usize {
    let first = start.saturating_add(cycle);
    let repeats = frames.iter().skip(start).zip(frames.iter().skip(first));
    first.saturating_add(repeats.take_while(|(one, next)| is_same(one, next)).count())
}

fn is_same(one: &FrameReport, next: &FrameReport) -> bool {
    one.function == next.function && one.package == next.package && one.kind == next.kind
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::FrameKind;

    /// Which of the calls of these functions, each a letter, are left, by their numbers; `…` is one more.
    fn left(functions: &str) -> Vec<u32> {
        let known = functions.trim_end_matches('…');
        let total = u32::try_from(functions.chars().count()).unwrap_or(u32::MAX);
        let mut frames: Vec<FrameReport> = (0..)
            .zip(known.chars())
            .map(|(index, function)| FrameReport {
                index,
                function: function.to_string(),
                package: None,
                arguments: vec![index.to_string()],
                text: String::new(),
                kind: FrameKind::Function,
                position: None,
                definition: None,
                variables: None,
            })
            .collect();
        shorten(&mut frames, total);
        frames.iter().map(|frame| frame.index).collect()
    }

    #[test]
    fn keeps_the_first_calls_of_a_repetition() {
        assert_eq!(left("AAAAAAAAAA…"), [0, 1, 2, 3]);
        assert_eq!(left("+BAAAAAAAAAA…"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(left("ABABABABAB…"), [0, 1, 2, 3]);
        assert_eq!(left("ABCABCABCABC…"), [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn keeps_the_last_cycle_of_one_that_ends() {
        assert_eq!(left("AAAAAAAA"), [0, 1, 2, 3, 7]);
        assert_eq!(left("AAAAAAAAM"), [0, 1, 2, 3, 7, 8]);
        assert_eq!(left("ABABABABM"), [0, 1, 2, 3, 6, 7, 8]);
        assert_eq!(left("AAAAAAAMBBBBBBBB…"), [0, 1, 2, 3, 6, 7, 8, 9, 10, 11]);
    }

    #[test]
    fn leaves_what_does_not_repeat() {
        assert!(left("").is_empty());
        assert_eq!(left("A"), [0]);
        assert_eq!(left("AAAA"), [0, 1, 2, 3]);
        assert_eq!(left("AAAAB"), [0, 1, 2, 3, 4]);
        assert_eq!(left("ABCDABCD"), (0..8).collect::<Vec<_>>());
    }
}
