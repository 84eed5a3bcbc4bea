//! `streamfall ask`: builds the request for a known provider from a prompt.

mod body;
mod providers;

use std::{
    env,
    io::{self, Read},
    time::Instant,
};

use bytes::Bytes;
use reqwest::{
    Method, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderName, HeaderValue},
};

use super::{Exit, Failure, OutputArgs, RepeatArgs, TimeoutArgs, repeat, session};
use crate::{
    source::live::{self, Request},
    timeline::Micros,
};
use providers::{Auth, CUSTOM, PROVIDERS, Provider};

/// Arguments of `streamfall ask`.
#[derive(Debug, clap::Args)]
pub struct AskArgs {
    /// What to ask; `-` reads it from standard input
    prompt: String,
    /// Who to ask; the key comes from the provider's usual environment variable
    #[arg(long, value_parser = providers::names(), required_unless_present = "base_url")]
    provider: Option<String>,
    /// Which model to ask
    #[arg(long)]
    model: String,
    /// Ask here instead, such as http://localhost:8000/v1; speaks openai-chat unless --provider says otherwise
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// The environment variable that holds the key
    #[arg(long, value_name = "NAME")]
    key_env: Option<String>,
    /// At most so many output tokens
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    repeat: RepeatArgs,
}

/// Runs `streamfall ask`.
///
/// # Errors
/// When there is no key, the prompt cannot be read, or nothing can be sent.
pub fn run(args: &AskArgs) -> Result<Exit, Failure> {
    let provider = provider(args);
    let base = args.base_url.as_deref().unwrap_or(provider.base);
    live::get_ready(base);
    let accepted = Instant::now();
    let (prompt, body_read) = prompt(&args.prompt, accepted)?;
    let mut request = request(args, provider, base, &prompt)?;
    request.timeouts = args.timeouts.timeouts();
    repeat::run(session::order(request, accepted, body_read, &args.output), &args.output, &args.repeat)
}

fn prompt(given: &str, accepted: Instant) -> Result<(String, Option<(Micros, Micros)>), Failure> {
    if given != "-" {
        return Ok((given.to_owned(), None));
    }
    let began = Instant::now();
    let mut prompt = String::new();
    io::stdin()
        .lock()
        .read_to_string(&mut prompt)
        .map_err(|error| usage(format!("ask: cannot read the prompt from standard input: {error}")))?;
    Ok((prompt, Some((began.elapsed().into(), accepted.elapsed().into()))))
}

fn provider(args: &AskArgs) -> &'static Provider {
    let named = args.provider.as_deref();
    named.and_then(|name| PROVIDERS.iter().find(|provider| provider.name == name)).unwrap_or(&CUSTOM)
}

fn request(args: &AskArgs, provider: &Provider, base: &str, prompt: &str) -> Result<Request, Failure> {
    let base = base.trim_end_matches('/');
    let path = provider.path.replace("{model}", &args.model);
    let url = Url::parse(&format!("{base}{path}"))
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https"))
        .ok_or_else(|| usage("ask: --base-url must be a whole http:// or https:// address".to_owned()))?;
    let mut request = Request::new(Method::POST, url);
    request.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in provider.headers {
        request.headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Some(key) = key(args, provider)? {
        let (name, value) = match provider.auth {
            Auth::Bearer => (AUTHORIZATION, format!("Bearer {key}")),
            Auth::Header(name) => (HeaderName::from_static(name), key),
        };
        let value = HeaderValue::try_from(value)
            .map_err(|_| usage("ask: the key holds characters that no header can carry".to_owned()))?;
        request.headers.insert(name, value);
    }
    request.body = Some(Bytes::from(body::body(provider, &args.model, prompt, args.max_tokens)));
    Ok(request)
}

/// The key, where one is needed. A variable that the user named must be there.
fn key(args: &AskArgs, provider: &Provider) -> Result<Option<String>, Failure> {
    let Some(variable) = args.key_env.as_deref().or(provider.key) else { return Ok(None) };
    match env::var(variable) {
        Ok(key) if !key.trim().is_empty() => Ok(Some(key.trim().to_owned())),
        _ => Err(usage(format!("ask: there is no key for {}; set {variable}", provider.name))),
    }
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}
