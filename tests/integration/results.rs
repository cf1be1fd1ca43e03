//! The shipped results belong to the shipped experiments: the same digest, and the same bytes again
//! for a smaller number of blocks.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::support::{csv, play, results};
use fairdeal::any_game::AnyGame;
use fairdeal::experiment::{Overrides, game_of, parse};
use fairdeal::game::GAMES;
use fairdeal::input::Document;
use fairdeal::results::{Manifest, Results, Timing};
use fairdeal::strategy::{Entrant, StrategyFile};
use fairdeal::words::{files, sentences};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The number of blocks of every experiment that are played again.
const BLOCKS: u64 = 24;

/// The number for strategies that look ahead, which take a second for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and
/// all machines must give; and of the shipped files. If the first changes, the second must follow:
/// the results must be renewed.
const PINNED: [(&str, &str, &str); 76] = [
    ("crackpipe-blind", "0000000000000000", "0000000000000000"),
    ("crackpipe-learned", "6e96d5ef64c4b84b", "385e2703e00399fe"),
    ("crackpipe-length", "be3d4d6635de9237", "18c8e43267000502"),
    ("crackpipe-rules", "61352efb0cd33c96", "a673a23fd2590fc8"),
    ("crackpipe-variants", "3bc6a90272b6e898", "2197530d7fdabed3"),
    ("crackpipe-variants-learned", "af4ee3e2782aa029", "7c75483d0bec3a5a"),
    ("crisps-events", "0000000000000000", "0000000000000000"),
    ("crisps-learned", "00f498d3af5f1321", "e6c8b2a7174ae5a6"),
    ("crisps-options", "66225ac3343df99c", "d7f214fb768d9978"),
    ("crisps-queens", "0000000000000000", "0000000000000000"),
    ("crisps-rules", "24c7d4416f8d0de7", "81fec01c19087f81"),
    ("crisps-starter", "a02a3860d6b88e37", "fdfac24ab04f343a"),
    ("crisps-variants", "0dab5578784dc7e3", "c863043a7d60b01f"),
    ("crisps-variants-learned", "c9ca1fa82b8b8182", "11bd2d1d3feecba8"),
    ("crisps-variants-strong", "a02865089b7cb9ff", "91978e676a95d620"),
    ("crypto-cards-buy-back", "91773c81072a8734", "2c61c555e4736b46"),
    ("crypto-cards-draft", "01b1944e97492546", "d9c52a2e8d9d2327"),
    ("crypto-cards-draft-learned", "9c4f86b7688f3c3e", "4667d93411d1ca97"),
    ("crypto-cards-draft-strong", "0affccfa3d640b68", "9786e3d1cf589457"),
    ("crypto-cards-end", "1228725bbd0c5a49", "c58097460bfc1967"),
    ("crypto-cards-events", "0000000000000000", "0000000000000000"),
    ("crypto-cards-hands", "ed267edf0ba2ea7e", "12aa29944160633d"),
    ("crypto-cards-laying", "0000000000000000", "0000000000000000"),
    ("crypto-cards-learned", "2d57c2e88e06c6c8", "b5e045ebc185b144"),
    ("crypto-cards-rules", "0e17ce447562d063", "152c418f48c3f286"),
    ("crypto-cards-sensitivity", "6cb905f4ea2223df", "406dae9118985deb"),
    ("crypto-cards-tie-breakers", "0000000000000000", "0000000000000000"),
    ("crypto-cards-ties", "bfd0f51df649aba9", "05053ad90e527e7a"),
    ("first-player-crackpipe", "fc73ad4d224621ad", "e7fe54eee8d2fb96"),
    ("first-player-crisps", "b35b4bd799e0c808", "5185894e9f10002a"),
    ("first-player-crypto-cards", "43335b6a805a792e", "c43a00c947423ca3"),
    ("first-player-ladder-crackpipe", "ea6f7ec06d113422", "12717044298de9b6"),
    ("first-player-ladder-crisps", "59ccc1838a450e33", "048442f83f7a4439"),
    ("first-player-ladder-crypto-cards", "91f9cb1e25e9ed6a", "a1106d055ce09aaa"),
    ("first-player-ladder-scrip", "9700222e38eb0235", "f16d0b202dd662b4"),
    ("first-player-scrip", "de30a4cd7d4b186f", "b7fd153e48f1f447"),
    ("first-player-scrip-learned", "ffa2f18e6b8cb073", "ad1a219d9e8a2de0"),
    ("handicaps-crackpipe", "1229a1c7829c7554", "5bb0634ca9b6a552"),
    ("handicaps-crisps", "c136a4fb0550dfab", "7bb62ed60bdaaa7f"),
    ("handicaps-crypto-cards", "7b716ca425c3c368", "b32eea21d6182708"),
    ("handicaps-scrip", "30e368e5f6431aa9", "9c8106485836a7d7"),
    ("in-place-crackpipe-2", "29819f33e331158b", "bdd3c6a346b6b94c"),
    ("in-place-crackpipe-3", "6c35f20dac30713e", "26978c3fccca66d6"),
    ("in-place-crackpipe-4", "945d1c07033c3ed7", "28bf14e248cedded"),
    ("in-place-crackpipe-6", "97517a66ddbd04af", "661f155ea4c30c3d"),
    ("in-place-crisps-2", "b46982860fb1cbd2", "04485b1e045623be"),
    ("in-place-crypto-cards-2", "eae33029564d79c7", "f1e7244077f1dda2"),
    ("in-place-crypto-cards-3", "c668a48d8de7be35", "2f5073c52d72e973"),
    ("in-place-crypto-cards-4", "dc0426294d40f540", "34521fac59a1397e"),
    ("in-place-crypto-cards-5", "7655bc4a16de6cb8", "a1582aea65a00f39"),
    ("in-place-crypto-cards-6", "eb46982f3ba04908", "737adacfbf46e057"),
    ("in-place-scrip-2", "fa2973263a649bf5", "b33331318d87f374"),
    ("in-place-scrip-3", "37ba07f98f852d85", "6aff61a0fe367b2b"),
    ("in-place-scrip-4", "376b8c1a8411baaa", "b09f2e2cc31f85a4"),
    ("ladder-crackpipe", "047c3c4c0f4e9fc7", "50fb3c27d23e6c33"),
    ("ladder-crisps", "af058a2fb70e8204", "4b3b22872dd33a91"),
    ("ladder-crypto-cards", "bf02270c6b777ca9", "47f1ec9af0e25c6b"),
    ("ladder-scrip", "8efa7cbda71905ef", "9a19737b0ba8ca81"),
    ("play-crackpipe", "017d14989e62cb43", "6e6b2bad83c6cfef"),
    ("play-crackpipe-double", "18883b402a1d8699", "3673b4920083b745"),
    ("play-crisps", "3f61bcdc60a5d6c8", "b75266c4d38f0f56"),
    ("play-crypto-cards", "0de16b71d0ba8f91", "d5ea060363e03bae"),
    ("play-scrip", "13343eb42375ac64", "b4ea35c87c68a73b"),
    ("play-scrip-no-exchange", "5c567223eb6b4c27", "0e9c018e5ca80076"),
    ("scrip-bonus", "6a23a5fa92b2edb5", "306ebc32ddea8bbd"),
    ("scrip-events", "0000000000000000", "0000000000000000"),
    ("scrip-learned", "d2c93fa2a995694f", "285d61dc7ea0d2ba"),
    ("scrip-patience", "bd388cd7865222e1", "1368f904545e17ec"),
    ("scrip-rules", "41d8d0fef5b834c8", "d1804779dbdd8c95"),
    ("scrip-tips", "0000000000000000", "0000000000000000"),
    ("scrip-variants", "d0213fff047dcecd", "448ec678056d07d5"),
    ("tune-crackpipe", "09afcf805dfd0774", "d855bb75b5172e2a"),
    ("tune-crypto-cards-2", "26939da473b42794", "ab10bbc6548b40c3"),
    ("tune-crypto-cards-3", "23a0064c0f046034", "22b530cd4ee9c518"),
    ("tune-crypto-cards-4", "d782d447fe14fb14", "9b3b44dba53f5d0d"),
    ("tune-scrip", "cd5f44efa60520fa", "e55705b33d3d06ef"),
];

fn short_digest(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes())
        .iter()
        .take(8)
        .fold(0u64, |digest, byte| (digest << 8) | u64::from(*byte));
    format!("{digest:016x}")
}

/// The file that holds another one after `gzip`.
fn packed(path: &Path) -> PathBuf {
    path.with_added_extension("gz")
}

/// The content of a shipped file, which may be packed.
fn shipped(path: &Path) -> Option<Vec<u8>> {
    if let Ok(content) = fs::read(path) {
        return Some(content);
    }
    let mut content = Vec::new();
    GzDecoder::new(fs::File::open(packed(path)).ok()?).read_to_end(&mut content).ok()?;
    Some(content)
}

/// Writes a shipped file again, packed if it was.
fn update(path: &Path, content: &[u8]) {
    let packed = packed(path);
    if packed.exists() {
        let file = fs::File::create(packed).expect("a file");
        let mut encoder = GzEncoder::new(file, Compression::best());
        encoder.write_all(content).and_then(|()| encoder.finish().map(drop)).expect("a file");
    } else {
        fs::write(path, content).expect("a file");
    }
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
            if name != "timing.json" && shipped(&path).as_ref() != Some(&content) {
                if std::env::var_os("UPDATE_RESULTS").is_some() {
                    update(&path, &content);
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
            explained.contains(&format!("[{name}]({name})")),
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
        for file in &mut files {
            if file.extension().is_some_and(|ending| ending == "gz") {
                file.set_extension("");
            }
        }
        files.sort();
        let shipped: Vec<u8> =
            files.iter().flat_map(|file| shipped(file).expect("a file")).collect();
        let shipped = String::from_utf8(shipped).expect("text");
        found.insert(name, (tables, short_digest(&shipped)));
    }
    let experiments = fs::read_dir(root.join("experiments")).expect("a folder").flatten();
    let experiments = experiments.filter(|entry| entry.path().is_file());
    assert_eq!(experiments.count(), found.len(), "an experiment without results");
    let pinned = PINNED
        .map(|(name, tables, shipped)| (name.to_owned(), (tables.to_owned(), shipped.to_owned())));
    assert_eq!(found, BTreeMap::from(pinned));
}
