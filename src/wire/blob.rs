use std::borrow::Cow;

/// The shortest run of base64 that is taken for a blob: longer than any identifier or key.
const SHORTEST: usize = 128;

/// Puts its size in the place of each long run of base64 (an image, audio, an opaque signature),
/// which says more to a reader than its characters.
pub fn without_blobs(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut kept = 0;
    let mut start = 0;
    // One byte past the end closes the last run.
    for (at, byte) in text.bytes().chain([0]).enumerate() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_') {
            continue;
        }
        if at - start >= SHORTEST {
            out.push_str(&text[kept..start]);
            out.push_str(&format_size(at - start));
            kept = at;
        }
        start = at + 1;
    }
    if kept == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[kept..]);
    Cow::Owned(out)
}

fn format_size(characters: usize) -> String {
    format!("⟨base64, {} bytes⟩", characters / 4 * 3)
}

#[cfg(test)]
mod tests {
    use super::without_blobs;

    #[test]
    fn a_long_run_of_base64_becomes_its_size_and_all_else_stays() {
        let image = "iVBORw0KGgo+/".repeat(100);
        assert_eq!(
            without_blobs(&format!("{{\"b64\":\"{image}\",\"é\":1}}")),
            "{\"b64\":\"⟨base64, 975 bytes⟩\",\"é\":1}"
        );
        assert_eq!(without_blobs(&image), "⟨base64, 975 bytes⟩");
        let id = format!("\"id\":\"resp_{}\"", "0a".repeat(50));
        assert_eq!(without_blobs(&id), id);
    }
}
