use super::complain;
use crate::{
    report::{ending_sentence, replayed_sentence},
    source::Remarks,
    timeline::{CloseKind, Outcome},
    trace::Trace,
};

/// Says on stderr what went wrong and what to do about it.
pub fn explain(trace: &Trace, remarks: &Remarks) {
    let outcome = trace.outcome();
    if trace.end_marker && matches!(trace.close, Some(CloseKind::Timeout(_))) {
        return complain("the stream had said that it was done; the wait for the close ended at a timeout");
    }
    if outcome != Some(Outcome::Cancelled) {
        remarks.all().iter().for_each(|sentence| complain(sentence));
    }
    // A connection that broke has been explained by the source.
    if !remarks.tell_of_a_fault() || !matches!(outcome, Some(Outcome::Truncated | Outcome::NotAStream)) {
        ending_sentence(trace).iter().for_each(|sentence| complain(sentence));
    }
}

/// The same for a request that is only shown again.
pub fn explain_replay(trace: &Trace) {
    replayed_sentence(trace).iter().for_each(|sentence| complain(sentence));
}
