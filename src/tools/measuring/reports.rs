//! The types of what an image tells as the JSON text of a report: Rust passes it on unread.

use schemars::JsonSchema;
use ts_rs::TS;

/// What `time-execution` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct TimeReport {
    /// How often the code was evaluated.
    runs: u32,
    /// How long it took; of several runs the median. In milliseconds.
    real_ms: f64,
    /// The shortest run.
    shortest_ms: f64,
    /// The longest run.
    longest_ms: f64,
    /// Of all runs together, compiling.
    compile_ms: f64,
    /// Bytes that the image counted as allocated, of all runs together, in steps of some kilobytes.
    allocated: f64,
    /// The printed values of the last form.
    values: Vec<String>,
    /// What was written to standard output.
    stdout: String,
}

/// What `profile-code` returns.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ProfileReport {
    /// How long it took, in milliseconds.
    real_ms: f64,
    /// How many samples were taken.
    samples: u32,
    /// How far they are apart, on average.
    interval_ms: f64,
    /// The functions with the most samples in themselves.
    functions: Vec<ProfiledFunction>,
    /// How many functions were seen.
    functions_total: u32,
    /// The sampled stacks, folded: outermost;…;innermost and a count; the most frequent first.
    stacks: Vec<String>,
    /// How many different stacks were seen.
    stacks_total: u32,
    /// The printed values of the last form.
    values: Vec<String>,
    /// What was written to standard output.
    stdout: String,
}

/// A function in a profile.
#[derive(TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "it is a type alone")]
pub struct ProfiledFunction {
    /// Its name as it is printed.
    name: String,
    /// Samples in which it was the innermost.
    self_samples: u32,
    /// Samples in which it ran.
    total_samples: u32,
    /// Its part of all samples in itself, from 0 to 1.
    self_share: f64,
    /// Its part of all samples in all, from 0 to 1.
    total_share: f64,
}
