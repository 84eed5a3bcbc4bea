use std::sync::{Arc, OnceLock};

use rustls::{
    ClientConfig, DigitallySignedStruct, Error, NamedGroup, SignatureScheme,
    client::{
        ClientSessionStore, Resumption, Tls12ClientSessionValue, Tls13ClientSessionValue,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    },
    crypto::CryptoProvider,
    pki_types::{CertificateDer, ServerName, UnixTime},
};

use super::{
    Authorities, Identity,
    authorities::Given,
    marks::{Mark, Marks},
};

/// Who looks at the server's certificate.
#[derive(Clone, Debug)]
pub(super) enum Trust {
    /// The system's roots, read now if they were not before: ahead of t1, so that it is not taken for network time.
    System,
    /// The system's roots, read only if a certificate comes after all, from a proxy.
    SystemIfNeeded,
    /// These authorities and no other.
    Only(Arc<Authorities>),
    /// Nobody.
    Anyone,
}

/// Why there is no TLS set-up.
#[derive(Debug, thiserror::Error)]
pub(super) enum SetUpError {
    /// The system's roots.
    #[error("cannot read the system's certificates ({0}); set SSL_CERT_FILE to a bundle")]
    Roots(Error),
    /// The given authorities.
    #[error("the authorities of --cacert cannot be used ({0}); give another file")]
    Authorities(rustls::client::VerifierBuilderError),
    /// The client's certificate.
    #[error("the client certificate cannot be used ({0}); check that --cert and --key belong together")]
    Identity(Error),
}

/// The TLS set-up of one request, with a mark at the moment the transport is up.
pub(super) fn config(
    trust: Trust,
    identity: Option<&Identity>,
    http1_only: bool,
    marks: &Marks,
) -> Result<ClientConfig, SetUpError> {
    let provider = provider();
    let verifier: Arc<dyn ServerCertVerifier> = match trust {
        Trust::System => platform_verifier(&provider).map_err(SetUpError::Roots)?,
        Trust::Only(authorities) => {
            Arc::new(Given::new(authorities, Arc::clone(&provider)).map_err(SetUpError::Authorities)?)
        }
        Trust::SystemIfNeeded => Arc::new(LatePlatform(Arc::clone(&provider))),
        Trust::Anyone => Arc::new(AnyCertificate(Arc::clone(&provider))),
    };
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(SetUpError::Roots)?
        .dangerous()
        .with_custom_certificate_verifier(verifier);
    let mut config = match identity {
        None => builder.with_no_client_auth(),
        Some(identity) => builder
            .with_client_auth_cert(identity.chain.clone(), identity.key.clone_key())
            .map_err(SetUpError::Identity)?,
    };
    config.resumption = Resumption::store(Arc::new(TransportWatch(marks.clone())));
    let offered: &[&[u8]] = if http1_only { &[b"http/1.1"] } else { &[b"h2", b"http/1.1"] };
    config.alpn_protocols = offered.iter().map(|protocol| protocol.to_vec()).collect();
    Ok(config)
}

/// Reads the system's certificates if the address will need them. Meant to be called before t0: it
/// takes tens of milliseconds, once in a process, and is no part of any request. What goes wrong
/// here goes wrong again, with a sentence, when the request is sent.
pub fn get_ready(address: &str) {
    if address.starts_with("https:") {
        let _ = platform_verifier(&provider());
    }
}

/// The cryptography, also made the default of the process, which the HTTP client asks for.
pub(super) fn provider() -> Arc<CryptoProvider> {
    static PROVIDER: OnceLock<Arc<CryptoProvider>> = OnceLock::new();
    let provider = PROVIDER.get_or_init(|| {
        let ring = rustls::crypto::ring::default_provider();
        // Somebody else may have been first; then theirs stays the default.
        let _ = ring.clone().install_default();
        Arc::new(ring)
    });
    Arc::clone(provider)
}

/// The system's trusted roots. Reading them takes tens of milliseconds, so it is done once.
fn platform_verifier(provider: &Arc<CryptoProvider>) -> Result<Arc<dyn ServerCertVerifier>, Error> {
    static VERIFIER: OnceLock<Arc<dyn ServerCertVerifier>> = OnceLock::new();
    if let Some(verifier) = VERIFIER.get() {
        return Ok(Arc::clone(verifier));
    }
    let verifier: Arc<dyn ServerCertVerifier> =
        Arc::new(rustls_platform_verifier::Verifier::new(Arc::clone(provider))?);
    Ok(Arc::clone(VERIFIER.get_or_init(|| verifier)))
}

/// Remembers no session; TLS asks it for one just before it writes its first message, which is
/// the only public sign that the transport below is up.
#[derive(Debug)]
struct TransportWatch(Marks);

impl ClientSessionStore for TransportWatch {
    fn set_kx_hint(&self, _: ServerName<'static>, _: NamedGroup) {}

    fn kx_hint(&self, _: &ServerName<'_>) -> Option<NamedGroup> {
        self.0.make(Mark::TransportUp);
        None
    }

    fn set_tls12_session(&self, _: ServerName<'static>, _: Tls12ClientSessionValue) {}

    fn tls12_session(&self, _: &ServerName<'_>) -> Option<Tls12ClientSessionValue> {
        self.0.make(Mark::TransportUp);
        None
    }

    fn remove_tls12_session(&self, _: &ServerName<'static>) {}

    fn insert_tls13_ticket(&self, _: ServerName<'static>, _: Tls13ClientSessionValue) {}

    fn take_tls13_ticket(&self, _: &ServerName<'static>) -> Option<Tls13ClientSessionValue> {
        self.0.make(Mark::TransportUp);
        None
    }
}

/// The signature checks of a verifier that has only its own word on certificates, by the
/// algorithms of its provider.
macro_rules! signatures_by_provider {
    () => {
        fn verify_tls12_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let algorithms = &self.0.signature_verification_algorithms;
            rustls::crypto::verify_tls12_signature(message, certificate, signed, algorithms)
        }

        fn verify_tls13_signature(
            &self,
            message: &[u8],
            certificate: &CertificateDer<'_>,
            signed: &DigitallySignedStruct,
        ) -> Result<HandshakeSignatureValid, Error> {
            let algorithms = &self.0.signature_verification_algorithms;
            rustls::crypto::verify_tls13_signature(message, certificate, signed, algorithms)
        }

        fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
            self.0.signature_verification_algorithms.supported_schemes()
        }
    };
}

/// The system's roots, read when the first certificate comes.
#[derive(Debug)]
struct LatePlatform(Arc<CryptoProvider>);

impl ServerCertVerifier for LatePlatform {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        platform_verifier(&self.0)?.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now)
    }

    signatures_by_provider!();
}

/// Takes every certificate: the user said so with `-k`. Signatures are still checked.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    signatures_by_provider!();
}
