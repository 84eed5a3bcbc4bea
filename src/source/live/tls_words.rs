use rustls::{AlertDescription as Alert, CertificateError, Error};

/// What an error of the TLS handshake means, in plain words.
pub(super) fn tls_words(error: &Error) -> String {
    let words = match error {
        Error::InvalidCertificate(why) => certificate_words(why),
        Error::InvalidMessage(_) => "it does not speak TLS there",
        Error::PeerIncompatible(_) | Error::NoApplicationProtocol => "no version or cipher of TLS is common to both",
        Error::AlertReceived(alert) => alert_words(*alert),
        other => return format!("the handshake failed ({other})"),
    };
    words.to_owned()
}

fn certificate_words(why: &CertificateError) -> &'static str {
    match why {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "its certificate has expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "its certificate is not valid yet, or the clock here is wrong"
        }
        CertificateError::UnknownIssuer => {
            "its certificate is from an authority that is not trusted here (curl's --cacert names one)"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "its certificate is for another name"
        }
        CertificateError::Revoked => "its certificate was revoked",
        // The library has no word of its own for a certificate that signs itself.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "its certificate signs itself (curl's --cacert trusts it, curl's -k takes any)"
        }
        _ => "its certificate is not accepted",
    }
}

const fn alert_words(alert: Alert) -> &'static str {
    match alert {
        Alert::HandshakeFailure | Alert::ProtocolVersion | Alert::InsufficientSecurity => {
            "it wants another version or cipher of TLS"
        }
        Alert::UnrecognisedName => "it does not know this name",
        Alert::CertificateRequired => "it wants a client certificate (curl's --cert)",
        Alert::BadCertificate
        | Alert::UnsupportedCertificate
        | Alert::CertificateExpired
        | Alert::CertificateRevoked
        | Alert::CertificateUnknown
        | Alert::UnknownCA
        | Alert::AccessDenied => "it does not accept the client's certificate",
        _ => "it broke the handshake off",
    }
}

#[cfg(test)]
mod tests {
    use super::{Alert, CertificateError, Error, tls_words};

    #[test]
    fn no_words_are_a_programs_own() {
        for (error, words) in [
            (Error::InvalidCertificate(CertificateError::Expired), "its certificate has expired"),
            (Error::InvalidCertificate(CertificateError::BadSignature), "its certificate is not accepted"),
            (Error::InvalidMessage(rustls::InvalidMessage::InvalidContentType), "it does not speak TLS there"),
            (Error::AlertReceived(Alert::CertificateRequired), "it wants a client certificate (curl's --cert)"),
            (Error::AlertReceived(Alert::DecodeError), "it broke the handshake off"),
            (Error::DecryptError, "the handshake failed (cannot decrypt peer's message)"),
        ] {
            assert_eq!(tls_words(&error), words);
        }
    }
}
