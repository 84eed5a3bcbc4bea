use super::safe::Summary;
use crate::{
    timeline::NoteCode,
    trace::{Observation, Recording, What},
};

/// Takes what a file says of a whole request in one place. What it says beyond what was seen stands as
/// stated, what it says against it is noted.
pub(super) fn state(recording: &mut Recording, Summary { outcome, usage }: Summary) {
    let trace = recording.latest();
    let (seen, counted) = (trace.outcome(), trace.usage);
    let may_stand = outcome.is_some_and(|outcome| trace.leaves_open(outcome));
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
    match outcome.filter(|_| outcome != seen) {
        Some(stated) if may_stand => push(What::StatedOutcome(stated)),
        Some(_) => push(What::Note(NoteCode::OutcomeConflict)),
        None => {}
    }
}
