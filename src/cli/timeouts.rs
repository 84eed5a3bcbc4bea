use std::time::Duration;

use super::numbers;
use crate::source::live::Timeouts;

/// The flags that say how long to wait for what. Seconds, with fractions; 0 waits for ever.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Timeouts (seconds; 0 waits for ever)")]
pub struct TimeoutArgs {
    /// Until the connection, TLS included, is there [default: 30]
    #[arg(long, value_name = "S", env = "STREAMFALL_CONNECT_TIMEOUT", hide_env = true, hide_short_help = true, value_parser = seconds)]
    pub connect_timeout: Option<Seconds>,
    /// From the start of the upstream request to response headers [default: 300]
    #[arg(long, value_name = "S", env = "STREAMFALL_HEADER_TIMEOUT", hide_env = true, hide_short_help = true, value_parser = seconds)]
    pub header_timeout: Option<Seconds>,
    /// To the first effective output; heartbeats and metadata do not count [default: 600]
    #[arg(long, value_name = "S", env = "STREAMFALL_FIRST_OUTPUT_TIMEOUT", hide_env = true, hide_short_help = true, value_parser = seconds)]
    pub first_output_timeout: Option<Seconds>,
    /// Without a single byte, heartbeats included [default: 300]
    #[arg(long, value_name = "S", env = "STREAMFALL_IDLE_TIMEOUT", hide_env = true, hide_short_help = true, value_parser = seconds)]
    pub idle_timeout: Option<Seconds>,
    /// For the whole request [default: none]
    #[arg(long, value_name = "S", env = "STREAMFALL_MAX_TIME", hide_env = true, hide_short_help = true, value_parser = seconds)]
    pub max_time: Option<Seconds>,
}

/// A length of time as given; 0 means none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(f64);

impl Seconds {
    fn limit(self) -> Option<Duration> {
        (self.0 > 0.0).then(|| Duration::from_secs_f64(self.0))
    }
}

/// The longest time to wait, in seconds: a year.
pub const LONGEST: f64 = 31_536_000.0;

/// Reads a number of seconds.
fn seconds(text: &str) -> Result<Seconds, String> {
    numbers::seconds(text, LONGEST).map(Seconds)
}

impl TimeoutArgs {
    /// The timeouts, with the defaults where no flag was given.
    pub fn timeouts(&self) -> Timeouts {
        let default = Timeouts::default();
        let or = |given: Option<Seconds>, default| given.map_or(default, Seconds::limit);
        Timeouts {
            connect: or(self.connect_timeout, default.connect),
            headers: or(self.header_timeout, default.headers),
            first_output: or(self.first_output_timeout, default.first_output),
            idle: or(self.idle_timeout, default.idle),
            total: or(self.max_time, default.total),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{TimeoutArgs, Timeouts, seconds};

    #[test]
    fn zero_waits_for_ever_and_nothing_given_is_the_default() {
        let args = TimeoutArgs { idle_timeout: seconds("0").ok(), max_time: seconds("2.5").ok(), ..Default::default() };
        let expected = Timeouts { idle: None, total: Some(Duration::from_millis(2_500)), ..Timeouts::default() };
        assert_eq!(args.timeouts(), expected);
        for wrong in ["-1", "nan", "inf", "soon", "1e300"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
