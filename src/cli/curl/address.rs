//! The address of a curl line.

use reqwest::Url;

use super::{data, flags::Effect, line::Line};

/// The address, with what `-G` and `--url-query` put into its query.
///
/// # Errors
/// One sentence; the address itself is not repeated, for it may hold a key.
pub fn address(line: &Line, in_query: Option<&[u8]>) -> Result<Url, String> {
    let text = match line.urls.as_slice() {
        [url] => url,
        [] => return Err("curl: there is no URL; see streamfall curl --help".to_owned()),
        more => {
            return Err(format!("curl: {} URLs were given; one request at a time (is a value unquoted?)", more.len()));
        }
    };
    let text = if line.has(Effect::GlobOff) { text.clone() } else { without_globs(text)? };
    // As curl does: without a scheme it is http.
    let text = if text.contains("://") { text } else { format!("http://{text}") };
    let mut url = Url::parse(&text).map_err(|error| {
        format!("curl: the URL cannot be understood ({error}); give http://host/path or https://host/path")
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(format!("curl: {}:// is not supported, only http:// and https://", url.scheme()));
    }
    for (flag, value) in &line.options {
        if flag.effect == Effect::UrlQuery {
            let piece = match value.strip_prefix('+') {
                Some(raw) => raw.as_bytes().to_vec(),
                None => data::url_encoded(value)?.0,
            };
            append(&mut url, &piece);
        }
    }
    if let Some(bytes) = in_query {
        append(&mut url, bytes);
    }
    url.set_fragment(None);
    Ok(url)
}

fn append(url: &mut Url, piece: &[u8]) {
    let piece = String::from_utf8_lossy(piece);
    let query = match url.query() {
        None | Some("") => piece.into_owned(),
        Some(query) => format!("{query}&{piece}"),
    };
    url.set_query(Some(&query));
}

/// curl takes brackets and braces for lists of URLs unless a `\` stands before each, as Chrome writes them.
fn without_globs(text: &str) -> Result<String, String> {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    // The brackets of an IPv6 address are its own.
    let host = text.find("://").map_or(0, |at| at + 3);
    let host_end = text[host..].find(['/', '?', '#']).map_or(text.len(), |at| host + at);
    while let Some(c) = rest.next() {
        match c {
            '\\' if rest.peek().is_some_and(|next| "[]{}".contains(*next)) => plain.extend(rest.next()),
            '{' | '[' if plain.len() >= host_end || c == '{' => {
                return Err(format!("curl: '{c}' in the URL stands for several URLs; give -g if it is meant as it is"));
            }
            c => plain.push(c),
        }
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::{super::line::parse, address};

    fn of(text: &str, in_query: Option<&[u8]>) -> Result<String, String> {
        address(&parse(&shlex::split(text).expect("a line"))?, in_query).map(String::from)
    }

    #[test]
    fn no_scheme_is_http_and_data_may_go_into_the_query() {
        assert_eq!(of("example.com/x?a=1", Some(b"b=2")).as_deref(), Ok("http://example.com/x?a=1&b=2"));
        assert_eq!(
            of("example.com --url-query 'q=a b' --url-query +r=1", None).as_deref(),
            Ok("http://example.com/?q=a+b&r=1")
        );
    }

    #[test]
    fn globs_are_refused_unless_they_are_meant() {
        assert_eq!(of(r"'https://[::1]:8/a?b=\[1\]'", None).as_deref(), Ok("https://[::1]:8/a?b=[1]"));
        assert_eq!(of("-g 'https://a.example/?b=[1]'", None).as_deref(), Ok("https://a.example/?b=[1]"));
        for glob in ["'https://a.example/[1-3]'", "'https://{a,b}.example/'"] {
            assert!(of(glob, None).is_err(), "{glob}");
        }
    }
}
