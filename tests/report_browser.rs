//! The page in a real browser, where one is installed: nothing is cut off or set over something
//! else, and every text can be read on what it stands on. Elsewhere the test says that it skips.

mod common;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use streamfall::{
    report::html,
    timeline::{CloseKind, Finish, Tag},
    trace::{Details, Recording, SourceKind, Thresholds, What},
};

const CHROMIUM: &str = "/usr/bin/chromium";

/// Finds what is wrong with a page and leaves it in the page, a line each.
const CHECK: &str = include_str!("report_browser.js");

/// The accessibility checker axe-core, which `.ci/tools` fetches: its findings are faults too.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/tools/node_modules/axe-core/axe.min.js");

/// What the browser finds wrong with a page.
fn faults(recording: &Recording, width: u32, dark: bool) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let csp =
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
    let report = html(recording, &Thresholds::default());
    assert!(report.contains(csp));
    // The check is a script, and the page itself allows none.
    let axe = fs::read_to_string(AXE).unwrap_or_default();
    let scripts = format!("<script>{axe}</script><script>{CHECK}</script></body>");
    let checked = report.replace(csp, "").replace("</body>", &scripts);
    fs::write(&page, checked).expect("the page");
    let mut command = Command::new(CHROMIUM);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--dump-dom"])
        .arg("--virtual-time-budget=60000")
        .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("--window-size={width},900"))
        .stderr(Stdio::null());
    if dark {
        command.arg("--blink-settings=preferredColorScheme=0");
    }
    let output = command.arg(format!("file://{}", page.display())).output().expect("the browser runs");
    let dom = String::from_utf8_lossy(&output.stdout);
    let verdict = dom.rsplit_once("<pre id=\"verdict\">").and_then(|(_, rest)| rest.split("</pre>").next());
    let verdict = verdict.unwrap_or_else(|| panic!("the check did not run: {dom}"));
    assert_eq!(verdict.contains("axe passed"), !axe.is_empty(), "axe-core did not run: {verdict}");
    let scheme = if dark { "scheme dark" } else { "scheme light" };
    assert!(verdict.contains(scheme), "{scheme} expected: {verdict}");
    verdict.lines().filter(|line| line.starts_with("fault")).map(str::to_owned).collect()
}

/// Text over nearly all of the request, which is its widest gap, with silences of so many milliseconds
/// inside and before the close.
fn text_to_the_end(silent: f64, late: f64) -> Recording {
    let first = common::Maker::new(SourceKind::Live, common::facts())
        .at(0.0, What::Received)
        .at(0.4, What::UpstreamStarted)
        .at(300.0, common::headers(200))
        .events(Tag::Text, 450.0, 30.0, 40);
    let last = 1_620.0 + silent;
    first
        .events(Tag::Text, last + 30.0, 30.0, 20)
        .detailed(last + 600.0, Tag::End, Details { finish: Some(Finish::Stop), ..Details::default() })
        .at(last + 600.0 + late, What::Closed { how: CloseKind::Eof, reads: 61, bytes: 9_000 })
        .at(last + 600.1 + late, What::Finished)
        .done()
}

/// A bar from the start of the scale to its end, with a stall inside.
fn stall() -> Recording {
    text_to_the_end(4_200.0, 0.0)
}

/// The connection stays open for four seconds after the end.
fn held_open() -> Recording {
    text_to_the_end(0.0, 4_000.0)
}

/// A widest bar that reaches to the end of the scale, and nothing odd.
fn steady() -> Recording {
    text_to_the_end(0.0, 0.0)
}

#[test]
fn nothing_is_cut_off_covered_or_too_pale() {
    if !Path::new(CHROMIUM).exists() {
        println!("skipped: there is no {CHROMIUM} to show the page in");
        return;
    }
    let pages = [
        ("reasoning", common::reasoning()),
        ("gateway", common::gateway()),
        ("cut", common::cut()),
        ("untimed", common::untimed()),
        ("stall", stall()),
        ("held open", held_open()),
        ("steady", steady()),
    ];
    for (what, recording) in &pages {
        for (width, dark) in [(1_200, false), (1_200, true), (500, false)] {
            let found = faults(recording, width, dark);
            assert!(found.is_empty(), "{what} at {width}, dark {dark}: {found:#?}");
        }
    }
}
