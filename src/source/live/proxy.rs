use std::env;

use hyper::Uri;
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{ClientBuilder, NoProxy, Proxy, Url};

/// Which proxy to use.
#[derive(Clone, Default, PartialEq, Eq)]
pub enum ProxyChoice {
    /// What the environment and the system say.
    #[default]
    System,
    /// None at all.
    Direct,
    /// This one; may carry credentials. Hosts that the environment takes out of proxying stay out, as with curl.
    Url(String),
}

impl ProxyChoice {
    /// The client with this choice in it.
    ///
    /// # Errors
    /// One sentence when the address cannot be understood.
    pub(super) fn of(&self, builder: ClientBuilder) -> Result<ClientBuilder, String> {
        Ok(match self {
            Self::System => builder,
            Self::Direct => builder.no_proxy(),
            Self::Url(address) => builder.proxy(explicit(address)?),
        })
    }

    /// The proxy that a connection to an address goes to, by the rules that the client has for it.
    pub(super) fn on_the_way_to(&self, url: &Url) -> Option<Url> {
        let matcher = match self {
            Self::System => Matcher::from_system(),
            Self::Direct => return None,
            Self::Url(address) => Matcher::builder().all(address.as_str()).no(excluded()).build(),
        };
        let origin: Uri = url.origin().ascii_serialization().parse().ok()?;
        Url::parse(&matcher.intercept(&origin)?.uri().to_string()).ok().filter(Url::has_host)
    }
}

/// The hosts that the environment takes out of proxying.
fn excluded() -> String {
    env::var("NO_PROXY").or_else(|_| env::var("no_proxy")).unwrap_or_default()
}

fn explicit(address: &str) -> Result<Proxy, String> {
    Proxy::all(address)
        .map(|proxy| proxy.no_proxy(NoProxy::from_env()))
        .map_err(|_| "cannot use the proxy of -x: its address cannot be understood; give http://host:port".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{ProxyChoice, Url};

    #[test]
    fn a_connection_goes_to_the_proxy_that_was_chosen() {
        let url = Url::parse("https://api.example.com/v1?key=x").expect("a URL");
        let way = |choice: ProxyChoice| choice.on_the_way_to(&url).map(|proxy| proxy.to_string());
        assert_eq!(way(ProxyChoice::Direct), None);
        let named = ProxyChoice::Url("http://user:secret@proxy.example:3128".to_owned());
        assert_eq!(way(named).as_deref(), Some("http://proxy.example:3128/"));
    }
}
