//! The manual page, the completions and the build facts. After a change of a command:
//! `INSTA_UPDATE=always cargo test --test help_files`, and look at what changed.

use std::{
    io::Write,
    process::{Command, Stdio},
};

fn streamfall(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_streamfall")).args(arguments).output().expect("the program runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

// The flags of an optional feature are in what was looked at.
#[cfg(feature = "otlp")]
#[test]
fn the_manual_page_is_as_it_was_looked_at() {
    insta::assert_snapshot!("man", streamfall(&["man"]));
    for command in ["ask", "compare", "curl", "demo", "redact", "replay", "report"] {
        insta::assert_snapshot!(format!("man_{command}"), streamfall(&["man", command]));
    }
}

#[test]
fn every_page_is_a_file_that_man_finds_by_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man/man1");
    let path = pages.to_str().expect("a name");
    assert_eq!(streamfall(&["man", "--out-dir", path]), "");
    let mut names: Vec<_> = std::fs::read_dir(&pages)
        .expect("made")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    let commands =
        "ask compare completions config curl demo man prune redact replay report verify".split(' ').map(str::to_owned);
    let expected: Vec<_> = commands.map(|name| format!("streamfall-{name}.1")).chain(["streamfall.1".into()]).collect();
    assert_eq!(names, expected);
    for (file, arguments) in [("streamfall.1", &["man"][..]), ("streamfall-config.1", &["man", "config"])] {
        let text = std::fs::read_to_string(pages.join(file)).expect("a page");
        assert_eq!(text, streamfall(arguments), "{file}");
        let name = file.trim_end_matches(".1");
        let title = format!(".TH {name} 1 \" \" \"streamfall {}\" \"Streamfall Manual\"", env!("CARGO_PKG_VERSION"));
        assert!(text.lines().any(|line| line.trim_end() == title), "{file}: {text}");
    }
    // A folder that cannot be made is named.
    let output = Command::new(env!("CARGO_BIN_EXE_streamfall"))
        .args(["man", "--out-dir"])
        .arg(pages.join("streamfall.1/below"))
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("streamfall: cannot write '"), "{output:?}");
}

#[test]
fn every_flag_on_a_page_has_its_text() {
    for command in ["ask", "compare", "curl", "demo", "redact", "replay", "report", "verify", "prune"] {
        let page = streamfall(&["man", command]);
        let mut lines = page.lines();
        while let Some(line) = lines.next() {
            if line == ".TP" {
                let flag = lines.next().expect("a flag");
                assert!(lines.next().is_some_and(|text| !text.trim().is_empty()), "{command}: {flag}");
            }
        }
    }
}

#[test]
fn the_completions_are_as_they_were_looked_at() {
    #[cfg(feature = "otlp")]
    for shell in ["bash", "fish", "zsh"] {
        insta::assert_snapshot!(format!("completions_{shell}"), streamfall(&["completions", shell]));
    }
    for shell in ["zsh", "elvish", "powershell"] {
        let script = streamfall(&["completions", shell]);
        assert!(["report", "completions", "demo"].iter().all(|command| script.contains(command)), "{shell}");
    }
}

#[test]
fn shells_that_are_here_accept_their_completions() {
    for shell in ["bash", "zsh", "fish"] {
        let Ok(mut child) = Command::new(shell).arg("-n").stdin(Stdio::piped()).stderr(Stdio::piped()).spawn() else {
            println!("skipped: there is no {shell}");
            continue;
        };
        let mut input = child.stdin.take().expect("its input");
        input.write_all(streamfall(&["completions", shell]).as_bytes()).expect("read");
        drop(input);
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{shell}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn every_command_is_in_the_manual_page() {
    let page = streamfall(&["man"]);
    let help = streamfall(&["--help"]);
    let commands: Vec<_> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.contains(&"report") && commands.contains(&"demo"), "{commands:?}");
    for command in commands {
        assert!(page.contains(&format!(".SS streamfall {command}")), "{command}");
    }
}

#[test]
fn the_version_says_how_it_was_built() {
    let lines: Vec<String> = streamfall(&["--version"]).lines().map(str::to_owned).collect();
    assert_eq!(lines[0], format!("streamfall {}", env!("CARGO_PKG_VERSION")));
    for (line, name) in lines[1..].iter().zip(["commit:", "target:", "profile:", "features:"]) {
        assert!(line.starts_with(name) && line.len() > name.len() + 1, "{line}");
    }
    assert_eq!(streamfall(&["-V"]).trim_end(), format!("streamfall {}", env!("CARGO_PKG_VERSION")));
}
