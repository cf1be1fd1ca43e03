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
const PINNED: [(&str, &str); 93] = [
    ("crackpipe-blind", "13fd89fa3bd34710"),
    ("crackpipe-double-adapted", "82f770096d043169"),
    ("crackpipe-drawn", "875882691106d763"),
    ("crackpipe-learned", "28da3089cf30e1df"),
    ("crackpipe-length", "ee44fd50ab20431e"),
    ("crackpipe-rules", "a85966186d3c0e53"),
    ("crackpipe-variants", "b2e78aa2f38cc8ab"),
    ("crackpipe-variants-learned", "16cac1e8ac432701"),
    ("crazy-eights-draws", "3462e27f6d06233a"),
    ("crisps-events", "0f2ae2c60fd9c36e"),
    ("crisps-hands-adapted", "e225be92410281d0"),
    ("crisps-learned", "5a250b9145ee0996"),
    ("crisps-open-queens", "c05527c5599ca4b4"),
    ("crisps-options", "33c0cc6381b7df1a"),
    ("crisps-queens", "53ea7f7847182144"),
    ("crisps-rules", "2f789f23c53a7c51"),
    ("crisps-starter", "a2e8c32525dfad64"),
    ("crisps-variants", "df9ebb23d88d55f2"),
    ("crisps-variants-learned", "b15a2566001b10a6"),
    ("crisps-variants-strong", "5e64360d2e65d9b3"),
    ("crypto-cards-buy-back", "ae66808dbf24eca4"),
    ("crypto-cards-draft", "5d04e5e6f7471716"),
    ("crypto-cards-draft-learned", "a5c8b04c036b8a3b"),
    ("crypto-cards-draft-strong", "269095f9b2bc2e89"),
    ("crypto-cards-end", "89eebe056ece354d"),
    ("crypto-cards-events", "aeb2c238389599b2"),
    ("crypto-cards-handicap-adapted", "078b17f8bcb1530a"),
    ("crypto-cards-hands", "7d51e457c4f9035a"),
    ("crypto-cards-laying", "0a378e8bfdbba964"),
    ("crypto-cards-learned", "58d24cec7e5ad6ba"),
    ("crypto-cards-rules", "bb34bc872f4e3157"),
    ("crypto-cards-sensitivity", "505f58b5eed9d4d7"),
    ("crypto-cards-tie-breakers", "89e1ae8b97fa9ddd"),
    ("crypto-cards-ties", "100fa9be2d23b439"),
    ("crypto-cards-together", "fded69a7dfc5a06f"),
    ("crypto-cards-turns", "d10fee8a908732e3"),
    ("first-player-crackpipe", "e8b8b7e68278aed8"),
    ("first-player-crisps", "e3c04d113a1f30a9"),
    ("first-player-crypto-cards", "04478a86fa917b47"),
    ("first-player-ladder-crackpipe", "2405c4df50093465"),
    ("first-player-ladder-crisps", "8c911e62d04d5cc4"),
    ("first-player-ladder-crypto-cards", "9ad04da69a07a2d6"),
    ("first-player-ladder-scrip", "8794d5d4fa7a267d"),
    ("first-player-scrip", "a32b0c623fd46698"),
    ("first-player-scrip-learned", "acc78bbe03dbd635"),
    ("go-fish-luck", "791bab3938f67eb1"),
    ("gops-ties", "f1e47fd0f43aeda3"),
    ("handicaps-crackpipe", "5eb93457ca3ddae8"),
    ("handicaps-crisps", "1c71ff1db8fbb4fa"),
    ("handicaps-crypto-cards", "3a6da97ded3bd8c0"),
    ("handicaps-scrip", "795c39f13e43a062"),
    ("hearts-passing", "8eb917531a7f0854"),
    ("in-place-crackpipe-2", "b8b880cba478391b"),
    ("in-place-crackpipe-3", "e35d52e26737ce91"),
    ("in-place-crackpipe-4", "18dab0d08fe14689"),
    ("in-place-crackpipe-6", "e23c0abbb0d8d9a9"),
    ("in-place-crisps-2", "58e1420f11c1756f"),
    ("in-place-crypto-cards-2", "1da594b9bb46f8d8"),
    ("in-place-crypto-cards-3", "66d45dd1cc8c1795"),
    ("in-place-crypto-cards-4", "d66f1743216a6d78"),
    ("in-place-crypto-cards-5", "b5b7a3f0265396f3"),
    ("in-place-crypto-cards-6", "d4d4af34c625fcb5"),
    ("in-place-scrip-2", "f893b023810abbd5"),
    ("in-place-scrip-3", "561c08a8645ff23a"),
    ("in-place-scrip-4", "40147275025de3a9"),
    ("kuhn-poker-cards", "d1b5d31c8ac8d591"),
    ("ladder-crackpipe", "3a821dd880b1ed93"),
    ("ladder-crisps", "777f2d9ccfb7a20f"),
    ("ladder-crypto-cards", "9e75ea6127fdb470"),
    ("ladder-scrip", "18b98bd0a8998290"),
    ("play-crackpipe", "665597a8c04c3b40"),
    ("play-crackpipe-double", "0898e4ce5bbb2c71"),
    ("play-crisps", "e60c10fafdc98318"),
    ("play-crypto-cards", "929817b6c66e6fed"),
    ("play-scrip", "0e881ce01d9f6209"),
    ("play-scrip-no-exchange", "3661cf3cdc19e59f"),
    ("scrip-bonus", "bcadf1109bb88a4c"),
    ("scrip-bonus-adapted", "591c1fe61209e5cb"),
    ("scrip-diamonds", "fd67ad866bc042a0"),
    ("scrip-equals", "6a91685da66c7262"),
    ("scrip-events", "8f95f8cdf4adc6c2"),
    ("scrip-learned", "39cb2c74eb10183d"),
    ("scrip-patience", "987727bf851f229b"),
    ("scrip-patience-cures", "c782245f9c91cc2f"),
    ("scrip-rules", "a898ee155d3541d0"),
    ("scrip-tips", "d88417c907a5f44d"),
    ("scrip-variants", "5156545d594dafcd"),
    ("tune-crackpipe", "68dd69b5da68d5f8"),
    ("tune-crypto-cards-2", "4ec406a8cf9352a5"),
    ("tune-crypto-cards-3", "b479fd915d31ea7e"),
    ("tune-crypto-cards-4", "f16590dc700a2ea2"),
    ("tune-scrip", "48f5b46a2f22eb12"),
    ("whist-trumps", "32ab4be038dfc4c1"),
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

fn text(name: &str) -> String {
    fs::read_to_string(root().join("experiments").join(format!("{name}.toml")))
        .expect("the experiment of these results")
}

fn experiment(name: &str, text: String) -> (&'static dyn AnyGame, Document) {
    let document = Document::parse(name, text).expect("an experiment");
    (game_of(GAMES, &document).expect("a game of the list"), document)
}

/// The digest of all tables and sentences after some blocks, without those of players who would
/// have to learn for minutes first.
fn replay(name: &str) -> String {
    let text = text(name);
    let played =
        text.lines().filter(|line| !line.starts_with("adapt ")).map(|line| format!("{line}\n"));
    let (game, document) = experiment(name, played.collect());
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
    let mut found = Vec::new();
    for (name, _) in PINNED {
        let folder = root().join("results").join(name);
        let (game, document) = experiment(name, text(name));
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
