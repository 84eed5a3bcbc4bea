//! Processor time as what is measured: what else runs on the machine hardly counts.

use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use rustix::time::{ClockId, clock_gettime};

/// The processor time of this process.
pub struct CpuTime;

static FORMAT: WallTime = WallTime;

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
        Duration::new(seconds.unwrap_or_default(), nanos.unwrap_or_default())
    }

    fn end(&self, start: Duration) -> Duration {
        self.start().saturating_sub(start)
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        value.as_secs_f64() * 1e9
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        FORMAT.formatter()
    }
}
