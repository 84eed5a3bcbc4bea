use super::marks::Mark;
use crate::{
    timeline::{ConnectStage, Micros, Phase},
    trace::{Observation, What},
};

/// Turns the marks on the way to the headers into t1 and the connection phases.
#[derive(Debug, Default)]
pub(super) struct Connection {
    started: Option<Micros>,
    connect_started: Option<Micros>,
    dns_started: Option<Micros>,
    dns_ended: Option<Micros>,
    transport_up: Option<Micros>,
    connected: Option<Micros>,
    send_started: Option<Micros>,
    sent: Option<Micros>,
}

impl Connection {
    /// Takes in a mark. Only the first of each kind counts: a proxy's handshake comes before the server's.
    pub(super) fn mark(&mut self, mark: Mark, at: Micros, sink: &mut dyn FnMut(Observation)) {
        self.begin(at, sink);
        let place = match mark {
            Mark::ConnectStarted => &mut self.connect_started,
            Mark::DnsStarted => &mut self.dns_started,
            Mark::DnsEnded => &mut self.dns_ended,
            Mark::TransportUp => &mut self.transport_up,
            Mark::Connected => &mut self.connected,
            Mark::SendStarted => &mut self.send_started,
            Mark::Sent => &mut self.sent,
        };
        if place.is_some() {
            return;
        }
        *place = Some(at);
        if let Some((phase, from)) = self.phase_ended_by(mark) {
            sink(phase_observation(phase, from, at));
        }
    }

    /// A request without a body over a pooled connection leaves no mark: then it starts when it is
    /// handed over to be written.
    pub(super) fn begin(&mut self, at: Micros, sink: &mut dyn FnMut(Observation)) {
        if self.started.is_none() {
            self.started = Some(at);
            sink(Observation { at: Some(at), what: What::UpstreamStarted });
        }
    }

    /// The phase that a mark ends and where it began.
    fn phase_ended_by(&self, mark: Mark) -> Option<(Phase, Micros)> {
        let transport_from = self.dns_ended.or(self.connect_started);
        match mark {
            Mark::DnsEnded => Some((Phase::Dns, self.dns_started?)),
            Mark::TransportUp => Some((Phase::Connect, transport_from?)),
            Mark::Connected => Some(match self.transport_up {
                Some(up) => (Phase::Tls, up),
                None => (Phase::Connect, transport_from?),
            }),
            Mark::Sent => Some((Phase::Send, self.connected.or(self.send_started)?)),
            Mark::ConnectStarted | Mark::DnsStarted | Mark::SendStarted => None,
        }
    }

    /// Headers came: the wait for them ends. A response to a request that is still being sent has no wait.
    pub(super) fn headers(&self, at: Micros, sink: &mut dyn FnMut(Observation)) {
        let from = match (self.send_started, self.sent) {
            (Some(_), None) => None,
            (_, sent) => sent.or(self.connected).or(self.started),
        };
        if let Some(from) = from {
            sink(phase_observation(Phase::Wait, from, at));
        }
    }

    /// A redirect came: everything but t1 starts anew, and the way so far becomes a phase.
    pub(super) fn redirected(&mut self, at: Micros, sink: &mut dyn FnMut(Observation)) {
        if let Some(from) = self.started {
            sink(phase_observation(Phase::Redirect, from, at));
        }
        *self = Self { started: self.started, ..Self::default() };
    }

    /// Whether the connection is there, new or pooled.
    pub(super) const fn is_up(&self) -> bool {
        self.connected.is_some() || (self.connect_started.is_none() && self.started.is_some())
    }

    /// Whether a pooled connection was used again.
    pub(super) const fn reused(&self) -> bool {
        self.connect_started.is_none()
    }

    /// What was being done when it went wrong.
    pub(super) const fn stage(&self) -> ConnectStage {
        match self {
            Self { connected: Some(_), .. } => ConnectStage::Request,
            Self { transport_up: Some(_), .. } => ConnectStage::Tls,
            Self { dns_started: Some(_), dns_ended: None, .. } => ConnectStage::Dns,
            Self { connect_started: Some(_), .. } => ConnectStage::Connect,
            _ => ConnectStage::Request,
        }
    }
}

fn phase_observation(phase: Phase, from: Micros, at: Micros) -> Observation {
    let duration = at.since(from).unwrap_or_default();
    Observation { at: Some(at), what: What::Phase { phase, duration } }
}

#[cfg(test)]
mod tests {
    use super::{ConnectStage, Connection, Mark, Micros, Observation, What};

    fn play(marks: &[(Mark, u64)]) -> (Connection, Vec<String>) {
        let mut connection = Connection::default();
        let mut seen = Vec::new();
        let mut sink = |o: Observation| seen.push(words(&o));
        for (mark, at) in marks {
            connection.mark(*mark, Micros(*at), &mut sink);
        }
        connection.headers(Micros(1_000), &mut sink);
        (connection, seen)
    }

    fn words(observation: &Observation) -> String {
        let at = observation.at.expect("a time").0;
        match &observation.what {
            What::Phase { phase, duration } => format!("{at} {phase} {}", duration.0),
            What::UpstreamStarted => format!("{at} started"),
            other => format!("{at} {other:?}"),
        }
    }

    #[test]
    fn a_tls_connection_shows_every_phase() {
        let (connection, seen) = play(&[
            (Mark::ConnectStarted, 10),
            (Mark::DnsStarted, 12),
            (Mark::DnsEnded, 40),
            (Mark::TransportUp, 100),
            (Mark::Connected, 180),
            (Mark::SendStarted, 185),
            (Mark::Sent, 200),
        ]);
        let expected = ["10 started", "40 dns 28", "100 connect 60", "180 tls 80", "200 send 20", "1000 wait 800"];
        assert_eq!(seen, expected);
        assert!(!connection.reused() && connection.is_up());
    }

    #[test]
    fn a_plain_connection_to_an_address_has_neither_dns_nor_tls() {
        let (_, seen) = play(&[(Mark::ConnectStarted, 10), (Mark::Connected, 30)]);
        assert_eq!(seen, ["10 started", "30 connect 20", "1000 wait 970"]);
    }

    #[test]
    fn a_pooled_connection_starts_with_the_write() {
        let (connection, seen) = play(&[(Mark::SendStarted, 10), (Mark::Sent, 15)]);
        assert_eq!(seen, ["10 started", "15 send 5", "1000 wait 985"]);
        assert!(connection.reused() && connection.is_up());
    }

    #[test]
    fn headers_before_the_whole_request_is_sent_have_no_wait() {
        let (_, seen) = play(&[(Mark::ConnectStarted, 1), (Mark::Connected, 3), (Mark::SendStarted, 4)]);
        assert_eq!(seen, ["1 started", "3 connect 2"]);
    }

    #[test]
    fn a_redirect_is_a_phase_and_the_next_hop_starts_anew() {
        let (mut connection, _) = play(&[(Mark::ConnectStarted, 10), (Mark::Connected, 30)]);
        let mut seen = Vec::new();
        let mut sink = |o: Observation| seen.push(words(&o));
        connection.redirected(Micros(1_000), &mut sink);
        connection.mark(Mark::ConnectStarted, Micros(1_010), &mut sink);
        connection.mark(Mark::Connected, Micros(1_040), &mut sink);
        connection.headers(Micros(1_100), &mut sink);
        assert_eq!(seen, ["1000 redirect 990", "1040 connect 30", "1100 wait 60"]);
        assert_eq!(connection.started, Some(Micros(10)));
    }

    #[test]
    fn the_stage_is_what_was_being_done() {
        let stage = |marks: &[(Mark, u64)]| play(marks).0.stage();
        assert_eq!(stage(&[(Mark::ConnectStarted, 1), (Mark::DnsStarted, 2)]), ConnectStage::Dns);
        assert_eq!(stage(&[(Mark::ConnectStarted, 1)]), ConnectStage::Connect);
        assert_eq!(stage(&[(Mark::ConnectStarted, 1), (Mark::TransportUp, 2)]), ConnectStage::Tls);
        assert_eq!(stage(&[(Mark::ConnectStarted, 1), (Mark::Connected, 2)]), ConnectStage::Request);
    }
}
