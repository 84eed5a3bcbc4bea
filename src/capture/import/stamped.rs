use std::io::{self, BufRead};

use super::{body::header, sniff::stamp};
use crate::{
    capture::lines::{Lines, Next},
    timeline::{CloseKind, Micros},
    trace::{Intake, IntakeOptions, Observation, Recording, SourceKind, What},
};

/// Above this a stamp is wall clock, below it counts from the start of the program that wrote it.
const EPOCH_FROM: u64 = 100_000_000 * 1_000_000;

/// Reads a body with a time before each line. Wall-clock times count from the first line, for
/// nothing earlier is in the file. Lines of one stamp are taken as one read. `Ok(Err(line))` names
/// a line without a time.
pub(in crate::capture) fn read_stamped<R: BufRead>(input: R, keep_content: bool) -> io::Result<Result<Recording, u64>> {
    let mut lines = Lines::new(input);
    let mut body = Stamped {
        recording: Recording::new(header(SourceKind::Sse, keep_content)),
        intake: Intake::new(IntakeOptions { keep_content, ..IntakeOptions::default() }),
        origin: None,
        read: Vec::new(),
        at: Micros::ZERO,
    };
    loop {
        match lines.next()? {
            Next::Line { text, number, .. } => match stamp(text) {
                Some((stamp, rest)) => body.line(stamp, rest),
                None if text.is_empty() => {}
                None => return Ok(Err(number)),
            },
            Next::TooLong { number } => return Ok(Err(number)),
            Next::End => return Ok(Ok(body.finish())),
        }
    }
}

struct Stamped {
    recording: Recording,
    intake: Intake,
    origin: Option<u64>,
    /// The lines of the stamp `at`, which are not read yet.
    read: Vec<u8>,
    at: Micros,
}

impl Stamped {
    fn line(&mut self, stamp: u64, rest: &[u8]) {
        if self.origin.is_none() {
            let wall_clock = stamp >= EPOCH_FROM;
            self.origin = Some(if wall_clock { stamp } else { 0 });
            if wall_clock {
                let header = std::sync::Arc::make_mut(&mut self.recording.header);
                header.started_at = i64::try_from(stamp).ok().and_then(|us| jiff::Timestamp::from_microsecond(us).ok());
            }
            self.recording.push(Observation { at: Some(Micros::ZERO), what: What::Received });
        }
        // A clock that steps back does not turn time around: the line has the time of the one before it.
        let at = Micros(stamp.saturating_sub(self.origin.unwrap_or_default())).max(self.at);
        if at != self.at {
            self.give();
            self.at = at;
        }
        self.read.extend_from_slice(rest);
        self.read.push(b'\n');
    }

    fn give(&mut self) {
        let Self { recording, intake, read, at, .. } = self;
        intake.read(Some(*at), read, &mut |observation| recording.push(observation));
        read.clear();
    }

    fn finish(mut self) -> Recording {
        self.give();
        let Self { mut recording, mut intake, at, .. } = self;
        intake.close(Some(at), CloseKind::Eof, &mut |observation| recording.push(observation));
        recording.push(Observation { at: None, what: What::Finished });
        recording
    }
}
