//! Which model ids are public, so that a safe capture may hold them.

/// Words of public model ids: families, makers, sizes, stages, variants. What a customer calls
/// a deployment has a word that is not here.
const WORDS: &str = "
    openai anthropic google meta meta-llama llama mistral mistralai deepseek ai qwen alibaba moonshotai
    moonshot zai org z x xai cohere nvidia microsoft perplexity minimax minimaxai nousresearch amazon
    accounts fireworks models model publishers us eu apac global azure bytedance baidu tencent inception
    ai21 ibm granite allenai thudm stepfun 01 gpt oss chatgpt codex computer use davinci babbage text claude
    opus sonnet haiku fable instant gemini gemma flash lite nano banana palm codellama maverick scout
    mixtral ministral magistral codestral devstral pixtral voxtral saba nemo open coder chat reasoner qwq
    qvq kimi dev glm chatglm grok build fast code command r plus aya expanse vision sonar deep research
    reasoning phi nemotron hermes nova micro premier titan yi jamba large medium small tiny big mini max
    ultra super pro turbo high low xhigh spark air ernie doubao seed hunyuan step abab mercury smollm olmo
    solar falcon dbrx wizardlm tinyllama starcoder internlm baichuan minicpm zephyr vicuna lfm exaone
    ernie-bot longcat preview exp experimental latest beta alpha instruct it base hf thinking non no audio
    realtime transcribe tts image generation search online free nitro extended versatile speciale turbos
    distill awq gptq gguf fp8 fp4 bf16 int4 int8 q4 q8 k m s test demo auto router native dialog live tool v
    vl omni moe thinker next sky alpha1 customtools lora mlx 4bit 8bit o e b cloud local a qat
";

/// The longest public id that is kept.
const LONGEST: usize = 80;
/// The most digits an id may have: a date and a few versions, too few for a key.
const MOST_DIGITS: usize = 16;

/// What a fine-tune's id starts with.
const FINE_TUNE: &str = "ft:";
/// What stands for the part of a fine-tune's id that is cut.
const CUT: &str = ":…";

/// The model id, if it has the shape of a public one. A fine-tune's is cut to its public base,
/// `ft:gpt-4o:…`, and stays a fine-tune: it is not the model that it was made from. Of anything
/// else, a deployment's name for one, there is none.
pub fn public_model_id(model: &str) -> Option<String> {
    let Some(tuned) = model.strip_prefix(FINE_TUNE) else { return is_public(model).then(|| model.to_owned()) };
    let base = tuned.split(':').next().filter(|base| is_public(base))?;
    Some(format!("{FINE_TUNE}{base}{CUT}"))
}

/// Whether an id that [`public_model_id`] gave names no model by itself: two fine-tunes of one base
/// are cut to the same words.
pub fn is_cut_model_id(id: &str) -> bool {
    id.starts_with(FINE_TUNE) && id.ends_with(CUT)
}

fn is_public(id: &str) -> bool {
    let separates = |c: char| matches!(c, '-' | '_' | '.' | '/' | ':' | '@');
    let mut parts = id.split(separates).peekable();
    id.len() <= LONGEST
        && id.chars().filter(char::is_ascii_digit).count() <= MOST_DIGITS
        && id.chars().any(|c| c.is_ascii_alphabetic())
        && parts.peek().is_some_and(|first| !first.is_empty())
        && parts.all(is_public_part)
}

/// A word of the list, a number, or a word with a version at its end; or a size or version by itself.
fn is_public_part(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    let digits = lower.bytes().filter(u8::is_ascii_digit).count();
    if is_word(&lower) || digits == lower.len() {
        return digits <= 8;
    }
    // gpt4, qwen3, llama3: a word and its version.
    let word = lower.trim_end_matches(|c: char| c.is_ascii_digit());
    if word.len() < lower.len() && is_word(word) {
        return digits <= 4;
    }
    is_version(&lower)
}

fn is_word(text: &str) -> bool {
    WORDS.split_ascii_whitespace().any(|word| word == text)
}

/// Versions and sizes: `4o`, `v3p1`, `70b`, `a22b`, `8x7b`, `128k`, `o3`, `r1`, `k2`, `m2`, `e4b`.
fn is_version(part: &str) -> bool {
    let digits = part.bytes().filter(u8::is_ascii_digit).count();
    part.len() <= 6
        && (1..=4).contains(&digits)
        && part.bytes().all(|b| b.is_ascii_digit() || b"abekmoprtvx".contains(&b))
        && part.len() - digits <= 2
}

#[cfg(test)]
mod tests {
    use super::{is_cut_model_id, public_model_id};

    #[test]
    fn public_ids_are_kept_as_they_are() {
        for id in [
            "gpt-4o",
            "gpt-5-mini-2025-08-07",
            "o3-mini",
            "gpt-5.1-codex-max",
            "chatgpt-4o-latest",
            "claude-sonnet-4-5-20250929",
            "claude-3-5-haiku@20241022",
            "us.anthropic.claude-3-5-sonnet-20241022-v2:0",
            "gemini-2.5-flash-lite-preview-09-2025",
            "openai/gpt-oss-120b",
            "meta-llama/Llama-3.3-70B-Instruct-Turbo",
            "accounts/fireworks/models/llama-v3p1-8b-instruct",
            "mixtral-8x7b-32768",
            "moonshotai/kimi-k2-instruct-0905",
            "Qwen/Qwen3-235B-A22B-Instruct-2507",
            "deepseek-r1-distill-llama-70b",
            "deepseek/deepseek-chat-v3.1:free",
            "glm-4.7",
            "grok-code-fast-1",
            "sonar-reasoning-pro",
            "command-a-03-2025",
            "llama3.2:1b",
            "qwen2.5-coder:7b",
            "gemma3:4b-it-qat",
            "test-model",
        ] {
            assert_eq!(public_model_id(id).as_deref(), Some(id));
        }
    }

    #[test]
    fn a_fine_tune_is_cut_to_its_base_and_anything_private_is_none() {
        for tuned in ["ft:gpt-4o-2024-08-06:acme-corp:secret:9x8y", "ft:gpt-4o-2024-08-06:…", "ft:gpt-4o-2024-08-06"]
        {
            assert_eq!(public_model_id(tuned).as_deref(), Some("ft:gpt-4o-2024-08-06:…"), "{tuned}");
        }
        assert!(is_cut_model_id("ft:gpt-4o-2024-08-06:…") && !is_cut_model_id("gpt-4o-2024-08-06"));
        for id in [
            "ft:acme-model:x",
            "ft:",
            "gpt-4o:…",
            "acme-prod-gpt4",
            "gpt-4o-acme",
            "gpt-4o jane@example.com",
            "sk-proj-abcdef0123456789",
            "gpt-4o-sk12345678901234567",
            "jane",
            "accounts/acme/deployments/d1",
            "arn:aws:bedrock:us-east-1:123456789012:inference-profile/x",
            "10.0.0.1",
            "2025-11-30",
            "",
            "-gpt",
            "tell-me-a-secret",
        ] {
            assert_eq!(public_model_id(id), None, "{id}");
        }
    }
}
