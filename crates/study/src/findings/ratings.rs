//! Ratings of the strategies of a ladder.

use std::collections::BTreeMap;

use super::analysis::Run;
use super::ended::enough_ended;
use super::verdict::{
    Claim, Families, Judgement, Open, PENDING, Tested, VerdictId, ends, p_at_bound,
};
use super::wins::{block_interval, block_p_value};
use fairdeal_core::metrics::{Contestants, Meetings, Tolerance, Topic, pair_of};
use fairdeal_core::rows::{PairRow, RatingRow, StrategyRow};
use fairdeal_core::seat::WIN;
use fairdeal_stats::elo::elo_ends;
use fairdeal_stats::ratings::Rating;
use fairdeal_stats::{Comparisons, Interval, Overflow, RatingError, Ratings as Fitted, student};

/// The model that rates strategies at tables for this many players: which of the two strategies at
/// a table wins, with chances in proportion to strength. At tables for three or more, each sits as
/// often alone among copies of the other.
pub fn rating_model(players: usize) -> &'static str {
    if players > 2 {
        "Bradley-Terry, which of two strategies wins the table"
    } else {
        "Bradley-Terry"
    }
}

/// The ratings from all games in which strategies met.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ratings {
    /// The ratings, the strongest first; none where the results do not connect all strategies.
    pub ratings: Vec<RatingRow>,
    /// The results of each pair of strategies.
    pub pairs: Vec<PairRow>,
    /// Why there are no ratings: groups of strategies between which one side won every game.
    pub groups: Vec<Vec<String>>,
    /// Why there are no ratings, where that is something else.
    pub refusal: Option<String>,
}

/// The most likely ratings, and the same with the covariances over blocks, if there are several.
struct Model {
    fitted: Fitted,
    with_blocks: Option<Fitted>,
    /// One less than the number of blocks.
    degrees_of_freedom: u64,
    /// The interval of the win rate of the first of two strategies.
    of_two: Option<Interval>,
}

/// A number on the Elo scale, with its error over blocks.
struct Elo {
    value: f64,
    standard_error: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl Model {
    /// A rating or a difference of ratings. If all blocks agree, their spread says nothing about
    /// the error: then the interval of two strategies comes from their win rate, and that of
    /// several is missing. `part`: which multiple of the difference between the first and the
    /// second it is.
    fn elo(&self, run: Run<'_>, part: f64, of: impl Fn(&Fitted) -> Rating) -> Elo {
        /// Rounding can turn an error of 0 into this multiple of the error of independent games.
        const NOTHING: f64 = 1e-6;
        let own = of(&self.fitted);
        let over_blocks = self
            .with_blocks
            .as_ref()
            .map(of)
            .filter(|rating| rating.standard_error > NOTHING * own.standard_error);
        let standard_error = over_blocks.map(Rating::elo_standard_error);
        let confidence = run.analysis.confidence_after(run.counts.blocks());
        let (low, high) = match (standard_error, self.of_two) {
            (Some(error), _) => {
                ends(student::interval(own.elo(), error, self.degrees_of_freedom, confidence))
            }
            (None, Some(rate)) => {
                let Interval { low, high } = if part < 0.0 {
                    Interval { low: 1.0 - rate.high, high: 1.0 - rate.low }
                } else {
                    rate
                };
                let (low, high) = elo_ends(Interval { low, high });
                (low.map(|low| part.abs() * low), high.map(|high| part.abs() * high))
            }
            (None, None) => (None, None),
        };
        Elo { value: own.elo(), standard_error, low, high }
    }
}

impl Ratings {
    /// Rates the strategies of a run; the pairs have no verdicts yet. Empty if strategies
    /// are not rated.
    ///
    /// `strategies`: the rows of that table. With two players whose games all ended, they mirror
    /// the row of their pair.
    pub(super) fn new(
        run: Run<'_>,
        strategies: &[Vec<Open<StrategyRow>>],
        families: &mut Families,
    ) -> (Self, Vec<Open<PairRow>>) {
        let (mut found, mut pairs) = (Self::default(), Vec::new());
        let (Some(field), Some(counts)) = (&run.layout.field, &run.counts.meetings) else {
            return (found, pairs);
        };
        let model = model(run, field, counts);
        match &model {
            Err(RatingError::NotConnected { groups }) => {
                let name =
                    |player: &usize| field.strategies.get(*player).cloned().unwrap_or_default();
                found.groups =
                    groups.iter().map(|group| group.iter().map(name).collect()).collect();
            }
            Err(other) => found.refusal = Some(other.to_string()),
            Ok(_) => {}
        }
        let model = model.ok();
        let rated = model.as_ref().map_or_else(Vec::new, |model| rated(run, field, model));
        // The strongest first, or as they were given where that is not known.
        let order: Vec<usize> = if model.is_some() {
            rated.iter().map(|(place, _)| *place).collect()
        } else {
            (0..field.strategies.len()).collect()
        };
        // The verdict of each pair: in the other direction it says the same.
        let mut judged = of_two(run, field, strategies);
        for &one in &order {
            for &other in order.iter().filter(|other| **other != one) {
                let number = pair_of(one, other);
                if field.doubled == 0 || counts.pairs[number].games > 0 {
                    let mirrors = judged.get(&number).copied();
                    let row =
                        pair(run, field, counts, (one, other), model.as_ref(), mirrors, families);
                    judged.entry(number).or_insert(row.id);
                    pairs.push(row);
                }
            }
        }
        found.ratings = rated.into_iter().map(|(_, row)| row).collect();
        (found, pairs)
    }
}

/// For each pair of strategies that met in games for two that were all won, the verdict about the wins
/// of one.
fn of_two(
    run: Run<'_>,
    field: &Contestants,
    strategies: &[Vec<Open<StrategyRow>>],
) -> BTreeMap<usize, VerdictId> {
    let mut found = BTreeMap::new();
    for (((label, cell), places), rows) in run.cells().zip(&field.places).zip(strategies) {
        if let (2, &[one, other]) = (label.shape.players(), &places[..])
            && cell.first_player.all_won()
        {
            found.insert(pair_of(one, other), rows[0].id);
        }
    }
    found
}

/// Fits the Bradley-Terry model to all games that were won.
fn model(run: Run<'_>, field: &Contestants, counts: &Meetings) -> Result<Model, RatingError> {
    let mut comparisons = Comparisons::new(field.strategies.len(), WIN)?;
    // Games of a strategy against itself show no strength.
    for ((_, cell), places) in run.cells().zip(&field.places).filter(|(_, places)| places.len() > 1)
    {
        for (winner, record) in cell.strategies.records.iter().enumerate() {
            comparisons.observe(
                places[winner],
                places,
                u64::try_from(record.wins.credits()).map_err(|_| Overflow)?,
            )?;
        }
    }
    let fitted = comparisons.fit()?;
    let with_blocks = fitted.with_blocks(&counts.blocks);
    let degrees_of_freedom = counts.pairs.first().map_or(0, |pair| pair.blocks.saturating_sub(1));
    let of_two =
        if let [pair] = &counts.pairs[..] { block_interval(pair, 1, &run.analysis) } else { None };
    Ok(Model { fitted, with_blocks, degrees_of_freedom, of_two })
}

/// The ratings with the places of the strategies in the field, the strongest first: most likely
/// values, with standard errors over blocks.
fn rated(run: Run<'_>, field: &Contestants, model: &Model) -> Vec<(usize, RatingRow)> {
    let row = |(place, strategy): (usize, &String)| {
        // Of two, each is half their difference from the mean.
        let part = if place == 0 { 0.5 } else { -0.5 };
        let Elo { value, standard_error, low, high } =
            model.elo(run, part, |fitted| fitted.ratings()[place]);
        let (game, variant, players) = names(run);
        (
            place,
            RatingRow {
                game,
                variant,
                players,
                strategy: strategy.clone(),
                blocks: run.counts.blocks(),
                elo: value,
                elo_low: low,
                elo_high: high,
                standard_error,
            },
        )
    };
    let mut all: Vec<(usize, RatingRow)> = field.strategies.iter().enumerate().map(row).collect();
    all.sort_by(|(_, one), (_, other)| {
        other.elo.total_cmp(&one.elo).then(one.strategy.cmp(&other.strategy))
    });
    all
}

/// The game, the variant, and how many play.
fn names(run: Run<'_>) -> (String, String, usize) {
    let first = run.layout.cells.first();
    (
        run.layout.game.name.to_owned(),
        first.map_or_else(String::new, |label| label.variant.name.clone()),
        first.map_or(0, |label| label.shape.players()),
    )
}

/// The results of one strategy against another, beside those that their ratings predict.
fn pair(
    run: Run<'_>,
    field: &Contestants,
    counts: &Meetings,
    (one, other): (usize, usize),
    model: Option<&Model>,
    mirrors: Option<VerdictId>,
    families: &mut Families,
) -> Open<PairRow> {
    let tolerance = run.analysis.tolerance(Tolerance::WinRate);
    let sums = &counts.pairs[pair_of(one, other)];
    let cells = || {
        run.cells()
            .zip(&field.places)
            .filter(|(_, places)| places.contains(&one) && places.contains(&other))
    };
    let games: u64 = cells().map(|((label, _), _)| label.shape.games_per_block() as u64).sum();
    let unfinished: u128 =
        cells().map(|((_, cell), _)| u128::from(cell.first_player.unfinished)).sum();
    let games = u128::from(games) * u128::from(sums.blocks);
    let rate =
        sums.estimate(1).map(|estimate| (estimate.rate, block_interval(sums, 1, &run.analysis)));
    let (won, lost) = (sums.points, sums.games - sums.points);
    // The sums belong to the strategy that was named first of both.
    let (wins_840, opponent_wins_840, rate) = if one < other {
        (won, lost, rate)
    } else {
        let turned =
            |Interval { low, high }: Interval| Interval { low: 1.0 - high, high: 1.0 - low };
        (lost, won, rate.map(|(rate, interval)| (1.0 - rate, interval.map(turned))))
    };
    let elo = model.map(|model| {
        model.elo(run, if one < other { 1.0 } else { -1.0 }, |fitted| fitted.difference(one, other))
    });
    let interval = rate.and_then(|(_, interval)| interval);
    let effect = rate.map(|(rate, _)| rate - 0.5);
    let over_half =
        interval.map(|Interval { low, high }| Interval { low: low - 0.5, high: high - 0.5 });
    let sides = effect.zip(over_half);
    let bound = |effect: f64| 0.5 + tolerance.copysign(if one < other { effect } else { -effect });
    let tested = Tested {
        p: block_p_value(sums, 1, 0.5).and_then(|p| run.analysis.p_value(p)),
        p_bound: sides.and_then(|(effect, interval)| {
            if run.analysis.is_anytime() {
                p_at_bound(&run.analysis, effect, interval, tolerance, None)
            } else {
                block_p_value(sums, 1, bound(effect)).and_then(|p| run.analysis.p_value(p))
            }
        }),
        judgement: sides.map(|(effect, interval)| {
            Judgement::new(Claim::Advantage, effect, interval, sums.blocks, tolerance)
        }),
        mirrors,
        tolerance,
    };
    let tested = tested.only_if(enough_ended(games, unfinished));
    let id = families.add(run.asked.of_fact(Topic::Strength), tested);
    let (win_rate_low, win_rate_high) = ends(interval);
    let (game, variant, players) = names(run);
    let row = PairRow {
        game,
        variant,
        players,
        strategy: field.strategies[one].clone(),
        opponent: field.strategies[other].clone(),
        blocks: sums.blocks,
        games,
        wins_840,
        opponent_wins_840,
        win_rate: rate.map(|(rate, _)| rate),
        win_rate_low,
        win_rate_high,
        expected_win_rate: model.map(|model| model.fitted.chances(&[one, other])[0]),
        elo_difference: elo.as_ref().map(|elo| elo.value),
        elo_low: elo.as_ref().and_then(|elo| elo.low),
        elo_high: elo.as_ref().and_then(|elo| elo.high),
        elo_standard_error: elo.as_ref().and_then(|elo| elo.standard_error),
        judged: PENDING,
    };
    Open { id, row }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Analysis;
    use fairdeal_core::game::{
        AnyRules, Description, MAX_LENGTH_UNITS, Outcome, Playthrough, UNFINISHED,
    };
    use fairdeal_core::input::Settings;
    use fairdeal_core::metrics::{Batch, Counts, DecisionSamples, Label, Layout, Shape, Variant};
    use fairdeal_core::seat::{MAX_SEATS, Seat, SeatSet};

    static ANY: Description = Description {
        name: "any",
        title: "Any",
        summary: "",
        plural: "games",
        fewest_players: 2,
        most_players: 3,
        teams: 0,
        aim: None,
        aim_knob: None,
        can_be_lost: false,
        knobs: &[],
        turned_first: &[],
        defaults_version: 1,
        presets: &[],
        length_units: &["decisions"],
        action_kinds: &[],
        conditions: &[],
        named_cards: &[],
        sights: &[],
        end_reasons: &["over", UNFINISHED],
        events: &[],
        rulings: &[],
    };

    /// A game that these seats won; it is unfinished where there are none.
    fn game(winners: &[usize]) -> Playthrough {
        let seats = Seat::all(3).filter(|seat| winners.contains(&seat.index()));
        let winners = seats.fold(SeatSet::NONE, SeatSet::with);
        let unfinished = winners == SeatSet::NONE;
        Playthrough {
            outcome: Outcome {
                winners,
                shared: winners.count() > 1,
                scores: [0; MAX_SEATS],
                unfinished,
                end_reason: u8::from(unfinished),
            },
            first_player: Seat::new(0),
            lengths: [1; MAX_LENGTH_UNITS],
        }
    }

    /// The ratings from blocks, each the winners of every game, line-up by line-up.
    fn ratings(lineups: &[&[&str]], blocks: &[&[&[usize]]]) -> Ratings {
        let shapes: Vec<Shape> = lineups
            .iter()
            .map(|lineup| {
                Shape::new(&lineup.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            })
            .collect();
        let mut games: Vec<Vec<Playthrough>> = vec![Vec::new(); shapes.len()];
        for block in blocks {
            let mut rest = block.iter();
            for (games, shape) in games.iter_mut().zip(&shapes) {
                games.extend(
                    rest.by_ref().take(shape.games_per_block()).map(|winners| game(winners)),
                );
            }
        }
        let batches: Vec<Batch<'_>> = shapes
            .iter()
            .zip(&games)
            .map(|(shape, games)| Batch::new(shape, 0, games, &[], DecisionSamples::default()))
            .collect();
        let label = |shape: &Shape| Label {
            game: &ANY,
            variant: Variant::new("v", Settings::defaults(&[])).into(),
            lineup: shape.strategies.join(" vs "),
            shape: shape.clone(),
            rules: AnyRules::default(),
        };
        let field = Some(Contestants::new(shapes.iter(), 0));
        let layout =
            Layout { cells: shapes.iter().map(label).collect(), field, ..Layout::empty(&ANY) };
        let mut counts = Counts::new(&layout);
        counts.observe(&layout, &batches).expect("few");
        crate::findings::Verdicts::new(Run::new(&layout, &counts, Analysis::default())).ratings
    }

    /// One strategy against another.
    fn pair<'a>(found: &'a Ratings, strategy: &str, opponent: &str) -> &'a PairRow {
        found
            .pairs
            .iter()
            .find(|row| row.strategy == strategy && row.opponent == opponent)
            .expect("they met")
    }

    #[test]
    fn a_pair_of_two_is_its_line_up() {
        // In games of two, seat 0 of the second arrangement is the second strategy.
        let block: &[&[usize]] = &[&[0], &[0]];
        let swept: &[&[usize]] = &[&[0], &[1]];
        let cut: &[&[usize]] = &[&[0], &[]];
        let found = ratings(&[&["a", "b"]], &[block, swept, swept, cut]);
        let (one, other) = (pair(&found, "a", "b"), pair(&found, "b", "a"));
        assert_eq!((one.wins_840, other.wins_840), (6 * u128::from(WIN), u128::from(WIN)));
        assert_eq!(one.games, 8);
        let number = |number: Option<f64>| number.expect("defined");
        assert!((number(one.win_rate) - 6.0 / 7.0).abs() < 1e-12);
        // Two players are rated by this alone.
        assert!((number(one.expected_win_rate) - 6.0 / 7.0).abs() < 1e-9);
        assert!((number(one.elo_difference) - 400.0 * 6.0_f64.log10()).abs() < 1e-6);
        // Both directions say the same.
        assert!((number(one.win_rate_low) + number(other.win_rate_high) - 1.0).abs() < 1e-12);
        assert!((number(one.elo_low) + number(other.elo_high)).abs() < 1e-9);
        assert!(number(one.win_rate_low) < 6.0 / 7.0 && number(one.win_rate_high) > 6.0 / 7.0);
        // One of eight games did not end: too many for a verdict, which is not corrected for
        // either.
        for row in [one, other] {
            assert_eq!(
                (row.judged.verdict, row.judged.p, row.judged.p_bound, row.judged.family_size),
                (None, None, None, 0)
            );
        }
        let found = ratings(&[&["a", "b"]], &[block, swept, swept, block]);
        assert!(pair(&found, "a", "b").judged.verdict.is_some());
    }

    #[test]
    fn a_pair_at_a_table_of_three_is_who_won_of_both() {
        // One `a` among others of `b`, and the other way round: each lineup has three arrangements.
        let lineups: [&[&str]; 2] = [&["a", "b", "b"], &["b", "a", "a"]];
        let winners: Vec<Vec<usize>> =
            [vec![0, 1], vec![0], vec![1], vec![2], vec![0, 1, 2], vec![1]].into();
        let mut credits = BTreeMap::from([("a", 0.0), ("b", 0.0)]);
        let mut games = winners.iter();
        for lineup in lineups {
            let shape =
                Shape::new(&lineup.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
            for arrangement in shape.arrangements.all().expect("three") {
                let winners = games.next().expect("six games");
                for seat in Seat::all(3).filter(|seat| winners.contains(&seat.index())) {
                    let strategy = shape.strategies[arrangement.strategy(seat)].as_str();
                    *credits.get_mut(strategy).expect("known") += 1.0 / winners.len() as f64;
                }
            }
        }
        let block: Vec<&[usize]> = winners.iter().map(Vec::as_slice).collect();
        let found = ratings(&lineups, &[&block, &block]);
        let rate = pair(&found, "a", "b").win_rate.expect("won");
        assert!((rate - credits["a"] / (credits["a"] + credits["b"])).abs() < 1e-12, "{rate}");
        // All blocks were alike, which leaves some room for others.
        assert!(pair(&found, "a", "b").win_rate_low.expect("two blocks") < rate);
    }

    #[test]
    fn one_block_has_no_interval() {
        let found = ratings(&[&["a", "b"]], &[&[&[0], &[0]]]);
        let row = pair(&found, "a", "b");
        assert_eq!(
            [
                row.win_rate_low, row.win_rate_high, row.elo_low, row.elo_high,
                row.elo_standard_error
            ],
            [None; 5]
        );
        assert_eq!(row.win_rate, Some(0.5));
        assert!(
            found.ratings.iter().all(|row| row.elo_low.is_none() && row.standard_error.is_none())
        );
    }

    /// Each of two wins once in every block, which says little about their strength. The interval
    /// contains each true strength at which one run in ten, or more, has such blocks alone.
    #[test]
    fn blocks_that_all_agree_leave_room_on_the_elo_scale() {
        let block: &[&[usize]] = &[&[0], &[0]];
        for blocks in 2..=4 {
            let found = ratings(&[&["a", "b"]], &vec![block; blocks]);
            let row = pair(&found, "a", "b");
            let (low, high) = (row.elo_low.expect("blocks"), row.elo_high.expect("blocks"));
            assert!(
                (row.elo_difference.expect("rated")).abs() < 1e-9 && (low + high).abs() < 1e-9,
                "{low} {high}"
            );
            assert_eq!(row.elo_standard_error, None);
            // Of two independent games each wins one with a probability of 2 p (1 - p), which is
            // the share of such blocks.
            let alike = 0.1_f64.powf(1.0 / f64::from(u32::try_from(blocks).expect("few")));
            let strongest = 0.5 + (0.25 - alike.min(0.5) / 2.0).sqrt();
            assert!(high > 400.0 * (strongest / (1.0 - strongest)).log10(), "{blocks}: {high}");
            // Each rating is half of the difference from their mean.
            for (row, sign) in found.ratings.iter().zip([1.0, -1.0]) {
                assert!(
                    (row.elo_low.expect("blocks") - low / 2.0).abs() < 1e-9
                        && (row.elo_high.expect("blocks") - high / 2.0).abs() < 1e-9,
                    "{sign}"
                );
            }
        }
        let two = ratings(&[&["a", "b"]], &[block; 2]);
        // Wilson's interval of none of two ends at 0.6576: [0.171, 0.829] of the games.
        assert!((pair(&two, "a", "b").elo_high.expect("blocks") - 274.0).abs() < 0.5);
    }

    #[test]
    fn several_whose_blocks_all_agree_have_ratings_without_intervals() {
        let lineups: &[&[&str]] = &[&["a", "b"], &["a", "c"], &["b", "c"]];
        let block: &[&[usize]] = &[&[0], &[0], &[0], &[0], &[0], &[0]];
        let found = ratings(lineups, &[block; 5]);
        assert_eq!((found.ratings.len(), found.pairs.len()), (3, 6));
        assert!(
            found.ratings.iter().all(|row| row.elo_low.is_none() && row.standard_error.is_none())
        );
        assert!(
            found
                .pairs
                .iter()
                .all(|row| row.elo_low.is_none() && row.win_rate_low.is_some_and(|low| low < 0.5))
        );
        // Where only others differ, a pair that always agreed still has none.
        let other: &[&[usize]] = &[&[0], &[0], &[0], &[1], &[0], &[1]];
        let found = ratings(lineups, &[block, other, block, block, other]);
        assert!(pair(&found, "a", "c").elo_low.is_some());
        assert!(
            pair(&found, "a", "b").elo_high.is_none_or(|high| high > 1.0),
            "{:?}",
            pair(&found, "a", "b")
        );
    }

    #[test]
    fn what_does_not_connect_is_said_and_its_pairs_shown() {
        let swept: &[&[usize]] = &[&[0], &[1]];
        let found = ratings(&[&["a", "b"]], &[swept, swept, swept]);
        assert!(found.ratings.is_empty());
        assert_eq!(found.groups, [["a"], ["b"]]);
        let row = pair(&found, "a", "b");
        assert_eq!((row.win_rate, row.expected_win_rate), (Some(1.0), None));
        assert!(row.win_rate_low.expect("three blocks") < 1.0);
    }
}
