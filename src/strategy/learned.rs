//! The kind `learned`: a small network, trained by play, weighs every action.

mod network;
mod weights;

use std::marker::PhantomData;
use std::sync::Arc;

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, Game, LegalSet};
use crate::rng::Stream;
use crate::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

pub use network::{HiddenSums, LANES, MOST_ACTIVE, Network, UNITS};
pub use weights::{Shape, Weights};

/// Takes note of what is true of a position and an action.
pub trait Features {
    /// The feature with this number is true; one that is true several times counts as often.
    fn with(&mut self, feature: usize);

    /// The feature with this number, which was true of the position, is true once less with the action.
    fn without(&mut self, feature: usize);
}

/// A game whose views and actions can be described to a learned player, by features that are true or not.
///
/// The conformance suite tests these promises:
/// * Features are numbers below [`Learnable::FEATURES`], and at most [`MOST_ACTIVE`] are noted for a position and one of its actions together.
/// * They depend on the view and the action alone: on integers, or on floats that are rounded in the same way everywhere.
/// * Nothing is allocated.
pub trait Learnable: Game {
    /// How many features there are.
    const FEATURES: usize;

    /// Raised when a feature changes its meaning: weights made for others are refused. It begins with 1.
    const FEATURES_VERSION: u32;

    /// What is worked out once for all actions of a decision.
    type Position;

    /// Notes what all actions of a decision have in common.
    fn position(view: &Self::View<'_>, features: &mut impl Features) -> Self::Position;

    /// Notes what is true of an action: of what it is, and of what it leaves.
    fn action(view: &Self::View<'_>, position: &Self::Position, action: Self::Action, features: &mut impl Features);

    /// What weights for the game must fit.
    const SHAPE: Shape = Shape { game: Self::DESCRIPTION.name, version: Self::FEATURES_VERSION, features: Self::FEATURES };
}

/// Takes the action that a network weighs highest; of equals the first in the order of actions, so that no random number decides.
#[derive(Clone)]
pub struct Learned<G> {
    network: Arc<Network>,
    game: PhantomData<fn() -> G>,
}

impl<G> std::fmt::Debug for Learned<G> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Learned")
    }
}

impl<G: Learnable> Learned<G> {
    /// A player with this network, which must be as large as the features of the game ask for.
    pub fn new(network: Arc<Network>) -> Self {
        debug_assert_eq!(network.features(), G::FEATURES);
        Self { network, game: PhantomData }
    }
}

impl<G: Learnable> StrategyKind for Learned<G> {
    const SUMMARY: &'static str = "weighs every action with a small network, trained by play over random rules";
    const LEARNS: Option<Shape> = Some(G::SHAPE);

    fn new(file: &StrategyFile) -> Self {
        // A file of this kind cannot be read without its weights; a network without any takes the first action.
        let network = file.weights.as_ref().map_or_else(|| Arc::new(Network::blank(G::FEATURES)), |weights| weights.network().clone());
        Self::new(network)
    }
}

impl<G: Learnable> Strategy<G> for Learned<G> {
    #[inline(never)]
    fn choose<'l>(&mut self, view: &G::View<'_>, legal: &'l G::Legal, _stream: &mut Stream) -> Result<Choice<'l, G::Action>, Failure> {
        let best = if legal.count() == 1 { 0 } else { with_fast_bits(Decision::<G> { network: &self.network, view, legal }) };
        legal.choose_nth(best).ok_or(Failure::NoLegalAction)
    }
}

/// A decision as a piece of work: which of the legal actions is best.
struct Decision<'a, 'v, G: Learnable> {
    network: &'a Network,
    view: &'a G::View<'v>,
    legal: &'a G::Legal,
}

impl<G: Learnable> Work for Decision<'_, '_, G> {
    type Output = u32;

    #[inline(always)]
    fn run(self) -> u32 {
        let Self { network, view, legal } = self;
        let mut common = network.begin();
        let position = G::position(view, &mut common);
        let (mut best, mut highest) = (0, i32::MIN);
        for (nth, action) in (0..).zip(legal.iter()) {
            let mut sums = common;
            G::action(view, &position, action, &mut sums);
            let score = network.score(&sums);
            if score > highest {
                (best, highest) = (nth, score);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::network::tests::random_network;
    use super::*;
    use crate::game::Turn;
    use crate::games::crisps::Crisps;
    use crate::input::{Document, InputError, Location, Settings};
    use crate::rng::{BlockStreams, Purpose};
    use crate::strategy::StrategyTexts;

    const SHAPE: Shape = <Crisps as Learnable>::SHAPE;

    fn weights_text(seed: u64) -> String {
        let network = random_network(SHAPE.features, &mut BlockStreams::new(seed, 0).stream(Purpose::Strategy(0)));
        Weights::text_of(&network, SHAPE, "by a test, \"quoted\" \\ and all")
    }

    /// A folder with a strategy whose weights have this text.
    fn folder(weights: &str) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("mine.toml"), "kind = \"learned\"\n[parameters]\nweights = \"my.weights\"\n").expect("written");
        fs::write(folder.path().join("my.weights"), weights).expect("written");
        folder
    }

    fn find(folder: &Path) -> Result<StrategyFile, InputError> {
        StrategyFile::find::<Crisps>(&folder.join("mine.toml").display().to_string(), &Location::whole("test"))
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
        let network = file.weights.as_ref().expect("weights").network().clone();
        let mut player = file.player::<Crisps>().expect("a kind of the list");
        let rules = Crisps::rules(&Settings::defaults(Crisps::DESCRIPTION.knobs), 2).expect("can be dealt");
        let (mut stream, mut choices) = (Stream::idle(), 0);
        for block in 0..5 {
            let mut chance = BlockStreams::new(1, block);
            let mut state = Crisps::start(&rules, &mut chance, &mut ());
            while let Turn::Decide(seat) = Crisps::turn(&state) {
                let (legal, view) = (Crisps::legal(&rules, &state), Crisps::view(&rules, &state, seat));
                let score = |action| {
                    let mut sums = network.begin();
                    let position = Crisps::position(&view, &mut sums);
                    Crisps::action(&view, &position, action, &mut sums);
                    network.score(&sums)
                };
                // Of equals, `max_by_key` takes the last.
                let best = legal.iter().collect::<Vec<_>>().into_iter().rev().max_by_key(|action| score(*action)).expect("an action");
                let action = player.choose(&view, &legal, &mut stream).expect("a choice").into_action();
                assert_eq!(action, best);
                choices += u32::from(legal.count() > 1);
                Crisps::apply(&rules, &mut state, action, &mut chance, &mut ());
            }
        }
        assert!(choices > 100, "only {choices} choices: the test sees too little");
    }

    #[test]
    fn weights_are_part_of_what_a_strategy_is() {
        let (one, other) = (folder(&weights_text(1)), folder(&weights_text(2)));
        let (file, changed) = (find(one.path()).expect("a strategy"), find(other.path()).expect("a strategy"));
        assert_ne!(file.identity(), changed.identity());
        assert_eq!(file.identity(), find(one.path()).expect("a strategy").identity());
        // A plan takes the texts of all that it needs with it.
        let texts = StrategyTexts::default();
        let path = one.path().join("mine.toml").display().to_string();
        let found = StrategyFile::find_in::<Crisps>(&texts, &path, &Location::whole("test")).expect("a strategy");
        let asked = texts.asked();
        assert_eq!(asked.len(), 2, "{:?}", asked.keys());
        drop(one);
        let again = StrategyFile::find_in::<Crisps>(&StrategyTexts::only(asked.clone()), &path, &Location::whole("test"));
        assert_eq!(again.expect("from the texts alone"), found);
        let without: std::collections::BTreeMap<_, _> = asked.into_iter().filter(|(key, _)| key.ends_with(".toml")).collect();
        assert!(StrategyFile::find_in::<Crisps>(&StrategyTexts::only(without), &path, &Location::whole("test")).is_err());
        // What was written of it says that its weights are needed.
        let error = StrategyFile::from_json::<Crisps>("mine", &file.to_json(), &Location::whole("results.json")).expect_err("not here");
        assert!(error.to_string().contains("whose weights (`my.weights`, SHA-256 "), "{error}");
    }

    #[test]
    fn what_is_wrong_with_weights_is_said() {
        let good = weights_text(1);
        let line = |start: &str| good.lines().find(|line| line.starts_with(start)).expect("a line").to_owned();
        let changed = |from: &str, to: &str| message(&good.replacen(from, to, 1));
        let numbers = 1 + good.lines().position(|line| line.starts_with("numbers")).expect("numbers");
        let of_numbers = format!("FOLDER/my.weights:{numbers}: `numbers` cannot be ");
        let data = good.lines().nth(numbers).expect("a line of numbers").to_owned();
        let other = if data.starts_with('A') { "B" } else { "A" };
        let damaged = message(&good.replacen(&data, &format!("{other}{}", &data[1..]), 1));
        assert!(damaged.starts_with(&format!("{of_numbers}numbers with the checksum ")) && damaged.contains("damaged"), "{damaged}");
        let no_text = message(&good.replacen(&data, &format!("?{}", &data[1..]), 1));
        assert!(no_text.starts_with(&of_numbers) && no_text.contains("base64"), "{no_text}");
        let cut = message(&good.replacen(&format!("{data}\n"), "", 1));
        assert!(cut.starts_with(&of_numbers) && cut.contains("checksum"), "{cut}");
        let game = changed("\"crisps\"", "\"scrip\"");
        assert!(game.starts_with("FOLDER/my.weights:2: `game` cannot be \"scrip\"") && game.contains("another game"), "{game}");
        let version = changed(&line("features_version"), "features_version = 99");
        assert!(version.starts_with("FOLDER/my.weights:3: `features_version` cannot be 99"), "{version}");
        let unknown = changed("sha256", "sha265");
        assert!(unknown.contains("unknown key `sha265`"), "{unknown}");
        let mut small = SHAPE;
        small.features -= 1;
        let text = Weights::text_of(&Network::blank(small.features), SHAPE, "");
        let fewer = message(&text);
        assert!(
            fewer.starts_with(&of_numbers.replace(&numbers.to_string(), "8")) && fewer.contains("numbers that are no network"),
            "{fewer}"
        );
        assert!(message("What?").starts_with("FOLDER/my.weights:1: is not TOML"));
        let missing = folder(&good);
        fs::remove_file(missing.path().join("my.weights")).expect("removed");
        let error = find(missing.path()).expect_err("no weights").to_string();
        assert!(
            error.contains("my.weights: cannot be read: there is no such file (it is named in ") && error.contains("mine.toml:3)"),
            "{error}"
        );
        let no_weights = Document::parse("mine.toml", "kind = \"learned\"\n").expect("TOML");
        let error = StrategyFile::parse::<Crisps>(&no_weights).expect_err("no weights").to_string();
        assert!(error.contains("`[parameters]` is missing") && error.contains("learned.weights"), "{error}");
    }

    #[test]
    fn weights_read_as_they_were_written() {
        let network = random_network(SHAPE.features, &mut BlockStreams::new(3, 0).stream(Purpose::Strategy(0)));
        let document = Document::parse("my.weights", Weights::text_of(&network, SHAPE, "made \"\"\" by\\hand")).expect("TOML");
        let weights = Weights::parse("my.weights", &document, SHAPE).expect("weights");
        assert_eq!(**weights.network(), network);
        assert_eq!(document.text_of("made"), Some("made \"\"\" by\\hand"));
    }
}
