//! The results that the project ships are those of its experiments: the same digest, and the same bytes again for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{csv, play};
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::games::AllGames;
use fairdeal::input::Document;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::strategy::{Entrant, Playable, StrategyFile};
use sha2::{Digest, Sha256};

/// So many blocks of every experiment are played again.
const BLOCKS: u64 = 24;

/// So many where strategies look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after so many blocks, which debug and release builds and all machines must give; and of the files that are shipped.
/// Where the first changes, the second must follow: the results are to be made anew.
const PINNED: [(&str, &str, &str); 13] = [
    ("crackpipe-variants", "bdd8ec746b59cafa", "5993fc68be3ad61e"),
    ("crisps-variants", "842083f7273373f0", "e2db565079d6050e"),
    ("crisps-variants-strong", "292bc7a224058b08", "6f1a9f69513b55ac"),
    ("crypto-cards-draft", "e490f196702ceb44", "2df31304628341c4"),
    ("crypto-cards-draft-strong", "3f6a5972b047de19", "9015f40fb84a4c8d"),
    ("first-player-crackpipe", "9ab562e75f4d4428", "ee453c3281921aad"),
    ("first-player-crisps", "d62ad5b93d4392f9", "d1fb9a0852cc7c9c"),
    ("first-player-crypto-cards", "25b214726430edd4", "f685998948650b26"),
    ("first-player-ladder-crackpipe", "740fc41a8f4f502d", "ea92c64a185804ee"),
    ("first-player-ladder-crisps", "43ea312be9ec1a3e", "a220b8dbfd8b3881"),
    ("first-player-ladder-crypto-cards", "32fcb1247b5ef24f", "4ad952ffe56379c5"),
    ("first-player-ladder-scrip", "1473ece5accdefc0", "b89e4e59dd84f5c9"),
    ("first-player-scrip", "be830ba82e0ead3e", "71e22f8fa845fb83"),
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
        if plan.strategies.iter().any(looks_ahead) {
            plan = plan_of(FEW_BLOCKS);
        }
        let counts = play(&plan, 2);
        let sentences: String = counts.sentences(&plan.analysis).into_iter().map(|sentence| sentence.text + "\n").collect();
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
        files.retain(|file| !file.ends_with("timing.json"));
        files.sort();
        let shipped: String = files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
        found.insert(name, (tables, short_digest(&shipped)));
    }
    let pinned = PINNED.map(|(name, tables, shipped)| (name.to_owned(), (tables.to_owned(), shipped.to_owned())));
    assert_eq!(found, BTreeMap::from(pinned));
}
