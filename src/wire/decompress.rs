//! Undoes a content encoding as the bytes arrive, so that what the server has flushed is read at
//! once. The request asks for `identity`; some servers compress all the same.

use std::io::{self, Write};

/// How much is decompressed at a time: bounds what one read can grow to.
const PIECE: usize = 16 << 10;

/// The content codings of RFC 9110 §8.4.1, and Brotli and Zstandard.
enum Coding {
    Gzip(flate2::write::MultiGzDecoder<Vec<u8>>),
    Zlib(flate2::write::ZlibDecoder<Vec<u8>>),
    RawDeflate(flate2::write::DeflateDecoder<Vec<u8>>),
    /// Deflate whose first byte has not come: senders disagree on zlib or raw.
    Deflate,
    Brotli(Box<brotli_decompressor::DecompressorWriter<Vec<u8>>>),
    Zstd(zstd::stream::write::Decoder<'static, Vec<u8>>),
}

/// A decoder for one body.
pub struct Decompressor {
    codings: Vec<Coding>,
}

impl Decompressor {
    /// For the value of a `content-encoding` header; `None` when there is nothing to undo.
    ///
    /// # Errors
    /// The name of a coding that is not known.
    pub fn new(content_encoding: &str) -> Result<Option<Self>, String> {
        let mut codings = Vec::new();
        for name in content_encoding.split(',').map(|name| name.trim().to_ascii_lowercase()).rev() {
            codings.push(match name.as_str() {
                "" | "identity" => continue,
                "gzip" | "x-gzip" => Coding::Gzip(flate2::write::MultiGzDecoder::new(Vec::new())),
                "deflate" => Coding::Deflate,
                "br" => Coding::Brotli(Box::new(brotli_decompressor::DecompressorWriter::new(Vec::new(), PIECE))),
                "zstd" => Coding::Zstd(zstd::stream::write::Decoder::new(Vec::new()).map_err(|_| name)?),
                _ => return Err(name),
            });
        }
        Ok((!codings.is_empty()).then_some(Self { codings }))
    }

    /// Decodes the next bytes and gives what they reveal, in pieces.
    ///
    /// # Errors
    /// When the bytes are not of the encoding; what was good before has been given.
    pub fn feed(&mut self, bytes: &[u8], sink: &mut dyn FnMut(&[u8])) -> io::Result<()> {
        for piece in bytes.chunks(PIECE) {
            let mut data = piece.to_vec();
            let mut result = Ok(());
            for coding in &mut self.codings {
                (data, result) = coding.decode(&data);
                if result.is_err() {
                    break;
                }
            }
            if !data.is_empty() {
                sink(&data);
            }
            result?;
        }
        Ok(())
    }
}

impl Coding {
    /// What the bytes reveal, also when they end in something broken.
    fn decode(&mut self, bytes: &[u8]) -> (Vec<u8>, io::Result<()>) {
        if let (Self::Deflate, Some(first)) = (&self, bytes.first()) {
            // A zlib header has method 8 in its low nibble; a raw block hardly ever looks like that.
            *self = if first & 0x0f == 8 {
                Self::Zlib(flate2::write::ZlibDecoder::new(Vec::new()))
            } else {
                Self::RawDeflate(flate2::write::DeflateDecoder::new(Vec::new()))
            };
        }
        match self {
            Self::Gzip(decoder) => push(decoder, bytes, |d| d.get_mut()),
            Self::Zlib(decoder) => push(decoder, bytes, |d| d.get_mut()),
            Self::RawDeflate(decoder) => push(decoder, bytes, |d| d.get_mut()),
            Self::Brotli(decoder) => push(decoder.as_mut(), bytes, |d| d.get_mut()),
            Self::Zstd(decoder) => push(decoder, bytes, |d| d.get_mut()),
            Self::Deflate => (Vec::new(), Ok(())),
        }
    }
}

fn push<W: Write>(decoder: &mut W, bytes: &[u8], out: impl Fn(&mut W) -> &mut Vec<u8>) -> (Vec<u8>, io::Result<()>) {
    let result = decoder.write_all(bytes).and_then(|()| decoder.flush());
    (std::mem::take(out(decoder)), result)
}
