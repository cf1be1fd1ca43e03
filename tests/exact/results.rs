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

/// The number where strategies look ahead, or chances of winning are estimated: both simulate
/// games, and take a second or more for each block.
const FEW_BLOCKS: u64 = 1;

/// Digests of all tables and sentences after this many blocks, which debug and release builds and
/// all machines must give; and of the shipped files. If the first changes, the second must follow:
/// the results must be renewed.
const PINNED: [(&str, &str, &str); 88] = [
    ("crackpipe-blind", "1f6619204737980a", "af9f14c367b280b2"),
    ("crackpipe-drawn", "b93e7230f253790b", "9ac218650561fabb"),
    ("crackpipe-learned", "6e96d5ef64c4b84b", "385e2703e00399fe"),
    ("crackpipe-length", "be3d4d6635de9237", "18c8e43267000502"),
    ("crackpipe-rules", "61352efb0cd33c96", "a673a23fd2590fc8"),
    ("crackpipe-variants", "3bc6a90272b6e898", "2197530d7fdabed3"),
    ("crackpipe-variants-learned", "af4ee3e2782aa029", "7c75483d0bec3a5a"),
    ("crazy-eights-draws", "e3c503d1da13e6c6", "696baa54798501e8"),
    ("crisps-events", "c585152ec42c302d", "9aeee02823694a15"),
    ("crisps-learned", "98e79ecac7ccf901", "1e07764b50b5c0ea"),
    ("crisps-open-queens", "a5d83799324d4f8f", "c0be7651cdd10f81"),
    ("crisps-options", "e3d02c7641bd285e", "8cd2580396948280"),
    ("crisps-queens", "fd9bf73a58d76db2", "f1553f01ea8e42f6"),
    ("crisps-rules", "c610282c9c16a7dd", "5603abf448119faa"),
    ("crisps-starter", "fdf9e7f9fadc88fa", "5bd34fd3a8aee4b0"),
    ("crisps-variants", "35a5e707e7f1020b", "6e281b5896c88a09"),
    ("crisps-variants-learned", "b1cc35e5268c60db", "910a1b2d3f271935"),
    ("crisps-variants-strong", "2a0a7b499a74e30a", "b55989247cd882f8"),
    ("crypto-cards-buy-back", "22bf3dd418bbe39d", "74d09dff921105a7"),
    ("crypto-cards-draft", "d6589028ed3fd50b", "db2505e242097630"),
    ("crypto-cards-draft-learned", "bac607c57744ea23", "39aa60da87aa7a98"),
    ("crypto-cards-draft-strong", "3071359777d35cd9", "7a11051aac40a27d"),
    ("crypto-cards-end", "a6733d726d1cc433", "f03e5f2768e1842a"),
    ("crypto-cards-events", "ad072e2a943afe70", "0544b00f532d3526"),
    ("crypto-cards-hands", "4cbfcb5971a9b116", "968940451bcdecf1"),
    ("crypto-cards-laying", "f61b9435a7df3983", "da3411de1e2b3142"),
    ("crypto-cards-learned", "5a8b070896662b8d", "bd165cd442fb0077"),
    ("crypto-cards-rules", "447500c2308a3a71", "656c2fa4d65802c4"),
    ("crypto-cards-sensitivity", "6a75786690d2d297", "5cb8ac1c8c76ceae"),
    ("crypto-cards-tie-breakers", "2805bb9396078147", "57885ab9110a7224"),
    ("crypto-cards-ties", "30039a2211d2511d", "566bc2511152c06b"),
    ("crypto-cards-together", "8de61a8f640d5fc8", "c1009346818ad034"),
    ("crypto-cards-turns", "da41760f7042dc99", "6be1542be67ac821"),
    ("first-player-crackpipe", "fc73ad4d224621ad", "cc6c34b410fe2d4e"),
    ("first-player-crisps", "c279b2f40d06ac94", "8d0db97a18cdb0e6"),
    ("first-player-crypto-cards", "55bd85fd33056909", "95d935a71026809c"),
    ("first-player-ladder-crackpipe", "ea6f7ec06d113422", "00d8d1f988d3cd52"),
    ("first-player-ladder-crisps", "3dc3806c7b1bfd4c", "476e7c9b8f9869f6"),
    ("first-player-ladder-crypto-cards", "4d2f48716fe6df90", "8e3036d99e5ea44a"),
    ("first-player-ladder-scrip", "6adc77719716d02d", "4bc33f0541e90f46"),
    ("first-player-scrip", "7e42baa69c18b9ed", "e9414badeeae4198"),
    ("first-player-scrip-learned", "9cd271a7b6e0e45d", "6f9b419a68cee101"),
    ("go-fish-luck", "b047c3123c254700", "8e0526aea6258a31"),
    ("gops-ties", "9e41773e7f9d3a7c", "e90b273603c2133d"),
    ("handicaps-crackpipe", "1229a1c7829c7554", "5bb0634ca9b6a552"),
    ("handicaps-crisps", "c91dffd438a058f8", "b8554662bdda7d76"),
    ("handicaps-crypto-cards", "46a97a3b9a58ab29", "0a86c8941d0d8f33"),
    ("handicaps-scrip", "c0290e7b96d55af2", "d85179fc411810f3"),
    ("hearts-passing", "c4d82c78f2ba7139", "a2ca0de1f2b467a8"),
    ("in-place-crackpipe-2", "29819f33e331158b", "bdd3c6a346b6b94c"),
    ("in-place-crackpipe-3", "6c35f20dac30713e", "26978c3fccca66d6"),
    ("in-place-crackpipe-4", "945d1c07033c3ed7", "28bf14e248cedded"),
    ("in-place-crackpipe-6", "97517a66ddbd04af", "661f155ea4c30c3d"),
    ("in-place-crisps-2", "d20fe96ee4e543fc", "16c506ca7cb74260"),
    ("in-place-crypto-cards-2", "f922496e0f6a5b4f", "aea171015336a3a4"),
    ("in-place-crypto-cards-3", "66d71ad9a5c33f95", "5597aafc9b45f4b2"),
    ("in-place-crypto-cards-4", "1bcac65909cbd828", "52043c67f54266f9"),
    ("in-place-crypto-cards-5", "c513c7160e0d8ddc", "e081ef1903a5fb4d"),
    ("in-place-crypto-cards-6", "230db5a9fc2838a8", "389cf366924e108b"),
    ("in-place-scrip-2", "753b3f64529e9bac", "37d7388e041ccc1d"),
    ("in-place-scrip-3", "458cf96c730f05a1", "a34577ad16092c41"),
    ("in-place-scrip-4", "286f6acdd07a7ac4", "01faeaec1781e031"),
    ("kuhn-poker-cards", "377495965c9aaef3", "df1a57da769b5987"),
    ("ladder-crackpipe", "047c3c4c0f4e9fc7", "772998c7d598d67d"),
    ("ladder-crisps", "d18909be903cdc68", "62c450fc6a1cb9b3"),
    ("ladder-crypto-cards", "0f1c4909a5fb11ab", "44aff0bb77cf9851"),
    ("ladder-scrip", "b03b0f2fd347494f", "cab4f066f0cb4a96"),
    ("play-crackpipe", "6c8735acfe096069", "22a6f5989c3443b8"),
    ("play-crackpipe-double", "fe25f38fe41b3990", "9f8b8e814ca2a3c2"),
    ("play-crisps", "497659a67682d49b", "76a08c618fa54d3e"),
    ("play-crypto-cards", "ff882f78b0389acf", "703c0136152d1a46"),
    ("play-scrip", "1f5af3942bfbb490", "9a7b20f7ac948531"),
    ("play-scrip-no-exchange", "73315b34a6932dd7", "7a43f214ac19e626"),
    ("scrip-bonus", "d4740f112d569075", "4eac2fa063fcac57"),
    ("scrip-diamonds", "16763b2dbc3b6e58", "ed56ebca21157751"),
    ("scrip-equals", "3a5310dc7f00c23c", "4cdaacba45fa3e1e"),
    ("scrip-events", "cfdde145c0fdcc22", "8602be820b00593a"),
    ("scrip-learned", "c605c696a2c174b8", "80d3837b633f5c42"),
    ("scrip-patience", "95deba6f3c37e515", "be920b64e8f26195"),
    ("scrip-rules", "bb2b58a55471160e", "da371928e15f0c7d"),
    ("scrip-tips", "1b1f61ecc1ce3c2b", "55a74f9f4a161d95"),
    ("scrip-variants", "59c9387eb13db68a", "1ba7e9900cdcb8db"),
    ("tune-crackpipe", "09afcf805dfd0774", "b23e5bdef5ac0252"),
    ("tune-crypto-cards-2", "a396e1a36f7beff3", "7456b387b8c92a0f"),
    ("tune-crypto-cards-3", "f7767f5f3bde25d7", "7961daa36cf944e6"),
    ("tune-crypto-cards-4", "357bc4cf54791668", "c7d4000485a6133a"),
    ("tune-scrip", "05e36a1f2f1974c0", "9d8fcc3487f6c147"),
    ("whist-trumps", "f988588a380a6fa1", "c4a773ead8b9533d"),
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
/// shipped ones. After a change of words, `UPDATE_RESULTS=1 cargo test --test exact
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
    let estimates_chances = plan.play().is_some_and(|play| play.chances.is_some());
    if estimates_chances || plan.strategies().iter().any(looks_ahead) {
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
