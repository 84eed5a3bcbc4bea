use std::time::Duration;

use crate::timeline::{Micros, TimeoutKind};

/// How long to wait for what; `None` waits for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From t1 until the connection, TLS included, is there.
    pub connect: Option<Duration>,
    /// From t1 until response headers.
    pub headers: Option<Duration>,
    /// From t0, or from the end of reading the request body, until the first effective output;
    /// heartbeats and metadata do not count.
    pub first_output: Option<Duration>,
    /// Without a single byte of the body, heartbeats included.
    pub idle: Option<Duration>,
    /// From t0, or from the end of reading the request body, until the end of the response body.
    pub total: Option<Duration>,
}

impl Default for Timeouts {
    /// Long enough for slow reasoning models: a tool that shows waits must not cut them short.
    fn default() -> Self {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        Self {
            connect: seconds(30),
            headers: seconds(300),
            first_output: seconds(600),
            idle: seconds(300),
            total: None,
        }
    }
}

/// What has happened so far, as far as the timeouts care.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// When everything that had to be read for the request was there: a slow pipe is no timeout.
    pub ready: Micros,
    /// t1, or the first network work of the latest redirect.
    pub started: Option<Micros>,
    /// Whether the connection is there.
    pub connected: bool,
    /// When headers or, later, the last bytes came.
    pub last_byte: Option<Micros>,
    /// Whether effective output came, or the stream said that none will.
    pub output: bool,
}

impl Progress {
    /// A redirect came: the waits for a connection and for headers begin again.
    pub(super) const fn next_hop(&mut self, at: Micros) {
        self.started = Some(at);
        self.connected = false;
    }
}

impl Timeouts {
    /// The next deadline and which timeout it is.
    pub(super) fn next(&self, progress: &Progress) -> Option<(Micros, TimeoutKind)> {
        let since = |from: Option<Micros>, length: Option<Duration>, kind| Some((from?.plus(length?.into()), kind));
        let waiting_for_headers = progress.last_byte.is_none();
        [
            since(progress.started.filter(|_| !progress.connected), self.connect, TimeoutKind::Connect),
            since(progress.started.filter(|_| waiting_for_headers), self.headers, TimeoutKind::Headers),
            since(Some(progress.ready).filter(|_| !progress.output), self.first_output, TimeoutKind::FirstOutput),
            since(progress.last_byte, self.idle, TimeoutKind::Idle),
            since(Some(progress.ready), self.total, TimeoutKind::Total),
        ]
        .into_iter()
        .flatten()
        .min_by_key(|(at, _)| *at)
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Micros, Progress, TimeoutKind, Timeouts};

    const ALL: Timeouts = Timeouts {
        connect: Some(Duration::from_millis(10)),
        headers: Some(Duration::from_millis(20)),
        first_output: Some(Duration::from_millis(40)),
        idle: Some(Duration::from_millis(15)),
        total: Some(Duration::from_millis(50)),
    };

    fn next(progress: Progress) -> Option<(u64, TimeoutKind)> {
        ALL.next(&progress).map(|(at, kind)| (at.0 / 1_000, kind))
    }

    #[test]
    fn the_nearest_deadline_of_what_is_still_awaited_counts() {
        let ms = |ms| Some(Micros::from_millis(ms));
        let mut progress = Progress::default();
        assert_eq!(next(progress), Some((40, TimeoutKind::FirstOutput)));
        progress.started = ms(2);
        assert_eq!(next(progress), Some((12, TimeoutKind::Connect)));
        progress.connected = true;
        assert_eq!(next(progress), Some((22, TimeoutKind::Headers)));
        progress.last_byte = ms(21);
        assert_eq!(next(progress), Some((36, TimeoutKind::Idle)));
        progress.last_byte = ms(30);
        assert_eq!(next(progress), Some((40, TimeoutKind::FirstOutput)));
        progress.output = true;
        assert_eq!(next(progress), Some((45, TimeoutKind::Idle)));
        progress.last_byte = ms(44);
        assert_eq!(next(progress), Some((50, TimeoutKind::Total)));
    }

    #[test]
    fn without_timeouts_nothing_is_due() {
        let none = Timeouts { connect: None, headers: None, first_output: None, idle: None, total: None };
        assert_eq!(none.next(&Progress { started: Some(Micros(1)), ..Progress::default() }), None);
    }
}
