//! Points in time as text.

const MS_PER_DAY: u64 = 86_400_000;

/// The last millisecond that ISO 8601 has a date for without an agreement on more digits.
const LAST_MS: u64 = 253_402_300_799_999;

/// `epoch_ms` (milliseconds since 1970) as ISO 8601 in UTC: `2026-11-20T12:00:00.000Z`. What is later is the
/// end of the year 9999.
#[must_use]
pub(crate) fn iso8601(epoch_ms: u64) -> String {
    let epoch_ms = epoch_ms.min(LAST_MS);
    let days = epoch_ms / MS_PER_DAY;
    let ms = epoch_ms % MS_PER_DAY;
    let (year, month, day) = civil_date(days);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let fraction = ms % 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z")
}

/// Year, month and day of the `days`th day after 1970-01-01 in the Gregorian calendar. Years are counted from
/// March, so that a leap day is the last of its year.
#[expect(
    clippy::arithmetic_side_effects,
    reason = "days come from milliseconds, so no sum here comes near the limits"
)]
fn civil_date(days: u64) -> (u64, u64, u64) {
    const DAYS_PER_ERA: u64 = 146_097;
    let since_march_0000 = days + 719_468;
    let era = since_march_0000 / DAYS_PER_ERA;
    let day_of_era = since_march_0000 % DAYS_PER_ERA;
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::iso8601;

    #[test]
    fn writes_dates() {
        assert_eq!(iso8601(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(iso8601(951_782_399_999), "2000-02-28T23:59:59.999Z");
        assert_eq!(iso8601(951_782_400_000), "2000-02-29T00:00:00.000Z");
        assert_eq!(iso8601(951_868_800_000), "2000-03-01T00:00:00.000Z");
        assert_eq!(iso8601(1_795_176_000_123), "2026-11-20T12:00:00.123Z");
        assert_eq!(iso8601(4_107_542_399_999), "2100-02-28T23:59:59.999Z");
        assert_eq!(iso8601(4_107_542_400_000), "2100-03-01T00:00:00.000Z");
    }

    #[test]
    fn stays_within_what_has_a_date() {
        assert_eq!(iso8601(u64::MAX), "9999-12-31T23:59:59.999Z");
    }
}
