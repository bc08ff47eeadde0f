//! Build steps of jscl-mcp that want Rust.
//!
//! `cargo run -p xtask -- bindgen IN_WASM OUT_DIR` reads the server's WebAssembly as cargo built it and
//! writes `jscl_mcp.js`, `jscl_mcp.d.ts` and `jscl_mcp_bg.wasm` for the web. The module and the crate
//! `wasm-bindgen` must be of one version, so the generator is pinned in the same lock file as the crate. With
//! `KEEP_NAMES` set the module keeps the names of its functions, to see what is large in it.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: cargo run -p xtask -- bindgen IN_WASM OUT_DIR";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["bindgen", wasm, out_dir] => bindgen(Path::new(wasm), Path::new(out_dir)),
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
