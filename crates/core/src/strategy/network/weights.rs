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
use super::table::Table;
use crate::input::{Document, InputError, Problem, Section};

/// The version of the file's layout, and of the network that it describes.
const FORMAT: i64 = 1;

const KEYS: [&str; 10] = [
    "format", "game", "features", "features_version", "made", "sha256", "known", "numbers",
    "worth", "table",
];

/// The number of characters in a line of numbers.
const LINE: usize = 128;

/// A network, and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The file, as the strategy names it.
    pub file: String,
    /// The SHA-256 of the numbers, in hexadecimal.
    pub sha256: String,
    /// The network, which says how much better one action is than another.
    pub network: Arc<Network>,
    /// The network that says how much an action is worth ([`Network::worth`]), if there is one.
    pub worth: Option<Arc<Network>>,
    /// The table of a small game, which takes the place of the network, if there is one.
    pub table: Option<Arc<Table>>,
}

impl Weights {
    /// Returns the weights of networks of one shape; `file` is the strategy's name for them.
    pub fn new(file: &str, network: Arc<Network>, worth: Option<Arc<Network>>) -> Self {
        let (file, sha256, table) = (file.to_owned(), String::new(), None);
        let mut made = Self { file, sha256, network, worth, table };
        let numbers: Vec<i16> = made.networks().flat_map(Network::numbers).collect();
        made.sha256 = checksum(&bytes_of(&numbers));
        made
    }

    /// Returns the same weights with a table of positions. The checksum is that of the table.
    #[must_use]
    pub fn with_table(&self, table: Table) -> Self {
        Self { sha256: checksum(&table.bytes()), table: Some(table.into()), ..self.clone() }
    }

    fn table_bytes(&self) -> Vec<u8> {
        self.table.as_deref().map(Table::bytes).unwrap_or_default()
    }

    fn networks(&self) -> impl Iterator<Item = &Network> {
        std::iter::once(&*self.network).chain(self.worth.as_deref())
    }

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
        let (line, numbers) = packed(&top, "numbers", "the weights, as base64")?;
        let damaged = |found: String, allowed: String| {
            top.error_at(line, Problem::Value { key: "numbers".to_owned(), found, allowed })
        };
        let known =
            is_hashed.then(|| packed(&top, "known", "the features with weights, as base64"));
        let (_, known) = known.transpose()?.unwrap_or_default();
        let worth = top.entry("worth").map(|_| packed(&top, "worth", "weights, as base64"));
        let worth = worth.transpose()?;
        let of_worth = worth.as_ref().map_or(&[][..], |(_, numbers)| numbers);
        let table = top.entry("table").map(|_| packed(&top, "table", "a table, as base64"));
        let table = table.transpose()?;
        let of_table = table.as_ref().map_or(&[][..], |(_, bytes)| bytes);
        let sha256 = checksum(&[&*known, &numbers, of_worth, of_table].concat());
        if sha256 != expected {
            return Err(damaged(
                format!("numbers with the checksum {sha256}"),
                format!(
                    "numbers with the checksum that the file says (`sha256`, {expected}); the file \
                        is damaged, or was changed by hand"
                ),
            ));
        }
        let known = is_hashed.then(|| numbers_of(&known));
        let network = |bytes: &[u8]| {
            let numbers = numbers_of(bytes);
            let network = match &known {
                None => Network::of(shape, &numbers),
                Some(known) => {
                    spread(shape, known, &numbers).and_then(|numbers| Network::of(shape, &numbers))
                }
            };
            network.map(Arc::new).ok_or_else(|| {
                let wanted = Network::size(known.as_ref().map_or(features, Vec::len));
                damaged(
                    format!("{} numbers that are no network", numbers.len()),
                    format!("{wanted} numbers, none of them too large"),
                )
            })
        };
        let worth = worth.map(|(_, bytes)| network(&bytes)).transpose()?;
        let table = table.map(|(line, bytes)| {
            Table::of_bytes(&bytes).map(Arc::new).ok_or_else(|| {
                let (found, allowed) =
                    ("bytes that are no table", "by position, how often each action is taken");
                let (found, allowed) = (found.to_owned(), allowed.to_owned());
                top.error_at(line, Problem::Value { key: "table".to_owned(), found, allowed })
            })
        });
        let (file, network, table) = (file.to_owned(), network(&numbers)?, table.transpose()?);
        Ok(Self { file, sha256, network, worth, table })
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
    pub fn text(&self, shape: Shape, game: &str, made: &str) -> String {
        let Shape { version, features, is_hashed, .. } = shape;
        let mut networks: Vec<Vec<i16>> = self.networks().map(Network::numbers).collect();
        let mut known = Vec::new();
        if is_hashed {
            let row = |feature: usize| feature * LANES..(feature + 1) * LANES;
            let is_known = |feature: &usize| {
                networks.iter().any(|numbers| numbers[row(*feature)].iter().any(|one| *one != 0))
            };
            let kept: Vec<usize> = (0..features).filter(is_known).collect();
            for numbers in &mut networks {
                let rows = kept.iter().flat_map(|feature| &numbers[row(*feature)]);
                *numbers = rows.chain(&numbers[features * LANES..]).copied().collect();
            }
            known = kept.into_iter().flat_map(|feature| (feature as u16).to_le_bytes()).collect();
        }
        let mut networks = networks.iter().map(|numbers| bytes_of(numbers));
        let (numbers, worth) =
            (networks.next().unwrap_or_default(), networks.next().unwrap_or_default());
        let mut text = format!(
            "format = {FORMAT}\ngame = \"{game}\"\nfeatures_version = {version}\nfeatures = \
                {features}\n"
        );
        let _ = writeln!(
            text,
            "made = \"\"\"\n{}\"\"\"",
            made.replace('\\', "\\\\").replace("\"\"\"", "\"\"\\\"")
        );
        let table = self.table_bytes();
        let all = [&*known, &numbers, &worth, &table].concat();
        let _ = writeln!(text, "sha256 = \"{}\"", checksum(&all));
        let parts = [("known", known), ("numbers", numbers), ("worth", worth), ("table", table)];
        let is_there = |(key, bytes): &(&str, Vec<u8>)| {
            // A table may stand beside a network that knows no feature.
            !bytes.is_empty() || is_hashed && *key == "known"
        };
        for (key, bytes) in parts.into_iter().filter(is_there) {
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

fn bytes_of(numbers: &[i16]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
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
