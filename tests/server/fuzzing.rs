//! The number of fuzz cases: few with a fixed seed in the test suite, more when `npm run fuzz` sets it in the
//! environment.

use proptest::prelude::ProptestConfig;
use proptest::test_runner::{FileFailurePersistence, RngSeed};

/// `cases` of a fixed seed, unless `FUZZ_CASES` and `FUZZ_SEED` say otherwise. Seeds of failures are kept and
/// tried first.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    ProptestConfig {
        cases: number("FUZZ_CASES").and_then(|cases| u32::try_from(cases).ok()).unwrap_or(cases),
        rng_seed: RngSeed::Fixed(number("FUZZ_SEED").unwrap_or(1)),
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct("tests/server/fuzz-failures.txt"))),
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
    }
}
