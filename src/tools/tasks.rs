//! What each prompt sets an agent to do. The file of words has these texts from here: WebAssembly has none.

/// The texts by their prompts' names. `{session}` and `{name}` stand for what the prompt is given.
pub(super) const TASKS: [(&str, &str); 4] = [
    ("debug-last-error", include_str!("tasks/debug-last-error.md")),
    ("explain-definition", include_str!("tasks/explain-definition.md")),
    ("write-test", include_str!("tasks/write-test.md")),
    ("resume-session", include_str!("tasks/resume-session.md")),
];
