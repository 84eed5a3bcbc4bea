//! One file a panel. Each draws itself from the state into its area, at any size, and says what it
//! waits for when it has nothing to show.

pub mod arrivals;
pub mod bar;
pub mod detail;
pub mod diagnosis;
pub mod events;
pub mod footer;
pub mod glossary;
pub mod header;
pub mod help;
pub mod labels;
pub mod milestones;
pub mod phases;
pub mod rate;
pub mod speed;
pub mod waterfall;
