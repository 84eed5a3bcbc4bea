use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::Arc,
};

use reqwest::{Url, header::HeaderValue};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use url::Host;

use super::Authorities;

/// How the connection is made, where the user wants it otherwise than by default.
#[derive(Clone, Default)]
pub struct Way {
    /// Other places to connect to; the first that fits the address counts.
    pub routes: Vec<Route>,
    /// The only kind of address to connect to.
    pub family: Option<Family>,
    /// A Unix socket in place of the network.
    pub unix_socket: Option<PathBuf>,
    /// The only authorities whose certificates are taken.
    pub roots: Option<Arc<Authorities>>,
    /// The certificate to show when the server asks for one.
    pub identity: Option<Arc<Identity>>,
}

/// One of the two kinds of IP addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// IPv4.
    V4,
    /// IPv6.
    V6,
}

/// A client certificate with its chain and key.
pub struct Identity {
    /// The chain, the client's own certificate first.
    pub chain: Vec<CertificateDer<'static>>,
    /// Its key.
    pub key: PrivateKeyDer<'static>,
}

/// Another place to connect to, for one address or for all. The request itself stays as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The host that it is for; `None` for any. An IPv6 address stands in brackets.
    pub host: Option<String>,
    /// The port that it is for; `None` for any.
    pub port: Option<u16>,
    /// Where to connect instead, names or addresses; empty for the host itself.
    pub to: Vec<String>,
    /// The port there; `None` for the same.
    pub to_port: Option<u16>,
}

/// Where a request really goes: the address for the client, the host it must name, the names to look up.
#[derive(Debug, PartialEq)]
pub(super) struct Destination {
    /// The address that the client is given.
    pub url: Url,
    /// The `host` header, where the address no longer says it.
    pub host: Option<HeaderValue>,
    /// What to look up in place of the address's host; empty for the host itself.
    pub lookup: Vec<String>,
}

impl Family {
    const fn has(self, address: IpAddr) -> bool {
        matches!((self, address), (Self::V4, IpAddr::V4(_)) | (Self::V6, IpAddr::V6(_)))
    }

    /// Those of the addresses that are of this kind, all without one.
    pub(super) fn sift(only: Option<Self>, addresses: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
        addresses.filter(|address| only.is_none_or(|family| family.has(address.ip()))).collect()
    }

    /// The word of a sentence.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::V4 => "IPv4",
            Self::V6 => "IPv6",
        }
    }
}

impl Route {
    fn is_for(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default();
        self.host.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(host))
            && self.port.is_none_or(|wanted| Some(wanted) == url.port_or_known_default())
    }
}

impl Way {
    /// Where a request to the address really goes.
    ///
    /// # Errors
    /// A sentence when the route or the kind of address cannot be had.
    pub(super) fn destination(&self, url: &Url) -> Result<Destination, String> {
        let mut to = Destination { url: url.clone(), host: None, lookup: Vec::new() };
        if let Some(route) = self.routes.iter().find(|route| route.is_for(url)) {
            to.lookup.clone_from(&route.to);
            if route.to_port.is_some_and(|port| Some(port) != url.port_or_known_default()) {
                let _ = to.url.set_port(route.to_port);
            }
            // The client asks for no address where the host is one already.
            if !matches!(url.host(), Some(Host::Domain(_))) && !to.lookup.is_empty() {
                if url.scheme() == "https" {
                    return Err("an https:// address without a name cannot be sent elsewhere; give a name".to_owned());
                }
                let _ = to.url.set_host(to.lookup.first().map(String::as_str));
                to.lookup.clear();
            }
            to.host = (to.url != *url).then(|| authority(url)).flatten();
        }
        let literal = to.url.host().and_then(|host| match host {
            Host::Ipv4(address) => Some(IpAddr::from(address)),
            Host::Ipv6(address) => Some(IpAddr::from(address)),
            Host::Domain(_) => None,
        });
        match (self.family, literal) {
            (Some(family), Some(address)) if self.unix_socket.is_none() && !family.has(address) => {
                Err(format!("{address} is no {} address; leave -4 or -6 out", family.word()))
            }
            _ => Ok(to),
        }
    }
}

/// The `host` header for an address.
fn authority(url: &Url) -> Option<HeaderValue> {
    let host = url.host_str()?;
    let text = url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    HeaderValue::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::{Destination, Family, Route, Url, Way};

    fn way(host: Option<&str>, port: Option<u16>, to: &[&str], to_port: Option<u16>) -> Way {
        let to = to.iter().map(|name| (*name).to_owned()).collect();
        Way { routes: vec![Route { host: host.map(str::to_owned), port, to, to_port }], ..Way::default() }
    }

    fn destination(way: &Way, url: &str) -> (String, String, String) {
        let Destination { url, host, lookup } = way.destination(&Url::parse(url).expect("a URL")).expect("a way");
        let host = host.map_or_else(String::new, |host| host.to_str().expect("ASCII").to_owned());
        (url.to_string(), host, lookup.join(" "))
    }

    #[test]
    fn a_name_stays_and_is_looked_up_elsewhere() {
        let route = way(Some("api.example"), Some(443), &["b.example"], Some(8443));
        let expected = ("https://api.example:8443/v1".to_owned(), "api.example".to_owned(), "b.example".to_owned());
        assert_eq!(destination(&route, "https://api.example/v1"), expected);
        let other = ("http://api.example/".to_owned(), String::new(), String::new());
        assert_eq!(destination(&route, "http://api.example/"), other, "another port");
    }

    #[test]
    fn an_address_gives_way_and_is_still_named() {
        let route = way(None, None, &["127.0.0.1"], Some(9));
        let expected = ("http://127.0.0.1:9/x".to_owned(), "10.0.0.1:8080".to_owned(), String::new());
        assert_eq!(destination(&route, "http://10.0.0.1:8080/x"), expected);
        assert!(route.destination(&Url::parse("https://10.0.0.1/").expect("a URL")).is_err());
    }

    #[test]
    fn an_address_of_the_wrong_kind_is_refused() {
        let way = Way { family: Some(Family::V6), ..Way::default() };
        let sentence = way.destination(&Url::parse("http://127.0.0.1/").expect("a URL")).expect_err("refused");
        assert_eq!(sentence, "127.0.0.1 is no IPv6 address; leave -4 or -6 out");
    }
}
