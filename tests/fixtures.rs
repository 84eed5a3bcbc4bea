//! Every fixture of `tests/fixtures/`: a recorded body written by us, and beside it a small table
//! of what it must come to (see the README there).

mod fixtures {
    pub mod case;
}

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use fixtures::case::{Expected, Seen};
use streamfall::dialect::DIALECTS;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Every fixture's table and body, by dialect folder.
fn cases() -> BTreeMap<String, Vec<(PathBuf, PathBuf)>> {
    let mut cases: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for dialect in std::fs::read_dir(folder())
        .expect("the fixtures can be read")
        .map(|entry| entry.expect("the fixtures can be read").path())
        .filter(|path| path.is_dir())
    {
        for table in std::fs::read_dir(&dialect)
            .expect("the fixtures can be read")
            .map(|entry| entry.expect("the fixtures can be read").path())
        {
            if table.extension().is_some_and(|extension| extension == "toml") {
                let body = ["sse", "ndjson"].map(|extension| table.with_extension(extension));
                let body = body
                    .into_iter()
                    .find(|path| path.exists())
                    .unwrap_or_else(|| panic!("no body beside {}", table.display()));
                let name = dialect.file_name().expect("the fixtures can be read").to_string_lossy().into_owned();
                cases.entry(name).or_default().push((table, body));
            }
        }
    }
    cases
}

#[test]
fn every_fixture_comes_to_what_its_table_says() {
    let mut wrong = Vec::new();
    for (dialect, cases) in cases() {
        for (table, body) in cases {
            let expected = Expected::read(&table, &dialect);
            let seen = Seen::of(&std::fs::read(&body).expect("the fixtures can be read"), expected.hints());
            let different = expected.differences(&seen);
            if !different.is_empty() {
                let name = body.strip_prefix(folder()).expect("the fixtures can be read").display().to_string();
                wrong.push(format!("{name} ({})\n    {}", expected.why, different.join("\n    ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{} fixtures differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_dialect_has_fixtures_and_every_fixture_a_dialect() {
    let folders: BTreeSet<String> = cases().into_keys().collect();
    let dialects: BTreeSet<String> = DIALECTS.iter().map(|spec| spec.id.word().to_owned()).collect();
    assert_eq!(folders, dialects);
}

#[test]
fn every_body_has_a_table() {
    for dialect in cases().into_keys() {
        for path in std::fs::read_dir(folder().join(dialect))
            .expect("the fixtures can be read")
            .map(|entry| entry.expect("the fixtures can be read").path())
        {
            assert!(path.with_extension("toml").exists(), "no table beside {}", path.display());
        }
    }
}
