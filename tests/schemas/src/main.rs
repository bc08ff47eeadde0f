//! The files that are generated from the Rust types of the server.
//!
//! `cargo run -p schemas -- write` writes them and prints the path of each that has changed, a line each;
//! `check` prints those that are stale and writes none. `npm run generate` calls both.
//!
//! A crate of its own: what derives TypeScript and schemas, and what checks schemas, takes longer to compile
//! than the server and its tests.

#![cfg_attr(test, allow(clippy::arithmetic_side_effects, clippy::string_slice, reason = "tests may panic"))]

#[cfg(test)]
mod checks;
#[cfg(test)]
mod converters;
#[cfg(test)]
#[path = "../../server/wire/official.rs"]
mod official;
#[cfg(test)]
#[path = "../../server/wire/validator.rs"]
mod validator;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

fn main() -> ExitCode {
    let command = env::args().nth(1);
    let writes = match command.as_deref() {
        Some("write") => true,
        Some("check") => false,
        _ => {
            eprintln!("usage: cargo run -p schemas -- write|check");
            return ExitCode::FAILURE;
        }
    };
    for (path, text) in generated() {
        let file = at(path);
        if is_current(&file, &text) {
            continue;
        }
        if writes && let Err(problem) = fs::write(&file, text) {
            eprintln!("{path}: {problem}");
            return ExitCode::FAILURE;
        }
        println!("{path}");
    }
    ExitCode::SUCCESS
}

/// What belongs into each file.
fn generated() -> impl Iterator<Item = (&'static str, String)> {
    let files = jscl_mcp::generated().into_iter();
    files.map(|(path, text)| (path, text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n"))
}

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn is_current(file: &Path, text: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|committed| committed == text)
}
