//! A request as a curl line that can be pasted, with a variable where the key would stand.

use std::fmt::Write;

use reqwest::header::HeaderName;

use crate::source::live::Request;

/// The line. The named header is written as given, with the variable in it.
pub fn curl_line(request: &Request, credential: Option<&(HeaderName, String)>) -> String {
    let mut line = format!("curl -N {}", quoted(request.url.as_str()));
    for (name, value) in &request.headers {
        let value = String::from_utf8_lossy(value.as_bytes());
        let _ = write!(line, " \\\n  -H {}", quoted(&format!("{name}: {value}")));
    }
    if let Some((name, value)) = credential {
        let _ = write!(line, " \\\n  -H \"{name}: {value}\"");
    }
    if let Some(body) = &request.body {
        let _ = write!(line, " \\\n  --data-raw {}", quoted(&String::from_utf8_lossy(body)));
    }
    line + "\n"
}

/// The text as one word of a shell.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}
