//! A curl line becomes a request.

use std::time::Instant;

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use reqwest::{
    Method, Url,
    header::{
        ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName,
        HeaderValue, REFERER, USER_AGENT,
    },
};

use super::{
    data::{self, Data},
    flags::Effect,
    line::Line,
};
use crate::{
    source::live::{HttpVersion, ProxyChoice, Request, Timeouts},
    timeline::Micros,
};

/// A request and what is to be said about it.
#[derive(Debug)]
pub struct Built {
    /// The request.
    pub request: Request,
    /// See [`Order::body_read`](crate::source::live::Order::body_read).
    pub body_read: Option<(Micros, Micros)>,
    /// What of the line is not carried out to the letter, a sentence each.
    pub notes: Vec<String>,
}

/// Builds the request.
///
/// # Errors
/// One sentence that names what cannot be understood or honoured.
pub fn build(line: &Line, accepted: Instant, timeouts: Timeouts) -> Result<Built, String> {
    let data = data::read(line, accepted)?;
    let mut url = url(line)?;
    let in_query = line.options.iter().any(|(flag, _)| flag.effect == Effect::Get);
    let mut body = data.bytes.as_deref().map(Bytes::copy_from_slice);
    if in_query && let Some(bytes) = body.take() {
        let more = String::from_utf8_lossy(&bytes).into_owned();
        let query = url.query().map_or_else(|| more.clone(), |query| format!("{query}&{more}"));
        url.set_query(Some(&query));
    }
    let method = if body.is_some() { Method::POST } else { Method::GET };
    let mut request = Request::new(method, url);
    request.timeouts = timeouts;
    request.headers = default_headers(&data, body.is_some());
    request.body = body;
    let mut notes = notes(line);
    for (flag, value) in &line.options {
        apply(&mut request, flag.effect, value, &mut notes)?;
    }
    Ok(Built { request, body_read: data.read, notes })
}

fn url(line: &Line) -> Result<Url, String> {
    let text = match line.urls.as_slice() {
        [url] => url,
        [] => return Err("curl: there is no URL; see streamfall curl --help".to_owned()),
        more => {
            return Err(format!("curl: {} URLs were given; one request at a time (is a value unquoted?)", more.len()));
        }
    };
    // As curl does: without a scheme it is http.
    let text = if text.contains("://") { text.clone() } else { format!("http://{text}") };
    let url = Url::parse(&text).map_err(|error| format!("curl: the URL cannot be understood ({error})"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("curl: {}:// is not supported, only http:// and https://", url.scheme()));
    }
    Ok(url)
}

fn default_headers(data: &Data, has_body: bool) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if data.is_json {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    } else if has_body {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
    }
    headers
}

fn notes(line: &Line) -> Vec<String> {
    let mut notes = Vec::new();
    if !line.ignored.is_empty() {
        notes.push(format!("note: {} of curl's make no difference here", line.ignored.join(" ")));
    }
    if line.options.iter().any(|(flag, _)| flag.effect == Effect::Location) {
        notes.push(
            "note: -L: redirects are not followed, for a second request would hide in the times of the first"
                .to_owned(),
        );
    }
    notes
}

fn apply(request: &mut Request, effect: Effect, value: &str, notes: &mut Vec<String>) -> Result<(), String> {
    match effect {
        Effect::Method => {
            let refused = |_| format!("curl's option -X: '{value}' is no HTTP method");
            request.method = Method::from_bytes(value.as_bytes()).map_err(refused)?;
        }
        Effect::Header => header(&mut request.headers, value, notes)?,
        Effect::Insecure => request.insecure = true,
        Effect::Proxy => request.proxy = proxy(value)?,
        Effect::Http1 => request.version = HttpVersion::Http1,
        Effect::Http2 => request.version = HttpVersion::Any,
        Effect::Http2PriorKnowledge => request.version = HttpVersion::Http2PriorKnowledge,
        Effect::User => user(&mut request.headers, value)?,
        Effect::Agent => set(&mut request.headers, USER_AGENT, value, "-A")?,
        Effect::Referer => set(&mut request.headers, REFERER, value, "-e")?,
        Effect::Cookie if value.contains('=') => set(&mut request.headers, COOKIE, value, "-b")?,
        Effect::Cookie => {
            return Err("curl's option -b with a cookie file is not supported; give name=value".to_owned());
        }
        Effect::Data(_) | Effect::Own(_) | Effect::Get | Effect::Url | Effect::Location | Effect::Ignored => {}
    }
    Ok(())
}

/// `Name: value`; `Name;` is empty; `Name:` takes a default away. Values are never repeated in a sentence.
fn header(headers: &mut HeaderMap, text: &str, notes: &mut Vec<String>) -> Result<(), String> {
    let (name, value) = match (text.split_once(':'), text.strip_suffix(';')) {
        (Some((name, value)), _) => (name.trim(), Some(value.trim())),
        (None, Some(name)) => (name.trim(), None),
        (None, None) => return Err("curl's option -H: expected 'Name: value'".to_owned()),
    };
    let bad = || format!("curl's option -H: '{name}' is no header that HTTP allows");
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| bad())?;
    match (name, value) {
        (name, Some("")) => {
            headers.remove(name);
        }
        // The client counts the bytes itself.
        (CONTENT_LENGTH, _) => {}
        (ACCEPT_ENCODING, Some(value)) => {
            if !value.eq_ignore_ascii_case("identity") {
                notes.push("note: accept-encoding is sent as identity, for a compressor holds events back".to_owned());
            }
        }
        (name, value) => {
            let value = HeaderValue::from_bytes(value.unwrap_or_default().as_bytes()).map_err(|_| bad())?;
            // These two may stand there by default; any other that is given twice is sent twice.
            if name == CONTENT_TYPE || name == ACCEPT {
                headers.insert(name, value);
            } else {
                headers.append(name, value);
            }
        }
    }
    Ok(())
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &str, option: &str) -> Result<(), String> {
    let value = HeaderValue::from_bytes(value.as_bytes())
        .map_err(|_| format!("curl's option {option}: its value cannot stand in a header"))?;
    headers.insert(name, value);
    Ok(())
}

fn user(headers: &mut HeaderMap, value: &str) -> Result<(), String> {
    if !value.contains(':') {
        return Err("curl's option -u: expected name:password; this program does not ask for a password".to_owned());
    }
    set(headers, AUTHORIZATION, &format!("Basic {}", BASE64_STANDARD.encode(value)), "-u")
}

fn proxy(value: &str) -> Result<ProxyChoice, String> {
    match value.split_once("://") {
        _ if value.is_empty() => Ok(ProxyChoice::Direct),
        None => Ok(ProxyChoice::Url(format!("http://{value}"))),
        Some(("http" | "https", _)) => Ok(ProxyChoice::Url(value.to_owned())),
        Some((scheme, _)) => {
            Err(format!("curl's option -x: {scheme}:// proxies are not supported, only http:// and https://"))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{super::line::parse, Built, ProxyChoice, Timeouts, build};

    fn built(text: &str) -> Result<Built, String> {
        let line = parse(&shlex::split(text).expect("a line"))?;
        build(&line, Instant::now(), Timeouts::default())
    }

    #[test]
    fn a_pasted_line_becomes_the_request_that_curl_would_send() {
        let built = built(
            r#"-N https://api.example.com/v1/chat?key=K -H "Authorization: Bearer T" -H 'Content-Type: application/json'
               --compressed --data-raw '{"stream":true}' -H 'Accept-Encoding: gzip, br' -u a:b -x proxy.example:3128"#,
        )
        .expect("a request");
        let request = built.request;
        assert_eq!(format!("{request:?}"), "POST to api.example.com:443, 2 headers, 15 bytes");
        assert_eq!(request.headers["content-type"], "application/json");
        assert_eq!(request.headers["authorization"], "Basic YTpi");
        assert!(request.proxy == ProxyChoice::Url("http://proxy.example:3128".to_owned()));
        assert_eq!(built.notes.len(), 2);
        assert_eq!(built.notes[0], "note: -N --compressed of curl's make no difference here");
    }

    #[test]
    fn get_puts_data_into_the_query_and_no_scheme_is_http() {
        let request = built("-G example.com/x?a=1 -d b=2").expect("a request").request;
        assert_eq!(request.url.as_str(), "http://example.com/x?a=1&b=2");
        assert!(request.body.is_none() && request.method == "GET");
    }

    #[test]
    fn json_says_what_it_is() {
        let request = built(r#"--json '{"a":1}' example.com -H 'Accept:'"#).expect("a request").request;
        assert_eq!(request.headers["content-type"], "application/json");
        assert!(!request.headers.contains_key("accept"));
    }

    #[test]
    fn what_cannot_be_honoured_is_said_without_a_secret() {
        for line in [
            "ftp://example.com",
            "a.example b.example",
            "",
            "a.example -H 'no colon SECRET'",
            "a.example -u SECRET",
            "a.example -b SECRET",
            "a.example -x socks5://user:SECRET@p",
            "http://[SECRET",
        ] {
            let sentence = built(line).expect_err(line);
            assert!(!sentence.contains("SECRET"), "{sentence}");
        }
    }
}
