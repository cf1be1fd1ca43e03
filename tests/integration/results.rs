//! The shipped results belong to the shipped experiments: the same digest, and the same bytes again
//! for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::support::{csv, play, results};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::input::Document;
use fairdeal::registry::GAMES;
use fairdeal::results::{Manifest, Results, Timing};
use fairdeal::strategy::{Entrant, StrategyFile};
use fairdeal::words::{files, sentences};
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

/// The number of blocks of every experiment that are played again.
const BLOCKS: u64 = 24;

/// The number for strategies that look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and
/// all machines must give; and of the shipped files. If the first changes, the second must follow:
/// the results must be renewed.
const PINNED: [(&str, &str, &str); 57] = [
    ("crackpipe-learned", "60cd69e8acfda0fe", "68a0c620b69651fd"),
    ("crackpipe-length", "34f3d07af2660d45", "0a396af8a32f76f7"),
    ("crackpipe-variants", "d87361b9ca643d8e", "6842b8f5d36e6d13"),
    ("crackpipe-variants-learned", "c95bc694e48387cb", "5850d0aef303160d"),
    ("crisps-learned", "8093990ec4dd5dd8", "3a0deb509ba753dc"),
    ("crisps-options", "e933e628af5379bf", "efe764ae21db40c1"),
    ("crisps-variants", "ca2f22481b3d77f1", "664a2295670aca75"),
    ("crisps-variants-learned", "8ac11cd9c1c95d6f", "9590a552d475e546"),
    ("crisps-variants-strong", "45b0a4358f28ec82", "611aac6540fb4099"),
    ("crypto-cards-draft", "bb0274b04ecb51db", "61f2f43859fac9a1"),
    ("crypto-cards-draft-learned", "afa98d32b8eeed18", "f83bb339c53c7153"),
    ("crypto-cards-draft-strong", "5127fa0f2d45be7f", "392a659c787662c2"),
    ("crypto-cards-learned", "4485023ab7b098ce", "f4bfb72cd92c261f"),
    ("crypto-cards-sensitivity", "6cb905f4ea2223df", "406dae9118985deb"),
    ("crypto-cards-ties", "017ad17086511ea9", "561715ab82439b57"),
    ("first-player-crackpipe", "ec16b5ef714b1d19", "e194ed61b000431c"),
    ("first-player-crisps", "2d5368b52df907de", "836f12f2315debd4"),
    ("first-player-crypto-cards", "73247b36d158ff65", "68e9bae7c10d3be4"),
    ("first-player-ladder-crackpipe", "ceabbe4ef21fb8f0", "0cdb76b962e23075"),
    ("first-player-ladder-crisps", "fd0db1e26a4649c9", "42fad290a13ab814"),
    ("first-player-ladder-crypto-cards", "6fe019f3a6142526", "fc8fc7c71dc8654b"),
    ("first-player-ladder-scrip", "59da3cb158c516a2", "b54ddacf0e20b8b0"),
    ("first-player-scrip", "b9e4f8b2c5904549", "332450ce7e8fbb5c"),
    ("first-player-scrip-learned", "d57e47023a033324", "df0f26a3b9facb98"),
    ("handicaps-crackpipe", "24d339a1f1ced365", "37a077b2a9075c72"),
    ("handicaps-crisps", "13a0158354a0f9cf", "54b810013da0efa1"),
    ("handicaps-crypto-cards", "7fe386c8c7f27f3d", "4afd80d6ceeed32c"),
    ("handicaps-scrip", "8c74584c385bd26b", "5d7299923a232869"),
    ("in-place-crackpipe-2", "5e81eb8654ed8743", "62b42de3c153ccc2"),
    ("in-place-crackpipe-3", "aae5a060db919320", "e618e3b884d2dc73"),
    ("in-place-crackpipe-4", "6b682024dda189ac", "81533af135b7bf36"),
    ("in-place-crackpipe-6", "455241c7c7ad9864", "fb41ad5179fe9f5a"),
    ("in-place-crisps-2", "fe6fccbb0a2d6f3b", "03a282e33a25b615"),
    ("in-place-crypto-cards-2", "d826321bcd4d52d4", "b42710f7801f464e"),
    ("in-place-crypto-cards-3", "050835749c5824f4", "5b4fc6e326a5c962"),
    ("in-place-crypto-cards-4", "007990bfdf4e0628", "4b6ce7cfdb958663"),
    ("in-place-crypto-cards-5", "04a0c00526fbaa19", "7aaed9b783c5977c"),
    ("in-place-crypto-cards-6", "01d9a66a5b3caa92", "bde99602dad7700e"),
    ("in-place-scrip-2", "6f1625a593074b99", "7b0d27d3035ce05c"),
    ("in-place-scrip-3", "7f6776b24413fec7", "b09c64e891b205f6"),
    ("in-place-scrip-4", "25db6f32df0219a4", "115d9d98f8bf6b90"),
    ("ladder-crackpipe", "106397f7c92fe017", "3e41fe7deed1a29c"),
    ("ladder-crisps", "511d1360a2440e2a", "dc4f8af473333558"),
    ("ladder-crypto-cards", "f300d6284cd5d8b3", "ec3d8c9f5ff0f96d"),
    ("ladder-scrip", "13b5ab10e6002fb4", "daf791148092c5b6"),
    ("play-crackpipe", "8f534aa5bf2f204f", "adf2c4741ab4cb56"),
    ("play-crisps", "b8ff34e452e2d0dc", "7c9d888e77dad02d"),
    ("play-crypto-cards", "a177d1b3a4bbed3e", "ba11fb178de70475"),
    ("play-scrip", "299be6425d7dda53", "402ea88bc1f39bb7"),
    ("scrip-learned", "a07e1bc7ae240e2a", "3c17786f40c6be35"),
    ("scrip-patience", "129f95980c4156e4", "9fa1c7e2e3a35b05"),
    ("scrip-variants", "d80cb484651e66ef", "94d32686b16e9f1c"),
    ("tune-crackpipe", "09afcf805dfd0774", "fc97265b88ea0079"),
    ("tune-crypto-cards-2", "1c50483c724173b3", "ba9609aa9373d5ec"),
    ("tune-crypto-cards-3", "23a0064c0f046034", "198d82ed94fab37e"),
    ("tune-crypto-cards-4", "d782d447fe14fb14", "478eacb1002a3565"),
    ("tune-scrip", "cd5f44efa60520fa", "4198baacf842acba"),
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
        let game = game_of(GAMES, &document).expect("a game of the list");
        let (digest, tables) = replay(game, &document);
        let text = fs::read_to_string(entry.path().join("manifest.json")).expect("a manifest");
        let manifest: Manifest = serde_json::from_str(&text).expect("JSON");
        if document.top().entry("tune").is_some() {
            // The last stage of a search plays what it found; its counts say what was asked.
            let counts = fs::File::open(entry.path().join("counts.jsonl.gz")).expect("counts");
            let mut first = String::new();
            let mut lines = BufReader::new(GzDecoder::new(counts));
            lines.read_line(&mut first).expect("a line");
            assert!(first.contains(&digest), "{name} was changed since: run it again");
        } else {
            assert_eq!(manifest.digest, digest, "{name} was changed since: run it again");
        }
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
