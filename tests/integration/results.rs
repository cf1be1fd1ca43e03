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
const PINNED: [(&str, &str, &str); 26] = [
    ("crackpipe-length", "71cbf31b2d7263a2", "e87df096f4e373a8"),
    ("crackpipe-variants", "64f5b3020a70d6de", "88dad3392cc91cd0"),
    ("crisps-options", "bea6a9f9be450a4b", "520225f9d0385490"),
    ("crisps-variants", "4044aff173916187", "447c0afe734457ea"),
    ("crisps-variants-strong", "3227eb6f6ccf515d", "cd97afc8ef7447bf"),
    ("crypto-cards-draft", "866e1c046d7d2533", "7ee981685129d9b9"),
    ("crypto-cards-draft-strong", "25caa3aaae846501", "1ec290606f61cf75"),
    ("crypto-cards-ties", "1fbc6f1e1fccabb7", "80069ca4f6593499"),
    ("first-player-crackpipe", "f4785e8a069e0260", "09985c5a03b2cb37"),
    ("first-player-crisps", "2d5368b52df907de", "81e38ace57dd4bd0"),
    ("first-player-crypto-cards", "baac2d2d3ff9df4b", "d2f7719224f2fee9"),
    ("first-player-ladder-crackpipe", "faac168f785f5d25", "2f47c6ef7772ec50"),
    ("first-player-ladder-crisps", "b7e362006035bb62", "c3817eb0da7d7077"),
    ("first-player-ladder-crypto-cards", "71ce62d0616852a1", "7b2975c0a0d2284d"),
    ("first-player-ladder-scrip", "a3983c6ccc77dd44", "f91d180edfb52aab"),
    ("first-player-scrip", "e6ecb332f970e813", "cd66a2e0a4314755"),
    ("handicaps-crackpipe", "977fc1a7db2a8610", "db2bfb852880a9c3"),
    ("handicaps-crisps", "16e6b4a62797a496", "0258310309f9ef37"),
    ("handicaps-crypto-cards", "3548dad7696c5064", "1e2ef4e026a06338"),
    ("handicaps-scrip", "0383ce76b682ed2f", "1186a83df6378ef1"),
    ("play-crackpipe", "c0383ec6a9a9ae63", "7f72baee2298ef7c"),
    ("play-crisps", "d1a1ff30559d3c70", "ba2457265a08b347"),
    ("play-crypto-cards", "81d8a918959287b1", "c34445754617e1ab"),
    ("play-scrip", "dfaea8c1619c4099", "153ccfba1cc51bf1"),
    ("scrip-first-player", "cb227cb17a8663f7", "d552086894a6fa49"),
    ("scrip-patience", "29cf431184b642a1", "5756bcd810fc819f"),
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
