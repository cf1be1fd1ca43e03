//! The course of the chances of winning during a game.

use super::measure::{GamePoints, Measure, MeasureUnit, Over, Scale};
use super::notes::{ChanceNotes, GameNotes};
use crate::seat::{MAX_SEATS, Seat, WIN};

/// Parts of a game are counted in ten-thousandths of its decisions.
const PARTS: u64 = 10_000;

/// The common base of the measures of parts of the games with a single winner.
const PART_OF_GAMES: Measure =
    Measure { unit: MeasureUnit::ShareOfGame, scale: Scale::Fixed(PARTS), ..Measure::OF_CHANCES };

/// Ludii's lead changes (LeadChange.java) in a game. Ludii counts every move at which the set of
/// leaders differs, the first one included; here noise makes no lead, and the first leader is not a
/// change.
pub const LEAD_CHANGES: Measure = Measure {
    name: "lead_changes",
    meaning: "how often in a game the clearly best chance to win passes to another player",
    unit: MeasureUnit::Changes,
    of_game: |game, points| points.add(0, None, lead_changes(game), 1),
    ..Measure::OF_CHANCES
};

/// Ludii's drama by severity (Drama.java): how far the winner's chance is below the best one, on
/// average over the decisions of games that have a winner.
pub const DRAMA: Measure = Measure {
    name: "drama",
    meaning: "how far the winner's chance is below the best one, on average",
    course: Some("how far the winner's chance is below the best one"),
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    scale: Scale::Rollouts(WIN),
    of_game: drama,
    ..Measure::OF_CHANCES
};

/// The part of a game that is over when its winner takes the lead for good; the whole game if that
/// does not happen before the end.
pub const MOMENT_OF_DECISION: Measure = Measure {
    name: "moment_of_decision",
    meaning: "how much of the game is over when its winner takes the lead for good",
    of_game: |game, points| part(game, points, moment_of_decision),
    ..PART_OF_GAMES
};

/// Ludii's decisiveness (DecisivenessThreshold.java, DecisivenessMoves.java): the part of a game
/// that is over when its winner's chance passes the largest chance that any other player ever has.
pub const DECISIVE_THRESHOLD: Measure = Measure {
    name: "decisive_threshold",
    meaning: "how much of the game is over when the winner's chance passes the highest chance that \
        any other player ever has",
    of_game: |game, points| part(game, points, passes_all_others),
    ..PART_OF_GAMES
};

/// `CardStock`'s decisiveness (Decisiveness.cs): the part of a game that is over when its winner's
/// chance passes 80 %.
pub const DECISIVE_80: Measure = Measure {
    name: "decisive_80",
    meaning: "how much of the game is over when the winner's chance passes 80 %",
    of_game: |game, points| part(game, points, passes_80),
    ..PART_OF_GAMES
};

/// The share of the games with one winner in which another seat had the lead before. (The quantity
/// `comebacks` uses the rules' own standings instead.)
pub const TURNAROUNDS: Measure = Measure {
    name: "turnarounds",
    meaning: "the share of games won by a player after another clearly had the better chance; \
        comebacks use the standings by the rules instead",
    of_game: |game, points| {
        if let Some(winner) = game.winner() {
            points.add(0, None, game.leads.iter().flatten().any(|seat| *seat != winner).into(), 1);
        }
    },
    ..Measure::OF_CHANCES
};

fn lead_changes(game: &GameNotes) -> i64 {
    let (mut last, mut changes) = (None, 0);
    for leader in game.leads.iter().flatten() {
        changes += i64::from(last.is_some_and(|last| last != leader));
        last = Some(leader);
    }
    changes
}

/// Returns the distance of the winners below the best chance at a decision, in 840ths of a win of
/// each round, times 840. The best is found by one half of the rounds and valued by the other, so
/// that noise adds nothing on average.
pub(crate) fn severity(game: &GameNotes, chances: &ChanceNotes) -> i64 {
    let [one, other] = &chances.halves;
    let behind = |choosing: &[u32; MAX_SEATS], valuing: &[u32; MAX_SEATS]| -> i64 {
        let mut best = 0;
        for seat in 1..game.players {
            best = if choosing[seat] > choosing[best] { seat } else { best };
        }
        let of_winner = |seat: Seat| {
            game.winners.credit(seat) as i64
                * (i64::from(valuing[best]) - i64::from(valuing[seat.index()]))
        };
        Seat::all(game.players).map(of_winner).sum()
    };
    behind(one, other) + behind(other, one)
}

fn drama(game: &GameNotes, points: &mut GamePoints<'_>) {
    if game.winners.count() > 0 {
        for (place, chances) in game.watched() {
            points.add(0, Some(game.part(place)), severity(game, chances), 1);
        }
    }
}

/// Adds the part of a game that is over at the decision that `find` returns, or the whole game, if
/// there is a single winner.
fn part(
    game: &GameNotes,
    points: &mut GamePoints<'_>,
    find: fn(&GameNotes, Seat) -> Option<usize>,
) {
    let all = game.chances.len() as u64;
    if let Some(winner) = game.winner().filter(|_| all > 0) {
        let place = find(game, winner).map_or(all, |place| place as u64);
        points.add(0, None, (place * PARTS / all) as i64, 1);
    }
}

/// The decision at which the winner takes the lead and keeps it.
fn moment_of_decision(game: &GameNotes, winner: Seat) -> Option<usize> {
    let before = game.leads.iter().rposition(|leader| *leader != Some(winner));
    let first = before.map_or(0, |place| place + 1);
    (first < game.leads.len()).then_some(first)
}

/// The first decision at which both halves of the rounds put the winner above every chance that
/// either half ever gave another player: noise alone hardly ever does.
fn passes_all_others(game: &GameNotes, winner: Seat) -> Option<usize> {
    let others = || Seat::all(game.players).filter(|seat| *seat != winner);
    let highest = game
        .chances
        .iter()
        .flat_map(|chances| chances.halves)
        .flat_map(|half| others().map(move |seat| half[seat.index()]))
        .max()?;
    game.chances
        .iter()
        .position(|chances| chances.halves.iter().all(|half| half[winner.index()] > highest))
}

/// The first decision at which both halves of the rounds put the winner above 80 %.
fn passes_80(game: &GameNotes, winner: Seat) -> Option<usize> {
    game.chances.iter().position(|chances| {
        // A half of the rounds, times 840, times 80 %.
        chances
            .halves
            .iter()
            .all(|half| u64::from(half[winner.index()]) * 10 > u64::from(chances.rounds) * 4 * WIN)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KindSet;
    use crate::metrics::play::measure::tests::{points, random_game, totals};
    use crate::metrics::play::notes::DecisionNotes;
    use crate::rng::{BlockStreams, Purpose};
    use crate::seat::SeatSet;

    /// Rounds in each half.
    const HALF: u32 = 100;

    /// A game for two, in which seat 0 has these chances in per cent, the same in both halves.
    fn game(chances: &[u32], winners: SeatSet) -> GameNotes {
        let noted = |chance: &u32| {
            let mut half = [0; MAX_SEATS];
            half[..2].copy_from_slice(&[chance * 840, (100 - chance) * 840]);
            ChanceNotes { halves: [half; 2], rounds: 2 * HALF, ..ChanceNotes::default() }
        };
        let decision =
            DecisionNotes { seat: Seat::new(0), legal: 2, kinds: KindSet::NONE.with(0), kind: 0 };
        let (decisions, chances) =
            (vec![decision; chances.len()], chances.iter().map(noted).collect());
        let mut game = GameNotes { decisions, chances, ..GameNotes::default() };
        game.end(winners, 2);
        game
    }

    fn only(seat: u8) -> SeatSet {
        SeatSet::only(Seat::new(seat))
    }

    #[test]
    fn the_lead_changes_where_chances_clearly_do() {
        let leads = |chances: &[u32]| -> Vec<Option<usize>> {
            game(chances, only(0)).leads.iter().map(|seat| seat.map(Seat::index)).collect()
        };
        // With 200 rounds, 130 against 70 are 60 apart: more than 4 times the root of 200, 56.6.
        // With 64 % they are 56 apart.
        assert_eq!(leads(&[50, 64, 65, 50, 35]), [None, None, Some(0), Some(0), Some(1)]);
        assert_eq!(leads(&[64, 36, 64, 50]), [None; 4]);
        // Four decisions with 58 % each are 800 rounds, 128 apart: more than 4 times the root of
        // 800, 113.1. Three are 96 apart, with a bound of 98.
        assert_eq!(leads(&[58, 58, 58, 58, 58]), [None, None, None, Some(0), Some(0)]);
        assert_eq!(totals(&LEAD_CHANGES, &game(&[90, 10, 10, 90, 50, 10], only(1))), [(3, 1)]);
        assert_eq!(
            totals(&LEAD_CHANGES, &game(&[50, 90, 90], only(0))),
            [(0, 1)],
            "the first leader is no change"
        );
    }

    #[test]
    fn a_lead_of_three_is_a_lead_over_both_others() {
        let mut game = game(&[90], only(0));
        game.chances[0].halves = [[60 * 840, 30 * 840, 10 * 840, 0, 0, 0, 0, 0]; 2];
        game.end(only(0), 3);
        // 120 against 60 are 60 apart: more than 4 times the root of 180, 53.7.
        assert_eq!(game.leads, [Some(Seat::new(0))]);
        game.chances[0].halves = [[45 * 840, 45 * 840, 10 * 840, 0, 0, 0, 0, 0]; 2];
        game.end(only(0), 3);
        assert_eq!(game.leads, [None]);
    }

    #[test]
    fn drama_measures_how_far_the_winner_was_behind() {
        // Behind by 80 and by 20 points, then ahead.
        let lost = game(&[90, 60, 10, 5], only(1));
        assert_eq!(totals(&DRAMA, &lost), [(100 * 2 * 840 * 840, 4)]);
        assert_eq!(
            totals(&DRAMA, &game(&[90, 60, 10, 5], only(0))),
            [((80 + 90) * 2 * 840 * 840, 4)]
        );
        // If two share the win, one is always as far ahead as the other is behind.
        assert_eq!(
            totals(&DRAMA, &game(&[90, 10], only(0).with(Seat::new(1)))),
            [(80 * 2 * 840 * 840, 2)]
        );
        assert_eq!(totals(&DRAMA, &game(&[90, 10], SeatSet::NONE)), [(0, 0)], "nobody won");
        let course = &points(&DRAMA, &lost)[0][1..];
        assert_eq!(course[0], (80 * 2 * 840 * 840, 1));
        assert_eq!((course[2], course[5]), ((20 * 2 * 840 * 840, 1), (0, 1)));
    }

    #[test]
    fn the_moment_of_decision_is_found() {
        // Seat 0 takes the lead at the first decision, seat 1 for good at the sixth of eight.
        let won = game(&[80, 80, 50, 50, 50, 15, 15, 2], only(1));
        assert_eq!(totals(&MOMENT_OF_DECISION, &won), [(6250, 1)]);
        assert_eq!(totals(&TURNAROUNDS, &won), [(1, 1)]);
        // It passes the other's highest chance, 80 %, with 85 %.
        assert_eq!(totals(&DECISIVE_THRESHOLD, &won), [(6250, 1)]);
        assert_eq!(totals(&DECISIVE_80, &won), [(6250, 1)]);
        // A winner who led from the start.
        let led = game(&[70, 75, 79, 90], only(0));
        assert_eq!(totals(&MOMENT_OF_DECISION, &led), [(0, 1)]);
        assert_eq!(totals(&DECISIVE_THRESHOLD, &led), [(0, 1)]);
        assert_eq!(totals(&DECISIVE_80, &led), [(7500, 1)]);
        assert_eq!(totals(&TURNAROUNDS, &led), [(0, 1)]);
        // A surprise at the very end.
        let surprise = game(&[80, 90], only(1));
        for measure in [&MOMENT_OF_DECISION, &DECISIVE_THRESHOLD, &DECISIVE_80] {
            assert_eq!(totals(measure, &surprise), [(10_000, 1)]);
        }
        for winners in [SeatSet::NONE, only(0).with(Seat::new(1))] {
            for measure in [&MOMENT_OF_DECISION, &DECISIVE_THRESHOLD, &DECISIVE_80, &TURNAROUNDS] {
                assert_eq!(
                    totals(measure, &game(&[80, 90], winners)),
                    [(0, 0)],
                    "nobody won alone"
                );
            }
        }
    }

    /// In a game without any influence, the chances from rollouts are pure noise. The noise must
    /// not become drama.
    #[test]
    fn noise_is_not_drama() {
        for players in [2, 4] {
            let games: Vec<GameNotes> = (0..120)
                .map(|game| {
                    random_game(
                        &mut BlockStreams::new(5, game).stream(Purpose::Rollouts(0)),
                        players,
                        32,
                        100,
                        1,
                    )
                })
                .collect();
            let mean = |measure: &'static Measure| {
                let all: Vec<(i64, u64)> =
                    games.iter().map(|game| totals(measure, game)[0]).collect();
                let (points, among) =
                    all.iter().fold((0, 0), |(points, among), one| (points + one.0, among + one.1));
                points as f64 / among as f64 / measure.scale.of(32) as f64
            };
            assert!(mean(&LEAD_CHANGES) < 0.02, "{}", mean(&LEAD_CHANGES));
            assert!(mean(&TURNAROUNDS) < 0.1, "{}", mean(&TURNAROUNDS));
            // 12,000 decisions, each with a standard deviation below 0.2.
            assert!(mean(&DRAMA).abs() < 0.004, "{}", mean(&DRAMA));
            for measure in [&MOMENT_OF_DECISION, &DECISIVE_THRESHOLD, &DECISIVE_80] {
                assert!(mean(measure) > 0.95, "{}: {}", measure.name, mean(measure));
            }
        }
    }
}
