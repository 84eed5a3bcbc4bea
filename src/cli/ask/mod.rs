//! `streamfall ask`: builds the request for a known provider from a prompt.

mod body;
mod key;
mod key_command;
mod print;
mod providers;
mod tools;

use std::{
    fs,
    io::{self, IsTerminal, Read},
    path::PathBuf,
    time::Instant,
};

use bytes::Bytes;
use reqwest::{
    Method, Url,
    header::{CONTENT_TYPE, HeaderName, HeaderValue},
};

use super::{
    Exit, Failure, OutputArgs, RepeatArgs, TimeoutArgs, complain,
    config::{self, Profile},
    numbers::{number, whole_from},
    repeat, session,
    stdout::Stdout,
};
use crate::{
    source::live::{self, Request},
    timeline::{Phase, PhaseTime},
    wire::read_words,
};
use body::Question;
pub use key::is_variable;
use providers::{CUSTOM, PROVIDERS, Provider};
use tools::Tool;

/// Arguments of `streamfall ask`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: streamfall ask 'Why is the sky blue?' -p openai -m gpt-5.1")]
pub struct AskArgs {
    /// What to ask; `-` or nothing reads it from standard input
    prompt: Vec<String>,
    /// Who to ask: openai, anthropic, gemini, …
    ///
    /// The key comes from the provider's usual environment variable; a profile or --key-env may name another.
    /// One of openai, openai-chat, anthropic, gemini, openrouter, groq, mistral, deepseek, ollama.
    #[arg(short, long, env = "STREAMFALL_PROVIDER", hide_env = true, hide_possible_values = true, value_parser = providers::names())]
    provider: Option<String>,
    /// Which model to ask
    #[arg(short, long, env = "STREAMFALL_MODEL", hide_env = true)]
    model: Option<String>,
    /// Ask here instead, such as http://localhost:8000/v1
    ///
    /// Speaks openai-chat unless --provider says otherwise, and sends no key unless --key-env names one.
    #[arg(long, value_name = "URL", env = "STREAMFALL_BASE_URL", hide_env = true)]
    base_url: Option<String>,
    /// A profile of the configuration file
    #[arg(long, value_name = "NAME", env = "STREAMFALL_PROFILE", hide_env = true, hide_short_help = true)]
    profile: Option<String>,
    /// The environment variable that holds the key
    #[arg(long, value_name = "NAME", env = "STREAMFALL_KEY_ENV", hide_env = true, hide_short_help = true)]
    key_env: Option<String>,
    /// Instructions for the model
    #[arg(long, value_name = "TEXT", env = "STREAMFALL_SYSTEM", hide_env = true, hide_short_help = true)]
    system: Option<String>,
    /// How much to reason: a word such as low, or tokens
    ///
    /// A word (low, medium, high) goes to the provider as it is; a number is a budget, where the provider takes one.
    #[arg(long, value_name = "EFFORT", env = "STREAMFALL_REASONING", hide_env = true)]
    reasoning: Option<String>,
    /// A tool that the model may call, as JSON
    ///
    /// May be repeated. An object with name, description and parameters (a JSON schema), or a list of them, in the words of any provider.
    #[arg(long = "tool", value_name = "FILE")]
    tools: Vec<PathBuf>,
    /// At most so many output tokens
    #[arg(long, value_name = "N", env = "STREAMFALL_MAX_TOKENS", hide_env = true, hide_short_help = true, value_parser = |text: &str| whole_from(text, &1_u64))]
    max_tokens: Option<u64>,
    /// The temperature
    #[arg(long, value_name = "T", env = "STREAMFALL_TEMPERATURE", hide_env = true, hide_short_help = true, value_parser = |text: &str| number(text, 0.0..=10.0))]
    temperature: Option<f64>,
    /// Print the request as a curl line and send nothing
    ///
    /// The key stands in it as a variable, so that the line can be pasted and shown. Also --body-out.
    #[arg(long, alias = "body-out")]
    print_curl: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    timeouts: TimeoutArgs,
    #[command(flatten)]
    repeat: RepeatArgs,
}

/// Whether there is a provider of this name.
pub fn is_provider(name: &str) -> bool {
    PROVIDERS.iter().any(|provider| provider.name == name)
}

/// The names of the providers, in a row.
pub fn provider_names() -> String {
    PROVIDERS.iter().map(|provider| provider.name).collect::<Vec<_>>().join(", ")
}

/// Runs `streamfall ask`.
///
/// # Errors
/// When there is no key, the prompt cannot be read, or nothing can be sent.
pub fn run(args: &AskArgs) -> Result<Exit, Failure> {
    let profile = config::profile(args.profile.as_deref())?;
    let provider = provider(args, &profile)?;
    let base = args.base_url.as_deref().or(profile.base_url.as_deref()).unwrap_or(provider.base);
    live::get_ready(base);
    let source = key::source(args.key_env.as_deref(), &profile, provider);
    let tools = tools(&args.tools)?;
    // t0: the order is understood. Obtaining the key and reading the prompt come after it, so that they are timed.
    let accepted = Instant::now();
    let mut local = Vec::new();
    let key = if args.print_curl { None } else { key::read(&source, provider, args.timeouts.timeouts().total)? };
    if matches!(source, key::Source::Command(_)) {
        local.push((Phase::Auth, session::done_since(accepted, accepted)));
    }
    let (prompt, body_read) = prompt(&args.prompt, accepted)?;
    local.extend(body_read.map(|time| (Phase::BodyRead, time)));
    let question = question(args, &profile, prompt, tools)?;
    if let Some(tokens) =
        question.reasoning.as_deref().and_then(body::budget).filter(|_| !provider.shape.takes_budget())
    {
        let name = provider.name;
        return Err(usage(format!("ask: {name} takes a word for --reasoning, such as low, and no number: {tokens}")));
    }
    let mut request = request(provider, base, &question)?;
    if args.print_curl {
        let credential = key::variable(&source).map(|variable| key::header(provider, &format!("${variable}")));
        let line = print::curl_line(&request, credential.as_ref());
        Stdout::default().print(&line).map_err(|error| session::internal("cannot write to standard output", &error))?;
        if let key::Source::Command(_) = source {
            complain("note: set API_KEY to what the profile's key_command prints before you run this line");
        }
        return Ok(Exit::Completed);
    }
    if let Some(key) = key {
        let (name, value) = key::header(provider, &key);
        let value = HeaderValue::try_from(value)
            .map_err(|_| usage("ask: the key holds characters that no header can carry; set it anew".to_owned()))?;
        request.headers.insert(name, value);
    }
    request.timeouts = args.timeouts.timeouts();
    repeat::run(session::order(request, accepted, local, &args.output), &args.output, &args.repeat)
}

/// A model's name as one segment of a path, whatever is in it.
fn segment(model: &str) -> String {
    let plain = |c: &char| c.is_ascii_alphanumeric() || "-._~:@".contains(*c);
    if model.chars().all(|c| plain(&c)) && !model.chars().all(|c| c == '.') {
        return model.to_owned();
    }
    url::form_urlencoded::byte_serialize(model.as_bytes()).collect::<String>().replace('.', "%2E").replace('+', "%20")
}

/// The prompt: the words, or standard input for `-` and for none, with how long reading it took.
fn prompt(words: &[String], accepted: Instant) -> Result<(String, Option<PhaseTime>), Failure> {
    let from_stdin = match words {
        [] if io::stdin().is_terminal() => {
            return Err(usage("ask: there is no prompt; write it after ask, or pipe it in".to_owned()));
        }
        [] => true,
        [only] => only == "-",
        _ => false,
    };
    if !from_stdin {
        let prompt = words.join(" ");
        if prompt.trim().is_empty() {
            return Err(usage("ask: the prompt is empty; write what to ask".to_owned()));
        }
        return Ok((prompt, None));
    }
    let began = Instant::now();
    let mut prompt = String::new();
    io::stdin()
        .lock()
        .read_to_string(&mut prompt)
        .map_err(|error| usage(format!("ask: cannot read the prompt from standard input: {}", read_words(&error))))?;
    if prompt.trim().is_empty() {
        return Err(usage("ask: the prompt on standard input is empty; pipe some text in".to_owned()));
    }
    Ok((prompt, Some(session::done_since(began, accepted))))
}

fn tools(files: &[PathBuf]) -> Result<Vec<Tool>, Failure> {
    let mut tools = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| {
            usage(format!("ask: cannot read the tool '{}': {}", file.display(), read_words(&error)))
        })?;
        let read = Tool::parse(&text);
        tools.extend(read.map_err(|why| usage(format!("ask: the tool '{}' cannot be used: {why}", file.display())))?);
    }
    Ok(tools)
}

fn provider(args: &AskArgs, profile: &Profile) -> Result<&'static Provider, Failure> {
    let own_base = args.base_url.is_some() || profile.base_url.is_some();
    match args.provider.as_deref().or(profile.provider.as_deref()) {
        Some(name) => PROVIDERS
            .iter()
            .find(|provider| provider.name == name)
            .ok_or_else(|| usage(format!("ask: there is no provider '{name}'; see streamfall ask --help"))),
        None if own_base => Ok(&CUSTOM),
        None => Err(usage("ask: nobody to ask; give --provider, --base-url or --profile".to_owned())),
    }
}

fn question(args: &AskArgs, profile: &Profile, prompt: String, tools: Vec<Tool>) -> Result<Question, Failure> {
    let or = |given: &Option<String>, of_profile: &Option<String>| given.clone().or_else(|| of_profile.clone());
    let model = or(&args.model, &profile.model)
        .ok_or_else(|| usage("ask: there is no model; give --model, or a profile that names one".to_owned()))?;
    Ok(Question {
        model,
        prompt,
        system: or(&args.system, &profile.system),
        reasoning: or(&args.reasoning, &profile.reasoning),
        tools,
        max_tokens: args.max_tokens.or(profile.max_tokens),
        temperature: args.temperature.or(profile.temperature),
    })
}

fn request(provider: &Provider, base: &str, question: &Question) -> Result<Request, Failure> {
    let base = base.trim_end_matches('/');
    let path = provider.path.replace("{model}", &segment(&question.model));
    let url =
        Url::parse(&format!("{base}{path}")).ok().filter(|url| matches!(url.scheme(), "http" | "https")).ok_or_else(
            || usage("ask: --base-url is no address; give a whole one, such as http://localhost:8000/v1".to_owned()),
        )?;
    let mut request = Request::new(Method::POST, url);
    request.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    for (name, value) in provider.headers {
        request.headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    request.body = Some(Bytes::from(body::body(provider, question)));
    Ok(request)
}

fn usage(sentence: String) -> Failure {
    Failure::new(Exit::Usage, sentence)
}
