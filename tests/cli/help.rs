//! The help: each command's fits one screen of 80 × 24, and shows an example.

use crate::loopback::run;

const COMMANDS: &[&str] = &[
    "",
    "demo",
    "curl",
    "ask",
    "replay",
    "redact",
    "verify",
    "prune",
    "compare",
    "report",
    "config",
    "completions",
    "man",
];

#[test]
fn the_short_help_of_every_command_fits_a_screen_and_has_an_example() {
    let mut faults = Vec::new();
    for command in COMMANDS {
        let arguments: Vec<_> = [*command, "-h"].into_iter().filter(|word| !word.is_empty()).collect();
        let ran = run(&arguments);
        let (height, width) = (ran.stdout.lines().count(), ran.stdout.lines().map(|line| line.chars().count()).max());
        let has_example = ran.stdout.contains("Example");
        if ran.code != Some(0) || height > 24 || width > Some(80) || !has_example {
            faults.push(format!("{command}: {height} × {width:?}, example: {has_example}\n{}", ran.stdout));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_full_help_is_never_wider_than_a_screen() {
    for command in COMMANDS {
        let arguments: Vec<_> = [*command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let wide: Vec<_> =
            run(&arguments).stdout.lines().filter(|line| line.chars().count() > 80).map(str::to_owned).collect();
        assert!(wide.is_empty(), "{command}: {wide:#?}");
    }
}
