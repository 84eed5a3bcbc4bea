//! How late a client stamps what arrives: Streamfall with its screen drawing, beside a bare loop over the same HTTP
//! client (the floor), a blocking socket (the limit), `curl -N` and Python clients; and how far each milestone and each
//! gap is from the truth; and what the program costs at rest.
//!
//! `cargo bench --bench accuracy -- --rounds 7 --seconds 3 --rates 10,100,1000,10000 --milestones 200 --rest 10`.
//! `PYTHON` names an interpreter that has httpx and openai.

mod arrivals;
mod clients;
mod clock;
mod contest;
mod lateness;
mod milestones;
mod rest;
#[path = "../support/sample.rs"]
mod sample;
mod screen;
mod server;
#[path = "../support/table.rs"]
mod table;

use std::{env, error::Error, path::Path};

use server::Server;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    let role: Vec<&str> = args.iter().map(String::as_str).collect();
    match role[..] {
        ["screen", url, out] => screen::run(url, Path::new(out)),
        ["bare", url, out] => clients::bare(url, Path::new(out)),
        ["blocking", url, out] => clients::blocking(url, Path::new(out)),
        ["pipe", out] => clients::pipe(Path::new(out)),
        _ => measure(&Plan::of(&role)?),
    }
}

/// How much to measure.
struct Plan {
    rates: Vec<u32>,
    rounds: usize,
    seconds: u32,
    milestones: usize,
    rest: u64,
}

impl Plan {
    fn of(args: &[&str]) -> Result<Self, Box<dyn Error>> {
        let mut plan = Self { rates: vec![10, 100, 1_000, 10_000], rounds: 7, seconds: 3, milestones: 200, rest: 10 };
        for pair in args.chunks(2) {
            match *pair {
                ["--rates", rates] => plan.rates = rates.split(',').map(str::parse).collect::<Result<_, _>>()?,
                ["--rounds", rounds] => plan.rounds = rounds.parse()?,
                ["--seconds", seconds] => plan.seconds = seconds.parse()?,
                ["--milestones", runs] => plan.milestones = runs.parse()?,
                ["--rest", seconds] => plan.rest = seconds.parse()?,
                _ => return Err(format!("what is {pair:?}?").into()),
            }
        }
        Ok(plan)
    }
}

fn measure(plan: &Plan) -> Result<(), Box<dyn Error>> {
    println!("{}\n", table::machine());
    let server = Server::start()?;
    for rate in &plan.rates {
        lateness::measure(&server, *rate, plan.rounds, plan.seconds)?;
    }
    milestones::measure(&server, plan.milestones)?;
    if plan.rest > 0 {
        rest::measure(&server, plan.rest)?;
    }
    Ok(())
}
