//! The number of fuzz cases: few with a fixed seed in the test suite, more when `npm run fuzz` sets it in the
//! environment.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

/// `cases` of a fixed seed, unless `FUZZ_CASES` and `FUZZ_SEED` say otherwise. Seeds of failures are kept and
/// tried first.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let wanted = number("FUZZ_CASES").and_then(|cases| u32::try_from(cases).ok());
    ProptestConfig {
        cases: wanted.unwrap_or(cases),
        rng_seed: RngSeed::Fixed(number("FUZZ_SEED").unwrap_or(1)),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/server/fuzz-failures.txt"))),
        // Each step runs the whole case: in the suite a failure is to be seen at once, small or not, and its
        // seed is kept for `npm run fuzz`.
        max_shrink_iters: if wanted.is_some() { 20_000 } else { 300 },
        ..ProptestConfig::default()
    }
}
