//! What the help explains beside the keys: filters, the signs of the picture, the words of the panels.
//! Signs are written as the full character set has them; in ASCII they come out as they are drawn.

/// How to write a filter.
pub const FILTERS: &[(&str, &str)] = &[
    ("word", "in the name, the tag or the content, whatever its case"),
    ("tag:reasoning", "events of a tag, also when it is not their first"),
    ("name:delta", "in the name only"),
    ("!term", "the contrary; several terms must all hold"),
];

/// How to read the picture.
pub const READING: &[(&str, &str)] = &[
    ("t0 … t7", "the moments of the request; t0,1 means that both share a column"),
    ("◀ widest", "the longest wait between two neighbouring moments"),
    (
        "2 590",
        "milliseconds, tenths below 10, seconds from 10 s; rounded by itself, so that it may differ by one in the last \
         place from the difference of two moments",
    ),
    ("╱", "this long, but where it starts is not known"),
    ("┊┄┄┄┄┊", "a silence inside the generation"),
    ("│", "the cursor: the selected event, or the moment that is shown"),
    ("← →", "zoomed in: the bar lies out of sight on this side"),
    ("+2 tags", "so many rows found no room; a larger window or less beside it shows them"),
    ("·", "not yet"),
    ("—", "did not happen, or cannot be told; never zero"),
    ("≥", "at least so long: it broke off, or its start is not known"),
    ("≈", "estimated, not reported"),
    (
        "d c s w r t #",
        "without colour or in ASCII a bar is a row of letters: DNS, connect, TLS, wait, reasoning, tool, text; - is \
         metadata, . is local, held open or finishing",
    ),
];

/// What stands on the screen of one request only.
pub const WORDS: &[(&str, &str)] = &[
    ("t4…", "pending: the moment that is waited for"),
    ("▶", "the end of a bar that still runs"),
    ("»", "a silence that is played shorter than it was (--idle-limit)"),
    ("3 more", "so many rows are below: give the panel the focus and move in it as in the list"),
    ("DONE", "the request has ended; it can be played and gone through in time as a replay can"),
    ("metadata", "the stretch from the first event to effective output: events came, but no content"),
    ("hidden", "the same where the stream or its counts tell of reasoning out of sight"),
    ("finishing", "from the close of the body to the end of the request"),
    ("held open", "the stream has said its end, the connection is not closed: the close lag"),
    ("envelope", "events that only frame the answer: created, a role, a part opened or ended"),
    ("end", "the mark that ends the stream: a finish reason, message_stop, [DONE]"),
    ("usage", "token counts and nothing else"),
    ("read", "which read from the network brought the event; those of one read came together"),
    ("Δ ms", "the time since the event before"),
    ("so far", "a count that the provider gave before the end of the stream: not the whole"),
    ("w/o stalls", "the speed of generation with its long silences taken out: it is what is judged"),
];
