//! One real request, on a thread of its own with a runtime of its own, so that drawing never
//! delays a timestamp.
//!
//! Here lives everything that knows the HTTP client: the request, its connection phases, its
//! timeouts, and what went wrong in one sentence. The bytes of the body are stamped the moment a
//! read returns and then belong to [`Intake`](crate::trace::Intake).

mod authorities;
mod body;
mod certificates;
mod client;
mod connection;
mod connector;
mod deadlines;
mod drive;
mod failure;
mod line;
mod marks;
mod proxy;
mod redirect;
mod request;
mod response;
mod secrets;
mod tls;
mod tls_words;
mod way;

/// The types of a [`Request`], so that who makes one needs no crates for them.
pub use {
    bytes::Bytes,
    reqwest::{Method, Url, header},
};

pub use authorities::Authorities;
pub use certificates::{read_identity, read_roots};
pub use deadlines::Timeouts;
pub use drive::Order;
pub use failure::cause;
pub use line::{Line, start};
pub use proxy::ProxyChoice;
pub use redirect::Redirects;
pub use request::{HttpVersion, Request};
pub use tls::get_ready;
pub use way::{Family, Identity, Route, Way};
