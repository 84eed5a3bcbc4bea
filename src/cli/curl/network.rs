//! How a curl line wants to be connected: proxies, other places, certificates.

use std::path::Path;

use reqwest::Url;

use crate::source::live::{ProxyChoice, Route, Way, read_identity, read_roots};

use super::{flags::Effect, line::Line, paste};

/// The way to the server.
///
/// # Errors
/// One sentence that names the option or the file.
pub fn way(line: &Line) -> Result<Way, String> {
    let mut way = Way { unix_socket: line.value(Effect::UnixSocket).map(Into::into), ..Way::default() };
    for (flag, value) in &line.options {
        match flag.effect {
            Effect::Resolve => way.routes.push(resolve(value)?),
            Effect::ConnectTo => way.routes.push(connect_to(value)?),
            Effect::CaCert => way.roots = Some(read_roots(Path::new(value))?),
            Effect::Only(family) => way.family = Some(family),
            _ => {}
        }
    }
    if let Some(certificate) = line.value(Effect::Cert) {
        // A password after the file would be for an encrypted key, which is not read.
        let file = if Path::new(certificate).exists() {
            certificate
        } else {
            certificate.split(':').next().unwrap_or_default()
        };
        let key = line.value(Effect::Key).unwrap_or(file);
        way.identity = Some(read_identity(Path::new(file), Path::new(key))?);
    }
    Ok(way)
}

/// `[+]HOST:PORT:ADDRESS[,ADDRESS]…`; the host may be `*`.
fn resolve(value: &str) -> Result<Route, String> {
    let expected =
        || "curl's option --resolve: give HOST:PORT:ADDRESS, such as api.example.com:443:127.0.0.1".to_owned();
    let [host, port, addresses] = fields::<3>(value.trim_start_matches('+')).ok_or_else(expected)?;
    let to: Vec<_> = addresses.split(',').map(str::to_owned).collect();
    if host.starts_with('-') || to.iter().any(|address| bare(address).parse::<std::net::IpAddr>().is_err()) {
        return Err(expected());
    }
    Ok(Route {
        host: (host != "*").then(|| host.to_owned()),
        port: Some(number(port).ok_or_else(expected)?),
        to,
        to_port: None,
    })
}

/// `HOST:PORT:OTHER:PORT`; an empty one means any, or the same.
fn connect_to(value: &str) -> Result<Route, String> {
    let expected = || "curl's option --connect-to: give HOST:PORT:OTHER-HOST:OTHER-PORT".to_owned();
    let [host, port, to, to_port] = fields::<4>(value).ok_or_else(expected)?;
    let port_or_none =
        |text: &str| if text.is_empty() { Ok(None) } else { number(text).map(Some).ok_or_else(expected) };
    Ok(Route {
        host: Some(host).filter(|host| !host.is_empty()).map(str::to_owned),
        port: port_or_none(port)?,
        to: Some(to).filter(|to| !to.is_empty()).map(str::to_owned).into_iter().collect(),
        to_port: port_or_none(to_port)?,
    })
}

/// So many fields between colons; an IPv6 address in brackets is one. The last takes the rest.
fn fields<const N: usize>(text: &str) -> Option<[&str; N]> {
    let mut fields = [""; N];
    let mut rest = text;
    for (at, field) in fields.iter_mut().enumerate() {
        if at + 1 == N {
            *field = rest;
            break;
        }
        let from = if rest.starts_with('[') { rest.find(']')? } else { 0 };
        let colon = from + rest[from..].find(':')?;
        (*field, rest) = (&rest[..colon], &rest[colon + 1..]);
    }
    Some(fields)
}

fn number(text: &str) -> Option<u16> {
    text.parse().ok()
}

fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

/// The proxy: of the line, else of the variables that stood before it, else of the system.
///
/// # Errors
/// One sentence without credentials.
pub fn proxy(line: &Line, variables: &[(String, String)], url: &Url) -> Result<ProxyChoice, String> {
    let excluded = |list: &str| list.split([',', ' ']).any(|name| is_below(url.host_str().unwrap_or_default(), name));
    if line.value(Effect::NoProxy).is_some_and(excluded) {
        return Ok(ProxyChoice::Direct);
    }
    let of_line = line.value(Effect::Proxy);
    let names = [format!("{}_proxy", url.scheme()), "all_proxy".to_owned()];
    let before = names.iter().find_map(|name| paste::variable(variables, name));
    match of_line.or(before) {
        Some(address) => one(address, line.value(Effect::ProxyUser)),
        None if paste::variable(variables, "no_proxy").is_some_and(excluded) => Ok(ProxyChoice::Direct),
        None => Ok(ProxyChoice::System),
    }
}

/// Whether a host is the named one or below it; `*` is all.
fn is_below(host: &str, name: &str) -> bool {
    let name = name.trim_start_matches('.');
    name == "*"
        || !name.is_empty() && host.strip_suffix(name).is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

fn one(address: &str, user: Option<&str>) -> Result<ProxyChoice, String> {
    if address.is_empty() {
        return Ok(ProxyChoice::Direct);
    }
    let (scheme, rest) = address.split_once("://").unwrap_or(("http", address));
    if !matches!(scheme, "http" | "https") {
        return Err(format!("curl's option -x: {scheme}:// proxies are not supported, only http:// and https://"));
    }
    let bad = || "curl's option -x: the address of the proxy cannot be understood; give http://host:port".to_owned();
    let mut url = Url::parse(&format!("{scheme}://{rest}")).map_err(|_| bad())?;
    // curl's own default, where the address names no port at all.
    let names_port = rest.trim_end_matches('/').rsplit(['@', ']']).next().is_some_and(|host| host.contains(':'));
    if scheme == "http" && !names_port {
        url.set_port(Some(1080)).map_err(|()| bad())?;
    }
    if let Some(user) = user {
        let (name, password) = user.split_once(':').unwrap_or((user, ""));
        url.set_username(name).and_then(|()| url.set_password(Some(password))).map_err(|()| bad())?;
    }
    // Port 80 is no default here, and the URL's own words would leave it out.
    Ok(ProxyChoice::Url(url.as_str().trim_end_matches('/').to_owned()))
}

#[cfg(test)]
mod tests {
    use super::{ProxyChoice, Route, Url, connect_to, is_below, one, proxy, resolve};
    use crate::cli::curl::line::parse;

    #[test]
    fn other_places_are_read_as_curl_reads_them() {
        let route = |host: Option<&str>, port, to: &[&str], to_port| Route {
            host: host.map(str::to_owned),
            port,
            to: to.iter().map(|to| (*to).to_owned()).collect(),
            to_port,
        };
        assert_eq!(
            resolve("a.example:443:127.0.0.1,[::1]"),
            Ok(route(Some("a.example"), Some(443), &["127.0.0.1", "[::1]"], None))
        );
        assert_eq!(connect_to("::b.example:"), Ok(route(None, None, &["b.example"], None)));
        assert_eq!(connect_to("[::1]:1:[::2]:2"), Ok(route(Some("[::1]"), Some(1), &["[::2]"], Some(2))));
        assert!(resolve("a.example:443").is_err() && connect_to("a:b:c:d").is_err());
    }

    #[test]
    fn a_proxy_comes_from_the_line_or_from_before_it() {
        let url = Url::parse("https://api.a.example/").expect("a URL");
        let of = |text: &str, variables: &[(&str, &str)]| {
            let variables: Vec<_> = variables.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
            proxy(&parse(&shlex::split(text).expect("a line")).expect("a line"), &variables, &url).expect("a choice")
        };
        let is = |choice: ProxyChoice, address: &str| assert!(choice == ProxyChoice::Url(address.to_owned()));
        is(of("-x p.example -U u:p", &[]), "http://u:p@p.example:1080");
        is(of("x", &[("HTTPS_PROXY", "http://p.example:3128")]), "http://p.example:3128");
        assert!(of("-x p:1 --noproxy a.example", &[]) == ProxyChoice::Direct);
        assert!(of("-x ''", &[]) == ProxyChoice::Direct && of("x", &[]) == ProxyChoice::System);
        assert!(is_below("a.example", "*") && !is_below("ba.example", "a.example"));
        let refused = one("socks5://user:SECRET@p", None).err().expect("refused");
        assert!(!refused.contains("SECRET"), "{refused}");
    }
}
