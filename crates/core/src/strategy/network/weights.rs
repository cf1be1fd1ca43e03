//! The file of a network's weights.
//!
//! It is TOML, like all files of users: the purpose of the weights, their origin, and the numbers
//! as base64 (16 bits each, the low byte first) with a checksum.

use std::fmt::Write as _;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

use super::layers::{LANES, Network, Shape};
use crate::input::{Document, InputError, Problem, Section};

/// The version of the file's layout, and of the network that it describes.
const FORMAT: i64 = 1;

const KEYS: [&str; 8] =
    ["format", "game", "features", "features_version", "made", "sha256", "known", "numbers"];

/// The number of characters in a line of numbers.
const LINE: usize = 128;

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
        let Shape { game, version, features, is_hashed, .. } = shape;
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
        if top.required_text("game", game)?.1 != game && !is_hashed {
            return Err(refused(
                &top,
                "game",
                &format!("\"{game}\": the weights were made for another game"),
            ));
        }
        number("features_version", version.into())?;
        number("features", features as i64)?;
        let (_, expected) = top.required_text("sha256", "the checksum of the numbers")?;
        let (line, mut bytes) = packed(&top, "numbers", "the weights, as base64")?;
        let damaged = |found: String, allowed: String| {
            top.error_at(line, Problem::Value { key: "numbers".to_owned(), found, allowed })
        };
        let known = if is_hashed {
            let (_, known) = packed(&top, "known", "the features with weights, as base64")?;
            bytes.splice(0..0, known.iter().copied());
            Some(numbers_of(&known))
        } else {
            None
        };
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
        let numbers = numbers_of(&bytes);
        let rows = known.as_ref().map_or(features, Vec::len);
        let network = match &known {
            None => Network::of(shape, &numbers),
            Some(known) => spread(shape, known, &numbers[known.len()..])
                .and_then(|numbers| Network::of(shape, &numbers)),
        };
        let network = network.ok_or_else(|| {
            let wanted = Network::size(rows);
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

    /// Returns the text of a file with these weights for a game; `made` describes their origin.
    pub fn text_of(network: &Network, shape: Shape, game: &str, made: &str) -> String {
        let Shape { version, features, is_hashed, .. } = shape;
        let mut numbers = network.numbers();
        let mut known = Vec::new();
        if is_hashed {
            let others = numbers.split_off(features * LANES);
            let rows = numbers.chunks_exact(LANES).zip(0_u16..);
            let rows = rows.filter(|(row, _)| row.iter().any(|number| *number != 0));
            let (rows, features): (Vec<&[i16]>, Vec<u16>) = rows.unzip();
            known = features.into_iter().flat_map(u16::to_le_bytes).collect();
            numbers = [rows.concat(), others].concat();
        }
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i16::to_le_bytes).collect();
        let mut text = format!(
            "format = {FORMAT}\ngame = \"{game}\"\nfeatures_version = {version}\nfeatures = \
                {features}\n"
        );
        let _ = writeln!(
            text,
            "made = \"\"\"\n{}\"\"\"",
            made.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"")
        );
        let _ = writeln!(text, "sha256 = \"{}\"", checksum(&[&*known, &bytes].concat()));
        let parts = [("known", known), ("numbers", bytes)];
        for (key, bytes) in parts.into_iter().filter(|(_, bytes)| !bytes.is_empty()) {
            let _ = writeln!(text, "{key} = \"\"\"");
            for line in STANDARD.encode(&bytes).as_bytes().chunks(LINE) {
                text.extend(line.iter().map(|byte| char::from(*byte)));
                text.push('\n');
            }
            text.push_str("\"\"\"\n");
        }
        text
    }
}

/// Returns the line and the bytes of a text in base64.
fn packed(
    top: &Section<'_>,
    key: &str,
    allowed: &'static str,
) -> Result<(usize, Vec<u8>), InputError> {
    let (line, text) = top.required_text(key, allowed)?;
    let packed: String = text.split_ascii_whitespace().collect();
    let bytes = STANDARD.decode(&packed).map_err(|error| {
        let found = format!("what they are ({error})");
        let allowed = "base64; the file is damaged".to_owned();
        top.error_at(line, Problem::Value { key: key.to_owned(), found, allowed })
    })?;
    Ok((line, bytes))
}

fn numbers_of(bytes: &[u8]) -> Vec<i16> {
    bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Returns the numbers of a whole network, from the rows of some features and all that follows the
/// rows. `None` if they do not fit.
fn spread(shape: Shape, known: &[i16], numbers: &[i16]) -> Option<Vec<i16>> {
    let rows = known.len() * LANES;
    if numbers.len() < rows {
        return None;
    }
    let (rows, others) = numbers.split_at(rows);
    let mut all = vec![0; shape.features * LANES];
    for (feature, row) in known.iter().zip(rows.chunks_exact(LANES)) {
        let start = usize::from(feature.cast_unsigned()) * LANES;
        all.get_mut(start..start + LANES)?.copy_from_slice(row);
    }
    all.extend_from_slice(others);
    Some(all)
}

impl Network {
    /// Returns the SHA-256 of its numbers in fixed point, in hexadecimal.
    pub fn sha256(&self) -> String {
        let bytes: Vec<u8> = self.numbers().into_iter().flat_map(i16::to_le_bytes).collect();
        checksum(&bytes)
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
