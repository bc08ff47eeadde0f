//! Which values an image keeps for clients that come back to them.

use serde::Serialize;

use super::EvaluationId;

/// Values that an image keeps.
const KEPT_VALUES: u32 = 500;

/// Handles that one evaluation can give out: as many as a report has values.
const HANDLES: u32 = 1000;

/// Evaluations whose handles differ; together with `HANDLES` within what `inspect-value` takes.
const EVALUATIONS: u32 = 1_000_000;

/// Which values an image keeps by a handle: those of the results that it reports, and those that were
/// inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct Keep {
    /// The evaluation's handles are beyond this number, so that they are nobody else's: a handle of before a
    /// reset names nothing, and no other value.
    pub after: u32,
    /// How many handles it gives out, at most.
    pub handles: u32,
    /// How many values are kept. The one that was used longest ago goes first.
    pub most: u32,
}

impl Keep {
    /// What an image keeps from an evaluation on.
    #[must_use]
    pub fn during(evaluation: EvaluationId) -> Self {
        let after = (evaluation % EVALUATIONS).saturating_mul(HANDLES);
        Self { after, handles: HANDLES, most: KEPT_VALUES }
    }
}
