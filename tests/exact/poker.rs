//! Poker of game files: how far learned players are from perfect play.

use std::path::Path;

use fairdeal::any_game::AnyGame;
use fairdeal::game::{CardNumber, Chance, Game, LegalSet, SeatView, Turn};
use fairdeal::input::Settings;
use fairdeal::rng::{BlockStreams, Purpose};
use fairdeal::seat::Seat;
use fairdeal::strategy::{Strategy, StrategyFile, TypedGame};
use fairdeal_gamefile::files::Files;
use fairdeal_gamefile::game::{Action, FileGame, MadeGame, Rules, State};
use fairdeal_learn::{Attacks, Course, Training};

use super::policy::{Bounds, Policy, uniform};
use super::position::Position;
use super::tree::Tree;

/// A game of a file in progress, with all chance events at its start.
#[derive(Clone)]
struct Played<'r> {
    rules: &'r Rules,
    state: State,
}

/// Shuffles a deck into the order of this number.
struct Order(usize);

impl Chance for Order {
    fn shuffle<C: CardNumber>(&mut self, _: Purpose, items: &mut [C]) {
        let mut left = self.0;
        for place in 0..items.len() {
            let size = items.len() - place;
            items[place..].rotate_left(left % size);
            left /= size;
        }
    }

    fn below(&mut self, _: Purpose, _: u32) -> u32 {
        0
    }
}

impl Position for Played<'_> {
    type Action = Action;

    fn turn(&self) -> Option<usize> {
        match FileGame::turn(&self.state) {
            Turn::Decide(seat) => Some(seat.index()),
            Turn::Over => None,
        }
    }

    fn legal(&self) -> Vec<Action> {
        FileGame::legal(self.rules, &self.state).iter().collect()
    }

    fn apply(&mut self, action: Action) {
        FileGame::apply(self.rules, &mut self.state, action, &mut Order(0), &mut ());
    }

    fn payoff(&self) -> f64 {
        FileGame::standing(self.rules, &self.state).scores[0] as f64
    }

    /// What the others chose is seen by what may be chosen next.
    fn looks_like(&self, other: &Self, seat: usize) -> bool {
        let seen = |game: &Self| {
            let view = FileGame::view(game.rules, &game.state, Seat::new(seat as u8)).to_json();
            (view, game.turn(), (game.turn() == Some(seat)).then(|| game.legal()))
        };
        seen(self) == seen(other)
    }
}

/// The game of a file, played for the score.
fn game(path: &str) -> &'static MadeGame {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).expect("a file");
    let text = text.replacen("players=(2, 2),", "players=(2, 2), aim=\"score\",", 1);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(path.file_name().expect("a name"));
    std::fs::write(&file, text).expect("written");
    Files::open(&file).expect("a game")
}

/// All deals, of which this many first cards matter.
fn tree(rules: &Rules, cards: usize, dealt: usize) -> Tree<Played<'_>> {
    let orders: usize = (cards + 1 - dealt..=cards).product();
    let deal = |order| {
        let state = FileGame::start(rules, &mut Order(order), &mut ());
        (Played { rules, state }, 1.0 / orders as f64)
    };
    Tree::new((0..orders).map(deal))
}

/// The frequencies of a strategy's choices.
fn policy(tree: &Tree<Played<'_>>, file: &StrategyFile, asks: u32) -> Policy {
    let mut player = file.player::<FileGame>(2).expect("a kind of the list");
    let mut policy = uniform(tree);
    for (number, set) in tree.sets.iter().enumerate() {
        let Played { rules, state } = &set.example;
        let legal = FileGame::legal(rules, state);
        let view = FileGame::view(rules, state, Seat::new(set.seat as u8));
        let mut answers = vec![0.0; set.actions];
        for ask in 0..asks {
            let mut stream =
                BlockStreams::new(ask.into(), number as u64).stream(Purpose::Strategy(0));
            let action = player.choose(&view, &legal, &mut stream).expect("legal").into_action();
            let chosen = legal.iter().position(|legal| legal == action).expect("a legal action");
            answers[chosen] += 1.0 / f64::from(asks);
        }
        policy[set.range()].copy_from_slice(&answers);
    }
    policy
}

fn trained(game: &'static MadeGame, games: u64, seed: u64) -> Training {
    let any: &'static dyn AnyGame = game;
    let settings = Settings::defaults(any.description().knobs);
    let rules = any.make_rules(&settings, 2).expect("rules");
    let pupils = any.pupils(vec![(2, rules)]).expect("its rules").expect("they learn");
    let usual = Course::usual(any.repertoire(), seed);
    let course = Course { margin: 0.0, others: Vec::new(), ..usual };
    let mut training =
        Training::new(any.repertoire(), pupils, course, None).expect("there are threads");
    while training.games() < games {
        training.round().expect("legal play");
    }
    training
}

/// How much can be won from the trained player of a game on average over both seats, in the scores
/// of the file, and the value of the game that its play shows.
fn found(path: &str, [cards, dealt]: [usize; 2], games: u64, asks: u32) -> Bounds {
    let game = game(path);
    let settings = Settings::defaults(TypedGame::repertoire(game).game.knobs);
    let rules = game.rules_of(&settings, 2).expect("rules");
    let tree = tree(&rules, cards, dealt);
    let training = trained(game, games, 1);
    let checkpoint = training.checkpoint();
    let attacks =
        training.choose_mix(&checkpoint, Attacks::usual(checkpoint.games)).expect("legal play");
    let player = training.player(&checkpoint, attacks[0].mix);
    Bounds::of(&tree, &policy(&tree, &player, asks))
}

/// A player that always does the same loses a quarter of an ante to one that knows it. (Uniform
/// play loses 0.46.)
#[test]
fn a_learned_player_of_kuhn_poker_mixes() {
    let bounds = found("games/kuhn_poker.py", [3, 2], 65_536, 20_000);
    assert!((bounds.value() + 1.0 / 18.0).abs() < 0.01, "{bounds:?}");
    assert!(bounds.exploitability() < 0.01, "{bounds:?}");
}

/// Uniform play loses 2.37 antes.
#[test]
#[ignore = "takes ten seconds"]
fn a_learned_player_of_leduc_poker_mixes() {
    let bounds = found("tests/exact/leduc.py", [6, 3], 262_144, 4_000);
    assert!((bounds.value() + 0.0856).abs() < 0.05, "{bounds:?}");
    assert!(bounds.exploitability() < 0.15, "{bounds:?}");
}
