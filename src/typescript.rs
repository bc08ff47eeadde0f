//! The TypeScript types of the engine's contract and of the tools' results, generated from the Rust types.
//!
//! `npm run generate` writes them.

use ts_rs::TS;

use crate::{engine, report, server, tools, transport};

/// The structured content of each tool's results.
#[derive(TS)]
#[ts(concrete())]
struct Structured<T> {
    /// Equal to the text content.
    #[expect(dead_code, reason = "it is a type alone")]
    text: String,
    #[ts(flatten)]
    #[expect(dead_code, reason = "it is a type alone")]
    data: T,
}

const HEADING: &str = "\
// Generated from the Rust types; change those, then run: npm run generate
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
// biome-ignore-all assist: generated
";

fn declaration<T: TS>() -> String {
    let config = ts_rs::Config::default();
    let docs = T::docs().unwrap_or_default();
    format!("\n{docs}export {}\n", T::decl(&config))
}

fn contract() -> String {
    let mut generated = HEADING.to_owned();
    generated += &declaration::<engine::Command>();
    generated += &declaration::<engine::Evaluate>();
    generated += &declaration::<engine::Input>();
    generated += &declaration::<engine::Look>();
    generated += &declaration::<engine::Expand>();
    generated += &declaration::<engine::Inspect>();
    generated += &declaration::<engine::FrameAddress>();
    generated += &declaration::<engine::Leaving>();
    generated += &declaration::<engine::DebugSetting>();
    generated += &declaration::<engine::ToolCall>();
    generated += &declaration::<engine::AskRecording>();
    generated += &declaration::<engine::Direction>();
    generated += &declaration::<engine::Record>();
    generated += &declaration::<engine::Keep>();
    generated += &declaration::<engine::PictureLimits>();
    generated += &declaration::<engine::PrintLimits>();
    generated += &declaration::<engine::RestartChoice>();
    generated += &declaration::<engine::Answer>();
    generated += &declaration::<engine::Query>();
    generated += &declaration::<engine::Question>();
    generated += &declaration::<engine::FileRequest>();
    generated += &declaration::<engine::FileAction>();
    generated += &declaration::<engine::FileEncoding>();
    generated += &declaration::<engine::Event>();
    generated += &declaration::<engine::Booting>();
    generated += &declaration::<engine::Ready>();
    generated += &declaration::<engine::Output>();
    generated += &declaration::<engine::OutputStream>();
    generated += &declaration::<engine::Forms>();
    generated += &declaration::<engine::LoadedForms>();
    generated += &declaration::<engine::Asking>();
    generated += &declaration::<engine::NeedsInput>();
    generated += &declaration::<engine::Completed>();
    generated += &declaration::<engine::Found>();
    generated += &declaration::<engine::LaidOut>();
    generated += &declaration::<engine::SyntaxProblem>();
    generated += &declaration::<engine::SyntaxProblemKind>();
    generated += &declaration::<engine::Died>();
    generated += &declaration::<engine::Outcome>();
    generated += &declaration::<engine::OutcomeStatus>();
    generated += &declaration::<engine::FormResult>();
    generated += &declaration::<engine::Displayed>();
    generated += &declaration::<engine::Picture>();
    generated += &declaration::<engine::Mime>();
    generated += &declaration::<engine::RestartTaken>();
    generated += &declaration::<engine::Definition>();
    generated += &declaration::<engine::Warning>();
    generated += &declaration::<engine::Severity>();
    generated += &declaration::<engine::Condition>();
    generated += &declaration::<engine::LeftOut>();
    generated += &declaration::<engine::Caller>();
    generated += &declaration::<engine::Hint>();
    generated += &declaration::<engine::HintKind>();
    generated += &declaration::<engine::Slot>();
    generated += &declaration::<engine::Restart>();
    generated += &declaration::<engine::Frame>();
    generated += &declaration::<engine::FrameKind>();
    generated += &declaration::<engine::FrameVariable>();
    generated += &declaration::<engine::VariableState>();
    generated += &declaration::<engine::Phase>();
    generated += &declaration::<engine::Position>();
    generated += &declaration::<engine::Where>();
    generated += &declaration::<engine::Elsewhere>();
    generated += &declaration::<engine::Unclosed>();
    generated += &declaration::<engine::Timing>();
    generated += &declaration::<engine::Dropped>();
    generated += &declaration::<engine::Ends>();
    generated
}

fn host() -> String {
    let mut generated = HEADING.to_owned();
    generated += "import type { Answer, Command } from \"./engine.js\";\n";
    generated += "import type { Restored } from \"./results.js\";\n";
    generated += &declaration::<server::Action>();
    generated += &declaration::<server::SavedNames>();
    generated += &declaration::<transport::Step>();
    generated += &declaration::<transport::LineName>();
    generated += &declaration::<transport::Source>();
    generated += &declaration::<transport::BindingProblem>();
    generated += &declaration::<transport::Problem>();
    generated
}

/// Constants of the contract, as members of an object.
macro_rules! members {
    ($($path:path),+ $(,)?) => {
        [$((stringify!($path), $path.to_string())),+]
    };
}

fn budgets() -> String {
    use crate::engine as e;
    let mut generated = HEADING.to_owned();
    generated += "\n/**\n * How much of each text and list leaves an image; `src/engine/bounds.rs` says of what each is. The server keeps to\n * the same bounds, whatever an image sends.\n */\nexport const BUDGETS = {\n";
    for (path, value) in members![
        e::NAME_CHARS,
        e::FILE_CHARS,
        e::SLOT_CHARS,
        e::SLOTS_CHARS,
        e::RESTART_CHARS,
        e::RESTARTS_CHARS,
        e::MAX_LISTED,
        e::MAX_CALLERS,
        e::MAX_ARGUMENTS,
        e::ARGUMENTS_CHARS,
        e::FRAMES_CHARS,
        e::MAX_VARIABLES,
        e::VARIABLES_CHARS,
        e::REASON_CHARS,
        e::PROMPT_CHARS,
        e::DEFINITION_NAME_CHARS,
        e::MAX_DEFINITION_NAMES,
        crate::limits::MAX_BYTES,
    ] {
        let name = path.rsplit("::").next().unwrap_or(path).trim();
        for part in ["  ", name, ": ", &value, ",\n"] {
            generated += part;
        }
    }
    generated += "} as const;\n";
    generated
}

fn results() -> String {
    let mut generated = HEADING.to_owned();
    generated += "import type { Elsewhere, Ends, FileEncoding, FormResult, FrameKind, FrameVariable, Hint, LeftOut, Phase, Picture, Position, Restart, RestartTaken, Severity, Slot, SyntaxProblemKind, Timing, VariableState } from \"./engine.js\";\n";
    generated += &declaration::<Structured<()>>();
    generated += &declaration::<report::EvaluationReport>();
    generated += &declaration::<report::BriefEvaluation>();
    generated += &declaration::<report::BriefError>();
    generated += &declaration::<report::BriefPlace>();
    generated += &declaration::<report::Counts>();
    generated += &declaration::<report::Restored>();
    generated += &declaration::<report::Unrestored>();
    generated += &declaration::<report::ReportStatus>();
    generated += &declaration::<report::Truncated>();
    generated += &declaration::<report::WarningReport>();
    generated += &declaration::<report::ErrorReport>();
    generated += &declaration::<report::FrameReport>();
    generated += &declaration::<report::Place>();
    generated += &declaration::<report::Earlier>();
    generated += &declaration::<tools::LastErrorReport>();
    generated += &declaration::<tools::BacktraceReport>();
    generated += &declaration::<tools::BriefLastError>();
    generated += &declaration::<tools::LimitsReport>();
    generated += &declaration::<tools::ResetReport>();
    generated += &declaration::<tools::SessionsReport>();
    generated += &declaration::<tools::SessionReport>();
    generated += &declaration::<tools::SessionState>();
    generated += &declaration::<tools::ClosedReport>();
    generated += &declaration::<tools::InspectionReport>();
    generated += &declaration::<tools::reports::SymbolReport>();
    generated += &declaration::<tools::reports::Access>();
    generated += &declaration::<tools::reports::Meaning>();
    generated += &declaration::<tools::reports::MeaningKind>();
    generated += &declaration::<tools::reports::MethodReport>();
    generated += &declaration::<tools::reports::ExpansionReport>();
    generated += &declaration::<tools::reports::ValueReport>();
    generated += &declaration::<tools::reports::Table>();
    generated += &declaration::<tools::reports::Fact>();
    generated += &declaration::<tools::reports::Part>();
    generated += &declaration::<tools::reports::ValueKind>();
    generated += &declaration::<tools::reports::FrameInspection>();
    generated += &declaration::<tools::reports::InspectedVariable>();
    generated += &declaration::<tools::reports::RecordingReport>();
    generated += &declaration::<tools::reports::RecordedFunction>();
    generated += &declaration::<tools::reports::RecordedCalls>();
    generated += &declaration::<tools::reports::CallEnd>();
    generated += &declaration::<tools::reports::RecordedStep>();
    generated += &declaration::<tools::reports::StepKind>();
    generated += &declaration::<tools::reports::RecordedVariable>();
    generated += &declaration::<tools::reports::FilesReport>();
    generated += &declaration::<tools::reports::ContentReport>();
    generated += &declaration::<tools::reports::WrittenReport>();
    generated += &declaration::<tools::reports::DeletedReport>();
    generated += &declaration::<tools::reports::FileReport>();
    generated += &declaration::<tools::reports::FileKind>();
    generated += &declaration::<tools::reports::AproposReport>();
    generated += &declaration::<tools::reports::FoundSymbol>();
    generated += &declaration::<tools::reports::ClassReport>();
    generated += &declaration::<tools::reports::SlotReport>();
    generated += &declaration::<tools::reports::Initarg>();
    generated += &declaration::<tools::reports::MethodEntry>();
    generated += &declaration::<tools::reports::MethodsReport>();
    generated += &declaration::<tools::reports::UsesReport>();
    generated += &declaration::<tools::reports::Use>();
    generated += &declaration::<tools::reports::UseKind>();
    generated += &declaration::<tools::reports::CompileReport>();
    generated += &declaration::<tools::reports::Notice>();
    generated += &declaration::<tools::reports::NoticeSeverity>();
    generated += &declaration::<tools::reports::TimeReport>();
    generated += &declaration::<tools::reports::ProfileReport>();
    generated += &declaration::<tools::reports::ProfiledFunction>();
    generated += &declaration::<tools::reports::TestsReport>();
    generated += &declaration::<tools::reports::TestResult>();
    generated += &declaration::<tools::ExportReport>();
    generated += &declaration::<tools::reports::GuideReport>();
    generated += &declaration::<tools::reports::GuideSet>();
    generated += &declaration::<tools::reports::ValidationReport>();
    generated += &declaration::<tools::reports::ValidationProblem>();
    generated += &declaration::<tools::reports::ValidationProblemKind>();
    generated += &declaration::<tools::DefinitionPlace>();
    generated += &declaration::<tools::DefinitionSource>();
    generated += &declaration::<tools::SourceReport>();
    generated += &declaration::<tools::FormatReport>();
    generated += &declaration::<tools::FormatProblem>();
    generated += &declaration::<tools::ToolSet>();
    let names = tools::ToolSet::ALL.map(|set| format!("\"{}\"", set.name())).join(", ");
    let sets = format!("\n/** All sets of tools. */\nexport const TOOL_SETS = [{names}] as const;\n");
    generated += &sets;
    generated
}

/// The files by their paths.
pub(crate) fn files() -> Vec<(&'static str, String)> {
    vec![
        ("jscl-bridge/contract/engine.ts", contract()),
        ("jscl-bridge/contract/host.ts", host()),
        ("jscl-bridge/contract/budgets.ts", budgets()),
        ("jscl-bridge/contract/results.ts", results()),
    ]
}
