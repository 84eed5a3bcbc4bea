use super::{By, Distribution, Sample, Side, compare, comparison_markdown, comparison_plain, sample_plain, sides};
use crate::{
    report::{PlainOptions, Record, record},
    timeline::{CloseKind, Finish, Tag, TimeoutKind},
    trace::{Recording, Thresholds},
};

fn request(model: &str, t2: f64, t5: f64, t6: f64, tokens: u64) -> Recording {
    let facts = crate::dialect::RequestFacts {
        model: Some(model.to_owned()),
        provider: Some("openai".to_owned()),
        streaming: Some(true),
        ..crate::dialect::RequestFacts::default()
    };
    crate::trace::sample::Sample::of(crate::trace::SourceKind::Capture, facts)
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
    assert!(comparison.ranking.on);
    let orders: Vec<_> = comparison.ranking.orders.iter().map(|o| (o.figure, o.letters.join(""))).collect();
    assert_eq!(
        orders,
        [
            ("first_response_ms", "BA".to_owned()),
            ("first_text_delta_ms", "BA".to_owned()),
            ("upstream_done_ms", "AB".to_owned()),
            ("visible_output_tps", "AB".to_owned()),
        ]
    );
}

#[test]
fn sides_that_read_the_same_share_a_place() {
    // A and B differ by 20 microseconds, which no figure shows.
    let times = |last: f64| request("gpt-5.1", 260.0, 430.0, last, 118);
    let named = [side("a", &[times(9_200.0)]), side("b", &[times(9_200.02)]), side("c", &[times(9_000.0)])];
    let comparison = compare(&sides(named.to_vec(), By::File), By::File);
    let order = |figure| comparison.ranking.orders.iter().find(|order| order.figure == figure).expect("ranked");
    assert_eq!(order("first_response_ms").words(), "A = B = C");
    assert_eq!(
        (order("upstream_done_ms").words(), &order("upstream_done_ms").places[..]),
        ("C · A = B".into(), &[1, 2, 2][..])
    );
}

#[test]
fn different_models_are_named_and_nothing_is_ranked() {
    let sides = two("gpt-4o");
    let comparison = compare(&sides, By::File);
    assert!(!comparison.ranking.on && comparison.ranking.orders.is_empty());
    assert_eq!(comparison.ranking.reasons, ["model differs: gpt-5.1 / gpt-4o"]);
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
        let sides = sides(vec![("a".to_owned(), vec![base.into()]), ("b".to_owned(), vec![other.into()])], By::File);
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
    assert_eq!((headers.n, headers.p50, headers.p95), (19, Some(290.0), None));
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
    let none = Distribution::of([]);
    assert_eq!((none.n, none.typical()), (0, None));
}

#[test]
fn a_record_draws_like_its_request() {
    let recording = request("gpt-5.1", 260.0, 430.0, 20_430.0, 196);
    let restored = record(&recording).to_trace();
    assert_eq!(crate::report::bars(&restored).len(), crate::report::bars(recording.latest()).len());
    assert_eq!(restored.milestones, recording.latest().milestones);
}
