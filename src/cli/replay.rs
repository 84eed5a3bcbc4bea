use std::path::PathBuf;

use super::{
    Exit, Failure, OutputArgs, Show, complain,
    input::{self, InputArgs},
    keeper::{save_safe, warn_of_content},
    session,
    stdout::Stdout,
};
use crate::{
    capture,
    source::Feed,
    timeline::{Micros, NoteCode},
    trace::{Observation, Recording},
    tui::{self, Ended, Host, Input, Leaving},
};

/// Arguments of `streamfall replay`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall replay slow.jsonl --at 8.7s")]
pub struct ReplayArgs {
    /// A capture, an archive, a raw stream, a timing record; `-` is stdin
    file: PathBuf,
    #[command(flatten)]
    input: InputArgs,
    /// How fast to play, from 0.5 to 16 [default: 1]
    ///
    /// Like --at and --idle-limit it counts only on the full screen; --plain and --json are of the whole recording.
    #[arg(long, value_name = "N", value_parser = speed)]
    speed: Option<f64>,
    /// Open at a moment from the start: 8.7s, 430ms
    #[arg(long, value_name = "TIME", value_parser = moment)]
    at: Option<Micros>,
    /// Wait through no silence for longer than this: 2s
    #[arg(long, value_name = "TIME", value_parser = moment)]
    idle_limit: Option<Micros>,
    #[command(flatten)]
    output: OutputArgs,
}

fn speed(text: &str) -> Result<f64, String> {
    text.trim_end_matches(['x', '×'])
        .parse()
        .ok()
        .filter(|speed| (0.5..=16.0).contains(speed))
        .ok_or_else(|| "give a number from 0.5 to 16".to_owned())
}

/// Reads a length of time: seconds, unless `ms` or `m` says otherwise.
fn moment(text: &str) -> Result<Micros, String> {
    const UNITS: &[(&str, f64)] = &[("ms", 1.0), ("s", 1_000.0), ("m", 60_000.0), ("", 1_000.0)];
    UNITS
        .iter()
        .find_map(|(unit, ms)| {
            let count: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
            Micros::from_ms(count * ms)
        })
        .ok_or_else(|| "give a time such as 8.7s or 430ms".to_owned())
}

/// Runs `streamfall replay`: shows what a recording holds, and exits as its request did.
///
/// # Errors
/// When the input cannot be read, or the terminal failed.
pub fn run(args: &ReplayArgs) -> Result<Exit, Failure> {
    let recording = input::load(&args.file, &args.input, args.output.needs_content())?;
    save(&recording, &args.output)?;
    let name = input::name(&args.file);
    let exit = exit_of(&recording);
    let show = args.output.show();
    let remarks = input::remarks(&name, &recording, show);
    args.only_on_the_screen(show).iter().for_each(|sentence| complain(sentence));
    let recording = match show {
        Show::Screen => {
            let ended = on_screen(recording, args)?;
            if ended.leaving == Leaving::TerminalGone {
                return Ok(Exit::Cancelled);
            }
            ended.recording
        }
        _ => recording,
    };
    let record = session::tell_whole(&recording, &args.output, &mut Stdout::default())?;
    remarks.iter().for_each(|sentence| complain(sentence));
    super::explain::explain_replay(recording.latest());
    Ok(args.output.judge.exit(&record, exit))
}

impl ReplayArgs {
    /// That a flag was given which says how to play, where nothing is played: the summary and the
    /// record are of the whole recording.
    fn only_on_the_screen(&self, show: Show) -> Option<String> {
        let given = [
            ("--speed", self.speed.is_some()),
            ("--at", self.at.is_some()),
            ("--idle-limit", self.idle_limit.is_some()),
        ];
        let given: Vec<_> = given.iter().filter(|(_, given)| *given).map(|(flag, _)| *flag).collect();
        (show != Show::Screen && !given.is_empty()).then(|| {
            let verb = if given.len() == 1 { "counts" } else { "count" };
            format!("note: {} {verb} only on the full screen; this is of the whole recording", given.join(" and "))
        })
    }
}

fn on_screen(recording: Recording, args: &ReplayArgs) -> Result<Ended, Failure> {
    let options = tui::Options {
        speed: args.speed.unwrap_or(1.0),
        start_at: args.at,
        idle_limit: args.idle_limit,
        ..args.output.screen()
    };
    let mut host = ReplayHost;
    tui::run(Input::Replay(Box::new(recording)), &options, &mut host)
        .map_err(|error| session::internal("the full screen failed (--plain does without it)", &error))
}

/// Writes what was read to the file that `--save` names.
fn save(recording: &Recording, output: &OutputArgs) -> Result<(), Failure> {
    let Some(path) = &output.save else { return Ok(()) };
    let mut header = (*recording.header).clone();
    if output.expires.is_some() {
        header.expires_at = output.expires_from(jiff::Timestamp::now());
    }
    header.request_ids &= output.keep_request_id;
    capture::save(recording, &header, output.content(), path, output.force).map_err(|error| input::refused(&error))?;
    warn_of_content(path, output.content());
    Ok(())
}

/// What the request would have exited with. A record that does not say how its request ended says
/// of no failure either; a capture that was cut does not hold the end.
fn exit_of(recording: &Recording) -> Exit {
    let trace = recording.latest();
    match trace.outcome() {
        None if trace.notes.count(NoteCode::CaptureCut) > 0 => Exit::Stream,
        None => Exit::Completed,
        outcome => Exit::of(outcome),
    }
}

/// What the full screen asks of a replay.
struct ReplayHost;

impl Host for ReplayHost {
    fn observed(&mut self, _: &Observation) {}

    fn save(&mut self, recording: &Recording) -> Result<String, String> {
        save_safe(recording)
    }

    fn resend(&mut self) -> Result<Feed, String> {
        Err("this is a replay: there is no request to send again".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{Micros, moment, speed};

    #[test]
    fn times_are_seconds_unless_a_unit_says_otherwise() {
        for (text, us) in [("8.7s", 8_700_000), ("2", 2_000_000), ("430ms", 430_000), ("1m", 60_000_000)] {
            assert_eq!(moment(text), Ok(Micros(us)), "{text}");
        }
        for wrong in ["", "s", "-1s", "soon", "nan"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
        assert_eq!(speed("4x"), Ok(4.0));
        assert!(speed("0").is_err());
    }
}
