//! The shipped results belong to the shipped experiments: the same digest, the same bytes again for a
//! smaller number of blocks, and the same files from their counts.
//!
//! Three small ones are played and written again here, and all of them by `.ci/run`, with
//! `--ignored` and by `tests/results/run.sh`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use crate::support::{csv, play, results};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::game::GAMES;
use fairdeal::input::Document;
use fairdeal::results::Manifest;
use fairdeal::strategy::{Entrant, StrategyFile};
use fairdeal::words::sentences;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

/// A question about events, one about going first, and a game in a file.
const SMALL: [&str; 3] = ["crisps-open-queens", "first-player-scrip", "whist-trumps"];

/// The number of blocks of every experiment that are played again.
const BLOCKS: u64 = 24;

/// The number where strategies look ahead, or chances of winning are estimated: both simulate
/// games, and take a second or more for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and
/// all machines must give. If one changes, the results must be renewed.
const PINNED: [(&str, &str); 88] = [
    ("crackpipe-blind", "1f6619204737980a"),
    ("crackpipe-drawn", "b93e7230f253790b"),
    ("crackpipe-learned", "6e96d5ef64c4b84b"),
    ("crackpipe-length", "be3d4d6635de9237"),
    ("crackpipe-rules", "61352efb0cd33c96"),
    ("crackpipe-variants", "3bc6a90272b6e898"),
    ("crackpipe-variants-learned", "af4ee3e2782aa029"),
    ("crazy-eights-draws", "e3c503d1da13e6c6"),
    ("crisps-events", "c585152ec42c302d"),
    ("crisps-learned", "98e79ecac7ccf901"),
    ("crisps-open-queens", "a5d83799324d4f8f"),
    ("crisps-options", "e3d02c7641bd285e"),
    ("crisps-queens", "fd9bf73a58d76db2"),
    ("crisps-rules", "c610282c9c16a7dd"),
    ("crisps-starter", "fdf9e7f9fadc88fa"),
    ("crisps-variants", "35a5e707e7f1020b"),
    ("crisps-variants-learned", "b1cc35e5268c60db"),
    ("crisps-variants-strong", "2a0a7b499a74e30a"),
    ("crypto-cards-buy-back", "22bf3dd418bbe39d"),
    ("crypto-cards-draft", "d6589028ed3fd50b"),
    ("crypto-cards-draft-learned", "bac607c57744ea23"),
    ("crypto-cards-draft-strong", "3071359777d35cd9"),
    ("crypto-cards-end", "a6733d726d1cc433"),
    ("crypto-cards-events", "ad072e2a943afe70"),
    ("crypto-cards-hands", "4cbfcb5971a9b116"),
    ("crypto-cards-laying", "f61b9435a7df3983"),
    ("crypto-cards-learned", "5a8b070896662b8d"),
    ("crypto-cards-rules", "447500c2308a3a71"),
    ("crypto-cards-sensitivity", "6a75786690d2d297"),
    ("crypto-cards-tie-breakers", "2805bb9396078147"),
    ("crypto-cards-ties", "30039a2211d2511d"),
    ("crypto-cards-together", "8de61a8f640d5fc8"),
    ("crypto-cards-turns", "da41760f7042dc99"),
    ("first-player-crackpipe", "fc73ad4d224621ad"),
    ("first-player-crisps", "c279b2f40d06ac94"),
    ("first-player-crypto-cards", "55bd85fd33056909"),
    ("first-player-ladder-crackpipe", "ea6f7ec06d113422"),
    ("first-player-ladder-crisps", "3dc3806c7b1bfd4c"),
    ("first-player-ladder-crypto-cards", "4d2f48716fe6df90"),
    ("first-player-ladder-scrip", "6adc77719716d02d"),
    ("first-player-scrip", "7e42baa69c18b9ed"),
    ("first-player-scrip-learned", "9cd271a7b6e0e45d"),
    ("go-fish-luck", "b047c3123c254700"),
    ("gops-ties", "9e41773e7f9d3a7c"),
    ("handicaps-crackpipe", "1229a1c7829c7554"),
    ("handicaps-crisps", "c91dffd438a058f8"),
    ("handicaps-crypto-cards", "46a97a3b9a58ab29"),
    ("handicaps-scrip", "c0290e7b96d55af2"),
    ("hearts-passing", "c4d82c78f2ba7139"),
    ("in-place-crackpipe-2", "29819f33e331158b"),
    ("in-place-crackpipe-3", "6c35f20dac30713e"),
    ("in-place-crackpipe-4", "945d1c07033c3ed7"),
    ("in-place-crackpipe-6", "97517a66ddbd04af"),
    ("in-place-crisps-2", "d20fe96ee4e543fc"),
    ("in-place-crypto-cards-2", "f922496e0f6a5b4f"),
    ("in-place-crypto-cards-3", "66d71ad9a5c33f95"),
    ("in-place-crypto-cards-4", "1bcac65909cbd828"),
    ("in-place-crypto-cards-5", "c513c7160e0d8ddc"),
    ("in-place-crypto-cards-6", "230db5a9fc2838a8"),
    ("in-place-scrip-2", "753b3f64529e9bac"),
    ("in-place-scrip-3", "458cf96c730f05a1"),
    ("in-place-scrip-4", "286f6acdd07a7ac4"),
    ("kuhn-poker-cards", "377495965c9aaef3"),
    ("ladder-crackpipe", "047c3c4c0f4e9fc7"),
    ("ladder-crisps", "d18909be903cdc68"),
    ("ladder-crypto-cards", "0f1c4909a5fb11ab"),
    ("ladder-scrip", "b03b0f2fd347494f"),
    ("play-crackpipe", "6c8735acfe096069"),
    ("play-crackpipe-double", "fe25f38fe41b3990"),
    ("play-crisps", "497659a67682d49b"),
    ("play-crypto-cards", "ff882f78b0389acf"),
    ("play-scrip", "1f5af3942bfbb490"),
    ("play-scrip-no-exchange", "73315b34a6932dd7"),
    ("scrip-bonus", "d4740f112d569075"),
    ("scrip-diamonds", "16763b2dbc3b6e58"),
    ("scrip-equals", "3a5310dc7f00c23c"),
    ("scrip-events", "cfdde145c0fdcc22"),
    ("scrip-learned", "c605c696a2c174b8"),
    ("scrip-patience", "95deba6f3c37e515"),
    ("scrip-rules", "bb2b58a55471160e"),
    ("scrip-tips", "1b1f61ecc1ce3c2b"),
    ("scrip-variants", "59c9387eb13db68a"),
    ("tune-crackpipe", "09afcf805dfd0774"),
    ("tune-crypto-cards-2", "a396e1a36f7beff3"),
    ("tune-crypto-cards-3", "f7767f5f3bde25d7"),
    ("tune-crypto-cards-4", "357bc4cf54791668"),
    ("tune-scrip", "05e36a1f2f1974c0"),
    ("whist-trumps", "f988588a380a6fa1"),
];

fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes())
        .iter()
        .take(8)
        .fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
    format!("{digest:016x}")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names in a folder of the project.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

fn experiment(name: &str) -> (&'static dyn AnyGame, Document) {
    let document = Document::read(&root().join("experiments").join(format!("{name}.toml")))
        .expect("the experiment of these results");
    (game_of(GAMES, &document).expect("a game of the list"), document)
}

/// The digest of all tables and sentences after some blocks.
fn replay(name: &str) -> String {
    let (game, document) = experiment(name);
    let plan_of = |blocks| {
        parse(game, &document, Overrides { seed: None, blocks: Some(blocks) })
            .expect("a valid experiment")
    };
    let searches = |file: &StrategyFile| file.searches(game.repertoire());
    let looks_ahead = |entrant: &Entrant| entrant.file().is_some_and(searches);
    if document.top().entry("tune").is_some() {
        // The number of blocks decides what a search plays. Its own plan is that of the rules as
        // they are, which it begins with.
        let plan = parse(game, &document, Overrides::default()).expect("a valid experiment");
        return short_digest(&csv(&plan, &play(&plan, 2)));
    }
    let mut plan = plan_of(BLOCKS);
    let estimates_chances = plan.play().is_some_and(|play| play.chances.is_some());
    if estimates_chances || plan.strategies().iter().any(looks_ahead) {
        plan = plan_of(FEW_BLOCKS);
    }
    let counts = play(&plan, 2);
    let sentences: String = sentences(&results(&plan, &counts))
        .into_iter()
        .map(|sentence| sentence.text + "\n")
        .collect();
    short_digest(&[csv(&plan, &counts), sentences].concat())
}

fn assert_play_is_pinned(is_asked: impl Fn(&str) -> bool) {
    let asked = || PINNED.into_iter().filter(|(name, _)| is_asked(name));
    let found: Vec<(&str, String)> = asked().map(|(name, _)| (name, replay(name))).collect();
    let pinned: Vec<(&str, String)> =
        asked().map(|(name, tables)| (name, tables.to_owned())).collect();
    assert_eq!(found, pinned);
}

#[test]
fn small_results_are_played_again() {
    assert_play_is_pinned(|name| SMALL.contains(&name));
}

#[test]
#[ignore = "takes minutes: .ci/run does"]
fn all_other_results_are_played_again() {
    assert_play_is_pinned(|name| !SMALL.contains(&name));
}

/// After a change of words, `fairdeal run --rewrite --quiet experiments/*.toml` and then
/// `results/pack` write the files of all results again.
#[test]
fn small_results_are_written_again_from_their_counts() {
    for name in SMALL {
        let shipped = root().join("results").join(name);
        let copy = tempfile::tempdir().expect("a folder");
        for file in ["manifest.json", "counts.jsonl.gz"] {
            fs::copy(shipped.join(file), copy.path().join(file)).expect("a file");
        }
        let experiment = root().join("experiments").join(format!("{name}.toml"));
        let command =
            ["fairdeal", "run", "--rewrite", "--quiet", "--out"].map(PathBuf::from).into_iter();
        let command = command.chain([copy.path().to_owned(), experiment]);
        assert_eq!(fairdeal::cli::run_with(GAMES, command, &mut Vec::new()), 0, "{name}");
        let compared = names_in(&shipped).into_iter().filter(|file| {
            // The counts say which build of the program counted, and the page where it lies.
            !["counts.jsonl.gz", "report.html", "timing.json", "older"].contains(&&**file)
        });
        for file in compared {
            let made = fs::read(copy.path().join(&file)).unwrap_or_default();
            let same = fs::read(shipped.join(&file)).expect("a file") == made;
            assert!(same, "{name}/{file} is not what the program writes");
        }
    }
}

#[test]
fn shipped_results_belong_to_the_experiments() {
    let explained = fs::read_to_string(root().join("results/README.md")).expect("a file");
    let mut found = Vec::new();
    for (name, _) in PINNED {
        let folder = root().join("results").join(name);
        let (game, document) = experiment(name);
        let plan = parse(game, &document, Overrides::default()).expect("a valid experiment");
        let text = fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
        let manifest: Manifest = serde_json::from_str(&text).expect("JSON");
        let is_search = document.top().entry("tune").is_some();
        if is_search {
            // The last stage of a search plays what it found; its counts say what was asked.
            let counts = fs::File::open(folder.join("counts.jsonl.gz")).expect("counts");
            let mut first = String::new();
            let mut lines = BufReader::new(GzDecoder::new(counts));
            lines.read_line(&mut first).expect("a line");
            assert!(first.contains(&plan.digest()), "{name} was changed since: run it again");
        } else {
            assert_eq!(manifest.digest, plan.digest(), "{name} was changed since: run it again");
        }
        assert!(manifest.complete, "{name}");
        // Reading it loses nothing.
        assert_eq!(
            format!("{:#}\n", serde_json::to_value(&manifest).expect("JSON")),
            text,
            "{name}"
        );
        assert!(
            explained.contains(&format!("[{name}]({name})")),
            "results/README.md says nothing of {name}"
        );
        let has_counts = folder.join("counts.jsonl.gz").exists() && !is_search;
        assert_eq!(
            folder.join("results.json.gz").exists(),
            !has_counts,
            "{name}: its tables come from its counts or, without counts, from results.json.gz"
        );
        found.push(name.to_owned());
    }
    let sorted = |mut names: Vec<String>| {
        names.sort_unstable();
        names
    };
    let experiments = names_in(&root().join("experiments")).into_iter();
    let experiments = experiments.filter_map(|file| Some(file.strip_suffix(".toml")?.to_owned()));
    assert_eq!(found, sorted(experiments.collect()), "pinned experiments, and all that there are");
    let folders = names_in(&root().join("results")).into_iter();
    let folders = folders.filter(|name| root().join("results").join(name).is_dir());
    assert_eq!(found, sorted(folders.collect()), "pinned experiments, and all results");
}
