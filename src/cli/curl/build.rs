//! A curl line becomes a request.

use std::time::Instant;

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use reqwest::{
    Method, Url,
    header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, COOKIE, REFERER, USER_AGENT},
};

use super::{
    address::address,
    data::{self, Data},
    flags::Effect,
    headers::Headers,
    line::Line,
    network,
};
use crate::{
    cli::shown::shown,
    source::live::{HttpVersion, Redirects, Request, Timeouts},
    timeline::{Phase, PhaseTime},
};

/// How many redirects curl follows unless told otherwise.
const MOST_REDIRECTS: u32 = 50;

/// A request and what is to be said about it.
#[derive(Debug)]
pub struct Built {
    /// The request.
    pub request: Request,
    /// See [`Order::local`](crate::source::live::Order::local).
    pub local: Vec<(Phase, PhaseTime)>,
    /// What of the line is not carried out to the letter, a sentence each.
    pub notes: Vec<String>,
}

/// Builds the request of a line, before which these variables stood.
///
/// # Errors
/// One sentence that names what cannot be understood or honoured.
pub fn build(
    line: &Line,
    variables: &[(String, String)],
    accepted: Instant,
    timeouts: Timeouts,
) -> Result<Built, String> {
    let data = data::read(line, accepted)?;
    let in_query = line.has(Effect::Get);
    let mut url = address(line, data.bytes.as_deref().filter(|_| in_query))?;
    let body = data.bytes.as_deref().filter(|_| !in_query).map(Bytes::copy_from_slice);
    let mut headers = headers(line, &data, body.is_some())?;
    move_user(&mut url, &mut headers)?;
    let mut notes = notes(line, &url);
    let mut request = Request::new(method(line, body.is_some())?, url);
    notes.extend(headers.finish(&mut request.headers));
    if line.value(Effect::Agent) == Some("") && !line.has(Effect::Header) {
        request.headers.remove(USER_AGENT);
    }
    request.proxy = network::proxy(line, variables, &request.url)?;
    request.way = network::way(line)?;
    request.insecure = line.has(Effect::Insecure);
    request.redirects = redirects(line)?;
    for (flag, _) in &line.options {
        if let Effect::Version(version) = flag.effect {
            request.version = version;
        }
    }
    (request.body, request.timeouts) = (body, timeouts);
    let local = data.read.map(|time| (Phase::BodyRead, time)).into_iter().collect();
    Ok(Built { request, local, notes })
}

fn method(line: &Line, has_body: bool) -> Result<Method, String> {
    match line.value(Effect::Method) {
        Some(name) => Method::from_bytes(name.as_bytes())
            .map_err(|_| format!("curl's option -X: {} is no HTTP method; give one such as POST", shown(name))),
        None if line.has(Effect::Head) => Ok(Method::HEAD),
        None if has_body => Ok(Method::POST),
        None => Ok(Method::GET),
    }
}

fn headers(line: &Line, data: &Data, has_body: bool) -> Result<Headers, String> {
    let mut headers = Headers::default();
    if data.is_json {
        headers.imply(CONTENT_TYPE, "application/json", "--json")?;
        headers.imply(ACCEPT, "application/json", "--json")?;
    } else if has_body {
        headers.imply(CONTENT_TYPE, "application/x-www-form-urlencoded", "-d")?;
    }
    let mut cookies = Vec::new();
    for (flag, value) in &line.options {
        match flag.effect {
            Effect::Header => headers.own(value)?,
            Effect::User => user(&mut headers, value)?,
            Effect::Bearer => headers.imply(AUTHORIZATION, &format!("Bearer {value}"), "--oauth2-bearer")?,
            Effect::Agent => headers.imply(USER_AGENT, value, "-A")?,
            Effect::Referer => headers.imply(REFERER, value, "-e")?,
            Effect::Cookie if value.contains('=') => cookies.push(value.as_str()),
            Effect::Cookie => {
                return Err("curl's option -b with a cookie file is not supported; give name=value".to_owned());
            }
            _ => {}
        }
    }
    if !cookies.is_empty() {
        headers.imply(COOKIE, &cookies.join(";"), "-b")?;
    }
    Ok(headers)
}

fn user(headers: &mut Headers, value: &str) -> Result<(), String> {
    if !value.contains(':') {
        return Err("curl's option -u: expected name:password; this program does not ask for a password".to_owned());
    }
    headers.imply(AUTHORIZATION, &format!("Basic {}", BASE64_STANDARD.encode(value)), "-u")
}

/// Name and password in the URL are sent as curl sends them, and stand in no address afterwards.
fn move_user(url: &mut Url, headers: &mut Headers) -> Result<(), String> {
    let decoded = |text: &str| data::percent_decoded(text);
    if !url.username().is_empty() || url.password().is_some() {
        let both = format!("{}:{}", decoded(url.username()), decoded(url.password().unwrap_or_default()));
        if !headers.has(&AUTHORIZATION) {
            user(headers, &both)?;
        }
        let _ = url.set_username("").and_then(|()| url.set_password(None));
    }
    Ok(())
}

fn redirects(line: &Line) -> Result<Option<Redirects>, String> {
    let trusted = line.has(Effect::LocationTrusted);
    if !trusted && !line.has(Effect::Location) {
        return Ok(None);
    }
    let limit = match line.value(Effect::MaxRedirects) {
        None => MOST_REDIRECTS,
        Some("-1") => u32::MAX,
        Some(number) => number
            .parse()
            .map_err(|_| format!("curl's option --max-redirs: {} is no number; give one such as 5", shown(number)))?,
    };
    Ok(Some(Redirects { limit, trusted, keep_method: line.has(Effect::Method) }))
}

fn notes(line: &Line, url: &Url) -> Vec<String> {
    let mut notes = Vec::new();
    if !line.ignored.is_empty() {
        let what = if line.ignored.len() == 1 { "option" } else { "options" };
        notes.push(format!("note: no difference here is made by curl's {what} {}", line.ignored.join(" ")));
    }
    if line.has(Effect::Version(HttpVersion::Any)) && url.scheme() == "http" {
        notes.push(
            "note: --http2 without TLS is sent as HTTP/1.1; --http2-prior-knowledge speaks it at once".to_owned(),
        );
    }
    notes
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{super::line::parse, Built, Timeouts, build};
    use crate::source::live::{HttpVersion, ProxyChoice, Redirects};

    fn built(text: &str) -> Result<Built, String> {
        let line = parse(&shlex::split(text).expect("a line"))?;
        build(&line, &[], Instant::now(), Timeouts::default())
    }

    #[test]
    fn a_pasted_line_becomes_the_request_that_curl_would_send() {
        let built = built(
            r#"-N https://api.example.com/v1/chat?key=K -H "Authorization: Bearer T" -H 'Content-Type: application/json'
               --compressed --data-raw '{"stream":true}' -H 'Accept-Encoding: gzip, br' -u a:b -x proxy.example:3128"#,
        )
        .expect("a request");
        let request = built.request;
        assert_eq!(format!("{request:?}"), "POST to api.example.com:443, 3 headers, 15 bytes");
        assert_eq!(request.headers["content-type"], "application/json");
        assert_eq!(request.headers["authorization"], "Bearer T");
        assert!(request.proxy == ProxyChoice::Url("http://proxy.example:3128".to_owned()));
        assert_eq!(built.notes.len(), 2);
        assert_eq!(built.notes[0], "note: no difference here is made by curl's options -N --compressed");
    }

    #[test]
    fn credentials_in_the_url_leave_it() {
        let request = built("https://us%40er:pa%3Ass@api.example.com/").expect("a request").request;
        assert_eq!(request.url.as_str(), "https://api.example.com/");
        assert_eq!(request.headers["authorization"], "Basic dXNAZXI6cGE6c3M=");
    }

    #[test]
    fn get_puts_data_into_the_query() {
        let request = built("-G example.com/x?a=1 -d b=2").expect("a request").request;
        assert_eq!(request.url.as_str(), "http://example.com/x?a=1&b=2");
        assert!(request.body.is_none() && request.method == "GET");
    }

    #[test]
    fn redirects_and_versions_are_as_asked() {
        let request = built("-L --max-redirs 3 -X PUT --http1.1 example.com").expect("a request").request;
        assert_eq!(request.redirects, Some(Redirects { limit: 3, trusted: false, keep_method: true }));
        assert_eq!(request.version, HttpVersion::Http1);
        assert_eq!(built("example.com").expect("a request").request.redirects, None);
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
