use crate::timeline::word_enum;

word_enum! {
    /// What was found, by a stable code (definitions.md, "Diagnosis, in a fixed order").
    pub enum FindingCode {
        /// Slow before headers.
        UpstreamHeadersSlow = "upstream_headers_slow",
        /// Headers fast, useful output late.
        FirstResponseSlow = "first_response_slow",
        /// First event fast, effective output late.
        MetadataOnlyStart = "metadata_only_start",
        /// Action fast, text late.
        TextAfterActionSlow = "text_after_action_slow",
        /// Text starts, then crawls.
        GenerationSlowTps = "generation_slow_tps",
        /// Obtaining or checking the credential took long.
        LocalAuthSlow = "local_auth_slow",
        /// Choosing channel and route took long.
        LocalDistributionSlow = "local_distribution_slow",
        /// Reading the request body took long.
        LocalBodyReadSlow = "local_body_read_slow",
        /// Many events in few bursts, all late.
        StreamBuffered = "stream_buffered",
        /// A silence inside generation.
        MidStreamStall = "mid_stream_stall",
        /// The connection stayed open after the end of the stream.
        CloseLag = "close_lag",
        /// The body closed with no terminal marker.
        Truncated = "truncated",
        /// An error inside the stream.
        InStreamError = "in_stream_error",
        /// The provider reported no output tokens.
        UsageMissing = "usage_missing",
    }
}

word_enum! {
    /// How a finding stands among the others.
    pub enum Severity {
        /// The one with the largest share: look here first.
        Primary = "primary",
        /// Slow too, or odd beside it.
        Secondary = "secondary",
        /// Worth knowing; nothing was slow for it.
        Note = "note",
    }
}

word_enum! {
    /// How a row of the table came out.
    pub enum RowState {
        /// Looked at and not slow.
        Normal = "normal",
        /// Over its floor and its share.
        Slow = "slow",
        /// Nothing to look at.
        Absent = "absent",
    }
}

impl FindingCode {
    /// The symptom in a few words, for the screen.
    pub const fn symptom(self) -> &'static str {
        match self {
            Self::UpstreamHeadersSlow => "slow before headers",
            Self::FirstResponseSlow => "headers fast, useful output late",
            Self::MetadataOnlyStart => "first event fast, effective output late",
            Self::TextAfterActionSlow => "action fast, text late",
            Self::GenerationSlowTps => "text starts, then crawls",
            Self::LocalAuthSlow => "local authentication slow",
            Self::LocalDistributionSlow => "local routing slow",
            Self::LocalBodyReadSlow => "local body read slow",
            Self::StreamBuffered => "the stream is held back and let go in bursts",
            Self::MidStreamStall => "a silence inside generation",
            Self::CloseLag => "the connection is held open after the end",
            Self::Truncated => "closed without a terminal marker",
            Self::InStreamError => "an error inside the stream",
            Self::UsageMissing => "no token counts reported",
        }
    }

    /// The layer to look at; likely, never a verdict.
    pub const fn layer(self) -> &'static str {
        match self {
            Self::UpstreamHeadersSlow => "network path, admission, provider queue, proxy route",
            Self::FirstResponseSlow => "model queue, prompt prefill, reasoning, scheduling",
            Self::MetadataOnlyStart => "metadata events, heartbeats, reasoning startup",
            Self::TextAfterActionSlow => "tool or reasoning phase, response composition",
            Self::GenerationSlowTps => "decode throughput, contention, long context, backpressure",
            Self::LocalAuthSlow => "local auth",
            Self::LocalDistributionSlow => "policy selection",
            Self::LocalBodyReadSlow => "upload",
            Self::StreamBuffered => "a proxy or compression that holds the stream",
            Self::MidStreamStall => "decode contention, a provider-run tool, packet loss",
            Self::CloseLag => "provider or proxy keeping the connection",
            Self::Truncated => "proxy timeout, connection, provider failure",
            Self::InStreamError => "provider",
            Self::UsageMissing => "request options, proxy",
        }
    }

    /// What to look at next.
    pub const fn next_check(self) -> &'static str {
        match self {
            Self::UpstreamHeadersSlow => "compare channel, region, status, concurrency",
            Self::FirstResponseSlow => "compare input tokens, model, route, inflight",
            Self::MetadataOnlyStart => "look at safe event types, not raw content",
            Self::TextAfterActionSlow => "check requested tools and output mode",
            Self::GenerationSlowTps => "compare output length and channel inflight",
            Self::LocalAuthSlow | Self::LocalDistributionSlow | Self::LocalBodyReadSlow => {
                "look only at the phase that is high"
            }
            Self::StreamBuffered => "turn off buffering and compression on the path, compare a direct route",
            Self::MidStreamStall => "look at what came just before it, compare channel and time",
            Self::CloseLag => "stop at the terminal marker, check keep-alive on the path",
            Self::Truncated => "compare with the timeouts on the path",
            Self::InStreamError => "look at the error code, then at retries",
            Self::UsageMissing => "ask for usage (stream_options.include_usage)",
        }
    }
}
