//! What `--version` says: the version and how this program was built.

/// The version, the commit where it is known, the target, the profile and the optional features.
pub const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("BUILT_COMMIT"),
    "\ntarget:   ",
    env!("BUILT_TARGET"),
    "\nprofile:  ",
    env!("BUILT_PROFILE"),
    "\nfeatures: ",
    env!("BUILT_FEATURES"),
);
