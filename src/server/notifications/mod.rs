//! What clients are told without having asked for it right then: changes, log messages and progress.

pub(super) mod changes;
pub(super) mod logged;
pub(super) mod logging;
pub(super) mod progress;
pub(super) mod subscriptions;
pub(super) mod watched;
