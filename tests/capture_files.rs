//! Captures as files: cut, damaged, of another version, overwritten, expired.

use std::fs;

use streamfall::{
    capture::{LoadOptions, Writer, expired, load_from, remove},
    dialect::RequestFacts,
    timeline::{Micros, Milestone, NoteCode, Outcome, Phase},
    trace::{ContentKind, Header, Observation, Recording, SourceKind, What},
};

const HEADER: &str = r#"{"streamfall":1,"content":"none","request":{}}"#;

fn read(text: &str) -> Result<Recording, String> {
    load_from("'x.jsonl'", text.as_bytes(), &LoadOptions::default()).map_err(|error| error.to_string())
}

fn refused(text: &str) -> String {
    read(text).expect_err("refused")
}

fn cut(recording: &Recording) -> u32 {
    recording.latest().notes.count(NoteCode::CaptureCut)
}

const WHOLE: &str = "{\"streamfall\":1,\"content\":\"none\",\"request\":{}}
{\"at\":0,\"is\":\"received\"}
{\"at\":500,\"is\":\"event\",\"read\":0,\"name\":\"message\",\"tag\":\"text\",\"bytes\":9,\"chars\":2}
{\"at\":900,\"is\":\"closed\",\"how\":\"eof\",\"reads\":1,\"bytes\":9}
{\"at\":1000,\"is\":\"finished\",\"outcome\":\"truncated\"}
";

#[test]
fn a_capture_cut_at_any_byte_replays_up_to_the_cut() {
    let header_ends = WHOLE.find('\n').expect("a line");
    for end in header_ends..WHOLE.len() {
        let recording = read(&WHOLE[..end]).unwrap_or_else(|error| panic!("cut at {end}: {error}"));
        let whole_lines = WHOLE[..end].lines().filter(|line| line.ends_with('}')).count() - 1;
        let finished = recording.observations().iter().any(|o| o.what == What::Finished);
        assert_eq!(recording.observations().len(), whole_lines + usize::from(!finished), "cut at {end}");
        assert_eq!(cut(&recording), u32::from(!finished), "cut at {end}");
    }
    assert_eq!(cut(&read(WHOLE).expect("whole")), 0);
    // An outcome that was not reached is not made up.
    assert_eq!(read(&WHOLE[..header_ends + 30]).expect("cut").latest().outcome(), None);
    assert_eq!(read(WHOLE).expect("whole").latest().outcome(), Some(Outcome::Truncated));
}

#[test]
fn a_wrong_line_is_named_with_its_field() {
    let after = |line: &str| refused(&format!("{HEADER}\n{line}\n{{\"is\":\"received\"}}\n"));
    assert_eq!(
        after(r#"{"at":"abc","is":"received"}"#),
        r#"cannot read capture 'x.jsonl', line 2: expected "at" in microseconds, found "abc""#
    );
    assert_eq!(
        after(r#"{"at":-5,"is":"received"}"#),
        r#"cannot read capture 'x.jsonl', line 2: expected "at" in microseconds, found -5"#
    );
    assert_eq!(
        after(r#"{"is":"heartbeat"}"#),
        r#"cannot read capture 'x.jsonl', line 2: expected "read" as a whole number, found nothing"#
    );
    assert_eq!(
        after(r#"{"is":"stated_usage","usage":{"output_tokens":"many"}}"#),
        r#"cannot read capture 'x.jsonl', line 2: expected "usage.output_tokens" as a whole number, found "many""#
    );
    assert!(after("{\"at\":0,").starts_with("cannot read capture 'x.jsonl', line 2: not a JSON object"));
    assert!(after("[1]").starts_with("cannot read capture 'x.jsonl', line 2: not a JSON object"));
    assert_eq!(
        refused("{\"streamfall\":1,\"content\":\"some\"}\n"),
        r#"cannot read capture 'x.jsonl', line 1: expected "content" as one of the known words, found "some""#
    );
}

#[test]
fn what_a_newer_program_adds_is_skipped_and_counted() {
    let text =
        format!("{HEADER}\n{{\"is\":\"aurora\",\"at\":1}}\n{{\"is\":\"aurora\"}}\n{{\"is\":\"finished\",\"new\":1}}\n");
    let recording = read(&text).expect("read");
    assert_eq!(recording.latest().notes.count(NoteCode::UnknownObservations), 2);
    assert_eq!(cut(&recording), 0);
    assert_eq!(
        refused("{\"streamfall\":2,\"content\":\"none\"}\n"),
        "cannot read capture 'x.jsonl': its format version is 2 and this streamfall reads version 1; get a newer streamfall"
    );
    assert_eq!(
        refused("{\"streamfall\":0,\"content\":\"none\"}\n"),
        "cannot read capture 'x.jsonl': there is no format version 0, and this streamfall reads version 1; record it anew, or mend its first line"
    );
}

#[test]
fn absurd_times_and_numbers_are_noted() {
    let text = format!(
        "{HEADER}\n{}\n{}\n{}\n{}\n",
        r#"{"at":0,"is":"received"}"#,
        r#"{"at":2592000000001,"is":"upstream_started"}"#,
        r#"{"at":5,"is":"phase","phase":"connect","us":9007199254740992}"#,
        r#"{"at":2592000000000,"is":"stated_usage","usage":{"output_tokens":1000000000000000}}"#,
    );
    let recording = read(&text).expect("read");
    let trace = recording.latest();
    assert_eq!(trace.notes.count(NoteCode::ImplausibleTime), 2, "30 days are the last that is believed");
    assert_eq!((trace.milestones.get(Milestone::T1), trace.phases.duration(Phase::Connect)), (None, None));
    assert_eq!(trace.now(), Micros(2_592_000_000_000));
    // A count stands as it was reported.
    assert_eq!(trace.usage.output_tokens, Some(1_000_000_000_000_000));
    assert_eq!(trace.notes.count(NoteCode::ImplausibleNumber), 1);
}

#[test]
fn no_number_of_a_file_can_overflow_the_fold() {
    let line = format!(
        r#"{{"at":{max},"is":"event","read":4294967295,"name":"message","tag":"text","bytes":{max},"chars":4294967295}}"#,
        max = u64::MAX
    );
    let recording = read(&format!("{HEADER}\n{line}\n{line}\n")).expect("read");
    assert_eq!(recording.latest().counts.events, 2);
    assert_eq!(recording.latest().counts.bytes, u64::MAX);
}

#[test]
fn an_existing_file_is_replaced_only_by_force_and_then_as_a_whole() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("x.jsonl");
    let header = Header::new(SourceKind::Live, RequestFacts::default());
    let create = |force| Writer::create(&path, &header, ContentKind::None, force);
    fs::write(&path, "precious").expect("written");
    let error = create(false).err().expect("refused").to_string();
    assert_eq!(error, format!("cannot write '{}': it exists already; use --force to overwrite it", path.display()));
    assert_eq!(fs::read_to_string(&path).expect("read"), "precious");
    let mut writer = create(true).expect("forced");
    let observation = Observation { at: Some(Micros(7)), what: What::Received };
    writer.write(&observation).expect("written");
    // On disk before the next one comes, and nothing but the capture is in the directory.
    let text = fs::read_to_string(&path).expect("read");
    assert!(text.starts_with("{\"streamfall\":1,") && text.ends_with("{\"at\":7,\"is\":\"received\"}\n"), "{text}");
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 1);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o600);
    }
    let nowhere = dir.path().join("no/such/dir/x.jsonl");
    let error = Writer::create(&nowhere, &header, ContentKind::None, true).err().expect("refused").to_string();
    assert_eq!(
        error,
        format!("cannot write '{}': there is no such folder; make it first, or name another", nowhere.display())
    );
}

#[test]
fn only_captures_past_their_own_expiry_are_pruned() {
    let dir = tempfile::tempdir().expect("a directory");
    let put = |name: &str, text: &str| {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        fs::write(path, text).expect("written");
    };
    let expiring =
        |at: &str| format!("{{\"streamfall\":1,\"content\":\"none\",\"expires_at\":\"{at}\",\"request\":{{}}}}\n");
    put("old.jsonl", &expiring("2026-11-01T00:00:00Z"));
    put("old without a name to tell", &expiring("2026-11-30T00:00:00Z"));
    put("young.jsonl", &expiring("2026-12-01T00:00:00Z"));
    put("kept.jsonl", &format!("{HEADER}\n"));
    put("theirs.json", "{\"expires_at\":\"2020-01-01T00:00:00Z\",\"content\":\"none\"}\n");
    put("newer.jsonl", &expiring("2020-01-01T00:00:00Z").replace(":1,", ":2,"));
    put("notes.txt", "remember the milk");
    put("below/old.jsonl", &expiring("2026-11-01T00:00:00Z"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(dir.path().join("old.jsonl"), dir.path().join("link.jsonl")).expect("a link");
    let now = "2026-11-30T12:00:00Z".parse().expect("a time");
    let names = |recursive| {
        let found = expired(dir.path(), recursive, now).expect("looked");
        let names = found.iter().map(|one| one.path.strip_prefix(dir.path()).expect("inside").display().to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(false), ["old without a name to tell", "old.jsonl"]);
    assert_eq!(names(true), ["below/old.jsonl", "old without a name to tell", "old.jsonl"]);
    expired(dir.path(), false, now).expect("looked").iter().for_each(|one| remove(one).expect("removed"));
    assert_eq!(names(true), ["below/old.jsonl"]);
    assert!(dir.path().join("notes.txt").exists() && dir.path().join("newer.jsonl").exists());
}
