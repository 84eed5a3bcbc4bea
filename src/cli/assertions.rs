use crate::{
    report::{Assertion, Record, record_with},
    trace::{Recording, ThresholdError, Thresholds},
};

use super::{Exit, complain};

/// The flags that judge a request: what counts as slow, and what must hold.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Judging")]
pub struct JudgeArgs {
    /// What must hold, such as 'first_text_delta_ms<=2000'
    ///
    /// Any field by its name or dotted path, such as outcome==completed; exit code 7 when one does not hold; may be repeated.
    #[arg(long = "assert", value_name = "EXPR", help_heading = "Output", value_parser = Assertion::parse)]
    pub assertions: Vec<Assertion>,
    /// What counts as slow, such as headers_floor_ms=500; may be repeated; a wrong name lists them all
    #[arg(long = "threshold", value_name = "NAME=VALUE", env = "STREAMFALL_THRESHOLDS", hide_env = true, value_delimiter = ',', hide_short_help = true, value_parser = threshold)]
    pub set: Vec<String>,
    /// The thresholds of the configuration file, which the flags go before one by one.
    #[arg(long = "configured-threshold", hide = true, value_parser = threshold)]
    pub configured: Vec<String>,
}

/// Checks a threshold where clap can point at it.
fn threshold(expr: &str) -> Result<String, ThresholdError> {
    Thresholds::default().set_expr(expr).map(|()| expr.to_owned())
}

impl JudgeArgs {
    /// The thresholds with those that the flags set.
    pub fn thresholds(&self) -> Thresholds {
        let mut thresholds = Thresholds::default();
        for expr in self.configured.iter().chain(&self.set) {
            // Each was checked when the arguments were read.
            let _ = thresholds.set_expr(expr);
        }
        thresholds
    }

    /// The record of a recording, with every assertion held against it.
    pub fn record(&self, recording: &Recording) -> Record {
        let mut record = record_with(recording, &self.thresholds());
        record.assert_all(&self.assertions);
        record
    }

    /// The exit code: that of the request, unless an assertion failed. Each failed one is told.
    pub fn exit(&self, record: &Record, request: Exit) -> Exit {
        let failed: Vec<_> = record.assertions.iter().filter(|result| !result.held).collect();
        for result in &failed {
            complain(&format!("assertion {}", record.explain_assertion(result)));
        }
        if failed.is_empty() { request } else { Exit::Assertion }
    }
}
