//! One Lisp image as the server sees it: whether it can work, what it works on, what waits for it.

use std::collections::VecDeque;

use super::actions::Actions;
use super::clients::ReplyTo;
use super::held::Held;
use super::progress::Progress;
use super::recovery::Recovery;
use super::request_state::CallDigest;
use super::{BOOT_SILENCE_MS, GRACE_MS};
use crate::engine::{Evaluate, EvaluationId, Forms, Output, OutputStream, PrintLimits};
use crate::report::{self, Captured};
use crate::tools::{Evaluation, SessionState};

/// Characters of a condition's or a warning's message.
const MESSAGE_CHARS: u32 = 10_000;

/// Characters of one argument in a frame.
const ARGUMENT_CHARS: u32 = 200;

/// Frames that an image sends.
const MAX_FRAMES: u32 = 200;

#[derive(Debug)]
enum Phase {
    /// Starting; last heard of at that time, if at all.
    Booting { heard_ms: Option<u64> },
    /// Takes commands. `used` once it was given one; `can_ask` when it can wait for answers.
    Ready { used: bool, can_ask: bool },
    /// Did not start.
    Dead,
}

/// An evaluation that waits for the image.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) evaluation: Evaluation,
    pub(super) reply: ReplyTo,
    pub(super) call: Option<CallDigest>,
}

/// The evaluation that the image works on.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) id: EvaluationId,
    pub(super) evaluation: Evaluation,
    /// Nobody, once the request was cancelled or its client is gone, and while a modern client carries a question.
    pub(super) reply: Option<ReplyTo>,
    /// Whether it gives back a definition.
    pub(super) is_step: bool,
    pub(super) captured: Captured,
    progress: Progress,
    stdout_room: u32,
    stderr_room: u32,
    /// The request that it is for, if that wants to be asked.
    pub(super) call: Option<CallDigest>,
    /// What it waits for, when it does.
    pub(super) held: Option<Held>,
    /// Why nobody was asked about its error, or not again.
    pub(super) note: Option<&'static str>,
    pub(super) questions: u32,
    /// How many answers in a row could not be followed.
    pub(super) wrong_answers: u32,
    pub(super) give_up_ms: Option<u64>,
    reprieved: bool,
    /// Whether the image was told that nobody waits for it.
    abandoned: bool,
}

#[derive(Debug)]
pub(super) struct Image {
    phase: Phase,
    pub(super) running: Option<Running>,
    pub(super) waiting: VecDeque<Job>,
    /// Requests to reset, answered when the image is ready.
    pub(super) resets: Vec<ReplyTo>,
    /// What the image has to be given before anything else.
    pub(super) recovery: Option<Recovery>,
}

impl Default for Image {
    fn default() -> Self {
        Self {
            phase: Phase::Booting { heard_ms: None },
            running: None,
            waiting: VecDeque::new(),
            resets: Vec::new(),
            recovery: None,
        }
    }
}

impl Image {
    /// Takes note that the host starts a fresh image.
    pub(super) fn boot(&mut self, now_ms: u64) {
        self.phase = Phase::Booting { heard_ms: Some(now_ms) };
    }

    /// The first image is started by the host before the server hears of any time.
    pub(super) fn boot_is_known(&mut self, now_ms: u64) {
        if let Phase::Booting { heard_ms } = &mut self.phase {
            heard_ms.get_or_insert(now_ms);
        }
    }

    pub(super) fn boot_goes_on(&mut self, now_ms: u64) {
        if let Phase::Booting { heard_ms } = &mut self.phase {
            *heard_ms = Some(now_ms);
        }
    }

    /// The image takes commands; returns the resets that it ends.
    pub(super) fn ready(&mut self, can_ask: bool) -> Vec<ReplyTo> {
        if !self.is_booting() {
            return Vec::new();
        }
        self.phase = Phase::Ready { used: false, can_ask };
        std::mem::take(&mut self.resets)
    }

    /// The image did not start; returns the resets that came to nothing.
    pub(super) fn die(&mut self) -> Vec<ReplyTo> {
        self.phase = Phase::Dead;
        std::mem::take(&mut self.resets)
    }

    /// Whether it works on a request, or did when it was lost.
    pub(super) fn has_begun(&self) -> bool {
        match &self.recovery {
            Some(recovery) => recovery.request.is_some(),
            None => self.running.is_some(),
        }
    }

    /// What it does. One that is given its definitions back is still starting.
    pub(super) fn state(&self) -> SessionState {
        match &self.phase {
            Phase::Booting { .. } => SessionState::Starting,
            Phase::Dead => SessionState::Dead,
            Phase::Ready { .. } if self.recovery.is_some() => SessionState::Starting,
            Phase::Ready { .. } if self.is_held() => SessionState::Held,
            Phase::Ready { .. } if self.running.is_some() => SessionState::Busy,
            Phase::Ready { .. } => SessionState::Idle,
        }
    }

    pub(super) fn is_booting(&self) -> bool {
        matches!(self.phase, Phase::Booting { .. })
    }

    pub(super) fn is_dead(&self) -> bool {
        matches!(self.phase, Phase::Dead)
    }

    /// Whether nothing was evaluated in it yet, nor is it broken.
    pub(super) fn is_fresh(&self) -> bool {
        matches!(self.phase, Phase::Booting { .. } | Phase::Ready { used: false, .. })
    }

    pub(super) fn boot_is_overdue(&self, now_ms: u64) -> bool {
        self.is_booting() && self.due_ms().is_some_and(|due_ms| due_ms <= now_ms)
    }

    /// Whether the evaluation ran too long for a watcher that is awake. A tick that comes very late says that the whole
    /// thread slept, and the image with it; then it gets the grace once more.
    pub(super) fn evaluation_is_overdue(&mut self, now_ms: u64) -> bool {
        let Some(running) = &mut self.running else { return false };
        let Some(give_up_ms) = running.give_up_ms.filter(|give_up_ms| *give_up_ms <= now_ms) else {
            return false;
        };
        if now_ms.saturating_sub(give_up_ms) > GRACE_MS && !running.reprieved {
            running.reprieved = true;
            running.give_up_ms = Some(now_ms.saturating_add(GRACE_MS));
            return false;
        }
        true
    }

    /// When the server wants to look again.
    pub(super) fn due_ms(&self) -> Option<u64> {
        match &self.phase {
            Phase::Booting { heard_ms } if self.is_awaited() => {
                heard_ms.map(|heard_ms| heard_ms.saturating_add(BOOT_SILENCE_MS))
            }
            Phase::Ready { .. } => self.running.as_ref().and_then(Running::due_ms),
            _ => None,
        }
    }

    /// Whether a request cannot be answered before the image is ready.
    fn is_awaited(&self) -> bool {
        !self.waiting.is_empty()
            || !self.resets.is_empty()
            || self.recovery.as_ref().is_some_and(|recovery| recovery.request.is_some())
    }

    /// Whether it takes a command and works on none.
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_none() && matches!(self.phase, Phase::Ready { .. })
    }

    /// Whether what it works on waits for an answer.
    fn is_held(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.held.is_some())
    }

    /// Whether it can wait for answers.
    pub(super) fn can_ask(&self) -> bool {
        matches!(self.phase, Phase::Ready { can_ask: true, .. })
    }

    /// Whether it is being given a definition.
    pub(super) fn works_on_a_step(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_step)
    }

    /// The evaluation whose turn it is.
    pub(super) fn next_job(&mut self) -> Option<Job> {
        let job = self.waiting.pop_front()?;
        if let Phase::Ready { used, .. } = &mut self.phase {
            *used = true;
        }
        Some(job)
    }

    pub(super) fn take_running(&mut self, id: EvaluationId) -> Option<Running> {
        self.running.take_if(|running| running.id == id)
    }

    pub(super) fn capture(&mut self, output: &Output) {
        if let Some(running) = &mut self.running
            && running.id == output.id
        {
            running.capture(output);
        }
    }

    pub(super) fn note_forms(&mut self, forms: Forms) {
        if let Some(running) = &mut self.running
            && running.id == forms.id
            && running.is_followed()
        {
            running.progress.note_forms(forms);
        }
    }

    /// The evaluation that is to be ended because nobody waits for it any more, once.
    pub(super) fn abandon(&mut self, now_ms: u64) -> Option<EvaluationId> {
        let running = self
            .running
            .as_mut()
            .filter(|running| running.reply.is_none() && !running.is_step && !running.abandoned)
            .filter(|running| !running.held.as_ref().is_some_and(Held::is_carried))?;
        running.release(now_ms);
        running.abandoned = true;
        running.progress = Progress::default();
        let give_up_ms = now_ms.saturating_add(GRACE_MS);
        running.give_up_ms = Some(running.give_up_ms.map_or(give_up_ms, |due_ms| due_ms.min(give_up_ms)));
        Some(running.id)
    }

    /// Drops the requests that `is_meant` names; what runs for one runs on. Returns them.
    pub(super) fn forget(&mut self, is_meant: impl Fn(&ReplyTo) -> bool) -> Vec<ReplyTo> {
        let mut forgotten: Vec<ReplyTo> = Vec::new();
        if let Some(running) = &mut self.running {
            forgotten.extend(running.reply.take_if(|reply| is_meant(reply)));
        }
        self.waiting.retain(|job| {
            let meant = is_meant(&job.reply);
            if meant {
                forgotten.push(job.reply.clone());
            }
            !meant
        });
        if let Some(recovery) = &mut self.recovery {
            forgotten
                .extend(recovery.request.take_if(|(reply, ..)| is_meant(reply)).map(|(reply, ..)| reply));
        }
        self.resets.retain(|reply| {
            let meant = is_meant(reply);
            if meant {
                forgotten.push(reply.clone());
            }
            !meant
        });
        forgotten
    }
}

impl Running {
    pub(super) fn new(id: EvaluationId, evaluation: Evaluation, reply: Option<ReplyTo>, now_ms: u64) -> Self {
        let limits = evaluation.limits;
        let allowed = u64::from(limits.timeout_ms);
        Self {
            id,
            evaluation,
            reply,
            is_step: false,
            captured: Captured::default(),
            progress: Progress::default(),
            call: None,
            held: None,
            note: None,
            questions: 0,
            wrong_answers: 0,
            stdout_room: limits.max_output,
            stderr_room: limits.max_output,
            give_up_ms: (allowed > 0).then(|| now_ms.saturating_add(allowed).saturating_add(GRACE_MS)),
            reprieved: false,
            abandoned: false,
        }
    }

    /// Tells the client what is due of the progress.
    pub(super) fn tell_progress(&mut self, now_ms: u64, actions: &mut Actions) {
        let Some(reply) = &self.reply else { return };
        while let Some(message) = self.progress.message(reply, now_ms) {
            actions.send(reply.client, message);
        }
    }

    /// Whether somebody wants to be told of its progress.
    fn is_followed(&self) -> bool {
        self.reply.as_ref().is_some_and(|reply| reply.caller.progress_token.is_some())
    }

    fn due_ms(&self) -> Option<u64> {
        let progress_ms = self.progress.due_ms();
        let give_up_ms = self.held.as_ref().map(Held::due_ms).or(self.give_up_ms);
        give_up_ms.zip(progress_ms).map(|(one, other)| one.min(other)).or(give_up_ms).or(progress_ms)
    }

    /// One that gives back a definition.
    pub(super) fn step(id: EvaluationId, evaluation: Evaluation, now_ms: u64) -> Self {
        Self { is_step: true, ..Self::new(id, evaluation, None, now_ms) }
    }

    /// What the image is told.
    pub(super) fn command(&self) -> Evaluate {
        let Evaluation { code, package, capture_time, restarts, limits, .. } = &self.evaluation;
        Evaluate {
            id: self.id,
            code: code.clone(),
            package: package.clone(),
            deadline_ms: limits.timeout_ms,
            max_output: limits.max_output,
            capture_time: *capture_time,
            limits: PrintLimits {
                value_chars: limits.max_output,
                message_chars: limits.max_output.min(MESSAGE_CHARS),
                argument_chars: ARGUMENT_CHARS,
                max_frames: MAX_FRAMES,
                max_values: report::VALUES,
                max_warnings: report::WARNINGS,
            },
            restarts: restarts.clone(),
            ask_ms: self.ask_ms(),
            tell_forms: self.is_followed(),
        }
    }

    fn capture(&mut self, output: &Output) {
        let is_followed = self.is_followed();
        let Captured { stdout, stderr, stdout_dropped, stderr_dropped } = &mut self.captured;
        let (kept, room, dropped) = match output.stream {
            OutputStream::Stdout => (stdout, &mut self.stdout_room, stdout_dropped),
            OutputStream::Stderr => (stderr, &mut self.stderr_room, stderr_dropped),
        };
        let before = kept.len();
        for character in output.text.chars() {
            if *room > 0 {
                kept.push(character);
                *room = room.saturating_sub(1);
            } else {
                *dropped = dropped.saturating_add(1);
            }
        }
        if is_followed {
            self.progress.add(output.stream, kept.get(before..).unwrap_or_default());
        }
    }
}
