use super::{DialectId, Reading, halves, reader::Reader, spec::DIALECTS};
use crate::wire::Event;

/// What is known of a stream before its first event.
#[derive(Clone, Debug, Default)]
pub struct Hints {
    /// The dialect that a capture names or the user chose.
    pub dialect: Option<DialectId>,
    /// The path of the request's URL, without its query.
    pub path: Option<String>,
}

/// Finds the dialect of one stream and reads its events with it.
///
/// What an event shows decides and then holds. Until one does, the request path is believed, then
/// the hint; without either the stream is read as generic.
pub struct Classifier {
    shown: bool,
    dialect: Option<DialectId>,
    reader: Reader,
}

impl Classifier {
    /// For a new stream.
    pub fn new(hints: Hints) -> Self {
        let Hints { dialect, path } = hints;
        let by_path = path.as_deref().and_then(DialectId::of_path);
        let dialect = by_path.or(dialect).filter(|id| *id != DialectId::Generic);
        let reader = dialect.unwrap_or(DialectId::Generic).spec().reader();
        Self { shown: false, dialect, reader }
    }

    /// The dialect, once it is known. It changes at most once: from what the request promised to
    /// what the stream shows.
    pub const fn dialect(&self) -> Option<DialectId> {
        self.dialect
    }

    /// Reads one event into `out`, which is cleared first.
    pub fn read(&mut self, event: &Event<'_>, out: &mut Reading) {
        out.clear();
        if !self.shown
            && let Some(id) = dialect_of(event)
        {
            self.shown = true;
            if self.dialect != Some(id) {
                self.dialect = Some(id);
                self.reader = id.spec().reader();
            }
        }
        self.reader.read(event, out);
    }
}

/// The dialect that an event shows by itself.
fn dialect_of(event: &Event<'_>) -> Option<DialectId> {
    let payload = serde_json::from_str(event.data)
        .or_else(|error| halves::mark(event.data).map_or(Err(error), |marked| serde_json::from_str(&marked)))
        .unwrap_or_default();
    DIALECTS.iter().find(|spec| spec.recognises(event, &payload)).map(|spec| spec.id)
}
