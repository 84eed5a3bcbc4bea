//! The screens, and what each offers of the one table of actions.

use super::keys::{Action, BINDINGS, Binding, Group};

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// One request: everything in the table.
    Request,
    /// Requests side by side.
    Comparison,
    /// A request that is repeated.
    Series,
}

/// An action on a screen other than that of one request.
struct Offer {
    action: Action,
    /// Its words in the footer, if it stands there; none are those of the next.
    hint: Option<&'static str>,
    /// Its words in the help where those of the table do not fit.
    help: Option<&'static str>,
}

const fn plain(action: Action) -> Offer {
    Offer { action, hint: None, help: None }
}

const fn hint(action: Action, words: &'static str) -> Offer {
    Offer { action, hint: Some(words), help: None }
}

const fn said(action: Action, help: &'static str) -> Offer {
    Offer { action, hint: None, help: Some(help) }
}

static COMPARISON: &[Offer] = &[
    hint(Action::Quit, "quit"),
    said(Action::Back, "close the help, drop the cursor, else quit"),
    said(Action::PreviousMilestone, "cursor to the previous milestone of any side"),
    said(Action::NextMilestone, "cursor to the next milestone of any side"),
    hint(Action::ZoomIn, ""),
    hint(Action::ZoomOut, "zoom"),
    said(Action::ZoomFit, "show all of the time"),
    plain(Action::PanLeft),
    plain(Action::PanRight),
    Offer { action: Action::SeekBack, hint: Some(""), help: Some("pan left when zoomed in") },
    Offer { action: Action::SeekForward, hint: Some("pan"), help: Some("pan right when zoomed in") },
    hint(Action::Up, ""),
    hint(Action::Down, "scroll"),
    plain(Action::PageUp),
    plain(Action::PageDown),
    said(Action::Top, "to the top"),
    said(Action::Bottom, "to the bottom"),
    said(Action::Copy, "copy the comparison (OSC 52)"),
    said(Action::Cancel, "quit"),
    said(Action::Mouse, "mouse on or off: the wheel scrolls, a click sets the cursor"),
    hint(Action::Theme, "theme"),
    hint(Action::Help, "help"),
    plain(Action::Suspend),
    plain(Action::Redraw),
];

static SERIES: &[Offer] = &[
    Offer { action: Action::Quit, hint: Some("quit"), help: Some("close the help, else end the series and quit") },
    said(Action::Back, "close the help, drop the selection, else end the series and quit"),
    Offer {
        action: Action::Cancel,
        hint: Some("cancel"),
        help: Some("end the series with the request that runs; a second time quits"),
    },
    hint(Action::Up, ""),
    hint(Action::Down, "scroll"),
    plain(Action::PageUp),
    plain(Action::PageDown),
    said(Action::Top, "to the first request"),
    said(Action::Bottom, "to the newest request, and follow"),
    said(Action::NextMatch, "select the next request that failed"),
    said(Action::PreviousMatch, "select the one before that failed"),
    said(Action::Copy, "copy the statistics (OSC 52)"),
    said(Action::Mouse, "mouse on or off: the wheel scrolls, a click picks a request"),
    hint(Action::Theme, "theme"),
    hint(Action::Help, "help"),
    plain(Action::Suspend),
    plain(Action::Redraw),
];

impl Place {
    /// The rows of the table that do something here.
    pub fn bindings(self) -> impl Iterator<Item = &'static Binding> {
        BINDINGS.iter().filter(move |binding| self.offers(binding))
    }

    /// The words of a binding in the footer; `None` when it does not stand there.
    pub fn hint(self, binding: &Binding) -> Option<&'static str> {
        if self == Self::Request { binding.hint } else { self.offer(binding).and_then(|offer| offer.hint) }
    }

    /// The words of a binding in the help.
    pub fn help(self, binding: &Binding) -> &'static str {
        self.offer(binding).and_then(|offer| offer.help).unwrap_or(binding.help)
    }

    /// The heading of a group in the help.
    pub const fn title(self, group: Group) -> &'static str {
        match (self, group) {
            (Self::Request, group) => group.title(),
            (_, Group::Events) => "Moving",
            (Self::Series, Group::Tools) => "Requests and screen",
            (_, Group::Tools) => "Screen",
            (_, group) => group.title(),
        }
    }

    fn offers(self, binding: &Binding) -> bool {
        self == Self::Request || self.offer(binding).is_some()
    }

    fn offer(self, binding: &Binding) -> Option<&'static Offer> {
        let offers = match self {
            Self::Request => return None,
            Self::Comparison => COMPARISON,
            Self::Series => SERIES,
        };
        offers.iter().find(|offer| offer.action == binding.action)
    }
}

#[cfg(test)]
mod tests {
    use super::{Action, BINDINGS, COMPARISON, Offer, Place, SERIES};
    use crate::tui::keymap::Keymap;

    fn binding(action: Action) -> &'static super::Binding {
        BINDINGS.iter().find(|binding| binding.action == action).expect("bound")
    }

    #[test]
    fn every_offer_is_in_the_table_once() {
        let of = |offers: &'static [Offer]| offers.iter().map(|offer| binding(offer.action).action).collect::<Vec<_>>();
        for (place, offers) in [(Place::Comparison, of(COMPARISON)), (Place::Series, of(SERIES))] {
            assert_eq!(place.bindings().count(), offers.len(), "{place:?}: none twice");
            assert!(offers.contains(&Action::Quit) && offers.contains(&Action::Help));
        }
        assert_eq!(Place::Request.bindings().count(), BINDINGS.len());
    }

    #[test]
    fn the_same_key_does_the_same_and_what_is_not_offered_does_nothing() {
        let keys = Keymap::default();
        let does = |place: Place, action| keys.action(place, binding(action).keys[0]);
        assert_eq!(does(Place::Comparison, Action::ZoomIn), Some(Action::ZoomIn));
        assert_eq!(does(Place::Comparison, Action::Save), None);
        assert_eq!(does(Place::Series, Action::ZoomIn), None);
        assert_eq!(does(Place::Request, Action::Save), Some(Action::Save));
    }
}
