//! The results that the project ships are those of its experiments: the same digest, and the same bytes again for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{csv, play, results};
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::games::AllGames;
use fairdeal::input::Document;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::strategy::{Entrant, Playable, StrategyFile};
use fairdeal::words::sentences;
use sha2::{Digest, Sha256};

/// So many blocks of every experiment are played again.
const BLOCKS: u64 = 24;

/// So many where strategies look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after so many blocks, which debug and release builds and all machines must give; and of the files that are shipped.
/// Where the first changes, the second must follow: the results are to be made anew.
const PINNED: [(&str, &str, &str); 28] = [
    ("crackpipe-length", "82d36f75475dba96", "1f2849a6c711090b"),
    ("crackpipe-variants", "9046247aafc9543b", "044d45b6d3939b1a"),
    ("crisps-learned", "4fbaa94f85af1079", "8a7596760a59e019"),
    ("crisps-options", "8150adcc94e1f7ab", "6c409dd4c86aaf3b"),
    ("crisps-variants", "c0ead137e7d9a13b", "f8680cfe4d75294f"),
    ("crisps-variants-learned", "3c7237f7446142b9", "2d43b0a52617cecb"),
    ("crisps-variants-strong", "ff2403c1ea460c10", "707d0c9e21bd338c"),
    ("crypto-cards-draft", "3fc64cfba2310b83", "69de8cd053a04702"),
    ("crypto-cards-draft-strong", "2bf65bb084623590", "037061bd6087adff"),
    ("crypto-cards-ties", "89a299dee4af0923", "751ea3195bc222fa"),
    ("first-player-crackpipe", "26c7d420b7ec41a4", "76472155825d496e"),
    ("first-player-crisps", "2d5368b52df907de", "ce61b810c3493a66"),
    ("first-player-crypto-cards", "36ec03d44c200847", "47d6656c50ad8f68"),
    ("first-player-ladder-crackpipe", "8d90391b7d603a40", "eaa1a74cd9716501"),
    ("first-player-ladder-crisps", "33a2e015c9a63d24", "6fdd49ebbf0ccff5"),
    ("first-player-ladder-crypto-cards", "3cb5948d26772291", "9e7b2aff2cd8728e"),
    ("first-player-ladder-scrip", "8968970f11b461b3", "c615937634a6ac5c"),
    ("first-player-scrip", "b9e4f8b2c5904549", "1aac60ea3645b867"),
    ("handicaps-crackpipe", "134455bb5abfe2aa", "a7671cc2c9042582"),
    ("handicaps-crisps", "aff4686fb03ba5d3", "84cb386663e06442"),
    ("handicaps-crypto-cards", "ee2c83cacf6d2478", "2f87116e6bd526a0"),
    ("handicaps-scrip", "61adc86e0d6570a0", "c5258adcb197b1e8"),
    ("play-crackpipe", "c0383ec6a9a9ae63", "3c95b2c81955b6d7"),
    ("play-crisps", "088f19da5ca8a42a", "f47dd0d9405d2b6c"),
    ("play-crypto-cards", "2be89b3bc6a76d02", "9f27a14374137de3"),
    ("play-scrip", "d4b28fe8719b17fc", "1a38a097c039e6fb"),
    ("scrip-first-player", "71925c43c424181f", "312d2293b11b775e"),
    ("scrip-patience", "b1e6bd91bfb14ee5", "7b6e37cfe5a59e33"),
];

fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes()).iter().take(8).fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
    format!("{digest:016x}")
}

/// The digest of a plan, and that of its tables and sentences after some blocks.
struct Replay<'a>(&'a Document);

impl Visitor for Replay<'_> {
    type Output = (String, String);

    fn visit<G: Playable>(self) -> Self::Output {
        let plan_of = |blocks| parse::<G>(self.0, Overrides { seed: None, blocks: Some(blocks) }).expect("a valid experiment");
        let searches = |file: &StrategyFile| G::KINDS.iter().any(|kind| kind.searches && kind.name == file.kind);
        let looks_ahead = |entrant: &Entrant<G>| matches!(entrant, Entrant::File(file) if searches(file));
        let mut plan = plan_of(BLOCKS);
        if plan.strategies().iter().any(looks_ahead) {
            plan = plan_of(FEW_BLOCKS);
        }
        let counts = play(&plan, 2);
        let sentences: String = sentences(&results(&plan, &counts)).into_iter().map(|sentence| sentence.text + "\n").collect();
        (plan.digest(), short_digest(&[csv(&plan, &counts), sentences].concat()))
    }
}

#[test]
fn shipped_results_are_those_of_the_experiments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root.join("results")).expect("a folder").flatten().filter(|entry| entry.path().is_dir()) {
        let name = entry.file_name().to_string_lossy().into_owned();
        let document = Document::read(&root.join("experiments").join(format!("{name}.toml"))).expect("the experiment of these results");
        let (_, game) = game_of(&document).expect("a game");
        let (digest, tables) = AllGames::visit(game, Replay(&document)).expect("a game of the list");
        let manifest = fs::read(entry.path().join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
        assert_eq!(manifest["digest"], digest, "{name} was changed since: run it again");
        assert_eq!(manifest["complete"], true, "{name}");
        let explained = fs::read_to_string(root.join("results/README.md")).expect("a file");
        assert!(explained.contains(&format!("## {name}")), "results/README.md says nothing of {name}");
        let mut files: Vec<_> = fs::read_dir(entry.path()).expect("a folder").flatten().map(|file| file.path()).collect();
        // What only this machine has: it is not shipped.
        files.retain(|file| !["timing.json", "counts.jsonl", "older"].iter().any(|own| file.ends_with(own)));
        files.sort();
        let shipped: String = files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
        found.insert(name, (tables, short_digest(&shipped)));
    }
    let pinned = PINNED.map(|(name, tables, shipped)| (name.to_owned(), (tables.to_owned(), shipped.to_owned())));
    assert_eq!(found, BTreeMap::from(pinned));
}
