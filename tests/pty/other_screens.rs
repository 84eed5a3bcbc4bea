//! The comparison, the series, the themes, and a failure that is explained while the screen is up.

use std::io::Write;

use crate::{capture, renditions, session::Session};

/// What stands in the scrollback.
fn after(raw: &str) -> &str {
    raw.rsplit("\u{1b}[?1049l").next().expect("the alternate screen was left")
}

#[test]
fn traces_are_compared_zoomed_scrolled_and_stay_in_the_scrollback() {
    let (a, b) = (capture(), capture());
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("a path").to_owned();
    let mut session = Session::start((120, 40), &["compare", &path(&a), &path(&b)], &[]);
    session.shows("Contract");
    session.shows("NO RANKING 2 sides");
    session.press("+");
    session.shows("zoomed, = shows all");
    session.press("G");
    session.shows("not stated  ");
    session.press("?");
    session.shows("copy the comparison");
    session.press("q");
    session.resize(60, 16);
    session.until("the narrow screen", |received| {
        let text = received.screen.screen().contents();
        text.lines().next().is_some_and(|line| line.chars().count() == 60 && line.ends_with('┐'))
    });
    session.press("G");
    session.shows("not stated  ");
    session.press("q");
    let (code, raw) = session.ends();
    assert_eq!(code, 0);
    assert!(after(&raw).contains("Comparison by file"), "{}", after(&raw));
}

#[test]
fn keys_of_ones_own_work_on_every_screen_and_the_help_shows_them() {
    let (a, b) = (capture(), capture());
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("a path").to_owned();
    let mut config = tempfile::NamedTempFile::new().expect("a file");
    write!(config, "[keys]\nquit = [\"x\", \"ctrl-x\"]\nzoom_in = [\"f5\"]\nhelp = [\"H\"]\nzoom_fit = [\"w\"]\n")
        .expect("written");
    let variables = [("STREAMFALL_CONFIG", path(&config))];
    let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    let replay = [vec!["replay".to_owned(), path(&a)], vec!["compare".to_owned(), path(&a), path(&b)]];
    for arguments in replay {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut session = Session::start((120, 40), &arguments, &variables);
        session.shows("H help");
        // q is no key any more; what comes after it is seen.
        session.press("q\u{1b}[15~");
        session.shows("zoomed, w shows all");
        // Two pages down is where leaving is explained.
        session.press("H\u{4}\u{4}");
        session.shows("x Ctrl-X");
        session.press("x\u{18}");
        assert_eq!(session.ends().0, 0);
    }
}

#[test]
fn the_mouse_sets_a_cursor_in_the_comparison_once_it_is_on() {
    let (a, b) = (capture(), capture());
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("a path").to_owned();
    let mut session = Session::start((120, 40), &["compare", &path(&a), &path(&b)], &[]);
    session.shows("Contract");
    session.press("m");
    session.shows("mouse on");
    // A click as the terminal reports it, columns and rows from 1: the first column of the plot.
    session.press("\u{1b}[<0;18;9M\u{1b}[<0;18;9m");
    session.shows("cursor 0.0 ms");
    session.press("m");
    session.shows("mouse off");
    session.press("qq");
    let (code, raw) = session.ends();
    assert_eq!(code, 0);
    let modes = |on: char| raw.matches(&format!("\u{1b}[?1006{on}")).count();
    assert_eq!((modes('h'), modes('l') > 0), (1, true), "asked for once, and given back");
}

#[test]
fn plain_asks_for_no_screen() {
    let (a, b) = (capture(), capture());
    let path = |file: &tempfile::NamedTempFile| file.path().to_str().expect("a path").to_owned();
    let session = Session::start((120, 40), &["compare", "--plain", &path(&a), &path(&b)], &[]);
    let (code, raw) = session.ends();
    assert_eq!(code, 0);
    assert!(raw.contains("Comparison by file") && !raw.contains("\u{1b}[?1049h"), "{raw}");
}

#[test]
fn a_series_grows_and_its_statistics_stay() {
    let mut session =
        Session::start((120, 40), &["demo", "tool-only", "--speed", "4", "--repeat", "3", "--warmup", "1"], &[]);
    session.shows("Requests");
    session.shows("DONE 3");
    session.shows("warm-up");
    session.shows("completed 3");
    session.press("q");
    let (code, raw) = session.ends();
    assert_eq!(code, 0);
    assert!(after(&raw).contains("3 requests") && after(&raw).contains("p50"), "{}", after(&raw));
    assert!(!raw.contains("first effective ") || after(&raw).contains("first effective"), "no progress lines");
}

#[test]
fn a_series_is_cancelled() {
    let mut session = Session::start((80, 24), &["demo", "reasoning", "--repeat", "5"], &[]);
    session.shows("REQUEST 1/5");
    session.shows("running");
    session.press("\u{3}");
    session.shows("CANCELLED");
    session.shows("cancelled 1");
    session.press("q");
    let (code, raw) = session.ends();
    assert_eq!(code, 130);
    assert!(after(&raw).contains("1 request"), "{}", after(&raw));
}

#[test]
fn a_theme_is_chosen_by_name() {
    let file = capture();
    let path = file.path().to_str().expect("a path");
    let colours = |theme: &str| {
        let mut session = Session::start((120, 40), &["replay", path, "--at", "20s", "--theme", theme], &[]);
        session.shows("DONE completed");
        session.press("q");
        renditions(&session.ends().1).into_iter().filter(|p| p.contains("38;2;")).collect::<Vec<_>>()
    };
    assert_eq!(colours("mono"), Vec::<String>::new());
    // The text bar of the palette that is safe for colour-blind eyes is yellow, #f0e442.
    assert!(colours("colour-blind").iter().any(|p| p.contains("240;228;66")));
}

#[test]
fn why_there_is_no_connection_is_said_while_the_screen_is_up() {
    // A port that was free a moment ago and that nobody listens on.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
    for size in [(60, 16), (120, 40)] {
        let url = format!("http://127.0.0.1:{port}/");
        let mut session = Session::start(size, &["curl", &url], &[]);
        session.shows("CONNECT ERROR");
        session.shows(&format!("cannot connect to 127.0.0.1:{port}: "));
        session.press("q");
        assert_eq!(session.ends().0, 3);
    }
}
