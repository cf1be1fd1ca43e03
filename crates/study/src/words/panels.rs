//! The tables of results, as people read them.

use std::collections::BTreeSet;

use super::adapted::adapted;
use super::answer;
use super::curves::Curve;
use super::goals::{candidates, goals, goals_on_screen};
use super::numbers::{MISSING, fixed, interval, known, rate, rounded_percent, spaced};
use super::panel::{Columns, MOST_ROWS, Panel};
use super::phrase::{by_itself, heading};
use super::prelude::*;
use super::sentences::{first_on, step_to};
use super::unfinished::{negligible, unfinished_share};
use super::who::the_others;
use crate::experiment::{Item, RuleSets};
use crate::findings::ENOUGH_ENDED;
use crate::results::{TIMING, Timing};
use fairdeal_core::metrics::{About, Measure, SHARED_WINS, dead_within};
use fairdeal_core::rows::{LengthRow, PlayRow, RatingRow, Row, SensitivityRow, ShareRow, SweepRow};

/// The tables that answer the question, about a screenful. `timing`: how long decisions took, if it
/// was measured.
pub fn panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let items = results.manifest.design.screen;
    let found = items.iter().map(|item| match item {
        Item::Cells => {
            let of_baseline = compares(results) && results.first_player.len() > MOST_ROWS;
            let only = of_baseline.then_some(results.manifest.baseline.as_str());
            cells(results, only).shortened(FirstPlayerRow::FILE)
        }
        Item::Points => sweep(results, MOST_ROWS),
        Item::Knobs => sensitivity(results, false).shortened(SensitivityRow::FILE),
        item => table(results, timing, *item),
    });
    let goals = [goals_on_screen(results), adapted(results, false)];
    goals
        .into_iter()
        .chain(found)
        .chain([play(results)])
        .filter(|panel| !panel.rows.is_empty())
        .collect()
}

/// All tables, in full.
pub fn all_panels(results: &Results, timing: Option<&Timing>) -> Vec<Panel> {
    let items = results.manifest.design.tables.iter();
    let mut found: Vec<Panel> = items.map(|item| table(results, timing, *item)).collect();
    found.splice(0..0, [goals(results, usize::MAX), adapted(results, true)]);
    found.push(play(results));
    found.retain(|panel| !panel.rows.is_empty());
    found
}

/// The table about an item, in full; without rows where it has none.
fn table(results: &Results, timing: Option<&Timing>, item: Item) -> Panel {
    match item {
        Item::Cells => cells(results, None),
        Item::GoingFirst => first_player(results),
        Item::Strength => strategies(results),
        Item::Neighbours => neighbours(results),
        Item::Length => lengths(results),
        Item::Endings => endings(results),
        Item::Events => events(results),
        Item::Scores => scores(results),
        Item::Play => play(results),
        Item::Changes => changes(results),
        Item::Points => sweep(results, usize::MAX),
        Item::Ratings => ratings(results),
        Item::Pairs => pairs(&results.pairs),
        Item::Rungs => ladder(results, timing),
        Item::Places => in_place(results),
        Item::Knobs => sensitivity(results, true),
        _ => Panel::default(),
    }
}

/// How the game plays, if the experiment asked: one row for each line-up and variant.
fn play(results: &Results) -> Panel {
    let value = |row: &PlayRow, measure: &Measure, subject: &str| {
        let is_it = |other: &&PlayRow| {
            other.cell == row.cell && other.measure == measure.name && other.subject == subject
        };
        let Some(PlayRow { average, .. }) = results.play.iter().find(is_it) else {
            return MISSING.to_owned();
        };
        with_reach(average.estimate, average.low.zip(average.high), measure.unit.scale())
    };
    let rows = results.play.iter().filter(|row| row.measure == measures::BRANCHING.name);
    let mut columns = Columns::new("How it plays: means, with how far their intervals reach", rows);
    if results.play.iter().any(|row| row.cell.variant != results.play[0].cell.variant) {
        columns.words("variant", |row| row.cell.variant.clone());
    }
    columns.words("line-up", |row| row.cell.lineup.clone());
    let mut add = |title, measure, subject, dispensable| {
        let cell = |row: &&PlayRow| value(row, measure, subject);
        columns.numbers(title, cell).or_drop(dispensable, PlayRow::FILE);
    };
    add("legal actions", &measures::BRANCHING, "", 1);
    add("forced in a row", &measures::LONGEST_FORCED_RUN, "", 3);
    if !results.chances.is_empty() {
        let (_, dead) = dead_within(results.manifest.analysis.tolerance.win_rate);
        add("lead changes", &measures::LEAD_CHANGES, "", 0);
        add("decided after (%)", &measures::MOMENT_OF_DECISION, "", 0);
        add("turnarounds (%)", &measures::TURNAROUNDS, "", 2);
        add("tension (points)", &measures::TENSION, "", 0);
        add("no difference (%)", &measures::DEAD_DECISIONS, dead, 0);
    }
    columns.panel.shortened(PlayRow::FILE)
}

fn confidence(results: &Results) -> String {
    format!("{} % interval", rounded_percent(results.manifest.analysis.confidence))
}

/// A text about a share of wins; missing if too few games end to know who wins.
fn where_judged(share: &ShareOfWins, text: impl FnOnce() -> String) -> String {
    known(is_judged(share).then(text))
}

fn win_rate(share: &ShareOfWins) -> String {
    where_judged(share, || rate(share.win_rate, 1))
}

fn fair_share(share: &ShareOfWins) -> String {
    where_judged(share, || rate(Some(share.fair_share), 1))
}

/// The ends of the interval of the wins.
fn ends(share: &ShareOfWins) -> String {
    where_judged(share, || in_percent(share.win_rate_low, share.win_rate_high))
}

fn number(number: Option<f64>, digits: usize) -> String {
    known(number.map(|number| fixed(number, digits)))
}

/// "[47.6, 48.0]", in per cent.
fn in_percent(low: Option<f64>, high: Option<f64>) -> String {
    interval(low.zip(high), |rate| percent(rate, 1))
}

/// "47.8 ±0.3": how far the interval reaches to its longer side. `scale`: 100 for per cent.
fn with_reach(estimate: Option<f64>, ends: Option<(f64, f64)>, scale: f64) -> String {
    let Some(estimate) = estimate else { return MISSING.to_owned() };
    let reach =
        |(low, high): (f64, f64)| format!(" ±{:.1}", scale * (high - estimate).max(estimate - low));
    fixed(scale * estimate, 1) + &ends.map(reach).unwrap_or_default()
}

/// The same, in per cent.
fn percent_with_reach(estimate: Option<f64>, low: Option<f64>, high: Option<f64>) -> String {
    with_reach(estimate, low.zip(high), 100.0)
}

/// A verdict in a word or two: "not settled, by itself beyond" where its own interval is clear.
fn verdict_of(fact: &Fact<'_>) -> String {
    let alone = by_itself(fact, ", by itself");
    known(fact.judged.verdict.map(|verdict| format!("{verdict}{alone}")))
}

/// The same with what would settle it.
fn verdict_and_needs(fact: &Fact<'_>) -> String {
    let needs = fact.judged.blocks_needed.map_or_else(String::new, |more| {
        format!(" (about {})", counted(more.into(), "more block", "more blocks"))
    });
    verdict_of(fact) + &needs
}

/// The strategy that wins most in a cell: "heuristic 93.6 %"; `None` if all strategies are the same.
fn winner(results: &Results, cell: &CellKey) -> Option<String> {
    let rows = results
        .strategies
        .iter()
        .filter(|row| row.cell == *cell && row.share.win_rate_low.is_some())
        .filter(|row| is_judged(&row.share));
    let best = rows.max_by(|one, other| by_value(one.share.win_rate, other.share.win_rate));
    best.map(|row| format!("{} {}", row.strategy, rate(row.share.win_rate, 1)))
}

/// One row for each line-up, by all variants or by one: going first, who wins, length, unfinished
/// games.
fn cells(results: &Results, only: Option<&str>) -> Panel {
    let is_shown = |row: &&FirstPlayerRow| only.is_none_or(|variant| row.cell.variant == variant);
    let rows: Vec<&FirstPlayerRow> = results.first_player.iter().filter(is_shown).collect();
    let several = rows.iter().any(|row| row.cell.variant != rows[0].cell.variant);
    let alone = rows.iter().all(|row| row.cell.players == 1);
    let rivals = rows.iter().any(|row| winner(results, &row.cell).is_some());
    let unequal = rows.iter().any(|row| (row.share.fair_share - 0.5).abs() > 0.000_5);
    let unfinished = rows.iter().any(|row| row.share.unfinished > 0);
    // A share that is not negligible is shown even on a narrow screen.
    let stays = rows.iter().any(|row| unfinished_share(&row.share) > negligible(results));
    let title = match only {
        Some(variant) => format!("The game by the rules {variant} (length: mean)"),
        None if alone => "The mean score and the mean length".to_owned(),
        None => "Going first, who wins, and the mean length".to_owned(),
    };
    let mut columns = Columns::new(title, rows);
    if several {
        columns.words("variant", |row| row.cell.variant.clone());
    }
    columns.words("line-up", |row| row.cell.lineup.clone());
    if alone {
        columns.numbers("score", |row| {
            let seat = results.seats.iter().find(|seat| seat.cell == row.cell);
            number(seat.and_then(|seat| seat.score_mean), 2)
        });
    } else {
        columns.numbers("going first", |row| win_rate(&row.share));
        if unequal {
            // Among tables of several sizes, each row needs its own.
            let sizes: BTreeSet<usize> =
                results.first_player.iter().map(|row| row.cell.players).collect();
            let dispensable = if sizes.len() > 1 { 0 } else { 3 };
            columns
                .numbers("fair", |row| fair_share(&row.share))
                .or_drop(dispensable, FirstPlayerRow::FILE);
        }
        columns
            .numbers(&confidence(results), |row| ends(&row.share))
            .or_drop(4, FirstPlayerRow::FILE);
        columns.verdicts(|row| (verdict_of(&row.fact()), row.share.judged.verdict));
    }
    if rivals {
        columns.words("wins more", |row| known(winner(results, &row.cell)));
    }
    let unit = results.felt_unit();
    columns.numbers(unit, |row| {
        let is_it = |length: &&LengthRow| length.cell == row.cell && length.unit == unit;
        number(results.lengths.iter().find(is_it).and_then(|length| length.mean), 1)
    });
    if unfinished {
        let cell = |row: &&FirstPlayerRow| match row.share.games {
            0 => MISSING.to_owned(),
            _ => unfinished_in_table(unfinished_share(&row.share)),
        };
        columns.numbers("unfinished", cell).or_drop(if stays { 0 } else { 5 }, ShareRow::FILE);
    }
    columns.panel
}

/// One row for each variant: the largest clear change of each topic.
fn changes(results: &Results) -> Panel {
    let effects = answer::effects(results);
    let topics: BTreeSet<Topic> =
        effects.iter().flat_map(|(_, of_variant)| of_variant.keys().copied()).collect();
    let all_end = results.first_player.iter().all(|row| is_judged(&row.share));
    let (over, not_judged) = if all_end {
        ("over all line-ups".to_owned(), "")
    } else {
        (
            format!("over the line-ups in which {ENOUGH_ENDED} % of {} end", results.names.plural),
            "; not judged: too few end in some",
        )
    };
    let scale = "in points, or in % of the baseline; same: within your tolerance; ?: not settled";
    let mut by_unit = IndexMap::<String, Vec<&str>>::new();
    for (variant, of_variant) in effects.iter().take(MOST_ROWS) {
        for effect in of_variant.values().filter(|effect| !effect.other_units.is_empty()) {
            by_unit.entry(effect.other_units.clone()).or_default().push(variant);
        }
    }
    let title = format!("The largest clear change by each variant, {over} ({scale}{not_judged})");
    let are_two = effects.iter().flat_map(|(_, of)| of.values()).any(|one| one.text.contains(", "));
    let mut columns = Columns::new(title, effects);
    columns.words("variant", |(variant, _)| (*variant).to_owned());
    for (place, topic) in Topic::ALL.into_iter().filter(|topic| topics.contains(topic)).enumerate()
    {
        let unit = (topic == Topic::Length).then(|| results.felt_unit());
        let unit = unit.map_or_else(String::new, |unit| format!(" ({unit})"));
        let title = topic.title().to_lowercase() + &unit;
        let column = columns.numbers(&title, |(_, of_variant)| match of_variant.get(&topic) {
            Some(effect) if effect.text == answer::NOT_SETTLED => "?".to_owned(),
            Some(effect) if effect.other_units.is_empty() => effect.text.clone(),
            Some(effect) => format!("* {}", effect.text),
            None => MISSING.to_owned(),
        });
        column.or_drop(if place < 3 { 0 } else { place as u8 }, ComparisonRow::FILE);
    }
    if are_two {
        let note = "After a comma: between other players, where they differ.".to_owned();
        columns.panel.notes.push(note);
    }
    if !by_unit.is_empty() {
        let said = by_unit.iter().map(|(units, variants)| format!("{}: {units}", and(variants)));
        let said = said.collect::<Vec<_>>().join("; ");
        columns.panel.notes.push(format!("(*) In other units: {said}."));
    }
    columns.panel.shortened(ComparisonRow::FILE)
}

/// The wins of each seat in one cell, beginning with the first player's, each with its interval;
/// `None` where too few games end.
fn seats<'a>(results: &'a Results, variant: &str, lineup: &str) -> Option<Vec<&'a ShareOfWins>> {
    let is_it = |cell: &CellKey| cell.variant == variant && cell.lineup == lineup;
    let first = results.first_player.iter().find(|row| is_it(&row.cell))?;
    let places = results.places.iter().filter(|row| is_it(&row.cell)).map(|row| &row.share);
    is_judged(&first.share).then(|| std::iter::once(&first.share).chain(places).collect())
}

/// The wins of all seats in one text, in per cent: "35.1/33.2/31.7".
fn seats_in_short(seats: &[&ShareOfWins], players: usize) -> Option<String> {
    let mut rates = seats.iter().map(|share| share.win_rate).collect::<Option<Vec<f64>>>()?;
    // Of two players, the other one wins the rest.
    if players == 2 {
        rates.truncate(1);
        rates.push(1.0 - rates[0]);
    }
    Some(rates.iter().map(|rate| percent(*rate, 1)).collect::<Vec<_>>().join("/"))
}

/// The points of a sweep, those that come nearest to what is wanted first: by goals, or by the seat
/// that is furthest from its fair share. The baseline stays on top.
fn ranked_spots<'c, 'a>(results: &Results, curves: &'c Curves<'a>) -> Vec<&'c Spot<'a>> {
    let goals: Vec<&str> = candidates(results).iter().map(|candidate| candidate.variant).collect();
    let lineups: Vec<&str> = curves
        .told(results, Topic::GoingFirst)
        .iter()
        .map(|curve| curve.cell.lineup.as_str())
        .collect();
    let worst = |spot: &Spot<'_>| {
        let of_lineup = |lineup: &&str| {
            let seats = seats(results, spot.variant, lineup)?;
            let far = seats.iter().map(|share| share.advantage.map(f64::abs));
            far.collect::<Option<Vec<f64>>>()?.into_iter().reduce(f64::max)
        };
        let of_lineups: Option<Vec<f64>> = lineups.iter().map(of_lineup).collect();
        of_lineups.and_then(|all| all.into_iter().reduce(f64::max)).unwrap_or(f64::INFINITY)
    };
    let place = |spot: &Spot<'_>| {
        goals.iter().position(|variant| *variant == spot.variant).unwrap_or(usize::MAX)
    };
    let mut spots: Vec<&Spot<'_>> = curves.spots.iter().collect();
    spots.sort_by(|one, other| {
        let order = place(one).cmp(&place(other)).then(worst(one).total_cmp(&worst(other)));
        other.is_baseline.cmp(&one.is_baseline).then(order)
    });
    spots
}

/// The names of all sets of rules, those that come nearest to what is wanted first: by goals or, in
/// a sweep without goals, by the worst seat. Otherwise as in the experiment.
pub(crate) fn nearest_first(results: &Results) -> Vec<&str> {
    if !results.goals.is_empty() {
        candidates(results).iter().map(|candidate| candidate.variant).collect()
    } else if results.manifest.design.rules == RuleSets::Points {
        let curves = Curves::new(results);
        ranked_spots(results, &curves).into_iter().map(|spot| spot.variant).collect()
    } else {
        results.manifest.variants.iter().map(|variant| variant.name.as_str()).collect()
    }
}

/// One row for each point: what each seat wins at each strength, how far skill decides, how often
/// wins are shared, and how long games are.
fn sweep(results: &Results, most: usize) -> Panel {
    let curves = Curves::new(results);
    let who = |curve: &Curve<'_>| against(results.lineup(&curve.cell.lineup));
    let told = curves.told(results, Topic::Length);
    let told_lineup = told.first().map_or("", |curve| curve.cell.lineup.as_str());
    let of_told = told.first().map_or_else(String::new, |curve| {
        format!("; shared wins, length and play: {}", who(curve))
    });
    let by = if results.goals.is_empty() {
        "by the seat that is furthest from its fair share"
    } else {
        "by your goals"
    };
    let all = curves.spots.len();
    let fair = curves.told(results, Topic::GoingFirst);
    // In the cells of seats there is no room for intervals.
    let reach = fair.iter().flat_map(|curve| {
        let of_curve = curves.spots.iter();
        of_curve.filter_map(|spot| seats(results, spot.variant, &curve.cell.lineup)).flatten()
    });
    let reach = reach.filter_map(|share| Some(share.win_rate_high? - share.win_rate_low?));
    let reach = reach
        .reduce(f64::max)
        .map_or_else(String::new, |width| format!(", ± at most {}", percent(width / 2.0, 1)));
    let title = format!(
        "The points {by}, the baseline on top (in per cent, ± the interval; seats from the first player on{reach}{of_told})"
    );
    let mut columns = Columns::new(title, ranked_spots(results, &curves).into_iter().take(most));
    columns.words("point", |spot| {
        format!("{}{}", spot.name, if spot.is_baseline { " (baseline)" } else { "" })
    });
    for curve in fair {
        let (lineup, players) = (curve.cell.lineup.as_str(), curve.cell.players);
        let fair = percent(1.0 / players as f64, 1);
        columns.numbers(&format!("seats: {} (fair {fair})", who(curve)), |spot| {
            let seats = seats(results, spot.variant, lineup);
            known(seats.and_then(|seats| seats_in_short(&seats, players)))
        });
    }
    let shared = |variant: &str| {
        results.shares.iter().find(|row| {
            row.quantity == SHARED_WINS
                && row.cell.variant == variant
                && row.cell.lineup == told_lineup
        })
    };
    if curves.spots.iter().any(|spot| shared(spot.variant).is_some_and(|row| row.count > 0)) {
        let column = columns.numbers("shared wins", |spot| {
            let row = shared(spot.variant);
            percent_with_reach(
                row.and_then(|row| row.estimate),
                row.and_then(|row| row.low),
                row.and_then(|row| row.high),
            )
        });
        column.or_drop(1, ShareRow::FILE);
    }
    for topic in [Topic::Length, Topic::Strength, Topic::Play, Topic::Events] {
        for (place, curve) in curves.told(results, topic).into_iter().enumerate() {
            let subject = curve.subject;
            let (title, dispensable) = match topic {
                Topic::Strength => (
                    format!("{subject} wins ({})", curve.cell.lineup),
                    if place > 0 { 3 } else { 2 },
                ),
                Topic::Length => (format!("mean {subject}"), 1),
                Topic::Events => (subject.to_owned(), 5),
                _ => (heading(curve.quantity, subject), 4),
            };
            let scale = if curve.quantity.is_rate() { 100.0 } else { 1.0 };
            let column = columns.numbers(&title, |spot| {
                let value = curve.at(spot);
                with_reach(value.map(|value| value.estimate), value.and_then(|it| it.ends), scale)
            });
            column.or_drop(dispensable, SweepRow::FILE);
        }
    }
    if curves.spots.iter().any(|spot| spot.unfinished > negligible(results)) {
        columns.numbers("unfinished", |spot| unfinished_in_table(spot.unfinished));
    }
    let left_out = all - columns.panel.rows.len();
    Panel { left_out, file: SweepRow::FILE, ..columns.panel }
}

/// One row for each cell with several players: how often going first wins.
fn first_player(results: &Results) -> Panel {
    let rows = results.first_player.iter().filter(|row| row.cell.players > 1);
    let mut columns = Columns::new("Going first", rows);
    columns.cells(|row| &row.cell);
    columns
        .numbers(&results.names.plural, |row| thousands(row.share.games))
        .or_drop(2, FirstPlayerRow::FILE);
    shares(results, columns, FirstPlayerRow::FILE, |row| &row.share)
}

/// One row for each strategy of the line-ups of different strategies.
fn strategies(results: &Results) -> Panel {
    let rows = results.strategies.iter().filter(|row| row.share.win_rate_low.is_some());
    let several = results.manifest.lineups.iter().any(|names| names.len() > 2);
    let balanced = if several { "seats and neighbours balanced" } else { "seats balanced" };
    let mut columns = Columns::new(format!("Strategies against each other, {balanced}"), rows);
    columns.cells(|row| &row.cell);
    columns.words("strategy", |row| row.strategy.clone());
    shares(results, columns, StrategyRow::FILE, |row| &row.share)
}

/// With columns for shares of wins, which `file` has.
fn shares<R: AsFact>(
    results: &Results,
    mut columns: Columns<&R>,
    file: &'static str,
    share: impl Fn(&R) -> &ShareOfWins,
) -> Panel {
    columns.numbers("fair", |row| fair_share(share(row))).or_drop(1, file);
    columns.numbers("wins", |row| win_rate(share(row)));
    columns.numbers(&confidence(results), |row| ends(share(row)));
    columns.verdicts(|row| (verdict_and_needs(&row.fact()), share(row).judged.verdict));
    columns.panel
}

/// One row for each variant and line-up at whose table neighbours can differ.
fn neighbours(results: &Results) -> Panel {
    let title =
        "How much neighbours matter: how far they move a win rate (standard deviation, in points)";
    let mut columns = Columns::new(title, &results.neighbour_spread);
    columns.cells(|row| &row.cell);
    columns.numbers("points", |row| known(row.standard_deviation.map(|points| percent(points, 1))));
    columns.numbers(&confidence(results), |row| {
        in_percent(row.standard_deviation_low, row.standard_deviation_high)
    });
    columns.verdicts(|row| match row.standard_deviation_low {
        Some(_) => (verdict_and_needs(&row.fact()), row.judged.verdict),
        None => ("too few blocks to tell".to_owned(), None),
    });
    columns.panel
}

/// One row for each rung.
fn ladder(results: &Results, timing: Option<&Timing>) -> Panel {
    let rows = &results.ladder;
    let first = |row: &LadderRow| first_on(results, row);
    let title = "The ladder, from the weakest to the strongest: what the game is like between equals (in per cent, ± the interval; ? is not settled)";
    let mut columns = Columns::new(title, rows);
    columns.words("strategy", |row| row.strategy.clone());
    columns.numbers("rating", |row| number(row.elo, 0));
    let beats = match rows.first().map_or(2, |row| row.players) {
        2 => "beats the one below in".to_owned(),
        players => format!("one among {} of the one below wins", players - 1),
    };
    columns.numbers(&beats, |row| {
        let wins = percent_with_reach(row.win_rate_over_below, row.win_rate_low, row.win_rate_high);
        marked(step_to(results, row).map(|step| &step.share), wins)
    });
    if rows.iter().any(|row| row.exploiter_win_rate.is_some()) {
        columns.numbers("a search that models it wins", |row| {
            percent_with_reach(row.exploiter_win_rate, row.exploiter_low, row.exploiter_high)
        });
    }
    columns.numbers("going first wins", |row| {
        let (low, high) = (row.first_player_low, row.first_player_high);
        let wins = percent_with_reach(row.first_player_win_rate, low, high);
        marked(first(row).map(|first| &first.share), wins)
    });
    let verdicts = columns.verdicts(|row| match first(row) {
        Some(first) => (verdict_of(&first.fact()), first.share.judged.verdict),
        None => (MISSING.to_owned(), None),
    });
    verdicts.or_drop(2, FirstPlayerRow::FILE);
    let unit = rows.first().map_or("", |row| &row.length_unit);
    columns.numbers(unit, |row| number(row.length_mean, 0));
    columns.numbers("comebacks", |row| rate(row.comeback_rate, 1)).or_drop(1, LadderRow::FILE);
    let time = columns.numbers("a decision takes", |row| {
        let time = timing.and_then(|timing| timing.decision_time(&row.strategy));
        known(time.map(time_in_words))
    });
    time.or_drop(3, TIMING);
    if results.first_player.iter().any(|row| unfinished_share(&row.share) > negligible(results)) {
        columns.numbers("unfinished", |row| {
            known(first(row).map(|first| unfinished_in_table(unfinished_share(&first.share))))
        });
    }
    columns.panel
}

/// One row for each table and strategy: what it wins in one seat.
fn in_place(results: &Results) -> Panel {
    let with =
        results.in_place.iter().find_map(|row| row.compared_with.as_deref()).unwrap_or(MISSING);
    let title = "Who does best in one seat, on the same shuffles (in per cent, ± the interval)";
    let mut columns = Columns::new(title, &results.in_place);
    columns.words("among", |row| the_others(row));
    columns.words("in the seat", |row| row.strategy.clone());
    columns.numbers("wins", |row| {
        let wins = row.win_rate.filter(|_| enough_end(results, &row.cell));
        percent_with_reach(wins, row.win_rate_low, row.win_rate_high)
    });
    columns.numbers(&format!("more than {with}"), |row| {
        // If too few games end in one of both line-ups, there is no verdict.
        let more = row.difference.filter(|_| row.judged.verdict.is_some());
        percent_with_reach(more, row.difference_low, row.difference_high)
    });
    columns.verdicts(|row| (verdict_of(&row.fact()), row.judged.verdict));
    columns.panel
}

/// A share of games that do not end, in per cent; 100.0 only where none ends.
fn unfinished_in_table(share: f64) -> String {
    let shown = rate(Some(share), 1);
    if share < 1.0 && shown == "100.0 %" { "> 99.9 %".to_owned() } else { shown }
}

/// A value with a mark where it is not settled: "? 60.8 ±8.9". Missing where too few games end.
fn marked(share: Option<&ShareOfWins>, value: String) -> String {
    match share {
        Some(share) if !is_judged(share) => MISSING.to_owned(),
        Some(share) if Fact::of_share("", share).standing() == Some(Standing::NotSettled) => {
            format!("? {value}")
        }
        _ => value,
    }
}

/// "20 ns", "1.5 ms".
fn time_in_words(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1e3 => format!("{small:.0} ns"),
        middle if middle < 1e6 => format!("{:.1} us", middle / 1e3),
        large => format!("{:.1} ms", large / 1e6),
    }
}

/// The scores of games for one player.
fn scores(results: &Results) -> Panel {
    let rows = results.seats.iter().filter(|row| row.cell.players == 1);
    let mut columns = Columns::new("Scores of a player alone: mean (standard deviation)", rows);
    columns.cells(|row| &row.cell);
    columns.numbers("score", |row| {
        format!("{} ({})", number(row.score_mean, 2), number(row.score_sd, 2))
    });
    columns.panel
}

/// One row for each variant and line-up in which games ended in several ways, one column for each
/// way.
fn endings(results: &Results) -> Panel {
    let is_ending = |row: &&ShareRow| {
        quantity(&row.quantity).is_some_and(|quantity| quantity.about == About::EndReasons)
    };
    let rows: Vec<&ShareRow> = results.shares.iter().filter(is_ending).collect();
    let several = |rows: &&[&ShareRow]| rows.iter().filter(|row| row.count > 0).count() > 1;
    let of_cells = rows.chunk_by(|one, other| one.cell == other.cell).filter(several);
    let mut columns = Columns::new("How games end: share of them, by reason", of_cells);
    columns.cells(|rows| &rows[0].cell);
    for reason in rows.iter().map(|row| row.subject.as_str()).collect::<BTreeSet<_>>() {
        columns.numbers(reason, |rows| {
            let row = rows.iter().find(|row| row.subject == reason);
            rate(row.and_then(|row| row.estimate), 1)
        });
    }
    columns.panel
}

/// One row for each event in each variant and line-up.
fn events(results: &Results) -> Panel {
    let is_event = |row: &&ShareRow| {
        let quantity = quantity(&row.quantity);
        quantity.is_some_and(|quantity| quantity.topic == Topic::Events) && row.estimate.is_some()
    };
    let is_share =
        |row: &ShareRow| quantity(&row.quantity).is_some_and(QuantityDescription::is_rate);
    let rows = results.shares.iter().filter(is_event);
    let mut columns = Columns::new("What happens, with how far the intervals reach", rows);
    columns.cells(|row| &row.cell);
    columns.words("event", |row| row.subject.clone());
    // Shares have their sign, so that means of numbers stand in the same column.
    columns.numbers("share or mean number", |row| {
        if is_share(row) {
            format!("{} %", percent_with_reach(row.estimate, row.low, row.high))
        } else {
            with_reach(row.estimate, row.low.zip(row.high), 1.0)
        }
    });
    columns.panel
}

/// One row for each knob and quantity; `all`: also quantities that designers seldom ask for.
fn sensitivity(results: &Results, all: bool) -> Panel {
    let felt_unit = results.felt_unit();
    let asked = |row: &&SensitivityRow| {
        let asked = |quantity: &QuantityDescription| {
            quantity.kind != Kind::Percentile
                && quantity.is_asked_for(&row.subject, felt_unit, row.players)
        };
        all || quantity(&row.quantity).is_some_and(asked)
    };
    let with_ends = |digits: usize, value: Option<f64>, low: Option<f64>, high: Option<f64>| {
        let shown = |value| fixed(value, digits);
        known(value.map(|value| within(value, low.zip(high), "", shown)))
    };
    let title = "Which knob matters: its share of the variance, alone and with others";
    let mut columns = Columns::new(title, results.sensitivity.iter().filter(asked));
    columns.words("line-up", |row| row.lineup.clone()).or_drop(3, SensitivityRow::FILE);
    columns.words("quantity", |row| spaced(&row.quantity));
    columns.words("subject", |row| row.subject.clone()).or_drop(1, SensitivityRow::FILE);
    columns.words("knob", |row| row.knob.clone());
    columns
        .numbers("alone", |row| {
            with_ends(2, row.first_order, row.first_order_low, row.first_order_high)
        })
        .or_drop(2, SensitivityRow::FILE);
    columns.numbers("with others", |row| with_ends(2, row.total, row.total_low, row.total_high));
    columns.numbers("mean change where turned up", |row| {
        with_ends(3, row.effect, row.effect_low, row.effect_high)
    });
    columns.panel
}

fn ratings(results: &Results) -> Panel {
    let several = results.manifest.lineups.iter().any(|names| names.len() > 2);
    let model = results.manifest.rating_model.as_ref().filter(|_| several);
    let model = model.map_or_else(String::new, |model| format!(" ({model})"));
    let title = format!("Ratings on the Elo scale, 0 on average{model}");
    let mut columns = Columns::new(title, &results.ratings);
    columns.words("strategy", |row| row.strategy.clone());
    columns.numbers("rating", |row| fixed(row.elo, 0));
    columns.numbers(&confidence(results), |row| {
        interval(row.elo_low.zip(row.elo_high), |elo| fixed(elo, 0))
    });
    columns.panel.shortened(RatingRow::FILE)
}

/// How often each strategy wins against each other one, the strongest first; empty if there are too
/// many for a screen.
fn pairs(rows: &[PairRow]) -> Panel {
    const MOST: usize = 10;
    let strategies: Vec<&[PairRow]> =
        rows.chunk_by(|one, other| one.strategy == other.strategy).collect();
    let names: Vec<&str> = strategies.iter().map(|rows| rows[0].strategy.as_str()).collect();
    let shown = if (2..=MOST).contains(&names.len()) { &strategies[..] } else { &[] };
    let title =
        "Who wins against whom (the strategy on the left, of the games that one of the two won)";
    let mut matrix = Columns::new(title, shown);
    matrix.words("strategy", |rows| rows[0].strategy.clone());
    for name in names {
        matrix.numbers(name, |rows| match rows.iter().find(|row| row.opponent == name) {
            Some(row) => rate(row.win_rate, 1),
            None if rows[0].strategy == name => String::new(),
            None => MISSING.to_owned(),
        });
    }
    matrix.panel
}

/// One row for each variant and line-up, one column for each unit.
fn lengths(results: &Results) -> Panel {
    let of_cells = results.lengths.chunk_by(|one, other| one.cell == other.cell);
    let mut columns = Columns::new("Length: mean (5 % to 95 % of games)", of_cells);
    columns.cells(|rows| &rows[0].cell);
    for (place, unit) in results.names.length_units.iter().enumerate() {
        let percentile = |length: Option<u64>| known(length.map(|length| thousands(length.into())));
        let column = columns.numbers(unit, |rows| {
            let LengthRow { mean, p05, p95, .. } = &rows[place];
            format!("{} ({} to {})", number(*mean, 1), percentile(*p05), percentile(*p95))
        });
        column.or_drop(place as u8, LengthRow::FILE);
    }
    columns.numbers("unfinished", |rows| thousands(rows[0].unfinished.into()));
    columns.panel
}
