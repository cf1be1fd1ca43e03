//! Tests of the kind `learned`, with the features of Crisps and random weights.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::game::{Game, LegalSet, Turn};
use crate::games::crisps::Crisps;
use crate::input::{Document, InputError, Location, Settings};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::strategy::{
    Learnable, Network, Repertoire, Shape, Strategy, StrategyFile, StrategyTexts, Weights,
};

const SHAPE: Shape = <Crisps as Learnable>::SHAPE;

/// A network of random weights.
fn random_network(seed: u64) -> Network {
    let mut stream = BlockStreams::new(seed, 0).stream(Purpose::Strategy(0));
    let weights: Vec<f32> = (0..Network::size(SHAPE.features))
        .map(|_| stream.below(2001) as f32 / 1000.0 - 1.0)
        .collect();
    Network::rounded(SHAPE, &weights).expect("the right number of weights")
}

fn text_of(network: Network, shape: Shape, made: &str) -> String {
    Weights::new("my.weights", network.into(), None).text(shape, shape.game, made)
}

fn weights_text(seed: u64) -> String {
    text_of(random_network(seed), SHAPE, "by a test, \"quoted\" \\ and all")
}

/// A folder with a strategy whose weights file has this text.
fn folder(weights: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join("mine.toml"),
        "kind = \"learned\"\n[parameters]\nweights = \"my.weights\"\n",
    )
    .expect("written");
    fs::write(folder.path().join("my.weights"), weights).expect("written");
    folder
}

fn find(folder: &Path) -> Result<StrategyFile, InputError> {
    StrategyFile::find(
        Repertoire::of::<Crisps>(),
        &folder.join("mine.toml").display().to_string(),
        &Location::whole("test"),
    )
}

fn message(weights: &str) -> String {
    let folder = folder(weights);
    let error = find(folder.path()).expect_err("weights that are at fault");
    error.to_string().replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn it_takes_the_first_of_the_highest_scores() {
    let folder = folder(&weights_text(1));
    let file = find(folder.path()).expect("a strategy");
    let network = file.weights.as_ref().expect("weights").network.clone();
    let mut player = file.player::<Crisps>(2).expect("a kind of the list");
    let rules =
        Crisps::rules(&Settings::defaults(Crisps::DESCRIPTION.knobs), 2).expect("can be dealt");
    let (mut stream, mut choices) = (Stream::idle(), 0);
    for block in 0..5 {
        let mut chance = BlockStreams::new(1, block);
        let mut state = Crisps::start(&rules, &mut chance, &mut ());
        while let Turn::Decide(seat) = Crisps::turn(&state) {
            let (legal, view) = (Crisps::legal(&rules, &state), Crisps::view(&rules, &state, seat));
            let score = |action| {
                let mut sums = network.begin();
                let position = Crisps::position(&mut (), &view, &mut sums);
                Crisps::action(&view, &position, action, &mut sums);
                network.score(&sums)
            };
            // On a tie, `max_by_key` takes the last.
            let best = legal
                .iter()
                .collect::<Vec<_>>()
                .into_iter()
                .rev()
                .max_by_key(|action| score(*action))
                .expect("an action");
            let action = player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
            assert_eq!(action, best);
            choices += u32::from(legal.count() > 1);
            Crisps::apply(&rules, &mut state, action, &mut chance, &mut ());
        }
    }
    assert!(choices > 100, "only {choices} choices: the test sees too little");
}

#[test]
fn weights_are_part_of_the_identity() {
    let (one, other) = (folder(&weights_text(1)), folder(&weights_text(2)));
    let (file, changed) =
        (find(one.path()).expect("a strategy"), find(other.path()).expect("a strategy"));
    assert_ne!(file.identity(), changed.identity());
    assert_eq!(file.identity(), find(one.path()).expect("a strategy").identity());
    // A plan contains all texts that it needs.
    let texts = StrategyTexts::default();
    let path = one.path().join("mine.toml").display().to_string();
    let found =
        StrategyFile::find_in(Repertoire::of::<Crisps>(), &texts, &path, &Location::whole("test"))
            .expect("a strategy");
    let asked = texts.asked();
    assert_eq!(asked.len(), 2, "{:?}", asked.keys());
    drop(one);
    let again = StrategyFile::find_in(
        Repertoire::of::<Crisps>(),
        &StrategyTexts::only(asked.clone()),
        &path,
        &Location::whole("test"),
    );
    assert_eq!(again.expect("from the texts alone"), found);
    let without: std::collections::BTreeMap<_, _> =
        asked.into_iter().filter(|(key, _)| !key.ends_with("my.weights")).collect();
    assert!(
        StrategyFile::find_in(
            Repertoire::of::<Crisps>(),
            &StrategyTexts::only(without),
            &path,
            &Location::whole("test")
        )
        .is_err()
    );
    // Its record says that its weights are needed.
    let error = StrategyFile::from_record(
        Repertoire::of::<Crisps>(),
        "mine",
        &file.record(),
        &Location::whole("results.json"),
    )
    .expect_err("not here");
    assert!(error.to_string().contains("whose weights (`my.weights`, SHA-256 "), "{error}");
}

#[test]
fn invalid_weights_are_explained() {
    let good = weights_text(1);
    let line =
        |start: &str| good.lines().find(|line| line.starts_with(start)).expect("a line").to_owned();
    let changed = |from: &str, to: &str| message(&good.replacen(from, to, 1));
    let numbers = 1 + good.lines().position(|line| line.starts_with("numbers")).expect("numbers");
    let of_numbers = format!("FOLDER/my.weights:{numbers}: `numbers` cannot be ");
    let data = good.lines().nth(numbers).expect("a line of numbers").to_owned();
    let other = if data.starts_with('A') { "B" } else { "A" };
    let damaged = message(&good.replacen(&data, &format!("{other}{}", &data[1..]), 1));
    assert!(
        damaged.starts_with(&format!("{of_numbers}numbers with the checksum "))
            && damaged.contains("damaged"),
        "{damaged}"
    );
    let no_text = message(&good.replacen(&data, &format!("?{}", &data[1..]), 1));
    assert!(no_text.starts_with(&of_numbers) && no_text.contains("base64"), "{no_text}");
    let cut = message(&good.replacen(&format!("{data}\n"), "", 1));
    assert!(cut.starts_with(&of_numbers) && cut.contains("checksum"), "{cut}");
    let game = changed("\"crisps\"", "\"chess\"");
    assert!(
        game.starts_with("FOLDER/my.weights:2: `game` cannot be \"chess\"")
            && game.contains("another game"),
        "{game}"
    );
    let version = changed(&line("features_version"), "features_version = 99");
    assert!(
        version.starts_with("FOLDER/my.weights:3: `features_version` cannot be 99"),
        "{version}"
    );
    let unknown = changed("sha256", "sha265");
    assert!(unknown.contains("unknown key `sha265`"), "{unknown}");
    let mut small = SHAPE;
    small.features -= 1;
    let text = text_of(Network::blank(small), SHAPE, "");
    let fewer = message(&text);
    assert!(
        fewer.starts_with(&of_numbers.replace(&numbers.to_string(), "8"))
            && fewer.contains("numbers that are no network"),
        "{fewer}"
    );
    assert!(message("What?").starts_with("FOLDER/my.weights:1: is not TOML"));
    let missing = folder(&good);
    fs::remove_file(missing.path().join("my.weights")).expect("removed");
    let error = find(missing.path()).expect_err("no weights").to_string();
    assert!(
        error.contains("my.weights: cannot be read: there is no such file (it is named in ")
            && error.contains("mine.toml:3)"),
        "{error}"
    );
    let no_weights = Document::parse("mine.toml", "kind = \"learned\"\n").expect("TOML");
    let error = StrategyFile::parse(Repertoire::of::<Crisps>(), &no_weights)
        .expect_err("no weights")
        .to_string();
    assert!(
        error.contains("`[parameters]` is missing") && error.contains("learned.weights"),
        "{error}"
    );
}

#[test]
fn weights_read_back() {
    for is_hashed in [false, true] {
        let shape = Shape { is_hashed, ..SHAPE };
        for worth in [None, Some(Arc::new(random_network(4)))] {
            let weights = Weights::new("my.weights", random_network(3).into(), worth);
            let text = weights.text(shape, shape.game, "made \"\"\" by\\hand");
            let document = Document::parse("my.weights", text).expect("TOML");
            let read = Weights::parse("my.weights", &document, shape).expect("weights");
            assert_eq!((&read.network, &read.worth), (&weights.network, &weights.worth));
            assert_eq!(document.text_of("made"), Some("made \"\"\" by\\hand"));
        }
    }
}
