//! The counts of a run, kept beside its tables, so that a run can be judged again or resumed
//! without playing the same games twice.
//!
//! The file is JSON Lines, compressed with gzip, so that it is small enough to be kept and
//! published beside the tables. The first line says which games the counts belong to. Each other
//! line has the counts of some blocks, packed ([`super::packing`]). Every line begins with its
//! own checksum, so that lines can be appended, and damage to one line costs only that one. The
//! checksum of a part also covers the first line. Parts of another experiment, or of another
//! build of the program, are therefore rejected, and the other lines can still be read if the
//! first line is damaged.

use std::borrow::Cow;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::ops::Range;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::packing::{pack_as_text, unpack_text};
use crate::experiment::{Plan, SCHEMA_VERSION, hexadecimal};
use fairdeal_core::metrics::{Asides, Counts, Layout, MergeError, Pair};

/// The name of the file.
pub(super) const FILE: &str = "counts.jsonl.gz";

/// The name of the file before it was packed. It is still read.
pub(super) const UNPACKED: &str = "counts.jsonl";

/// The first bytes of every gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The version of the file's layout.
const FORMAT: u32 = 4;

/// Why counts are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountsError {
    /// Another version of the program wrote them.
    #[error("they are from another version of fairdeal")]
    Version,
    /// They belong to another experiment.
    #[error("they are of another experiment")]
    Digest,
    /// The program, or an external program that played, has changed and may play differently, or
    /// this cannot be known.
    #[error("another fairdeal counted them, or a program that played has changed")]
    Program,
    /// The file was changed.
    #[error("the file is damaged")]
    Damaged,
    /// Some lines of the file were changed. The others are used.
    #[error("a part of the file is damaged")]
    PartDamaged,
    /// The last line is not whole: the run ended while it was written. The others are used.
    #[error("the last line is only half written")]
    CutShort,
}

/// Identifies the experiment of counts and the programs that played: the first line of a file of
/// counts.
///
/// It holds for one moment: the files of external programs are read when it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountsHead {
    format: u32,
    schema_version: u32,
    /// The digest of the experiment.
    pub(super) digest: String,
    /// A digest of the structure of the counts: another program may count other things in the same
    /// games.
    counted: String,
    /// How the programs play ([`Plan::fingerprint`]). Empty if this cannot be known.
    fingerprint: String,
}

impl CountsHead {
    /// The head of a plan that this program would play now.
    pub fn new(plan: &Plan) -> Self {
        Self {
            format: FORMAT,
            schema_version: SCHEMA_VERSION,
            digest: plan.asked_digest.clone(),
            // Counts can always be written.
            counted: counted(plan),
            fingerprint: plan.fingerprint().unwrap_or_default(),
        }
    }

    /// The head at the end of the run. If an external program has changed meanwhile, it is unknown
    /// which version played, and the counts are never used again.
    #[must_use]
    pub fn after_playing(self, plan: &Plan) -> Self {
        let has_program = plan.entrants().any(|entrant| entrant.program().is_some());
        if has_program && plan.fingerprint().ok().as_ref() != Some(&self.fingerprint) {
            return Self { fingerprint: String::new(), ..self };
        }
        self
    }

    /// The line, and the key that the checksums of the other lines cover.
    pub(super) fn line(&self) -> (String, String) {
        // Numbers and texts can always be written.
        let rest = serde_json::to_string(self).unwrap_or_default();
        let line = sealed("", rest.trim_start_matches('{'));
        let key = line[OPENING.len()..OPENING.len() + CHECKSUM].to_owned();
        (line, key)
    }

    /// Reads the first line of a file of any experiment.
    pub(super) fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_str(&format!(
            "{{{}",
            unsealed("", std::str::from_utf8(line).ok()?.trim_end())?
        ))
        .ok()
    }

    /// Why a file with another first line is not used.
    fn differs(&self, text: &str) -> CountsError {
        /// The fields of a head of any version.
        #[derive(Deserialize)]
        struct Versions {
            format: u32,
            schema_version: u32,
        }
        match (serde_json::from_str::<Versions>(text), Self::read(text.as_bytes())) {
            (Ok(Versions { format, schema_version }), _)
                if (format, schema_version) != (FORMAT, SCHEMA_VERSION) =>
            {
                CountsError::Version
            }
            (_, None) => CountsError::Damaged,
            (_, Some(head)) if head.digest != self.digest => CountsError::Digest,
            (_, Some(head)) if head.counted != self.counted => CountsError::Version,
            _ => CountsError::Program,
        }
    }
}

/// The first line of a file of counts, packed or not, up to the greatest length of such a line.
pub(super) fn first_line(mut file: impl Read) -> std::io::Result<Vec<u8>> {
    const LONGEST: u64 = 1 << 20;
    let mut opening = Vec::new();
    file.by_ref().take(GZIP.len() as u64).read_to_end(&mut opening)?;
    let is_packed = opening == GZIP;
    let whole = std::io::Cursor::new(opening).chain(file);
    let mut line = Vec::new();
    if is_packed {
        BufReader::new(GzDecoder::new(whole).take(LONGEST)).read_until(b'\n', &mut line)?;
    } else {
        BufReader::new(whole.take(LONGEST)).read_until(b'\n', &mut line)?;
    }
    Ok(line)
}

/// The lines of a file of counts. If a packed file is damaged, only those before the damage.
pub fn unpacked(bytes: &[u8]) -> Cow<'_, [u8]> {
    if !bytes.starts_with(&GZIP) {
        return Cow::Borrowed(bytes);
    }
    let mut lines = Vec::new();
    // Every line has its own checksum, and the last line shows if a file ends too soon.
    let _ = GzDecoder::new(bytes).read_to_end(&mut lines);
    Cow::Owned(lines)
}

/// How every line begins; then come the checksum of the rest of the line, and the rest.
const OPENING: &str = "{\"sha256\":\"";

/// How many digits a checksum has.
const CHECKSUM: usize = 64;

/// The text between the checksum and the text that it covers.
const CLOSING: &str = "\",";

/// A line: the rest of a JSON object, after a checksum over it and a key.
pub(crate) fn sealed(key: &str, rest: &str) -> String {
    format!("{OPENING}{}{CLOSING}{rest}", checksum(&[key, rest]))
}

/// The rest of the JSON object that [`sealed`] made a line of, if that is as it was.
pub(crate) fn unsealed<'a>(key: &str, line: &'a str) -> Option<&'a str> {
    let (sum, rest) = line.strip_prefix(OPENING)?.split_at_checked(CHECKSUM)?;
    let rest = rest.strip_prefix(CLOSING)?;
    (checksum(&[key, rest]) == sum).then_some(rest)
}

/// The counts of a range of blocks in one chunk of their plan ([`Plan::chunk_end`]).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    /// Whether it begins in the middle of a chunk: then a part that ends where it begins belongs to
    /// the same chunk.
    pub(super) continues: bool,
    pub(super) counts: Counts,
}

/// A part as it is written.
#[derive(Serialize, Deserialize)]
struct PartLine {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    continues: bool,
    /// The first block and the last one, for readers of the file.
    blocks: [u64; 2],
    /// The counts, packed.
    counts: String,
}

impl Part {
    /// The part as a line of a file with this key.
    pub(super) fn line(&self, key: &str) -> std::io::Result<String> {
        let first = self.counts.ranges().first().map_or(0, |range| range.start);
        let end = self.counts.ranges().last().map_or(0, |range| range.end);
        let line = PartLine {
            continues: self.continues,
            blocks: [first, end.saturating_sub(1)],
            counts: pack_as_text(&self.counts)?,
        };
        Ok(sealed(key, &serde_json::to_string(&line)?[1..]))
    }

    /// Reads the JSON object of a line.
    fn read(object: &str) -> Option<Self> {
        let PartLine { continues, counts, .. } = serde_json::from_slice(object.as_bytes()).ok()?;
        Some(Self { continues, counts: unpack_text(&counts)? })
    }

    /// Adds a part to others: it extends the part that it continues, if there is one.
    pub(super) fn add_to(self, parts: &mut Vec<Self>) -> Result<(), MergeError> {
        let [Range { start, .. }] = *self.counts.ranges() else { return Ok(()) };
        let ends_there = |part: &&mut Self| {
            part.counts.digest() == self.counts.digest()
                && part.counts.ranges().last().is_some_and(|range| range.end == start)
        };
        // If one of them was written twice, it continues the one that was continued before.
        let first = |part: &&mut Self| part.counts.ranges().first().map_or(0, |range| range.start);
        let before = if self.continues {
            parts.iter_mut().filter(ends_there).min_by_key(first)
        } else {
            None
        };
        match before {
            Some(part) => part.counts.merge(&self.counts)?,
            None => parts.push(self),
        }
        Ok(())
    }
}

/// The readable parts of a file of counts, those of one chunk joined, and the problems of the rest.
///
/// # Errors
/// When all of it belongs to something else, or is damaged.
pub(super) fn read_parts(
    head: &CountsHead,
    bytes: &[u8],
) -> Result<(Vec<Part>, Option<CountsError>), CountsError> {
    let (head_line, key) = head.line();
    let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let first = lines.next().unwrap_or_default();
    let head_is_right = first.trim_ascii_end() == head_line.as_bytes();
    let why = || head.differs(std::str::from_utf8(first).unwrap_or_default());
    if !head_is_right && CountsHead::read(first).is_some() {
        return Err(why());
    }
    if head.fingerprint.is_empty() {
        return Err(CountsError::Program);
    }
    let mut wrong = (!head_is_right).then_some(CountsError::PartDamaged);
    let mut parts = Vec::new();
    for line in lines {
        let (line, is_whole) = line.strip_suffix(b"\n").map_or((line, false), |line| (line, true));
        let mut read = || {
            let rest = unsealed(&key, std::str::from_utf8(line).ok()?)?;
            Part::read(&format!("{{{rest}"))?.add_to(&mut parts).ok()
        };
        // A complete line without a line break is not half written.
        if !line.is_empty() && read().is_none() {
            wrong = if is_whole {
                Some(CountsError::PartDamaged)
            } else {
                wrong.or(Some(CountsError::CutShort))
            };
        }
    }
    if parts.is_empty() && !head_is_right { Err(why()) } else { Ok((parts, wrong)) }
}

/// A file of counts.
pub(super) fn file_of(head: &CountsHead, parts: &[Part]) -> std::io::Result<Vec<u8>> {
    let (mut text, key) = head.line();
    text.push('\n');
    for part in parts {
        text.push_str(&part.line(&key)?);
        text.push('\n');
    }
    Ok(text.into_bytes())
}

/// The counts of some ranges of blocks, kept separate: those of a run and, for a ladder, those of
/// the matches that test how far doubled budgets help.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeptCounts {
    parts: Vec<Counts>,
}

impl KeptCounts {
    /// Adds the counts of a range of blocks; an empty range is left out.
    pub fn add(&mut self, counts: Counts) {
        if counts.blocks() > 0 {
            self.parts.push(counts);
        }
    }

    /// Adds the counts of the next blocks, which lie in one chunk ([`Plan::chunk_end`]), to those
    /// of the chunk.
    ///
    /// # Errors
    /// When a count would overflow.
    pub(crate) fn append(&mut self, plan: &Plan, counts: Counts) -> Result<(), MergeError> {
        let start = counts.ranges().first().map_or(0, |range| range.start);
        let is_in = |chunk: &&mut Counts| {
            chunk.ranges().last().is_some_and(|last| start < plan.chunk_end(last.start))
        };
        match self.parts.last_mut().filter(is_in) {
            Some(chunk) => chunk.merge(&counts)?,
            None => self.add(counts),
        }
        Ok(())
    }

    /// Adds other counts.
    pub fn extend(&mut self, other: Self) {
        self.parts.extend(other.parts);
    }

    /// The counts, range by range.
    pub(crate) fn into_parts(self) -> Vec<Counts> {
        self.parts
    }

    /// The counts, range by range.
    pub fn parts(&self) -> &[Counts] {
        &self.parts
    }

    /// Whether all blocks of the other counts are counted here as well.
    pub fn cover(&self, others: &Self) -> bool {
        let covered = |counts: &Counts, range: &Range<u64>| {
            let own = || {
                self.parts
                    .iter()
                    .filter(|own| own.digest() == counts.digest())
                    .flat_map(Counts::ranges)
            };
            let mut next = range.start;
            while next < range.end {
                let Some(end) = own().filter(|own| own.contains(&next)).map(|own| own.end).max()
                else {
                    return false;
                };
                next = end;
            }
            true
        };
        others.parts.iter().all(|counts| counts.ranges().iter().all(|range| covered(counts, range)))
    }

    /// Whether there are no counts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The parts in one range of blocks of a plan.
    fn parts_of(&self, plan: &Plan) -> impl Iterator<Item = (Range<u64>, &Counts)> {
        let digest = &plan.layout().digest;
        let parts = self.parts.iter().filter(move |part| part.digest() == digest);
        parts.filter_map(|part| match part.ranges() {
            [range] => Some((range.clone(), part)),
            _ => None,
        })
    }

    /// The longest known beginning of a range of blocks of a plan: the block after it, and its
    /// counts.
    pub fn beginning_of(&self, plan: &Plan, blocks: &Range<u64>) -> Option<(u64, &Counts)> {
        let beginnings = self
            .parts_of(plan)
            .filter(|(range, _)| range.start == blocks.start && range.end <= blocks.end);
        beginnings.map(|(range, part)| (range.end, part)).max_by_key(|(end, _)| *end)
    }

    /// The first block after the beginning of a range where known counts begin that lie in one
    /// chunk of the plan.
    pub fn next_in(&self, plan: &Plan, blocks: &Range<u64>) -> Option<u64> {
        let in_a_chunk =
            |range: &Range<u64>| range.end <= blocks.end.min(plan.chunk_end(range.start));
        let later =
            self.parts_of(plan).map(|(range, _)| range).filter(|range| range.start > blocks.start);
        later.filter(in_a_chunk).map(|range| range.start).min()
    }

    /// The counts of a plan as a file: its name and content. The programs are identified as they
    /// are now.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn file(&self, plan: &Plan) -> std::io::Result<(String, Vec<u8>)> {
        self.file_with(&CountsHead::new(plan))
    }

    /// The counts as a file with this head: its name and content.
    ///
    /// # Errors
    /// Never in practice: the bytes go to memory.
    pub fn file_with(&self, head: &CountsHead) -> std::io::Result<(String, Vec<u8>)> {
        let parts: Vec<Part> = self
            .parts
            .iter()
            .map(|counts| Part { continues: false, counts: counts.clone() })
            .collect();
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(&file_of(head, &parts)?)?;
        Ok((FILE.to_owned(), packed.finish()?))
    }

    /// Reads the counts of a plan back; for a ladder, those of all plans to which it may grow.
    ///
    /// # Errors
    /// When they belong to another version or experiment, or a part of the file is damaged.
    pub fn from_bytes(plan: &Plan, bytes: &[u8]) -> Result<Self, CountsError> {
        match Self::salvage(&CountsHead::new(plan), bytes)? {
            (_, Some(wrong)) => Err(wrong),
            (kept, None) => Ok(kept),
        }
    }

    /// Reads the readable parts of a file of counts, and returns the problems of the rest.
    ///
    /// # Errors
    /// When nothing can be used: the counts belong to another version or experiment, or everything
    /// is damaged.
    pub fn salvage(
        head: &CountsHead,
        bytes: &[u8],
    ) -> Result<(Self, Option<CountsError>), CountsError> {
        let (parts, wrong) = read_parts(head, &unpacked(bytes))?;
        Ok((Self { parts: parts.into_iter().map(|part| part.counts).collect() }, wrong))
    }
}

/// A digest of the structure of a plan's counts, from its first cell: all cells are alike, and a
/// ladder may get more.
pub fn counted(plan: &Plan) -> String {
    let is_crossed = plan.play().is_some_and(|play| play.luck);
    let first = plan.layout().cells.first().map(|cell| &cell.shape);
    let quantities = first.into_iter().flat_map(|shape| shape.quantities_with(is_crossed));
    let quantities: Vec<&str> = quantities.map(|quantity| quantity.name).collect();
    let layout = Layout {
        digest: String::new(),
        cells: plan.layout().cells.iter().take(1).cloned().collect(),
        pairs: vec![Pair { baseline: 0, variant: 0, same_rules: true, same_points: true }],
        field: None,
        // They name cells by their position.
        in_place: Vec::new(),
        asides: Asides::default(),
        ..plan.layout().clone()
    };
    // Counts can always be written.
    checksum(&[&serde_json::to_string(&(quantities, Counts::new(&layout))).unwrap_or_default()])
}

/// The SHA-256 of some texts, one after the other, in hexadecimal.
fn checksum(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.as_bytes());
    }
    hexadecimal(&hash.finalize())
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The head of a file, and short parts of it without games: three of its first chunk, one of
    /// its second. Tests can damage each of their bytes.
    pub(in crate::results) fn parts() -> (CountsHead, Vec<Part>) {
        let text = |text: &str| text.repeat(16);
        let head = CountsHead {
            format: FORMAT,
            schema_version: SCHEMA_VERSION,
            digest: text("d1"),
            counted: text("c0de"),
            fingerprint: text("f00d"),
        };
        let part = |(start, end): (u64, u64)| {
            let range = serde_json::json!({"start": start, "end": end});
            let counts = serde_json::json!({"digest": head.digest, "ranges": [range], "cells": [], "comparisons": [], "in_place": [], "round_robin": null, "asides": {"exploiters": [], "restricted": [], "crossed": []}, "groups": {}});
            let counts = serde_json::from_slice(counts.to_string().as_bytes()).expect("counts");
            Part { continues: ![0, 256].contains(&start), counts }
        };
        let parts = [(0, 7), (7, 200), (200, 256), (256, 300)].map(part).to_vec();
        (head, parts)
    }

    /// The first block of each part, and the one after its last.
    fn ranges(parts: &[Part]) -> Vec<(u64, u64)> {
        parts
            .iter()
            .flat_map(|part| part.counts.ranges())
            .map(|range| (range.start, range.end))
            .collect()
    }

    /// How many lines end in a part of a file.
    fn ends_in(bytes: &[u8]) -> usize {
        bytes.split(|byte| *byte == b'\n').count() - 1
    }

    #[test]
    fn any_cut_costs_only_the_line_that_it_is_in() {
        let (head, parts) = parts();
        let bytes = file_of(&head, &parts).expect("memory");
        let known =
            [vec![], vec![(0, 7)], vec![(0, 200)], vec![(0, 256)], vec![(0, 256), (256, 300)]];
        let head_end = bytes.iter().position(|byte| *byte == b'\n').expect("lines");
        for cut in 0..=bytes.len() {
            let read = read_parts(&head, &bytes[..cut]);
            if cut < head_end {
                assert_eq!(read, Err(CountsError::Damaged), "{cut}");
                continue;
            }
            // A line that lacks its end alone is whole.
            let whole = ends_in(&bytes[..cut]) - usize::from(cut > head_end);
            let whole = whole + usize::from(cut > head_end && bytes[cut..].first() == Some(&b'\n'));
            let (parts, wrong) = read.expect("some of it");
            assert_eq!(ranges(&parts), known[whole], "{cut}");
            let at_an_end = bytes[..cut].ends_with(b"\n") || bytes[cut..].first() == Some(&b'\n');
            assert_eq!(wrong, (!at_an_end).then_some(CountsError::CutShort), "{cut}");
        }
    }

    #[test]
    fn a_flipped_bit_costs_only_the_line_that_it_is_in() {
        let (head, parts) = parts();
        let bytes = file_of(&head, &parts).expect("memory");
        for place in 0..bytes.len() {
            let is_end = bytes[place] == b'\n';
            let mut bytes = bytes.clone();
            bytes[place] ^= 1 << (place % 8);
            let line = ends_in(&bytes[..place]);
            let (read, wrong) = read_parts(&head, &bytes).expect("the others");
            assert_eq!(
                wrong,
                Some(if bytes.ends_with(b"\n") {
                    CountsError::PartDamaged
                } else {
                    CountsError::CutShort
                }),
                "{place}"
            );
            let known = ranges(&read);
            for (number, part) in parts.iter().enumerate() {
                let is_known = part.counts.ranges().iter().all(|own| {
                    known.iter().any(|(start, end)| *start <= own.start && own.end <= *end)
                });
                let is_hit = line == number + 1;
                let is_joined = is_end && line == number;
                assert!(is_known || is_hit || is_joined, "{place}: {known:?}");
            }
            assert!(
                known.iter().all(|(start, _)| [0, 7, 200, 256].contains(start)),
                "{place}: {known:?}"
            );
        }
    }

    #[test]
    fn parts_of_a_chunk_are_joined_whatever_stands_between_and_others_never() {
        let (head, parts) = parts();
        let [first, second, third, next] = &parts[..] else { panic!("four parts") };
        let read = |parts: &[&Part]| {
            let parts: Vec<Part> = parts.iter().map(|part| (*part).clone()).collect();
            ranges(&read_parts(&head, &file_of(&head, &parts).expect("memory")).expect("whole").0)
        };
        assert_eq!(read(&[first, next, second, third]), [(0, 256), (256, 300)]);
        assert_eq!(read(&[first, second, second]), [(0, 200), (7, 200)], "twice: each for itself");
        assert_eq!(
            read(&[first, second, second, third]),
            [(0, 256), (7, 200)],
            "and what comes then is added to the longer one"
        );
        assert_eq!(read(&[second, third]), [(7, 256)]);
        assert!(read(&[]).is_empty());
    }

    /// A file reads no line from a file with another head: from another experiment, or
    /// from another program.
    #[test]
    fn a_line_is_of_its_file_alone() {
        let (head, parts) = parts();
        let other = CountsHead { fingerprint: "another".to_owned(), ..head.clone() };
        let of_other = file_of(&other, &parts).expect("memory");
        assert_eq!(read_parts(&head, &of_other), Err(CountsError::Program));
        let behind_own_head =
            [head.line().0.as_bytes(), &of_other[other.line().0.len()..]].concat();
        assert_eq!(
            read_parts(&head, &behind_own_head),
            Ok((vec![], Some(CountsError::PartDamaged)))
        );
        let unknown = CountsHead { fingerprint: String::new(), ..head };
        let of_unknown = file_of(&unknown, &parts).expect("memory");
        assert_eq!(
            read_parts(&unknown, &of_unknown),
            Err(CountsError::Program),
            "nobody knows whether it is the same"
        );
    }
}
