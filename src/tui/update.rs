//! What each action does to the state. What it asks of the world comes back as an effect, which
//! only the loop carries out.

use std::time::Duration;

use super::{
    filter::Filter,
    keys::Action,
    state::{Overlay, Panel, Source, State},
    view,
    zoom::{window, zoomed},
};
use crate::{source::Direction, timeline::Micros};

/// How far the seek keys go.
const SEEK: Micros = Micros::from_millis(5_000);

/// How far the leap keys go, in percent of the whole.
const LEAP: u64 = 10;

/// Rows that a page key moves an overlay by at least: fewer than it shows on the smallest screen.
const OVERLAY_PAGE: usize = 10;

/// Rows that a page key moves a small panel by: fewer than the smallest shows.
const PANEL_PAGE: usize = 4;

/// What the loop is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave.
    Quit,
    /// End the request.
    Cancel,
    /// Stop until the shell brings the program back.
    Suspend,
    /// Save a safe capture.
    Save,
    /// Copy the summary.
    Copy,
    /// Send the request again.
    Resend,
    /// Turn the mouse on or off.
    Mouse,
    /// Use the next theme.
    Theme,
    /// Draw everything again.
    Redraw,
}

/// Carries out an action.
pub fn update(state: &mut State, action: Action, wall: Duration) -> Option<Effect> {
    state.message = None;
    if scroll_overlay(state, action) {
        return None;
    }
    match action {
        Action::Quit | Action::Back => leave(state, action),
        Action::Cancel => Some(cancel(state)),
        Action::Suspend => Some(Effect::Suspend),
        Action::Save => Some(Effect::Save),
        Action::Copy => Some(Effect::Copy),
        Action::Resend => Some(Effect::Resend),
        Action::Mouse => Some(Effect::Mouse),
        Action::Theme => Some(Effect::Theme),
        Action::Redraw => Some(Effect::Redraw),
        Action::Help => {
            state.overlay = if matches!(state.overlay, Overlay::Help(_)) { Overlay::None } else { Overlay::Help(0) };
            None
        }
        Action::NextPanel => focus(state, 1),
        Action::PreviousPanel => focus(state, Panel::ALL.len() - 1),
        Action::ZoomIn | Action::ZoomOut | Action::ZoomFit | Action::PanLeft | Action::PanRight => {
            zoom(state, action);
            None
        }
        _ => {
            list_action(state, action, wall);
            time_action(state, action, wall);
            None
        }
    }
}

fn leave(state: &mut State, action: Action) -> Option<Effect> {
    if state.overlay != Overlay::None {
        state.overlay = Overlay::None;
        return None;
    }
    if action == Action::Back && !state.list.filter().is_empty() {
        state.list.set_filter(Filter::default());
        return None;
    }
    Some(Effect::Quit)
}

fn cancel(state: &mut State) -> Effect {
    if state.source != Source::Running {
        return Effect::Quit;
    }
    state.source = Source::Cancelling;
    state.message = Some("cancelling · the same key again quits".to_owned());
    Effect::Cancel
}

fn focus(state: &mut State, by: usize) -> Option<Effect> {
    let here = Panel::ALL.iter().position(|panel| *panel == state.focus).unwrap_or(0);
    state.look_at(Panel::ALL[(here + by) % Panel::ALL.len()]);
    None
}

/// Moves the text of an overlay. True when the action is used up by that.
fn scroll_overlay(state: &mut State, action: Action) -> bool {
    let page = state.page.max(OVERLAY_PAGE);
    let (Overlay::Help(scroll) | Overlay::Detail { scroll, .. }) = &mut state.overlay else { return false };
    *scroll = match action {
        Action::Up => scroll.saturating_sub(1),
        Action::Down => scroll.saturating_add(1),
        Action::PageUp => scroll.saturating_sub(page),
        Action::PageDown => scroll.saturating_add(page),
        Action::Top => 0,
        Action::Bottom => usize::MAX,
        _ => return false,
    };
    true
}

/// Moves what the panel with the focus has no room for. True when the action is used up by that; a
/// panel that shows all it has leaves the keys to the list.
fn scroll_panel(state: &mut State, action: Action) -> bool {
    let (top, end) = (state.panel_top, state.panel_end);
    if end == 0 {
        return false;
    }
    state.panel_top = match action {
        Action::Up => top.saturating_sub(1),
        Action::Down => top.saturating_add(1).min(end),
        Action::PageUp => top.saturating_sub(PANEL_PAGE),
        Action::PageDown => top.saturating_add(PANEL_PAGE).min(end),
        Action::Top => 0,
        Action::Bottom => end,
        _ => return false,
    };
    true
}

fn list_action(state: &mut State, action: Action, wall: Duration) {
    let events = state.events();
    let page = isize::try_from(state.page).unwrap_or(1).max(1);
    if scroll_panel(state, action) {
        return;
    }
    match action {
        Action::Up => move_list(state, -1),
        Action::Down => move_list(state, 1),
        Action::PageUp => move_list(state, -page),
        Action::PageDown => move_list(state, page),
        Action::Top => {
            state.look_at(Panel::Events);
            state.list.select_row(0, events);
        }
        Action::Bottom => {
            state.look_at(Panel::Events);
            state.list.set_follow(true, events);
            if state.is_open() {
                state.go_live(wall);
            }
        }
        Action::Follow => state.list.set_follow(!state.list.follows(), events),
        Action::Filter => state.overlay = Overlay::Filter(state.list.filter().text().to_owned()),
        Action::Detail => open_detail(state),
        Action::NextMatch => next_match(state, Direction::Forward),
        Action::PreviousMatch => next_match(state, Direction::Back),
        _ => {}
    }
}

fn move_list(state: &mut State, rows: isize) {
    state.look_at(Panel::Events);
    let events = state.events();
    state.list.move_by(rows, events);
}

fn open_detail(state: &mut State) {
    if let Overlay::Detail { raw, .. } = state.overlay {
        state.overlay = Overlay::Detail { scroll: 0, raw: !raw };
    } else if state.list.selected_event(state.events()).is_some() {
        state.list.set_follow(false, state.events());
        state.overlay = Overlay::Detail { scroll: 0, raw: false };
    } else {
        state.message = Some("no event yet".to_owned());
    }
}

/// To the next row; round the end. With a filter every row is a match.
fn next_match(state: &mut State, direction: Direction) {
    // A filter just written has not been looked for by any frame yet.
    state.look();
    let events = state.events();
    let rows = state.list.len(events);
    let Some(row) = state.list.selected_row(events) else {
        state.message = Some("nothing passes the filter".to_owned());
        return;
    };
    let next = match direction {
        Direction::Forward => (row + 1) % rows,
        Direction::Back => (row + rows - 1) % rows,
    };
    state.list.select_row(next, events);
    if let Overlay::Detail { scroll, .. } = &mut state.overlay {
        *scroll = 0;
    }
}

fn time_action(state: &mut State, action: Action, wall: Duration) {
    let end = |state: &State| state.full_end();
    match action {
        Action::Pause => return state.toggle_pause(wall),
        Action::SeekBack => state.steer(wall, |p, r| p.seek_by(r, Direction::Back, SEEK)),
        Action::SeekForward => state.steer(wall, |p, r| p.seek_by(r, Direction::Forward, SEEK)),
        Action::LeapBack => state.steer(wall, |p, r| p.seek_by_share(r, Direction::Back, LEAP)),
        Action::LeapForward => state.steer(wall, |p, r| p.seek_by_share(r, Direction::Forward, LEAP)),
        Action::PreviousMilestone => state.steer(wall, |p, r| p.milestone(r, Direction::Back)),
        Action::NextMilestone => state.steer(wall, |p, r| p.milestone(r, Direction::Forward)),
        Action::StepBack => state.steer(wall, |p, r| p.step(r, Direction::Back)),
        Action::StepForward => state.steer(wall, |p, r| p.step(r, Direction::Forward)),
        Action::Slower => return change_speed(state, Direction::Back, wall),
        Action::Faster => return change_speed(state, Direction::Forward, wall),
        _ => return,
    }
    // The cursor is where the user steered to, and it stays on the screen.
    let events = state.events();
    state.list.set_follow(true, events);
    if let (Some((start, stop)), now) = (state.zoom, state.now()) {
        let length = stop.since(start).unwrap_or_default();
        if now < start || now > stop {
            state.zoom = Some(window(now, length, end(state)));
        }
    }
}

fn change_speed(state: &mut State, direction: Direction, wall: Duration) {
    if state.is_open() {
        state.message = Some("the speed is for replays".to_owned());
        return;
    }
    state.steer(wall, |playback, _| playback.change_speed(direction));
    if let Some(speed) = view::speed(state) {
        state.message = Some(format!("speed {speed}"));
    }
}

fn zoom(state: &mut State, action: Action) {
    state.zoom = zoomed(state.zoom, state.full_end(), state.cursor(), action);
}
