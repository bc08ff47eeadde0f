//! The boundary to JavaScript: a class for the server, one for the windows around it, and lines of JSON. Values go in and out as they
//! are; nothing is decided here.

mod lines;
mod server;
mod windows;

pub use lines::{read_line, write_line};
pub use server::Server;
pub use windows::Windows;

/// Smaller by some kilobytes than the allocator that comes with Rust, and faster. Its cell asks that there be one
/// thread, as is so without the target feature `atomics`.
#[cfg(not(target_feature = "atomics"))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
