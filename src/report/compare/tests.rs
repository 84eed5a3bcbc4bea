use super::{
    By, Comparison, Distribution, Needs, Reached, Sample, Side, Standing, compare, comparison_markdown,
    comparison_plain, sample_plain, sides,
};
use crate::{
    report::{PlainOptions, Record, record},
    timeline::{CloseKind, Finish, Tag, TimeoutKind},
    trace::{Recording, Thresholds},
};

fn request_facts(model: &str) -> crate::dialect::RequestFacts {
    crate::dialect::RequestFacts {
        model: Some(model.to_owned()),
        provider: Some("openai".to_owned()),
        streaming: Some(true),
        ..crate::dialect::RequestFacts::default()
    }
}

fn request(model: &str, t2: f64, t5: f64, t6: f64, tokens: u64) -> Recording {
    crate::trace::sample::Sample::of(crate::trace::SourceKind::Capture, request_facts(model))
        .is(0.0, crate::trace::What::Received)
        .started(0.0)
        .headers(t2, 200)
        .event(t2 + 60.0, Tag::Envelope, 0)
        .flow(Tag::Text, t5, t6 - 20.0, 40, 12)
        .tokens(t6, tokens)
        .finish(t6, Finish::Stop)
        .done(t6)
}

fn failed() -> Recording {
    crate::trace::sample::Sample::new().started(0.0).closed(30_000.0, CloseKind::Timeout(TimeoutKind::Headers)).build()
}

fn side(name: &str, recordings: &[Recording]) -> (String, Vec<Sample>) {
    (name.to_owned(), recordings.iter().map(|recording| Sample::of(recording, &Thresholds::default())).collect())
}

fn two(model: &str) -> Vec<Side> {
    let a = side("trace-a.jsonl", &[request("gpt-5.1", 6_100.0, 6_400.0, 9_200.0, 118)]);
    let c = side("trace-c.jsonl", &[request(model, 260.0, 430.0, 20_430.0, 196)]);
    sides(vec![a, c], By::File)
}

#[test]
fn two_traces_show_where_each_spends_its_time() {
    let sides = two("gpt-5.1");
    let comparison = compare(&sides, By::File);
    insta::assert_snapshot!(comparison_plain(&comparison, &sides, &PlainOptions::default()));
    assert_eq!(
        comparison.ranking.reasons,
        ["fewer than 5 requests on A and B: too few to tell a difference from chance"]
    );
}

/// Five requests whose first text comes at `t5` and whose end is `steps` of 100 ms from `t6`.
fn five(t5: f64, t6: f64, steps: [f64; 5]) -> Vec<Recording> {
    steps.into_iter().map(|step| request("gpt-5.1", 200.0, t5, t6 + step * 100.0, 80)).collect()
}

fn orders(files: Vec<(String, Vec<Sample>)>) -> Vec<(&'static str, String)> {
    let ranking = compare(&sides(files, By::File), By::File).ranking;
    assert_eq!((ranking.on, ranking.reasons), (true, vec![]));
    ranking.orders.iter().map(|order| (order.figure, order.words())).collect()
}

#[test]
fn equal_sides_are_a_tie_and_what_lies_within_the_spread_is_no_order() {
    let steps = [0.0, 1.0, 2.0, 3.0, 4.0];
    let (a, same) = (five(700.0, 2_000.0, steps), five(700.0, 2_000.0, steps));
    let tie = orders(vec![side("a", &a), side("b", &same)]);
    assert!(tie.iter().all(|(_, words)| words == "A = B"), "{tie:?}");
    assert_eq!(tie.len(), 4);
    // Ends: A 2000 to 2400, its middle half 2100 to 2300; B the same 199 ms earlier, 1901 to 2101; C is
    // 1000 ms later. All show their text at 700, so the speeds, 80 / (end − 700), stand the same way.
    let all =
        orders(vec![side("a", &a), side("b", &five(700.0, 1_801.0, steps)), side("c", &five(700.0, 3_000.0, steps))]);
    assert_eq!(
        all[2..],
        [("upstream_done_ms", "B ~ A · C".to_owned()), ("visible_output_tps", "B ~ A · C".to_owned())]
    );
    // 201 ms earlier, its middle half ends at 2099.
    let apart = orders(vec![side("a", &a), side("b", &five(700.0, 1_799.0, steps))]);
    assert_eq!(apart[2], ("upstream_done_ms", "B · A".to_owned()));
}

#[test]
fn the_legend_explains_the_signs_that_are_used() {
    let a = five(700.0, 2_000.0, [0.0, 1.0, 2.0, 3.0, 4.0]);
    let sides = sides(vec![side("a", &a), side("b", &a)], By::File);
    let text = comparison_plain(&compare(&sides, By::File), &sides, &PlainOptions::default());
    assert!(text.contains("\n  end to end          A = B\n") && text.ends_with("\n  = equal\n"), "{text}");
    assert!(!text.contains("not told apart"), "{text}");
}

/// A status of 503 after 5 ms.
fn refused() -> Recording {
    crate::trace::sample::Sample::of(crate::trace::SourceKind::Capture, request_facts("gpt-5.1"))
        .is(0.0, crate::trace::What::Received)
        .started(0.0)
        .headers(4.0, 503)
        .done(5.0)
}

#[test]
fn who_fails_fast_is_not_the_fastest() {
    let answered = five(700.0, 2_000.0, [0.0, 1.0, 2.0, 3.0, 4.0]);
    let failing: Vec<_> = (0..4).map(|_| refused()).chain([request("gpt-5.1", 200.0, 700.0, 2_600.0, 80)]).collect();
    let sides = sides(vec![side("failing", &failing), side("answered", &answered)], By::File);
    let comparison = compare(&sides, By::File);
    assert!(!comparison.ranking.on);
    assert_eq!(comparison.ranking.reasons, ["not completed differs: 4 of 5 / 0 of 5"]);
    let [a, b] = &comparison.sides[..] else { panic!("two sides") };
    assert_eq!((a.requests, a.failed, a.outcomes["http_error"], b.failed), (5, 4, 4, 0));
    for figure in ["upstream_headers_ms", "first_text_delta_ms", "upstream_done_ms", "visible_output_tps"] {
        // One value and four that failed: the median lies among those.
        let d = a.figures[figure];
        assert_eq!((d.n, d.failed, d.p50, d.typical()), (1, 4, None, None), "{figure}");
    }
    assert_eq!((a.figures["upstream_done_ms"].min, b.figures["upstream_done_ms"].p50), (Some(2_600.0), Some(2_200.0)));
    // The waterfall and the gaps are those of the one that was answered.
    assert_eq!(sides[0].typical().map(|sample| sample.record.timing.upstream_done_ms), Some(Some(2_600.0)));
    assert_eq!(comparison.gaps[1].sides[0].typical(), Some(200.0));
    let text = comparison_plain(&comparison, &sides, &PlainOptions::default());
    let (named, figures) = (text.find("! not completed").expect("named"), text.find("Times, ms").expect("figures"));
    assert!(named < figures && one_line(&text).contains("the one that was answered is drawn"), "{text}");
}

#[test]
fn where_none_was_answered_the_median_of_all_is_drawn_and_says_so() {
    let sides = sides(vec![side("a", &[refused(), refused(), refused()])], By::File);
    assert!(sides[0].typical().is_some());
    let text = comparison_plain(&compare(&sides, By::File), &sides, &PlainOptions::default());
    assert!(one_line(&text).contains("none was answered, the median of all is drawn"), "{text}");
}

/// The words of a text that is broken into lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was seen of a stream before it broke stays true; what it never came to does not.
#[test]
fn a_stream_that_breaks_keeps_its_moments_and_has_no_end() {
    use crate::timeline::Outcome::{Completed, ConnectError, HttpError, Incomplete, NotAStream, Truncated};
    let of = |outcome, needs, value| Reached::of(outcome, needs, value);
    for (outcome, stream, answer) in [
        (Some(Completed), Reached::Value(5.0), Reached::Value(5.0)),
        (Some(Incomplete), Reached::Value(5.0), Reached::Value(5.0)),
        (None, Reached::Value(5.0), Reached::Value(5.0)),
        (Some(Truncated), Reached::Value(5.0), Reached::Failed),
        (Some(HttpError), Reached::Failed, Reached::Failed),
        (Some(ConnectError), Reached::Failed, Reached::Failed),
        (Some(NotAStream), Reached::Failed, Reached::Failed),
    ] {
        assert_eq!(of(outcome, Needs::Stream, Some(5.0)), stream, "{outcome:?}");
        assert_eq!(of(outcome, Needs::Answer, Some(5.0)), answer, "{outcome:?}");
    }
    // An answer of tools alone has no text; a stream that broke before its text never came to it.
    assert_eq!(of(Some(Completed), Needs::Stream, None), Reached::Absent);
    assert_eq!(of(Some(Truncated), Needs::Stream, None), Reached::Failed);
}

#[test]
fn what_a_side_does_not_state_is_not_called_a_difference() {
    let with = |model: &str| request(model, 200.0, 400.0, 2_000.0, 80);
    let mut unstated = record(&with("gpt-5.1"));
    unstated.contract.model = None;
    let three = |b: &str| {
        let c = ("c".to_owned(), vec![Sample::from(unstated.clone()); 5]);
        let sides = sides(vec![side("a", &vec![with("gpt-5.1"); 5]), side("b", &vec![with(b); 5]), c], By::File);
        compare(&sides, By::File)
    };
    let model = |comparison: &Comparison| comparison.differences[0].standing;
    let (same, other) = (three("gpt-5.1"), three("gpt-4o"));
    assert_eq!((model(&same), same.ranking.reasons), (Standing::Unknown, vec!["model not stated by C".to_owned()]));
    assert_eq!(model(&other), Standing::Differs);
    assert_eq!(other.ranking.reasons, ["model differs: gpt-5.1 / gpt-4o; not stated by C"]);
}

#[test]
fn two_fine_tunes_of_one_base_are_not_known_to_be_one_model() {
    let tuned = |name: &str| vec![request(&format!("ft:gpt-4o:{name}"), 200.0, 400.0, 2_000.0, 80); 5];
    let sides = sides(vec![side("a", &tuned("acme::1")), side("b", &tuned("acme::2"))], By::File);
    let comparison = compare(&sides, By::File);
    assert_eq!(comparison.ranking.reasons, ["model not known to be the same: ft:gpt-4o:… / ft:gpt-4o:…"]);
    let based = compare(
        &super::sides(vec![side("a", &tuned("acme::1")), side("b", &five(1.0, 9.0, [0.0; 5]))], By::File),
        By::File,
    );
    assert_eq!(based.ranking.reasons, ["model differs: ft:gpt-4o:… / gpt-5.1"]);
}

#[test]
fn the_whole_contract_is_shown_where_nothing_differs() {
    let sample = five(700.0, 2_000.0, [0.0, 1.0, 2.0, 3.0, 4.0]);
    let sides = sides(vec![side("a", &sample), side("b", &sample)], By::File);
    let comparison = compare(&sides, By::File);
    let fields: Vec<&str> = comparison.contract.iter().map(|fact| fact.field).collect();
    assert_eq!(
        fields.join(" "),
        "model route input_tokens output_tokens streaming reasoning_effort tools region network_path connection_reused \
         concurrency arrival_rate temperature top_p max_output_tokens source warm_up retries excluded_failures \
         not_completed sample_size time_window percentile_method"
    );
    let plain = comparison_plain(&comparison, &sides, &PlainOptions::default());
    for words in [
        "model gpt-5.1",
        "route openai",
        "streaming true",
        "output tokens 80",
        "not completed 0 of 5",
        "sample size 5",
        "percentile method linear",
        "  time window         A 2026-11-30T10:34:00.123Z",
    ] {
        assert!(plain.contains(words), "{words} in {plain}");
    }
    let markdown = comparison_markdown(&comparison, &sides, &PlainOptions::default());
    assert!(markdown.contains("| model | gpt-5.1 | gpt-5.1 | same |"), "{markdown}");
    let json: serde_json::Value = serde_json::from_str(&comparison.to_json()).expect("JSON");
    for side in 0..2 {
        let contract = &json["sides"][side]["contract"];
        assert_eq!((&contract["model"], &contract["region"]), (&"gpt-5.1".into(), &serde_json::Value::Null));
        assert_eq!((&contract["sample_size"], &contract["output_tokens"]), (&"5".into(), &"80".into()));
    }
}

#[test]
fn sides_that_read_the_same_are_a_tie() {
    // A and B differ by 20 microseconds, which no figure shows; each side's requests are all alike.
    let times = |name, last: f64| side(name, &vec![request("gpt-5.1", 260.0, 430.0, last, 118); 5]);
    let all = orders(vec![times("a", 9_200.0), times("b", 9_200.02), times("c", 9_000.0)]);
    assert_eq!(all[0], ("first_response_ms", "A = B = C".to_owned()));
    assert_eq!(all[2], ("upstream_done_ms", "C · A = B".to_owned()));
}

#[test]
fn different_models_are_named_and_nothing_is_ranked() {
    let sides = two("gpt-4o");
    let comparison = compare(&sides, By::File);
    assert!(!comparison.ranking.on && comparison.ranking.orders.is_empty());
    assert_eq!(comparison.ranking.reasons[0], "model differs: gpt-5.1 / gpt-4o");
    let text = comparison_plain(&comparison, &sides, &PlainOptions::default());
    let (contract, figures) = (text.find("! model").expect("named"), text.find("Times, ms").expect("figures"));
    assert!(contract < figures, "the difference stands above the figures");
    insta::assert_snapshot!(comparison_markdown(&comparison, &sides, &PlainOptions::default()));
}

#[test]
fn prompt_output_limit_streaming_and_concurrency_turn_the_ranking_off_and_output_length_does_not() {
    let with = |change: fn(&mut Record)| {
        let base = record(&request("gpt-5.1", 200.0, 400.0, 2_000.0, 80));
        let mut other = base.clone();
        change(&mut other);
        let five = |record: Record| vec![Sample::from(record); 5];
        let sides = sides(vec![("a".to_owned(), five(base)), ("b".to_owned(), five(other))], By::File);
        compare(&sides, By::File).ranking.on
    };
    assert!(with(|_| {}));
    assert!(with(|r| r.contract.output_tokens = Some(160)));
    assert!(with(|r| r.contract.input_tokens = Some(21)), "20 and 21 are within a twentieth");
    assert!(!with(|r| r.contract.input_tokens = Some(40)));
    assert!(!with(|r| r.contract.max_output_tokens = Some(512)));
    assert!(!with(|r| r.contract.streaming = Some(false)));
    assert!(!with(|r| r.contract.concurrency = Some(8)));
}

#[test]
fn failures_stay_in_the_sample_and_small_samples_have_no_high_percentiles() {
    let mut recordings: Vec<_> =
        (0..19).map(|i| request("gpt-5.1", 200.0 + f64::from(i) * 10.0, 700.0, 2_000.0, 80)).collect();
    recordings.push(failed());
    let sides = sides(vec![side("twenty.jsonl", &recordings)], By::File);
    let comparison = compare(&sides, By::File);
    let summary = &comparison.sides[0];
    assert_eq!((summary.requests, summary.outcomes["completed"], summary.outcomes["timeout"]), (20, 19, 1));
    let headers = summary.figures["upstream_headers_ms"];
    // Of 20, the last of which has no end: the median lies between 290 and 300, p95 beyond the 19th.
    assert_eq!((headers.n, headers.failed, headers.p50, headers.p95), (19, 1, Some(295.0), None));
    assert_eq!((headers.min, headers.max), (Some(200.0), Some(380.0)));
    // The one that timed out before headers had no body to close.
    assert_eq!(summary.figures["upstream_done_ms"].n, 19);
    insta::assert_snapshot!(sample_plain(&sides[0], &PlainOptions::default()));
}

#[test]
fn requests_are_grouped_by_what_was_asked_for() {
    let files = || {
        let one = [request("gpt-5.1", 200.0, 300.0, 900.0, 40), request("gpt-4o", 200.0, 300.0, 900.0, 40)];
        vec![side("x.jsonl", &one), side("y.jsonl", &[request("gpt-5.1", 250.0, 350.0, 950.0, 40)])]
    };
    let shape = |by| sides(files(), by).iter().map(|s| (s.name.clone(), s.samples.len())).collect::<Vec<_>>();
    assert_eq!(shape(By::File), [("x.jsonl".to_owned(), 2), ("y.jsonl".to_owned(), 1)]);
    assert_eq!(shape(By::Model), [("gpt-5.1".to_owned(), 2), ("gpt-4o".to_owned(), 1)]);
    assert_eq!(shape(By::Route), [("openai".to_owned(), 3)]);
}

/// Values by `numpy.percentile`, whose default method is linear.
#[test]
fn a_distribution_has_numpys_values_and_says_how_many_it_saw() {
    let d = Distribution::of((1..=100).map(|i| f64::from(i * i)));
    assert_eq!((d.n, d.min, d.max), (100, Some(1.0), Some(10_000.0)));
    assert_eq!((d.p50, d.p95, d.p99), (Some(2_550.5), Some(9_034.55), Some(9_802.99)));
    let one = Distribution::of([7.0]);
    assert_eq!((one.p50, one.typical()), (None, Some(7.0)));
    // With infinite ones for those that failed: numpy gives 3 and 2 as well, and inf or nan for p75.
    let three = [Reached::Value(1.0), Reached::Value(2.0), Reached::Value(3.0), Reached::Failed, Reached::Failed];
    let d = Distribution::of_sample(three, false);
    assert_eq!((d.n, d.failed, d.p25, d.p50, d.p75), (3, 2, Some(2.0), Some(3.0), None));
    // Of speeds, where more is better, they are the slowest: [-inf, -inf, 1, 2, 3].
    let d = Distribution::of_sample(three, true);
    assert_eq!((d.p25, d.p50, d.p75), (None, Some(1.0), Some(2.0)));
    let none = Distribution::of([]);
    assert_eq!((none.n, none.typical()), (0, None));
}

/// A record is a file that anyone may have written.
#[test]
fn no_control_character_of_a_record_reaches_a_comparison() {
    let mut record = record(&request("gpt-5.1", 200.0, 400.0, 2_000.0, 80));
    record.contract.model = Some("a\u{1b}[2Jb\u{9b}".to_owned());
    record.contract.region = Some("c\u{7}\nd".to_owned());
    record.contract.time_window.from = Some("e\u{1b}]0;f".to_owned());
    let sides = sides(vec![("a".to_owned(), vec![Sample::from(record)]), side("b", &two_requests())], By::File);
    let comparison = compare(&sides, By::File);
    let options = PlainOptions::default();
    for text in [
        comparison_plain(&comparison, &sides, &options),
        comparison_markdown(&comparison, &sides, &options),
        comparison.to_json(),
    ] {
        assert!(text.contains("[2J"), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{9b}', '\u{7}']) && !text.contains("\\u00"), "{text}");
    }
}

fn two_requests() -> [Recording; 2] {
    [request("gpt-5.1", 200.0, 400.0, 2_000.0, 80), request("gpt-5.1", 210.0, 410.0, 2_100.0, 80)]
}

#[test]
fn a_record_draws_like_its_request() {
    let recording = request("gpt-5.1", 260.0, 430.0, 20_430.0, 196);
    let restored = record(&recording).to_trace();
    assert_eq!(crate::report::bars(&restored).len(), crate::report::bars(recording.latest()).len());
    assert_eq!(restored.milestones, recording.latest().milestones);
}

#[test]
fn a_record_of_a_late_close_draws_what_was_held_open() {
    let recording = crate::trace::sample::Sample::new()
        .started(1.0)
        .headers(200.0, 200)
        .flow(Tag::Text, 300.0, 1_200.0, 10, 5)
        .finish(1_210.0, Finish::Stop)
        .done(5_210.0);
    let bars = crate::report::bars(&record(&recording).to_trace());
    let held = bars.iter().find(|bar| bar.label == "held open").expect("a bar");
    assert_eq!((held.start.0, held.end.map(|end| end.0)), (1_210_000, Some(5_210_000)));
}
