//! A ladder of skill: its table against the other tables of the same games, and comebacks counted once more, slowly.

use crate::support::{Csv, play, player, results, strategy, tables};
use fairdeal::experiment::{Experiment, Plan};
use fairdeal::game::{Game, Observer};
use fairdeal::games::AllGames;
use fairdeal::metrics::Counts;
use fairdeal::registry::{GameList, Visitor};
use fairdeal::rng::BlockStreams;
use fairdeal::rows::Verdict;
use fairdeal::seat::{Seat, SeatSet};
use fairdeal::strategy::{Entrant, Playable, StrategyFile};

const BLOCKS: u64 = 60;
const SEED: u64 = 11;
const NAMES: [&str; 3] = ["greedy", "random", "heuristic"];

/// The plan of a ladder of three strategies and one that meets the last of them alone: here a copy by another name.
fn ladder<G: Playable>() -> Plan<G> {
    let strategies: Vec<Entrant<G>> = NAMES.into_iter().map(|name| strategy::<G>(name).into()).collect();
    let again = StrategyFile { name: "again".to_owned(), ..strategy::<G>("heuristic") };
    Experiment::new("ladder").seed(SEED).blocks(BLOCKS).ladder(&strategies, &[again.into()]).plan().expect("two players")
}

fn table<'a>(tables: &'a [Csv], file: &str) -> &'a Csv {
    tables.iter().find(|table| table.file == file).unwrap_or_else(|| panic!("no {file}"))
}

/// The only row in which these columns have these texts.
fn row<'a>(table: &'a Csv, wanted: &[(&str, &str)]) -> &'a Vec<String> {
    let fits = |row: &&Vec<String>| wanted.iter().all(|(column, text)| table.get(row, column) == *text);
    let rows: Vec<&Vec<String>> = table.rows.iter().filter(fits).collect();
    assert_eq!(rows.len(), 1, "{wanted:?} in {}", table.file);
    rows[0]
}

struct EveryRung;

impl Visitor for EveryRung {
    type Output = ();

    fn visit<G: Playable>(self) {
        let plan = ladder::<G>();
        let counts = play(&plan, 2);
        let tables = tables(&plan, &counts);
        let ladder = table(&tables, "ladder.csv");
        let order: Vec<String> = ladder.rows.iter().map(|row| ladder.get(row, "strategy").to_owned()).collect();
        assert_eq!(order, ["random", "greedy", "heuristic", "again"], "{}: the weakest first", G::DESCRIPTION.name);
        for (rung, strategy) in order.iter().enumerate() {
            let found = row(ladder, &[("strategy", strategy), ("rung", &(rung + 1).to_string())]);
            let same = |column: &str, file: &str, keys: &[(&str, &str)], other: &str| {
                let expected = table(&tables, file);
                assert_eq!(ladder.get(found, column), expected.get(row(expected, keys), other), "{strategy}: {column} from {file}");
            };
            let mirror = format!("{strategy} x 2");
            let mirror =
                if plan.lineups().iter().any(|lineup| lineup.name == mirror) { mirror } else { format!("{strategy} vs {strategy}") };
            same("first_player_win_rate", "first_player.csv", &[("lineup", &mirror)], "win_rate");
            same("first_player_low", "first_player.csv", &[("lineup", &mirror)], "win_rate_low");
            same("first_player_verdict", "first_player.csv", &[("lineup", &mirror)], "verdict");
            same("length_mean", "lengths.csv", &[("lineup", &mirror), ("unit", "decisions")], "mean");
            same("comeback_rate", "shares.csv", &[("lineup", &mirror), ("quantity", "comebacks")], "estimate");
            if let Some(below) = rung.checked_sub(1).map(|below| &order[below]) {
                let pair = plan.lineups().iter().map(|lineup| &lineup.name);
                let pair =
                    pair.into_iter().find(|name| **name == format!("{below} vs {strategy}") || **name == format!("{strategy} vs {below}"));
                same("win_rate_over_below", "strategies.csv", &[("lineup", pair.expect("they met")), ("strategy", strategy)], "win_rate");
            }
            if tables.iter().any(|table| table.file == "ratings.csv") {
                same("elo", "ratings.csv", &[("strategy", strategy)], "elo");
            }
            let (comebacks, won) = comebacks::<G>(&plan, if strategy == "again" { "heuristic" } else { strategy });
            let rate = f64::from(comebacks) / f64::from(won);
            assert_eq!(ladder.number(found, "comeback_rate"), Some(rate), "{}: {strategy}", G::DESCRIPTION.name);
        }
        copies_are_alike(&plan, &counts);
    }
}

/// A copy by another name plays the same games against itself.
fn copies_are_alike<G: Playable>(plan: &Plan<G>, counts: &Counts) {
    let mirror = |name: &str| {
        let index = plan.lineups().iter().position(|lineup| plan.names(lineup).all(|entry| entry == name));
        &counts.cells[index.expect("it plays against itself")]
    };
    assert_eq!(mirror("heuristic"), mirror("again"));
    let results = results(plan, counts);
    let over_below = |name: &str| results.ladder.iter().find(|rung| rung.strategy == name).expect("a rung").win_rate_verdict;
    assert!(over_below("again").is_some_and(|verdict| verdict != Verdict::Advantage), "none is better than its copy");
    assert_eq!(over_below("greedy"), Some(Verdict::Advantage));
    let against = |one: &str, other: &str| {
        let of_both = |lineup: &str| results.lineup(lineup).contains(&one.to_owned()) && results.lineup(lineup).contains(&other.to_owned());
        results.strategies.iter().find(|row| row.strategy == one && of_both(&row.cell.lineup)).and_then(|row| row.share.judged.verdict)
    };
    assert_eq!(against("again", "random"), None, "they did not meet");
    assert_eq!(against("heuristic", "random"), Some(Verdict::Advantage));
}

/// Whoever is ahead whenever a decision is due.
struct Leaders(Vec<SeatSet>);

impl<G: Game> Observer<G> for Leaders {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        self.0.push(G::standing(rules, state).leaders);
    }

    fn decision(&mut self, _seat: Seat, _legal: &G::Legal, _action: G::Action) {}
}

/// Of the games of a strategy against itself: in how many the winners were not ahead at half of the decisions, and how many were won.
fn comebacks<G: Playable>(plan: &Plan<G>, name: &str) -> (u32, u32) {
    let settings = &plan.variants()[0].settings;
    let rules = G::rules(settings, 2).expect("can be dealt");
    let (mut comebacks, mut won) = (0, 0);
    for block in 0..BLOCKS {
        let mut seated = G::seat(vec![player::<G>(name), player::<G>(name)]);
        let mut leaders = Leaders(Vec::new());
        let game = G::watch(&rules, &mut seated, BlockStreams::new(SEED, block), &mut leaders).expect("legal play");
        if game.outcome.winners == SeatSet::NONE {
            continue;
        }
        won += 1;
        let ahead = leaders.0[leaders.0.len() / 2];
        comebacks += u32::from(!Seat::all(2).any(|seat| game.outcome.winners.contains(seat) && ahead.contains(seat)));
    }
    (comebacks, won)
}

#[test]
fn every_rung_says_what_the_other_tables_say() {
    for game in AllGames::descriptions() {
        AllGames::visit(game.name, EveryRung).expect("a game of the list");
    }
}

#[test]
fn a_budget_can_be_doubled() {
    let strong = strategy::<fairdeal::games::crisps::Crisps>("strong");
    let double = strong.with_budget(2).expect("it searches");
    assert_eq!(double.name, "strong x2");
    let [before, after] = [&strong, &double].map(|file| file.parameters.read::<u32>("iterations"));
    assert_eq!(after, 2 * before);
    assert_eq!(double.rollout, strong.rollout);
    assert_eq!(strong.with_budget(1 << 40), None, "beyond the range");
    assert_eq!(strategy::<fairdeal::games::crisps::Crisps>("greedy").with_budget(2), None, "it does not search");
}
