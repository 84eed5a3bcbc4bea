//! The screen as a whole: what it looks like, and what keys do to it through the true loop.

mod comparison;
mod driving;
mod film;
mod loopback;
mod newcomer;
mod recording;
mod rig;
mod screens;
mod series;
mod sizes;
mod truth;
