//! How much the choice of an action matters.

use super::measure::{About, GamePoints, Measure, MeasureUnit, Over, Scale};
use super::notes::{ChanceNotes, GameNotes};

/// The common base of measures of differences of chances of winning.
const DIFFERENCE: Measure = Measure {
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    scale: Scale::Rollouts(1),
    ..Measure::OF_CHANCES
};

/// The value of the best action minus that of the second best, over the decisions with a choice.
/// The knowledge of the player ranks the actions, and the true position values them.
pub const TENSION: Measure = Measure {
    name: "tension",
    meaning: "how far the best action is above the second best, at decisions with a choice",
    course: Some(
        "how far the best action is above the second best; what the player knows chooses them and \
            the true position values them, so noise can make it negative",
    ),
    of_game: |game, points| of_choices(game, points, |chances| chances.tension),
    ..DIFFERENCE
};

/// The value of the best action minus that of the worst, over the decisions with a choice, chosen and
/// valued like those of the tension. (Close to `CardStock`'s meaningful moves, MeaningfulMoves.cs.)
pub const STAKES: Measure = Measure {
    name: "stakes",
    meaning: "how far the best action is above the worst",
    course: Some("how far the best action is above the worst"),
    in_thirds: true,
    of_game: |game, points| of_choices(game, points, |chances| chances.stakes),
    ..DIFFERENCE
};

/// The share of the decisions with a choice in which the best action is not significantly above the
/// worst by more than a given part of a win, so that the choice hardly matters.
pub const DEAD_DECISIONS: Measure = Measure {
    name: "dead_decisions",
    meaning: "the share of choices without a significant difference",
    course: Some("the share of choices without a significant difference"),
    over: Over::Decisions,
    about: About::Each(&DIFFERENCES),
    of_game: |game, points| {
        for (place, chances) in choices(game) {
            for (subject, thousandths) in THOUSANDTHS.into_iter().enumerate() {
                let is_dead = !chances.matters(thousandths);
                points.add(subject, Some(game.part(place)), is_dead.into(), 1);
            }
        }
    },
    ..Measure::OF_CHANCES
};

/// The differences up to which a decision is dead: the subjects of the dead decisions.
const DIFFERENCES: [&str; 6] = ["0", "0.005", "0.01", "0.02", "0.05", "0.1"];

/// [`DIFFERENCES`] in thousandths of a win.
const THOUSANDTHS: [u32; 6] = [0, 5, 10, 20, 50, 100];

/// Returns the largest of the differences for dead decisions that is within a tolerance: in wins,
/// and as a subject of the measure.
pub fn dead_within(tolerance: f64) -> (f64, &'static str) {
    let mut all =
        THOUSANDTHS.map(|thousandths| f64::from(thousandths) / 1000.0).into_iter().zip(DIFFERENCES);
    all.rfind(|(difference, _)| *difference <= tolerance).unwrap_or((0.0, DIFFERENCES[0]))
}

fn choices(game: &GameNotes) -> impl Iterator<Item = (usize, &ChanceNotes)> {
    game.watched().filter(|(_, chances)| chances.is_choice)
}

fn of_choices(game: &GameNotes, points: &mut GamePoints<'_>, number: fn(&ChanceNotes) -> i64) {
    for (place, chances) in choices(game) {
        points.add(0, Some(game.part(place)), number(chances), 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::play::measure::tests::{TWO_KINDS, random_game, totals};
    use crate::playthrough::Estimate;
    use crate::rng::{BlockStreams, Purpose};
    use crate::seat::{MAX_SEATS, Seat};

    /// The notes of four rounds with these wins of each action from what the seat knows, and these
    /// of the best, second best and worst from the true position.
    fn notes(rounds: [&[u32]; 4], values: [[u32; 3]; 4]) -> ChanceNotes {
        let worth: Vec<u32> =
            rounds.iter().flat_map(|round| round.iter().map(|won| won * 840)).collect();
        ChanceNotes::of(&Estimate {
            seat: Seat::new(0),
            actions: rounds[0].len(),
            taken: 0,
            worth,
            all: Vec::new(),
            shares: vec![[0; MAX_SEATS]; 4],
            values: values.map(|round| round.map(|won| won * 840)).to_vec(),
        })
    }

    #[test]
    fn the_true_position_values_and_the_halves_test() {
        // The first half ranks action 0 first and 2 last, the second 1 first and 2 last (on a tie
        // without wins, the later one). So with what the seat knows, action 0 over 2 wins 0 of the
        // rounds of the second half, and 1 over 2 wins 1 of those of the first.
        let values = [[1, 0, 0], [0, 1, 1], [0, 1, 0], [1, 1, 1]];
        let noted = notes([&[1, 0, 0], &[1, 1, 0], &[0, 1, 0], &[0, 1, 0]], values);
        assert_eq!((noted.known, noted.known_squares, noted.is_choice), (840, 840 * 840, true));
        // In the true position the best wins 2 rounds, the second best 3 and the worst 2.
        assert_eq!((noted.tension, noted.stakes), (-840, 0));
        // To the seat, action 1 is better in every round; in truth it makes no difference.
        let sure = notes([&[0, 1], &[0, 1], &[0, 1], &[0, 1]], [[1; 3]; 4]);
        assert_eq!((sure.known, sure.tension, sure.stakes), (4 * 840, 0, 0));
        assert!(sure.matters(900));
        let forced = notes([&[1], &[0], &[1], &[1]], [[1; 3]; 4]);
        assert_eq!((forced.is_choice, forced.tension, forced.stakes), (false, 0, 0));
    }

    #[test]
    fn a_decision_matters_if_the_difference_is_significant() {
        let of = |wins: i64, losses: i64, rounds: u32| ChanceNotes {
            rounds,
            is_choice: true,
            known: (wins - losses) * 840,
            known_squares: ((wins + losses) * 840 * 840).cast_unsigned(),
            ..ChanceNotes::default()
        };
        // In 32 rounds the best wins 10 more, and loses none: a mean of 0.3125 with a standard
        // error of 0.0832; 2.04 of these leave 0.143.
        assert!(
            [0, 5, 10, 20, 50, 100, 142]
                .iter()
                .all(|thousandths| of(10, 0, 32).matters(*thousandths))
        );
        assert!(!of(10, 0, 32).matters(144));
        assert!(!of(0, 10, 32).matters(0));
        assert!(!of(6, 4, 32).matters(0));
        assert!(!of(0, 0, 32).matters(0), "level in every round");
        assert!(of(32, 0, 32).matters(900), "better in every round");
    }

    #[test]
    fn forced_decisions_are_not_choices() {
        let mut game =
            random_game(&mut BlockStreams::new(1, 0).stream(Purpose::Rollouts(0)), 2, 32, 10, 3);
        assert_eq!(totals(&TENSION, &game)[0].1, 10);
        game.chances[3].is_choice = false;
        for measure in [&TENSION, &STAKES, &DEAD_DECISIONS] {
            assert_eq!(totals(measure, &game)[0].1, 9);
        }
        assert_eq!(totals(&DEAD_DECISIONS, &game).len(), THOUSANDTHS.len());
        let told = DEAD_DECISIONS
            .subjects(&TWO_KINDS)
            .iter()
            .map(|subject| subject.parse::<f64>().expect("a number"));
        assert_eq!(
            told.map(|share| (share * 1000.0).round() as u32).collect::<Vec<_>>(),
            THOUSANDTHS
        );
    }

    /// If all actions are equal, the best of several estimates is above the others by luck alone.
    /// This is not tension.
    #[test]
    fn noise_is_not_tension() {
        for actions in [2, 3, 12] {
            let games = (0..100).map(|game| {
                random_game(
                    &mut BlockStreams::new(7, game).stream(Purpose::Rollouts(0)),
                    2,
                    32,
                    40,
                    actions,
                )
            });
            let (mut decisions, mut sums, mut squares, mut dead) = (0.0, [0.0; 2], [0.0; 2], 0.0);
            for game in games {
                for chances in &game.chances {
                    decisions += 1.0;
                    dead += f64::from(u8::from(!chances.matters(0)));
                    for (index, sum) in [chances.tension, chances.stakes].into_iter().enumerate() {
                        let spread = sum as f64 / (32.0 * 840.0);
                        sums[index] += spread;
                        squares[index] += spread * spread;
                    }
                }
            }
            for (sum, squares) in sums.into_iter().zip(squares) {
                let mean: f64 = sum / decisions;
                let error = ((squares / decisions - mean * mean) / decisions).sqrt();
                assert!(
                    mean.abs() < 3.0 * error,
                    "{actions} actions: {mean} with a standard error of {error}"
                );
            }
            assert!(dead / decisions > 0.935, "{actions} actions: {}", dead / decisions);
        }
    }
}
