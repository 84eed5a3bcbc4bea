//! What a redirect makes of a request, by curl's rules.

use reqwest::{
    Method, StatusCode, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, HeaderMap, LOCATION},
};

use super::Request;

/// Whether redirects are followed, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redirects {
    /// How many at most.
    pub limit: u32,
    /// Whether credentials go to other hosts too.
    pub trusted: bool,
    /// Whether the method was the user's own, which stays whatever the status says.
    pub keep_method: bool,
}

/// The request that follows, or `None` when the answer is no redirect to follow.
///
/// # Errors
/// A sentence when the redirect leads nowhere or there were too many.
pub(super) fn next(
    request: &Request,
    first: &Url,
    hops: u32,
    status: StatusCode,
    headers: &HeaderMap,
) -> Result<Option<Request>, String> {
    let (Some(how), Some(location)) = (request.redirects, headers.get(LOCATION)) else { return Ok(None) };
    if !matches!(status.as_u16(), 301 | 302 | 303 | 307 | 308) {
        return Ok(None);
    }
    if hops >= how.limit {
        return Err(format!("more than {} redirects came and were not followed; --max-redirs allows more", how.limit));
    }
    let url = location.to_str().ok().and_then(|location| request.url.join(location).ok());
    let Some(url) = url.filter(|url| matches!(url.scheme(), "http" | "https")) else {
        return Err(format!(
            "{} redirects to an address that cannot be understood; leave -L out to see its answer",
            request.place()
        ));
    };
    let mut next = request.clone();
    let drops_body = match status {
        StatusCode::SEE_OTHER => request.method != Method::HEAD,
        StatusCode::MOVED_PERMANENTLY | StatusCode::FOUND => request.method == Method::POST,
        _ => false,
    };
    if drops_body {
        next.body = None;
        if !how.keep_method {
            next.method = Method::GET;
        }
        let form = "application/x-www-form-urlencoded";
        if next.headers.get(CONTENT_TYPE).is_some_and(|of_body| of_body == form) {
            next.headers.remove(CONTENT_TYPE);
        }
    }
    let same = |a: &Url, b: &Url| a.host() == b.host() && a.port_or_known_default() == b.port_or_known_default();
    if !(how.trusted || same(first, &url) && first.scheme() == url.scheme()) {
        for credential in [AUTHORIZATION, COOKIE] {
            next.headers.remove(credential);
        }
    }
    if !same(first, &url) {
        next.headers.remove(HOST);
    }
    next.url = url;
    Ok(Some(next))
}

#[cfg(test)]
mod tests {
    use super::{HeaderMap, Method, Redirects, Request, StatusCode, Url, next};

    fn request() -> Request {
        let mut request = Request::new(Method::POST, Url::parse("https://a.example/v1").expect("a URL"));
        for (name, value) in [("authorization", "Bearer T"), ("cookie", "a=b"), ("x-own", "1")] {
            request.headers.insert(name, value.parse().expect("a value"));
        }
        request.body = Some("{}".into());
        request.redirects = Some(Redirects { limit: 3, trusted: false, keep_method: false });
        request
    }

    fn follow(request: &Request, status: u16, location: &str) -> Result<Option<Request>, String> {
        let mut headers = HeaderMap::new();
        headers.insert("location", location.parse().expect("a value"));
        next(request, &request.url.clone(), 0, StatusCode::from_u16(status).expect("a status"), &headers)
    }

    #[test]
    fn a_307_keeps_method_and_body_and_a_302_does_not() {
        let kept = follow(&request(), 307, "/v2").expect("fine").expect("followed");
        assert_eq!((kept.url.as_str(), kept.method, kept.body.is_some()), ("https://a.example/v2", Method::POST, true));
        assert_eq!(kept.headers.len(), 4);
        let turned = follow(&request(), 302, "/v2").expect("fine").expect("followed");
        assert_eq!((turned.method, turned.body.is_none()), (Method::GET, true));
    }

    #[test]
    fn another_host_gets_no_credentials_unless_trusted() {
        let away = follow(&request(), 307, "https://b.example/").expect("fine").expect("followed");
        assert_eq!(
            away.headers.keys().map(reqwest::header::HeaderName::as_str).collect::<Vec<_>>(),
            ["user-agent", "x-own"]
        );
        let mut trusting = request();
        trusting.redirects = Some(Redirects { limit: 3, trusted: true, keep_method: true });
        let away = follow(&trusting, 303, "https://b.example/").expect("fine").expect("followed");
        assert_eq!((away.headers.len(), away.method), (4, Method::POST));
    }

    #[test]
    fn what_is_no_redirect_or_leads_nowhere_is_not_followed() {
        let mut plain = request();
        assert!(follow(&plain, 304, "/v2").expect("fine").is_none());
        assert!(follow(&plain, 302, "ftp://a.example/").is_err());
        plain.redirects = None;
        assert!(follow(&plain, 307, "/v2").expect("fine").is_none());
    }
}
