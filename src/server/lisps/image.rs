//! One Lisp image as the server sees it: whether it can work, what it works on, what waits for it.

use std::collections::VecDeque;

use crate::engine::{EvaluationId, Forms, Output};
use crate::protocol::Given;
use crate::server::BOOT_SILENCE_MS;
use crate::server::actions::Actions;
use crate::server::clients::ReplyTo;
use crate::server::lisps::lisp::count;
use crate::server::lisps::running::Running;
use crate::server::recovery::Recovery;
use crate::tools::{Continuation, Evaluation, SessionState};

#[derive(Debug)]
enum Phase {
    /// Starting; the time of its last event, if any.
    Booting { heard_ms: Option<u64> },
    /// Takes commands. `used` once it was given one.
    Ready { used: bool },
    /// Did not start.
    Dead,
}

/// What waits for the image.
#[derive(Debug)]
pub(in crate::server) enum Task {
    /// An evaluation.
    Evaluate(Evaluation),
    /// One that is held is to go on.
    Continue(Continuation),
}

impl Task {
    /// How many bytes of text it has.
    pub(in crate::server) fn size(&self) -> usize {
        match self {
            Self::Evaluate(evaluation) => evaluation.size(),
            Self::Continue(continuation) => continuation.size(),
        }
    }
}

/// A request that waits for the image.
#[derive(Debug)]
pub(in crate::server) struct Job {
    pub(in crate::server) task: Task,
    pub(in crate::server) reply: ReplyTo,
    pub(in crate::server) call: Option<Given>,
    /// Whether it came while a client was asked, and may run on top of what is held for that.
    pub(in crate::server) is_meanwhile: bool,
}

#[derive(Debug)]
pub(in crate::server) struct Image {
    phase: Phase,
    /// What it works on, or the innermost of those that are held.
    pub(in crate::server) running: Option<Running>,
    /// The evaluations that are held below that, the innermost last.
    pub(in crate::server) below: Vec<Running>,
    /// The level down to which all that is held is being ended.
    pub(in crate::server) aborting: Option<u32>,
    pub(in crate::server) waiting: VecDeque<Job>,
    /// Requests to reset, answered when the image is ready.
    pub(in crate::server) resets: Vec<ReplyTo>,
    /// The definitions to restore before any other work.
    pub(in crate::server) recovery: Option<Recovery>,
}

impl Default for Image {
    fn default() -> Self {
        Self {
            phase: Phase::Booting { heard_ms: None },
            running: None,
            below: Vec::new(),
            aborting: None,
            waiting: VecDeque::new(),
            resets: Vec::new(),
            recovery: None,
        }
    }
}

impl Image {
    /// Takes note that the host starts a fresh image.
    pub(in crate::server) fn boot(&mut self, now_ms: u64) {
        self.phase = Phase::Booting { heard_ms: Some(now_ms) };
    }

    /// The host starts the first image before the server has received any time.
    pub(in crate::server) fn boot_is_known(&mut self, now_ms: u64) {
        if let Phase::Booting { heard_ms } = &mut self.phase {
            heard_ms.get_or_insert(now_ms);
        }
    }

    pub(in crate::server) fn boot_goes_on(&mut self, now_ms: u64) {
        if let Phase::Booting { heard_ms } = &mut self.phase {
            *heard_ms = Some(now_ms);
        }
    }

    /// The image takes commands; returns the resets that it ends.
    pub(in crate::server) fn ready(&mut self) -> Vec<ReplyTo> {
        if !self.is_booting() {
            return Vec::new();
        }
        self.phase = Phase::Ready { used: false };
        std::mem::take(&mut self.resets)
    }

    /// The image did not start; returns the resets that came to nothing.
    pub(in crate::server) fn die(&mut self) -> Vec<ReplyTo> {
        self.phase = Phase::Dead;
        std::mem::take(&mut self.resets)
    }

    /// Whether it works on a request, or did when it was lost.
    pub(in crate::server) fn has_begun(&self) -> bool {
        match &self.recovery {
            Some(recovery) => recovery.request.is_some(),
            None => self.running.is_some(),
        }
    }

    /// The image's state. An image whose definitions are being restored is still starting.
    pub(in crate::server) fn state(&self) -> SessionState {
        match &self.phase {
            Phase::Booting { .. } => SessionState::Starting,
            Phase::Dead => SessionState::Dead,
            Phase::Ready { .. } if self.recovery.is_some() => SessionState::Starting,
            Phase::Ready { .. } => self.running.as_ref().map_or(SessionState::Idle, Running::state),
        }
    }

    pub(in crate::server) fn is_booting(&self) -> bool {
        matches!(self.phase, Phase::Booting { .. })
    }

    pub(in crate::server) fn is_dead(&self) -> bool {
        matches!(self.phase, Phase::Dead)
    }

    /// Whether nothing was evaluated in it yet, nor is it broken.
    pub(in crate::server) fn is_fresh(&self) -> bool {
        matches!(self.phase, Phase::Booting { .. } | Phase::Ready { used: false })
    }

    pub(in crate::server) fn boot_is_overdue(&self, now_ms: u64) -> bool {
        self.is_booting() && self.due_ms().is_some_and(|due_ms| due_ms <= now_ms)
    }

    /// Whether what it works on had its time.
    pub(in crate::server) fn evaluation_is_overdue(&mut self, now_ms: u64) -> bool {
        self.running.as_mut().is_some_and(|running| running.is_overdue(now_ms))
    }

    /// When the server wants to look again.
    pub(in crate::server) fn due_ms(&self) -> Option<u64> {
        match &self.phase {
            Phase::Booting { heard_ms } => heard_ms.map(|heard_ms| heard_ms.saturating_add(BOOT_SILENCE_MS)),
            Phase::Ready { .. } => self.running.as_ref().and_then(Running::due_ms),
            Phase::Dead => None,
        }
    }

    /// What a request is told that waits for it.
    fn words_for_others(&self, now_ms: u64) -> String {
        match &self.running {
            _ if self.is_booting() => "waits for the Lisp to start".to_owned(),
            Some(running) => running.words_for_others(now_ms),
            None => "waits for its turn".to_owned(),
        }
    }

    /// The requests that wait for it, or for one that it has below what it works on.
    fn waiting_replies(&self) -> impl Iterator<Item = &ReplyTo> {
        let restoring = self.recovery.as_ref().and_then(|recovery| recovery.request.as_ref());
        let below = self.below.iter().filter_map(|below| below.reply.as_ref());
        let jobs = self.waiting.iter().map(|job| &job.reply);
        jobs.chain(&self.resets).chain(restoring.map(|(reply, ..)| reply)).chain(below)
    }

    /// When one of those that wait is to hear something.
    pub(in crate::server) fn pulse_due_ms(&self) -> Option<u64> {
        self.waiting_replies().filter_map(ReplyTo::pulse_due_ms).min()
    }

    /// Tells those that wait or run, and were told nothing for long. Returns what the others are told that
    /// wait for it.
    pub(in crate::server) fn beat(&mut self, now_ms: u64, actions: &mut Actions) -> String {
        let words = self.words_for_others(now_ms);
        for running in self.running.iter_mut().chain(&mut self.below) {
            running.beat(now_ms, actions);
        }
        let restoring = self.recovery.as_mut().and_then(|recovery| recovery.request.as_mut());
        let jobs = self.waiting.iter_mut().map(|job| &mut job.reply);
        for reply in jobs.chain(&mut self.resets).chain(restoring.map(|(reply, ..)| reply)) {
            reply.beat(&words, 0, now_ms, actions);
        }
        words
    }

    /// Whether it takes a command: it works on none, or what it works on is held.
    pub(in crate::server) fn is_idle(&self) -> bool {
        self.running.as_ref().is_none_or(Running::is_held) && matches!(self.phase, Phase::Ready { .. })
    }

    /// What is held until its client answers, which has not: what it works on, or what is right below that.
    pub(in crate::server) fn asked(&self) -> Option<&Running> {
        let innermost = self.running.as_ref().filter(|running| running.is_asked());
        innermost.or_else(|| self.below.last().filter(|below| below.is_asked()))
    }

    /// As `asked`, to be changed.
    pub(in crate::server) fn asked_mut(&mut self) -> Option<&mut Running> {
        let innermost = self.running.as_mut().filter(|running| running.is_asked());
        innermost.or_else(|| self.below.last_mut().filter(|below| below.is_asked()))
    }

    /// Whether what it works on is held until its client answers.
    pub(in crate::server) fn is_client_awaited(&self) -> bool {
        self.running.as_ref().is_some_and(Running::waits_for_client)
    }

    /// How many evaluations are held.
    pub(in crate::server) fn level(&self) -> u32 {
        let innermost = self.running.as_ref().is_some_and(Running::is_held);
        count(self.below.len()).saturating_add(u32::from(innermost))
    }

    /// Works on that from now on, on top of what is held.
    pub(in crate::server) fn begin(&mut self, running: Running) {
        self.below.extend(self.running.replace(running));
    }

    /// Comes back to what is held below, after what ran on top of it.
    pub(in crate::server) fn come_back(&mut self, now_ms: u64) {
        self.running = self.below.pop();
        if let Some(running) = &mut self.running {
            running.hold_anew(now_ms);
        }
    }

    /// Forgets what it works on and all that is held, which is lost with it. Returns the former, and what
    /// waited right below it for its client's answer.
    pub(in crate::server) fn lose_running(&mut self) -> (Option<Running>, Option<Running>) {
        let asked = self.below.pop_if(|below| below.waits_for_client());
        self.below.clear();
        self.aborting = None;
        (self.running.take(), asked)
    }

    /// Whether it is being given a definition.
    pub(in crate::server) fn works_on_a_step(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.is_step)
    }

    /// The evaluation whose turn it is. What had waited when a client was asked goes on waiting.
    pub(in crate::server) fn next_job(&mut self) -> Option<Job> {
        let mut job = None;
        if self.is_client_awaited() {
            // Once round, so that the others keep their order.
            for _ in 0..self.waiting.len() {
                let next = self.waiting.pop_front()?;
                if next.is_meanwhile && job.is_none() {
                    job = Some(next);
                } else {
                    self.waiting.push_back(next);
                }
            }
        } else {
            job = self.waiting.pop_front();
        }
        let job = job?;
        if let Phase::Ready { used } = &mut self.phase {
            *used = true;
        }
        Some(job)
    }

    pub(in crate::server) fn take_running(&mut self, id: EvaluationId) -> Option<Running> {
        self.running.take_if(|running| running.id == id)
    }

    pub(in crate::server) fn capture(&mut self, output: &Output) {
        if let Some(running) = &mut self.running
            && running.id == output.id
        {
            running.capture(output);
        }
    }

    pub(in crate::server) fn note_forms(&mut self, forms: Forms) {
        if let Some(running) = &mut self.running
            && running.id == forms.id
            && running.is_followed()
        {
            running.progress.note_forms(forms, running.evaluation.limits.max_output);
        }
    }

    /// The cancelled evaluation that is to be interrupted, once.
    pub(in crate::server) fn abandon(&mut self, now_ms: u64) -> Option<EvaluationId> {
        self.running.as_mut()?.abandon(now_ms)
    }

    /// Drops the requests that `is_meant` names; what runs for one runs on. Returns them.
    pub(in crate::server) fn forget(&mut self, is_meant: impl Fn(&ReplyTo) -> bool) -> Vec<ReplyTo> {
        let mut forgotten: Vec<ReplyTo> = Vec::new();
        for running in [self.running.as_mut(), self.below.last_mut()].into_iter().flatten() {
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
