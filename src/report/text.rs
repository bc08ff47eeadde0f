//! Reports as text. The text alone is enough to act on.

use super::build::{TIMEOUT, USUAL_PACKAGE};
use super::caught;
use super::frames::short_text;
use super::model::{ErrorReport, EvaluationReport, FrameReport, ReportStatus};
use super::page::Page;
use super::question::{push_choices, takes_values};
use super::restored::not_kept;
use super::visible::{one_line, push_lines, push_one_line};
use super::{PREVIEW_FRAMES, REPORT_FRAMES, recursion, whereabouts};
use crate::data::Text;
use crate::engine::{FrameKind, Restart};

/// What the tools about the last error say when there is none.
pub const NO_ERROR: &str =
    "No error information available.\n(No error has occurred since the last successful evaluation)";

/// The report of an evaluation: its sections in a fixed order, empty ones left out, a blank line between
/// them.
#[must_use]
pub fn evaluation_text(report: &EvaluationReport) -> Text {
    let mut page = Page::default();
    if let Some(news) = report.restored.as_ref().filter(|restored| restored.is_news) {
        page.section(&format!("[session]\n{}", news.text()));
    }
    if !report.not_kept.is_empty() {
        page.section(&format!("[session]\n{}", not_kept(&report.not_kept)));
    }
    let ends = report.ends.clone().unwrap_or_default();
    let source = report.output_source.as_deref();
    output_section(&mut page, "[stdout]", &report.stdout, report.truncated.stdout, &ends.stdout, source);
    output_section(&mut page, "[stderr]", &report.stderr, report.truncated.stderr, &ends.stderr, source);
    let sections =
        [caught::errors_section(report), caught::warnings_section(report), restarts_section(report)];
    for section in sections.into_iter().flatten() {
        page.section(&section);
    }
    display_section(&mut page, report);
    match &report.error {
        Some(error) => {
            page.section(&error_section(error));
            if let Some(level) = report.level {
                page.section(&held_section(error, level));
            }
        }
        None => values_section(&mut page, report),
    }
    if let Some(recording) = &report.recording {
        page.section("[recording]");
        page.line("");
        page.lines(recording);
    }
    if let Some(timing) = report.timing {
        page.section(&format!(
            "[timing]\nreal {} ms, compile {} ms",
            thousandths(timing.real_ms),
            thousandths(timing.compile_ms)
        ));
    }
    if let Some(line) = package_line(report) {
        page.section(&line);
    }
    page.into_text()
}

/// Says which package is current, if that is not the usual one, and for how long, where that is news.
fn package_line(report: &EvaluationReport) -> Option<String> {
    let EvaluationReport { package, has_new_package, .. } = report;
    if !*has_new_package && package == USUAL_PACKAGE {
        return None;
    }
    let mut line = "; Package: ".to_owned();
    push_one_line(&mut line, package);
    if *has_new_package {
        line.push_str(", from now on: later calls begin in it");
    }
    Some(line)
}

/// What was displayed, in a line each, for who cannot see pictures.
fn display_section(page: &mut Page, report: &EvaluationReport) {
    let left_out = report.truncated.display;
    if report.display.is_empty() && left_out == 0 {
        return;
    }
    let mut text = "[display]".to_owned();
    for picture in &report.display {
        push_line(&mut text, picture.mime.name());
        text.push_str(": ");
        push_one_line(&mut text, &picture.title);
    }
    push_more(&mut text, "\n… ", left_out, "picture left out", "pictures left out");
    page.section(&text);
}

/// The last error in detail: type, message, restarts and the innermost calls.
#[must_use]
pub fn description_text(error: &ErrorReport) -> String {
    let mut text = heading(error);
    push_restarts(&mut text, error);
    push_line(&mut text, &format!("\nBacktrace (top {PREVIEW_FRAMES} frames):"));
    if shown_frames(error).next().is_none() {
        push_line(&mut text, "  (no frames)");
    }
    for frame in shown_frames(error).take(PREVIEW_FRAMES) {
        push_line(&mut text, "  ");
        push_frame(&mut text, frame, &frame.text);
    }
    push_place(&mut text, error);
    push_line(&mut text, "\nFor full backtrace, use get-backtrace tool.");
    push_example(&mut text, error);
    text
}

/// All that is known of the last error.
#[must_use]
pub fn full_text(error: &ErrorReport) -> String {
    let mut text = heading(error);
    push_line(&mut text, "\nAt: ");
    text.push_str(&error.timestamp);
    if let Some(position) = error.position {
        text.push_str(", line ");
        text.push_str(&position.line.to_string());
        text.push_str(", column ");
        text.push_str(&position.column.to_string());
        text.push_str(" of the code");
    }
    push_line(&mut text, "Class precedence:");
    for class in &error.precedence {
        text.push(' ');
        push_one_line(&mut text, class);
    }
    let left_out = error.truncated.unwrap_or_default();
    push_more(&mut text, " … ", left_out.precedence, "class", "classes");
    if !error.slots.is_empty() {
        push_line(&mut text, "\nSlots:");
    }
    for slot in &error.slots {
        push_line(&mut text, "  ");
        push_one_line(&mut text, &slot.name);
        text.push_str(" = ");
        push_lines(&mut text, &slot.value);
    }
    push_more(&mut text, "\n  … ", left_out.slots, "slot", "slots");
    push_restarts(&mut text, error);
    push_example(&mut text, error);
    text.push_str("\n\n");
    text.push_str(&frames_section(error, usize::MAX, false));
    text
}

fn heading(error: &ErrorReport) -> String {
    let mut text = head(error);
    for line in error.message.trim_end_matches('\n').split('\n') {
        push_line(&mut text, "  ");
        push_one_line(&mut text, line);
    }
    text
}

fn head(error: &ErrorReport) -> String {
    let mut text = "Error: ".to_owned();
    push_one_line(&mut text, &error.label);
    text
}

/// Whether how deep or long the program went is all that is wrong: then the calls that repeat say nothing.
fn is_of_depth(error: &ErrorReport) -> bool {
    error.type_name == TIMEOUT
        || error.precedence.iter().any(|class| class == "COMMON-LISP:STORAGE-CONDITION")
}

/// Appends `4 more slots` after what introduces it, unless there are none.
pub(super) fn push_more(text: &mut String, before: &str, more: u32, one: &str, several: &str) {
    if more > 0 {
        text.push_str(before);
        text.push_str(&more.to_string());
        text.push_str(" more ");
        text.push_str(if more == 1 { one } else { several });
    }
}

fn push_restarts(text: &mut String, error: &ErrorReport) {
    push_line(text, "\nAvailable Restarts:");
    if error.restarts.is_empty() {
        push_line(text, "  (none)");
    }
    for (number, restart) in (1_u32..).zip(&error.restarts) {
        let description = restart.description.trim_end().trim_end_matches('.');
        push_line(text, &format!("  {number}. {} - ", one_line(&restart.name)));
        push_lines(text, description);
    }
    push_more(text, "\n  … ", error.truncated.unwrap_or_default().restarts, "restart", "restarts");
}

/// How an evaluation goes on that is held.
const GO_ON: &str = "To go on, call invoke-restart with a restart's name or number; ABORT ends the evaluation. Until then others can be evaluated on \
top of it, to define what was missing. After 5 minutes without a call ABORT is taken.";

/// The restarts of an evaluation that is held, and how to take one.
fn held_section(error: &ErrorReport, level: u32) -> String {
    let mut section = "[held]\nThe evaluation is held at this error, level ".to_owned();
    section.push_str(&level.to_string());
    section.push_str(". Restarts:");
    push_choices(&mut section, error);
    push_line(&mut section, GO_ON);
    section
}

fn push_example(text: &mut String, error: &ErrorReport) {
    if let Some(level) = error.level {
        push_line(text, "The evaluation is held at it, level ");
        text.push_str(&level.to_string());
        text.push_str(". ");
        text.push_str(GO_ON);
        return;
    }
    // The example with values says more than the one without.
    let mut useful = error.restarts.iter().filter(|restart| restart.name != "ABORT");
    if let Some(restart) = useful.clone().find(|restart| takes_values(restart)).or_else(|| useful.next()) {
        let example = restart_example(restart);
        push_line(
            text,
            &format!("To take a restart, evaluate the code again with, say, restarts: {example}"),
        );
    }
}

/// The last error's backtrace, with at most `max_frames` calls.
#[must_use]
pub fn backtrace_text(error: &ErrorReport, max_frames: usize) -> String {
    format!("{}\n\n{}", head(error), frames_section(error, max_frames, false))
}

/// Output, of which so much is left out before its end; that is empty where it is not known.
fn output_section(
    page: &mut Page,
    heading: &str,
    output: &Text,
    left_out: u32,
    end: &Text,
    source: Option<&str>,
) {
    if output.is_empty() && left_out == 0 {
        return;
    }
    page.section(heading);
    page.line("");
    page.lines(&output.without_last_breaks());
    if left_out > 0 {
        let mut line = left_out_line(left_out);
        if let Some(source) = source {
            line.push_str("; resource ");
            line.push_str(source);
        }
        page.line(&line);
    }
    if !end.is_empty() {
        page.line("");
        page.lines(&end.without_last_breaks());
    }
}

fn left_out_line(characters: u32) -> String {
    let mut line = "… ".to_owned();
    line.push_str(&characters.to_string());
    line.push_str(" more ");
    line.push_str(&plural(characters, "character"));
    line
}

fn restarts_section(report: &EvaluationReport) -> Option<String> {
    let mut section = "[restarts]".to_owned();
    for taken in &report.restarts_taken {
        let message = taken.message.trim_end_matches('\n');
        push_line(
            &mut section,
            &format!("{} taken for {}: ", one_line(&taken.restart), one_line(&taken.condition)),
        );
        push_lines(&mut section, message);
    }
    if let Some(problem) = report.error.as_ref().and_then(|error| error.restart_problem.as_ref()) {
        section.push('\n');
        push_lines(&mut section, problem);
    }
    section.contains('\n').then_some(section)
}

/// An entry of the argument `restarts` that takes `restart`.
fn restart_example(restart: &Restart) -> String {
    let values = if takes_values(restart) { r#", "values": ["<a form>"]"# } else { "" };
    format!(r#"[{{"restart": "{}"{values}}}]"#, one_line(&restart.name))
}

fn values_section(page: &mut Page, report: &EvaluationReport) {
    if report.status == ReportStatus::Aborted {
        page.section("; Aborted: the code invoked the restart ABORT, so what comes after was not evaluated");
        return;
    }
    if report.values.is_empty() {
        page.section("; No values");
        return;
    }
    for (number, value) in report.values.iter().enumerate() {
        if number == 0 {
            page.section("=> ");
        } else {
            page.line("=> ");
        }
        page.lines(value);
        if let Some(cut) = report.cut_values.iter().find(|cut| cut.value == number) {
            let source = if number == 0 { "*".to_owned() } else { format!("(nth {number} /)") };
            page.line(&left_out_line(cut.left_out));
            page.write("; the value is in ");
            page.write(&source);
            page.line("");
            page.lines(&cut.end);
        }
    }
    let left_out = report.truncated.values;
    if left_out > 0 {
        page.line(&format!("… {left_out} more {}", plural(left_out, "value")));
    }
}

fn error_section(error: &ErrorReport) -> String {
    let message = error.message.trim_end_matches('\n');
    let mut section = format!("[ERROR] {}\n", one_line(&error.label));
    push_lines(&mut section, message);
    section.push_str("\n\n");
    section.push_str(&frames_section(error, REPORT_FRAMES, true));
    section
}

/// With `is_short` the lines of calls are cut to what shows which call it was, those of the outer ones more.
pub(super) fn frames_section(error: &ErrorReport, max_frames: usize, is_short: bool) -> String {
    let mut section = "[Backtrace]".to_owned();
    if shown_frames(error).next().is_none() {
        push_line(&mut section, "(no frames)");
    }
    let mut shown = error.with_frames(max_frames).frames;
    if is_short && is_of_depth(error) {
        recursion::shorten(&mut shown, error.frames_total);
    }
    let mut next = 0_u32;
    for (others, frame) in shown.iter().enumerate() {
        push_gap(&mut section, frame.index.saturating_sub(next));
        next = frame.index.saturating_add(1);
        if frame.kind != FrameKind::Toplevel {
            section.push('\n');
            if is_short {
                push_frame(&mut section, frame, &short_text(frame, others));
            } else {
                push_frame(&mut section, frame, &frame.text);
            }
        }
    }
    push_gap(&mut section, error.frames_total.saturating_sub(next));
    push_place(&mut section, error);
    section
}

fn push_frame(section: &mut String, frame: &FrameReport, call: &str) {
    section.push_str(&frame.index.to_string());
    section.push_str(": ");
    push_one_line(section, call);
}

/// Says where in source text the error happened, unless that is plain to see, and what would have helped.
fn push_place(text: &mut String, error: &ErrorReport) {
    if let Some(place) = error.place.as_ref().filter(|_| error.shows_place) {
        text.push_str("\n\n");
        text.push_str(&whereabouts::line(place));
        // Readers look at the first places: one that a hint names is among them.
        let most = if error.hints.iter().any(|hint| hint.position.is_some()) { 1 } else { usize::MAX };
        let called_from = error.called_from.get(..).filter(|_| error.shows_callers).unwrap_or_default();
        if let Some(line) = whereabouts::callers_line(called_from, most) {
            // A section of its own: readers of the text know that of the place as one line.
            text.push('\n');
            push_line(text, &line);
        }
    }
    for (number, hint) in error.hints.iter().enumerate() {
        text.push_str(if number == 0 { "\n\n" } else { "\n" });
        text.push_str(&hint.line);
    }
}

/// Says that frames are left out, if any are.
fn push_gap(section: &mut String, left_out: u32) {
    if left_out > 0 {
        push_line(section, &format!("… {left_out} more {}", plural(left_out, "frame")));
    }
}

/// The calls that the text shows: all but toplevel forms.
fn shown_frames(error: &ErrorReport) -> impl Iterator<Item = &FrameReport> {
    error.frames.iter().filter(|frame| frame.kind != FrameKind::Toplevel)
}

/// A number with three decimals. By whole numbers: what prints floats is a large part of a small WebAssembly.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "saturating is good enough here")]
fn thousandths(number: f64) -> String {
    let thousandths = (number * 1000.0).round() as u64;
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

pub(super) fn push_line(text: &mut String, line: &str) {
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(line);
}

pub(super) fn plural(count: u32, noun: &str) -> String {
    if count == 1 { noun.to_owned() } else { format!("{noun}s") }
}
