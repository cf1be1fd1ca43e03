//! Files inside the page: every table of a run, packed, as a link.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::{Compression, GzBuilder};

/// A file as the address of a link. It is packed (gzip): a table of lengths has hundreds of
/// thousands of letters. The page's script unpacks it, and without one it is saved as it is.
///
/// # Errors
/// Never in practice: the bytes go to memory.
pub(super) fn packed(name: &str, content: &[u8]) -> std::io::Result<String> {
    // Without a time, so that the page is the same bytes on every run.
    let mut packer =
        GzBuilder::new().filename(name).mtime(0).write(Vec::new(), Compression::best());
    packer.write_all(content)?;
    Ok(format!("data:application/gzip;base64,{}", STANDARD.encode(packer.finish()?)))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn files_come_out_as_they_went_in() {
        let content = "a,b\n1,\"x\"\"y\"\n".repeat(100);
        let address = packed("table.csv", content.as_bytes()).expect("packed");
        assert_eq!(
            address,
            packed("table.csv", content.as_bytes()).expect("packed"),
            "the same bytes every time"
        );
        let bytes = STANDARD
            .decode(address.strip_prefix("data:application/gzip;base64,").expect("packed"))
            .expect("base64");
        assert!(bytes.len() < content.len() / 5);
        let mut text = String::new();
        let mut unpacked = flate2::read::GzDecoder::new(&bytes[..]);
        unpacked.read_to_string(&mut text).expect("gzip");
        assert_eq!(text, content);
        assert_eq!(unpacked.header().and_then(|header| header.filename()), Some(&b"table.csv"[..]));
    }
}
