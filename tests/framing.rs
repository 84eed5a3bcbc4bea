//! Event-stream framing by the WHATWG rules, at every cut of the bytes.

use proptest::prelude::*;
use streamfall::wire::{Frame, NdjsonFramer, SseFramer};

/// A frame as an owned value that tests can compare.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    Event { name: String, data: String, unterminated: bool },
    Comment,
    Stray(String),
    Oversized(u64),
    Note(&'static str),
}

impl Seen {
    fn of(frame: Frame<'_>) -> Self {
        match frame {
            Frame::Event(e) => Self::Event { name: e.name.into(), data: e.data.into(), unterminated: e.unterminated },
            Frame::Comment => Self::Comment,
            Frame::Stray(text) => Self::Stray(text.into()),
            Frame::Oversized { bytes } => Self::Oversized(bytes),
            Frame::Note(code) => Self::Note(code.word()),
        }
    }
}

fn event(name: &str, data: &str) -> Seen {
    Seen::Event { name: name.into(), data: data.into(), unterminated: false }
}

fn open_event(data: &str) -> Seen {
    Seen::Event { name: String::new(), data: data.into(), unterminated: true }
}

fn frames_of<'a>(reads: impl IntoIterator<Item = &'a [u8]>, cap: usize) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut framer = SseFramer::new(cap);
    for read in reads {
        framer.feed(read, &mut |frame| seen.push(Seen::of(frame)));
    }
    framer.finish(&mut |frame| seen.push(Seen::of(frame)));
    seen
}

/// The frames of a body, after checking that no cut of it changes them.
fn frames(body: &[u8]) -> Vec<Seen> {
    let whole = frames_of([body], 1 << 20);
    for cut in 0..=body.len() {
        assert_eq!(frames_of([&body[..cut], &body[cut..]], 1 << 20), whole, "cut at {cut}");
    }
    assert_eq!(frames_of(body.chunks(1), 1 << 20), whole, "byte by byte");
    whole
}

#[test]
fn lines_end_in_lf_crlf_or_cr() {
    let want = [event("", "a\nb"), event("tick", "c"), event("", "d")];
    for end in ["\n", "\r\n", "\r"] {
        let body = ["data: a", "data: b", "", "event: tick", "data: c", "", "data: d", "", ""].join(end);
        assert_eq!(frames(body.as_bytes()), want, "{end:?}");
    }
}

#[test]
fn a_lone_cr_at_the_end_of_the_body_ends_the_event() {
    assert_eq!(frames(b"data: [DONE]\r\r"), [event("", "[DONE]")]);
}

#[test]
fn only_one_leading_byte_order_mark_is_dropped() {
    let body = "\u{feff}data: first \u{feff}\n\ndata: x\n\n";
    assert_eq!(frames(body.as_bytes()), [Seen::Note("byte_order_mark"), event("", "first \u{feff}"), event("", "x")]);
    assert_eq!(frames(b"\xEF\xBBdata: x\n\n"), [Seen::Note("invalid_utf8"), Seen::Stray("\u{fffd}data: x".into())]);
}

#[test]
fn an_invalid_byte_is_shown_and_the_stream_goes_on() {
    let want = [Seen::Note("invalid_utf8"), event("", "a\u{fffd}b"), event("", "c")];
    assert_eq!(frames(b"data: a\xffb\n\ndata: c\n\n"), want);
}

#[test]
fn characters_cut_over_reads_are_whole() {
    assert_eq!(frames("data: 你好🦀é\n\n".as_bytes()), [event("", "你好🦀é")]);
}

#[test]
fn comments_are_heartbeats_also_inside_a_block() {
    assert_eq!(
        frames(b": one\n\n:\n: three\ndata: a\n: inside\ndata: b\n\n"),
        [Seen::Comment, Seen::Comment, Seen::Comment, Seen::Comment, event("", "a\nb")]
    );
}

#[test]
fn blocks_without_data_dispatch_nothing_and_empty_data_does() {
    assert_eq!(
        frames(b"retry: 3000\n\nid: 7\n\nevent: ping\n\ndata\n\ndata:\n\nretry: soon\ndata: x\n\n"),
        [event("", ""), event("", ""), event("", "x")]
    );
}

#[test]
fn exactly_one_space_after_the_colon_is_dropped() {
    let want = [event("", "a"), event("", " b  "), event("", "\tc"), event("m", "d")];
    assert_eq!(frames(b"data:a\n\ndata:  b  \n\ndata:\tc\n\nevent:m\ndata:d\n\n"), want);
}

#[test]
fn unicode_separators_and_nul_do_not_end_a_line() {
    let body = "data: a\u{2028}b\u{2029}c\u{85}d\u{0}e\n\n";
    assert_eq!(frames(body.as_bytes()), [event("", "a\u{2028}b\u{2029}c\u{85}d\u{0}e")]);
}

#[test]
fn an_event_left_open_is_given_unterminated() {
    assert_eq!(frames(b"data: a\n\ndata: b\n"), [event("", "a"), open_event("b")]);
    assert_eq!(frames(b"data: a\n\ndata: b"), [event("", "a"), open_event("b")]);
    assert_eq!(frames(b"data: a\n\n: bye"), [event("", "a"), Seen::Comment]);
}

#[test]
fn lines_that_are_no_field_are_given_as_stray() {
    assert_eq!(
        frames(b"data: a\n\n{\n  \"error\": 1\n}\n"),
        [event("", "a"), Seen::Stray("{\n  \"error\": 1\n}".into())]
    );
    assert_eq!(frames(b"Data: a\ndata : b\ndata: c\n\n"), [Seen::Stray("Data: a\ndata : b".into()), event("", "c")]);
}

#[test]
fn an_event_over_the_cap_is_counted_dropped_and_passed() {
    let body = format!("data: {}\ndata: more\n\ndata: next\n\n", "x".repeat(100));
    for reads in [vec![body.as_bytes()], body.as_bytes().chunks(7).collect()] {
        assert_eq!(frames_of(reads, 64), [Seen::Oversized(119), event("", "next")]);
    }
}

#[test]
fn ndjson_lines_are_events_at_every_cut() {
    let body = b"{\"a\":1}\r\n\n  \n{\"b\":\"\xC3\xA9\"}\n{\"c\":3}";
    let split = |reads: Vec<&[u8]>| {
        let mut seen = Vec::new();
        let mut framer = NdjsonFramer::new(1 << 20);
        reads.into_iter().for_each(|read| framer.feed(read, &mut |frame| seen.push(Seen::of(frame))));
        framer.finish(&mut |frame| seen.push(Seen::of(frame)));
        seen
    };
    let want = [event("", "{\"a\":1}"), event("", "{\"b\":\"é\"}"), event("", "{\"c\":3}")];
    for cut in 0..=body.len() {
        assert_eq!(split(vec![&body[..cut], &body[cut..]]), want, "cut at {cut}");
    }
    assert_eq!(split(vec![b"{\"a\":1}\n{\"b\":"]), [event("", "{\"a\":1}"), open_event("{\"b\":")]);
}

/// Lines that a hostile or broken server could send.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "data: ?[a-zé🦀 ]{0,12}",
        "event: ?[a-z.]{0,8}",
        "(id|retry): ?[a-z0-9]{0,5}",
        ":[a-z ]{0,6}",
        "[a-z{}\" ]{0,6}",
        Just(String::new()),
    ]
}

/// The WHATWG algorithm, line by line over the whole text: (name, data) of each dispatched event.
fn by_the_book(lines: &[String]) -> Vec<(String, String)> {
    let (mut out, mut name, mut data, mut any) = (Vec::new(), String::new(), String::new(), false);
    for line in lines {
        if line.is_empty() {
            if std::mem::take(&mut any) {
                data.pop();
                out.push((std::mem::take(&mut name), std::mem::take(&mut data)));
            }
            name.clear();
            continue;
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut name),
            "data" => {
                any = true;
                data.push_str(value);
                data.push('\n');
            }
            _ => {}
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn any_stream_in_any_cut_gives_the_events_of_the_standard(
        lines in prop::collection::vec(any_line(), 0..30),
        ends in prop::collection::vec(0_usize..3, 31),
        cuts in prop::collection::vec(1_usize..40, 1..20),
    ) {
        let mut lines = lines;
        lines.push(String::new());
        let mut body = String::new();
        for (i, line) in lines.iter().enumerate() {
            // A CR before an empty LF-ended line would be read as one CRLF.
            let end = if i > 0 && line.is_empty() && body.ends_with('\r') { "\r" } else { ["\n", "\r\n", "\r"][ends[i % ends.len()]] };
            body.push_str(line);
            body.push_str(end);
        }
        let mut rest = body.as_bytes();
        let mut reads = Vec::new();
        for cut in cuts.iter().cycle() {
            if rest.is_empty() { break; }
            let (read, after) = rest.split_at((*cut).min(rest.len()));
            reads.push(read);
            rest = after;
        }
        let got: Vec<_> = frames_of(reads, 1 << 20).into_iter().filter_map(|seen| match seen {
            Seen::Event { name, data, unterminated: false } => Some((name, data)),
            _ => None,
        }).collect();
        prop_assert_eq!(got, by_the_book(&lines));
    }
}
