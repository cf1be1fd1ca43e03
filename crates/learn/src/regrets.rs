//! A table that is learned: how often to take each action in each position of a small game.
//!
//! This is counterfactual regret minimization (M. Zinkevich and others, 2007) over sampled games
//! (M. Lanctot and others, 2009): in each position it is summed up how much more each action would
//! have been worth than what was played, and the next games are played in proportion to the sums
//! above 0. What the mean of all these players does cannot be beaten by much, where two play for the
//! opposite; later players count more (N. Brown and T. Sandholm, "Solving imperfect-information games
//! via discounted regret minimization", 2019).

use std::collections::BTreeMap;

use fairdeal_core::strategy::{Gathered, Table};

/// The powers of the number of a round by which sums above 0, and the means of what was played,
/// fade (alpha and gamma of Brown and Sandholm). Sums below 0 are halved each round (beta of 0).
const FADING: f64 = 1.5;
const FADING_OF_MEAN: f64 = 2.0;
const FADING_BELOW: f64 = 0.5;

/// How often an action is taken that is always taken.
const ALWAYS: f64 = 65_535.0;

/// A position, with a number for each action.
#[derive(Clone, Debug)]
struct Position {
    /// The sums of differences in worth.
    regrets: Vec<f64>,
    /// The frequencies in this round.
    now: Vec<f64>,
    /// The sums of the frequencies in all rounds, as often as the position was met.
    played: Vec<f64>,
}

impl Position {
    fn new(actions: usize) -> Self {
        let zeros = vec![0.0; actions];
        let now = vec![1.0 / actions as f64; actions];
        Self { regrets: zeros.clone(), now, played: zeros }
    }
}

/// The rounds that the table of weights, from which a training goes on, counts as.
const GOES_ON: u32 = 64;

/// The sums of a table that is being learned.
#[derive(Clone, Debug, Default)]
pub(crate) struct Regrets {
    positions: BTreeMap<u64, Position>,
    rounds: u32,
}

impl Regrets {
    /// Goes on from a table: as if it had been the player of some rounds with so many games.
    pub(crate) fn of(table: &Table, games: u64) -> Self {
        let met = f64::from(GOES_ON) * games as f64 / (FADING_OF_MEAN + 1.0);
        let of_position = met / table.len().max(1) as f64;
        let position = |(key, often): (u64, &[u16])| {
            let all: f64 = often.iter().copied().map(f64::from).sum();
            let now: Vec<f64> = often.iter().map(|often| f64::from(*often) / all).collect();
            let played = now.iter().map(|share| share * of_position).collect();
            (key, Position { regrets: now.clone(), now, played })
        };
        Self { positions: table.positions().map(position).collect(), rounds: GOES_ON }
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> usize {
        self.positions.len()
    }

    /// Learns from the games of a round, which were played by the current table.
    pub(crate) fn learn(&mut self, all: &[Gathered]) {
        self.rounds += 1;
        let round = f64::from(self.rounds);
        let kept = |power: f64| {
            let grown = libm::pow(round, power);
            grown / (grown + 1.0)
        };
        let (above, mean) = (kept(FADING), libm::pow(round / (round + 1.0), FADING_OF_MEAN));
        for position in self.positions.values_mut() {
            for regret in &mut position.regrets {
                *regret *= if *regret > 0.0 { above } else { FADING_BELOW };
            }
            position.played.iter_mut().for_each(|played| *played *= mean);
        }
        for found in all {
            for passed in &found.passed {
                let position = self.at(passed.key, passed.actions as usize);
                for (played, now) in position.played.iter_mut().zip(&position.now) {
                    *played += f64::from(passed.weight) * now;
                }
            }
            for decision in &found.decisions {
                let position = self.at(decision.key, decision.actions.len());
                let worth = || decision.actions.iter().map(|(_, worth)| f64::from(*worth));
                let mean: f64 = worth().zip(&position.now).map(|(worth, now)| worth * now).sum();
                for (regret, worth) in position.regrets.iter_mut().zip(worth()) {
                    *regret += f64::from(decision.weight) * (worth - mean);
                }
            }
        }
        for position in self.positions.values_mut() {
            let whole: f64 = position.regrets.iter().map(|regret| regret.max(0.0)).sum();
            let even = 1.0 / position.regrets.len() as f64;
            for (now, regret) in position.now.iter_mut().zip(&position.regrets) {
                *now = if whole > 0.0 { regret.max(0.0) / whole } else { even };
            }
        }
    }

    fn at(&mut self, key: u64, actions: usize) -> &mut Position {
        self.positions.entry(key).or_insert_with(|| Position::new(actions))
    }

    /// Returns the player of the next round.
    pub(crate) fn current(&self) -> Table {
        self.table(|position| &position.now)
    }

    /// Returns the mean of the players of all rounds.
    pub(crate) fn mean(&self) -> Table {
        self.table(|position| {
            // A position in which no other seat was yet has no mean.
            let is_met = position.played.iter().any(|played| *played > 0.0);
            if is_met { &position.played } else { &position.now }
        })
    }

    fn table(&self, numbers: impl Fn(&Position) -> &[f64]) -> Table {
        let row = |(key, position): (&u64, &Position)| {
            let numbers = numbers(position);
            let whole: f64 = numbers.iter().sum();
            let often = numbers.iter().map(|number| libm::round(number / whole * ALWAYS) as u16);
            (*key, often.collect())
        };
        Table::new(self.positions.iter().map(row))
            .unwrap_or_else(|| unreachable!("a position has few actions, and one is taken"))
    }
}

#[cfg(test)]
mod tests {
    use fairdeal_core::strategy::{Decision, Noted, Passed};

    use super::*;

    /// Rock, paper and scissors, where rock wins twice as much against scissors: rock and scissors
    /// are best taken a quarter of the time each, paper half of it.
    #[test]
    fn the_mean_plays_a_matrix_as_its_solution_says() {
        const WORTH: [[f64; 3]; 3] = [[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]];
        let mut regrets = Regrets::default();
        for _ in 0..2_000 {
            let now = regrets.current();
            let often = now.often(1, 3).unwrap_or(&[1, 1, 1]);
            let whole: f64 = often.iter().copied().map(f64::from).sum();
            let worth = |row: &[f64; 3]| -> f64 {
                row.iter().zip(often).map(|(worth, often)| worth * f64::from(*often) / whole).sum()
            };
            let actions = WORTH.iter().map(|row| (Noted::default(), worth(row) as f32)).collect();
            let decision = Decision { key: 1, weight: 1.0, actions, ..Decision::default() };
            let passed = Passed { key: 1, actions: 3, weight: 1.0 };
            let (decisions, passed) = (vec![decision], vec![passed]);
            let found = Gathered { decisions, passed, ..Gathered::default() };
            regrets.learn(&[found]);
        }
        let mean = regrets.mean();
        let often = mean.often(1, 3).expect("it was met");
        for (often, expected) in often.iter().zip([0.25, 0.5, 0.25]) {
            assert!((f64::from(*often) / ALWAYS - expected).abs() < 0.01, "{often} of {expected}");
        }
    }
}
