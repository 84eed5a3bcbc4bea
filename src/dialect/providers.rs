/// Public hosts and whose they are. A host below one of these is that provider's too.
const HOSTS: &[(&str, &str)] = &[
    ("api.openai.com", "openai"),
    ("chatgpt.com", "openai"),
    ("openai.azure.com", "azure"),
    ("cognitiveservices.azure.com", "azure"),
    ("services.ai.azure.com", "azure"),
    ("models.ai.azure.com", "azure"),
    ("api.anthropic.com", "anthropic"),
    ("generativelanguage.googleapis.com", "google"),
    ("cloudcode-pa.googleapis.com", "google"),
    ("aiplatform.googleapis.com", "vertex"),
    ("openrouter.ai", "openrouter"),
    ("api.groq.com", "groq"),
    ("api.deepseek.com", "deepseek"),
    ("api.mistral.ai", "mistral"),
    ("codestral.mistral.ai", "mistral"),
    ("api.x.ai", "xai"),
    ("api.perplexity.ai", "perplexity"),
    ("api.together.xyz", "together"),
    ("api.together.ai", "together"),
    ("api.fireworks.ai", "fireworks"),
    ("api.cerebras.ai", "cerebras"),
    ("api.cohere.com", "cohere"),
    ("api.cohere.ai", "cohere"),
    ("aliyuncs.com", "alibaba"),
    ("open.bigmodel.cn", "zai"),
    ("api.z.ai", "zai"),
    ("api.moonshot.cn", "moonshot"),
    ("api.moonshot.ai", "moonshot"),
    ("api.minimax.io", "minimax"),
    ("api.minimaxi.com", "minimax"),
    ("volces.com", "volcengine"),
    ("bytepluses.com", "volcengine"),
    ("api.coze.com", "coze"),
    ("api.coze.cn", "coze"),
    ("baidubce.com", "baidu"),
    ("hunyuan.cloud.tencent.com", "tencent"),
    ("api.stepfun.com", "stepfun"),
    ("api.siliconflow.cn", "siliconflow"),
    ("api.siliconflow.com", "siliconflow"),
    ("ollama.com", "ollama"),
    ("ai-gateway.vercel.sh", "vercel"),
    ("githubcopilot.com", "copilot"),
    ("models.github.ai", "github"),
    ("models.inference.ai.azure.com", "github"),
    ("amazonaws.com", "bedrock"),
    ("api.aws", "bedrock"),
    ("gateway.ai.cloudflare.com", "cloudflare"),
    ("api.cloudflare.com", "cloudflare"),
    ("api.sambanova.ai", "sambanova"),
    ("integrate.api.nvidia.com", "nvidia"),
    ("api.deepinfra.com", "deepinfra"),
    ("api.novita.ai", "novita"),
    ("api.hyperbolic.xyz", "hyperbolic"),
    ("router.huggingface.co", "huggingface"),
    ("endpoints.huggingface.cloud", "huggingface"),
    ("api.ai21.com", "ai21"),
    ("api.friendli.ai", "friendli"),
    ("inference.baseten.co", "baseten"),
    ("api.inceptionlabs.ai", "inception"),
    ("api.replicate.com", "replicate"),
];

/// The provider's name when the host is a known public one, else `other`: this machine's too.
pub(super) fn provider_of_host(host: &str) -> &'static str {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_below = |known: &str| host.strip_suffix(known).is_some_and(|above| above.is_empty() || above.ends_with('.'));
    HOSTS.iter().find(|(known, _)| is_below(known)).map_or("other", |(_, name)| name)
}

/// The static form of a public host that is listed itself, not only something above it: a name below
/// one can be a customer's.
pub fn known_host(host: &str) -> Option<&'static str> {
    HOSTS.iter().find(|(known, _)| *known == host).map(|(known, _)| *known)
}

/// The static form of a provider's name that may stand in a safe capture.
pub fn known_provider(name: &str) -> Option<&'static str> {
    HOSTS.iter().map(|(_, known)| *known).chain(["other"]).find(|known| *known == name)
}

#[cfg(test)]
mod tests {
    use super::{known_host, known_provider, provider_of_host};

    #[test]
    fn a_host_is_known_by_itself_or_by_what_it_is_below() {
        for (host, want) in [
            ("api.openai.com", "openai"),
            ("API.OpenAI.com.", "openai"),
            ("acme-prod.openai.azure.com", "azure"),
            ("bedrock-runtime.us-east-1.amazonaws.com", "bedrock"),
            ("notapi.openai.com", "other"),
            ("api.openai.com.evil.example", "other"),
            ("llm.corp.example", "other"),
            ("localhost", "other"),
            ("127.0.0.1", "other"),
            ("[::1]", "other"),
        ] {
            assert_eq!(provider_of_host(host), want, "{host}");
        }
    }

    #[test]
    fn only_a_listed_host_may_be_named() {
        assert_eq!(known_host("api.openai.com"), Some("api.openai.com"));
        for host in ["acme-prod.openai.azure.com", "llm.corp.example", "localhost", "api.openai.com:8443"] {
            assert_eq!(known_host(host), None, "{host}");
        }
    }

    #[test]
    fn only_listed_names_are_known() {
        assert_eq!(known_provider("groq"), Some("groq"));
        assert_eq!(known_provider("other"), Some("other"));
        assert_eq!(known_provider("acme"), None);
        assert_eq!(known_provider("local"), None, "not a public host");
    }
}
