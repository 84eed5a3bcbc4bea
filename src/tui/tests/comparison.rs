//! Requests side by side, at every size, and what the keys do there.

use std::time::Duration;

use crossterm::event::{Event, KeyCode, KeyModifiers, MouseEventKind};

use super::{
    rig::{FakeConsole, click, ctrl, keys, press, wheel},
    screens::{at_all_sizes, drawn, themes},
};
use crate::{
    report::compare::{By, Comparison, Sample, Side, compare, sides},
    trace::{Recording, Thresholds},
    tui::{
        Leaving,
        comparison::ComparisonScreen,
        keymap::Keymap,
        samples,
        stage::{Scene, Step},
        theme::Theme,
    },
};

fn of(files: &[(&str, Vec<Recording>)]) -> (Comparison, Vec<Side>) {
    let sample = |recording: &Recording| {
        let mut sample = Sample::of(recording, &Thresholds::default());
        sample.record.id = "5e0f4c1a-7d1c-4d53-9a53-0b8d0f6f2c11".to_owned();
        sample
    };
    let files =
        files.iter().map(|(name, recordings)| ((*name).to_owned(), recordings.iter().map(sample).collect())).collect();
    let sides = sides(files, By::File);
    (compare(&sides, By::File), sides)
}

fn two() -> (Comparison, Vec<Side>) {
    of(&[("reasoning.jsonl", vec![samples::reasoning()]), ("slow-headers.jsonl", vec![samples::slow_headers()])])
}

fn shown(screen: &mut ComparisonScreen<'_>, size: (u16, u16)) -> String {
    drawn(size, |frame| _ = screen.draw(frame))
}

fn with<'a>(comparison: &'a Comparison, sides: &'a [Side], theme: &Theme) -> ComparisonScreen<'a> {
    ComparisonScreen::new(comparison, sides, *theme, Thresholds::default(), Keymap::default())
}

fn type_into(screen: &mut ComparisonScreen<'_>, input: Vec<Event>) -> (Step, FakeConsole) {
    let mut console = FakeConsole::default();
    let mut step = Step::Wait;
    for event in input {
        step = screen.input(event, &mut console, Duration::ZERO);
        shown(screen, (120, 40));
    }
    (step, console)
}

#[test]
fn two_requests() {
    let (comparison, sides) = two();
    at_all_sizes("compare_two", &mut |theme, size| shown(&mut with(&comparison, &sides, theme), size));
}

#[test]
fn the_foot_of_the_page() {
    let (comparison, sides) = two();
    at_all_sizes("compare_foot", &mut |theme, size| {
        let mut screen = with(&comparison, &sides, theme);
        shown(&mut screen, size);
        screen.input(keys("G").remove(0), &mut FakeConsole::default(), Duration::ZERO);
        shown(&mut screen, size)
    });
}

#[test]
fn samples_have_percentiles() {
    let repeated = vec![samples::stall(); 21];
    let mixed = vec![samples::tool_only(), samples::truncated(), samples::error()];
    let (comparison, sides) = of(&[("repeated.jsonl", repeated), ("mixed.jsonl", mixed)]);
    at_all_sizes("compare_samples", &mut |theme, size| {
        let mut screen = with(&comparison, &sides, theme);
        shown(&mut screen, size);
        screen.input(keys("G").remove(0), &mut FakeConsole::default(), Duration::ZERO);
        shown(&mut screen, size)
    });
}

#[test]
fn all_waterfalls_stand_on_one_scale() {
    let (comparison, sides) = two();
    let text = shown(&mut with(&comparison, &sides, &themes()[0].1), (120, 40));
    let axes: Vec<&str> = text.lines().filter(|line| line.contains("╵0 ")).collect();
    assert_eq!(axes.len(), 2, "{text}");
    assert_eq!(axes[0], axes[1]);
    let contract = text.find("Contract").expect("a contract");
    assert!(contract < text.find("A  reasoning.jsonl").expect("a side"), "{text}");
}

#[test]
fn it_is_zoomed_panned_and_scrolled() {
    let (comparison, sides) = two();
    let mut screen = with(&comparison, &sides, &themes()[0].1);
    let first = shown(&mut screen, (120, 40));
    type_into(&mut screen, keys("+"));
    // Half of 10.2 s around its middle.
    let zoomed = shown(&mut screen, (120, 40));
    assert!(zoomed.contains("zoomed, = shows all") && !zoomed.contains("╵0 ") && zoomed.contains("╵4"), "{zoomed}");
    type_into(&mut screen, vec![press(KeyCode::Left, KeyModifiers::NONE); 9]);
    assert!(shown(&mut screen, (120, 40)).contains("╵0 "), "panned to the start");
    type_into(&mut screen, keys("="));
    assert_eq!(shown(&mut screen, (120, 40)), first);
    type_into(&mut screen, keys("jj"));
    assert_eq!(screen_lines(&mut screen)[1], first.lines().nth(3).expect("a line"));
    type_into(&mut screen, keys("kkk"));
    assert_eq!(shown(&mut screen, (120, 40)), first);
}

#[test]
fn a_click_sets_a_cursor_through_all_pictures_and_the_wheel_scrolls() {
    let (comparison, sides) = two();
    let mut screen = with(&comparison, &sides, &themes()[0].1);
    let first = shown(&mut screen, (120, 40));
    // The plot starts at column 17 and has 92 columns for 10.2 s; column 46 of it is in its middle.
    let (step, _) = type_into(&mut screen, vec![click(17 + 46, 8)]);
    assert_eq!(step, Step::Draw);
    let lines = screen_lines(&mut screen);
    assert!(lines[0].contains("cursor 5\u{2009}100.0 ms"), "{}", lines[0]);
    // In both pictures, where nothing else is drawn.
    for row in [6, 20] {
        let column = lines[row].char_indices().map(|(_, c)| c).collect::<Vec<_>>();
        assert_eq!(column[63], '│', "{}", lines[row]);
    }
    type_into(&mut screen, vec![click(17 + 46, 8)]);
    assert_eq!(shown(&mut screen, (120, 40)), first, "the same again takes it away");
    // t0 to t3 of the first side are 0, 3, 243 and 310 ms; of the second 0, 3, 6100 and 6300.
    type_into(&mut screen, keys("]]]"));
    assert!(shown(&mut screen, (120, 40)).contains("cursor 243.0 ms"));
    type_into(&mut screen, keys("["));
    assert!(shown(&mut screen, (120, 40)).contains("cursor 3.0 ms"));
    assert_eq!(type_into(&mut screen, keys("⎋")).0, Step::Draw);
    assert_eq!(shown(&mut screen, (120, 40)), first);
    // On the frame and beside the pictures there is no moment.
    type_into(&mut screen, vec![click(63, 2), click(3, 8)]);
    assert_eq!(shown(&mut screen, (120, 40)), first);
    type_into(&mut screen, vec![wheel(MouseEventKind::ScrollDown); 2]);
    assert_eq!(screen_lines(&mut screen)[1], first.lines().nth(3).expect("a line"));
    type_into(&mut screen, vec![wheel(MouseEventKind::ScrollUp); 2]);
    assert_eq!(type_into(&mut screen, keys("m")).1.mouse, [true]);
}

fn screen_lines(screen: &mut ComparisonScreen<'_>) -> Vec<String> {
    shown(screen, (120, 40)).lines().map(str::to_owned).collect()
}

#[test]
fn the_help_names_what_there_is_and_quitting_is_easy() {
    let (comparison, sides) = two();
    let mut screen = with(&comparison, &sides, &themes()[0].1);
    assert_eq!(type_into(&mut screen, keys("?")).0, Step::Draw);
    let help = shown(&mut screen, (120, 40));
    assert!(help.contains("copy the comparison") && !help.contains("play faster"), "{help}");
    assert_eq!(type_into(&mut screen, keys("q")).0, Step::Draw);
    let (step, console) = type_into(&mut screen, keys("y"));
    assert_eq!(step, Step::Draw);
    assert!(console.copied[0].starts_with("Comparison by file"), "{:?}", console.copied);
    for end in [keys("q"), keys("⎋"), vec![ctrl('c')]] {
        assert_eq!(type_into(&mut screen, end).0, Step::Leave(Leaving::Quit));
    }
    // What is no key of this screen does nothing.
    assert_eq!(type_into(&mut screen, keys("s")).0, Step::Wait);
}

#[test]
fn any_number_of_sides_has_room_at_any_size() {
    let files: Vec<(String, Vec<Recording>)> =
        (0..30).map(|i| (format!("{i}\u{1b}[2J.jsonl"), vec![samples::tool_only()])).collect();
    let files: Vec<(&str, Vec<Recording>)> = files.iter().map(|(name, all)| (name.as_str(), all.clone())).collect();
    let (comparison, sides) = of(&files);
    let mut screen = with(&comparison, &sides, &themes()[0].1);
    for (width, height) in [(0, 0), (1, 1), (59, 16), (60, 15), (60, 16), (61, 17), (100, 30), (200, 60), (300, 100)] {
        for key in ["g", "G"] {
            type_into(&mut screen, keys(key));
            let text = shown(&mut screen, (width, height));
            assert!(!text.contains('\u{1b}'));
        }
    }
    assert!(shown(&mut screen, (60, 16)).contains("30 sides"));
}
