use jiff::{SignedDuration, Timestamp};

/// How long a capture is kept, as the command line says it: `36h`, `14d`, `2w`.
///
/// # Errors
/// A sentence that says what is expected.
pub fn parse_expiry(text: &str) -> Result<SignedDuration, String> {
    const UNITS: &[(char, i64)] = &[('m', 60), ('h', 3_600), ('d', 86_400), ('w', 604_800)];
    let expected = || "give a time such as 36h, 14d or 2w".to_owned();
    let unit = text.chars().last().ok_or_else(expected)?;
    let seconds = UNITS.iter().find(|(name, _)| *name == unit).map(|(_, seconds)| *seconds).ok_or_else(expected)?;
    let count: u32 = text[..text.len() - unit.len_utf8()].parse().map_err(|_| expected())?;
    if count == 0 {
        return Err(expected());
    }
    Ok(SignedDuration::from_secs(i64::from(count) * seconds))
}

/// The moment a capture that starts at `from` expires; capped at the end of the calendar.
pub fn expires_at(from: Timestamp, keep: SignedDuration) -> Timestamp {
    from.checked_add(keep).unwrap_or(Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::{SignedDuration, expires_at, parse_expiry};

    #[test]
    fn days_and_weeks_are_read_and_the_rest_is_refused() {
        assert_eq!(parse_expiry("14d"), Ok(SignedDuration::from_hours(336)));
        assert_eq!(parse_expiry("2w"), parse_expiry("14d"));
        assert_eq!(parse_expiry("90m"), Ok(SignedDuration::from_mins(90)));
        for bad in ["", "14", "d", "0d", "-1d", "1.5d", "1y", "1é"] {
            assert!(parse_expiry(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_expiry_counts_from_its_start() {
        let start = "2026-11-30T10:34:00Z".parse().expect("a time");
        let end = expires_at(start, parse_expiry("14d").expect("a time"));
        assert_eq!(end.to_string(), "2026-12-14T10:34:00Z");
    }
}
