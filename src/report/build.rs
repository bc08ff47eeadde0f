//! From what an image reports to a report.

use std::rc::Rc;

use super::failure::Failure;
use super::model::{ErrorReport, EvaluationReport, Place, ReportStatus, Truncated, WarningReport};
use super::restored::Restored;
use super::time::iso8601;
use super::{caught, frames, hints, spot, whereabouts};
use crate::cut::{cut, shorten};
use crate::data::Text;
use crate::engine::{
    Condition, FormResult, Outcome, OutcomeStatus, Phase, Position, Severity, Unclosed, Warning,
};

/// The type of the error of an evaluation that took too long.
pub(super) const TIMEOUT: &str = "TIMEOUT";

/// How many values a report lists, at most.
pub const VALUES: u32 = 1000;

/// How many forms a report has the values of, at most.
pub const RESULTS: u32 = 1000;

/// How many warnings a report lists, at most.
pub const WARNINGS: u32 = 50;

/// How many characters of the message of a condition that a restart was taken for a report shows, at most.
const TAKEN_CHARS: usize = 1000;

/// How many names a report has of what there is no room for, at most…
const NOT_KEPT: usize = 100;

/// …and how many characters of each.
const NOT_KEPT_CHARS: usize = 200;

/// How many bytes all of those messages have, at most.
const MAX_TAKEN_CHARS: usize = 20_000;

/// How many characters of the source line a reader error quotes, at most.
const SOURCE_LINE_CHARS: usize = 80;

/// What an evaluation wrote, as far as it was kept, and what was caught in it before its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Captured {
    /// Standard output.
    pub stdout: Text,
    /// Error output.
    pub stderr: Text,
    /// Characters of standard output that were sent but not kept.
    pub stdout_dropped: u32,
    /// Characters of error output that were sent but not kept.
    pub stderr_dropped: u32,
    /// What was caught and signalled before the evaluation was held, in order.
    pub warnings: Vec<Warning>,
}

/// The request that a report is about.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// The evaluated text.
    pub code: &'a Text,
    /// The package that it was read in.
    pub package: &'a str,
    /// What it could read.
    pub input: Option<&'a Text>,
    /// Whether it was evaluated in the frame of a program that is held.
    pub is_in_frame: bool,
    /// How long it was allowed to run, in milliseconds.
    pub deadline_ms: u32,
    /// How many characters all values together may have.
    pub max_output: u32,
    /// When it ended, in milliseconds since 1970.
    pub date_ms: u64,
}

/// The report of an evaluation that came to an end in its image. The error, if there is one, has all its
/// frames.
#[must_use]
pub fn evaluation(outcome: Outcome, captured: Captured, origin: Origin<'_>) -> EvaluationReport {
    let error = match outcome.status {
        OutcomeStatus::Ok | OutcomeStatus::Aborted | OutcomeStatus::Left | OutcomeStatus::Cancelled => None,
        OutcomeStatus::Error => Some(
            outcome
                .condition
                .map_or_else(|| unexplained(origin.date_ms), |condition| error(condition, origin)),
        ),
        OutcomeStatus::Timeout => Some(stopped(outcome.condition, origin)),
    };
    let most_of_a_value = usize::try_from(origin.max_output).unwrap_or(usize::MAX).saturating_add(3);
    let mut values = outcome.values;
    for value in &mut values {
        value.shorten(most_of_a_value);
    }
    let (values, values_left_out) = within_budget(values, VALUES, origin.max_output, Text::length);
    let (mut results, results_left_out) =
        within_budget(outcome.results.unwrap_or_default(), RESULTS, origin.max_output, |result| {
            result.values.iter().fold(0_usize, |sum, value| sum.saturating_add(value.length()))
        });
    for FormResult { values, handles, .. } in &mut results {
        for value in values.iter_mut() {
            value.shorten(most_of_a_value);
        }
        handles.truncate(values.len());
    }
    let mut caught = captured.warnings;
    caught.extend(outcome.warnings);
    let (mut warnings, warnings_left_out) = reported(caught, origin.max_output);
    let code = place_variables(&mut warnings, origin.code);
    caught::mark_said(&mut warnings, error.as_ref());
    let (display, display_left_out) =
        outcome.display.map_or_else(Default::default, |shown| (shown.pictures, shown.left_out));
    let mut restarts_taken = outcome.restarts_taken;
    let mut room = MAX_TAKEN_CHARS;
    for taken in &mut restarts_taken {
        shorten(&mut taken.message, TAKEN_CHARS.min(room));
        room = room.saturating_sub(taken.message.len());
    }
    EvaluationReport {
        status: match outcome.status {
            OutcomeStatus::Ok => ReportStatus::Ok,
            OutcomeStatus::Aborted | OutcomeStatus::Left | OutcomeStatus::Cancelled => ReportStatus::Aborted,
            OutcomeStatus::Error => ReportStatus::Error,
            OutcomeStatus::Timeout => ReportStatus::Timeout,
        },
        level: None,
        values,
        results,
        display,
        recording: outcome.recording,
        stdout: captured.stdout,
        stderr: captured.stderr,
        truncated: Truncated {
            stdout: outcome.dropped.stdout.saturating_add(captured.stdout_dropped),
            stderr: outcome.dropped.stderr.saturating_add(captured.stderr_dropped),
            values: outcome.dropped.values.saturating_add(values_left_out),
            results: outcome.dropped.results.saturating_add(results_left_out),
            warnings: outcome.dropped.warnings.saturating_add(warnings_left_out),
            display: display_left_out,
        },
        warnings,
        shows_places: outcome.forms > 1 || has_lines(&code),
        restarts_taken,
        error,
        package: outcome.package,
        forms: outcome.forms,
        timing: outcome.timing,
        restored: None,
        ends: outcome.ends,
        output_source: None,
        has_new_package: false,
        is_bounded: false,
        cut_values: Vec::new(),
        not_kept: Vec::new(),
    }
}

/// The report of an evaluation that is held at an error, with what it has written since the last one.
#[must_use]
pub fn held(
    mut error: ErrorReport,
    level: u32,
    captured: Captured,
    package: String,
    code: &Text,
) -> EvaluationReport {
    error.level = Some(level);
    // Whoever says how the program goes on has to see where it is.
    error.shows_place = true;
    error.shows_callers = true;
    let forms = error.form.saturating_add(1);
    let mut report = with_error(ReportStatus::Held, error, captured, package);
    place_variables(&mut report.warnings, code);
    EvaluationReport { level: Some(level), forms, ..report }
}

/// The report of an evaluation whose image did not stop it in time, and was replaced for that.
#[must_use]
pub fn timed_out(captured: Captured, origin: Origin<'_>) -> EvaluationReport {
    let message = format!(
        "The evaluation was not done after {}, the limit of this session, and could not be stopped.\n{RAISE_LIMIT}",
        seconds(origin.deadline_ms)
    );
    with_error(ReportStatus::Timeout, timeout(message, origin), captured, USUAL_PACKAGE.to_owned())
}

/// The report of an evaluation that ended with its image.
#[must_use]
pub fn lost_session(reason: &str, captured: Captured, date_ms: u64) -> EvaluationReport {
    let message = format!("The evaluation was lost with its session: {}.", reason.trim_end_matches('.'));
    without_image("SESSION-LOST", message, captured, date_ms)
}

/// The report of an evaluation that no Lisp was there for, because it could not be started.
#[must_use]
pub fn not_started(reason: &str, captured: Captured, date_ms: u64) -> EvaluationReport {
    let message = format!("The Lisp could not be started: {}.", reason.trim_end_matches('.'));
    without_image("LISP-NOT-STARTED", message, captured, date_ms)
}

/// The report of an evaluation that ended with the server.
#[must_use]
pub fn closed_server(captured: Captured, date_ms: u64) -> EvaluationReport {
    let message = "The evaluation was ended because the server was closed.".to_owned();
    without_image("SERVER-CLOSED", message, captured, date_ms)
}

/// The report of an evaluation that a person stopped in the place of its client.
#[must_use]
pub fn stopped_by(who: &str, captured: Captured, date_ms: u64) -> EvaluationReport {
    let mut message = "The evaluation was stopped by ".to_owned();
    message.push_str(who);
    message.push_str(". The program did not fail: ask before you run it again.");
    without_image("STOPPED", message, captured, date_ms)
}

/// The report of an evaluation that was left for the one below it, whose own request waits.
#[must_use]
pub fn left(captured: Captured, date_ms: u64) -> EvaluationReport {
    let message = "An exit or a restart led to the evaluation that was held below, which goes on.".to_owned();
    without_image("LEFT", message, captured, date_ms)
}

/// The report of an evaluation whose session was closed.
#[must_use]
pub fn closed_session(name: &str, captured: Captured, date_ms: u64) -> EvaluationReport {
    let message = format!(
        "The evaluation was ended because its session {name} was closed.\n\
         The session is gone with all definitions, variables and packages; create-session makes another one."
    );
    without_image("SESSION-CLOSED", message, captured, date_ms)
}

impl EvaluationReport {
    /// The report of a lost evaluation that goes on with what became of its session.
    #[must_use]
    pub fn telling(mut self, fate: &str) -> Self {
        if let Some(error) = &mut self.error {
            error.message.push('\n');
            error.message.push_str(fate);
        }
        self
    }

    /// The report of an evaluation that defined what there is no room for in the session's journal: the names
    /// of each form.
    #[must_use]
    pub fn without_room_for(mut self, unkept: Vec<Vec<String>>) -> Self {
        let names = unkept.into_iter().flatten().take(NOT_KEPT);
        self.not_kept = names.map(|name| cut(&name, NOT_KEPT_CHARS)).collect();
        self
    }

    /// The report of an evaluation before which that package was the session's current one.
    #[must_use]
    pub fn after_package(mut self, package: &str) -> Self {
        self.has_new_package = self.package != package;
        self
    }

    /// The report of a lost evaluation whose session was restored.
    #[must_use]
    pub fn with_session(self, restored: Restored) -> Self {
        let mut report = self.telling(&restored.text());
        report.restored = Some(restored);
        report
    }
}

const RAISE_LIMIT: &str =
    "To allow more time, call configure-limits with timeout (in seconds, 0 for no limit) and try again.";

/// The package that is current at first, and where no image says which.
pub(super) const USUAL_PACKAGE: &str = "COMMON-LISP-USER";

fn without_image(type_name: &str, message: String, captured: Captured, date_ms: u64) -> EvaluationReport {
    let error = server_error(type_name, message, date_ms);
    with_error(ReportStatus::Error, error, captured, USUAL_PACKAGE.to_owned())
}

fn with_error(
    status: ReportStatus,
    error: ErrorReport,
    captured: Captured,
    package: String,
) -> EvaluationReport {
    let (mut warnings, warnings_left_out) = reported(captured.warnings, u32::MAX);
    caught::mark_said(&mut warnings, Some(&error));
    EvaluationReport {
        status,
        level: None,
        values: Vec::new(),
        results: Vec::new(),
        display: Vec::new(),
        recording: None,
        stdout: captured.stdout,
        stderr: captured.stderr,
        truncated: Truncated {
            stdout: captured.stdout_dropped,
            stderr: captured.stderr_dropped,
            warnings: warnings_left_out,
            ..Truncated::default()
        },
        warnings,
        shows_places: true,
        restarts_taken: Vec::new(),
        error: Some(error),
        package,
        forms: 0,
        timing: None,
        restored: None,
        ends: None,
        output_source: None,
        has_new_package: false,
        is_bounded: false,
        cut_values: Vec::new(),
        not_kept: Vec::new(),
    }
}

/// The report of a condition that nothing handles.
#[must_use]
pub fn error(condition: Condition, origin: Origin<'_>) -> ErrorReport {
    let mut frames = frames::listed(&condition);
    if condition.phase == Phase::Read {
        frames::shorten_reading(&mut frames);
    }
    let code = origin.code.to_string();
    let shows_callers = condition.several_forms || has_lines(&code);
    let message = match reading_ended(&condition, &code) {
        Some(sentence) => format!("{}\n{sentence}", condition.message.trim_end_matches('\n')),
        None => condition.message.clone(),
    };
    let (mut place, called_from) =
        whereabouts::places(condition.place, condition.callers.unwrap_or_default());
    if condition.type_name == "UNBOUND-VARIABLE" {
        let name = condition.slots.iter().find(|slot| slot.name == "NAME").map(|slot| slot.value.as_str());
        if let (Some(spot), Some(place)) = (variable_spot(&code, name, place.as_ref()), &mut place) {
            (place.line, place.column) = (spot.line, spot.column);
        }
    }
    let is_elsewhere = place.as_ref().is_some_and(whereabouts::is_elsewhere);
    ErrorReport {
        type_name: condition.type_name,
        package: condition.package,
        label: condition.label,
        message,
        precedence: condition.precedence,
        slots: condition.slots,
        restarts: condition.restarts,
        frames,
        frames_total: condition.frames_total,
        form: condition.form,
        phase: condition.phase,
        position: condition.position,
        place,
        called_from,
        shows_place: shows_callers || is_elsewhere,
        shows_callers,
        timestamp: iso8601(origin.date_ms),
        restart_taken: condition.restart_taken,
        restart_problem: condition.restart_problem,
        truncated: condition.left_out,
        hints: hints::worded(condition.hints.unwrap_or_default()),
        handle: condition.handle,
        level: None,
        failure: Failure::of(origin, code, condition.prelude.as_ref()).map(Rc::new),
    }
}

/// The error of an evaluation that its image stopped at the deadline.
fn stopped(condition: Option<Condition>, origin: Origin<'_>) -> ErrorReport {
    let message = format!(
        "The evaluation was stopped after {}, the limit of this session; the session itself is intact.\n{RAISE_LIMIT}",
        seconds(origin.deadline_ms)
    );
    match condition {
        Some(condition) => {
            let told = Condition { message, unclosed: None, ..condition };
            let mut report = error(told, origin);
            TIMEOUT.clone_into(&mut report.label);
            TIMEOUT.clone_into(&mut report.type_name);
            report
        }
        None => timeout(message, origin),
    }
}

/// The error of a program that an image has not told of.
fn timeout(message: String, origin: Origin<'_>) -> ErrorReport {
    let failure = Failure::of(origin, origin.code.to_string(), None);
    // Its input is told by images alone.
    let failure = failure.filter(|_| origin.input.is_none()).map(Rc::new);
    ErrorReport { failure, ..server_error(TIMEOUT, message, origin.date_ms) }
}

fn unexplained(date_ms: u64) -> ErrorReport {
    server_error("ERROR", "The evaluation failed, and the Lisp did not say why.".to_owned(), date_ms)
}

fn server_error(type_name: &str, message: String, date_ms: u64) -> ErrorReport {
    ErrorReport {
        type_name: type_name.to_owned(),
        package: "JSCL-MCP".to_owned(),
        label: type_name.to_owned(),
        message,
        precedence: Vec::new(),
        slots: Vec::new(),
        restarts: Vec::new(),
        frames: Vec::new(),
        frames_total: 0,
        form: 0,
        phase: Phase::Eval,
        position: None,
        place: None,
        called_from: Vec::new(),
        shows_place: false,
        shows_callers: false,
        timestamp: iso8601(date_ms),
        restart_taken: None,
        restart_problem: None,
        truncated: None,
        hints: Vec::new(),
        handle: None,
        level: None,
        failure: None,
    }
}

/// What a reader error's message goes on with: where reading ended and why.
fn reading_ended(condition: &Condition, code: &str) -> Option<String> {
    if condition.phase != Phase::Read {
        return unread_file(condition);
    }
    let position = condition.position?;
    let why = match &condition.unclosed {
        Some(unclosed) => never_closed(unclosed),
        None => match source_line(code, position.line) {
            Some(line) => format!("the text could not be read here: {line}"),
            None => "the text could not be read here.".to_owned(),
        },
    };
    Some(format!("READER-ERROR at line {}, column {}: {why}", position.line, position.column))
}

/// The same of a file that a program has loaded; of its other errors the message says where they are.
fn unread_file(condition: &Condition) -> Option<String> {
    let unclosed = condition.unclosed.as_ref()?;
    let place = condition.place.as_ref()?.elsewhere.as_ref()?;
    let (line, column, file) = (place.line, place.column, place.file.as_ref()?);
    Some(format!("READER-ERROR at line {line}, column {column} of {file}: {}", never_closed(unclosed)))
}

fn never_closed(unclosed: &Unclosed) -> String {
    format!(
        "the {} opened at line {}, column {} was never closed.",
        bracket(&unclosed.bracket),
        unclosed.position.line,
        unclosed.position.column
    )
}

fn bracket(opened_by: &str) -> String {
    match opened_by {
        "\"" => "string (\")".to_owned(),
        "|" => "quoted symbol (|)".to_owned(),
        "#|" => "comment (#|)".to_owned(),
        "(" => "parenthesis (".to_owned(),
        other => format!("bracket {other}"),
    }
}

/// The line of the text with that number, if it says anything.
fn source_line(code: &str, line: u32) -> Option<String> {
    let index = usize::try_from(line).ok()?.checked_sub(1)?;
    let line = code.split('\n').nth(index)?.trim();
    (!line.is_empty()).then(|| cut(line, SOURCE_LINE_CHARS))
}

/// Where a variable stands in the form that a place is of; `None` where that form is in another text, or the
/// variable not there for certain.
fn variable_spot(code: &str, name: Option<&str>, place: Option<&Place>) -> Option<Position> {
    let place = place.filter(|place| !whereabouts::is_elsewhere(place))?;
    spot::of_variable(code, Position { line: place.line, column: place.column }, name?)
}

/// Has warnings of undefined variables stand at the names, where these are found in their forms. Answers with
/// the text that was read for that.
fn place_variables(warnings: &mut [WarningReport], code: &Text) -> String {
    // A text is read only where something is said of it.
    let code = if warnings.is_empty() { String::new() } else { code.to_string() };
    for warning in warnings {
        let name = warning.message.strip_prefix("undefined variable: ");
        let spot = variable_spot(&code, name, warning.place.as_ref());
        if let (Some(spot), Some(place)) = (spot, &mut warning.place) {
            (place.line, place.column) = (spot.line, spot.column);
            warning.position = Some(spot);
        }
    }
    code
}

/// Whether a text has several lines.
fn has_lines(code: &str) -> bool {
    code.trim_end().contains('\n')
}

/// The warnings that a report lists, within so many characters, and how many others there are.
fn reported(caught: Vec<Warning>, budget: u32) -> (Vec<WarningReport>, u32) {
    let (kept, left_out) = within_budget(errors_first(caught), WARNINGS, budget, |warning| {
        let names = [&warning.type_name, &warning.package, &warning.label];
        names.iter().fold(warning.message.chars().count(), |sum, name| sum.saturating_add(name.len()))
    });
    (kept.into_iter().map(warning).collect(), left_out)
}

/// What has to be mended before all else is not left out for what may stay.
fn errors_first(mut warnings: Vec<Warning>) -> Vec<Warning> {
    warnings.sort_by_key(|warning| warning.severity != Severity::Error);
    warnings
}

fn warning(warning: Warning) -> WarningReport {
    WarningReport {
        label: (warning.label != warning.type_name).then_some(warning.label),
        type_name: warning.type_name,
        package: warning.package,
        message: warning.message,
        severity: warning.severity,
        position: warning.position,
        place: whereabouts::places(warning.place, Vec::new()).0,
        hints: hints::worded(warning.hints),
        is_said_by_error: false,
    }
}

/// The first items, at most `most` of them, that have no more than `budget` characters together, but at least
/// one; and how many others there are.
fn within_budget<T>(
    mut items: Vec<T>,
    most: u32,
    budget: u32,
    length: impl Fn(&T) -> usize,
) -> (Vec<T>, u32) {
    let mut left = usize::try_from(budget).unwrap_or(usize::MAX);
    let mut kept: usize = 0;
    for item in items.iter().take(usize::try_from(most).unwrap_or(usize::MAX)) {
        let needed = length(item).saturating_add(1);
        if kept > 0 && needed > left {
            break;
        }
        left = left.saturating_sub(needed);
        kept = kept.saturating_add(1);
    }
    let left_out = items.len().saturating_sub(kept);
    items.truncate(kept);
    (items, u32::try_from(left_out).unwrap_or(u32::MAX))
}

/// A time limit in words.
#[must_use]
pub(crate) fn seconds(ms: u32) -> String {
    let (whole, fraction) = (ms / 1000, ms % 1000);
    if ms == 1000 {
        "1 second".to_owned()
    } else if fraction == 0 {
        format!("{whole} seconds")
    } else {
        format!("{whole}.{} seconds", format!("{fraction:03}").trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_time_limits() {
        assert_eq!(seconds(1000), "1 second");
        assert_eq!(seconds(30_000), "30 seconds");
        assert_eq!(seconds(500), "0.5 seconds");
        assert_eq!(seconds(1), "0.001 seconds");
    }

    #[test]
    fn keeps_at_least_one_value() {
        let values = vec!["12345".to_owned(), "6".to_owned(), "7".to_owned()];
        let within = |most, budget| within_budget(values.clone(), most, budget, String::len);
        assert_eq!(within(9, 1), (vec!["12345".to_owned()], 2));
        assert_eq!(within(9, 8), (values[..2].to_vec(), 1));
        assert_eq!(within(9, 10), (values.clone(), 0));
        assert_eq!(within(2, 10), (values[..2].to_vec(), 1));
    }
}
