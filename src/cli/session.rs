use std::{io, time::Instant};

use super::{
    Exit, Failure, OutputArgs, Show, complain, explain,
    keeper::{Keeper, save_safe},
    signals::{Wish, Wishes},
    stdout::Stdout,
};
use crate::{
    report::{Record, assertion_lines, milestone_line, plain_summary},
    source::{
        Feed, Remarks,
        live::{self, Order, Request},
    },
    timeline::{Milestones, Phase, PhaseTime},
    trace::{Observation, Recording},
    tui::{self, Host, Input, Leaving},
    wire::{system_words, write_words},
};

/// Local work that began then and is done now, for an order accepted at its t0.
pub fn done_since(began: Instant, accepted: Instant) -> PhaseTime {
    PhaseTime { duration: began.elapsed().into(), end: Some(accepted.elapsed().into()) }
}

/// The order to send a request, with what the flags say about its content.
pub fn order(request: Request, accepted: Instant, local: Vec<(Phase, PhaseTime)>, output: &OutputArgs) -> Order {
    Order { accepted, local, keep_content: output.needs_content(), ..Order::new(request) }
}

/// Sends a request, shows it as the flags say, and gives the exit code that its outcome means.
///
/// # Errors
/// When nothing could be sent, or the capture or the terminal failed.
pub fn run(order: Order, output: &OutputArgs) -> Result<Exit, Failure> {
    let mut header = order.header();
    output.complete(&mut header);
    let mut keeper = Keeper::open(output, &header)?;
    let feed =
        live::start(order.clone(), header).map_err(|error| internal("cannot start the network thread", &error))?;
    let remarks = feed.remarks();
    let show = output.show();
    let mut stdout = Stdout::default();
    let mut terminal_gone = false;
    let (recording, remarks) = if show == Show::Screen {
        let mut host = ScreenHost { keeper, order, remarks };
        let ended = tui::run(Input::Live(Box::new(feed)), &output.screen(), &mut host)
            .map_err(|error| internal("the full screen failed (--plain does without it)", &error))?;
        keeper = host.keeper;
        terminal_gone = ended.leaving == Leaving::TerminalGone;
        (ended.recording, host.remarks)
    } else {
        (watch(feed, &mut keeper, &mut stdout, output)?, remarks)
    };
    let kept = keeper.close();
    if terminal_gone {
        return kept.map(|()| Exit::Cancelled);
    }
    let exit = Exit::of(recording.latest().outcome());
    let record = tell(&recording, output, &mut stdout)?;
    explain::explain(recording.latest(), &remarks);
    let exit = output.judge.exit(&record, exit);
    kept.map(|()| exit)
}

/// Follows a request without a screen, to its end or until the user has had enough.
///
/// # Errors
/// When the system gives no signals, or standard output fails.
fn watch(feed: Feed, keeper: &mut Keeper, stdout: &mut Stdout, output: &OutputArgs) -> Result<Recording, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime
        .and_then(|runtime| runtime.block_on(follow(feed, keeper, stdout, output)))
        .map_err(|error| internal("cannot show the request", &error))
}

async fn follow(
    mut feed: Feed,
    keeper: &mut Keeper,
    stdout: &mut Stdout,
    output: &OutputArgs,
) -> io::Result<Recording> {
    let show = output.show();
    let mut recording = Recording::new(feed.header.clone());
    let mut wishes = Wishes::listen()?;
    let mut ending = false;
    loop {
        tokio::select! {
            biased;
            wish = wishes.next() => {
                if ending {
                    break;
                }
                if wish == Wish::Interrupt && show == Show::Lines {
                    complain("cancelling; press Ctrl-C once more to leave at once");
                }
                ending = true;
                feed.cancel();
            }
            observation = feed.next() => {
                let Some(observation) = observation else { break };
                keeper.write(&observation);
                let before = recording.latest().milestones;
                recording.push(observation);
                if show == Show::Lines {
                    stdout.print(&new_lines(&before, &recording, output.look.ascii))?;
                }
                if stdout.is_gone() && !ending {
                    ending = true;
                    feed.cancel();
                }
            }
        }
    }
    Ok(recording)
}

/// A line for each milestone that came with the latest observation.
fn new_lines(before: &Milestones, recording: &Recording, ascii: bool) -> String {
    let mut lines = String::new();
    for milestone in recording.latest().milestones.new_since(before) {
        lines.push_str(&milestone_line(recording, milestone, ascii));
        lines.push('\n');
    }
    lines
}

/// The whole of a recording that is at its end already: its milestones at once, then the summary; or the record.
///
/// # Errors
/// When standard output fails.
pub fn tell_whole(recording: &Recording, output: &OutputArgs, stdout: &mut Stdout) -> Result<Record, Failure> {
    if output.show() == Show::Lines {
        let lines = new_lines(&Milestones::default(), recording, output.look.ascii);
        stdout.print(&lines).map_err(|error| internal("cannot write to standard output", &error))?;
    }
    tell(recording, output, stdout)
}

/// The summary or the record, with what was asserted of it.
fn tell(recording: &Recording, output: &OutputArgs, stdout: &mut Stdout) -> Result<Record, Failure> {
    let record = output.judge.record(recording);
    let summary = || format!("{}{}", plain_summary(recording, &output.summary()), assertion_lines(&record));
    let text = match output.show() {
        Show::Record => format!("{}\n", record.to_json()),
        Show::Lines => format!("\n{}", summary()),
        Show::Screen => summary(),
    };
    stdout.print(&text).map_err(|error| internal("cannot write to standard output", &error))?;
    #[cfg(feature = "otlp")]
    if let Some(url) = &output.otlp
        && let Err(sentence) = super::otlp::send(recording, &output.judge.thresholds(), url)
    {
        // The request is what counts: its exit code stays.
        complain(&sentence);
    }
    Ok(record)
}

/// A fault of the system as a failure of this program.
pub fn internal(what: &str, error: &io::Error) -> Failure {
    let is_full = matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded);
    let why = if is_full { write_words(error) } else { system_words(error) };
    Failure::new(Exit::Internal, format!("{what}: {why}"))
}

/// What the full screen asks of the program.
struct ScreenHost {
    keeper: Keeper,
    order: Order,
    remarks: Remarks,
}

impl Host for ScreenHost {
    fn observed(&mut self, observation: &Observation) {
        self.keeper.write(observation);
    }

    fn is_keeping(&self) -> bool {
        self.keeper.is_open()
    }

    fn save(&mut self, recording: &Recording) -> Result<String, String> {
        save_safe(recording)
    }

    fn resend(&mut self) -> Result<Feed, String> {
        self.order.accepted = Instant::now();
        // The body is in memory: nothing is read for this one.
        self.order.local.clear();
        // A capture holds one request: the first.
        self.keeper = std::mem::replace(&mut self.keeper, Keeper::idle()).ended();
        let feed = live::start(self.order.clone(), self.order.header()).map_err(|error| system_words(&error))?;
        self.remarks = feed.remarks();
        Ok(feed)
    }
}
