//! Ratings of the strategies of a round robin: from who won against whom.

use super::{Analysis, Batch, Label, Sentence, Shape, Standing, Table, Value};
use crate::metrics::Cell;
use crate::seat::{Seat, WIN};
use crate::stats::{
    BlockSums, BlockWins, Comparisons, Confidence, Interval, Overflow, RatingError, Ratings as Fitted, proportion, student,
};

/// The strategies of a round robin, and what each won in every block.
#[derive(Clone, Debug, PartialEq)]
pub struct RoundRobin {
    strategies: Vec<String>,
    /// So many of them at the end did not meet all others.
    further: usize,
    /// By cell: for each strategy of its shape, its place among all.
    places: Vec<Vec<usize>>,
    /// Wins in 840ths over all games of a block.
    blocks: BlockWins,
    /// By pair of places, the first one below the second, row by row: wins in 840ths of the first in the games that both sat in, of those of either.
    pairs: Vec<BlockSums>,
}

/// The model that rates strategies at tables for so many players: who wins a game, with chances in proportion to strength.
pub fn rating_model(players: usize) -> &'static str {
    if players > 2 { "Plackett-Luce, winners only" } else { "Bradley-Terry" }
}

/// A rated strategy.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated<'a> {
    /// Its name.
    pub strategy: &'a str,
    /// Its rating on the Elo scale, 0 on average.
    pub elo: f64,
    /// The interval of the rating; nothing from a single block.
    pub interval: Option<Interval>,
    /// The standard error of the rating, over blocks; nothing from a single one.
    pub standard_error: Option<f64>,
    /// Its place among all strategies.
    place: usize,
}

/// The most likely ratings, and the same with the covariances over blocks, if there are several.
struct Model {
    fitted: Fitted,
    with_blocks: Option<Fitted>,
    /// One less than the number of blocks.
    degrees_of_freedom: u64,
}

impl Model {
    /// The interval of an Elo number with this error over blocks.
    fn interval(&self, elo: f64, standard_error: Option<f64>, confidence: Confidence) -> Option<Interval> {
        student::interval(elo, standard_error?, self.degrees_of_freedom, confidence)
    }
}

impl RoundRobin {
    /// No blocks yet, of the line-ups of some strategies by one set of rules; the last `further` ones did not meet all others.
    pub fn new<'a>(shapes: impl Iterator<Item = &'a Shape>, further: usize) -> Self {
        let mut strategies: Vec<String> = Vec::new();
        let mut place = |name: &String| {
            strategies.iter().position(|known| known == name).unwrap_or_else(|| {
                strategies.push(name.clone());
                strategies.len() - 1
            })
        };
        let places: Vec<Vec<usize>> = shapes.map(|shape| shape.strategies.iter().map(&mut place).collect()).collect();
        let blocks = BlockWins::new(strategies.len());
        let pairs = vec![BlockSums::default(); strategies.len() * strategies.len().saturating_sub(1) / 2];
        Self { strategies, further, places, blocks, pairs }
    }

    /// Counts the games of the same blocks by all cells.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn observe(&mut self, batches: &[Batch<'_>]) -> Result<(), Overflow> {
        let blocks = batches.first().map_or(0, |batch| batch.blocks().len());
        let mut points = vec![0u32; self.strategies.len()];
        let mut won = vec![(0u64, 0u64); self.pairs.len()];
        for index in 0..blocks {
            points.fill(0);
            won.fill((0, 0));
            let mut missing: Vec<(&[usize], u32)> = Vec::new();
            // Games of a strategy against itself say nothing about strength.
            let against_others = batches.iter().zip(&self.places).filter(|(_, places)| places.len() > 1);
            for (batch, places) in against_others {
                let shape = batch.shape;
                let mut credits = vec![0u32; places.len()];
                let block = batch.block(index);
                for (game, arrangement) in block.games.iter().zip(batch.arrangements().of(block)) {
                    for seat in Seat::all(shape.players()) {
                        credits[arrangement.strategy(seat)] += game.outcome.winners.credit(seat) as u32;
                    }
                }
                // Games that nobody won are no comparisons.
                let lost = shape.games_per_block() as u32 * WIN as u32 - credits.iter().sum::<u32>();
                if lost > 0 {
                    missing.push((places, lost));
                }
                for (one, (&place, &credit)) in places.iter().zip(&credits).enumerate() {
                    points[place] += credit;
                    for (&other, &others) in places[..one].iter().zip(&credits) {
                        let (low, high) = if place < other { (credit, others) } else { (others, credit) };
                        let pair = &mut won[pair_of(place, other)];
                        *pair = (pair.0 + u64::from(low), pair.1 + u64::from(high));
                    }
                }
            }
            self.blocks.observe_with_missing(&points, &missing).map_err(|_| Overflow)?;
            self.pairs.iter_mut().zip(&won).try_for_each(|(pair, (low, high))| pair.observe(*low, low + high))?;
        }
        Ok(())
    }

    /// Adds the counts of other blocks.
    ///
    /// # Errors
    /// When a count would overflow.
    pub fn merge(&mut self, other: &Self) -> Result<(), Overflow> {
        self.pairs.iter_mut().zip(&other.pairs).try_for_each(|(pair, other)| pair.merge(other))?;
        self.blocks.merge(&other.blocks).map_err(|_| Overflow)
    }

    /// Of a strategy that did not meet all others: its place among those, and the one before it, which it met.
    pub(super) fn further(&self, strategy: &str) -> Option<(usize, &str)> {
        let first = self.strategies.len().checked_sub(self.further)?;
        let place = self.strategies[first..].iter().position(|name| name == strategy)?;
        Some((place, self.strategies.get((first + place).checked_sub(1)?)?))
    }

    /// Fits the Bradley-Terry model (with more than two players, Plackett and Luce's first choice) to all games that were won.
    fn model(&self, cells: &[(Label, Cell)]) -> Result<Model, RatingError> {
        let mut comparisons = Comparisons::new(self.strategies.len(), WIN)?;
        for ((_, cell), places) in cells.iter().zip(&self.places).filter(|(_, places)| places.len() > 1) {
            for (winner, credits) in cell.strategies.credits().enumerate() {
                comparisons.observe(places[winner], places, u64::try_from(credits).map_err(|_| Overflow)?)?;
            }
        }
        let fitted = comparisons.fit()?;
        let with_blocks = fitted.with_blocks(&self.blocks);
        let degrees_of_freedom = self.pairs.first().map_or(0, |pair| pair.blocks.saturating_sub(1));
        Ok(Model { fitted, with_blocks, degrees_of_freedom })
    }

    /// The ratings, the strongest first: most likely values, with standard errors over blocks.
    ///
    /// # Errors
    /// When the results do not connect: someone won or lost all games against the others.
    pub fn rated(&self, cells: &[(Label, Cell)], analysis: &Analysis) -> Result<Vec<Rated<'_>>, RatingError> {
        Ok(self.rated_by(&self.model(cells)?, analysis))
    }

    fn rated_by(&self, model: &Model, analysis: &Analysis) -> Vec<Rated<'_>> {
        let errors = model.with_blocks.as_ref().map(Fitted::ratings);
        let mut all = Vec::with_capacity(self.strategies.len());
        for (place, (strategy, rating)) in self.strategies.iter().zip(model.fitted.ratings()).enumerate() {
            let (elo, standard_error) = (rating.elo(), errors.as_ref().map(|errors| errors[place].elo_standard_error()));
            let interval = model.interval(elo, standard_error, analysis.confidence);
            all.push(Rated { strategy, elo, interval, standard_error, place });
        }
        all.sort_by(|one: &Rated<'_>, other| other.elo.total_cmp(&one.elo).then(one.strategy.cmp(other.strategy)));
        all
    }

    /// Why there are no ratings, as a verdict that cannot be given.
    pub(super) fn sentences(&self, cells: &[(Label, Cell)]) -> Vec<Sentence> {
        let refusal = self.model(cells).err().map(|error| Sentence { standing: Standing::NotSettled, text: self.refusal(&error) });
        refusal.into_iter().collect()
    }

    /// Why there are no ratings, in words.
    fn refusal(&self, error: &RatingError) -> String {
        match error {
            RatingError::NotConnected { groups } => {
                let name = |player: &usize| self.strategies.get(*player).map_or("?", String::as_str);
                let groups: Vec<String> = groups.iter().map(|group| group.iter().map(name).collect::<Vec<_>>().join(", ")).collect();
                format!(
                    "No ratings: between these groups one side won every game, so that no number says how much stronger it is: {}. \
                     More blocks, or strategies in between, would connect them.",
                    groups.join(" | ")
                )
            }
            other => format!("No ratings: {other}."),
        }
    }

    /// The tables of ratings (without rows where there are none) and of pairs.
    pub(super) fn tables(&self, cells: &[(Label, Cell)], analysis: &Analysis) -> [Table; 2] {
        let columns = ["game", "variant", "strategy", "blocks", "elo", "low", "high", "standard_error"];
        let mut ratings = Table::new("ratings.csv", &columns);
        let mut pairs = Table::new("pairs.csv", &PAIR_COLUMNS);
        let Some((label, cell)) = cells.first() else { return [ratings, pairs] };
        let model = self.model(cells).ok();
        let rated = model.as_ref().map(|model| self.rated_by(model, analysis));
        for Rated { strategy, elo, interval, standard_error, .. } in rated.iter().flatten() {
            ratings.rows.push(vec![
                label.game.name.into(),
                label.variant.as_str().into(),
                (*strategy).into(),
                cell.strategies.blocks().into(),
                Value::real(Some(*elo)),
                Value::real(interval.map(|interval| interval.low)),
                Value::real(interval.map(|interval| interval.high)),
                Value::real(*standard_error),
            ]);
        }
        // The strongest first, or as they were given where that is not known.
        let order: Vec<usize> = match &rated {
            Some(rated) => rated.iter().map(|rated| rated.place).collect(),
            None => (0..self.strategies.len()).collect(),
        };
        for &one in &order {
            let met = |other: &usize| *other != one && (self.further == 0 || self.pairs[pair_of(one, *other)].games > 0);
            for &other in order.iter().filter(|other| met(other)) {
                let names = [label.game.name, &label.variant, &self.strategies[one], &self.strategies[other]].map(Value::from);
                pairs.rows.push(names.into_iter().chain(self.pair(cells, (one, other), model.as_ref(), analysis)).collect());
            }
        }
        [ratings, pairs]
    }

    /// What one strategy did against another, beside what their ratings expect.
    fn pair(&self, cells: &[(Label, Cell)], (one, other): (usize, usize), model: Option<&Model>, analysis: &Analysis) -> Vec<Value> {
        let sums = &self.pairs[pair_of(one, other)];
        let both_sat = |(_, places): &(&(Label, Cell), &Vec<usize>)| places.contains(&one) && places.contains(&other);
        let games: u64 = cells.iter().zip(&self.places).filter(both_sat).map(|((label, _), _)| label.shape.games_per_block() as u64).sum();
        let rate = win_rate(sums, analysis.confidence);
        let (won, lost) = (sums.points, sums.games - sums.points);
        // The sums are those of the strategy that was named first of both.
        let (won, lost, rate) = if one < other {
            (won, lost, rate)
        } else {
            let turned = |Interval { low, high }: Interval| Interval { low: 1.0 - high, high: 1.0 - low };
            (lost, won, rate.map(|(rate, interval)| (1.0 - rate, interval.map(turned))))
        };
        let interval = rate.and_then(|(_, interval)| interval);
        let difference = model.map(|model| model.fitted.difference(one, other).elo());
        let error = model.and_then(|model| Some(model.with_blocks.as_ref()?.difference(one, other).elo_standard_error()));
        let elo = model.zip(difference).and_then(|(model, elo)| model.interval(elo, error, analysis.confidence));
        vec![
            sums.blocks.into(),
            (u128::from(games) * u128::from(sums.blocks)).into(),
            won.into(),
            lost.into(),
            Value::real(rate.map(|(rate, _)| rate)),
            Value::real(interval.map(|interval| interval.low)),
            Value::real(interval.map(|interval| interval.high)),
            Value::real(model.map(|model| model.fitted.chances(&[one, other])[0])),
            Value::real(difference),
            Value::real(elo.map(|interval| interval.low)),
            Value::real(elo.map(|interval| interval.high)),
            Value::real(error),
        ]
    }
}

const PAIR_COLUMNS: [&str; 16] = [
    "game",
    "variant",
    "strategy",
    "opponent",
    "blocks",
    "games",
    "wins_840",
    "opponent_wins_840",
    "win_rate",
    "low",
    "high",
    "expected_win_rate",
    "elo_difference",
    "elo_low",
    "elo_high",
    "elo_standard_error",
];

/// The number of a pair of different places: row by row of the triangle below the diagonal.
fn pair_of(one: usize, other: usize) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    high * (high - 1) / 2 + low
}

/// The share of the points in those of both, with its interval over blocks; nothing where neither won, and no interval from one block.
///
/// Where all blocks have the same share the standard error is 0, but the next block may still differ: then the interval allows for as many
/// blocks of another share as Wilson's interval leaves to an outcome that was never seen.
fn win_rate(sums: &BlockSums, confidence: Confidence) -> Option<(f64, Option<Interval>)> {
    let estimate = sums.estimate(1)?;
    let interval = match estimate.standard_error {
        None => None,
        Some(error) if error > 0.0 => {
            estimate.interval(confidence).map(|Interval { low, high }| Interval { low: low.max(0.0), high: high.min(1.0) })
        }
        Some(_) => proportion::wilson(0, sums.blocks, confidence).map(|Interval { high: unseen, .. }| Interval {
            low: estimate.rate * (1.0 - unseen),
            high: estimate.rate + unseen * (1.0 - estimate.rate),
        }),
    };
    Some((estimate.rate, interval))
}

/// The files and what they hold, for a designer.
pub(super) const DEFINITIONS: [(&str, &str); 2] = [
    (
        "ratings.csv",
        "of a round robin: each strategy's rating on the Elo scale, 0 on average (400 points are ten wins to one), fitted to all games at once, with its \
         interval over blocks; the model is Bradley and Terry's for two players, and for more Plackett and Luce's, of which only the winner of each game is \
         used: at any table, each player wins in proportion to its strength",
    ),
    (
        "pairs.csv",
        "of a round robin: for each strategy and opponent, over the games that both sat in, the share of the wins of either that were the strategy's \
         (win_rate; in games for two that finished, its win rate; a shared win is split), with its interval over blocks; what their ratings expect of it \
         (expected_win_rate), and how far apart the ratings are on the Elo scale (elo_difference, with its interval)",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Description, MAX_LENGTH_UNITS, Outcome, Playthrough, UNFINISHED};
    use crate::metrics::{Counts, DecisionSamples, Metric};
    use crate::seat::{MAX_SEATS, SeatSet};

    static ANY: Description = Description {
        name: "any",
        title: "Any",
        summary: "",
        many: "games",
        fewest_players: 2,
        most_players: 3,
        knobs: &[],
        presets: &[],
        length_units: &["decisions"],
        action_kinds: &[],
        end_reasons: &["over", UNFINISHED],
        rulings: &[],
    };

    /// A game that these seats won, nobody where it is unfinished.
    fn game(winners: &[usize]) -> Playthrough {
        let seats = Seat::all(3).filter(|seat| winners.contains(&seat.index()));
        let winners = seats.fold(SeatSet::NONE, SeatSet::with);
        let unfinished = winners == SeatSet::NONE;
        Playthrough {
            outcome: Outcome { winners, scores: [0; MAX_SEATS], unfinished, end_reason: u8::from(unfinished) },
            first_player: Seat::new(0),
            lengths: [1; MAX_LENGTH_UNITS],
        }
    }

    /// The counts of blocks, each the winners of every game, line-up by line-up.
    fn counts(lineups: &[&[&str]], blocks: &[&[&[usize]]]) -> Counts {
        let shapes: Vec<Shape> =
            lineups.iter().map(|lineup| Shape::new(&lineup.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())).collect();
        let mut games: Vec<Vec<Playthrough>> = vec![Vec::new(); shapes.len()];
        for block in blocks {
            let mut rest = block.iter();
            for (games, shape) in games.iter_mut().zip(&shapes) {
                games.extend(rest.by_ref().take(shape.games_per_block()).map(|winners| game(winners)));
            }
        }
        let mut round_robin = RoundRobin::new(shapes.iter(), 0);
        let batches: Vec<Batch<'_>> =
            shapes.iter().zip(&games).map(|(shape, games)| Batch::new(shape, 0, games, &[], DecisionSamples::default())).collect();
        round_robin.observe(&batches).expect("few");
        let label = |shape: &Shape| Label {
            game: &ANY,
            variant: "v".to_owned(),
            point: Vec::new(),
            lineup: shape.strategies.join(" vs "),
            shape: shape.clone(),
        };
        let cell = |(shape, batch): (&Shape, &Batch<'_>)| {
            let mut cell = Cell::new(shape, &ANY);
            cell.strategies.observe(batch).expect("few");
            (label(shape), cell)
        };
        let cells = shapes.iter().zip(&batches).map(cell).collect();
        Counts { cells, comparisons: Vec::new(), round_robin: Some(round_robin), blocks: blocks.len() as u64 }
    }

    /// A number in the table of pairs.
    fn number(counts: &Counts, names: (&str, &str), column: &str) -> Option<f64> {
        let [_, pairs] = counts.round_robin.as_ref().expect("there").tables(&counts.cells, &Analysis::default());
        let is_pair =
            |row: &&Vec<Value>| pairs.get(row, "strategy") == Some(&names.0.into()) && pairs.get(row, "opponent") == Some(&names.1.into());
        match pairs.get(pairs.rows.iter().find(is_pair).expect("the pair"), column) {
            Some(Value::Real(number)) => Some(*number),
            Some(Value::Integer(number)) => Some(*number as f64),
            _ => None,
        }
    }

    #[test]
    fn a_pair_of_two_is_its_line_up() {
        // In games of two, seat 0 of the second arrangement is the second strategy.
        let block: &[&[usize]] = &[&[0], &[0]];
        let swept: &[&[usize]] = &[&[0], &[1]];
        let cut: &[&[usize]] = &[&[0], &[]];
        let counts = counts(&[&["a", "b"]], &[block, swept, swept, cut]);
        let wins = |one, other| number(&counts, (one, other), "wins_840").expect("counted") / WIN as f64;
        assert!((wins("a", "b") - 6.0).abs() < 1e-12 && (wins("b", "a") - 1.0).abs() < 1e-12);
        let of = |names, column| number(&counts, names, column).expect("defined");
        assert!((of(("a", "b"), "games") - 8.0).abs() < 1e-12);
        assert!((of(("a", "b"), "win_rate") - 6.0 / 7.0).abs() < 1e-12);
        // Two players are rated by this alone.
        assert!((of(("a", "b"), "expected_win_rate") - 6.0 / 7.0).abs() < 1e-9);
        assert!((of(("a", "b"), "elo_difference") - 400.0 * 6.0_f64.log10()).abs() < 1e-6);
        // Both directions say the same.
        assert!((of(("a", "b"), "low") + of(("b", "a"), "high") - 1.0).abs() < 1e-12);
        assert!((of(("a", "b"), "elo_low") + of(("b", "a"), "elo_high")).abs() < 1e-9);
        assert!(of(("a", "b"), "low") < 6.0 / 7.0 && of(("a", "b"), "high") > 6.0 / 7.0);
    }

    #[test]
    fn a_pair_of_three_is_who_won_of_both() {
        // One strategy a seat: six arrangements. A win shared by two is split.
        let shape = Shape::new(&["a", "b", "c"].map(str::to_owned));
        let arrangements = shape.arrangements.all().expect("six");
        let seat_of = |strategy: usize, game: usize| {
            Seat::all(3).find(|seat| arrangements[game].strategy(*seat) == strategy).expect("it sits").index()
        };
        let winners: Vec<Vec<usize>> = (0..arrangements.len())
            .map(|game| if game == 0 { vec![seat_of(0, 0), seat_of(1, 0)] } else { vec![seat_of(game % 3, game)] })
            .collect();
        let block: Vec<&[usize]> = winners.iter().map(Vec::as_slice).collect();
        let counts = counts(&[&["a", "b", "c"]], &[&block, &block]);
        let credits = |strategy: usize| -> f64 {
            winners
                .iter()
                .enumerate()
                .filter(|(game, winners)| winners.contains(&seat_of(strategy, *game)))
                .map(|(_, winners)| 1.0 / winners.len() as f64)
                .sum()
        };
        let rate = number(&counts, ("a", "b"), "win_rate").expect("won");
        assert!((rate - credits(0) / (credits(0) + credits(1))).abs() < 1e-12, "{rate}");
        // All blocks were alike, which leaves some room for others.
        assert!(number(&counts, ("a", "b"), "low").expect("two blocks") < rate);
    }

    #[test]
    fn one_block_has_no_interval() {
        let counts = counts(&[&["a", "b"]], &[&[&[0], &[0]]]);
        for column in ["low", "high", "elo_low", "elo_high", "elo_standard_error"] {
            assert_eq!(number(&counts, ("a", "b"), column), None, "{column}");
        }
        assert_eq!(number(&counts, ("a", "b"), "win_rate"), Some(0.5));
        let rated = counts.round_robin.as_ref().expect("there").rated(&counts.cells, &Analysis::default()).expect("connected");
        assert!(rated.iter().all(|rated| rated.interval.is_none() && rated.standard_error.is_none()));
    }

    #[test]
    fn what_does_not_connect_is_said_and_its_pairs_shown() {
        let swept: &[&[usize]] = &[&[0], &[1]];
        let counts = counts(&[&["a", "b"]], &[swept, swept, swept]);
        let sentences = counts.sentences(&Analysis::default());
        let refusal = sentences.iter().find(|sentence| sentence.text.starts_with("No ratings:")).expect("refused");
        assert_eq!(refusal.standing, Standing::NotSettled);
        assert_eq!(number(&counts, ("a", "b"), "win_rate"), Some(1.0));
        assert!(number(&counts, ("a", "b"), "low").expect("three blocks") < 1.0);
        assert_eq!(number(&counts, ("a", "b"), "expected_win_rate"), None);
    }
}
