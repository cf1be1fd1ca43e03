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
    ("crackpipe-length", "8f780b10bfb29d5d", "a9b7da4fb53a93ab"),
    ("crackpipe-variants", "a469ad9c74167b91", "3e5ab8e68dd52f26"),
    ("crisps-options", "5acc36a2b348ebf8", "0a2c6350d4f2447f"),
    ("crisps-variants", "fe0945ec0f98828a", "7c40bd29a307fd7e"),
    ("crisps-variants-strong", "eb0f818f9c78deee", "f680e36cbda8f8ca"),
    ("crypto-cards-draft", "2da87363c5764f92", "728a65708f614068"),
    ("crypto-cards-draft-strong", "1b10a61cf9cbc804", "da20d908237a10de"),
    ("crypto-cards-ties", "c27ed8bc6faed3ed", "4ae9f2d145e18ed7"),
    ("first-player-crackpipe", "8c0c3bbe46b82e35", "083b16d44031ecd2"),
    ("first-player-crisps", "b1efe2896e7de763", "1e4ffba845148ab1"),
    ("first-player-crypto-cards", "40a14e3fa382207f", "f98d039f38aea4b6"),
    ("first-player-ladder-crackpipe", "0817c4d4e6b46bd4", "2a48de0dce1b6d91"),
    ("first-player-ladder-crisps", "d92d6e6749426f00", "d055d36232b88a5b"),
    ("first-player-ladder-crypto-cards", "20af2a8b422248ec", "139b4dab64580cc4"),
    ("first-player-ladder-scrip", "79a72eaac472ab85", "8a350d10884971a9"),
    ("first-player-scrip", "33e5eed90d9eb7cf", "6c0e107fc20c9fd8"),
    ("handicaps-crackpipe", "13f46fe2ef25fd28", "f590bb7de07e854f"),
    ("handicaps-crisps", "dbc8b396826847d6", "9328aca2c951e904"),
    ("handicaps-crypto-cards", "607bbd1d91dfeaa1", "5c55a0a3379a1e99"),
    ("handicaps-scrip", "5c9ffd10c1ddb379", "3958803694a3f63d"),
    ("scrip-first-player", "04c8904d8fbc4d48", "c31afc67860ad489"),
    ("scrip-patience", "a7a7b0c02ac153ca", "c8f9e0ee232c3f25"),
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
