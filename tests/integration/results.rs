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
const PINNED: [(&str, &str, &str); 22] = [
    ("crackpipe-length", "e6025cca16644a74", "14c2ff1ddf3d98a8"),
    ("crackpipe-variants", "859cb633870d320a", "2a312a8374426af5"),
    ("crisps-options", "6381391fb9067d8f", "04df27d07472d9b5"),
    ("crisps-variants", "6b16c3420d0edd8b", "2e781b3191bf18a9"),
    ("crisps-variants-strong", "18bfa74d899f07a9", "22c2571836bfdef1"),
    ("crypto-cards-draft", "f819e79f7f0b10bd", "398f29e41ab1699f"),
    ("crypto-cards-draft-strong", "945d9acdc6ea18e2", "9f8a5a6eb33dd58d"),
    ("crypto-cards-ties", "c27ed8bc6faed3ed", "4ae9f2d145e18ed7"),
    ("first-player-crackpipe", "8c0c3bbe46b82e35", "1177e49da6523f54"),
    ("first-player-crisps", "b1efe2896e7de763", "ea272ef33ceb4b4b"),
    ("first-player-crypto-cards", "40a14e3fa382207f", "f98d039f38aea4b6"),
    ("first-player-ladder-crackpipe", "0817c4d4e6b46bd4", "49538701b79e22d8"),
    ("first-player-ladder-crisps", "d92d6e6749426f00", "7b2b18bc1745a70c"),
    ("first-player-ladder-crypto-cards", "20af2a8b422248ec", "188ffbc13359d3a9"),
    ("first-player-ladder-scrip", "79a72eaac472ab85", "6345ccbc19c7f61a"),
    ("first-player-scrip", "33e5eed90d9eb7cf", "eddbec81628075be"),
    ("handicaps-crackpipe", "9f1006c6dddaa59b", "b64836b0c6f2ae21"),
    ("handicaps-crisps", "a79c4c155265cf6e", "71df941d210645a0"),
    ("handicaps-crypto-cards", "98e39c4eabcd581b", "fc8b212efa6b7362"),
    ("handicaps-scrip", "101d52076d7e1d2f", "ce486e22fe18076b"),
    ("scrip-first-player", "299f310af5b36c7c", "cc97ba8d3fdce6a8"),
    ("scrip-patience", "28cbc72c360290bd", "5e048dd41228aa26"),
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
