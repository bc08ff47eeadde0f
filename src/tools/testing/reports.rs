//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

/// What `run-tests` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct TestsReport {
    /// The frameworks whose tests were run.
    frameworks: Vec<String>,
    /// The tests, failed ones first, as many as there is room for.
    tests: Vec<TestResult>,
    /// How many tests were run.
    tests_total: u32,
    /// Checks that passed.
    passed: u32,
    /// Checks that failed, or did not come to an end.
    failed: u32,
    /// Checks that were skipped.
    skipped: u32,
    /// What was written to standard output.
    stdout: String,
}

/// A test that was run.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct TestResult {
    /// Of which framework it is.
    framework: String,
    /// Its name.
    name: String,
    /// Whether all its checks passed.
    passed: bool,
    /// How many checks it made.
    checks: u32,
    /// Of each check that failed what it was, and the report of its condition.
    failures: Vec<String>,
}
