//! What the program itself costs: until its first frame, while it waits, and when all is over.

use std::{
    fs, io, thread,
    time::{Duration, Instant},
};

use portable_pty::CommandBuilder;

use super::{
    contest::Terminal,
    sample::Sample,
    server::Server,
    table::{figure, table},
};

/// A write of at least so many bytes is the picture, not the setting-up of the terminal.
const PICTURE: usize = 500;

/// Starts for the time to the first frame.
const STARTS: usize = 20;

/// The built program on streams that never come and that are over.
pub fn measure(server: &Server, seconds: u64) -> io::Result<()> {
    println!("### At rest\n");
    let firsts: Vec<f64> = (0..STARTS).map(|_| first_frame(&server.silence())).collect::<io::Result<_>>()?;
    let firsts = Sample::new(firsts);
    let waiting = watch(&server.silence(), seconds)?;
    let over = watch(&server.stream(100, 50), seconds)?;
    let row = |name: &str, figure: String| vec![name.to_owned(), figure];
    let size = fs::metadata(env!("CARGO_BIN_EXE_streamfall"))?.len();
    table(
        &["what", "figure"],
        &[
            row("start to first frame, median, ms", figure(firsts.median())),
            row("start to first frame, slowest, ms", figure(firsts.percentile(100))),
            row("a request that waits: frames a second (its clock)", figure(Some(waiting.frames))),
            row("a request that waits: CPU, %", figure(Some(waiting.cpu))),
            row("a request that is over: frames a second", figure(Some(over.frames))),
            row("a request that is over: CPU, %", figure(Some(over.cpu))),
            row("the built program, MiB", figure(Some(size as f64 / f64::from(1 << 20)))),
        ],
    );
    Ok(())
}

fn start(url: &str) -> io::Result<Terminal> {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_streamfall"));
    command.env("NO_PROXY", "*");
    command.args(["curl", "-d", super::clients::BODY, url]);
    Terminal::start(command)
}

fn first_frame(url: &str) -> io::Result<f64> {
    let started = Instant::now();
    let terminal = start(url)?;
    let first = loop {
        if let Some((at, _)) = terminal.drawn().into_iter().find(|(_, bytes)| *bytes >= PICTURE) {
            break at;
        }
        if started.elapsed() > Duration::from_secs(10) {
            return Err(io::Error::other("no first frame"));
        }
        thread::sleep(Duration::from_millis(1));
    };
    terminal.quit()?;
    Ok((first - started).as_secs_f64() * 1_000.0)
}

/// What a program does in some seconds of nothing.
struct Rest {
    frames: f64,
    cpu: f64,
}

fn watch(url: &str, seconds: u64) -> io::Result<Rest> {
    let terminal = start(url)?;
    thread::sleep(Duration::from_secs(3));
    let process = terminal.process().ok_or_else(|| io::Error::other("no process"))?;
    terminal.drawn();
    let before = cpu_ms(process)?;
    thread::sleep(Duration::from_secs(seconds));
    let used = cpu_ms(process)? - before;
    let frames = terminal.drawn().len();
    terminal.quit()?;
    Ok(Rest { frames: frames as f64 / seconds as f64, cpu: used / (seconds as f64 * 10.0) })
}

/// Processor time of a process so far, in milliseconds: user and system, counted in hundredths.
fn cpu_ms(process: u32) -> io::Result<f64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"))?;
    let after_name = stat.rsplit_once(')').map_or("", |(_, rest)| rest);
    let ticks = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<f64>().ok());
    Ok(ticks.sum::<f64>() * 10.0)
}
