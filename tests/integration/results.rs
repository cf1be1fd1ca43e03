//! The results that the project ships are those of its experiments: the same digest, and the same bytes again for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{csv, play, results};
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::games::AllGames;
use fairdeal::input::Document;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::results::{Manifest, Results, Timing};
use fairdeal::strategy::{Entrant, Playable, StrategyFile};
use fairdeal::words::{files, sentences};
use sha2::{Digest, Sha256};

/// This many blocks of every experiment are played again.
const BLOCKS: u64 = 24;

/// This many where strategies look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and all machines must give; and of the files that are shipped.
/// Where the first changes, the second must follow: the results are to be made anew.
const PINNED: [(&str, &str, &str); 51] = [
    ("crackpipe-learned", "26132bcc637cf358", "2dc1f93523165e6c"),
    ("crackpipe-length", "ead7cbbdfc80fc98", "77ad015ffcc0bbd0"),
    ("crackpipe-variants", "faa13a472f31231e", "7a8badacb50d9f74"),
    ("crackpipe-variants-learned", "d51cc524a097ec47", "cc7a241619dc814b"),
    ("crisps-learned", "4fbaa94f85af1079", "ff1ccfccec27294b"),
    ("crisps-options", "8150adcc94e1f7ab", "025b3f9ee45dcd10"),
    ("crisps-variants", "c0ead137e7d9a13b", "317223a8957cabfd"),
    ("crisps-variants-learned", "3c7237f7446142b9", "539c1600bb72aec3"),
    ("crisps-variants-strong", "3559dc4a4425fdb3", "40995a3b2c9705a3"),
    ("crypto-cards-draft", "028ed4fa609e430c", "1cfd8d0d17e787fd"),
    ("crypto-cards-draft-learned", "02335a31a2aaccc5", "0f9e49378a0c8a02"),
    ("crypto-cards-draft-strong", "44b7b7b2f15f2fc1", "ab40c61430136e8d"),
    ("crypto-cards-learned", "a42e936f90c0f963", "05396cd27615ad08"),
    ("crypto-cards-ties", "017ad17086511ea9", "ba5b00b00d6d4023"),
    ("first-player-crackpipe", "ec16b5ef714b1d19", "ab5bbfc6ccac9b71"),
    ("first-player-crisps", "2d5368b52df907de", "efcc066efc844b4d"),
    ("first-player-crypto-cards", "73247b36d158ff65", "f3ce9f93f077d0db"),
    ("first-player-ladder-crackpipe", "367c1b7752f9304e", "4c15c65ed2833c8c"),
    ("first-player-ladder-crisps", "bac36fe4d16d6dc1", "a2facc7625d0dc5b"),
    ("first-player-ladder-crypto-cards", "9e9aef951c33f758", "3826ffb6201c7ba8"),
    ("first-player-ladder-scrip", "24f03883bb8efd8b", "cf7ac20f6bccd05a"),
    ("first-player-scrip", "b9e4f8b2c5904549", "b0b74a64cac3c2dd"),
    ("first-player-scrip-learned", "d57e47023a033324", "8e1c70687db649ed"),
    ("handicaps-crackpipe", "6c4654581ab4dadf", "5a2ca40979edfc0f"),
    ("handicaps-crisps", "aff4686fb03ba5d3", "e2eaadaa916de8b0"),
    ("handicaps-crypto-cards", "70b3128ba1b8f23c", "88111ccf3b750cfd"),
    ("handicaps-scrip", "61adc86e0d6570a0", "8c65691731b62d2a"),
    ("in-place-crackpipe-2", "c67c390300133088", "719d7eeeeb1a91d7"),
    ("in-place-crackpipe-3", "4bc7bc01fa7d35d6", "6337dd3c3f0ae767"),
    ("in-place-crackpipe-4", "e60c000b8cf1ca2b", "229e1016b0aed1c7"),
    ("in-place-crackpipe-6", "f18be3fea0e9347c", "10a4b54607f93c19"),
    ("in-place-crisps-2", "7a499e490bdfc9d8", "63ef2c8c70cf0fde"),
    ("in-place-crypto-cards-2", "d826321bcd4d52d4", "6c0ce435d54638da"),
    ("in-place-crypto-cards-3", "ab5eb74ba38461d8", "6e7318d5b893bc2b"),
    ("in-place-crypto-cards-4", "bda413d8f147a071", "04dcd8626155025f"),
    ("in-place-crypto-cards-5", "8f51c11537e40612", "06f3327c7a30e918"),
    ("in-place-crypto-cards-6", "e4971247dd55b66c", "3d5b779df4406c30"),
    ("in-place-scrip-2", "5d3ef3317bc21763", "062dd8464aa3b572"),
    ("in-place-scrip-3", "bbf24b2c4c6a9721", "48706f66be111990"),
    ("in-place-scrip-4", "0272b236197e9874", "d0977df098959030"),
    ("ladder-crackpipe", "99c6f2abe813c80e", "2e6531c7fa42e503"),
    ("ladder-crisps", "4c25137a4272efa0", "f2b872d0673596a8"),
    ("ladder-crypto-cards", "659c8476612e34bf", "f86174c98884d63d"),
    ("ladder-scrip", "0a5f043fb54c5061", "01762cb88d941652"),
    ("play-crackpipe", "c0383ec6a9a9ae63", "c9eab11278711b47"),
    ("play-crisps", "088f19da5ca8a42a", "26df0edded6889ea"),
    ("play-crypto-cards", "8376169aa279c776", "1bbac5c7b652a957"),
    ("play-scrip", "d4b28fe8719b17fc", "f532e08a5fa64a48"),
    ("scrip-learned", "ea00050780dce13f", "3c4d5c977aeab60d"),
    ("scrip-patience", "b1e6bd91bfb14ee5", "08400e647113e4ed"),
    ("scrip-variants", "71925c43c424181f", "86e153e48a22d699"),
];

fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes()).iter().take(8).fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
    format!("{digest:016x}")
}

/// What the program makes of the numbers of every shipped result is what is shipped: tables, answers and verdicts. After a change of words,
/// `UPDATE_RESULTS=1 cargo test --test integration shipped_words` writes them anew.
#[test]
fn shipped_words_are_those_of_the_program() {
    let timing: Timing = serde_json::from_value(serde_json::json!({
        "seconds": 0.0, "games": 0, "games_per_second": 0.0, "threads": 1, "processor": "", "system": "", "fast_bits": false
    }))
    .expect("a timing");
    let mut differing = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("results")).expect("a folder").flatten() {
        if !entry.path().is_dir() {
            continue;
        }
        let results = Results::read(&entry.path()).unwrap_or_else(|error| panic!("{error}"));
        for (name, content) in files(&results, &timing).expect("files") {
            let path = entry.path().join(&name);
            if name != "timing.json" && fs::read(&path).ok().as_ref() != Some(&content) {
                if std::env::var_os("UPDATE_RESULTS").is_some() {
                    fs::write(&path, content).expect("a file");
                }
                differing.push(path);
            }
        }
    }
    assert!(differing.is_empty(), "differ from what the program writes (UPDATE_RESULTS=1 writes them): {differing:#?}");
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
        let text = fs::read_to_string(entry.path().join("manifest.json")).expect("a manifest");
        let manifest: Manifest = serde_json::from_str(&text).expect("JSON");
        assert_eq!(manifest.digest, digest, "{name} was changed since: run it again");
        assert!(manifest.complete, "{name}");
        // Nothing of it is lost by reading it.
        assert_eq!(format!("{:#}\n", serde_json::to_value(&manifest).expect("JSON")), text, "{name}");
        let explained = fs::read_to_string(root.join("results/README.md")).expect("a file");
        assert!(explained.contains(&format!("## {name}")), "results/README.md says nothing of {name}");
        let mut files: Vec<_> = fs::read_dir(entry.path()).expect("a folder").flatten().map(|file| file.path()).collect();
        // What only this machine has: it is not shipped.
        files.retain(|file| !["timing.json", "counts.jsonl.gz", "older"].iter().any(|own| file.ends_with(own)));
        files.sort();
        let shipped: String = files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
        found.insert(name, (tables, short_digest(&shipped)));
    }
    let experiments = fs::read_dir(root.join("experiments")).expect("a folder").flatten();
    assert_eq!(experiments.count(), found.len(), "an experiment without results");
    let pinned = PINNED.map(|(name, tables, shipped)| (name.to_owned(), (tables.to_owned(), shipped.to_owned())));
    assert_eq!(found, BTreeMap::from(pinned));
}
