//! The one table of curl's options: what each is called and what it means here.

use crate::source::live::{Family, HttpVersion};

/// What an option does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The method.
    Method,
    /// The method HEAD.
    Head,
    /// A header.
    Header,
    /// A piece of the body.
    Data(DataKind),
    /// A piece of the query.
    UrlQuery,
    /// The data goes into the query.
    Get,
    /// Any certificate will do.
    Insecure,
    /// The same as this program's own flag of that name.
    Own(&'static str),
    /// A proxy.
    Proxy,
    /// Name and password for the proxy.
    ProxyUser,
    /// Hosts that are reached without it.
    NoProxy,
    /// Which HTTP may be spoken.
    Version(HttpVersion),
    /// Name and password.
    User,
    /// A bearer token.
    Bearer,
    /// The `user-agent` header.
    Agent,
    /// The `referer` header.
    Referer,
    /// Cookies.
    Cookie,
    /// The URL.
    Url,
    /// Whether redirects are followed.
    Location,
    /// The same, with credentials for every host.
    LocationTrusted,
    /// How many of them.
    MaxRedirects,
    /// Addresses for a name.
    Resolve,
    /// Another place to connect to.
    ConnectTo,
    /// The authorities to trust.
    CaCert,
    /// A client certificate.
    Cert,
    /// Its key.
    Key,
    /// The only kind of IP address.
    Only(Family),
    /// A Unix socket.
    UnixSocket,
    /// Brackets and braces in the URL stand for themselves.
    GlobOff,
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
    alone(Some('I'), "head", Effect::Head),
    with(Some('H'), "header", Effect::Header),
    with(Some('d'), "data", Effect::Data(DataKind::Ascii)),
    with(None, "data-ascii", Effect::Data(DataKind::Ascii)),
    with(None, "data-raw", Effect::Data(DataKind::Raw)),
    with(None, "data-binary", Effect::Data(DataKind::Binary)),
    with(None, "data-urlencode", Effect::Data(DataKind::UrlEncode)),
    with(None, "json", Effect::Data(DataKind::Json)),
    alone(Some('G'), "get", Effect::Get),
    with(None, "url-query", Effect::UrlQuery),
    with(None, "url", Effect::Url),
    alone(Some('g'), "globoff", Effect::GlobOff),
    with(Some('u'), "user", Effect::User),
    with(None, "oauth2-bearer", Effect::Bearer),
    with(Some('A'), "user-agent", Effect::Agent),
    with(Some('e'), "referer", Effect::Referer),
    with(Some('b'), "cookie", Effect::Cookie),
    alone(Some('L'), "location", Effect::Location),
    alone(None, "location-trusted", Effect::LocationTrusted),
    with(None, "max-redirs", Effect::MaxRedirects),
    alone(Some('k'), "insecure", Effect::Insecure),
    with(None, "cacert", Effect::CaCert),
    with(Some('E'), "cert", Effect::Cert),
    with(None, "key", Effect::Key),
    with(Some('x'), "proxy", Effect::Proxy),
    with(Some('U'), "proxy-user", Effect::ProxyUser),
    with(None, "noproxy", Effect::NoProxy),
    with(None, "resolve", Effect::Resolve),
    with(None, "connect-to", Effect::ConnectTo),
    with(None, "unix-socket", Effect::UnixSocket),
    alone(Some('4'), "ipv4", Effect::Only(Family::V4)),
    alone(Some('6'), "ipv6", Effect::Only(Family::V6)),
    alone(None, "http1.1", Effect::Version(HttpVersion::Http1)),
    alone(None, "http2", Effect::Version(HttpVersion::Any)),
    alone(None, "http2-prior-knowledge", Effect::Version(HttpVersion::Http2PriorKnowledge)),
    with(Some('m'), "max-time", Effect::Own("--max-time")),
    with(None, "connect-timeout", Effect::Own("--connect-timeout")),
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
    alone(Some('q'), "disable", Effect::Ignored),
    alone(None, "compressed", Effect::Ignored),
    alone(None, "raw", Effect::Ignored),
    alone(None, "basic", Effect::Ignored),
    alone(None, "tlsv1.2", Effect::Ignored),
    alone(None, "tcp-nodelay", Effect::Ignored),
    alone(None, "no-keepalive", Effect::Ignored),
    with(None, "keepalive-time", Effect::Ignored),
    with(Some('o'), "output", Effect::Ignored),
    with(Some('D'), "dump-header", Effect::Ignored),
    with(Some('w'), "write-out", Effect::Ignored),
];

/// Options of curl that are refused for a reason worth saying.
pub static REFUSED: &[(&str, &str)] = &[
    ("-F", "a form in parts is never streamed an answer; send the body with -d or --json"),
    ("--form", "a form in parts is never streamed an answer; send the body with -d or --json"),
    ("-T", "uploads are not supported; send the body with --data-binary @FILE"),
    ("--upload-file", "uploads are not supported; send the body with --data-binary @FILE"),
    ("--retry", "each attempt is a request of its own; send it again yourself"),
    ("--next", "one request at a time; send the second by itself"),
    ("-Z", "one request at a time; leave it out"),
    ("-K", "curl's files of options are not read; write the options out"),
    ("--http1.0", "HTTP/1.0 is not spoken; leave it out for HTTP/1.1"),
    ("--http3", "HTTP/3 is not spoken; leave it out for HTTP/2"),
    ("--aws-sigv4", "requests are not signed; send the signature as headers"),
    ("--socks5", "only http:// and https:// proxies are supported"),
    ("--socks5-hostname", "only http:// and https:// proxies are supported"),
];

/// The options for the help: those that are honoured and those that are accepted.
pub fn help() -> String {
    let name = |flag: &Flag| match flag.short {
        Some(short) => format!("-{short}"),
        None => format!("--{}", flag.long),
    };
    let list = |ignored: bool| {
        let wanted = FLAGS.iter().filter(|flag| (flag.effect == Effect::Ignored) == ignored);
        wanted.map(name).collect::<Vec<_>>().join(" ")
    };
    format!(
        "curl's options that are honoured:\n{}accepted, and make no difference here:\n{}",
        wrapped(&list(false)),
        wrapped(&list(true))
    )
}

/// Words in lines that fit the screen, indented by two.
fn wrapped(words: &str) -> String {
    let mut lines = vec![String::from(" ")];
    for word in words.split(' ') {
        if lines.last().is_some_and(|line| line.len() + word.len() > 77) {
            lines.push(String::from(" "));
        }
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}
