//! The test runner that `cargo test --target wasm32-unknown-unknown` calls for each test binary.

use std::env;

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())
}
