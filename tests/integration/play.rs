//! Measures of play: in a game whose values are known, and in all others.

use fairdeal::experiment::{ChancesQuestion, Experiment, Plan};
use fairdeal::game::{
    ActionSet, Chance, Code, Description, Game, MAX_LENGTH_UNITS, Observer, Searchable, Standing,
    TableView, Turn, UNFINISHED,
};
use fairdeal::input::{InputError, Location, Preset, Settings, knobs};
use fairdeal::metrics::{Counts, chances_of};
use fairdeal::playthrough::{Party, Rollouts};
use fairdeal::registry::GAMES;
use fairdeal::results::Results;
use fairdeal::rng::{Purpose, Stream};
use fairdeal::rows::{BlockAverage, ChanceView};
use fairdeal::seat::{MAX_SEATS, Seat};
use fairdeal::session::Session;
use fairdeal::strategy::{Repertoire, StrategyFile};
use serde_json::json;

use crate::support::{play, results, searches};
use fairdeal::any_game::AnyGame;

/// Two players take ten decisions in turn, each among three actions. Only the sixth, of seat 1, may
/// matter: with the first action it wins, with the second it loses. With the third, and if no
/// decision matters, a hidden coin decides. Or the sixth is a bet on this coin, and the other player
/// sees it.
#[derive(Clone, Copy, Debug)]
struct Sixth;

knobs! {
    struct Knobs {
        /// the sixth decision matters
        matters: bool = true;
        /// bets of the sixth decision: 1: only on 0, which the coin shows in 3 of 4 games; 2: both
        bets: u32 = 0, in 0..=2;
        /// turns after which the game ends unfinished
        max_turns: u32 = 100, in 1..=100;
    }
}

static PRESETS: [Preset; 1] = [Preset { name: "designer", summary: "as it is", values: &[] }];

const DECISIONS: u32 = 10;
const SIXTH: u32 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Third(u16);

impl Code for Third {
    fn from_code(code: u16) -> Self {
        Self(code)
    }

    fn code(self) -> u16 {
        self.0
    }
}

#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Table {
    turns: u32,
    winner: Option<u8>,
    end: Option<u8>,
}

#[derive(Clone, Debug)]
struct State {
    table: Table,
    coin: u8,
}

impl Game for Sixth {
    const DESCRIPTION: Description = Description {
        name: "sixth",
        title: "The Sixth",
        summary: "one decision matters",
        plural: "games",
        fewest_players: 2,
        most_players: 2,
        teams: 0,
        knobs: Knobs::KNOBS,
        defaults_version: 1,
        presets: &PRESETS,
        length_units: &["decisions"],
        action_kinds: &["win", "lose", "toss"],
        end_reasons: &["all decisions are taken", UNFINISHED],
        events: &[],
        rulings: &[],
        ..Description::PLAIN
    };

    type Rules = Knobs;
    type State = State;
    type Action = Third;
    type Legal = ActionSet<Third, 1>;
    type View<'a> = TableView<'a, Knobs, Table, ()>;
    type Event<'a> = ();

    fn rules(settings: &Settings, _players: usize) -> Result<Knobs, InputError> {
        Ok(Knobs::read(settings))
    }

    fn undealt(_rules: &Knobs) -> State {
        State { table: Table::default(), coin: 0 }
    }

    fn begin(
        rules: &Knobs,
        state: &mut State,
        chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let thrown = chance.below(Purpose::Other(0), 4) as u8;
        state.coin = if rules.bets == 1 { u8::from(thrown == 0) } else { thrown % 2 };
    }

    fn turn(state: &State) -> Turn {
        if state.table.end.is_some() {
            Turn::Over
        } else {
            Turn::Decide(Seat::new((state.table.turns % 2) as u8))
        }
    }

    fn legal(_rules: &Knobs, _state: &State) -> ActionSet<Third, 1> {
        (0..3).map(Third).collect()
    }

    fn view<'a>(rules: &'a Knobs, state: &'a State, seat: Seat) -> Self::View<'a> {
        TableView { rules, table: &state.table, seat, hand: () }
    }

    fn apply(
        rules: &Knobs,
        state: &mut State,
        action: Third,
        _chance: &mut impl Chance,
        _observer: &mut impl Observer<Self>,
    ) {
        let State { table, coin } = state;
        if table.turns == SIXTH && rules.matters {
            table.winner = match (rules.bets, action.0) {
                (0, 0) => Some(1),
                (0, 2) => None,
                (1 | 2, 0) => Some(1 - *coin),
                (2, 2) => Some(*coin),
                _ => Some(0),
            };
        }
        table.turns += 1;
        if table.turns == DECISIONS {
            table.winner = table.winner.or(Some(*coin));
            table.end = Some(0);
        } else if table.turns >= rules.max_turns {
            table.end = Some(1);
        }
    }

    fn standing(_rules: &Knobs, state: &State) -> Standing {
        let mut scores = [0; MAX_SEATS];
        if let Some(winner) = state.table.winner {
            scores[usize::from(winner)] = 1;
        }
        Standing::highest(scores, 2)
    }

    fn end_reason(_rules: &Knobs, state: &State) -> u8 {
        state.table.end.unwrap_or(0)
    }

    fn lengths(state: &State) -> [u64; MAX_LENGTH_UNITS] {
        [state.table.turns.into(), 0, 0, 0]
    }

    fn kind(action: Third) -> usize {
        action.0.into()
    }

    fn action_name(_rules: &Knobs, action: Third) -> String {
        ["win", "lose", "toss"][usize::from(action.0)].to_owned()
    }

    fn event_json(_rules: &Knobs, _event: &()) -> serde_json::Value {
        json!({"e": "nothing"})
    }
}

impl Searchable for Sixth {
    type Determinizer = Table;

    fn determinizer(view: &Self::View<'_>) -> Table {
        *view.table
    }

    fn sample(_rules: &Knobs, shown: &Table, stream: &mut Stream) -> State {
        State { table: *shown, coin: stream.below(2) as u8 }
    }

    fn draw_secrets(rules: &Knobs, state: &mut State, stream: &mut Stream) {
        if rules.bets == 0 {
            state.coin = stream.below(2) as u8;
        }
    }
}

fairdeal::kinds! {
    /// A player of The Sixth.
    Player, seated as Seated, for Sixth, shipped in "": [], climbing ["random"] {}
}

fn sixth(setting: &str, blocks: u64) -> Results {
    let experiment = Experiment::new(&Sixth, "test")
        .seed(3)
        .blocks(blocks)
        .chances(ChancesQuestion { blocks, rollouts: 64, ..ChancesQuestion::default() });
    let plan = experiment
        .variant("as-asked", &[setting])
        .baseline("as-asked")
        .lineup(["random", "random"])
        .plan()
        .expect("a plan");
    results(&plan, &play(&plan, 2))
}

/// A measure of one variant of [`Sixth`]; for a tenth of the game, from 1, if one is given.
fn measured(results: &Results, measure: &str, subject: &str, tenth: Option<usize>) -> BlockAverage {
    let of_course = results
        .play_course
        .iter()
        .map(|row| (&row.cell, &row.measure, &row.subject, Some(row.tenth), &row.average));
    let all = results
        .play
        .iter()
        .map(|row| (&row.cell, &row.measure, &row.subject, None, &row.average))
        .chain(of_course);
    let mut found = all.filter(|row| {
        row.0.variant == "as-asked"
            && (row.1.as_str(), row.2.as_str(), row.3) == (measure, subject, tenth)
    });
    found.next().unwrap_or_else(|| panic!("no {measure} of {subject:?} in {tenth:?}")).4.clone()
}

fn estimate(average: &BlockAverage) -> f64 {
    average.estimate.expect("counted")
}

fn holds(average: &BlockAverage, truth: f64) -> bool {
    average.low.expect("an interval") <= truth && truth <= average.high.expect("an interval")
}

/// The decision that matters is found, with its position and its stakes.
#[test]
fn known_properties_of_a_game_are_measured() {
    let results = sixth("matters=true", 256);
    let exactly = |measure: &str, subject: &str, tenth: Option<usize>, truth: f64| {
        let found = measured(&results, measure, subject, tenth);
        assert!(
            (estimate(&found) - truth).abs() < 1e-12,
            "{measure} {subject} {tenth:?}: {found:?}"
        );
    };
    exactly("branching", "", None, 3.0);
    exactly("forced", "", None, 0.0);
    exactly("longest_forced_run", "", None, 0.0);
    exactly("legal", "toss", Some(4), 1.0);
    let sum: f64 = ["win", "lose", "toss"]
        .iter()
        .map(|kind| estimate(&measured(&results, "chosen", kind, Some(1))))
        .sum();
    assert!((sum - 1.0).abs() < 1e-12);
    // At the sixth decision the best action wins and the worst loses, and the coin wins half.
    exactly("stakes", "", Some(6), 1.0);
    exactly("dead_decisions", "0.1", Some(6), 0.0);
    let tension = measured(&results, "tension", "", Some(6));
    assert!(holds(&tension, 0.5) && (estimate(&tension) - 0.5).abs() < 0.02, "{tension:?}");
    for tenth in (1..=10).filter(|tenth| *tenth != 6) {
        for measure in ["tension", "stakes"] {
            let found = measured(&results, measure, "", Some(tenth));
            assert!(estimate(&found).abs() < 0.03, "{measure} {tenth}: {found:?}");
        }
        assert!(estimate(&measured(&results, "dead_decisions", "0.01", Some(tenth))) > 0.9);
    }
    // Two games in three are decided by the sixth decision, when half of the game is over; the
    // others at their end.
    let decided = measured(&results, "moment_of_decision", "", None);
    assert!(holds(&decided, 2.0 / 3.0 * 0.5 + 1.0 / 3.0), "{decided:?}");
    let early = measured(&results, "decisive_80", "", None);
    assert!(holds(&early, 2.0 / 3.0 * 0.5 + 1.0 / 3.0), "{early:?}");
    assert!(estimate(&measured(&results, "lead_changes", "", None)) < 0.02);
    assert!(estimate(&measured(&results, "turnarounds", "", None)) < 0.02);
    // Seats with a chance of 1 win, and those with 0 lose; of those in between, half win.
    // Nobody has a hand, so a spectator sees what the players see.
    for view in ChanceView::ALL {
        let bands: Vec<_> = results
            .chances
            .iter()
            .filter(|row| row.cell.variant == "as-asked" && row.view == view)
            .collect();
        let [lost, won] = [bands[0], bands[9]];
        assert!(bands.len() == 10 && lost.positions > 100 && won.positions > 100);
        assert!(
            (lost.said, lost.won) == (Some(0.0), Some(0.0))
                && (won.said, won.won) == (Some(1.0), Some(1.0)),
            "{lost:?} {won:?}"
        );
        let middle = bands[5];
        assert!(middle.said.is_some_and(|said| (said - 0.5).abs() < 0.02), "{middle:?}");
        assert!(middle.won_low <= Some(0.5) && middle.won_high >= Some(0.5), "{middle:?}");
    }
}

/// What the player knows chooses the actions, and the true position values them.
#[test]
fn a_choice_is_worth_what_it_brings_to_a_player_who_cannot_see_the_coin() {
    let of_sixth = |results: &Results, measure: &str, truth: f64, reach: f64| {
        let found = measured(results, measure, "", Some(6));
        assert!(
            holds(&found, truth) && (estimate(&found) - truth).abs() < reach,
            "{measure}: {found:?}"
        );
    };
    // The player takes the coin for a fair one. The only bet is best for it all the same, and wins
    // three games of four.
    let one_bet = sixth("bets=1", 256);
    of_sixth(&one_bet, "stakes", 0.75, 0.08);
    of_sixth(&one_bet, "tension", 0.75, 0.08);
    // What it knows says a half.
    assert_eq!(measured(&one_bet, "dead_decisions", "0.1", Some(6)).estimate, Some(0.0));
    // A player who sees the coin would always win by the better bet, and the tension would be 1. To
    // this one both bets are the same.
    let two_bets = sixth("bets=2", 256);
    of_sixth(&two_bets, "stakes", 0.5, 0.1);
    of_sixth(&two_bets, "tension", 0.0, 0.2);
    let dead = measured(&two_bets, "dead_decisions", "0.1", Some(6));
    assert_eq!(dead.estimate, Some(0.0), "one action always loses");
}

/// A variant in which no decision matters, compared with the game, and with itself.
#[test]
fn measures_of_play_are_compared_on_the_same_blocks() {
    let blocks = 64;
    let plan = Experiment::new(&Sixth, "test")
        .seed(3)
        .blocks(2 * blocks)
        .chances(ChancesQuestion { blocks, ..ChancesQuestion::default() })
        .variant("it", &[])
        .variant("same", &[])
        .variant("idle", &["matters=false"])
        .baseline("it")
        .lineup(["random", "random"])
        .plan()
        .expect("a plan");
    let counts = play(&plan, 2);
    let results = results(&plan, &counts);
    let names = [
        "branching", "lead_changes", "drama", "moment_of_decision", "turnarounds", "tension",
        "stakes", "dead_decisions",
    ];
    let of = |variant: &str, name: &str, subject: &str| {
        let mut rows = results.comparisons.iter();
        let found = rows.find(|row| {
            row.cell.variant == variant && row.quantity == name && row.subject == subject
        });
        found.unwrap_or_else(|| panic!("no {name} of {variant}")).clone()
    };
    let mean = |variant: &str, name: &str| {
        let subject = if name == "dead_decisions" { "0.01" } else { "" };
        let is_it = |row: &&fairdeal::rows::PlayRow| {
            row.cell.variant == variant && row.measure == name && row.subject == subject
        };
        estimate(&results.play.iter().find(is_it).expect("measured").average)
    };
    for name in names {
        let same = of("same", name, "");
        assert_eq!((same.difference, same.changed_blocks), (Some(0.0), Some(0)), "{name}");
        let idle = of("idle", name, "");
        assert_eq!(idle.blocks, if name == "branching" { 2 * blocks } else { blocks }, "{name}");
        let close = |one: Option<f64>, other: f64| (one.expect("known") - other).abs() < 1e-9;
        assert!(
            close(idle.baseline_value, mean("it", name))
                && close(idle.variant_value, mean("idle", name))
                && close(idle.difference, mean("idle", name) - mean("it", name)),
            "{name}: {idle:?}"
        );
    }
    // Only the sixth of ten decisions matters: it lies in the second third, the fifth to the seventh.
    let difference =
        |name: &str, subject: &str| of("idle", name, subject).difference.expect("known");
    let second = of("idle", "stakes_by_third", "second third");
    assert!((second.difference.expect("known") + 1.0 / 3.0).abs() < 0.02, "{second:?}");
    assert!(second.difference_high < Some(0.0), "{second:?}");
    assert!((difference("stakes", "") + 0.1).abs() < 0.02);
    for third in ["first third", "last third"] {
        assert!(difference("stakes_by_third", third).abs() < 0.03);
    }
}

/// A run without `[play]` has no measures of play to compare.
#[test]
fn without_play_nothing_of_it_is_compared() {
    let plan = Experiment::new(&Sixth, "test")
        .seed(3)
        .blocks(8)
        .variant("it", &[])
        .variant("idle", &["matters=false"])
        .baseline("it")
        .lineup(["random", "random"])
        .plan()
        .expect("a plan");
    let results = results(&plan, &play(&plan, 1));
    let is_of_play = |name: &str| ["branching", "stakes", "drama"].contains(&name);
    assert!(results.comparisons.iter().all(|row| !is_of_play(&row.quantity)));
}

/// If all actions are equal and nobody ever leads, noise is neither tension nor drama.
#[test]
fn noise_alone_gives_no_findings() {
    let results = sixth("matters=false", 256);
    for measure in ["tension", "stakes", "drama"] {
        let found = measured(&results, measure, "", None);
        assert!(holds(&found, 0.0) && estimate(&found).abs() < 0.02, "{measure}: {found:?}");
    }
    // It occurs in no game, but the measure has no upper bound, so the interval does not end at 0.
    let leads = measured(&results, "lead_changes", "", None);
    assert_eq!(
        (leads.estimate, leads.low, leads.high, leads.interval),
        (Some(0.0), None, None, None)
    );
    for tenth in 1..=10 {
        // A tenth of all intervals may miss by a little.
        let found = measured(&results, "tension", "", Some(tenth));
        assert!(estimate(&found).abs() < 0.03, "{found:?}");
    }
    assert!(estimate(&measured(&results, "dead_decisions", "0", None)) > 0.93);
    assert!(estimate(&measured(&results, "turnarounds", "", None)) < 0.02);
    assert!(estimate(&measured(&results, "moment_of_decision", "", None)) > 0.97);
    assert!(estimate(&measured(&results, "decisive_80", "", None)) > 0.97);
}

/// The values of a table can be computed again from its whole numbers.
#[test]
fn averages_follow_from_their_sums() {
    let results = sixth("matters=true", 40);
    for average in results
        .play
        .iter()
        .map(|row| &row.average)
        .chain(results.play_course.iter().map(|row| &row.average))
    {
        let BlockAverage {
            blocks,
            among,
            sum,
            sum_squares,
            sum_by_among,
            among_squares,
            scale,
            ..
        } = average.clone();
        assert_eq!(blocks, 40);
        let (n, games, sum) = (blocks as f64, among as f64, sum as f64);
        let rate = sum / games;
        assert!((estimate(average) - rate / scale as f64).abs() < 1e-12);
        let residuals = sum_squares as f64 - 2.0 * rate * sum_by_among as f64
            + rate * rate * among_squares as f64;
        let error = (n / (n - 1.0) * residuals.max(0.0)).sqrt() / games / scale as f64;
        // If all blocks agree, there is an interval only if the measure has a largest value.
        let Some((low, high)) = average.low.zip(average.high) else {
            assert!(error < 1e-9, "{average:?}");
            continue;
        };
        // 2.0227: Student's quantile for 39 degrees of freedom. Shares are kept between 0 and 1.
        if error > 1e-9 && low > 0.0 && high < 1.0 {
            assert!(
                ((high - low) / 2.0 - 2.0227 * error).abs() < 1e-4 * error.max(1e-3),
                "{average:?}"
            );
        }
    }
}

/// A single game is shown with the chances that a run counted.
#[test]
fn the_chances_of_a_shown_game_agree_with_the_run() {
    let random = StrategyFile::find(Repertoire::of::<Sixth>(), "random", &Location::whole("test"))
        .expect("every game has it");
    let settings = Settings::defaults(Knobs::KNOBS);
    let mut party =
        Party::new(&Sixth, &settings, &[random.clone(), random], 3, false).expect("two players");
    let plan = Experiment::new(&Sixth, "test")
        .seed(3)
        .blocks(1)
        .chances(ChancesQuestion { blocks: 1, ..ChancesQuestion::default() });
    let plan = plan.lineup(["random", "random"]).plan().expect("a plan");
    let chances = plan.play().and_then(|play| play.chances.as_ref()).expect("asked for");
    let player = chances.strategy.player::<Sixth>(2).expect("a kind of the list");
    let rollouts = || {
        let players = vec![player.clone()];
        Rollouts::new(players, 2, chances.rollouts as usize).expect("searchable")
    };
    let told = chances_of(&mut party, 0, rollouts()).expect("legal play");
    assert_eq!(told, chances_of(&mut party, 0, rollouts()).expect("legal play"), "the same again");
    assert_eq!(told.len(), 10);
    for decision in &told {
        assert!((decision.chances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
    assert_eq!(told[SIXTH as usize].stakes, Some(1.0));
    let results = results(&plan, &play(&plan, 1));
    let of_run = results.play.iter().find(|row| row.measure == "tension").expect("counted");
    let mean = told.iter().filter_map(|decision| decision.tension).sum::<f64>() / 10.0;
    assert!((estimate(&of_run.average) - mean).abs() < 1e-12);
}

/// A small experiment with a game and all questions about play.
fn asked(game: &'static dyn AnyGame, play: bool) -> Plan {
    let experiment = Experiment::new(game, "test").seed(5).blocks(6);
    let chances = ChancesQuestion { rollouts: 4, blocks: 2, ..ChancesQuestion::default() };
    let experiment = if play { experiment.chances(chances) } else { experiment };
    let quick: Vec<&str> =
        game.repertoire().ladder.iter().copied().filter(|name| !searches(game, name)).collect();
    experiment
        .lineup([quick[0], quick[quick.len() - 1]])
        .lineup_of(game.description().most_players, quick[1])
        .plan()
        .expect("a plan")
}

fn whole(game: &'static dyn AnyGame) {
    let plan = asked(game, true);
    let whole = play(&plan, 1);
    for threads in [2, 7] {
        assert_eq!(play(&plan, threads), whole, "{threads} threads");
    }
    for cuts in [[0, 1, 4, 6], [0, 2, 3, 6]] {
        let mut counts = Counts::new(plan.layout());
        for range in cuts.windows(2).rev() {
            counts
                .merge(
                    &Session::default()
                        .threads(1)
                        .play_blocks(&plan, range[0]..range[1])
                        .expect("played"),
                )
                .expect("no overlap");
        }
        assert_eq!(counts, whole, "{cuts:?}");
    }
    // Watching changes nothing: all other tables are the same as without it.
    let without = asked(game, false);
    let (watched, unwatched) = (results(&plan, &whole), results(&without, &play(&without, 1)));
    assert_eq!((watched.play.is_empty(), watched.chances.is_empty()), (false, false));
    assert!(
        unwatched.play.is_empty()
            && unwatched.play_course.is_empty()
            && unwatched.chances.is_empty()
    );
    let others = |results: &Results| {
        let mut tables = results.tables.clone();
        (tables.play, tables.play_course, tables.chances) = Default::default();
        tables.games.retain(|row| row.pick != fairdeal::rows::Pick::Dramatic);
        tables
    };
    assert_eq!(others(&watched), others(&unwatched));
    // Two counts of the same agree.
    for row in watched.play.iter().filter(|row| row.measure == "forced") {
        let share = watched
            .shares
            .iter()
            .find(|share| share.cell == row.cell && share.quantity == "forced_decisions")
            .expect("counted");
        assert_eq!((row.average.sum, row.average.among), (share.count as i128, share.among));
    }
}

#[test]
fn measuring_play_is_reproducible_and_changes_nothing_else() {
    for game in GAMES.iter() {
        whole(game);
    }
}
