//! The shipped results belong to the shipped experiments: the same digest, and the same bytes again
//! for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::support::{csv, play, results};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
use fairdeal::results::{Manifest, Results, Timing};
use fairdeal::strategy::{Entrant, StrategyFile};
use fairdeal::words::{files, sentences};
use sha2::{Digest, Sha256};

/// The number of blocks of every experiment that are played again.
const BLOCKS: u64 = 24;

/// The number for strategies that look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and
/// all machines must give; and of the shipped files. If the first changes, the second must follow:
/// the results must be renewed.
const PINNED: [(&str, &str, &str); 52] = [
    ("crackpipe-learned", "60cd69e8acfda0fe", "3ad7eac9daec5164"),
    ("crackpipe-length", "34f3d07af2660d45", "b6043055745a70fd"),
    ("crackpipe-variants", "d87361b9ca643d8e", "9c4ef3e05c4e3b1e"),
    ("crackpipe-variants-learned", "c95bc694e48387cb", "644a3a14eba38669"),
    ("crisps-learned", "8093990ec4dd5dd8", "d5e379aec552eb10"),
    ("crisps-options", "e933e628af5379bf", "627c7a067e13f639"),
    ("crisps-variants", "ca2f22481b3d77f1", "65eef28c45ab19df"),
    ("crisps-variants-learned", "8ac11cd9c1c95d6f", "0394a2f9a0b4d385"),
    ("crisps-variants-strong", "45b0a4358f28ec82", "99b14a104a9f1326"),
    ("crypto-cards-draft", "bb0274b04ecb51db", "53b41852ac26798e"),
    ("crypto-cards-draft-learned", "afa98d32b8eeed18", "576d8a57ffbe3dab"),
    ("crypto-cards-draft-strong", "5127fa0f2d45be7f", "e5dfacbb23f42377"),
    ("crypto-cards-learned", "4485023ab7b098ce", "ff0371e4f2f53ac4"),
    ("crypto-cards-sensitivity", "6cb905f4ea2223df", "9c920d5f8904e1a9"),
    ("crypto-cards-ties", "017ad17086511ea9", "c51d36ef7bbd42ea"),
    ("first-player-crackpipe", "ec16b5ef714b1d19", "25d0c1ffd81a10d4"),
    ("first-player-crisps", "2d5368b52df907de", "578d91de13f4724d"),
    ("first-player-crypto-cards", "73247b36d158ff65", "f3f0220bb02bed00"),
    ("first-player-ladder-crackpipe", "ceabbe4ef21fb8f0", "ac5973da84720c45"),
    ("first-player-ladder-crisps", "fd0db1e26a4649c9", "e76a0c20d9bb2209"),
    ("first-player-ladder-crypto-cards", "6fe019f3a6142526", "8b26e026c41cb1ef"),
    ("first-player-ladder-scrip", "59da3cb158c516a2", "31692cd97114edcb"),
    ("first-player-scrip", "b9e4f8b2c5904549", "25b32b6d94553274"),
    ("first-player-scrip-learned", "d57e47023a033324", "de104cda679ebdde"),
    ("handicaps-crackpipe", "24d339a1f1ced365", "fc44a16ce3665310"),
    ("handicaps-crisps", "13a0158354a0f9cf", "68eb67a726b958e3"),
    ("handicaps-crypto-cards", "7fe386c8c7f27f3d", "491fc2e56b61a3cf"),
    ("handicaps-scrip", "8c74584c385bd26b", "2746dd3ef8a7bd9c"),
    ("in-place-crackpipe-2", "5e81eb8654ed8743", "24a5b702596e8a21"),
    ("in-place-crackpipe-3", "aae5a060db919320", "52fcf779411a6af9"),
    ("in-place-crackpipe-4", "6b682024dda189ac", "c8c8851874367568"),
    ("in-place-crackpipe-6", "455241c7c7ad9864", "4e6e1014db731489"),
    ("in-place-crisps-2", "fe6fccbb0a2d6f3b", "1c8e7a9bdbc52adb"),
    ("in-place-crypto-cards-2", "d826321bcd4d52d4", "b5df4721b5707a35"),
    ("in-place-crypto-cards-3", "050835749c5824f4", "f9e2bb7c647be621"),
    ("in-place-crypto-cards-4", "007990bfdf4e0628", "858664c548efdcae"),
    ("in-place-crypto-cards-5", "04a0c00526fbaa19", "a90095923bc473f2"),
    ("in-place-crypto-cards-6", "01d9a66a5b3caa92", "9629c635f4c485ca"),
    ("in-place-scrip-2", "6f1625a593074b99", "ba8adbea780ff29b"),
    ("in-place-scrip-3", "7f6776b24413fec7", "4799aad6a36e483a"),
    ("in-place-scrip-4", "25db6f32df0219a4", "7b05c22de9b63844"),
    ("ladder-crackpipe", "106397f7c92fe017", "24b3460aabc09395"),
    ("ladder-crisps", "511d1360a2440e2a", "50e4a0ee4d2d2b1e"),
    ("ladder-crypto-cards", "f300d6284cd5d8b3", "81b3ad5a601d1f50"),
    ("ladder-scrip", "13b5ab10e6002fb4", "6e494153b22a22a4"),
    ("play-crackpipe", "8f534aa5bf2f204f", "4f2c73cb603b4d49"),
    ("play-crisps", "b8ff34e452e2d0dc", "dd2f537d3a61d52d"),
    ("play-crypto-cards", "a177d1b3a4bbed3e", "dc54246e25a8c6aa"),
    ("play-scrip", "299be6425d7dda53", "031e2b00af32cc55"),
    ("scrip-learned", "a07e1bc7ae240e2a", "d4386739056c7c40"),
    ("scrip-patience", "129f95980c4156e4", "e18c5c3d11676e66"),
    ("scrip-variants", "d80cb484651e66ef", "d9e576fc3d2ff766"),
];

fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes())
        .iter()
        .take(8)
        .fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
    format!("{digest:016x}")
}

/// The program's tables, answers and verdicts from the numbers of every shipped result equal the
/// shipped ones. After a change of words, `UPDATE_RESULTS=1 cargo test --test integration
/// shipped_words` writes them again.
#[test]
fn shipped_words_belong_to_the_program() {
    let timing: Timing = serde_json::from_value(serde_json::json!({
        "seconds": 0.0, "games": 0, "games_per_second": 0.0, "threads": 1, "processor": "", "system": "", "fast_bits": false
    }))
    .expect("a timing");
    let mut differing = Vec::new();
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("results"))
        .expect("a folder")
        .flatten()
    {
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
    assert!(
        differing.is_empty(),
        "differ from what the program writes (UPDATE_RESULTS=1 writes them): {differing:#?}"
    );
}

/// The digest of a plan, and that of its tables and sentences after some blocks.
fn replay(game: &'static dyn AnyGame, document: &Document) -> (String, String) {
    let plan_of = |blocks| {
        parse(game, document, Overrides { seed: None, blocks: Some(blocks) })
            .expect("a valid experiment")
    };
    let searches = |file: &StrategyFile| file.searches(game.repertoire());
    let looks_ahead = |entrant: &Entrant| entrant.file().is_some_and(searches);
    if document.top().entry("tune").is_some() {
        // The number of blocks decides what a search plays. Its own plan is that of the rules as
        // they are, which it begins with.
        let plan = parse(game, document, Overrides::default()).expect("a valid experiment");
        let counts = play(&plan, 2);
        return (plan.digest(), short_digest(&csv(&plan, &counts)));
    }
    let mut plan = plan_of(BLOCKS);
    if plan.strategies().iter().any(looks_ahead) {
        plan = plan_of(FEW_BLOCKS);
    }
    let counts = play(&plan, 2);
    let sentences: String = sentences(&results(&plan, &counts))
        .into_iter()
        .map(|sentence| sentence.text + "\n")
        .collect();
    (plan.digest(), short_digest(&[csv(&plan, &counts), sentences].concat()))
}

#[test]
fn shipped_results_belong_to_the_experiments() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(root.join("results"))
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.path().is_dir())
    {
        let name = entry.file_name().to_string_lossy().into_owned();
        let document = Document::read(&root.join("experiments").join(format!("{name}.toml")))
            .expect("the experiment of these results");
        let (_, game) = game_of(&document).expect("a game");
        let (digest, tables) = replay(GAMES.find(game).expect("a game of the list"), &document);
        let text = fs::read_to_string(entry.path().join("manifest.json")).expect("a manifest");
        let manifest: Manifest = serde_json::from_str(&text).expect("JSON");
        assert_eq!(manifest.digest, digest, "{name} was changed since: run it again");
        assert!(manifest.complete, "{name}");
        // Reading it loses nothing.
        assert_eq!(
            format!("{:#}\n", serde_json::to_value(&manifest).expect("JSON")),
            text,
            "{name}"
        );
        let explained = fs::read_to_string(root.join("results/README.md")).expect("a file");
        assert!(
            explained.contains(&format!("## {name}")),
            "results/README.md says nothing of {name}"
        );
        let mut files: Vec<_> = fs::read_dir(entry.path())
            .expect("a folder")
            .flatten()
            .map(|file| file.path())
            .collect();
        // Files that depend on this machine are not shipped.
        files.retain(|file| {
            !["timing.json", "counts.jsonl.gz", "older"].iter().any(|own| file.ends_with(own))
        });
        files.sort();
        let shipped: String =
            files.iter().map(|file| fs::read_to_string(file).expect("text")).collect();
        found.insert(name, (tables, short_digest(&shipped)));
    }
    let experiments = fs::read_dir(root.join("experiments")).expect("a folder").flatten();
    let experiments = experiments.filter(|entry| entry.path().is_file());
    assert_eq!(experiments.count(), found.len(), "an experiment without results");
    let pinned = PINNED
        .map(|(name, tables, shipped)| (name.to_owned(), (tables.to_owned(), shipped.to_owned())));
    assert_eq!(found, BTreeMap::from(pinned));
}
