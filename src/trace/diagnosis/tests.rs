use super::{Diagnosis, FindingCode, RowState, Severity, Thresholds, diagnose};
use crate::{
    dialect::RequestFacts,
    timeline::{CloseKind, Finish, Micros, Milestone, Phase, Tag, TimeoutKind, Usage},
    trace::{Recording, SourceKind, What, sample::Sample},
};

/// A request by its milestones in ms, t1 at 0: reasoning from t4, text from t5 to t6, so many tokens.
struct Shape {
    t2: f64,
    t3: f64,
    t4: f64,
    t5: f64,
    t6: f64,
    tokens: u64,
}

impl Shape {
    /// Quick and sound: nothing to find in it.
    const NORMAL: Self = Self { t2: 200.0, t3: 250.0, t4: 400.0, t5: 500.0, t6: 2_500.0, tokens: 100 };

    fn start(&self) -> Sample {
        let first = if self.t4 < self.t5 { Tag::Tool } else { Tag::Text };
        Sample::new().started(0.0).headers(self.t2, 200).event(self.t3, Tag::Envelope, 0).event(self.t4, first, 8)
    }

    fn record(&self) -> Recording {
        let last = self.t6 - 1.0;
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred")]
        let count = ((last - self.t5) / 40.0) as u32 + 3;
        self.start()
            .flow(Tag::Text, self.t5, last, count, 12)
            .tokens(self.t6, self.tokens)
            .finish(self.t6, Finish::Stop)
            .done(self.t6)
    }
}

fn look(recording: &Recording) -> Diagnosis {
    diagnose(recording.latest(), &Thresholds::default(), None)
}

fn found(recording: &Recording) -> Vec<(&'static str, &'static str)> {
    look(recording).findings.iter().map(|finding| (finding.code.word(), finding.severity.word())).collect()
}

#[test]
fn a_normal_request_has_no_finding_and_every_row_is_shown() {
    let diagnosis = look(&Shape::NORMAL.record());
    assert_eq!(diagnosis.findings, []);
    let rows: Vec<_> = diagnosis.rows.iter().map(|row| (row.number, row.code.word(), row.state.word())).collect();
    assert_eq!(
        rows,
        [
            (1, "upstream_headers_slow", "normal"),
            (2, "first_response_slow", "normal"),
            (3, "metadata_only_start", "normal"),
            (4, "text_after_action_slow", "normal"),
            (5, "generation_slow_tps", "normal"),
            (6, "local_auth_slow", "absent"),
            (6, "local_distribution_slow", "absent"),
            (6, "local_body_read_slow", "absent"),
        ]
    );
}

#[test]
fn the_three_traces_of_the_article_come_out_as_the_contract_says() {
    let a = Shape { t2: 6_100.0, t3: 6_300.0, t4: 6_350.0, t5: 6_400.0, t6: 9_200.0, tokens: 118 };
    assert_eq!(found(&a.record()), [("upstream_headers_slow", "primary")]);
    let b = Shape { t2: 240.0, t3: 310.0, t4: 2_900.0, t5: 8_700.0, t6: 10_200.0, tokens: 82 };
    assert_eq!(found(&b.record()), [("text_after_action_slow", "primary"), ("metadata_only_start", "secondary")]);
    let c = Shape { t2: 260.0, t3: 330.0, t4: 420.0, t5: 430.0, t6: 20_430.0, tokens: 196 };
    assert_eq!(found(&c.record()), [("generation_slow_tps", "primary")]);
}

#[test]
fn the_three_traces_come_out_alike_as_gateway_records() {
    let gateway = |headers: u64, stated: [f64; 4], tps: f64| {
        let mut sample = Sample::of(SourceKind::Gateway, RequestFacts::default())
            .stated(Milestone::T0, 0.0)
            .untimed(What::Phase { phase: Phase::UpstreamHeaders, duration: Micros::from_millis(headers) });
        for (milestone, ms) in [Milestone::T3, Milestone::T4, Milestone::T5, Milestone::T7].into_iter().zip(stated) {
            sample = sample.stated(milestone, ms);
        }
        found(&sample.untimed(What::StatedSpeed(tps)).build())
    };
    assert_eq!(gateway(6_100, [6_300.0, 6_350.0, 6_400.0, 9_200.0], 42.0), [("upstream_headers_slow", "primary")]);
    assert_eq!(
        gateway(240, [310.0, 2_900.0, 8_700.0, 10_200.0], 55.0),
        [("text_after_action_slow", "primary"), ("metadata_only_start", "secondary")]
    );
    assert_eq!(gateway(260, [330.0, 420.0, 430.0, 20_430.0], 9.8), [("generation_slow_tps", "primary")]);
}

/// Each rule just under and just over its floor (the share being met), then its share (the floor being met).
#[test]
fn each_rule_stands_just_over_its_threshold_and_not_just_under() {
    let n = Shape::NORMAL;
    let cases: [(&str, Shape, Shape); 11] = [
        (
            "upstream_headers_slow",
            Shape { t2: 999.0, t3: 1_050.0, t4: 1_060.0, t5: 1_070.0, ..n },
            Shape { t2: 1_000.0, t3: 1_050.0, t4: 1_060.0, t5: 1_070.0, ..n },
        ),
        (
            "upstream_headers_slow",
            Shape { t2: 1_199.0, t3: 1_200.0, t4: 1_210.0, t5: 1_220.0, t6: 6_000.0, tokens: 300 },
            Shape { t2: 1_200.0, t3: 1_200.0, t4: 1_210.0, t5: 1_220.0, t6: 6_000.0, tokens: 300 },
        ),
        (
            "first_response_slow",
            Shape { t3: 1_600.0, t4: 1_699.0, t5: 1_700.0, ..n },
            Shape { t3: 1_600.0, t4: 1_700.0, t5: 1_700.0, ..n },
        ),
        (
            "first_response_slow",
            Shape { t3: 1_700.0, t4: 1_799.0, t5: 1_800.0, t6: 8_000.0, tokens: 300, ..n },
            Shape { t3: 1_700.0, t4: 1_800.0, t5: 1_800.0, t6: 8_000.0, tokens: 300, ..n },
        ),
        ("metadata_only_start", Shape { t4: 1_749.0, t5: 1_750.0, ..n }, Shape { t4: 1_750.0, t5: 1_750.0, ..n }),
        (
            "metadata_only_start",
            Shape { t4: 1_849.0, t5: 1_850.0, t6: 8_000.0, tokens: 300, ..n },
            Shape { t4: 1_850.0, t5: 1_850.0, t6: 8_000.0, tokens: 300, ..n },
        ),
        ("text_after_action_slow", Shape { t5: 2_399.0, t6: 4_000.0, ..n }, Shape { t5: 2_400.0, t6: 4_000.0, ..n }),
        (
            "text_after_action_slow",
            Shape { t5: 2_399.0, t6: 10_000.0, tokens: 500, ..n },
            Shape { t5: 2_400.0, t6: 10_000.0, tokens: 500, ..n },
        ),
        ("generation_slow_tps", Shape { t6: 10_500.0, tokens: 150, ..n }, Shape { t6: 10_500.0, tokens: 149, ..n }),
        ("generation_slow_tps", Shape { t6: 3_499.0, tokens: 20, ..n }, Shape { t6: 3_500.0, tokens: 20, ..n }),
        (
            "generation_slow_tps",
            Shape { t2: 100.0, t3: 100.0, t4: 7_100.0, t5: 7_100.0, t6: 10_100.0, tokens: 40 },
            Shape { t2: 100.0, t3: 100.0, t4: 7_000.0, t5: 7_000.0, t6: 10_100.0, tokens: 40 },
        ),
    ];
    for (i, (code, under, over)) in cases.iter().enumerate() {
        let has = |shape: &Shape| found(&shape.record()).iter().any(|(found, _)| found == code);
        assert!(!has(under), "case {i}: {code} just under its threshold");
        assert!(has(over), "case {i}: {code} just over its threshold");
    }
}

#[test]
fn local_phases_are_held_against_their_own_threshold() {
    let with = |ms: f64, whole: f64| {
        let shape = Shape { t6: whole, tokens: 400, ..Shape::NORMAL };
        let mut recording = shape.record();
        let duration = Micros::from_ms(ms).expect("a length");
        for phase in Phase::LOCAL {
            recording.push(crate::trace::Observation { at: None, what: What::Phase { phase, duration } });
        }
        found(&recording).len()
    };
    assert_eq!((with(499.9, 2_500.0), with(500.0, 2_500.0)), (0, 3));
    assert_eq!((with(599.9, 6_000.0), with(600.0, 6_000.0)), (0, 3));
}

#[test]
fn a_wait_of_300_ms_in_400_is_not_slow_and_6_s_in_9_is() {
    let short = Shape { t2: 300.0, t3: 310.0, t4: 320.0, t5: 330.0, t6: 400.0, tokens: 10 };
    assert_eq!(found(&short.record()), []);
    let long = Shape { t2: 6_000.0, t3: 6_010.0, t4: 6_020.0, t5: 6_030.0, t6: 9_000.0, tokens: 100 };
    assert_eq!(found(&long.record()), [("upstream_headers_slow", "primary")]);
}

#[test]
fn rows_two_and_three_share_a_span_and_only_one_counts_it() {
    let before = look(&Shape { t3: 2_000.0, t4: 3_000.0, t5: 3_010.0, t6: 6_000.0, ..Shape::NORMAL }.record());
    let states: Vec<_> = before.rows[1..3].iter().map(|row| (row.state, row.counted_in)).collect();
    assert_eq!(states, [(RowState::Slow, None), (RowState::Normal, Some(2))]);
    let after = look(&Shape { t3: 1_000.0, t4: 3_000.0, t5: 3_010.0, t6: 6_000.0, ..Shape::NORMAL }.record());
    let states: Vec<_> = after.rows[1..3].iter().map(|row| (row.state, row.counted_in)).collect();
    assert_eq!(states, [(RowState::Normal, Some(3)), (RowState::Slow, None)]);
}

#[test]
fn a_stream_let_go_in_bursts_is_buffered_and_a_flowing_one_is_not() {
    let bursts = |starts: &[f64]| {
        let mut sample = Sample::new().started(0.0).headers(400.0, 200);
        for start in starts {
            sample = sample.event(*start, Tag::Text, 5);
            for _ in 0..6 {
                sample = sample.more(*start, Tag::Text, 5);
            }
        }
        sample.tokens(1_201.0, 40).finish(1_201.0, Finish::Stop).done(1_202.0)
    };
    let held = look(&bursts(&[400.0, 800.0, 1_200.0]));
    let finding = &held.findings[0];
    assert_eq!((finding.code, finding.severity), (FindingCode::StreamBuffered, Severity::Primary));
    assert_eq!((finding.count, finding.figure), (3, Some(Micros::from_millis(1_200))));
    // The same burst, all at once and late, is buffered too; seven events in all are too few to tell.
    assert_eq!(look(&bursts(&[1_200.0, 1_200.0])).findings[0].code, FindingCode::StreamBuffered);
    assert_eq!(look(&bursts(&[1_200.0])).findings, []);
    // Bursts that follow each other closely are how a fast stream looks through a slow reader.
    let close: Vec<f64> = (0..20).map(|i| 600.0 + 30.0 * f64::from(i)).collect();
    assert_eq!(look(&bursts(&close)).findings, []);
    // A quick flow after a long wait: many events, but not held.
    let flow = Sample::new().started(0.0).headers(900.0, 200).flow(Tag::Text, 901.0, 1_199.0, 150, 5);
    assert_eq!(look(&flow.tokens(1_201.0, 200).finish(1_201.0, Finish::Stop).done(1_202.0)).findings, []);
}

#[test]
fn a_silence_inside_generation_is_a_stall_with_start_and_length() {
    let with = |silence: f64| {
        let resumed = 1_000.0 + silence;
        Sample::new()
            .started(0.0)
            .headers(100.0, 200)
            .flow(Tag::Text, 200.0, 1_000.0, 40, 12)
            .heartbeat(1_500.0)
            .flow(Tag::Text, resumed, resumed + 900.0, 40, 12)
            .tokens(resumed + 950.0, 200)
            .finish(resumed + 950.0, Finish::Stop)
            .done(resumed + 951.0)
    };
    assert_eq!(look(&with(1_999.0)).findings, []);
    let diagnosis = look(&with(2_000.0));
    let finding = &diagnosis.findings[0];
    assert_eq!((finding.code, finding.count), (FindingCode::MidStreamStall, 1));
    assert_eq!((finding.start, finding.figure), (Some(Micros::from_millis(1_000)), Some(Micros::from_millis(2_000))));
    assert_eq!(diagnosis.stalls.len(), 1);
}

#[test]
fn a_stall_is_not_also_slow_generation_unless_the_rest_is_slow() {
    let with = |tokens| {
        let sample = Sample::new().started(0.0).headers(100.0, 200).flow(Tag::Text, 200.0, 1_000.0, 40, 12);
        let sample = sample.flow(Tag::Text, 7_000.0, 8_000.0, 40, 12).tokens(8_200.0, tokens);
        found(&sample.finish(8_200.0, Finish::Stop).done(8_200.0))
    };
    // 40 tokens in 8 s are 5 tok/s, in the 2 s outside the silence of 6 s they are 20.
    assert_eq!(with(40), [("mid_stream_stall", "primary")]);
    assert_eq!(with(20), [("generation_slow_tps", "primary"), ("mid_stream_stall", "secondary")]);
}

#[test]
fn a_stream_that_is_held_back_makes_the_rows_secondary() {
    let mut sample = Sample::new().started(0.0).headers(100.0, 200);
    for _ in 0..20 {
        sample = sample.event(4_000.0, Tag::Text, 9);
    }
    let recording = sample.tokens(4_100.0, 60).finish(4_100.0, Finish::Stop).done(4_100.0);
    assert_eq!(found(&recording), [("stream_buffered", "primary"), ("first_response_slow", "secondary")]);
}

#[test]
fn a_socket_held_open_is_close_lag_and_not_slow_generation() {
    let with = |closed: f64| {
        let sample = Sample::new().started(0.0).headers(10.0, 200).flow(Tag::Text, 50.0, 250.0, 5, 40);
        sample.tokens(259.0, 30).finish(260.0, Finish::Stop).done(closed)
    };
    assert_eq!(look(&with(759.0)).findings, []);
    let held = look(&with(4_260.0));
    let codes: Vec<_> = held.findings.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [FindingCode::CloseLag]);
    assert_eq!(held.findings[0].figure, Some(Micros::from_millis(4_000)));
    // 30 tokens in 200 ms, not in 4.2 s.
    assert!((held.rows[4].tps.expect("a rate") - 150.0).abs() < 0.01);
}

#[test]
fn truncated_errors_and_missing_usage_are_found() {
    let start = || Sample::new().started(0.0).headers(100.0, 200).flow(Tag::Text, 200.0, 400.0, 9, 12);
    assert_eq!(found(&start().done(410.0)), [("truncated", "primary")]);
    assert_eq!(found(&start().error(405.0).done(410.0)), [("in_stream_error", "primary")]);
    assert_eq!(found(&start().finish(405.0, Finish::Stop).done(410.0)), [("usage_missing", "note")]);
    assert_eq!(found(&start().tokens(404.0, 20).finish(405.0, Finish::Length).done(410.0)), []);
}

#[test]
fn a_wait_that_runs_is_looked_at_with_now_and_one_that_broke_off_with_its_end() {
    let waiting = Sample::new().started(0.0).headers(100.0, 200).event(150.0, Tag::Envelope, 0);
    let recording = waiting.build();
    let at = |now| diagnose(recording.latest(), &Thresholds::default(), Some(Micros::from_millis(now)));
    assert_eq!(at(1_600).findings, []);
    let row = &at(1_700).rows[2];
    assert_eq!((row.state, row.running, row.figure), (RowState::Slow, true, Some(Micros::from_millis(1_550))));
    let timed_out = Sample::new().started(0.0).closed(30_000.0, CloseKind::Timeout(TimeoutKind::Headers)).build();
    let finding = look(&timed_out).findings.remove(0);
    assert_eq!((finding.code, finding.at_least), (FindingCode::UpstreamHeadersSlow, true));
}

#[test]
fn thresholds_that_are_set_hold_and_the_providers_own_phases_are_cited() {
    let shape = Shape { t2: 600.0, t3: 610.0, t4: 620.0, t5: 630.0, ..Shape::NORMAL };
    let mut thresholds = Thresholds::default();
    thresholds.set_expr("headers_floor_ms=500").expect("a threshold");
    let last = shape.t6 - 1.0;
    let recording = shape
        .start()
        .flow(Tag::Text, shape.t5, last, 50, 12)
        .reported(last, "queue", 480.0, "x_groq.usage.queue_time")
        .reported(last, "completion", 1_700.0, "x_groq.usage.completion_time")
        .tokens(shape.t6, 100)
        .finish(shape.t6, Finish::Stop)
        .done(shape.t6);
    let diagnosis = diagnose(recording.latest(), &thresholds, None);
    assert_eq!(diagnosis.findings[0].code, FindingCode::UpstreamHeadersSlow);
    let cited: Vec<_> = diagnosis.findings[0].evidence.iter().map(|reported| &*reported.name).collect();
    assert_eq!(cited, ["queue"]);
}

#[test]
fn a_late_start_names_the_reasoning_that_was_counted_and_not_seen() {
    let hidden = |counted: u64, before: Tag| {
        let usage = Usage { output_tokens: Some(1_230), reasoning_tokens: Some(counted), ..Usage::default() };
        let recording = Sample::new()
            .started(0.0)
            .headers(200.0, 200)
            .event(250.0, Tag::Envelope, 0)
            .event(5_300.0, before, 9)
            .flow(Tag::Text, 5_400.0, 6_900.0, 40, 12)
            .usage(6_950.0, usage)
            .finish(6_950.0, Finish::Stop)
            .done(7_000.0);
        let first = look(&recording).findings.into_iter().next().expect("a finding");
        (first.code, first.hidden_tokens)
    };
    let late = FindingCode::MetadataOnlyStart;
    assert_eq!(hidden(1_152, Tag::Text), (late, Some(1_152)));
    assert_eq!(hidden(0, Tag::Text), (late, None));
    // What came as text of its own was seen.
    assert_eq!(hidden(1_152, Tag::Reasoning), (late, None));
}
