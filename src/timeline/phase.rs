use super::{Micros, word_enum};

word_enum! {
    /// A stretch of work with a known duration, local or on the connection.
    pub enum Phase {
        /// Obtaining or checking the credential.
        Auth = "auth",
        /// Channel selection and routing; a plain client has none.
        Distribution = "distribution",
        /// Reading the request body from file, stdin or the downstream client.
        BodyRead = "body_read",
        /// Everything up to the answer of the last redirect, from t1.
        Redirect = "redirect",
        /// Name resolution.
        Dns = "dns",
        /// TCP connect.
        Connect = "connect",
        /// TLS handshake.
        Tls = "tls",
        /// TCP and TLS where the source cannot tell them apart.
        ConnectTls = "connect_tls",
        /// Writing the request.
        Send = "send",
        /// Last request byte to response headers.
        Wait = "wait",
        /// Upstream start to headers, from a record that does not give t1 itself.
        UpstreamHeaders = "upstream_headers",
    }
}

impl Phase {
    /// The phases between t0 and t1.
    pub const LOCAL: [Self; 3] = [Self::Auth, Self::Distribution, Self::BodyRead];

    /// The phases between t1 and t2, in the order in which they happen.
    pub const CONNECTION: [Self; 7] =
        [Self::Redirect, Self::Dns, Self::Connect, Self::Tls, Self::ConnectTls, Self::Send, Self::Wait];

    /// The words on screen.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Distribution => "distribution",
            Self::BodyRead => "body read",
            Self::Redirect => "redirects",
            Self::Dns => "DNS",
            Self::Connect => "connect",
            Self::Tls => "TLS",
            Self::ConnectTls => "connect+TLS",
            Self::Send => "send",
            Self::Wait => "wait",
            Self::UpstreamHeaders => "headers",
        }
    }
}

/// One phase that was measured or stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseTime {
    /// How long it took.
    pub duration: Micros,
    /// When it ended, from t0; absent when the source gives durations only.
    pub end: Option<Micros>,
}

/// The known phases; an unknown one is absent, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Phases([Option<PhaseTime>; Phase::ALL.len()]);

impl Phases {
    /// How long the phase took, if known.
    pub fn duration(&self, phase: Phase) -> Option<Micros> {
        self.get(phase).map(|time| time.duration)
    }

    /// The phase as it was observed, if known.
    pub const fn get(&self, phase: Phase) -> Option<PhaseTime> {
        self.0[phase as usize]
    }

    /// States a phase; a later statement replaces an earlier one.
    pub fn set(&mut self, phase: Phase, time: PhaseTime) {
        self.0[phase as usize] = Some(time);
    }

    /// Every known phase, in order of declaration.
    pub fn present(&self) -> impl Iterator<Item = (Phase, PhaseTime)> + '_ {
        Phase::ALL.iter().filter_map(|phase| self.get(*phase).map(|time| (*phase, time)))
    }

    /// The sum of the known local phases; 0 when none is known, as the bound in definitions.md wants it.
    pub fn local_sum(&self) -> Micros {
        Phase::LOCAL.iter().filter_map(|phase| self.duration(*phase)).fold(Micros::ZERO, Micros::plus)
    }
}
