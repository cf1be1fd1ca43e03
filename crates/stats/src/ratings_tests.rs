#![expect(clippy::excessive_precision, clippy::unreadable_literal, reason = "digits as published")]

use fairdeal_property::proptest;
use proptest::prelude::*;

use super::super::tests::assertions::assert_close;
use super::*;

fn of_wins(wins: &[&[u64]]) -> Comparisons {
    let mut comparisons = Comparisons::new(wins.len(), 1).expect("few players");
    for (winner, row) in wins.iter().enumerate() {
        for (loser, &count) in row.iter().enumerate() {
            if loser != winner {
                comparisons.observe(winner, &[loser, winner], count).expect("players");
            }
        }
    }
    comparisons
}

fn of_orders(players: usize, orders: &[(&[usize], u64)]) -> Ratings {
    let mut comparisons = Comparisons::new(players, 1).expect("few players");
    for (order, count) in orders {
        let order: Vec<usize> = order.iter().map(|player| player - 1).collect();
        // A chain of choices: the winner among all, the winner among the rest, and so on.
        for (place, &winner) in order.iter().enumerate() {
            comparisons.observe(winner, &order[place..], *count).expect("players");
        }
    }
    comparisons.fit().expect("connected")
}

#[track_caller]
fn assert_ratings(ratings: &Ratings, scale: f64, values: &[f64], errors: &[f64]) {
    for ((rating, value), error) in ratings.ratings().iter().zip(values).zip(errors) {
        assert_close(rating.value * scale, *value, 1e-9);
        assert_close(rating.standard_error * scale, *error, 1e-9);
    }
}

const ELO: f64 = 400.0 / LN_10;

#[test]
fn two_players_have_a_closed_form() {
    let difference = of_wins(&[&[0, 60], &[40, 0]]).fit().expect("connected").difference(0, 1);
    assert_close(difference.elo(), 70.436503622272497, 1e-12);
    assert_close(difference.elo_standard_error(), 35.459995958978332, 1e-12);
}

#[test]
fn several_players_have_their_known_ratings() {
    let three = of_wins(&[&[0, 60, 70], &[40, 0, 55], &[30, 45, 0]]).fit().expect("connected");
    assert_ratings(
        &three,
        ELO,
        &[72.023984392564373, -12.014002859111448, -60.009981533452901],
        &[17.211024489645535, 16.696018384692813, 17.041639293774121],
    );
    let difference = three.difference(0, 1);
    assert_close(difference.elo(), 84.03798725167583, 1e-9);
    assert_close(difference.elo_standard_error(), 29.317832763546001, 1e-9);
    let four = of_wins(&[
        &[0, 520, 610, 700],
        &[480, 0, 560, 640],
        &[390, 440, 0, 590],
        &[300, 360, 410, 0],
    ]);
    assert_ratings(
        &four.fit().expect("connected"),
        ELO,
        &[59.267769916838063, 32.197561751553899, -14.059514161139296, -77.40581750725265],
        &[4.9173853197993, 4.8539278787091, 4.8332725289230, 4.9847873794945],
    );
}

#[test]
fn finishing_orders_have_their_known_ratings() {
    let three = of_orders(
        3,
        &[
            (&[1, 2, 3], 30),
            (&[1, 3, 2], 20),
            (&[2, 1, 3], 18),
            (&[2, 3, 1], 12),
            (&[3, 1, 2], 11),
            (&[3, 2, 1], 9),
        ],
    );
    assert_ratings(
        &three,
        1.0,
        &[0.38327948606077644, -0.010422484119613598, -0.37285700194116295],
        &[0.11087522357227375, 0.10748418874251789, 0.11161090692088292],
    );
    for (chance, expected) in three
        .chances(&[0, 1, 2])
        .iter()
        .zip([0.46641098813098347, 0.31461989386029476, 0.21896911800872176])
    {
        assert_close(*chance, expected, 1e-9);
    }
    let four = of_orders(
        4,
        &[
            (&[1, 2, 3, 4], 10),
            (&[2, 1, 4, 3], 7),
            (&[3, 4, 1, 2], 5),
            (&[4, 3, 2, 1], 4),
            (&[1, 3, 2, 4], 6),
            (&[2, 4, 1, 3], 3),
        ],
    );
    assert_ratings(
        &four,
        1.0,
        &[0.56159957973277186, 0.29063968053288214, -0.2539660443529948, -0.59827321591265992],
        &[0.191618903098, 0.184745313620, 0.190147180088, 0.202959865138],
    );
    let pairs = of_orders(
        3,
        &[(&[1, 2], 40), (&[2, 3], 35), (&[3, 1], 25), (&[2, 1], 20), (&[3, 2], 15), (&[1, 3], 30)],
    );
    assert_ratings(
        &pairs,
        1.0,
        &[0.30159534893907092, 0.019162380861223939, -0.32075772980029471],
        &[0.127967074685, 0.128861233808, 0.134292129256],
    );
}

#[test]
fn players_who_cannot_be_compared_are_named() {
    // The first two beat each other, and both always beat the last two, who never met.
    let wins = of_wins(&[&[0, 3, 5, 5], &[2, 0, 5, 5], &[0, 0, 0, 0], &[0, 0, 0, 0]]);
    assert_eq!(
        wins.fit(),
        Err(RatingError::NotConnected { groups: vec![vec![0, 1], vec![2], vec![3]] })
    );
    let cycle =
        of_wins(&[&[0, 1, 0], &[0, 0, 1], &[1, 0, 0]]).fit().expect("connected by way of others");
    for rating in cycle.ratings() {
        assert_close(rating.value, 0.0, 1e-12);
    }
    assert!(Comparisons::new(2, 1).expect("two").fit().is_err());
    let alone = Comparisons::new(1, 1).expect("one").fit().expect("nothing to compare");
    assert_eq!(alone.ratings(), [Rating { value: 0.0, standard_error: 0.0 }]);
}

#[test]
fn distant_strengths_are_found() {
    let fitted = of_wins(&[&[0, 1_000_000_000], &[1, 0]]).fit().expect("connected");
    assert_close(fitted.difference(0, 1).value, 1e9_f64.ln(), 1e-9);
    let chain =
        of_wins(&[&[0, 100_000, 0, 0], &[1, 0, 100_000, 0], &[0, 1, 0, 100_000], &[0, 0, 1, 0]])
            .fit()
            .expect("connected");
    assert_close(chain.difference(0, 3).value, 3.0 * 1e5_f64.ln(), 1e-9);
}

#[test]
fn invalid_comparisons_are_refused_unchanged() {
    assert_eq!(Comparisons::new(0, 1), Err(RatingError::NoPlayers { players: 0 }));
    assert_eq!(Comparisons::new(65, 1), Err(RatingError::NoPlayers { players: 65 }));
    assert_eq!(Comparisons::new(2, 0), Err(RatingError::NoUnit));
    let mut comparisons = Comparisons::new(3, 1).expect("few players");
    let empty = comparisons.clone();
    assert_eq!(comparisons.observe(0, &[0, 3], 1), Err(RatingError::UnknownPlayer { player: 3 }));
    assert_eq!(comparisons.observe(0, &[1, 2], 1), Err(RatingError::UnknownPlayer { player: 0 }));
    assert_eq!(
        comparisons.observe(0, &[0, 1, 1], 1),
        Err(RatingError::UnknownPlayer { player: 1 })
    );
    assert_eq!(comparisons.observe(0, &[0], 5), Ok(()));
    assert_eq!(comparisons, empty);
    comparisons.observe(0, &[0, 1], u64::MAX).expect("fits");
    let full = comparisons.clone();
    assert_eq!(comparisons.observe(1, &[0, 1], 1), Err(RatingError::Overflow(Overflow)));
    assert_eq!(comparisons, full);
    let mut blocks = BlockWins::new(3);
    assert_eq!(blocks.observe(&[1, 2], &[]), Err(RatingError::OtherPlayers));
}

#[test]
fn shares_of_wins_equal_wins_in_a_smaller_unit() {
    let mut halves = Comparisons::new(2, 840).expect("two");
    halves.observe(0, &[0, 1], 60 * 840).expect("players");
    halves.observe(1, &[0, 1], 40 * 840).expect("players");
    let (whole, parts) = (
        of_wins(&[&[0, 60], &[40, 0]]).fit().expect("connected"),
        halves.fit().expect("connected"),
    );
    assert_close(parts.difference(0, 1).value, whole.difference(0, 1).value, 1e-12);
    assert_close(
        parts.difference(0, 1).standard_error,
        whole.difference(0, 1).standard_error,
        1e-12,
    );
}

#[test]
fn blocks_of_one_game_are_independent_games() {
    let mut blocks = BlockWins::new(2);
    for winner in 0..100 {
        let points = if winner < 60 { [1, 0] } else { [0, 1] };
        blocks.observe(&points, &[]).expect("two players");
    }
    let ratings = of_wins(&[&[0, 60], &[40, 0]]).fit().expect("connected");
    let robust = ratings.with_blocks(&blocks).expect("many blocks");
    // They are equal except for the correction by one degree of freedom.
    let expected = ratings.difference(0, 1).standard_error * (100.0_f64 / 99.0).sqrt();
    assert_close(robust.difference(0, 1).standard_error, expected, 1e-12);
    assert_eq!(ratings.with_blocks(&BlockWins::new(2)), None);
    assert_eq!(ratings.with_blocks(&BlockWins::new(3)), None);
}

#[test]
fn games_without_a_winner_do_not_count() {
    // A hundred blocks of one game: 81 to 9, and ten without a winner. This equals ninety
    // independent games.
    let (mut blocks, mut ignored) = (BlockWins::new(2), BlockWins::new(2));
    for block in 0..100 {
        match block {
            0..81 => blocks.observe(&[1, 0], &[]),
            81..90 => blocks.observe(&[0, 1], &[]),
            _ => blocks.observe(&[0, 0], &[(&[0, 1], 1)]),
        }
        .expect("two players");
        let points = [u32::from(block < 81), u32::from((81..90).contains(&block))];
        ignored.observe(&points, &[]).expect("two players");
    }
    let ratings = of_wins(&[&[0, 81], &[9, 0]]).fit().expect("connected");
    let robust = |blocks: &BlockWins| {
        ratings.with_blocks(blocks).expect("many blocks").difference(0, 1).standard_error
    };
    let expected = (1.0_f64 / 81.0 + 1.0 / 9.0).sqrt() * (100.0_f64 / 99.0).sqrt();
    assert_close(robust(&blocks), expected, 1e-12);
    // If the missing games are not reported, their blocks look like losses without a winner: the
    // error is too large.
    assert!(robust(&ignored) > 1.07 * expected, "{}", robust(&ignored) / expected);
    assert_eq!(
        blocks.observe(&[0, 0], &[(&[0, 2], 1)]),
        Err(RatingError::UnknownPlayer { player: 2 })
    );
}

#[test]
fn missing_games_among_three_are_the_sandwich_of_the_sums_by_hand() {
    // Each block: one game of all three players and one of the first two, some without a winner.
    let outcomes: [(Option<usize>, Option<usize>); 8] = [
        (Some(0), Some(0)),
        (Some(1), Some(0)),
        (Some(2), Some(1)),
        (None, Some(0)),
        (Some(0), None),
        (None, None),
        (Some(1), Some(1)),
        (Some(0), Some(0)),
    ];
    let fields: [&[usize]; 2] = [&[0, 1, 2], &[0, 1]];
    let mut comparisons = Comparisons::new(3, 1).expect("three");
    let (mut blocks, mut halves) = (BlockWins::new(3), [BlockWins::new(3), BlockWins::new(3)]);
    for (index, (all, two)) in outcomes.into_iter().enumerate() {
        let mut points = [0; 3];
        let mut missing: Vec<(&[usize], u32)> = Vec::new();
        for (winner, field) in [all, two].into_iter().zip(fields) {
            match winner {
                Some(winner) => {
                    points[winner] += 1;
                    comparisons.observe(winner, field, 1).expect("players");
                }
                None => missing.push((field, 1)),
            }
        }
        blocks.observe(&points, &missing).expect("three");
        halves[index % 2].observe(&points, &missing).expect("three");
    }
    let [mut merged, other] = halves;
    merged.merge(&other).expect("three");
    assert_eq!(merged, blocks);
    let ratings = comparisons.fit().expect("connected");
    // The gradient of each block, and the variance of a difference by hand: the squared influence
    // of each block.
    let mut squares = 0.0;
    for (all, two) in outcomes {
        let mut gradient = [0.0; 3];
        for (winner, field) in [all, two].into_iter().zip(fields) {
            let Some(winner) = winner else { continue };
            gradient[winner] += 1.0;
            for (player, chance) in field.iter().zip(ratings.chances(field)) {
                gradient[*player] -= chance;
            }
        }
        let step = ratings.bread.times(&gradient);
        squares += (step[0] - step[2]) * (step[0] - step[2]);
    }
    let robust =
        ratings.with_blocks(&blocks).expect("eight blocks").difference(0, 2).standard_error;
    assert_close(robust, (squares * 8.0 / 7.0).sqrt(), 1e-9);
}

#[test]
fn blocks_without_variation_have_no_error() {
    let mut blocks = BlockWins::new(2);
    for _ in 0..50 {
        blocks.observe(&[1, 1], &[]).expect("two players");
    }
    let ratings = of_wins(&[&[0, 50], &[50, 0]]).fit().expect("connected");
    assert_close(
        ratings.with_blocks(&blocks).expect("many blocks").difference(0, 1).standard_error,
        0.0,
        0.0,
    );
}

proptest! {
    #[test]
    fn ratings_expect_the_wins_there_were(
        wins in prop::collection::vec(prop::collection::vec(1_u64..1000, 4), 4),
    ) {
        let rows: Vec<&[u64]> = wins.iter().map(Vec::as_slice).collect();
        let ratings = of_wins(&rows).fit().expect("all won against all");
        for (player, row) in wins.iter().enumerate() {
            let mut expected = 0.0;
            let mut actual = 0.0;
            for (other, &won) in row.iter().enumerate().filter(|&(other, _)| other != player) {
                let games = (won + wins[other][player]) as f64;
                expected += games * ratings.chances(&[player, other])[0];
                actual += won as f64;
            }
            assert_close(expected, actual, 1e-10);
        }
    }

    #[test]
    fn orders_of_two_are_wins(first in 1_u64..1000, second in 1_u64..1000) {
        let orders = of_orders(2, &[(&[1, 2], first), (&[2, 1], second)]);
        prop_assert_eq!(orders, of_wins(&[&[0, first], &[second, 0]]).fit().expect("connected"));
    }
}
