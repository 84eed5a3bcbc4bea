//! Whatever can be observed comes back from a capture as it went in: all of it from a full one, and
//! from a safe one exactly what the allow-list lets through.

use std::sync::Arc;

use proptest::{collection::vec, option, prelude::*, sample::select};
use streamfall::{
    capture::{LoadOptions, Writer, load_from},
    dialect::{DialectId, EventName, Hints, Reported, RequestFacts, StreamError},
    timeline::{
        CloseKind, ConnectStage, Finish, Micros, Milestone, NoteCode, Outcome, Phase, Tag, TagSet, TimeoutKind, Usage,
    },
    trace::{
        BodyKind, ContentKind, Details, EventSeen, Flags, Header, HeadersSeen, Intake, IntakeOptions, Observation,
        Recording, SourceKind, What,
    },
};

/// What goes in, and what a safe capture gives back.
type Pair<T> = (T, T);

fn same<T: Clone>(value: T) -> Pair<T> {
    (value.clone(), value)
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..10_u64, Just(4_294_967_295), 0..u64::MAX]
}

fn name() -> impl Strategy<Value = Pair<EventName>> {
    prop_oneof![
        select(vec!["message", "ping", "error", "[DONE]"]).prop_map(|name| same(EventName::of(name))),
        "\\PC{0,12}@example\\.com".prop_map(|text| (EventName::of(&text), EventName::of("other"))),
    ]
}

fn usage() -> impl Strategy<Value = Usage> {
    let count = || option::of(number());
    (count(), count(), count(), count(), option::of(any::<bool>())).prop_map(
        |(input, cached, output, reasoning, within)| Usage {
            input_tokens: input,
            cached_input_tokens: cached,
            output_tokens: output,
            reasoning_tokens: reasoning,
            reasoning_in_output: within,
        },
    )
}

fn error() -> impl Strategy<Value = Pair<StreamError>> {
    (select(vec!["rate_limit_exceeded", "overloaded_error", "other"]), "\\PC{0,20}").prop_map(|(code, message)| {
        let with = |message: &str| StreamError { code, message: message.into() };
        (with(&message), with(""))
    })
}

/// A time that is believed: a capture of more than 30 days has a fault.
fn moment() -> impl Strategy<Value = u64> {
    0..=30 * 24 * 3_600 * 1_000_000_u64
}

fn reported() -> impl Strategy<Value = Reported> {
    (select(vec!["queue", "cfEdge"]), number()).prop_map(|(name, us)| Reported {
        name: name.into(),
        duration: Micros(us),
        source: "x_groq.usage.queue_time".into(),
    })
}

fn model() -> impl Strategy<Value = Pair<Option<Box<str>>>> {
    prop_oneof![
        Just(same(None)),
        Just(same(Some("gpt-5.1".into()))),
        Just((Some("please tell me about my diagnosis".into()), None)),
    ]
}

fn details() -> impl Strategy<Value = Pair<Option<Box<Details>>>> {
    let finish = (option::of(select(Finish::ALL.to_vec())), option::of(any::<u32>()));
    let notes = vec(select(NoteCode::ALL.to_vec()), 0..3);
    (option::of(usage()), finish, option::of(error()), vec(reported(), 0..3), notes, model()).prop_map(
        |(usage, (finish, open_choices), error, reported, notes, model)| {
            let (error, safe_error) = error.map_or((None, None), |(a, b)| (Some(a), Some(b)));
            let make = |error, model| {
                let (reported, notes) = (reported.clone(), notes.clone());
                let details = Details { usage, finish, open_choices, error, reported, notes, model };
                (details != Details::default()).then(|| Box::new(details))
            };
            (make(error, model.0), make(safe_error, model.1))
        },
    )
}

fn flags() -> impl Strategy<Value = Flags> {
    any::<[bool; 5]>().prop_map(|[empty, unterminated, blank, hidden_reasoning, end_marker]| Flags {
        empty,
        unterminated,
        blank,
        hidden_reasoning,
        end_marker,
    })
}

fn event() -> impl Strategy<Value = Pair<What>> {
    let tags = vec(select(Tag::ALL.to_vec()), 0..4).prop_map(|tags| tags.into_iter().collect::<TagSet>());
    let sizes = (any::<u32>(), number(), any::<u32>(), 0..2_u32, any::<u32>(), any::<u32>());
    (name(), tags, flags(), details(), sizes).prop_map(|(name, also, flags, details, sizes)| {
        let (read, bytes, chars, more, reasoning_bytes, tool_bytes) = sizes;
        let make = |name, details| {
            What::Event(EventSeen {
                read,
                name,
                tag: also.primary(),
                also,
                flags,
                bytes,
                chars,
                text_bytes: chars.saturating_add(more),
                reasoning_bytes,
                tool_bytes,
                details,
                content: None,
            })
        };
        (make(name.0, details.0), make(name.1, details.1))
    })
}

fn headers() -> impl Strategy<Value = What> {
    let known = select(vec![("openai-processing-ms", "187"), ("cf-ray", "FRA"), ("server", "nginx")]);
    let kept = vec(known, 0..3);
    (100..600_u16, option::of(select(vec!["1.1", "2", "3"])), kept, option::of(any::<bool>())).prop_map(
        |(status, version, kept, connection_reused)| {
            What::Headers(Arc::new(HeadersSeen {
                status,
                http_version: version.map(Into::into),
                content_type: Some("text/event-stream".into()),
                headers: kept.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
                connection_reused,
            }))
        },
    )
}

fn close() -> impl Strategy<Value = What> {
    let how = prop_oneof![
        Just(CloseKind::Eof),
        Just(CloseKind::Broken),
        Just(CloseKind::Cancelled),
        select(ConnectStage::ALL.to_vec()).prop_map(CloseKind::ConnectFailed),
        select(TimeoutKind::ALL.to_vec()).prop_map(CloseKind::Timeout),
    ];
    (how, any::<u32>(), number()).prop_map(|(how, reads, bytes)| What::Closed { how, reads, bytes })
}

fn what() -> impl Strategy<Value = Pair<What>> {
    let stray = (any::<u32>(), option::of(error())).prop_map(|(read, error)| {
        let (given, safe) = error.map_or((None, None), |(a, b)| (Some(Box::new(a)), Some(Box::new(b))));
        (What::Stray { read, error: given }, What::Stray { read, error: safe })
    });
    let no_stream = (select(BodyKind::ALL.to_vec()), option::of("\\PC{1,9}")).prop_map(|(body, message)| {
        let with = |message| What::NotAStream { body, message };
        (with(message.map(Into::into)), with(None))
    });
    prop_oneof![
        Just(same(What::Received)),
        Just(same(What::UpstreamStarted)),
        (select(Phase::ALL.to_vec()), moment())
            .prop_map(|(phase, us)| same(What::Phase { phase, duration: Micros(us) })),
        headers().prop_map(same),
        select(DialectId::ALL.to_vec()).prop_map(|dialect| same(What::Dialect(dialect))),
        event(),
        event(),
        event(),
        any::<u32>().prop_map(|read| same(What::Heartbeat { read })),
        stray,
        no_stream,
        reported().prop_map(|one| same(What::Reported(one))),
        select(NoteCode::ALL.to_vec()).prop_map(|code| same(What::Note(code))),
        close().prop_map(same),
        select(Milestone::ALL.to_vec()).prop_map(|milestone| same(What::Stated(milestone))),
        (0.0..1e6_f64).prop_map(|tps| same(What::StatedSpeed(tps))),
        usage().prop_map(|usage| same(What::StatedUsage(Box::new(usage)))),
        select(Outcome::ALL.to_vec()).prop_map(|outcome| same(What::StatedOutcome(outcome))),
        select(Finish::ALL.to_vec()).prop_map(|finish| same(What::StatedFinish(finish))),
    ]
}

/// Observations, what a safe capture gives back of them, and the end that makes them whole.
fn observations() -> impl Strategy<Value = Pair<Vec<Observation>>> {
    vec((option::of(moment()), what()), 0..12).prop_map(|all| {
        let at = |at: Option<u64>, what| Observation { at: at.map(Micros), what };
        let (mut given, mut safe): (Vec<_>, Vec<_>) =
            all.into_iter().map(|(time, (given, safe))| (at(time, given), at(time, safe))).unzip();
        given.push(at(Some(1), What::Finished));
        safe.push(at(Some(1), What::Finished));
        (given, safe)
    })
}

fn request() -> RequestFacts {
    RequestFacts {
        dialect: Some(DialectId::Generic),
        provider: Some("openai".to_owned()),
        model: Some("gpt-5.1".to_owned()),
        method: Some("POST".to_owned()),
        streaming: Some(true),
        reasoning_effort: Some("high".to_owned()),
        tools: Some(2),
        max_output_tokens: Some(4_096),
        temperature: Some(0.7),
        top_p: Some(1.0),
        body_bytes: Some(312),
        usage_requested: Some(false),
    }
}

fn header() -> Header {
    let mut header = Header::new(SourceKind::Live, request());
    header.started_at = Some("2026-11-30T10:34:00.123456Z".parse().expect("a time"));
    header.expires_at = Some("2026-12-14T10:34:00Z".parse().expect("a time"));
    header
}

fn captured(header: &Header, observations: &[Observation], content: ContentKind) -> Vec<u8> {
    let mut writer = Writer::start(Vec::new(), "memory", header, content).expect("a capture");
    observations.iter().for_each(|observation| writer.write(observation).expect("written"));
    writer.finish().expect("finished")
}

fn replayed(capture: &[u8], keep_content: bool) -> Recording {
    load_from("memory", capture, &LoadOptions { keep_content, ..LoadOptions::default() }).expect("a capture")
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_full_capture_gives_back_what_went_in((given, _) in observations()) {
        let recording = replayed(&captured(&header(), &given, ContentKind::Full), true);
        prop_assert_eq!(recording.observations(), given);
    }

    #[test]
    fn a_safe_capture_gives_back_what_the_list_lets_through((given, safe) in observations()) {
        let recording = replayed(&captured(&header(), &given, ContentKind::None), false);
        prop_assert_eq!(recording.observations(), safe.as_slice());
        // What is safe already stays as it is.
        let again = replayed(&captured(&header(), &safe, ContentKind::None), false);
        prop_assert_eq!(again.observations(), safe);
    }

    #[test]
    fn a_safe_capture_is_proved_safe((given, _) in observations()) {
        let capture = captured(&header(), &given, ContentKind::None);
        let mut findings = Vec::new();
        let lines = streamfall::capture::verify("memory", capture.as_slice(), &mut |finding| findings.push(finding));
        prop_assert_eq!(lines.expect("a capture"), given.len() as u64 + 1);
        prop_assert_eq!(findings, []);
    }

    #[test]
    fn the_content_of_a_stream_comes_back_with_the_same_tags(
        pieces in vec("(data|event|id): ?[ -~é🚀]{0,20}\r?\n|\n|: [a-z]{0,5}\n|\\PC{0,9}\n", 0..30),
    ) {
        let mut given = Vec::new();
        let options = IntakeOptions { hints: Hints::default(), keep_content: true, ..IntakeOptions::default() };
        let mut intake = Intake::new(options);
        for (at, piece) in (0..).step_by(700).zip(&pieces) {
            intake.read(Some(Micros(at)), piece.as_bytes(), &mut |observation| given.push(observation));
        }
        intake.end(None, &mut |observation| given.push(observation));
        given.push(Observation { at: None, what: What::Finished });
        // Nothing is known of the request, as nothing was known when the stream was read.
        let header = Header::new(SourceKind::Live, RequestFacts::default());
        let recording = replayed(&captured(&header, &given, ContentKind::Full), true);
        prop_assert_eq!(recording.observations(), given);
    }
}

#[test]
fn the_header_comes_back_but_for_its_source() {
    let given = header();
    for content in [ContentKind::None, ContentKind::Full] {
        let recording = replayed(&captured(&given, &[], content), false);
        let expected = Header { source: SourceKind::Capture, content, ..given.clone() };
        assert_eq!(*recording.header, expected);
    }
}

#[test]
fn lines_look_as_the_contract_shows_them() {
    let at = |us, what| Observation { at: Some(Micros(us)), what };
    let event = |tag, name, bytes, chars| {
        What::Event(EventSeen {
            read: 9,
            name: EventName::of(name),
            tag,
            also: [tag].into_iter().collect(),
            flags: Flags::default(),
            bytes,
            chars,
            text_bytes: chars,
            reasoning_bytes: 0,
            tool_bytes: 0,
            details: None,
            content: None,
        })
    };
    let headers = HeadersSeen {
        status: 200,
        http_version: Some("2".into()),
        content_type: None,
        headers: [("openai-processing-ms".into(), "187".into())].into(),
        connection_reused: None,
    };
    let observations = [
        at(0, What::Received),
        at(84_000, What::Phase { phase: Phase::Connect, duration: Micros(80_900) }),
        at(243_000, What::Headers(Arc::new(headers))),
        at(1_310_200, What::Heartbeat { read: 1 }),
        at(8_700_000, event(Tag::Text, "message", 143, 5)),
        at(10_190_300, What::Closed { how: CloseKind::Eof, reads: 10, bytes: 655 }),
        at(10_200_100, What::Finished),
    ];
    let capture = captured(&header(), &observations, ContentKind::None);
    let text = String::from_utf8(capture).expect("text");
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            r#"{"at":0,"is":"received"}"#,
            r#"{"at":84000,"is":"phase","phase":"connect","us":80900}"#,
            r#"{"at":243000,"is":"headers","status":200,"http":"2","headers":{"openai-processing-ms":"187"}}"#,
            r#"{"at":1310200,"is":"heartbeat","read":1}"#,
            r#"{"at":8700000,"is":"event","read":9,"name":"message","tag":"text","bytes":143,"chars":5}"#,
            r#"{"at":10190300,"is":"closed","how":"eof","reads":10,"bytes":655}"#,
            r#"{"at":10200100,"is":"finished","outcome":"truncated"}"#,
        ]
    );
    assert!(text.starts_with(r#"{"streamfall":1,"content":"none","id":""#), "{text}");
}
