//! What a report has room for where an answer may have only so many characters in all.
//!
//! The text of an answer stands in its data as well, and what it shows once or twice more where a client
//! wants all data: each has its part of the room. What is short stays whole; of long output and long values
//! the beginning and the end are kept, and what is between is counted.

use super::model::{Cut, EvaluationReport};
use super::text::evaluation_text;
use crate::data::Text;
use crate::engine::Ends;

/// How many characters of an answer are neither its text nor that again: the envelope and the data beside it.
const BESIDE_TEXT: usize = 700;

/// How many characters a text has room for, however small the limit.
const LEAST_TEXT: usize = 500;

/// How many characters a value needs to be worth showing in part.
const LEAST_VALUE: usize = 60;

/// How many characters `=> ` and the like are, and the line that counts what is left out.
const VALUE_MARK: usize = 4;
const COUNT_LINE: usize = 90;

/// The part of what is kept of a long text that is its end.
const END_PART: usize = 3;

/// A line break so near to where a text is cut is where it is cut: as a part of what is kept.
const LINE_PART: usize = 4;

impl EvaluationReport {
    /// Leaves out what there is no room for in an answer of so many characters; 0 for no limit. Its output
    /// and values stand in it `copies` times. `source` is where all output that was kept can be read.
    pub fn fit(&mut self, max_answer: u32, copies: usize, source: String) {
        let ends = self.ends.take();
        if max_answer == 0 {
            return;
        }
        self.is_bounded = true;
        let whole = usize::try_from(max_answer).unwrap_or(usize::MAX);
        let room = whole.saturating_sub(BESIDE_TEXT).checked_div(copies).unwrap_or(whole).max(LEAST_TEXT);
        self.fit_messages(room);
        let parts = [self.stdout.clone(), self.stderr.clone()];
        let values = std::mem::take(&mut self.values);
        (self.stdout, self.stderr) = (Text::default(), Text::default());
        let others = evaluation_text(self).length();
        let room = room.saturating_sub(others).max(room / 4);
        (self.stdout, self.stderr) = parts.into();
        self.values = values;
        let Ends { stdout, stderr } = ends.unwrap_or_default();
        let wanted = [
            length_of(&self.stdout, self.truncated.stdout, &stdout),
            length_of(&self.stderr, self.truncated.stderr, &stderr),
            self.values
                .iter()
                .fold(0_usize, |sum, value| sum.saturating_add(value.length()).saturating_add(VALUE_MARK)),
        ];
        let share = level(&wanted, room);
        let source = Some(source);
        let stdout = cut_output(&mut self.stdout, &mut self.truncated.stdout, &stdout, share);
        let stderr = cut_output(&mut self.stderr, &mut self.truncated.stderr, &stderr, share);
        self.output_source = source.filter(|_| stdout.is_some() || stderr.is_some());
        self.ends = Some(Ends { stdout: stdout.unwrap_or_default(), stderr: stderr.unwrap_or_default() })
            .filter(|ends| *ends != Ends::default());
        self.fit_values(share);
    }

    /// Ends each value that is not whole in dots, as data has it.
    pub fn mark_cut_values(&mut self) {
        for Cut { value, .. } in &self.cut_values {
            if let Some(value) = self.values.get_mut(*value) {
                value.push(&"...".into());
            }
        }
    }

    /// Cuts messages that would leave no room for anything else.
    fn fit_messages(&mut self, room: usize) {
        if let Some(error) = &mut self.error {
            cut_middle(&mut error.message, room / 3);
        }
        let mut left = room / 4;
        let mut kept: usize = 0;
        for warning in &mut self.warnings {
            if kept > 0 && warning.message.len() > left {
                break;
            }
            cut_middle(&mut warning.message, left.max(LEAST_VALUE));
            left = left.saturating_sub(warning.message.len());
            kept = kept.saturating_add(1);
        }
        let beyond = self.warnings.len().saturating_sub(kept);
        self.warnings.truncate(kept);
        self.truncated.warnings =
            self.truncated.warnings.saturating_add(u32::try_from(beyond).unwrap_or(u32::MAX));
        let mut left = room / 4;
        for taken in &mut self.restarts_taken {
            cut_middle(&mut taken.message, left.max(LEAST_VALUE));
            left = left.saturating_sub(taken.message.len());
        }
    }

    /// Cuts values to so many characters in all.
    fn fit_values(&mut self, room: usize) {
        let needed = LEAST_VALUE.saturating_add(VALUE_MARK);
        let lengths: Vec<usize> =
            self.values.iter().map(|value| value.length().saturating_add(VALUE_MARK)).collect();
        let all = lengths.iter().fold(0_usize, |sum, length| sum.saturating_add(*length));
        if all <= room {
            return;
        }
        let mut left = room;
        let kept = lengths.iter().take_while(|length| {
            let fits = left >= (**length).min(needed);
            left = left.saturating_sub((**length).min(needed));
            fits
        });
        let kept = kept.count().max(1);
        let beyond = self.values.len().saturating_sub(kept);
        self.values.truncate(kept);
        self.truncated.values =
            self.truncated.values.saturating_add(u32::try_from(beyond).unwrap_or(u32::MAX));
        let share = level(lengths.get(..kept).unwrap_or_default(), room).max(LEAST_VALUE);
        for (number, value) in self.values.iter_mut().enumerate() {
            if value.length() <= share {
                continue;
            }
            let (beginning, left_out, end) = middle_out(value, share.saturating_sub(COUNT_LINE));
            *value = beginning.into();
            self.cut_values.push(Cut { value: number, left_out, end: end.into() });
        }
        for result in &mut self.results {
            for value in &mut result.values {
                value.shorten(share);
            }
        }
    }
}

/// How much each may have so that all of them together have no more than `room`: what needs less leaves the
/// rest to the others.
fn level(wanted: &[usize], room: usize) -> usize {
    let mut open: Vec<usize> = wanted.iter().copied().filter(|length| *length > 0).collect();
    let mut left = room;
    loop {
        let share = left.checked_div(open.len()).unwrap_or(left);
        let before = open.len();
        open.retain(|length| {
            let is_met = *length <= share;
            if is_met {
                left = left.saturating_sub(*length);
            }
            !is_met
        });
        if open.len() == before {
            return share;
        }
        if open.is_empty() {
            return room;
        }
    }
}

/// How long a stream's output is with its end, if there is one.
fn length_of(beginning: &Text, left_out: u32, end: &Text) -> usize {
    let counted = if left_out > 0 || !end.is_empty() { COUNT_LINE } else { 0 };
    beginning.length().saturating_add(end.length()).saturating_add(counted)
}

/// Cuts output to so many characters; its end, if it is cut.
fn cut_output(output: &mut Text, left_out: &mut u32, end: &Text, share: usize) -> Option<Text> {
    if length_of(output, *left_out, end) <= share && end.is_empty() {
        return None;
    }
    let share = share.saturating_sub(COUNT_LINE);
    if end.is_empty() {
        if *left_out > 0 {
            // Its end is not known.
            let kept = beginning_of(output, share);
            *left_out = left_out.saturating_add(units(output.length().saturating_sub(length(&kept))));
            *output = kept.into();
            return None;
        }
        let (beginning, cut, end) = middle_out(output, share);
        *output = beginning.into();
        *left_out = cut;
        return Some(end.into());
    }
    let all = output.length().saturating_add(end.length());
    let kept = beginning_of(output, share.saturating_sub(share / END_PART));
    let last = end_of(end, share / END_PART);
    let shown = length(&kept).saturating_add(length(&last));
    *left_out = left_out.saturating_add(units(all.saturating_sub(shown)));
    *output = kept.into();
    Some(last.into())
}

/// The beginning and the end of a text in so many characters together, and how many are between them.
fn middle_out(text: &Text, share: usize) -> (String, u32, String) {
    let beginning = beginning_of(text, share.saturating_sub(share / END_PART));
    let end = end_of(text, share / END_PART);
    let shown = length(&beginning).saturating_add(length(&end));
    (beginning, units(text.length().saturating_sub(shown)), end)
}

/// Cuts a text where it stands.
fn cut_middle(text: &mut String, share: usize) {
    if text.len() > share && text.encode_utf16().count() > share {
        let (beginning, left_out, end) = middle_out(&text.as_str().into(), share);
        *text = format!("{beginning}\n… {left_out} more characters …\n{end}");
    }
}

/// The beginning of a text, up to the end of a line where one is near.
fn beginning_of(text: &Text, share: usize) -> String {
    let mut kept = text.beginning(share).to_string();
    let near = kept.len().saturating_sub(kept.len() / LINE_PART);
    if let Some(at) = kept.rfind('\n').filter(|at| *at >= near) {
        kept.truncate(at);
    }
    kept
}

/// The end of a text, from the beginning of a line where one is near.
fn end_of(text: &Text, share: usize) -> String {
    let kept = text.end(share).to_string();
    let near = kept.len() / LINE_PART;
    match kept.find('\n').filter(|at| *at <= near) {
        Some(at) => kept.get(at.saturating_add(1)..).unwrap_or_default().to_owned(),
        None => kept,
    }
}

fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

fn units(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_little_leaves_its_rest() {
        assert_eq!(level(&[10, 0, 100_000], 1000), 990);
        assert_eq!(level(&[100_000, 100_000], 1000), 500);
        assert_eq!(level(&[300, 100_000, 100_000], 1000), 350);
        assert_eq!(level(&[1, 2, 3], 1000), 1000);
        assert_eq!(level(&[], 1000), 1000);
    }

    #[test]
    fn keeps_beginning_and_end() {
        let lines: Vec<String> = (0..1000).map(|number| format!("{number}\n")).collect();
        let lines = lines.concat();
        let (beginning, left_out, end) = middle_out(&lines.as_str().into(), 90);
        assert!(beginning.starts_with("0\n1\n") && !beginning.ends_with('\n'), "{beginning}");
        assert!(end.ends_with("998\n999\n") && end.starts_with("99"), "{end}");
        assert_eq!(beginning.len() + usize::try_from(left_out).unwrap() + end.len(), lines.len());
        let (beginning, left_out, end) = middle_out(&"x".repeat(1000).as_str().into(), 90);
        assert_eq!((beginning.len(), left_out, end.len()), (60, 910, 30));
    }

    #[test]
    fn output_whose_end_is_kept_is_cut_in_the_middle() {
        let mut output: Text = "a".repeat(1000).into();
        let mut left_out = 5000;
        let end = cut_output(&mut output, &mut left_out, &"z".repeat(400).into(), 390).unwrap();
        assert_eq!((output.length(), end.length(), left_out), (200, 100, 5000 + 800 + 300));
    }
}
