use serde_json::Value;

use super::{gateway::LONGEST, number::number};
use crate::{
    timeline::{Micros, NoteCode, Phase},
    trace::{Observation, Recording, What},
};

/// The `timings` of an entry, each one looked at before it is believed.
#[derive(Debug, Default)]
pub(super) struct Timings {
    /// When the first network work began.
    started_at: Option<Micros>,
    /// The phases with their ends, in order.
    phases: Vec<(Phase, Micros, Option<Micros>)>,
    /// t2, when everything before it is known.
    pub headers_at: Option<Micros>,
    /// t6, when it is known.
    pub closed_at: Option<Micros>,
    /// How many times cannot be times.
    implausible: usize,
}

/// One stated duration.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stated {
    /// -1 or missing: it did not happen, or nobody looked.
    Absent,
    /// Negative, absurd, or no number.
    Implausible,
    Known(Micros),
}

impl Stated {
    fn of(value: Option<&Value>) -> Self {
        let Some(value) = value.filter(|value| !value.is_null()) else { return Self::Absent };
        match number(value) {
            Some(ms) if (ms + 1.0).abs() < f64::EPSILON => Self::Absent,
            Some(ms) => Micros::from_ms(ms).filter(|time| *time <= LONGEST).map_or(Self::Implausible, Self::Known),
            None => Self::Implausible,
        }
    }

    const fn known(self) -> Option<Micros> {
        match self {
            Self::Known(time) => Some(time),
            _ => None,
        }
    }
}

impl Timings {
    /// Reads the timings of an entry. One that cannot be true is noted and unknown, and so is every
    /// moment that would have to be counted from it.
    pub(super) fn of(entry: &Value, is_https: bool) -> Self {
        let stated = |key: &str| Stated::of(entry.pointer("/timings").and_then(|timings| timings.get(key)));
        let [blocked, dns, connect, ssl, send, wait, receive] =
            ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"].map(stated);
        let total = Stated::of(entry.get("time"));
        let mut timings = Self::default();
        let all = [blocked, dns, connect, ssl, send, wait, receive, total];
        timings.implausible = all.iter().filter(|one| **one == Stated::Implausible).count();

        let mut clock = Clock(Some(Micros::ZERO));
        clock.add(blocked);
        // Timings that say nothing say nothing of the start either.
        let says_something = [blocked, dns, connect, send, wait].iter().any(|one| one.known().is_some());
        timings.started_at = clock.0.filter(|_| says_something);
        timings.step(&mut clock, Phase::Dns, dns);
        timings.connect(&mut clock, connect, ssl, is_https, beside(&all));
        timings.step(&mut clock, Phase::Send, send);
        timings.step(&mut clock, Phase::Wait, wait);
        timings.headers_at = clock.0.filter(|_| matches!(wait, Stated::Known(_)));
        timings.close(receive, total);
        timings
    }

    fn step(&mut self, clock: &mut Clock, phase: Phase, stated: Stated) {
        clock.add(stated);
        if let Some(duration) = stated.known() {
            self.phases.push((phase, duration, clock.0));
        }
    }

    /// `ssl` lies inside `connect` (HAR 1.2), unless the sum of the entry shows that it stands beside it.
    fn connect(&mut self, clock: &mut Clock, connect: Stated, ssl: Stated, is_https: bool, beside: bool) {
        match (connect.known(), ssl.known()) {
            (Some(_), Some(_)) if beside => {
                self.step(clock, Phase::Connect, connect);
                self.step(clock, Phase::Tls, ssl);
            }
            (Some(whole), Some(tls)) => {
                if let Some(tcp) = whole.since(tls) {
                    self.step(clock, Phase::Connect, Stated::Known(tcp));
                    self.step(clock, Phase::Tls, ssl);
                } else {
                    self.implausible += 1;
                    self.step(clock, Phase::ConnectTls, connect);
                }
            }
            (Some(_), None) if is_https => self.step(clock, Phase::ConnectTls, connect),
            _ => {
                self.step(clock, Phase::Connect, connect);
                if connect == Stated::Absent {
                    self.step(clock, Phase::Tls, ssl);
                }
            }
        }
    }

    /// The end of the body: from `receive`, else from the entry's whole time when nothing else is in doubt.
    fn close(&mut self, receive: Stated, total: Stated) {
        let Some(headers) = self.headers_at else { return };
        self.closed_at = match (receive, total) {
            (Stated::Known(length), _) => Some(headers.plus(length)),
            (Stated::Absent, Stated::Known(total)) if total >= headers => Some(total),
            (Stated::Absent, Stated::Known(_)) => {
                self.implausible += 1;
                None
            }
            _ => None,
        };
    }

    /// Everything up to the headers.
    pub(super) fn observe_until_headers(&self, recording: &mut Recording) {
        let mut push = |at, what| recording.push(Observation { at, what });
        push(Some(Micros::ZERO), What::Received);
        if let Some(at) = self.started_at {
            push(Some(at), What::UpstreamStarted);
        }
        for (phase, duration, end) in &self.phases {
            push(*end, What::Phase { phase: *phase, duration: *duration });
        }
        for _ in 0..self.implausible {
            push(None, What::Note(NoteCode::ImplausibleTime));
        }
    }
}

/// The offset so far, unknown from the first time on that is in doubt.
struct Clock(Option<Micros>);

impl Clock {
    fn add(&mut self, stated: Stated) {
        self.0 = match stated {
            Stated::Absent => self.0,
            Stated::Known(time) => self.0.map(|now| now.plus(time)),
            Stated::Implausible => None,
        };
    }
}

/// Whether the parts sum up to the entry's time only with `ssl` beside `connect`.
fn beside(all: &[Stated; 8]) -> bool {
    let [blocked, dns, connect, ssl, send, wait, receive, total] = all.map(|one| one.known().map(Micros::as_ms));
    let (Some(ssl), Some(total)) = (ssl.filter(|ssl| *ssl > 0.0), total) else { return false };
    let sum: f64 = [blocked, dns, connect, send, wait, receive].iter().flatten().sum();
    (sum - total).abs() > 1.0 && (sum + ssl - total).abs() <= 1.0
}
