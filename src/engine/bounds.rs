//! How much of each text and list an image's events may have. The image keeps to the same bounds
//! (`jscl-bridge/contract/budgets.ts`); one that does not is cut here.

use super::{
    Condition, Definition, Displayed, Event, Frame, Hint, LeftOut, Outcome, RestartTaken, Warning, Where,
};
use crate::cut::shorten;

/// Characters of a name: of a type, a package, a slot, a restart, a function.
pub const NAME_CHARS: usize = 300;

/// Characters of the name of a file, which is no longer where files are named as elsewhere.
pub const FILE_CHARS: usize = 4_096;

/// Characters of a condition's or a warning's message.
pub const MESSAGE_CHARS: u32 = 10_000;

/// Characters of one slot's value.
pub const SLOT_CHARS: usize = 2_000;

/// Characters of the values of all slots.
pub const SLOTS_CHARS: usize = 20_000;

/// Characters of one restart's report.
pub const RESTART_CHARS: usize = 1_000;

/// Characters of the reports of all restarts.
pub const RESTARTS_CHARS: usize = 20_000;

/// Classes of a precedence list, slots, and restarts, each.
pub const MAX_LISTED: usize = 100;

/// Frames that an image sends.
pub const MAX_FRAMES: u32 = 200;

/// Characters of one argument in a frame.
pub const ARGUMENT_CHARS: u32 = 200;

/// Arguments of a frame.
pub const MAX_ARGUMENTS: usize = 100;

/// Characters of all arguments of a frame.
pub const ARGUMENTS_CHARS: usize = 2_000;

/// Characters of the arguments of all frames.
pub const FRAMES_CHARS: usize = 100_000;

/// Variables of a frame.
pub const MAX_VARIABLES: usize = 50;

/// Characters of the names and values of all frames' variables.
pub const VARIABLES_CHARS: usize = 20_000;

/// Places that a report names beside that of the innermost call.
pub const MAX_CALLERS: usize = 2;

/// Hints of a condition, and characters of what each says.
const MAX_HINTS: usize = 5;
const HINT_CHARS: usize = 300;

/// Restarts that are taken in one evaluation.
const MAX_TAKEN: usize = 300;

/// Characters of why a restart could not be taken, or of why an image died.
pub const REASON_CHARS: usize = 2_000;

/// Characters of what a program writes before it reads a line.
pub const PROMPT_CHARS: usize = 500;

/// Texts that answer a query, and the characters of each: a description is the longest.
const MAX_FOUND: usize = 200;
const FOUND_CHARS: usize = 60_000;

/// Characters of what names a definition.
pub const DEFINITION_NAME_CHARS: usize = 600;

/// Names of what one form defines.
pub const MAX_DEFINITION_NAMES: usize = 2_000;

/// What is left of the room that several texts share.
struct Room(usize);

impl Room {
    /// Cuts a text to `most` characters, and to what is left.
    fn fit(&mut self, text: &mut String, most: usize) {
        shorten(text, most.min(self.0));
        self.0 = self.0.saturating_sub(text.chars().count());
    }
}

/// A message as its image cuts it has the dots beyond its bound.
fn message(text: &mut String) {
    shorten(text, usize::try_from(MESSAGE_CHARS).unwrap_or(usize::MAX).saturating_add(3));
}

fn name(text: &mut String) {
    shorten(text, NAME_CHARS);
}

fn optional_name(text: &mut Option<String>) {
    text.iter_mut().for_each(name);
}

/// Cuts a list, and adds to the count of what is left out.
fn list<T>(items: &mut Vec<T>, most: usize, left_out: &mut u32) {
    let beyond = items.len().saturating_sub(most);
    items.truncate(most);
    *left_out = left_out.saturating_add(u32::try_from(beyond).unwrap_or(u32::MAX));
}

impl Event {
    /// Cuts what is longer than it may be.
    pub(super) fn keep_to_bounds(&mut self) {
        match self {
            Self::Booting(booting) => name(&mut booting.step),
            Self::Ready(ready) => {
                name(&mut ready.lisp);
                name(&mut ready.version);
            }
            // Who captures it knows how much is wanted.
            Self::Output(_) => {}
            Self::Forms(forms) => forms.file.iter_mut().for_each(|file| name(&mut file.name)),
            Self::Asking(asking) => {
                condition(&mut asking.condition);
                definitions(&mut asking.definitions);
                asking.warnings.iter_mut().for_each(warning);
                name(&mut asking.package);
            }
            Self::NeedsInput(needs) => {
                shorten(&mut needs.prompt, PROMPT_CHARS);
                definitions(&mut needs.definitions);
                name(&mut needs.package);
            }
            Self::Completed(completed) => outcome(&mut completed.outcome),
            Self::Found(found) => {
                found.texts.truncate(MAX_FOUND);
                found.texts.iter_mut().for_each(|text| shorten(text, FOUND_CHARS));
            }
            Self::LaidOut(laid_out) => {
                laid_out.problems.truncate(MAX_LISTED);
                laid_out.failure.iter_mut().for_each(|failure| shorten(failure, REASON_CHARS));
            }
            Self::Died(died) => shorten(&mut died.reason, REASON_CHARS),
        }
    }
}

fn outcome(outcome: &mut Outcome) {
    name(&mut outcome.package);
    outcome.condition.iter_mut().for_each(condition);
    outcome.display.iter_mut().for_each(Displayed::keep_to_bounds);
    outcome.warnings.iter_mut().for_each(warning);
    outcome.restarts_taken.truncate(MAX_TAKEN);
    for RestartTaken { restart, condition, message: text } in &mut outcome.restarts_taken {
        name(restart);
        name(condition);
        message(text);
    }
    definitions(&mut outcome.definitions);
}

fn warning(warning: &mut Warning) {
    name(&mut warning.type_name);
    name(&mut warning.package);
    name(&mut warning.label);
    message(&mut warning.message);
    warning.place.iter_mut().for_each(place);
    hints(&mut warning.hints);
}

fn definitions(definitions: &mut [Definition]) {
    for definition in definitions {
        name(&mut definition.package);
        for names in [&mut definition.names, &mut definition.undefined] {
            names.truncate(MAX_DEFINITION_NAMES);
            for text in names {
                shorten(text, DEFINITION_NAME_CHARS);
            }
        }
    }
}

fn condition(condition: &mut Condition) {
    let mut left_out = condition.left_out.unwrap_or_default();
    name(&mut condition.type_name);
    name(&mut condition.package);
    name(&mut condition.label);
    message(&mut condition.message);
    list(&mut condition.precedence, MAX_LISTED, &mut left_out.precedence);
    condition.precedence.iter_mut().for_each(|text| shorten(text, NAME_CHARS.saturating_mul(2)));
    list(&mut condition.slots, MAX_LISTED, &mut left_out.slots);
    let mut room = Room(SLOTS_CHARS);
    for slot in &mut condition.slots {
        name(&mut slot.name);
        room.fit(&mut slot.value, SLOT_CHARS);
    }
    list(&mut condition.restarts, MAX_LISTED, &mut left_out.restarts);
    let mut room = Room(RESTARTS_CHARS);
    for restart in &mut condition.restarts {
        name(&mut restart.name);
        room.fit(&mut restart.description, RESTART_CHARS);
        optional_name(&mut restart.parameters);
    }
    condition.frames.truncate(usize::try_from(MAX_FRAMES).unwrap_or(usize::MAX));
    let mut room = Room(FRAMES_CHARS);
    for each in &mut condition.frames {
        frame(each, &mut room);
    }
    let mut room = Room(VARIABLES_CHARS);
    for each in &mut condition.frames {
        variables(each, &mut room);
    }
    condition.place.iter_mut().for_each(place);
    if let Some(callers) = &mut condition.callers {
        callers.truncate(MAX_CALLERS);
        for caller in callers {
            optional_name(&mut caller.name);
        }
    }
    condition.hints.iter_mut().for_each(hints);
    condition.unclosed.iter_mut().for_each(|unclosed| name(&mut unclosed.bracket));
    optional_name(&mut condition.restart_taken);
    condition.restart_problem.iter_mut().for_each(|text| shorten(text, REASON_CHARS));
    condition.left_out = Some(left_out).filter(|left_out| *left_out != LeftOut::default());
}

fn place(Where { name: form, elsewhere, .. }: &mut Where) {
    optional_name(form);
    if let Some(elsewhere) = elsewhere {
        optional_name(&mut elsewhere.name);
        elsewhere.file.iter_mut().for_each(|file| shorten(file, FILE_CHARS));
    }
}

fn hints(hints: &mut Vec<Hint>) {
    hints.truncate(MAX_HINTS);
    for hint in hints {
        name(&mut hint.about);
        name(&mut hint.thing);
        shorten(&mut hint.text, HINT_CHARS);
    }
}

fn frame(frame: &mut Frame, room: &mut Room) {
    name(&mut frame.function);
    optional_name(&mut frame.package);
    shorten(&mut frame.text, ARGUMENTS_CHARS);
    // The last one says that there are more.
    frame.arguments.truncate(MAX_ARGUMENTS.saturating_add(1));
    let mut own = Room(ARGUMENTS_CHARS.min(room.0));
    let argument_chars = usize::try_from(ARGUMENT_CHARS).unwrap_or(usize::MAX).saturating_add(3);
    let mut kept: usize = 0;
    for argument in &mut frame.arguments {
        let had_room = own.0 > 0;
        own.fit(argument, argument_chars);
        kept = kept.saturating_add(1);
        if !had_room {
            "...".clone_into(argument);
            break;
        }
    }
    frame.arguments.truncate(kept);
    room.0 = room.0.saturating_sub(ARGUMENTS_CHARS.min(room.0).saturating_sub(own.0));
}

fn variables(frame: &mut Frame, room: &mut Room) {
    let Some(variables) = &mut frame.variables else { return };
    variables.truncate(if room.0 == 0 { 0 } else { MAX_VARIABLES });
    let value_chars = usize::try_from(ARGUMENT_CHARS).unwrap_or(usize::MAX).saturating_add(3);
    for variable in variables {
        room.fit(&mut variable.name, NAME_CHARS);
        variable.value.iter_mut().for_each(|value| room.fit(value, value_chars));
    }
}
