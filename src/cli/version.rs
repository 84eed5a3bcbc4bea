//! What `--version` says: the version and how this program was built.

/// The version, the commit where it is known, the target, the profile and the optional features.
pub const LONG: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit:   ",
    env!("STREAMFALL_COMMIT"),
    "\ntarget:   ",
    env!("STREAMFALL_TARGET"),
    "\nprofile:  ",
    env!("STREAMFALL_PROFILE"),
    "\nfeatures: ",
    env!("STREAMFALL_FEATURES"),
);
