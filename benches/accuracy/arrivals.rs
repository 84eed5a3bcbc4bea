//! Pairs of moments, sent and arrived, and the file in which a client process leaves them.

use std::{fmt::Write, fs, io, path::Path};

/// One event: when the server wrote it and when the client had it, in nanoseconds of the shared clock.
#[derive(Clone, Copy, Debug)]
pub struct Arrival {
    /// The moment of the write.
    pub sent: u64,
    /// The client's stamp.
    pub arrived: u64,
}

impl Arrival {
    /// How late the stamp is, in microseconds.
    pub fn late_us(self) -> f64 {
        (self.arrived as f64 - self.sent as f64) / 1_000.0
    }
}

/// The moment that an event carries.
pub fn sent(event: &[u8]) -> Option<u64> {
    const KEY: &[u8] = b"\"sent_ns\":";
    let start = memchr::memmem::find(event, KEY)? + KEY.len();
    let length = event[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    std::str::from_utf8(&event[start..start + length]).ok()?.parse().ok()
}

/// The reads of a body with their stamps; events are looked for only when all is over.
#[derive(Default)]
pub struct Reads {
    body: Vec<u8>,
    /// The length of the body after each read, and its stamp.
    ends: Vec<(usize, u64)>,
}

impl Reads {
    /// Takes one read.
    pub fn push(&mut self, stamp: u64, bytes: &[u8]) {
        self.body.extend_from_slice(bytes);
        self.ends.push((self.body.len(), stamp));
    }

    /// Each event with the stamp of the read that completed it.
    pub fn arrivals(&self) -> Vec<Arrival> {
        let mut start = 0;
        let mut arrivals = Vec::new();
        for end in memchr::memmem::find_iter(&self.body, b"\n\n").map(|at| at + 2) {
            let read = self.ends.partition_point(|(length, _)| *length < end);
            if let (Some(sent), Some((_, arrived))) = (sent(&self.body[start..end]), self.ends.get(read)) {
                arrivals.push(Arrival { sent, arrived: *arrived });
            }
            start = end;
        }
        arrivals
    }
}

/// Leaves arrivals in a file, which is there only once it is whole.
pub fn save(path: &Path, arrivals: &[Arrival], milestones: &[u64]) -> io::Result<()> {
    let mut text = String::new();
    for milestone in milestones {
        let _ = writeln!(text, "{milestone}");
    }
    for Arrival { sent, arrived } in arrivals {
        let _ = writeln!(text, "{sent} {arrived}");
    }
    let beside = path.with_extension("part");
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

/// The arrivals and the milestones that a client left.
pub fn load(path: &Path) -> io::Result<(Vec<Arrival>, Vec<u64>)> {
    let (mut arrivals, mut milestones) = (Vec::new(), Vec::new());
    for line in fs::read_to_string(path)?.lines() {
        let number = |text: &str| text.parse::<u64>().map_err(io::Error::other);
        match line.split_once(' ') {
            Some((sent, arrived)) => arrivals.push(Arrival { sent: number(sent)?, arrived: number(arrived)? }),
            None => milestones.push(number(line)?),
        }
    }
    Ok((arrivals, milestones))
}
