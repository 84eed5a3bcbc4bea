use std::{
    io,
    time::{Duration, Instant},
};

use super::{
    Exit, Failure, OutputArgs, Show, complain,
    numbers::{seconds, whole, whole_from},
    session,
    signals::{Wish, Wishes},
    stdout::Stdout,
};
use crate::{
    report::{
        Record,
        compare::{By, METHOD, Sample, sample_plain, sides},
        duration, record_with,
    },
    source::{
        Feed,
        live::{self, Line, Order},
    },
    timeline::Milestone,
    trace::{Recording, Trace},
    tui::{self, Leaving, Plan, Sender},
};

/// The flags that send one request several times, one after the other.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Repeating")]
pub struct RepeatArgs {
    /// Send the request N times and show percentiles
    ///
    /// One after the other; with --json it is one record a line.
    #[arg(long, value_name = "N", help_heading = "Output", value_parser = |text: &str| whole(text, &(1..=100_000_u32)))]
    pub repeat: Option<u32>,
    /// Send it W times before, to warm up; these are not counted
    #[arg(long, value_name = "W", default_value_t = 0, requires = "repeat", hide_short_help = true, value_parser = |text: &str| whole_from(text, &0_u32))]
    pub warmup: u32,
    /// Wait between two requests, in seconds
    #[arg(long, value_name = "S", default_value_t = 0.0, requires = "repeat", hide_short_help = true, value_parser = |text: &str| seconds(text, 86_400.0))]
    pub pause: f64,
    /// Open a connection for every request; without it one is used again where the server leaves it open
    #[arg(long, requires = "repeat", hide_short_help = true)]
    pub fresh_connection: bool,
}

/// Sends a request once or, where the flags say so, several times.
///
/// # Errors
/// As [`session::run`]; and when a capture is asked for, which holds one request only.
pub fn run(order: Order, output: &OutputArgs, repeat: &RepeatArgs) -> Result<Exit, Failure> {
    let Some(count) = repeat.repeat else { return session::run(order, output) };
    if output.save.is_some() {
        let sentence = "--save keeps one request; leave it out with --repeat, or keep the records with --json";
        return Err(Failure::new(Exit::Usage, sentence));
    }
    #[cfg(feature = "otlp")]
    if output.otlp.is_some() {
        return Err(Failure::new(Exit::Usage, "--otlp sends the trace of one request; leave it out with --repeat"));
    }
    complain(&policy(count, repeat));
    let line = Line::open().map_err(|error| failed(&error))?;
    let mut series = Series {
        count,
        repeat,
        output,
        order,
        line,
        sent: false,
        samples: Vec::new(),
        exit: Exit::Completed,
        stdout: Stdout::default(),
    };
    if output.show() == Show::Screen {
        series.on_screen()?;
    } else {
        series.send_all()?;
    }
    series.tell()
}

fn failed(error: &io::Error) -> Failure {
    session::internal("cannot repeat the request", error)
}

/// What will be done, with the connection policy.
fn policy(count: u32, repeat: &RepeatArgs) -> String {
    let warm_up = if repeat.warmup > 0 { format!(" after {} to warm up", repeat.warmup) } else { String::new() };
    let connections = if repeat.fresh_connection {
        "a fresh connection for each"
    } else {
        "a connection is used again where the server leaves it open"
    };
    format!("{count} requests one after the other{warm_up}; {connections}")
}

/// Requests that are sent one after the other.
struct Series<'a> {
    count: u32,
    repeat: &'a RepeatArgs,
    output: &'a OutputArgs,
    order: Order,
    line: Line,
    sent: bool,
    samples: Vec<Sample>,
    exit: Exit,
    stdout: Stdout,
}

impl Sender for Series<'_> {
    fn send(&mut self) -> io::Result<Feed> {
        if std::mem::replace(&mut self.sent, true) {
            // The body is in memory: nothing is read for this one.
            self.order.local.clear();
            self.order.accepted = Instant::now();
        }
        let header = self.order.header();
        if self.repeat.fresh_connection {
            return live::start(self.order.clone(), header);
        }
        Ok(self.line.send(self.order.clone(), header))
    }

    fn ended(&mut self, recording: &Recording, counted: bool) -> io::Result<()> {
        if counted { self.take(recording) } else { Ok(()) }
    }

    fn statistics(&self) -> String {
        let sides = sides(vec![(String::new(), self.samples.clone())], By::File);
        sides.iter().map(|side| sample_plain(side, &self.output.summary())).collect()
    }
}

impl Series<'_> {
    /// With a table that grows on the full screen.
    fn on_screen(&mut self) -> Result<(), Failure> {
        let pause = Duration::from_secs_f64(self.repeat.pause);
        let plan = Plan { warmup: self.repeat.warmup, count: self.count, pause };
        let options = self.output.screen();
        let ended = tui::run_series(plan, self, &options)
            .map_err(|error| session::internal("the full screen failed (--plain does without it)", &error))?;
        if !ended.complete {
            self.exit = Exit::Cancelled;
        }
        if ended.leaving == Leaving::TerminalGone {
            self.exit = Exit::Cancelled;
            self.samples.clear();
        }
        Ok(())
    }

    /// With a line on stderr for each.
    fn send_all(&mut self) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.and_then(|runtime| runtime.block_on(self.one_by_one())).map_err(|error| failed(&error))
    }

    async fn one_by_one(&mut self) -> io::Result<()> {
        let mut wishes = Wishes::listen()?;
        for i in 0..self.repeat.warmup + self.count {
            if i > 0 && self.pause(&mut wishes).await {
                self.exit = Exit::Cancelled;
                return Ok(());
            }
            let feed = self.send()?;
            let (recording, cancelled) = follow(feed, &mut wishes).await;
            self.progress(i, recording.latest());
            self.ended(&recording, i >= self.repeat.warmup)?;
            if cancelled || self.stdout.is_gone() {
                self.exit = Exit::Cancelled;
                return Ok(());
            }
        }
        Ok(())
    }

    /// Waits between two requests; whether the user has had enough.
    async fn pause(&self, wishes: &mut Wishes) -> bool {
        tokio::select! {
            biased;
            _ = wishes.next() => true,
            () = tokio::time::sleep(Duration::from_secs_f64(self.repeat.pause)) => false,
        }
    }

    /// One line on stderr for each request.
    fn progress(&self, index: u32, trace: &Trace) {
        let warm_up = self.repeat.warmup;
        let place = if index < warm_up {
            format!("warm-up {}/{warm_up}", index + 1)
        } else {
            format!("{}/{}", index + 1 - warm_up, self.count)
        };
        let mut said = vec![trace.outcome().map_or("no outcome", |outcome| outcome.word()).to_owned()];
        for (name, milestone) in
            [("first effective", Milestone::T4), ("first text", Milestone::T5), ("end", Milestone::T6)]
        {
            said.extend(trace.milestones.get(milestone).map(|at| format!("{name} {}", duration(at))));
        }
        complain(&format!("{place}: {}", said.join(", ")));
    }

    /// Takes a request into the sample. Failures stay in it.
    fn take(&mut self, recording: &Recording) -> io::Result<()> {
        let thresholds = self.output.judge.thresholds();
        let mut sample = Sample::of(recording, &thresholds);
        sample.record = self.record(recording);
        if self.output.show() == Show::Record {
            self.stdout.print(&format!("{}\n", sample.record.to_json()))?;
        }
        let exit = self.output.judge.exit(&sample.record, Exit::of(recording.latest().outcome()));
        if exit == Exit::Assertion || self.exit == Exit::Completed {
            self.exit = exit;
        }
        self.samples.push(sample);
        Ok(())
    }

    /// The record with what is known of the series in its contract.
    fn record(&self, recording: &Recording) -> Record {
        let mut record = record_with(recording, &self.output.judge.thresholds());
        let contract = &mut record.contract;
        contract.concurrency = Some(1);
        contract.warm_up = Some(self.repeat.warmup);
        contract.retries = Some(0);
        contract.excluded_failures = Some(0);
        contract.sample_size = Some(self.count);
        // What comes after this request is not known yet: the last record has the whole window.
        let first = self.samples.first().map(|sample| &sample.record.contract.time_window.from);
        contract.time_window.from = first.unwrap_or(&contract.time_window.from).clone();
        contract.percentile_method = Some(METHOD.to_owned());
        record.assert_all(&self.output.judge.assertions);
        record
    }

    /// The statistics, unless the records were printed.
    fn tell(mut self) -> Result<Exit, Failure> {
        if self.output.show() != Show::Record && !self.samples.is_empty() {
            let text = self.statistics();
            self.stdout.print(&text).map_err(|error| session::internal("cannot write to standard output", &error))?;
        }
        Ok(self.exit)
    }
}

/// Follows one request to its end; whether the user ended it.
async fn follow(mut feed: Feed, wishes: &mut Wishes) -> (Recording, bool) {
    let mut recording = Recording::new(feed.header.clone());
    let mut cancelled = false;
    loop {
        tokio::select! {
            biased;
            wish = wishes.next() => {
                if cancelled || wish == Wish::Terminate {
                    return (recording, true);
                }
                cancelled = true;
                feed.cancel();
            }
            observation = feed.next() => match observation {
                Some(observation) => recording.push(observation),
                None => return (recording, cancelled),
            },
        }
    }
}
