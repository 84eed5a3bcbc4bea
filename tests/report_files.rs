//! The written report: HTML, SVG, Markdown. What they say, and that they are sound documents.

mod common;

use std::collections::HashSet;

use streamfall::{
    dialect::RequestFacts,
    report::{html, markdown, svg},
    timeline::Milestone,
    trace::{Recording, SourceKind, Thresholds},
};

const THIN: &str = "\u{2009}";

fn all() -> [(&'static str, Recording); 4] {
    [
        ("reasoning", common::reasoning()),
        ("gateway", common::gateway()),
        ("untimed", common::untimed()),
        ("cut", common::cut()),
    ]
}

/// The tags of a document, in order: name, whole text, whether it closes.
fn tags(document: &str) -> Vec<(&str, &str, bool)> {
    let mut found = Vec::new();
    let mut rest = document;
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with(['!', '?']) {
            continue;
        }
        let name = tag.trim_start_matches('/').split([' ', '/']).next().expect("a name");
        found.push((name, tag, tag.starts_with('/')));
    }
    found
}

fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

/// Every element is closed, and in the right order.
fn assert_nested(what: &str, document: &str) {
    let mut open = Vec::new();
    for (name, tag, closes) in tags(document) {
        if closes {
            assert_eq!(open.pop(), Some(name), "{what}: </{name}>");
        } else if !tag.ends_with('/') && name != "meta" {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{what}: {open:?} stays open");
}

#[test]
fn documents_are_well_nested_and_name_each_id_once() {
    for (what, recording) in all() {
        for document in [html(&recording, &Thresholds::default()), svg(&recording, &Thresholds::default())] {
            assert_nested(what, &document);
            let mut ids = HashSet::new();
            for (_, tag, _) in tags(&document) {
                if let Some(id) = attribute(tag, "id") {
                    assert!(ids.insert(id), "{what}: id {id} twice");
                }
            }
            let labels = tags(&document).into_iter().filter_map(|(_, tag, _)| attribute(tag, "aria-labelledby"));
            for id in labels.flat_map(str::split_whitespace) {
                assert!(ids.contains(id), "{what}: nothing has the id {id}");
            }
        }
    }
}

#[test]
fn nothing_comes_from_outside_and_nothing_runs() {
    for (what, recording) in all() {
        for document in [html(&recording, &Thresholds::default()), svg(&recording, &Thresholds::default())] {
            let lower = document.to_ascii_lowercase().replace("http://www.w3.org/2000/svg", "");
            for foreign in
                ["<script", "http:", "https:", "javascript:", "@import", "<iframe", "<img", " onload", "url(data"]
            {
                assert!(!lower.contains(foreign), "{what}: {foreign}");
            }
        }
    }
}

#[test]
fn no_content_no_host_and_no_unknown_event_name_is_written() {
    for (what, recording) in all() {
        for document in [
            html(&recording, &Thresholds::default()),
            svg(&recording, &Thresholds::default()),
            markdown(&recording, &Thresholds::default()),
        ] {
            for secret in ["canary", "7f3a", "secret"] {
                assert!(!document.contains(secret), "{what}: {secret}");
            }
        }
    }
}

#[test]
fn headings_tables_and_pictures_can_be_followed_without_seeing() {
    for (what, recording) in all() {
        let page = html(&recording, &Thresholds::default());
        let headings: Vec<_> = tags(&page)
            .into_iter()
            .filter(|(name, _, closes)| !closes && matches!(*name, "h1" | "h2" | "h3" | "h4"))
            .collect();
        assert_eq!(headings[0].0, "h1", "{what}");
        assert!(headings[1..].iter().all(|(name, _, _)| *name == "h2"), "{what}: {headings:?}");
        for (name, tag, closes) in tags(&page) {
            match name {
                "html" if !closes => assert_eq!(attribute(tag, "lang"), Some("en")),
                "th" if !closes => assert!(attribute(tag, "scope").is_some(), "{what}: {tag}"),
                "svg" if !closes => {
                    assert_eq!(attribute(tag, "role"), Some("img"));
                    let labels: Vec<_> = attribute(tag, "aria-labelledby").expect("a label").split(' ').collect();
                    assert_eq!(labels.len(), 2, "{what}: title and description");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn the_page_says_the_figures_of_the_contract() {
    let page = html(&common::reasoning(), &Thresholds::default());
    // t6 − t5 = 12 290.3 − 8 700.0 = 3 590.3 ms; 812 − 730 = 82 visible tokens; 82 ÷ 3.5903 s = 22.8.
    for said in [
        "22.8 tok/s".to_owned(),
        // 812 ÷ 3.5903 s.
        "226 tok/s".to_owned(),
        // t4 − t3 = 2 900.4 − 310.2.
        format!("2{THIN}590.2"),
        // t5 − t4, the widest.
        format!("5{THIN}799.6"),
        "t4 ◀ widest".to_owned(),
        "text_after_action_slow".to_owned(),
        // The silence from 8 700 + 29 × 18 = 9 222 to 11 800.
        format!("Stall of 2{THIN}578 ms at 9{THIN}222 ms."),
        "x_groq.usage.queue_time".to_owned(),
    ] {
        assert!(page.contains(&said), "{said}");
    }
}

/// The cell behind a name in a table of the page.
fn cell<'p>(page: &'p str, name: &str) -> &'p str {
    let head = format!("<th scope=\"row\">{name}</th>");
    let rest = &page[page.find(&head).unwrap_or_else(|| panic!("no {name}")) + head.len()..];
    let start = rest.find('>').expect("a cell") + 1;
    &rest[start..rest.find("</td>").expect("its end")]
}

#[test]
fn the_contract_of_the_report_is_that_of_the_record() {
    let (page, text) =
        (html(&common::reasoning(), &Thresholds::default()), markdown(&common::reasoning(), &Thresholds::default()));
    for (fact, value) in [
        ("Model", "gpt-5.1"),
        ("Route", "openai/openai-responses"),
        ("Input tokens", "1\u{2009}250"),
        ("Output tokens", "812"),
        ("Streaming", "yes"),
        ("Reasoning effort", "high"),
        ("Tools offered", "2"),
        ("Region", "unknown"),
        ("Network path", "http/2"),
        ("Concurrency", "1"),
        ("Arrival rate, requests/s", "unknown"),
        ("Temperature", "0.5"),
        ("Top-p", "not set"),
        ("Output limit, tokens", "4\u{2009}096"),
        ("Warm-up requests", "one request"),
        ("Retries", "one request"),
        ("Failures left out", "one request"),
        ("Sample size", "1"),
        // 10:34:00.123 and t7, 12 300.1 ms later.
        ("Time window", "2026-11-30T10:34:00.123Z to 2026-11-30T10:34:12.423Z"),
        ("Percentile method", "one request"),
        ("Source", "a live request"),
        ("Connection reused", "no"),
        ("Request body, bytes", "1\u{2009}820"),
    ] {
        assert_eq!(cell(&page[page.find(">Contract<").expect("a contract")..], fact), value, "{fact}");
        assert!(text.contains(&format!("| {fact} | {value} |")), "{fact} in {text}");
    }
}

/// 126 events: three 4 ms apart, 60 of reasoning 90 ms apart, 12 of tools 20 ms, 30 and 20 of text
/// 18 ms, and the end; so 125 spacings, of which the 63rd and the 118th and 119th are 90 ms, and the
/// longest is 2 900.4 − 318.2.
#[test]
fn the_report_says_how_the_stream_came() {
    let page = html(&common::reasoning(), &Thresholds::default());
    for (figure, value) in [
        ("Events", "126"),
        ("Reads of the body", "130"),
        ("Body, bytes", "48\u{2009}211"),
        ("Event spacing, p50", "90.0 ms"),
        ("Event spacing, p95", "90.0 ms"),
        ("Event spacing, max", "2\u{2009}582.2 ms"),
    ] {
        assert_eq!(cell(&page, figure), value, "{figure}");
    }
    // A timing record holds no events: how many there were is not known, and not 0.
    let gateway = html(&common::gateway(), &Thresholds::default());
    for figure in ["Events", "Reads of the body", "Body, bytes", "Event spacing, p50"] {
        assert_eq!(cell(&gateway, figure), "—", "{figure}");
    }
    assert_eq!(cell(&html(&common::untimed(), &Thresholds::default()), "Events"), "3");
}

/// The place of the first element of a class: its `x` and `width`.
fn place(document: &str, class: &str) -> (f64, f64) {
    let wanted = |tag: &&str| tag.starts_with("rect") && attribute(tag, "class") == Some(class);
    let tag = tags(document).into_iter().map(|(_, tag, _)| tag).find(wanted).unwrap_or_else(|| panic!("no {class}"));
    let number = |name| attribute(tag, name).expect("a number").parse().expect("a number");
    (number("x"), number("width"))
}

/// Pixels from the axis' own labels: where 0 stands, and how many pixels a second has.
fn scale(document: &str, seconds: f64, label: &str) -> (f64, f64) {
    let x = |label: &str| {
        let end = document.find(&format!("class=\"sf-quiet sf-small\">{label}</text>")).expect("a tick");
        let tag = &document[document[..end].rfind("<text").expect("its tag")..end];
        attribute(tag, "x").expect("a place").parse::<f64>().expect("a number")
    };
    let zero = x("0");
    (zero, (x(label) - zero) / seconds)
}

#[test]
fn bars_stand_where_the_axis_says() {
    let picture = svg(&common::reasoning(), &Thresholds::default());
    let (zero, second) = scale(&picture, 10.0, "10");
    // Metadata from t3 (310.2 ms) to t4 (2 900.4 ms); text from t5 (8 700 ms) to t6 (12 290.3 ms).
    for (class, from, to) in [("sf-metadata", 0.310_2, 2.900_4), ("sf-generating", 8.7, 12.290_3)] {
        let (x, width) = place(&picture, class);
        assert!((x - (zero + from * second)).abs() < 0.2, "{class} starts at {x}");
        assert!((width - (to - from) * second).abs() < 0.2, "{class} is {width} wide");
    }
}

#[test]
fn an_unknown_origin_is_hatched_where_it_can_be_and_filled_where_it_must_be() {
    let picture = svg(&common::gateway(), &Thresholds::default());
    let (zero, second) = scale(&picture, 6.0, &format!("6{THIN}000"));
    // t1 lies in [0, 200] and t2 in [6 100, 6 300] ms.
    let (x, width) = place(&picture, "sf-wait-line");
    assert!((x - zero).abs() < 0.2 && (width - 6.3 * second).abs() < 0.2, "hatched {x} {width}");
    let (x, width) = place(&picture, "sf-wait");
    assert!((x - (zero + 0.2 * second)).abs() < 0.2 && (width - 5.9 * second).abs() < 0.2, "filled {x} {width}");
    assert!(picture.contains("fill=\"url(#sf-hatch-wait)\""));
    assert!(picture.contains("headers: 6\u{2009}100 ms, starting somewhere within 200 ms after 0.0 ms."));
    assert!(html(&common::gateway(), &Thresholds::default()).contains(&format!("6{THIN}100.0–6{THIN}300.0")));
}

#[test]
fn what_is_not_there_is_said() {
    let untimed = html(&common::untimed(), &Thresholds::default());
    assert!(untimed.contains("3 events, and the source has no times for them: there is no waterfall to draw."));
    assert!(untimed.contains("The source has no times for its events"));
    let cut = html(&common::cut(), &Thresholds::default());
    // Reasoning from 900 ms on, last seen at 900 + 19 × 60 = 2 040 ms.
    assert!(cut.contains(&format!("1{THIN}140 ms so far")));
    assert!(cut.contains("cut off") && cut.contains("The capture ends before the request did"));
    // A timing record that does not say how its request ended is no capture that was cut.
    let silent = common::Maker::new(SourceKind::Gateway, RequestFacts::default())
        .stated(300.0, Milestone::T3)
        .stated(8_900.0, Milestone::T6)
        .done();
    let silent = html(&silent, &Thresholds::default());
    assert!(silent.contains("outcome not known") && !silent.contains("The capture ends"));
}

#[test]
fn markdown_tables_have_the_same_number_of_cells_in_each_row() {
    for (what, recording) in all() {
        let text = markdown(&recording, &Thresholds::default());
        let mut columns = None;
        for line in text.lines() {
            if !line.starts_with('|') {
                columns = None;
                continue;
            }
            let cells = line.replace("\\|", "").matches('|').count();
            assert_eq!(*columns.get_or_insert(cells), cells, "{what}: {line}");
        }
        assert!(text.contains("### Milestones"), "{what}");
    }
}
