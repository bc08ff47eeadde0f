//! Notifications of clients: changes, log messages and progress.

pub(super) mod changes;
pub(super) mod logged;
pub(super) mod logging;
pub(super) mod progress;
pub(super) mod pulse;
pub(super) mod subscriptions;
pub(super) mod watched;
