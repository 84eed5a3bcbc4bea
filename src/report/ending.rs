//! What went wrong with a request, in one sentence: stderr and the screen say the same.

use std::{fmt::Write, ops::RangeInclusive};

use crate::{
    timeline::{CloseKind, Outcome},
    trace::{BodyKind, Trace},
};

/// What went wrong and what to do about it, as far as the trace tells; raw where the provider's own
/// words are in it. `None` for a good end, and where only the source knows more.
pub fn ending_sentence(trace: &Trace) -> Option<String> {
    status_sentence(trace).or_else(|| stream_sentence(trace))
}

/// The same for a request that is only shown again, of which no source can say more: every end that
/// is no success has its sentence.
pub fn replayed_sentence(trace: &Trace) -> Option<String> {
    let outcome = trace.outcome()?;
    ending_sentence(trace).or_else(|| bare_sentence(outcome, trace.outcome_reason().as_deref()))
}

/// What can be said of an end of which nothing is known but its name, and perhaps its reason.
fn bare_sentence(outcome: Outcome, reason: Option<&str>) -> Option<String> {
    let sentence = match outcome {
        Outcome::Completed | Outcome::Incomplete => return None,
        Outcome::Error => "the stream reported an error, of which the file says no more",
        Outcome::Truncated => "the body ended without the stream's end marker",
        Outcome::Cancelled => "the request was cancelled",
        Outcome::Timeout => "the request ran into a timeout",
        Outcome::HttpError => "the server answered with a status that is no success, which the file does not name",
        Outcome::ConnectError => "there was no connection",
        Outcome::NotAStream => "the answer was no event stream; the file does not say what it was",
    };
    Some(reason.map_or_else(|| sentence.to_owned(), |reason| format!("{sentence} ({})", reason.replace('_', " "))))
}

/// What to do about a status.
const STATUSES: &[(RangeInclusive<u16>, &str)] = &[
    (300..=399, "a redirect, which curl's -L would follow"),
    (400..=400, "check the request body"),
    (401..=401, "check the key and the header that carries it"),
    (403..=403, "check what the key may do"),
    (404..=404, "check the path, and the model"),
    (413..=413, "send a smaller body"),
    (422..=422, "check the request body"),
    (429..=429, "wait before you send it again"),
    (500..=599, "the fault is the server's: send it again later"),
];

/// The HTTP status that was no success, with the provider's own words.
fn status_sentence(trace: &Trace) -> Option<String> {
    let headers = trace.headers.as_ref().filter(|_| trace.outcome() == Some(Outcome::HttpError))?;
    let status = headers.status;
    let mut sentence = format!("the server answered with status {status}");
    if let Some(message) = &trace.body_message {
        // More may follow, so that its own full stop is dropped.
        let _ = write!(sentence, ": {}", short(message).trim_end_matches('.'));
    }
    if let Some(wait) = headers.headers.get("retry-after") {
        let _ = write!(sentence, "; retry-after: {wait}");
    }
    if let Some((_, what_to_do)) = STATUSES.iter().find(|(statuses, _)| statuses.contains(&status)) {
        let _ = write!(sentence, "; {what_to_do}");
    }
    Some(sentence)
}

/// What came instead of a good stream.
fn stream_sentence(trace: &Trace) -> Option<String> {
    match trace.outcome()? {
        Outcome::Error => {
            let error = trace.error.as_ref()?;
            // A safe capture keeps the code alone.
            let message = if error.message.is_empty() { "" } else { &format!(": {}", short(&error.message)) };
            Some(format!("the stream reported an error ({}){message}", error.code))
        }
        Outcome::NotAStream => {
            let message =
                trace.body_message.as_ref().map_or_else(String::new, |message| format!(": {}", short(message)));
            let words = match trace.not_a_stream? {
                BodyKind::Empty if trace.counts.bytes > 0 => "white space alone (is this the API's address?)",
                body => body_words(body),
            };
            Some(format!("the answer is no event stream but {words}{message}"))
        }
        Outcome::Truncated if trace.close == Some(CloseKind::Broken) => {
            Some("the connection broke inside the body".to_owned())
        }
        Outcome::Truncated if nothing_came(trace) => {
            Some("the event stream ended before its first event; send the request again".to_owned())
        }
        Outcome::Truncated => Some("the body ended without the stream's end marker".to_owned()),
        _ => None,
    }
}

/// Whether the body of a stream was there, and held nothing.
const fn nothing_came(trace: &Trace) -> bool {
    trace.headers.is_some() && trace.close.is_some() && trace.counts.events == 0 && trace.counts.comments == 0
}

/// As much of a message as one sentence can bear.
fn short(message: &str) -> String {
    match message.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

/// What a body is, and what to do about it.
const fn body_words(body: BodyKind) -> &'static str {
    match body {
        BodyKind::Json => "one JSON document (is \"stream\": true in the request body?)",
        BodyKind::JsonArray => "a JSON array (for Gemini, add alt=sse to the query)",
        BodyKind::Html => "an HTML page (is this the API's address?)",
        BodyKind::Empty => "nothing at all (is this the API's address?)",
        BodyKind::AwsEventStream => "AWS's binary event stream, which is not read (is there an SSE address?)",
        BodyKind::Text => "some other text (is this the API's address?)",
        BodyKind::Binary => "binary data (is this the API's address?)",
    }
}
