//! The stamp of an event minus the moment at which the server wrote it.

use std::io;

use super::{
    arrivals::Arrival,
    contest::Client,
    sample::Sample,
    server::Server,
    table::{figure, table},
};

/// The percentiles that are shown.
const SHOWN: [usize; 4] = [50, 90, 99, 100];

/// Every client in turn, some rounds of all; ratios are taken within a round, and their median is shown.
pub fn measure(server: &Server, rate: u32, rounds: usize, seconds: u32) -> io::Result<()> {
    // So that a p99 is not the one slowest event.
    let count = (rate * seconds).max(50);
    let here: Vec<Client> = Client::ALL.into_iter().filter(|client| client.is_here()).collect();
    let mut runs: Vec<Vec<Sample>> = vec![Vec::new(); here.len()];
    for round in 0..rounds {
        for turn in 0..here.len() {
            // Nobody always comes after the same one.
            let who = (turn + round) % here.len();
            let (arrivals, _) = here[who].read(&server.stream(rate, count))?;
            check(here[who], &arrivals, count)?;
            runs[who].push(Sample::new(arrivals.iter().map(|arrival| arrival.late_us())));
        }
    }
    println!("### {rate} events a second, {rounds} rounds of {count} events\n");
    println!("Late by, in µs, the median over the rounds; and the median of the rounds' ratios to the floor.\n");
    let floor = here.iter().position(|client| *client == Client::Bare).unwrap_or_default();
    let rows: Vec<Vec<String>> = here.iter().zip(&runs).map(|(client, own)| row(*client, own, &runs[floor])).collect();
    table(&["client", "p50", "p90", "p99", "max", "p50 ÷ floor", "p99 ÷ floor"], &rows);
    Ok(())
}

fn check(client: Client, arrivals: &[Arrival], count: u32) -> io::Result<()> {
    // The finish reason has a stamp too.
    if arrivals.len() == count as usize + 1 {
        return Ok(());
    }
    Err(io::Error::other(format!("{} saw {} of {} events", client.name(), arrivals.len(), count + 1)))
}

fn row(client: Client, own: &[Sample], floor: &[Sample]) -> Vec<String> {
    let over_rounds = |percent| Sample::new(own.iter().filter_map(|run| run.percentile(percent))).median();
    let ratio = |percent| {
        let ratios = own.iter().zip(floor).filter_map(|(a, b)| Some(a.percentile(percent)? / b.percentile(percent)?));
        Sample::new(ratios).median()
    };
    let mut cells = vec![client.name().to_owned()];
    cells.extend(SHOWN.map(|percent| figure(over_rounds(percent))));
    cells.extend([50, 99].map(|percent| figure(ratio(percent))));
    cells
}
