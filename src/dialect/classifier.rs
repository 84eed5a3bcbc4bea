use super::{Dialect, DialectId, Reading, spec::DIALECTS};
use crate::wire::Event;

/// What is known of a stream before its first event.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The dialect that a capture names or the user chose.
    pub dialect: Option<DialectId>,
    /// The path of the request's URL, without its query.
    pub path: Option<String>,
}

/// Finds the dialect of one stream and reads its events with it. Once found it holds; until then
/// events are read as generic.
pub struct Classifier {
    found: Option<DialectId>,
    hints: Hints,
    reader: Box<dyn Dialect>,
}

impl Classifier {
    /// For a new stream.
    pub fn new(hints: Hints) -> Self {
        Self { found: None, hints, reader: (DialectId::Generic.spec().make)() }
    }

    /// The dialect, once it is known.
    pub const fn dialect(&self) -> Option<DialectId> {
        self.found
    }

    /// Reads one event into `out`, which is cleared first.
    pub fn read(&mut self, event: &Event<'_>, out: &mut Reading) {
        out.clear();
        if self.found.is_none() {
            let by_shape = DIALECTS.iter().find(|spec| (spec.recognises)(event)).map(|spec| spec.id);
            self.found = by_shape.or(self.hints.dialect);
            if let Some(found) = self.found {
                self.reader = (found.spec().make)();
            }
        }
        self.reader.read(event, out);
    }
}
