//! Numbers of an event that may be larger, or finer, than there is a use for.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};

/// A count may be larger than there is room for.
pub(super) fn count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    u64::deserialize(deserializer).map(|count| u32::try_from(count).unwrap_or(u32::MAX))
}

/// A time in milliseconds has three decimals; what is no time is wrong.
pub(super) fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let time = f64::deserialize(deserializer)?;
    if time.is_finite() {
        Ok((time * 1000.0).round() / 1000.0)
    } else {
        Err(D::Error::invalid_value(Unexpected::Float(time), &"a time"))
    }
}
