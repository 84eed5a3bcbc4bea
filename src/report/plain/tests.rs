use crate::{
    report::{PlainOptions, plain_summary},
    timeline::{CloseKind, Finish, Milestone, Phase, Tag, TimeoutKind, Usage},
    trace::{Recording, SourceKind, What, sample::Sample},
};

fn plain(recording: &Recording) -> String {
    plain_summary(recording, &PlainOptions::default())
}

/// The picture of the contract: connection phases, metadata, reasoning, a tool, text, split usage.
fn reasoning() -> Recording {
    Sample::new()
        .started(3.1)
        .phase(3.9, Phase::Dns, 0.8)
        .phase(22.4, Phase::Connect, 18.5)
        .phase(84.0, Phase::Tls, 61.6)
        .phase(84.2, Phase::Send, 0.2)
        .headers(243.0, 200)
        .reported(243.0, "openai-processing-ms", 187.0, "openai-processing-ms")
        .event(310.2, Tag::Envelope, 0)
        .heartbeat(1_310.2)
        .heartbeat(2_310.2)
        .flow(Tag::Reasoning, 2_900.4, 7_400.0, 80, 40)
        .flow(Tag::Tool, 7_600.0, 8_100.0, 12, 20)
        .flow(Tag::Text, 8_700.0, 10_150.0, 60, 14)
        .usage(
            10_188.0,
            Usage {
                input_tokens: Some(1_240),
                cached_input_tokens: Some(1_024),
                output_tokens: Some(812),
                reasoning_tokens: Some(730),
                reasoning_in_output: Some(true),
            },
        )
        .finish(10_189.0, Finish::Stop)
        .done(10_190.3)
}

#[test]
fn the_reasoning_request_reads_as_the_contract_draws_it() {
    insta::assert_snapshot!(plain(&reasoning()));
}

#[test]
fn ascii_holds_nothing_but_ascii() {
    let text = plain_summary(&reasoning(), &PlainOptions { ascii: true, ..PlainOptions::default() });
    assert!(text.is_ascii());
    insta::assert_snapshot!(text);
}

#[test]
fn a_gateway_record_shows_its_unknown_origin() {
    let recording = Sample::of(SourceKind::Gateway, crate::dialect::RequestFacts::default())
        .stated(Milestone::T0, 0.0)
        .untimed(What::Phase { phase: Phase::UpstreamHeaders, duration: crate::timeline::Micros(6_100_000) })
        .stated(Milestone::T3, 6_300.0)
        .stated(Milestone::T4, 6_350.0)
        .stated(Milestone::T5, 6_400.0)
        .stated(Milestone::T7, 9_200.0)
        .untimed(What::StatedSpeed(42.0))
        .build();
    insta::assert_snapshot!(plain(&recording));
}

#[test]
fn a_tool_call_without_text_says_so() {
    let recording = Sample::new()
        .started(0.4)
        .headers(120.0, 200)
        .event(150.0, Tag::Envelope, 0)
        .flow(Tag::Tool, 200.0, 260.0, 3, 12)
        .tokens(270.0, 18)
        .finish(270.0, Finish::ToolCalls)
        .done(271.0);
    insta::assert_snapshot!(plain(&recording));
}

/// Text from 300 ms, silent from 1 500 to 5 500 ms, and text again until 6 500 ms.
fn stalled() -> Sample {
    Sample::new()
        .started(1.0)
        .headers(200.0, 200)
        .event(210.0, Tag::Envelope, 0)
        .flow(Tag::Text, 300.0, 1_500.0, 40, 12)
        .flow(Tag::Text, 5_500.0, 6_500.0, 30, 12)
}

#[test]
fn a_stall_and_a_timeout_are_marked() {
    let recording =
        stalled().closed(36_500.0, CloseKind::Timeout(TimeoutKind::Idle)).is(36_500.2, What::Finished).build();
    insta::assert_snapshot!(plain(&recording));
}

#[test]
fn a_stream_without_times_keeps_its_order() {
    let mut sample = Sample::of(SourceKind::Sse, crate::dialect::RequestFacts::default());
    for tag in [Tag::Envelope, Tag::Reasoning, Tag::Text, Tag::Text] {
        let timed = Sample::new().event(0.0, tag, 9).build();
        sample = sample.untimed(timed.observations()[1].what.clone());
    }
    let recording = sample.untimed(What::Closed { how: CloseKind::Eof, reads: 1, bytes: 700 }).build();
    insta::assert_snapshot!(plain(&recording));
}

#[test]
fn an_error_in_the_stream_keeps_its_message_to_itself() {
    let recording = Sample::new()
        .started(0.2)
        .headers(90.0, 200)
        .event(100.0, Tag::Envelope, 0)
        .flow(Tag::Text, 140.0, 400.0, 9, 10)
        .error(900.0)
        .done(901.0);
    let text = plain(&recording);
    assert!(!text.contains("CANARY"));
    insta::assert_snapshot!(text);
}

#[test]
fn a_request_without_headers_says_where_it_failed() {
    let recording = Sample::new()
        .started(0.2)
        .closed(12.0, CloseKind::ConnectFailed(crate::timeline::ConnectStage::Connect))
        .is(12.1, What::Finished)
        .build();
    insta::assert_snapshot!(plain(&recording));
}

#[test]
fn a_bar_as_wide_as_the_scale_says_its_silence_its_length_and_that_it_is_the_widest() {
    let recording = stalled().finish(6_505.0, Finish::Stop).done(6_510.0);
    let options = |ascii, width| PlainOptions { ascii, width, ..PlainOptions::default() };
    let thresholds = crate::trace::Thresholds::default();
    for (text, silence, mark) in [
        (plain_summary(&recording, &options(false, 80)), " 4_000 ms silent ", "6_210 ms  ◀ widest"),
        (plain_summary(&recording, &options(false, 60)), " 4_000 ms ", "6_210 ms  ◀ widest"),
        (plain_summary(&recording, &options(true, 80)), " 4 000 ms silent ", "6 210 ms  < widest"),
        (crate::report::markdown(&recording, &thresholds), " 4_000 ms silent ", "6_210 ms  ◀ widest"),
    ] {
        let row = text.lines().find(|line| line.starts_with("generating")).expect("a bar").replace('\u{2009}', "_");
        assert!(row.ends_with(mark), "{row}");
        assert!(row.contains(silence), "{row}");
        assert!(row.chars().count() <= 80, "{row}");
    }
}

/// Text for 1 000 ms, the end, and the close so much later.
fn closed_after(lag: f64) -> Recording {
    Sample::new()
        .started(1.0)
        .headers(200.0, 200)
        .flow(Tag::Text, 300.0, 1_300.0, 11, 12)
        .tokens(1_300.0, 30)
        .finish(1_300.0, Finish::Stop)
        .done(1_300.0 + lag)
}

#[test]
fn the_rate_to_the_last_text_is_told_where_the_close_came_late_and_nowhere_else() {
    let thresholds = crate::trace::Thresholds::default();
    let texts = |recording: &Recording| {
        [plain(recording), crate::report::markdown(recording, &thresholds), crate::report::html(recording, &thresholds)]
    };
    for text in texts(&closed_after(20.0)) {
        assert!(!text.to_lowercase().contains("to the last text") && !text.contains("to last text"), "{text}");
    }
    // 30 tokens over 1 000 ms and over 3 000 ms.
    for text in texts(&closed_after(2_000.0)) {
        assert!(text.contains("10.0 tok/s") && text.contains("30.0"), "{text}");
        assert!(text.contains("the close came 2\u{2009}000 ms after the end"), "{text}");
    }
    let page = crate::report::html(&closed_after(2_000.0), &thresholds);
    assert!(page.contains("<dt>Visible speed (to the last text: 30.0 tok/s)</dt><dd>10.0 tok/s</dd>"), "{page}");
}

#[test]
fn only_the_row_to_look_at_first_is_in_capitals() {
    // 2 590 ms of metadata and 5 800 ms from action to text are both slow; the longer comes first.
    let text = crate::report::markdown(&reasoning(), &crate::trace::Thresholds::default());
    let states: Vec<_> = text.lines().filter(|line| line.to_lowercase().contains("| **slow**")).collect();
    assert_eq!(states.len(), 2, "{text}");
    assert!(states[0].contains("metadata only") && states[0].contains("**slow**"), "{}", states[0]);
    assert!(states[1].contains("action to text") && states[1].contains("**SLOW**"), "{}", states[1]);
}
