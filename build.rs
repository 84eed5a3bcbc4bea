//! Tells the program how it was built. Needs no git: the commit is read from the repository's own
//! files or from what cargo puts into a package, and is unknown where there is neither.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let variable = |name: &str| env::var(name).unwrap_or_else(|_| "unknown".to_owned());
    let profile = variable("PROFILE");
    // Only a release names its commit: otherwise each commit would build the whole again.
    let commit = if profile == "release" { commit() } else { None };
    let features: Vec<_> = env::vars()
        .filter_map(|(name, _)| Some(name.strip_prefix("CARGO_FEATURE_")?.to_ascii_lowercase()))
        .filter(|feature| feature != "default")
        .collect();
    let features = if features.is_empty() { "none".to_owned() } else { features.join(", ") };
    println!("cargo:rustc-env=BUILT_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
    println!("cargo:rustc-env=BUILT_TARGET={}", variable("TARGET"));
    println!("cargo:rustc-env=BUILT_PROFILE={profile}");
    println!("cargo:rustc-env=BUILT_FEATURES={features}");
}

/// The first twelve digits of the commit, where something tells it.
fn commit() -> Option<String> {
    let hash = packaged().or_else(checked_out)?;
    let hash = hash.trim();
    (hash.len() >= 12 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| hash[..12].to_owned())
}

/// From the note that `cargo package` leaves.
fn packaged() -> Option<String> {
    let note = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    note.split("\"sha1\"").nth(1)?.split('"').nth(1).map(str::to_owned)
}

/// From the repository: the head, or the reference that it names.
fn checked_out() -> Option<String> {
    let folder = repository(Path::new(".git"))?;
    println!("cargo:rerun-if-changed={}", folder.join("HEAD").display());
    let head = fs::read_to_string(folder.join("HEAD")).ok()?;
    let Some(reference) = head.trim().strip_prefix("ref: ") else { return Some(head) };
    // A work tree beside the repository keeps its references there.
    let common = fs::read_to_string(folder.join("commondir")).map_or(folder.clone(), |path| folder.join(path.trim()));
    let file = common.join(reference);
    println!("cargo:rerun-if-changed={}", file.display());
    fs::read_to_string(file).ok().or_else(|| {
        let packed = fs::read_to_string(common.join("packed-refs")).ok()?;
        let line = packed.lines().find(|line| line.ends_with(&format!(" {reference}")))?;
        line.split(' ').next().map(str::to_owned)
    })
}

/// The repository's folder; `.git` may be a file that names it.
fn repository(git: &Path) -> Option<PathBuf> {
    if git.is_dir() {
        return Some(git.to_owned());
    }
    fs::read_to_string(git).ok()?.trim().strip_prefix("gitdir: ").map(PathBuf::from)
}
