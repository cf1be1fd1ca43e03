//! The results that the project ships are those of its experiments: the same digest, and the same bytes again for a smaller number of blocks.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::input::Document;
use fairdeal::registry::{Visitor, with_game};
use fairdeal::strategy::Playable;
use sha2::{Digest, Sha256};
use support::{csv, play};

/// So many blocks of every experiment are played again.
const BLOCKS: u64 = 24;

/// Digests of all tables after [`BLOCKS`] blocks: what debug and release builds and all machines must give.
const PINNED: [(&str, &str); 6] = [
    ("crisps-variants", "54fe2a8b23ac40bf"),
    ("crypto-cards-draft", "06018f31f5f00244"),
    ("first-player-crackpipe", "2e7ac17b215b4736"),
    ("first-player-crisps", "f4d8d26a62a4721c"),
    ("first-player-crypto-cards", "d52a355462a73ffe"),
    ("first-player-scrip", "ea8916d4570bd8bb"),
];

/// The digest of a plan, and that of its tables after some blocks.
struct Replay<'a>(&'a Document);

impl Visitor for Replay<'_> {
    type Output = (String, String);

    fn visit<G: Playable>(self) -> Self::Output {
        let plan = parse::<G>(self.0, Overrides { seed: None, blocks: Some(BLOCKS) }).expect("a valid experiment");
        let hash = Sha256::digest(csv(&plan, &play(&plan, 2)).as_bytes());
        let tables = hash.iter().take(8).fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
        (plan.digest(), format!("{tables:016x}"))
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
        let (digest, tables) = with_game(game, Replay(&document)).expect("a game of the list");
        let manifest = fs::read(entry.path().join("manifest.json")).expect("a manifest");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest).expect("JSON");
        assert_eq!(manifest["digest"], digest, "{name} was changed since: run it again");
        assert_eq!(manifest["complete"], true, "{name}");
        let explained = fs::read_to_string(root.join("results/README.md")).expect("a file");
        assert!(explained.contains(&format!("## {name}")), "results/README.md says nothing of {name}");
        found.insert(name, tables);
    }
    let pinned: BTreeMap<String, String> = PINNED.iter().map(|(name, tables)| ((*name).to_owned(), (*tables).to_owned())).collect();
    assert_eq!(found, pinned);
}
