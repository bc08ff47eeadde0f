//! The boundary to JavaScript: a class for the server and one for the windows around it. Values go in and out
//! as they are; nothing is decided here.

mod server;
mod windows;

pub use server::Server;
pub use windows::Windows;

/// Smaller by some kilobytes than the allocator that comes with Rust, and faster. Its cell asks that there be
/// one thread, as is so without the target feature `atomics`.
#[cfg(not(target_feature = "atomics"))]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();
