//! The tables compared with the games: everything counted again, slowly, from the traces of the
//! same blocks.

use std::collections::BTreeMap;

use crate::support::{Csv, party, plan, play, player, tables};
use fairdeal::any_game::{AnyGame, AnyParty};
use fairdeal::arrangement::Arrangement;
use fairdeal::game::{Game, Observer, Standing};
use fairdeal::games::crisps::Crisps;
use fairdeal::input::Settings;
use fairdeal::metrics::{DecisionObserver, Label};
use fairdeal::rng::BlockStreams;
use fairdeal::seat::{MAX_SEATS, Seat, SeatSet};
use fairdeal::strategy::Playable;
use serde_json::Value;

const BLOCKS: u64 = 60;

/// The games of a variant and line-up, for every game of a block and every block.
fn games(game: &'static dyn AnyGame, variant: usize, label: &Label) -> Vec<Value> {
    let plan = plan(game, BLOCKS);
    let (shape, settings) = (&label.shape, &plan.variants()[variant].settings);
    let file = |name: &str| {
        plan.strategies()
            .iter()
            .find(|file| file.name() == name)
            .expect("a strategy of the plan")
            .clone()
    };
    let of_block = |block: u64| {
        let mut arrangements = Vec::new();
        shape
            .arrangements
            .extend_with_block(&BlockStreams::new(plan.seed(), block), &mut arrangements);
        arrangements
    };
    let blocks: Vec<Vec<Arrangement>> = (0..BLOCKS).map(of_block).collect();
    let mut parties: BTreeMap<Arrangement, Box<dyn AnyParty>> = BTreeMap::new();
    let mut games = Vec::new();
    for number in 0..shape.games_per_block() {
        for (block, arrangements) in (0..).zip(&blocks) {
            let seated = || shape.seated(arrangements[number]).map(file).collect::<Vec<_>>();
            let party = parties.entry(arrangements[number]).or_insert_with(|| {
                party(game, settings, &seated(), plan.seed()).expect("can be dealt")
            });
            games.push(party.trace(block).expect("legal play").0);
        }
    }
    games
}

fn integer(table: &Csv, row: &[String], column: &str) -> i128 {
    table.integer(row, column)
}

fn text(table: &Csv, row: &[String], column: &str) -> String {
    table.get(row, column).to_owned()
}

fn won(game: &Value, seat: usize) -> i128 {
    let winners = game["outcome"]["winners"].as_array().expect("a list");
    if winners.iter().any(|winner| *winner == seat) { 840 / winners.len() as i128 } else { 0 }
}

/// The same, where an unfinished game counts as shared by all players.
fn won_or_shared(game: &Value, seat: usize) -> i128 {
    if game["outcome"]["unfinished"] == true {
        840 / i128::from(game["players"].as_i64().expect("a number"))
    } else {
        won(game, seat)
    }
}

/// The player who takes the first decision.
fn first_player(game: &Value) -> usize {
    let events = game["events"].as_array().expect("a list");
    events
        .iter()
        .find(|event| event["e"] == "decide")
        .map_or(0, |event| event["p"].as_u64().expect("a seat") as usize)
}

/// The seats that a strategy holds in a game.
fn seats_of<'a>(game: &'a Value, strategy: &'a str) -> impl Iterator<Item = usize> + 'a {
    let seats = game["strategies"].as_array().expect("a list");
    (0..seats.len()).filter(move |seat| seats[*seat] == strategy)
}

/// The rows of one variant and line-up in a table.
fn rows_of<'t>(table: &'t Csv, label: &'t Label) -> impl Iterator<Item = &'t Vec<String>> {
    table.rows.iter().filter(|row| {
        text(table, row, "variant") == label.variant.name
            && text(table, row, "lineup") == label.lineup
    })
}

#[test]
fn every_table_counts_the_played_games() {
    each_game!(recount());
}

fn recount<G: Playable>(game: &'static G) {
    let plan = plan(game, BLOCKS);
    let counts = play(&plan, 2);
    let tables = tables(&plan, &counts);
    let table = |file: &str| tables.iter().find(|table| table.file == file).expect("a table");
    let mut rows_checked = BTreeMap::new();
    let played: Vec<Vec<Value>> = plan
        .layout()
        .cells
        .iter()
        .enumerate()
        .map(|(index, label)| games(game, index / plan.lineups().len(), label))
        .collect();
    for pair in &plan.layout().pairs {
        let (label, both) =
            (&plan.layout().cells[pair.variant], [&played[pair.variant], &played[pair.baseline]]);
        *rows_checked.entry("comparison_sums.csv").or_insert(0) +=
            comparisons(table("comparison_sums.csv"), label, both);
        *rows_checked.entry("games.csv").or_insert(0) += flipped(table("games.csv"), label, both);
    }
    for (index, (label, games)) in plan.layout().cells.iter().zip(&played).enumerate() {
        let mut checked = |file, rows| *rows_checked.entry(file).or_insert(0) += rows;
        checked("seats.csv", seats(table("seats.csv"), label, games));
        checked("seat_balance.csv", balance(table("seat_balance.csv"), label, games));
        checked("first_player.csv", first(table("first_player.csv"), label, games));
        checked("places.csv", places(table("places.csv"), label, games));
        checked("strategies.csv", strategies(table("strategies.csv"), label, games));
        if label.shape.players() > 2 && label.shape.strategies.len() > 1 {
            checked("neighbours.csv", neighbours(table("neighbours.csv"), label, games));
        }
        checked("length_histogram.csv", histogram(table("length_histogram.csv"), label, games));
        checked("decisions.csv", decisions(table("decisions.csv"), label, games));
        checked("shares.csv", shares(table("shares.csv"), label, games));
        checked(
            "games.csv",
            odd_games(
                table("games.csv"),
                label,
                games,
                &behind(game, index / plan.lineups().len(), label),
            ),
        );
    }
    for (file, rows) in rows_checked {
        assert_eq!(rows, table(file).rows.len(), "all rows of {file}");
    }
}

fn seats(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let (seat, strategy) = (integer(table, row, "seat") as usize, text(table, row, "strategy"));
        let of_row: Vec<&Value> =
            games.iter().filter(|game| game["strategies"][seat] == strategy).collect();
        let unfinished = of_row.iter().filter(|game| game["outcome"]["unfinished"] == true).count();
        let scores = of_row
            .iter()
            .map(|game| i128::from(game["outcome"]["scores"][seat].as_i64().expect("a score")));
        assert_eq!(integer(table, row, "games"), of_row.len() as i128);
        assert_eq!(integer(table, row, "unfinished"), unfinished as i128);
        assert_eq!(
            integer(table, row, "wins_840"),
            of_row.iter().map(|game| won(game, seat)).sum::<i128>()
        );
        assert_eq!(integer(table, row, "score_sum"), scores.clone().sum::<i128>());
        assert_eq!(
            integer(table, row, "score_squares"),
            scores.map(|score| score * score).sum::<i128>()
        );
    };
    rows_of(table, label).map(check).count()
}

fn balance(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let seat = integer(table, row, "seat") as usize;
        assert_eq!(integer(table, row, "games"), games.len() as i128);
        assert_eq!(
            integer(table, row, "wins_840"),
            games.iter().map(|game| won(game, seat)).sum::<i128>()
        );
    };
    rows_of(table, label).map(check).count()
}

/// The value of a metric in one game: points, and the number of games or decisions.
fn points(game: &Value, metric: &str, of: &str) -> (i128, i128) {
    let finished = game["outcome"]["unfinished"] == false;
    match metric {
        "first_player_win_rate" => (won_or_shared(game, first_player(game)), 1),
        "win_rate" => (seats_of(game, of).map(|seat| won_or_shared(game, seat)).sum(), 1),
        "score" => (
            seats_of(game, of)
                .map(|seat| i128::from(game["outcome"]["scores"][seat].as_i64().expect("a score")))
                .sum(),
            1,
        ),
        "length" if finished => (length(game, of), 1),
        "length" => (0, 0),
        "forced_decisions" => {
            let decisions = || {
                game["events"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .filter(|event| event["e"] == "decide")
            };
            let forced = decisions()
                .filter(|event| event["legal"].as_array().is_some_and(|legal| legal.len() == 1));
            (forced.count() as i128, decisions().count() as i128)
        }
        "unfinished_games" => (i128::from(!finished), 1),
        "shared_wins" => (
            i128::from(
                game["outcome"]["winners"].as_array().is_some_and(|winners| winners.len() > 1),
            ),
            1,
        ),
        "ending" => (i128::from(ending(game) == of), 1),
        other => panic!("{other} needs to be counted here"),
    }
}

/// Compares the games of the variant and of the baseline, by game and block, with the sums of their
/// comparison.
fn comparisons(table: &Csv, label: &Label, played: [&Vec<Value>; 2]) -> usize {
    let check = |row: &Vec<String>| {
        let (metric, of) = (text(table, row, "quantity"), text(table, row, "subject"));
        // Traces do not contain the standings: a test of the ladder counts comebacks.
        if metric == "comebacks" {
            return;
        }
        let mut sums = BTreeMap::new();
        for block in 0..BLOCKS as usize {
            let of_block = |games: &Vec<Value>| {
                let games = games
                    .iter()
                    .skip(block)
                    .step_by(BLOCKS as usize)
                    .map(|game| points(game, &metric, &of));
                games.fold((0, 0), |sum, (points, games)| (sum.0 + points, sum.1 + games))
            };
            let ((x, m), (y, k)) = (of_block(played[0]), of_block(played[1]));
            let both = [
                ("blocks", 1),
                ("changed_blocks", i128::from((x, m) != (y, k))),
                ("variant_points", x),
                ("baseline_points", y),
                ("variant_squares", x * x),
                ("baseline_squares", y * y),
                ("products", x * y),
                ("variant_games", m),
                ("baseline_games", k),
                ("variant_games_squares", m * m),
                ("baseline_games_squares", k * k),
                ("games_products", m * k),
                ("variant_points_by_games", x * m),
                ("baseline_points_by_games", y * k),
                ("variant_points_by_baseline_games", x * k),
                ("baseline_points_by_variant_games", m * y),
            ];
            for (column, number) in both {
                *sums.entry(column).or_insert(0) += number;
            }
        }
        for (column, sum) in sums {
            if !table.get(row, column).is_empty() {
                assert_eq!(
                    integer(table, row, column),
                    sum,
                    "{column} of {metric} {of}, {}, {}",
                    label.variant.name,
                    label.lineup
                );
            }
        }
    };
    rows_of(table, label).map(check).count()
}

/// The reason why a game ended, from its rules and events.
fn ending(game: &Value) -> &'static str {
    let rules = &game["rules"];
    match game["game"].as_str().expect("a name") {
        _ if game["outcome"]["unfinished"] == true => "max_turns",
        "crackpipe" => {
            let (mut stash, mut emptied) = (0, 0);
            for event in game["events"].as_array().expect("a list") {
                if let Some(cards) = event["stash"].as_array() {
                    stash = cards.len();
                } else if event["e"] == "hit" {
                    stash -= event["cards"].as_array().expect("a list").len();
                    emptied += u64::from(stash == 0);
                }
            }
            if emptied == rules["passes_over_stash"].as_u64().expect("a number") {
                "stash emptied"
            } else {
                "resin empty"
            }
        }
        "scrip" if rules["end"] == "stockpile" => "stockpile empty",
        "scrip" => "stockpile and reds gone",
        other => panic!("{other} needs its endings told here"),
    }
}

/// Checks how often something happened, and the first game in which it did.
fn shares(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let (quantity, subject) = (text(table, row, "quantity"), text(table, row, "subject"));
        if quantity == "comebacks" {
            return;
        }
        let found: Vec<(i128, i128)> =
            games.iter().map(|game| points(game, &quantity, &subject)).collect();
        let total = found.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        assert_eq!(
            (integer(table, row, "count"), integer(table, row, "among")),
            total,
            "{quantity} {subject}"
        );
        let happened =
            games.iter().zip(&found).filter(|(_, (points, _))| *points > 0).map(|(game, _)| game);
        let first = happened
            .min_by_key(|game| game["index"].as_u64())
            .map(|game| game["index"].as_u64().expect("a number"));
        assert_eq!(
            table.get(row, "first_block"),
            first.map_or_else(String::new, |block| block.to_string()),
            "{quantity} {subject}"
        );
        if first.is_some() {
            let seated = table.get(row, "first_arrangement");
            let names = |game: &Value| {
                let names = game["strategies"]
                    .as_array()
                    .expect("a list")
                    .iter()
                    .map(|name| name.as_str().expect("a name"));
                names.collect::<Vec<_>>().join(",")
            };
            let is_that = |(game, (points, _)): (&Value, &(i128, i128))| {
                *points > 0 && game["index"].as_u64() == first && names(game) == seated
            };
            assert!(
                games.iter().zip(&found).any(is_that),
                "{quantity} {subject}: block {first:?}, {seated}"
            );
        }
    };
    rows_of(table, label).map(check).count()
}

/// A game's position among all: block by block, and within a block by the order of its
/// arrangements.
fn place(number: usize) -> (usize, usize) {
    (number % BLOCKS as usize, number / BLOCKS as usize)
}

fn seated(game: &Value) -> String {
    let names = game["strategies"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|name| name.as_str().expect("a name"));
    names.collect::<Vec<_>>().join(",")
}

fn score(game: &Value, seat: usize) -> i64 {
    game["outcome"]["scores"][seat].as_i64().expect("a score")
}

/// The difference between the score of a single winner and the nearest other one.
fn margin(game: &Value) -> Option<i64> {
    let winners = game["outcome"]["winners"].as_array().expect("a list");
    let [winner] = &winners[..] else { return None };
    let (winner, players) = (
        winner.as_u64().expect("a seat") as usize,
        game["players"].as_u64().expect("a number") as usize,
    );
    (0..players)
        .filter(|seat| *seat != winner)
        .map(|seat| (score(game, seat) - score(game, winner)).abs())
        .min()
}

/// Finds the game of each pick by a search over all games.
fn odd_games(table: &Csv, label: &Label, games: &[Value], behind: &[Option<i64>]) -> usize {
    let is_finished = |number: &usize| games[*number]["outcome"]["unfinished"] == false;
    let mut order: Vec<usize> = (0..games.len()).collect();
    order.sort_by_key(|number| place(*number));
    let decisions = |number: &usize| length(&games[*number], "decisions") as i64;
    let mut found: BTreeMap<&str, (usize, Option<i64>)> = BTreeMap::new();
    let mut pick = |name, number: Option<usize>, value: &dyn Fn(&usize) -> Option<i64>| {
        if let Some(number) = number {
            found.insert(name, (number, value(&number)));
        }
    };
    let ended = || order.iter().copied().filter(is_finished);
    let lowest = |value: &dyn Fn(&usize) -> Option<i64>| {
        ended().filter(|number| value(number).is_some()).min_by_key(|number| value(number))
    };
    pick("unfinished", order.iter().copied().find(|number| !is_finished(number)), &|_| None);
    pick("longest", lowest(&|number| Some(-decisions(number))), &|number| Some(decisions(number)));
    pick("shortest", lowest(&|number| Some(decisions(number))), &|number| Some(decisions(number)));
    pick("comeback", lowest(&|number| Some(-behind[*number]?)), &|number| behind[*number]);
    pick("closest", lowest(&|number| margin(&games[*number])), &|number| margin(&games[*number]));
    let is_shared = |number: &usize| {
        games[*number]["outcome"]["winners"].as_array().is_some_and(|winners| winners.len() > 1)
    };
    pick("shared", order.iter().copied().find(is_shared), &|_| None);
    let rows = || rows_of(table, label).filter(|row| table.get(row, "pick") != "flipped");
    for row in rows() {
        let (name, cell) =
            (text(table, row, "pick"), format!("{}, {}", label.variant.name, label.lineup));
        let (number, value) =
            found.remove(name.as_str()).unwrap_or_else(|| panic!("{name} of {cell} has no game"));
        assert_eq!(integer(table, row, "block"), place(number).0 as i128, "{name} of {cell}");
        assert_eq!(table.get(row, "arrangement"), seated(&games[number]), "{name} of {cell}");
        assert_eq!(
            table.get(row, "value"),
            value.map_or_else(String::new, |value| value.to_string()),
            "{name} of {cell}"
        );
    }
    assert!(found.is_empty(), "{found:?} are not in the table");
    rows().count()
}

/// The first game of a variant without a common winner under the rules of the baseline.
fn flipped(table: &Csv, label: &Label, [variant, baseline]: [&Vec<Value>; 2]) -> usize {
    let mut order: Vec<usize> = (0..variant.len()).collect();
    order.sort_by_key(|number| place(*number));
    let winners = |games: &[Value], number: usize| -> Vec<String> {
        games[number]["outcome"]["winners"]
            .as_array()
            .expect("a list")
            .iter()
            .map(Value::to_string)
            .collect()
    };
    let is_flipped = |number: &usize| {
        let (one, other) = (winners(variant, *number), winners(baseline, *number));
        !one.is_empty() && !other.is_empty() && one.iter().all(|seat| !other.contains(seat))
    };
    let rows: Vec<_> =
        rows_of(table, label).filter(|row| table.get(row, "pick") == "flipped").collect();
    let first = order.into_iter().find(is_flipped);
    assert_eq!(rows.len(), usize::from(first.is_some()));
    for (row, number) in rows.iter().zip(first) {
        assert_eq!(integer(table, row, "block"), place(number).0 as i128);
        assert_eq!(table.get(row, "arrangement"), seated(&variant[number]));
        assert_eq!(table.get(row, "winners"), winners(variant, number).join(" "));
        assert_eq!(table.get(row, "baseline_winners"), winners(baseline, number).join(" "));
        assert_eq!(table.get(row, "baseline"), "designer");
    }
    rows.len()
}

/// The standings at every decision. (Traces do not contain them.)
struct Standings(Vec<Standing>);

impl<G: Game> Observer<G> for Standings {
    fn position(&mut self, rules: &G::Rules, state: &G::State) {
        self.0.push(G::standing(rules, state));
    }
}

/// For every game of a variant and line-up: the distance of its winners from the lead at half of
/// the decisions, if none of them was ahead.
fn behind<G: Playable>(game: &'static G, variant: usize, label: &Label) -> Vec<Option<i64>> {
    let plan = plan(game, BLOCKS);
    let (shape, players) = (&label.shape, label.shape.players());
    let rules = G::rules(&plan.variants()[variant].settings, players).expect("can be dealt");
    let mut found = vec![None; shape.games_per_block() * BLOCKS as usize];
    for (number, behind) in found.iter_mut().enumerate() {
        let (block, place) = place(number);
        let streams = BlockStreams::new(plan.seed(), block as u64);
        let mut arrangements = Vec::new();
        shape.arrangements.extend_with_block(&streams, &mut arrangements);
        let mut seated = G::seat(shape.seated(arrangements[place]).map(player::<G>).collect());
        let mut standings = Standings(Vec::new());
        let mut observer: &mut dyn Observer<G> = &mut standings;
        let won = G::watch(&rules, &mut seated, streams, &mut observer)
            .expect("legal play")
            .outcome
            .winners;
        *behind = standings.behind(won);
    }
    found
}

impl Standings {
    /// Returns the distance of the nearest winner from the lead at half of the decisions, if no
    /// winner was ahead.
    fn behind(&self, won: SeatSet) -> Option<i64> {
        let half = self.0.get(self.0.len() / 2).filter(|_| won != SeatSet::NONE)?;
        let seats = |set: SeatSet| Seat::all(MAX_SEATS).filter(move |seat| set.contains(*seat));
        if seats(won).any(|seat| half.leaders.contains(seat)) {
            return None;
        }
        let score = |seat: Seat| half.scores[seat.index()];
        seats(won)
            .flat_map(|winner| {
                seats(half.leaders).map(move |ahead| (score(winner) - score(ahead)).abs())
            })
            .min()
    }
}

/// Only some states of a game are kept, fewer of a long one: the standing at half of the decisions
/// is the same as with all of them.
#[test]
fn the_middle_of_a_long_game_is_found() {
    let mut settings = Settings::defaults(Crisps::DESCRIPTION.knobs);
    settings.apply_option("points_to_win=25").expect("a knob");
    let rules = Crisps::rules(&settings, 2).expect("can be dealt");
    let (mut observer, mut lengths, mut comebacks) =
        (DecisionObserver::<Crisps>::new(&Crisps::DESCRIPTION), Vec::new(), 0);
    for block in 0..40 {
        let streams = BlockStreams::new(3, block);
        let seated = || Crisps::seat(vec![player::<Crisps>("greedy"), player::<Crisps>("greedy")]);
        let mut standings = Standings(Vec::new());
        let mut noting: &mut dyn Observer<Crisps> = &mut standings;
        let played =
            Crisps::watch(&rules, &mut seated(), streams, &mut noting).expect("legal play");
        observer.seat(Arrangement::default());
        let again =
            Crisps::watch(&rules, &mut seated(), streams, &mut observer).expect("legal play");
        let sampled = observer.game(&rules, streams, &again.outcome);
        let behind = standings.behind(played.outcome.winners);
        assert_eq!(sampled.decisions as usize, standings.0.len());
        assert_eq!(
            (sampled.comeback, sampled.behind as i64),
            (Some(behind.is_some()), behind.unwrap_or(0))
        );
        lengths.push(sampled.decisions);
        comebacks += u32::from(behind.is_some());
    }
    // Some games are long enough for the number of states to be halved.
    assert!(lengths.iter().any(|length| *length > 600) && comebacks > 0, "{lengths:?}");
}

fn first(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        assert_eq!(integer(table, row, "blocks"), i128::from(BLOCKS));
        assert_eq!(integer(table, row, "games"), games.len() as i128);
        assert_eq!(
            integer(table, row, "wins_840"),
            games.iter().map(|game| won(game, first_player(game))).sum::<i128>()
        );
    };
    rows_of(table, label).map(check).count()
}

fn places(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let place = integer(table, row, "place") as usize;
        let seat = |game: &Value| (first_player(game) + place) % label.shape.players();
        assert_eq!(integer(table, row, "games"), games.len() as i128);
        assert_eq!(
            integer(table, row, "wins_840"),
            games.iter().map(|game| won(game, seat(game))).sum::<i128>()
        );
    };
    rows_of(table, label).map(check).count()
}

fn strategies(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let strategy = text(table, row, "strategy");
        let held = || {
            games.iter().flat_map(|game| seats_of(game, &strategy).map(move |seat| (seat, game)))
        };
        assert_eq!(integer(table, row, "games"), held().count() as i128);
        assert_eq!(
            integer(table, row, "wins_840"),
            held().map(|(seat, game)| won(game, seat)).sum::<i128>()
        );
    };
    rows_of(table, label).map(check).count()
}

/// The seats in which a strategy sits between two others.
fn seats_between<'a>(
    game: &'a Value,
    [strategy, before, after]: [&'a str; 3],
) -> impl Iterator<Item = usize> + 'a {
    let seats = game["strategies"].as_array().expect("a list");
    let at = |seat: usize| seats[seat % seats.len()].as_str().expect("a name");
    (0..seats.len()).filter(move |seat| {
        at(*seat) == strategy && at(seat + seats.len() - 1) == before && at(seat + 1) == after
    })
}

fn neighbours(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let names = ["strategy", "before", "after"].map(|column| text(table, row, column));
        let names = [&*names[0], &*names[1], &*names[2]];
        let of_block = |block: usize| {
            let games = games.iter().skip(block).step_by(BLOCKS as usize);
            let places =
                games.flat_map(|game| seats_between(game, names).map(move |seat| won(game, seat)));
            places.fold((0, 0), |(wins, places), won| (wins + won, places + 1))
        };
        let blocks: Vec<(i128, i128)> = (0..BLOCKS as usize).map(of_block).collect();
        assert_eq!(
            integer(table, row, "games"),
            blocks.iter().map(|block| block.1).sum::<i128>(),
            "{names:?}"
        );
        assert_eq!(
            integer(table, row, "wins_840"),
            blocks.iter().map(|block| block.0).sum::<i128>(),
            "{names:?}"
        );
        assert_eq!(
            integer(table, row, "wins_840_squares"),
            blocks.iter().map(|block| block.0 * block.0).sum::<i128>(),
            "{names:?}"
        );
    };
    rows_of(table, label).map(check).count()
}

fn histogram(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let mut rows = 0;
    for unit in label.game.length_units {
        let mut expected: BTreeMap<i128, (i128, i128)> = BTreeMap::new();
        for game in games {
            let entry = expected.entry(length(game, unit)).or_default();
            if game["outcome"]["unfinished"] == true {
                entry.1 += 1;
            } else {
                entry.0 += 1;
            }
        }
        let found: BTreeMap<i128, (i128, i128)> = rows_of(table, label)
            .filter(|row| text(table, row, "unit") == *unit)
            .map(|row| {
                (
                    integer(table, row, "length"),
                    (integer(table, row, "finished"), integer(table, row, "unfinished")),
                )
            })
            .collect();
        rows += found.len();
        assert_eq!(found, expected, "{}, {}, {unit}", label.variant.name, label.lineup);
    }
    rows
}

fn decisions(table: &Csv, label: &Label, games: &[Value]) -> usize {
    let check = |row: &Vec<String>| {
        let (strategy, kind) = (text(table, row, "strategy"), text(table, row, "kind"));
        let of_kind = |action: &&Value| {
            action.as_str().and_then(|name| name.split(' ').next()) == Some(kind.as_str())
        };
        let mut expected = [0; 4];
        for game in games {
            for event in game["events"]
                .as_array()
                .expect("a list")
                .iter()
                .filter(|event| event["e"] == "decide")
            {
                let seat = event["p"].as_u64().expect("a seat") as usize;
                if game["strategies"][seat] != strategy {
                    continue;
                }
                let legal = event["legal"].as_array().expect("a list");
                let available = legal.iter().filter(of_kind).count() as i128;
                expected[0] += i128::from(available > 0);
                expected[1] += available;
                expected[2] += i128::from(legal.len() == 1 && available == 1);
                expected[3] += i128::from(of_kind(&&event["chosen"]));
            }
        }
        let found = ["decisions", "legal_sum", "forced", "chosen"]
            .map(|column| integer(table, row, column));
        assert_eq!(found, expected, "{}, {}, {strategy}, {kind}", label.variant.name, label.lineup);
        assert_eq!(integer(table, row, "games"), games.len() as i128);
    };
    rows_of(table, label).map(check).count()
}

/// A game's length, counted from its events.
fn length(game: &Value, unit: &str) -> i128 {
    let events = game["events"].as_array().expect("a list");
    let of_kind = |kind: &str| events.iter().filter(|event| event["e"] == kind).count();
    let counted = match (game["game"].as_str().expect("a name"), unit) {
        (_, "decisions") => of_kind("decide"),
        ("crisps", "plays") => events
            .iter()
            .filter_map(|event| event["chosen"].as_str())
            .filter(|name| !is_no_play(name))
            .count(),
        ("crisps", "deals") => of_kind("deal"),
        // A round begins with each deal and after each pass, unless the limit of turns ends the
        // game between the pass and the choice of a card.
        ("crisps", "rounds") => {
            let passes = events.iter().filter(|event| is_pass(event)).count();
            let before_end = &events[events.len() - 2];
            let choice_due = game["outcome"]["unfinished"] == true
                && is_pass(before_end)
                && card_lies_face_up(events);
            of_kind("deal") + passes - usize::from(choice_due)
        }
        ("crackpipe", "turns") => of_kind("hit"),
        ("crypto-cards", "turns") => of_kind("mine"),
        ("scrip", "turns") => scrip_turns(game),
        ("scrip", "rounds") => {
            scrip_turns(game).div_ceil(game["players"].as_u64().expect("a number") as usize)
        }
        (name, unit) => panic!("{name} needs {unit} counted here"),
    };
    let counted = counted as i128;
    assert_eq!(
        i128::from(game["lengths"][unit].as_u64().expect("a length")),
        counted,
        "{unit} of {game}"
    );
    counted
}

/// Every turn ends with a new hand, except the one in which the game ends.
fn scrip_turns(game: &Value) -> usize {
    let events = game["events"].as_array().expect("a list");
    let of_kind = |kind: &str| events.iter().filter(|event| event["e"] == kind).count();
    let ended_within = game["outcome"]["unfinished"] == false && of_kind("decide") > 0;
    of_kind("draw") + usize::from(ended_within)
}

fn is_no_play(name: &str) -> bool {
    name == "pass" || name.starts_with("take")
}

fn is_pass(event: &Value) -> bool {
    event["e"] == "skip" || event["chosen"] == "pass"
}

fn card_lies_face_up(events: &[Value]) -> bool {
    let last = events.iter().rev().find(|event| event["e"] == "face_up" || event["e"] == "deal");
    last.is_some_and(|event| !event["card"].is_null() || !event["face_up"].is_null())
}
