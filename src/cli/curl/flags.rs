//! The one table of curl's options: what each is called and what it means here.

/// What an option does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The method.
    Method,
    /// A header.
    Header,
    /// A piece of the body.
    Data(DataKind),
    /// Any certificate will do.
    Insecure,
    /// The same as this program's own flag of that name.
    Own(&'static str),
    /// A proxy.
    Proxy,
    /// Only HTTP/1.1.
    Http1,
    /// HTTP/2 if the server has it, as by default.
    Http2,
    /// HTTP/2 without asking.
    Http2PriorKnowledge,
    /// Name and password.
    User,
    /// The `user-agent` header.
    Agent,
    /// The `referer` header.
    Referer,
    /// Cookies.
    Cookie,
    /// The data goes into the query.
    Get,
    /// The URL.
    Url,
    /// Redirects: not followed, and that is said.
    Location,
    /// Makes no difference here.
    Ignored,
}

/// How curl reads a piece of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataKind {
    /// `@file` is read and its line ends are taken out.
    Ascii,
    /// `@` has no meaning.
    Raw,
    /// `@file` is read as it is.
    Binary,
    /// As binary, and says that it is JSON.
    Json,
    /// Percent-encoded.
    UrlEncode,
}

/// One option of curl.
#[derive(Debug)]
pub struct Flag {
    /// Its letter.
    pub short: Option<char>,
    /// Its name.
    pub long: &'static str,
    /// Whether a value follows.
    pub takes_value: bool,
    /// What it does.
    pub effect: Effect,
}

const fn with(short: Option<char>, long: &'static str, effect: Effect) -> Flag {
    Flag { short, long, takes_value: true, effect }
}

const fn alone(short: Option<char>, long: &'static str, effect: Effect) -> Flag {
    Flag { short, long, takes_value: false, effect }
}

/// Every option that is understood.
pub static FLAGS: &[Flag] = &[
    with(Some('X'), "request", Effect::Method),
    with(Some('H'), "header", Effect::Header),
    with(Some('d'), "data", Effect::Data(DataKind::Ascii)),
    with(None, "data-ascii", Effect::Data(DataKind::Ascii)),
    with(None, "data-raw", Effect::Data(DataKind::Raw)),
    with(None, "data-binary", Effect::Data(DataKind::Binary)),
    with(None, "data-urlencode", Effect::Data(DataKind::UrlEncode)),
    with(None, "json", Effect::Data(DataKind::Json)),
    alone(Some('k'), "insecure", Effect::Insecure),
    with(Some('m'), "max-time", Effect::Own("--max-time")),
    with(None, "connect-timeout", Effect::Own("--connect-timeout")),
    with(Some('x'), "proxy", Effect::Proxy),
    alone(None, "http1.1", Effect::Http1),
    alone(None, "http2", Effect::Http2),
    alone(None, "http2-prior-knowledge", Effect::Http2PriorKnowledge),
    with(Some('u'), "user", Effect::User),
    with(Some('A'), "user-agent", Effect::Agent),
    with(Some('e'), "referer", Effect::Referer),
    with(Some('b'), "cookie", Effect::Cookie),
    alone(Some('G'), "get", Effect::Get),
    with(None, "url", Effect::Url),
    alone(Some('L'), "location", Effect::Location),
    alone(Some('N'), "no-buffer", Effect::Ignored),
    alone(Some('s'), "silent", Effect::Ignored),
    alone(Some('S'), "show-error", Effect::Ignored),
    alone(Some('i'), "include", Effect::Ignored),
    alone(None, "show-headers", Effect::Ignored),
    alone(Some('v'), "verbose", Effect::Ignored),
    alone(Some('f'), "fail", Effect::Ignored),
    alone(None, "fail-with-body", Effect::Ignored),
    alone(Some('#'), "progress-bar", Effect::Ignored),
    alone(None, "no-progress-meter", Effect::Ignored),
    alone(Some('g'), "globoff", Effect::Ignored),
    alone(None, "compressed", Effect::Ignored),
    alone(None, "tcp-nodelay", Effect::Ignored),
    with(Some('w'), "write-out", Effect::Ignored),
];

/// The options for the help, one line each kind.
pub fn help() -> String {
    let name = |flag: &Flag| match flag.short {
        Some(short) => format!("-{short}"),
        None => format!("--{}", flag.long),
    };
    let list = |wanted: fn(&Effect) -> bool| {
        FLAGS.iter().filter(|flag| wanted(&flag.effect)).map(name).collect::<Vec<_>>().join(" ")
    };
    let honoured = list(|effect| !matches!(effect, Effect::Ignored | Effect::Location));
    let ignored = list(|effect| *effect == Effect::Ignored);
    format!(
        "  {honoured}\n  accepted, makes no difference here: {ignored}\n  \
         -L: accepted; redirects are shown, not followed\n  \
         --json with data after it is curl's, --json alone is this program's\n"
    )
}
