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
const PINNED: [(&str, &str, &str); 51] = [
    ("crackpipe-learned", "60cd69e8acfda0fe", "56a7aef3affcb536"),
    ("crackpipe-length", "34f3d07af2660d45", "77ca5997cd52fc2d"),
    ("crackpipe-variants", "d87361b9ca643d8e", "efb77eeb04ace68a"),
    ("crackpipe-variants-learned", "c95bc694e48387cb", "4fda8b1c1a5d2a07"),
    ("crisps-learned", "8093990ec4dd5dd8", "96fe4fde7fe5f1bc"),
    ("crisps-options", "e933e628af5379bf", "b78675f84a6f1246"),
    ("crisps-variants", "ca2f22481b3d77f1", "22a9f206f4e5d6a5"),
    ("crisps-variants-learned", "8ac11cd9c1c95d6f", "4827f601aaad24b5"),
    ("crisps-variants-strong", "326d7e7fee2e204e", "35214ad066401b27"),
    ("crypto-cards-draft", "bb0274b04ecb51db", "ecce2b7ae254cf02"),
    ("crypto-cards-draft-learned", "afa98d32b8eeed18", "13d27e5dff821ebd"),
    ("crypto-cards-draft-strong", "554335837d8c9a6a", "8d72c4dce5746c84"),
    ("crypto-cards-learned", "4485023ab7b098ce", "35ebf96eeeb06098"),
    ("crypto-cards-ties", "017ad17086511ea9", "90b5e31e0d90272a"),
    ("first-player-crackpipe", "ec16b5ef714b1d19", "afe252dccd46be3d"),
    ("first-player-crisps", "2d5368b52df907de", "53d2ce0db2705978"),
    ("first-player-crypto-cards", "73247b36d158ff65", "cc719c78f28a1559"),
    ("first-player-ladder-crackpipe", "367c1b7752f9304e", "19bde866cc12a2a1"),
    ("first-player-ladder-crisps", "bac36fe4d16d6dc1", "4066a7567600d94b"),
    ("first-player-ladder-crypto-cards", "9e9aef951c33f758", "bff28d4f2e79c5b1"),
    ("first-player-ladder-scrip", "24f03883bb8efd8b", "e812bcd6ef594781"),
    ("first-player-scrip", "b9e4f8b2c5904549", "4073543e39b7e127"),
    ("first-player-scrip-learned", "d57e47023a033324", "8d6729dcc77b2e42"),
    ("handicaps-crackpipe", "24d339a1f1ced365", "e818ce7f78cebee6"),
    ("handicaps-crisps", "13a0158354a0f9cf", "bdeca130c35c3e99"),
    ("handicaps-crypto-cards", "7fe386c8c7f27f3d", "8b39dd5985fe6c49"),
    ("handicaps-scrip", "8c74584c385bd26b", "b1200f94da235a80"),
    ("in-place-crackpipe-2", "5e81eb8654ed8743", "bb38d8a3cedeab41"),
    ("in-place-crackpipe-3", "aae5a060db919320", "d073a25148e55f5b"),
    ("in-place-crackpipe-4", "6b682024dda189ac", "1240d2af914e9c71"),
    ("in-place-crackpipe-6", "455241c7c7ad9864", "dea77acda75620a2"),
    ("in-place-crisps-2", "fe6fccbb0a2d6f3b", "70f6d53af94e8279"),
    ("in-place-crypto-cards-2", "d826321bcd4d52d4", "eaac1b0cdbe429d7"),
    ("in-place-crypto-cards-3", "050835749c5824f4", "7c41c436fa71d273"),
    ("in-place-crypto-cards-4", "007990bfdf4e0628", "a0d7328ac9ae5ad0"),
    ("in-place-crypto-cards-5", "04a0c00526fbaa19", "6f6c6e931561657a"),
    ("in-place-crypto-cards-6", "01d9a66a5b3caa92", "f811bfb83964e836"),
    ("in-place-scrip-2", "6f1625a593074b99", "81cca4e93ec09bc0"),
    ("in-place-scrip-3", "7f6776b24413fec7", "5c0808579e4df4fa"),
    ("in-place-scrip-4", "25db6f32df0219a4", "a7af7cdf4a03b210"),
    ("ladder-crackpipe", "3717d677a6b68eb5", "c79dda6eb5608211"),
    ("ladder-crisps", "7f23ac9946ae6d4d", "d6e89bd5dc0e7d42"),
    ("ladder-crypto-cards", "d05b499ae9398c2c", "5ba15694c490df7a"),
    ("ladder-scrip", "a305da3ef7cf2128", "62684412e2589635"),
    ("play-crackpipe", "437b7578ca49f847", "531d6830c71432bf"),
    ("play-crisps", "088f19da5ca8a42a", "dab99ad6cd5f3ebf"),
    ("play-crypto-cards", "8376169aa279c776", "43ce0b281cc21f8d"),
    ("play-scrip", "1408d419c2a042a3", "cdcff7465b08ffdc"),
    ("scrip-learned", "a07e1bc7ae240e2a", "fcd064f5029d6323"),
    ("scrip-patience", "129f95980c4156e4", "60fe6c770c0fade0"),
    ("scrip-variants", "f0cf2740dc467f80", "ef9a0d13e61e3a8e"),
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
    let looks_ahead = |entrant: &Entrant| matches!(entrant, Entrant::File(file) if searches(file));
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
