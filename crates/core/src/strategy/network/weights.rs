//! The file of a network's weights.
//!
//! It is TOML, like all files of users: the purpose of the weights, their origin, and the numbers
//! as base64 (16 bits each, the low byte first) with a checksum.

use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::layers::Network;
use crate::input::{Document, InputError, Problem, Section};

/// The version of the file's layout, and of the network that it describes.
const FORMAT: i64 = 1;

const KEYS: [&str; 7] =
    ["format", "game", "features", "features_version", "made", "sha256", "numbers"];

/// The number of characters in a line of numbers.
const LINE: usize = 128;

/// The shape that weights must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The game.
    pub game: &'static str,
    /// The version of its features.
    pub version: u32,
    /// The number of features.
    pub features: usize,
}

/// A network, and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The file, as the strategy names it.
    pub file: String,
    /// The SHA-256 of the numbers, in hexadecimal.
    pub sha256: String,
    /// The network.
    pub network: Arc<Network>,
}

impl Weights {
    /// Reads the weights of a network of this shape from their document; `file` is the strategy's
    /// name for it.
    ///
    /// # Errors
    /// If a key is unknown or missing, the weights have another shape, or they are damaged: a wrong
    /// number of values, a value that is too large, or another checksum.
    pub fn parse(file: &str, document: &Document, shape: Shape) -> Result<Self, InputError> {
        let top = document.section(&KEYS)?;
        let Shape { game, version, features } = shape;
        let _ = top.text("made")?;
        let number =
            |key: &str, wanted: i64| match top.integer(key, wanted..=wanted) {
                Ok(None) => Err(top
                    .error(Problem::Missing { key: key.to_owned(), allowed: wanted.to_string() })),
                Ok(Some(_)) => Ok(()),
                // A range with a single number would read badly.
                Err(_) => Err(refused(
                    &top,
                    key,
                    &format!("{wanted}: the weights were made for another version of this program"),
                )),
            };
        number("format", FORMAT)?;
        if top.required_text("game", game)?.1 != game {
            return Err(refused(
                &top,
                "game",
                &format!("\"{game}\": the weights were made for another game"),
            ));
        }
        number("features_version", version.into())?;
        number("features", features as i64)?;
        let (_, expected) = top.required_text("sha256", "the checksum of the numbers")?;
        let (line, text) = top.required_text("numbers", "the weights, as base64")?;
        let damaged = |found: String, allowed: String| {
            top.error_at(line, Problem::Value { key: "numbers".to_owned(), found, allowed })
        };
        let packed: String = text.split_ascii_whitespace().collect();
        let bytes = STANDARD.decode(&packed).map_err(|error| {
            damaged(format!("what they are ({error})"), "base64; the file is damaged".to_owned())
        })?;
        let sha256 = checksum(&bytes);
        if sha256 != expected {
            return Err(damaged(
                format!("numbers with the checksum {sha256}"),
                format!(
                    "numbers with the checksum that the file says (`sha256`, {expected}); the file \
                        is damaged, or was changed by hand"
                ),
            ));
        }
        let numbers: Vec<i16> =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let network = Network::of(features, &numbers).ok_or_else(|| {
            let wanted = Network::size(features);
            damaged(
                format!("{} numbers that are no network", numbers.len()),
                format!("{wanted} numbers, none of them too large"),
            )
        })?;
        Ok(Self { file: file.to_owned(), sha256, network: Arc::new(network) })
    }

    /// Returns the first weights with this checksum among documents, each with the name of its
    /// file.
    pub(in crate::strategy) fn found(
        documents: impl Iterator<Item = (String, Document)>,
        sha256: &str,
        shape: Shape,
    ) -> Option<Self> {
        let mut read =
            documents.filter_map(|(file, document)| Self::parse(&file, &document, shape).ok());
        read.find(|weights| weights.sha256 == sha256)
    }

    /// Returns the text of a file with these weights; `made` describes their origin.
    pub fn text_of(network: &Network, shape: Shape, made: &str) -> String {
        let bytes: Vec<u8> = network.numbers().into_iter().flat_map(i16::to_le_bytes).collect();
        let Shape { game, version, features } = shape;
        let mut text = format!(
            "format = {FORMAT}\ngame = \"{game}\"\nfeatures_version = {version}\nfeatures = \
                {features}\n"
        );
        let _ = writeln!(
            text,
            "made = \"\"\"\n{}\"\"\"",
            made.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"")
        );
        let _ = writeln!(text, "sha256 = \"{}\"\nnumbers = \"\"\"", checksum(&bytes));
        let packed = STANDARD.encode(&bytes);
        for line in packed.as_bytes().chunks(LINE) {
            text.extend(line.iter().map(|byte| char::from(*byte)));
            text.push('\n');
        }
        text.push_str("\"\"\"\n");
        text
    }
}

fn refused(top: &Section<'_>, key: &str, allowed: &str) -> InputError {
    match top.entry(key) {
        Some(entry) => top.refused(entry, allowed),
        None => top.error(Problem::Missing { key: key.to_owned(), allowed: allowed.to_owned() }),
    }
}

fn checksum(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
