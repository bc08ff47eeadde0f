//! The MCP server of jscl-mcp, without I/O: JSON-RPC, MCP in both eras, the tools, sessions and condition
//! reports.
//!
//! [`server::Server`] is the state machine; everything else is what it is made of. In a page it runs as
//! WebAssembly behind the classes in `web/`, in a test as it is.

pub mod completion;
mod cut;
pub mod data;
pub mod engine;
mod index;
pub mod jsonrpc;
pub mod limits;
pub mod prompts;
pub mod protocol;
pub mod report;
pub mod resources;
pub mod server;
pub mod session;
pub mod tools;
pub mod transport;

#[cfg(feature = "schemas")]
mod typescript;
#[cfg(target_arch = "wasm32")]
pub mod web;

/// What is generated from the Rust types, by the paths of the files: `tests/schemas/` writes and checks it.
#[cfg(feature = "schemas")]
#[must_use]
pub fn generated() -> Vec<(&'static str, String)> {
    [typescript::files(), tools::generated_files()].concat()
}
