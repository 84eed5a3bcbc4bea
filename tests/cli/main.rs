//! The built program from outside, against servers on the loopback. One binary for all of these,
//! so that they share one server and one way to run the program.

mod ask;
mod canary;
mod captures;
mod config;
mod curl_parity;
mod demo;
mod errors;
mod help;
mod http2;
mod judging;
mod loopback;
mod requests;
mod tls;
