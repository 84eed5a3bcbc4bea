use crate::trace::EventSeen;

/// UTF-8 bytes that one token is taken to have: the usual figure for English text and code.
const BYTES_PER_TOKEN: f64 = 4.0;

/// How tokens are estimated while the provider reports none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimator {
    /// UTF-8 bytes of visible text ÷ 4.
    BytesPerToken,
    /// The o200k vocabulary over the text of the window (cargo feature `tokenizer`, and only where
    /// the content is in memory).
    O200k,
}

impl Estimator {
    /// Its name, to be shown with every figure of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::BytesPerToken => "bytes/4",
            Self::O200k => "o200k",
        }
    }
}

/// The tokens in some events, in order of time, and how they were estimated. Only the window is
/// counted, each time anew: a token may grow over several deltas.
pub(super) fn tokens<'e>(events: impl Iterator<Item = &'e EventSeen>) -> (f64, Estimator) {
    let events: Vec<_> = events.collect();
    if let Some(tokens) = vocabulary::count(&events) {
        return (tokens, Estimator::O200k);
    }
    let bytes: u64 = events.iter().map(|event| u64::from(event.text_bytes)).sum();
    (bytes as f64 / BYTES_PER_TOKEN, Estimator::BytesPerToken)
}

#[cfg(not(feature = "tokenizer"))]
mod vocabulary {
    use crate::trace::EventSeen;

    pub(super) const fn count(_events: &[&EventSeen]) -> Option<f64> {
        None
    }
}

#[cfg(feature = "tokenizer")]
mod vocabulary {
    use std::{
        sync::{Once, OnceLock},
        thread,
    };

    use tiktoken_rs::CoreBPE;

    use crate::trace::EventSeen;

    static LOADING: Once = Once::new();
    static LOADED: OnceLock<CoreBPE> = OnceLock::new();

    /// The tokens of the events' text; `None` until the vocabulary is loaded, which takes a thread
    /// of its own some tenths of a second, and where the text is not in memory.
    pub(super) fn count(events: &[&EventSeen]) -> Option<f64> {
        LOADING.call_once(|| {
            // Without a thread the estimate by bytes simply stays.
            let _ = thread::Builder::new().name("vocabulary".to_owned()).spawn(load);
        });
        count_with(LOADED.get()?, events)
    }

    fn load() {
        if let Ok(vocabulary) = tiktoken_rs::o200k_base() {
            let _ = LOADED.set(vocabulary);
        }
    }

    fn count_with(vocabulary: &CoreBPE, events: &[&EventSeen]) -> Option<f64> {
        let texts: Option<Vec<&str>> =
            events.iter().map(|event| event.content.as_ref().map(|content| &*content.shown)).collect();
        Some(vocabulary.encode_ordinary(&texts?.concat()).len() as f64)
    }

    #[cfg(test)]
    mod tests {
        use super::{LOADED, count_with, load};
        use crate::{
            timeline::Tag,
            trace::{Content, EventSeen, Recording, sample::Sample},
        };

        fn deltas(texts: &[&str]) -> Vec<EventSeen> {
            let recording: Recording = Sample::new().event(0.0, Tag::Text, 1).build();
            let (_, event) = recording.event(0).expect("the event");
            let with = |text: &&str| EventSeen {
                content: Some(Box::new(Content { shown: (*text).into(), ..Content::default() })),
                ..event.clone()
            };
            texts.iter().map(with).collect()
        }

        #[test]
        fn tokens_that_grow_over_deltas_are_counted_once() {
            load();
            let vocabulary = LOADED.get().expect("the vocabulary");
            let count = |texts: &[&str]| count_with(vocabulary, &deltas(texts).iter().collect::<Vec<_>>());
            // "hello" and " world" are one token each; cut inside a word they are still two.
            assert_eq!(count(&["hello", " world"]), Some(2.0));
            assert_eq!(count(&["hel", "lo wor", "ld"]), Some(2.0));
            let bare = Sample::new().bare().event(0.0, Tag::Text, 1).build();
            assert_eq!(count_with(vocabulary, &[bare.event(0).expect("the event").1]), None);
        }
    }
}
