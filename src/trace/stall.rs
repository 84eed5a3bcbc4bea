use crate::timeline::Micros;

/// The shortest silence that is remembered. What counts as a finding is the diagnosis' own threshold.
const SHORTEST: Micros = Micros::from_millis(500);

/// How many silences are remembered; beyond that the shortest give way.
const MOST: usize = 32;

/// A silence between two effective events of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// When the last effective event before it came.
    pub start: Micros,
    /// How long nothing effective came. Heartbeats and metadata do not end it.
    pub length: Micros,
    /// Whether visible text had come before it.
    pub after_text: bool,
}

/// The longest silences so far, in order of time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stalls(Vec<Stall>);

impl Stalls {
    pub(super) fn note(&mut self, stall: Stall) {
        if stall.length < SHORTEST {
            return;
        }
        self.0.push(stall);
        if self.0.len() > MOST
            && let Some((shortest, _)) = self.0.iter().enumerate().min_by_key(|(_, stall)| stall.length)
        {
            self.0.remove(shortest);
        }
    }

    pub(super) fn as_slice(&self) -> &[Stall] {
        &self.0
    }
}
