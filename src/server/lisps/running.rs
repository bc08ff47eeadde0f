//! The running evaluation of an image: its output, its subscriber, its deadline.

use crate::data::Text;
use crate::engine::{
    ARGUMENT_CHARS, Evaluate, EvaluationId, Keep, MAX_FRAMES, MESSAGE_CHARS, Output, OutputStream,
    PictureLimits, PrintLimits, RestartTaken,
};
use crate::protocol::Given;
use crate::report::{self, Captured, FORM_CHARS};
use crate::server::GRACE_MS;
use crate::server::actions::Actions;
use crate::server::asking::held::Held;
use crate::server::asking::whom::{NO_INPUT, USED_UP};
use crate::server::clients::ReplyTo;
use crate::server::notifications::progress::Progress;
use crate::server::notifications::pulse::{running_words, waiting_words};
use crate::tools::{Detail, Evaluation, SessionState};

/// Milliseconds that a tick of a host may be late whose thread ran all the time.
const LATE_MS: u64 = 500;

/// The evaluation that the image works on.
#[derive(Debug)]
pub(in crate::server) struct Running {
    pub(in crate::server) id: EvaluationId,
    pub(in crate::server) evaluation: Evaluation,
    /// The package that it is read in.
    pub(in crate::server) package: String,
    /// None once the request was cancelled or its client is gone, and while a modern client carries a
    /// question.
    pub(in crate::server) reply: Option<ReplyTo>,
    /// Whether it gives back a definition.
    pub(in crate::server) is_step: bool,
    pub(in crate::server) captured: Captured,
    pub(in crate::server) progress: Progress,
    stdout_room: u32,
    stderr_room: u32,
    /// The arguments of the call that it is for, while its client can be asked about it.
    pub(in crate::server) call: Option<Given>,
    /// What it waits for, when it does.
    pub(in crate::server) held: Option<Held>,
    /// How many evaluations are held below it.
    pub(in crate::server) level: u32,
    /// The restarts that were taken on top of it to come back to it.
    pub(in crate::server) taken_above: Vec<RestartTaken>,
    /// The call that had it go on last, as a transcript has it.
    pub(in crate::server) continued_by: Option<String>,
    /// The reason why no client was asked about its error, or not again.
    pub(in crate::server) note: Option<&'static str>,
    /// The reason why there is no more input.
    pub(in crate::server) input_end: &'static str,
    began_ms: u64,
    /// The number of questions about errors, and of those for input.
    pub(in crate::server) questions: u32,
    pub(in crate::server) inputs: u32,
    /// The number of answers in a row that could not be followed.
    pub(in crate::server) wrong_answers: u32,
    pub(in crate::server) give_up_ms: Option<u64>,
    reprieved: bool,
    /// Whether the image was interrupted because the request was cancelled.
    abandoned: bool,
}

impl Running {
    pub(in crate::server) fn new(
        id: EvaluationId,
        evaluation: Evaluation,
        package: String,
        reply: Option<ReplyTo>,
        now_ms: u64,
    ) -> Self {
        let limits = evaluation.limits;
        let allowed = u64::from(limits.timeout_ms);
        let input_end = if evaluation.input.is_some() { USED_UP } else { NO_INPUT };
        Self {
            id,
            evaluation,
            package,
            reply,
            is_step: false,
            captured: Captured::default(),
            progress: Progress::default(),
            call: None,
            held: None,
            level: 0,
            taken_above: Vec::new(),
            continued_by: None,
            note: None,
            input_end,
            began_ms: now_ms,
            questions: 0,
            inputs: 0,
            wrong_answers: 0,
            stdout_room: limits.max_output,
            stderr_room: limits.max_output,
            give_up_ms: (allowed > 0).then(|| now_ms.saturating_add(allowed).saturating_add(GRACE_MS)),
            reprieved: false,
            abandoned: false,
        }
    }

    /// Whether it ran too long for a watcher that is awake. A tick that comes late says that the host's
    /// thread was not run, and the image perhaps neither; then it gets the grace once more.
    pub(in crate::server) fn is_overdue(&mut self, now_ms: u64) -> bool {
        let Some(give_up_ms) = self.give_up_ms.filter(|give_up_ms| *give_up_ms <= now_ms) else {
            return false;
        };
        if now_ms.saturating_sub(give_up_ms) > LATE_MS && !self.reprieved {
            self.reprieved = true;
            self.give_up_ms = Some(now_ms.saturating_add(GRACE_MS));
            return false;
        }
        true
    }

    /// Whether it is a client's, and was not ended already.
    pub(in crate::server) fn can_be_stopped(&self) -> bool {
        !self.is_step && !self.abandoned
    }

    /// Starts the grace period of a cancelled evaluation. Returns its number the first time.
    pub(in crate::server) fn abandon(&mut self, now_ms: u64) -> Option<EvaluationId> {
        let is_carried = self.held.as_ref().is_some_and(Held::is_carried);
        if self.reply.is_some() || self.is_step || self.abandoned || is_carried {
            return None;
        }
        self.release(now_ms);
        self.abandoned = true;
        self.progress = Progress::default();
        let give_up_ms = now_ms.saturating_add(GRACE_MS);
        self.give_up_ms = Some(self.give_up_ms.map_or(give_up_ms, |due_ms| due_ms.min(give_up_ms)));
        Some(self.id)
    }

    /// Tells the client what is due of the progress.
    pub(in crate::server) fn tell_progress(&mut self, now_ms: u64, actions: &mut Actions) {
        let Some(reply) = &mut self.reply else { return };
        while let Some(message) = self.progress.message(reply, now_ms) {
            actions.send(reply.client, message);
        }
    }

    /// Tells the client that it goes on, if nothing else was told for long.
    pub(in crate::server) fn beat(&mut self, now_ms: u64, actions: &mut Actions) {
        let words = if self.is_held() {
            "waits for an answer".to_owned()
        } else {
            running_words(now_ms.saturating_sub(self.began_ms))
        };
        let progress = self.progress.total();
        if let Some(reply) = &mut self.reply {
            reply.beat(&words, progress, now_ms, actions);
        }
    }

    /// What another evaluation is told that waits for it.
    pub(in crate::server) fn words_for_others(&self, now_ms: u64) -> String {
        if self.is_step {
            return "waits until the definitions are given back".to_owned();
        }
        let mut words = waiting_words(self.id, now_ms.saturating_sub(self.began_ms));
        if self.is_held() {
            words.push_str(" and is held");
        }
        words
    }

    /// What its session does meanwhile.
    pub(in crate::server) fn state(&self) -> SessionState {
        match &self.held {
            None => SessionState::Busy,
            Some(held) if held.is_for_input() => SessionState::Reading,
            Some(_) => SessionState::Held,
        }
    }

    /// Whether it is held.
    pub(in crate::server) fn is_held(&self) -> bool {
        self.held.is_some()
    }

    /// Takes over what was written on top of it on the way back to it.
    pub(in crate::server) fn continue_from(&mut self, above: Captured) {
        let Captured { mut stdout, mut stderr, stdout_dropped, stderr_dropped, mut warnings } = above;
        stdout.push(&self.captured.stdout);
        stderr.push(&self.captured.stderr);
        warnings.append(&mut self.captured.warnings);
        self.captured = Captured {
            stdout,
            stderr,
            stdout_dropped: stdout_dropped.saturating_add(self.captured.stdout_dropped),
            stderr_dropped: stderr_dropped.saturating_add(self.captured.stderr_dropped),
            warnings,
        };
    }

    /// Whether a client has asked for its progress.
    pub(in crate::server) fn is_followed(&self) -> bool {
        self.reply.as_ref().is_some_and(|reply| reply.caller.progress_token.is_some())
    }

    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        let pulse_ms = self.reply.as_ref().and_then(ReplyTo::pulse_due_ms);
        let give_up_ms = self.held.as_ref().map(Held::due_ms).or(self.give_up_ms);
        [self.progress.due_ms(), pulse_ms, give_up_ms].into_iter().flatten().min()
    }

    /// One that gives back a definition.
    pub(in crate::server) fn step(id: EvaluationId, evaluation: Evaluation, now_ms: u64) -> Self {
        let package = evaluation.package.clone().unwrap_or_default();
        Self { is_step: true, ..Self::new(id, evaluation, package, None, now_ms) }
    }

    /// The command for the image.
    pub(in crate::server) fn command(&self) -> Evaluate {
        let Evaluation { code, package, capture_time, restarts, limits, detail, frame, look, record, .. } =
            &self.evaluation;
        Evaluate {
            id: self.id,
            code: code.clone(),
            package: package.clone(),
            input: self.input(),
            deadline_ms: limits.timeout_ms,
            max_output: limits.max_output,
            end_chars: limits.end_chars(),
            capture_time: *capture_time,
            limits: PrintLimits {
                value_chars: if look.is_some() { limits.look_chars() } else { limits.value_chars() },
                message_chars: limits.max_output.min(MESSAGE_CHARS),
                argument_chars: ARGUMENT_CHARS,
                form_chars: FORM_CHARS,
                max_frames: MAX_FRAMES,
                max_values: report::VALUES,
                max_warnings: report::WARNINGS,
            },
            restarts: restarts.clone(),
            ask_ms: self.ask_ms(),
            hold: self.evaluation.holds && self.note.is_none(),
            level: self.level,
            tell_forms: self.is_followed(),
            tell_results: *detail == Detail::Full,
            frame: *frame,
            look: look.clone(),
            record: record.clone(),
            keep: Keep::during(self.id),
            pictures: PictureLimits::ALL,
            debug: self.evaluation.debug.clone(),
            restores: self.is_step,
        }
    }

    pub(in crate::server) fn capture(&mut self, output: &Output) {
        let is_followed = self.is_followed();
        let Captured { stdout, stderr, stdout_dropped, stderr_dropped, .. } = &mut self.captured;
        let (kept, room, dropped) = match output.stream {
            OutputStream::Stdout => (stdout, &mut self.stdout_room, stdout_dropped),
            OutputStream::Stderr => (stderr, &mut self.stderr_room, stderr_dropped),
        };
        let text = output.text.beginning(usize::try_from(*room).unwrap_or(usize::MAX));
        let units = |text: &Text| u32::try_from(text.length()).unwrap_or(u32::MAX);
        *room = room.saturating_sub(units(&text));
        *dropped = dropped.saturating_add(units(&output.text).saturating_sub(units(&text)));
        kept.push(&text);
        if is_followed {
            self.progress.add(output.stream, &text);
        }
    }
}
