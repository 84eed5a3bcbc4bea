use crate::timeline::{nearest, word_enum};

word_enum! {
    /// The figures that a finding is held against. A finding needs a floor and a share of the whole,
    /// so that a short request is not called slow for a wait that nobody feels.
    pub enum Threshold {
        /// Shortest slow wait for headers, t1 → t2, in ms.
        HeadersFloorMs = "headers_floor_ms",
        /// Its least share of the whole.
        HeadersShare = "headers_share",
        /// Shortest slow wait from headers to effective output, t2 → t4, in ms.
        ResponseFloorMs = "response_floor_ms",
        /// Its least share of the whole.
        ResponseShare = "response_share",
        /// Shortest slow stretch of nothing but metadata, t3 → t4, in ms.
        MetadataFloorMs = "metadata_floor_ms",
        /// Its least share of the whole.
        MetadataShare = "metadata_share",
        /// Shortest slow stretch from action to text, t4 → t5, in ms.
        TextFloorMs = "text_floor_ms",
        /// Its least share of the whole.
        TextShare = "text_share",
        /// Visible tokens per second below which generation is slow.
        GenerationTps = "generation_tps",
        /// Shortest visible window, t5 → t6, that can be called slow, in ms.
        GenerationFloorMs = "generation_floor_ms",
        /// Its least share of the whole.
        GenerationShare = "generation_share",
        /// Shortest slow local phase, in ms.
        LocalFloorMs = "local_floor_ms",
        /// Its least share of the whole.
        LocalShare = "local_share",
        /// Fewest effective events that can be called buffered.
        BufferedEvents = "buffered_events",
        /// Fewest effective events in one burst, on average.
        BufferedPerBurst = "buffered_per_burst",
        /// Shortest silence before a burst, on average, in ms.
        BufferedSilenceMs = "buffered_silence_ms",
        /// Shortest silence inside generation that is a stall, in ms.
        StallFloorMs = "stall_floor_ms",
        /// Its least share of the whole.
        StallShare = "stall_share",
        /// Shortest hold after the terminal marker, in ms.
        CloseLagFloorMs = "close_lag_floor_ms",
        /// Its least share of the visible window.
        CloseLagShare = "close_lag_share",
    }
}

impl Threshold {
    /// The value unless it is set.
    ///
    /// Waits of one to two seconds are where a person's attention leaves; a fifth of the whole is
    /// where a stretch is worth looking at before the others. 15 tokens a second is about twice
    /// fast silent reading.
    pub const fn default_value(self) -> f64 {
        match self {
            Self::HeadersFloorMs => 1_000.0,
            Self::ResponseFloorMs | Self::MetadataFloorMs => 1_500.0,
            Self::TextFloorMs | Self::StallFloorMs => 2_000.0,
            Self::HeadersShare | Self::ResponseShare | Self::MetadataShare | Self::TextShare => 0.2,
            Self::GenerationTps => 15.0,
            Self::GenerationFloorMs => 3_000.0,
            Self::GenerationShare => 0.3,
            Self::LocalFloorMs | Self::CloseLagFloorMs => 500.0,
            Self::LocalShare | Self::StallShare | Self::CloseLagShare => 0.1,
            Self::BufferedEvents => 10.0,
            Self::BufferedPerBurst => 4.0,
            Self::BufferedSilenceMs => 200.0,
        }
    }

    /// Whether it is a share, from 0 to 1.
    const fn is_share(self) -> bool {
        matches!(
            self,
            Self::HeadersShare
                | Self::ResponseShare
                | Self::MetadataShare
                | Self::TextShare
                | Self::GenerationShare
                | Self::LocalShare
                | Self::StallShare
                | Self::CloseLagShare
        )
    }
}

/// Why a threshold could not be set.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ThresholdError {
    /// Not `name=value`.
    #[error("give NAME=VALUE, such as headers_floor_ms=500")]
    Form,
    /// No threshold of this name.
    #[error("there is no threshold '{name}'; {}", hint(.name))]
    Name {
        /// The name that was given.
        name: String,
    },
    /// Not a number, negative, or a share over 1.
    #[error("{name} cannot be '{value}'; give {want}")]
    Value {
        /// Which threshold.
        name: &'static str,
        /// What was given.
        value: String,
        /// What is wanted.
        want: &'static str,
    },
}

/// The name that was probably meant, else all of them.
fn hint(name: &str) -> String {
    let names = || Threshold::ALL.iter().map(|threshold| threshold.word());
    match nearest(name, names()) {
        Some(meant) => format!("did you mean {meant}?"),
        None => format!("the names are {}", names().collect::<Vec<_>>().join(", ")),
    }
}

/// A value for every threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds([f64; Threshold::ALL.len()]);

impl Default for Thresholds {
    fn default() -> Self {
        let mut values = [0.0; Threshold::ALL.len()];
        for threshold in Threshold::ALL {
            values[*threshold as usize] = threshold.default_value();
        }
        Self(values)
    }
}

impl Thresholds {
    /// The value that holds.
    pub const fn get(&self, threshold: Threshold) -> f64 {
        self.0[threshold as usize]
    }

    /// Sets one by its name.
    ///
    /// # Errors
    /// When the name or the value cannot be one.
    pub fn set(&mut self, name: &str, value: f64) -> Result<(), ThresholdError> {
        let threshold = Threshold::from_word(name).ok_or_else(|| ThresholdError::Name { name: name.to_owned() })?;
        let most = if threshold.is_share() { 1.0 } else { f64::MAX };
        if !(0.0..=most).contains(&value) {
            let want = if threshold.is_share() { "a share from 0 to 1" } else { "a number from 0 up" };
            return Err(ThresholdError::Value { name: threshold.word(), value: value.to_string(), want });
        }
        self.0[threshold as usize] = value;
        Ok(())
    }

    /// Sets one from `name=value`, as the command line gives it.
    ///
    /// # Errors
    /// When it has another form, or the name or the value cannot be one.
    pub fn set_expr(&mut self, expr: &str) -> Result<(), ThresholdError> {
        let (name, text) = expr.split_once('=').ok_or(ThresholdError::Form)?;
        let value = text.trim().parse().unwrap_or(f64::NAN);
        self.set(name.trim(), value).map_err(|error| match error {
            ThresholdError::Value { name, want, .. } => {
                ThresholdError::Value { name, value: text.trim().to_owned(), want }
            }
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Threshold, ThresholdError, Thresholds};

    #[test]
    fn thresholds_are_set_by_name_and_bad_ones_are_named() {
        let mut thresholds = Thresholds::default();
        assert_eq!(thresholds.set_expr("headers_floor_ms = 250"), Ok(()));
        assert!((thresholds.get(Threshold::HeadersFloorMs) - 250.0).abs() < f64::EPSILON);
        assert_eq!(thresholds.set_expr("headers"), Err(ThresholdError::Form));
        let unknown = thresholds.set_expr("ttft=1").expect_err("no such name").to_string();
        assert!(unknown.starts_with("there is no threshold 'ttft'; the names are headers_floor_ms, "), "{unknown}");
        let near = thresholds.set_expr("header_floor_ms=1").expect_err("no such name").to_string();
        assert_eq!(near, "there is no threshold 'header_floor_ms'; did you mean headers_floor_ms?");
        for (expr, sentence) in [
            ("headers_share=20", "headers_share cannot be '20'; give a share from 0 to 1"),
            ("text_floor_ms=-1", "text_floor_ms cannot be '-1'; give a number from 0 up"),
            ("text_floor_ms=soon", "text_floor_ms cannot be 'soon'; give a number from 0 up"),
        ] {
            assert_eq!(thresholds.set_expr(expr).expect_err("no such value").to_string(), sentence);
        }
    }
}
