use super::word_enum;

word_enum! {
    /// Something odd that was observed and not repaired (record.md, `notes`).
    pub enum NoteCode {
        /// An event was still open when the body ended.
        UnterminatedEvent = "unterminated_event",
        /// Bytes that are not UTF-8 were shown as U+FFFD.
        InvalidUtf8 = "invalid_utf8",
        /// A leading byte-order mark was dropped.
        ByteOrderMark = "byte_order_mark",
        /// Event data that should be JSON and is not.
        UnparsedData = "unparsed_data",
        /// Lines that are no field of an event stream.
        StrayLines = "stray_lines",
        /// Events after the end marker.
        DataAfterEnd = "data_after_end",
        /// A finish reason came twice for one choice.
        FinishTwice = "finish_twice",
        /// A finish reason came, the end marker of the dialect did not.
        EndMarkerMissing = "end_marker_missing",
        /// The end marker came, a finish reason did not.
        FinishMissing = "finish_missing",
        /// Text deltas that repeat all text before them.
        CumulativeDeltasSuspected = "cumulative_deltas_suspected",
        /// The first visible text is white space only.
        BlankTextFirst = "blank_text_first",
        /// Half of an escaped surrogate pair.
        LoneSurrogate = "lone_surrogate",
        /// `<think>` inside visible text; the wire decides, so it is text.
        ThinkTagsInText = "think_tags_in_text",
        /// The content type is not that of the stream it carries.
        ContentTypeUnexpected = "content_type_unexpected",
        /// The server compressed in spite of `accept-encoding: identity`.
        Compressed = "compressed",
        /// A body whose content encoding is unknown or broken; what follows could not be read.
        UndecodableBody = "undecodable_body",
        /// An event over the size cap; its data was dropped.
        OversizedEvent = "oversized_event",
        /// The connection broke after the end marker.
        ConnectionErrorAfterEnd = "connection_error_after_end",
        /// Counts in one stream that contradict each other, or no visible token for text that came.
        UsageConflict = "usage_conflict",
        /// A file that states another outcome than what it holds shows.
        OutcomeConflict = "outcome_conflict",
        /// Lines of a capture inside an archive that cannot be read, or contradict the archive's entry.
        OwnLinesRefused = "own_lines_refused",
        /// More than one choice in one stream; all of them count.
        MoreThanOneChoice = "more_than_one_choice",
        /// The capture ends before the request did.
        CaptureCut = "capture_cut",
        /// The source has events but no times for them.
        NoEventTimes = "no_event_times",
        /// The source begins after the request did: offsets count from its first line.
        OriginIsFirstLine = "origin_is_first_line",
        /// The source says that there was a stream and does not hold it.
        BodyNotRecorded = "body_not_recorded",
        /// A time in the source that cannot be one: negative, absurd or contradicting another.
        ImplausibleTime = "implausible_time",
        /// More tokens, or more of them a second, than any model gives; the number stands as reported.
        ImplausibleNumber = "implausible_number",
        /// Milestones, or observations, that are not in order: nothing comes after t7.
        OrderBroken = "order_broken",
        /// A gateway record whose t1 interval is empty.
        RecordContradictsItself = "record_contradicts_itself",
        /// Observations of a newer version that were skipped.
        UnknownObservations = "unknown_observations",
        /// All visible text came in fewer than three reads: the rate is biased upward.
        FewTextReads = "few_text_reads",
    }
}

/// How often each note was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes([u32; NoteCode::ALL.len()]);

impl Notes {
    /// Counts one more.
    pub fn add(&mut self, code: NoteCode) {
        self.add_times(code, 1);
    }

    /// Counts several more.
    pub fn add_times(&mut self, code: NoteCode, times: u32) {
        let count = &mut self.0[code as usize];
        *count = count.saturating_add(times);
    }

    /// How often the note was made.
    pub const fn count(&self, code: NoteCode) -> u32 {
        self.0[code as usize]
    }

    /// The notes that were made, with their counts, in order of declaration.
    pub fn iter(&self) -> impl Iterator<Item = (NoteCode, u32)> + '_ {
        NoteCode::ALL.iter().map(|code| (*code, self.count(*code))).filter(|(_, count)| *count > 0)
    }
}
