//! The server as its host sees it: messages, events and ticks in, actions out.

#![cfg(not(target_arch = "wasm32"))]
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::needless_pass_by_value,
    clippy::string_slice
)]

mod asking;
mod bounds;
mod clock;
mod closing;
mod completion;
mod contract;
mod counts;
mod drawings;
mod envelopes;
mod eras;
mod evaluation;
mod files;
mod format;
mod fuzzing;
mod harness;
mod hostile;
mod images;
mod input;
mod inspect;
mod interleaved;
mod introspection;
mod journal;
mod kept;
mod last_error;
mod layout;
mod legacy;
mod levels;
mod logging;
mod modern;
mod outcomes;
mod page;
mod progress;
mod prompts;
mod pulse;
mod races;
mod recording;
mod reports;
mod resources;
mod restarts;
mod rooms;
mod saved;
mod sessions;
mod stopping;
mod structured;
mod subscriptions;
mod systems;
mod text;
mod texts;
mod told;
mod tools;
mod wire;
mod world;
