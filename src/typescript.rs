//! The TypeScript types of the engine's contract and of the tools' results, generated from the Rust types.
//!
//! `UPDATE_TYPES=1 cargo test typescript` writes them; without the variable the test fails if they differ.

use std::path::Path;

use ts_rs::TS;

use crate::{engine, report, server, tools, transport};

const HEADING: &str = "\
// Generated from the Rust types; change those, then run: UPDATE_TYPES=1 cargo test typescript
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
";

fn declaration<T: TS>() -> String {
    let config = ts_rs::Config::default();
    let docs = T::docs().unwrap_or_default();
    format!("\n{docs}export {}\n", T::decl(&config))
}

fn check(path: &str, generated: &str) {
    let generated = generated.lines().map(str::trim_end).collect::<Vec<_>>().join("\n") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&file, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == generated, "{path} is out of date; run: UPDATE_TYPES=1 cargo test typescript");
}

#[test]
fn contract_is_current() {
    let mut generated = HEADING.to_owned();
    generated += &declaration::<engine::Command>();
    generated += &declaration::<engine::Evaluate>();
    generated += &declaration::<engine::PrintLimits>();
    generated += &declaration::<engine::RestartChoice>();
    generated += &declaration::<engine::Answer>();
    generated += &declaration::<engine::Query>();
    generated += &declaration::<engine::Question>();
    generated += &declaration::<engine::Event>();
    generated += &declaration::<engine::Booting>();
    generated += &declaration::<engine::Ready>();
    generated += &declaration::<engine::Output>();
    generated += &declaration::<engine::OutputStream>();
    generated += &declaration::<engine::Forms>();
    generated += &declaration::<engine::LoadedForms>();
    generated += &declaration::<engine::Asking>();
    generated += &declaration::<engine::Completed>();
    generated += &declaration::<engine::Found>();
    generated += &declaration::<engine::Died>();
    generated += &declaration::<engine::Outcome>();
    generated += &declaration::<engine::OutcomeStatus>();
    generated += &declaration::<engine::RestartTaken>();
    generated += &declaration::<engine::Definition>();
    generated += &declaration::<engine::Warning>();
    generated += &declaration::<engine::Condition>();
    generated += &declaration::<engine::LeftOut>();
    generated += &declaration::<engine::Slot>();
    generated += &declaration::<engine::Restart>();
    generated += &declaration::<engine::Frame>();
    generated += &declaration::<engine::FrameKind>();
    generated += &declaration::<engine::Phase>();
    generated += &declaration::<engine::Position>();
    generated += &declaration::<engine::Where>();
    generated += &declaration::<engine::Elsewhere>();
    generated += &declaration::<engine::Unclosed>();
    generated += &declaration::<engine::Timing>();
    generated += &declaration::<engine::Dropped>();
    check("jscl-bridge/engine/contract.ts", &generated);
}

#[test]
fn host_is_current() {
    let mut generated = HEADING.to_owned();
    generated += "import type { Answer, Command } from \"../engine/contract.js\";\n";
    generated += "import type { Restored } from \"../engine/results.js\";\n";
    generated += &declaration::<server::Action>();
    generated += &declaration::<server::SavedNames>();
    generated += &declaration::<transport::Step>();
    generated += &declaration::<transport::LineName>();
    generated += &declaration::<transport::Source>();
    generated += &declaration::<transport::BindingProblem>();
    generated += &declaration::<transport::Problem>();
    check("jscl-bridge/host/contract.ts", &generated);
}

#[test]
fn results_are_current() {
    let mut generated = HEADING.to_owned();
    generated += "import type { FrameKind, LeftOut, Phase, Position, Restart, RestartTaken, Slot, Timing, Where } from \"./contract.js\";\n";
    generated += &declaration::<report::EvaluationReport>();
    generated += &declaration::<report::Restored>();
    generated += &declaration::<report::Unrestored>();
    generated += &declaration::<report::ReportStatus>();
    generated += &declaration::<report::Truncated>();
    generated += &declaration::<report::WarningReport>();
    generated += &declaration::<report::ErrorReport>();
    generated += &declaration::<report::FrameReport>();
    generated += &declaration::<tools::LastErrorReport>();
    generated += &declaration::<tools::BacktraceReport>();
    generated += &declaration::<tools::LimitsReport>();
    generated += &declaration::<tools::ResetReport>();
    generated += &declaration::<tools::SessionsReport>();
    generated += &declaration::<tools::SessionReport>();
    generated += &declaration::<tools::SessionState>();
    generated += &declaration::<tools::ClosedReport>();
    check("jscl-bridge/engine/results.ts", &generated);
}
