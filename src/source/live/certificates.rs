use std::{fs, path::Path, sync::Arc};

use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};

use super::{Authorities, Identity};
use crate::wire::read_words;

/// Reads the authorities to trust from a PEM file.
///
/// # Errors
/// One sentence that names the file.
pub fn read_roots(file: &Path) -> Result<Arc<Authorities>, String> {
    let authorities = Authorities::new(chain(file)?);
    let none =
        || format!("no certificate in '{}' can stand for an authority; give the authority's own", file.display());
    authorities.map(Arc::new).ok_or_else(none)
}

/// Reads a client certificate with its chain, and its key, from PEM files, which may be one.
///
/// # Errors
/// One sentence that names the file.
pub fn read_identity(certificate: &Path, key: &Path) -> Result<Arc<Identity>, String> {
    let chain = chain(certificate)?;
    // An encrypted key is in no form that is understood, and its own words must not get out.
    let key = PrivateKeyDer::from_pem_slice(&read(key)?).map_err(|_| {
        format!("there is no unencrypted PEM key in '{}'; name one with --key, decrypted", key.display())
    })?;
    Ok(Arc::new(Identity { chain, key }))
}

fn chain(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let chain: Vec<_> = CertificateDer::pem_slice_iter(&read(file)?).filter_map(Result::ok).collect();
    if chain.is_empty() {
        return Err(format!(
            "there is no certificate in '{}'; give a PEM file, with -----BEGIN CERTIFICATE----- in it",
            file.display()
        ));
    }
    Ok(chain)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|error| format!("cannot read '{}': {}", file.display(), read_words(&error)))
}
