use std::sync::Arc;

use rustls::{
    DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::{
        VerifierBuilderError, WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::CryptoProvider,
    pki_types::{CertificateDer, ServerName, UnixTime},
    server::ParsedCertificate,
};

/// The only authorities whose certificates are taken.
#[derive(Debug)]
pub struct Authorities {
    store: Arc<RootCertStore>,
    certificates: Vec<CertificateDer<'static>>,
}

impl Authorities {
    /// Those of these certificates that can stand for an authority; `None` when none can.
    pub fn new(certificates: Vec<CertificateDer<'static>>) -> Option<Self> {
        let mut store = RootCertStore::empty();
        let (added, _) = store.add_parsable_certificates(certificates.iter().cloned());
        (added > 0).then(|| Self { store: Arc::new(store), certificates })
    }
}

/// Takes what the authorities vouch for, and a given certificate itself: one that signs itself, as
/// they are made for a server on one's own machine, is an authority and no server's by the book.
#[derive(Debug)]
pub(super) struct Given {
    by_the_book: Arc<WebPkiServerVerifier>,
    authorities: Arc<Authorities>,
}

impl Given {
    pub(super) fn new(
        authorities: Arc<Authorities>,
        provider: Arc<CryptoProvider>,
    ) -> Result<Self, VerifierBuilderError> {
        let store = Arc::clone(&authorities.store);
        let by_the_book = WebPkiServerVerifier::builder_with_provider(store, provider).build()?;
        Ok(Self { by_the_book, authorities })
    }
}

impl ServerCertVerifier for Given {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let by_the_book =
            self.by_the_book.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        if by_the_book.is_ok() || !self.authorities.certificates.iter().any(|given| given == end_entity) {
            return by_the_book;
        }
        verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.by_the_book.verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        self.by_the_book.verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.by_the_book.supported_verify_schemes()
    }
}
