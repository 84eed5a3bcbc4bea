//! `--otlp`: sends the trace of a request to an OpenTelemetry receiver.

use std::time::Duration;

use reqwest::{
    Client, Url,
    header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue},
};

use crate::{
    report::otlp,
    source::live::cause,
    timeline::Micros,
    trace::{Recording, Thresholds},
    wire::system_words,
};

/// Where OTLP over HTTP takes traces.
const PATH: &str = "/v1/traces";

/// How long a receiver may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// The address for traces: as given, or with the standard path where there is none.
///
/// # Errors
/// When it is no http or https address.
pub fn address(given: &str) -> Result<Url, String> {
    let refused = |why: &str| format!("give an http or https address, such as http://localhost:4318 ({why})");
    let mut url = Url::parse(given).map_err(|error| refused(&error.to_string()))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(refused("this is neither"));
    }
    if url.path() == "/" {
        url.set_path(PATH);
    }
    Ok(url)
}

/// The headers of `OTEL_EXPORTER_OTLP_HEADERS`: `name=value,name=value`, values percent-encoded.
fn headers(listed: &str) -> HeaderMap {
    let decoded = |text: &str| {
        url::form_urlencoded::parse(format!("v={}", text.replace('+', "%2B")).as_bytes())
            .next()
            .map(|(_, v)| v.into_owned())
    };
    let pairs = listed.split(',').filter_map(|pair| {
        let (name, value) = pair.split_once('=')?;
        let mut value = HeaderValue::from_str(decoded(value.trim())?.as_str()).ok()?;
        value.set_sensitive(true);
        Some((HeaderName::from_bytes(name.trim().as_bytes()).ok()?, value))
    });
    pairs.collect()
}

/// Sends a recording and waits for the receiver's word.
///
/// # Errors
/// When the receiver cannot be reached or refuses, in one sentence.
pub fn send(recording: &Recording, thresholds: &Thresholds, url: &Url) -> Result<(), String> {
    let length = recording.latest().now().max(Micros(1)).duration();
    let started = jiff::Timestamp::now().checked_sub(length).unwrap_or_default();
    let body = otlp(recording, thresholds, started);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the trace was not delivered: {}", system_words(&error)))?;
    runtime.block_on(post(url.clone(), body)).map_err(|why| {
        let receiver = url.host_str().unwrap_or_default();
        format!("the trace was not delivered to the OTLP receiver on {receiver}: {why}; check --otlp and the receiver")
    })
}

async fn post(url: Url, body: Vec<u8>) -> Result<(), String> {
    // The HTTP client asks for it even where no TLS is spoken; a request that was sent has set it already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder().timeout(PATIENCE).redirect(reqwest::redirect::Policy::none());
    let client = builder.build().map_err(|error| cause(&error))?;
    let extra = headers(&std::env::var("OTEL_EXPORTER_OTLP_HEADERS").unwrap_or_default());
    let request = client.post(url).headers(extra).header(CONTENT_TYPE, "application/x-protobuf").body(body);
    let response = request.send().await.map_err(|error| cause(&error))?;
    match response.status() {
        status if status.is_success() => Ok(()),
        status => Err(format!("it answered {}", status.as_u16())),
    }
}
