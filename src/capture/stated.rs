use super::safe::Summary;
use crate::{
    timeline::{NoteCode, Outcome},
    trace::{Observation, Recording, What},
};

/// Takes what a file says of a whole request in one place. What it says beyond what was seen stands as
/// stated, what it says against it is noted.
pub(super) fn state(recording: &mut Recording, Summary { outcome, usage }: Summary) {
    let trace = recording.latest();
    let (seen, counted) = (trace.outcome(), trace.usage);
    let mut push = |what| recording.push(Observation { at: None, what });
    let mut whole = usage;
    whole.replace_with(counted);
    if whole != counted {
        push(What::StatedUsage(Box::new(whole)));
    }
    let mut again = counted;
    again.replace_with(usage);
    if again != whole {
        push(What::Note(NoteCode::UsageConflict));
    }
    match (outcome, seen) {
        (Some(stated), None | Some(Outcome::Truncated)) if outcome != seen => push(What::StatedOutcome(stated)),
        (Some(_), _) if outcome != seen => push(What::Note(NoteCode::OutcomeConflict)),
        _ => {}
    }
}
