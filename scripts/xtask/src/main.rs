//! Build steps of jscl-mcp that want Rust.
//!
//! `cargo run -p xtask -- bindgen IN_WASM OUT_DIR` reads the server's WebAssembly as cargo built it and
//! writes `jscl_mcp.js`, `jscl_mcp.d.ts` and `jscl_mcp_bg.wasm` for the web. The module and the crate
//! `wasm-bindgen` must be of one version, so the generator is pinned in the same lock file as the crate. With
//! `KEEP_NAMES` set the module keeps the names of its functions, to see what is large in it.
//!
//! `bindgen-tests IN_WASM OUT_DIR` does the same for a binary of tests, whose panics name functions.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: cargo run -p xtask -- bindgen|bindgen-tests IN_WASM OUT_DIR";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["bindgen", wasm, out_dir] => bindgen(Path::new(wasm), Path::new(out_dir)),
        ["bindgen-tests", wasm, out_dir] => bindgen_tests(Path::new(wasm), Path::new(out_dir)),
        _ => Err(USAGE.to_owned()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

fn bindgen(wasm: &Path, out_dir: &Path) -> Result<(), String> {
    if !wasm.is_file() {
        return Err(format!(
            "{} is missing; build it first: cargo build --release --target wasm32-unknown-unknown --lib",
            wasm.display()
        ));
    }
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .typescript(true)
        .omit_default_module_path(false)
        // Function names are a third of the module, and nothing reads them in a page.
        .remove_name_section(std::env::var_os("KEEP_NAMES").is_none())
        .remove_producers_section(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out_dir))
        .map_err(|error| format!("cannot write bindings for {}: {error:#}", wasm.display()))
}

/// The name of the module that has tests.
const TESTS: &str = "tests";

fn bindgen_tests(wasm: &Path, out_dir: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(TESTS)
        .typescript(false)
        .debug(true)
        .export_wasm(true)
        .emit_start(false);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out_dir))
        .map_err(|error| format!("cannot write bindings for {}: {error:#}", wasm.display()))
}
