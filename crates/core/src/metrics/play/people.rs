//! What people at the table feel: how long they wait, who is out of the game early, whether a lead
//! is kept, and whether a player who cannot win decides who does.

use super::measure::{About, Measure, MeasureUnit, Over, Scale};
use super::notes::GameNotes;
use crate::seat::{MAX_SEATS, Seat, WIN};

/// The measures that need no chances of winning.
pub(super) const PEOPLE: [Measure; 4] = [LONGEST_WAIT, OUT_EARLY, LEADER_WINS, AHEAD];

/// The measures that use chances of winning.
pub(super) const HOPES: [Measure; 3] = [HOPELESS, KINGMAKING, STAKES_OF_KIND];

/// The most decisions of others between two decisions of a player.
pub const LONGEST_WAIT: Measure = Measure {
    name: "longest_wait",
    meaning: "in a game, the most decisions of others between two decisions of one player",
    unit: MeasureUnit::Decisions,
    over: Over::Games,
    of_game: |game, points| {
        if game.players > 1 {
            points.add(0, None, longest_wait(game), 1);
        }
    },
    ..Measure::OF_CHOICES
};

/// The part of a game that is left after the first player's last decision.
pub const OUT_EARLY: Measure = Measure {
    name: "out_early",
    meaning: "how much of the game is left when one of the players has taken the last decision, \
        without one more decision of each other player",
    unit: MeasureUnit::ShareOfGame,
    over: Over::Games,
    scale: Scale::Fixed(PARTS),
    of_game: |game, points| {
        let all = game.decisions.len() as u64;
        if all > 0 && game.players > 1 {
            points.add(0, None, (left_over(game) * PARTS / all).cast_signed(), 1);
        }
    },
    ..Measure::OF_CHOICES
};

/// How often the player who is ahead wins in the end, by the part of the game that is over. A shared
/// win counts as its share.
pub const LEADER_WINS: Measure = Measure {
    name: "leader_wins",
    meaning: "among games with a winner in which one player is ahead by the rules after a part of \
        the decisions, how often this player wins",
    over: Over::Games,
    about: About::Each(&PARTS_OF_A_GAME),
    scale: Scale::Fixed(WIN),
    of_game: |game, points| {
        if game.winners.count() > 0 {
            for (part, leader) in sole_leaders(game) {
                let won = leader.map(|seat| game.winners.credit(seat).cast_signed());
                points.add(part, None, won.unwrap_or(0), won.is_some().into());
            }
        }
    },
    ..Measure::OF_CHOICES
};

/// How often one player is ahead of all others at that time.
pub const AHEAD: Measure = Measure {
    name: "ahead",
    meaning: "the share of games with a winner in which one player is ahead of all others by the \
        rules after a part of the decisions",
    over: Over::Games,
    about: About::Each(&PARTS_OF_A_GAME),
    of_game: |game, points| {
        if game.winners.count() > 0 {
            for (part, leader) in sole_leaders(game) {
                points.add(part, None, leader.is_some().into(), 1);
            }
        }
    },
    ..Measure::OF_CHOICES
};

/// The share of the decisions of players who win in no rollout of any of their actions.
pub const HOPELESS: Measure = Measure {
    name: "hopeless",
    meaning: "the share of decisions of players who win in none of the games that are played on \
        from there",
    course: Some("the share of decisions of players who can hardly win any more"),
    over: Over::Decisions,
    of_game: |game, points| {
        for (place, chances) in game.watched() {
            points.add(0, Some(game.part(place)), chances.is_hopeless.into(), 1);
        }
    },
    ..Measure::OF_CHANCES
};

/// The share of decisions at which a player without a chance decides who wins: one of its actions
/// gives another player clearly more than a tenth of a win more than another action does.
pub const KINGMAKING: Measure = Measure {
    name: "kingmaking",
    meaning: "at tables for three or more, the share of decisions at which a player who cannot win \
        any more decides which of the others does",
    over: Over::Decisions,
    of_game: |game, points| {
        if game.players > 2 {
            for (_, chances) in game.watched() {
                points.add(0, None, chances.is_kingmaker.into(), 1);
            }
        }
    },
    ..Measure::OF_CHANCES
};

/// The stakes of decisions by what was chosen.
pub const STAKES_OF_KIND: Measure = Measure {
    name: "stakes_of_kind",
    meaning: "how far the best action is above the worst, at decisions with a choice in which an \
        action of this kind was taken",
    unit: MeasureUnit::Chance,
    over: Over::Decisions,
    scale: Scale::Rollouts(1),
    about: About::ActionKinds,
    of_game: |game, points| {
        for (place, chances) in game.watched().filter(|(_, chances)| chances.is_choice) {
            if let Some(decision) = game.decisions.get(place) {
                points.add(decision.kind, None, chances.stakes, 1);
            }
        }
    },
    ..Measure::OF_CHANCES
};

/// Parts are counted in ten-thousandths of a game.
const PARTS: u64 = 10_000;

/// When it is asked who is ahead.
const PARTS_OF_A_GAME: [&str; 3] = ["a third", "a half", "two thirds"];

/// The same in sixths.
const SIXTHS: [usize; 3] = [2, 3, 4];

fn longest_wait(game: &GameNotes) -> i64 {
    let (mut last, mut longest) = ([None::<usize>; MAX_SEATS], 0);
    for (place, decision) in game.decisions.iter().enumerate() {
        let own = &mut last[decision.seat.index() % MAX_SEATS];
        longest = longest.max(own.map_or(0, |before| place - before - 1));
        *own = Some(place);
    }
    longest as i64
}

/// The number of decisions after the last one of the player who takes its last one first, without one
/// of each other player, who may just end the round. A player without any decision is out from the
/// beginning.
fn left_over(game: &GameNotes) -> u64 {
    let last = |seat: Seat| game.decisions.iter().rposition(|decision| decision.seat == seat);
    let ends = Seat::all(game.players).map(|seat| last(seat).map_or(0, |place| place + 1));
    let left = game.decisions.len() - ends.min().unwrap_or(0);
    left.saturating_sub(game.players - 1) as u64
}

/// For each of the parts, the player who is ahead of all others then, if there is one.
fn sole_leaders(game: &GameNotes) -> impl Iterator<Item = (usize, Option<Seat>)> + '_ {
    SIXTHS.iter().enumerate().map(|(part, sixths)| {
        let leaders = game.ahead.get(game.ahead.len() * sixths / 6);
        let sole = leaders.filter(|leaders| leaders.count() == 1);
        (part, sole.and_then(|sole| Seat::all(game.players).find(|seat| sole.contains(*seat))))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KindSet;
    use crate::metrics::play::measure::tests::totals;
    use crate::metrics::play::notes::{ChanceNotes, DecisionNotes};
    use crate::playthrough::Estimate;
    use crate::seat::SeatSet;

    fn game(seats: &[u8], ahead: &[&[u8]], winners: &[u8], players: usize) -> GameNotes {
        let of =
            |seats: &[u8]| seats.iter().fold(SeatSet::NONE, |set, seat| set.with(Seat::new(*seat)));
        let decision = |seat: &u8| DecisionNotes {
            seat: Seat::new(*seat),
            legal: 2,
            kinds: KindSet::NONE.with(0),
            kind: 0,
        };
        let mut game = GameNotes {
            decisions: seats.iter().map(decision).collect(),
            ahead: ahead.iter().map(|seats| of(seats)).collect(),
            ..GameNotes::default()
        };
        game.end(of(winners), players);
        game
    }

    #[test]
    fn waits_and_ends_are_counted_in_decisions() {
        let long = game(&[0, 1, 0, 0, 0, 1, 0, 0], &[], &[0], 2);
        assert_eq!(totals(&LONGEST_WAIT, &long), [(3, 1)]);
        // The second player's last decision is the sixth of eight; the seventh would end the round.
        assert_eq!(totals(&OUT_EARLY, &long), [(1250, 1)]);
        assert_eq!(totals(&OUT_EARLY, &game(&[0, 0], &[], &[0], 2)), [(5000, 1)], "never asked");
        assert_eq!(totals(&LONGEST_WAIT, &game(&[0, 0], &[], &[0], 1)), [(0, 0)], "alone");
    }

    #[test]
    fn only_one_player_alone_is_ahead() {
        let ahead: [&[u8]; 6] = [&[0, 1], &[0, 1], &[1], &[0], &[0, 1], &[0]];
        let won = game(&[0, 1, 0, 1, 0, 1], &ahead, &[0], 2);
        assert_eq!(totals(&AHEAD, &won), [(1, 1), (1, 1), (0, 1)]);
        assert_eq!(totals(&LEADER_WINS, &won), [(0, 1), (840, 1), (0, 0)]);
        let shared = game(&[0, 1, 0, 1, 0, 1], &ahead, &[0, 1], 2);
        assert_eq!(totals(&LEADER_WINS, &shared)[1], (420, 1));
        assert_eq!(totals(&AHEAD, &game(&[0], &[&[0]], &[], 2)), [(0, 0); 3], "no winner");
    }

    /// The notes of eight rounds in which the first player has these chances with both actions, and
    /// the second wins after the first action in so many of eight, after the other in none.
    fn notes(own: u32, second: usize) -> ChanceNotes {
        let round = |round: usize| {
            let seconds = if round % 8 < second { 840 } else { 0 };
            [[own, seconds, 840 - seconds, 0, 0, 0, 0, 0], [own, 0, 840, 0, 0, 0, 0, 0]]
        };
        let all: Vec<_> = (0..8).flat_map(round).collect();
        ChanceNotes::of(&Estimate {
            seat: Seat::new(0),
            actions: 2,
            taken: 0,
            worth: all.iter().map(|shares| shares[0]).collect(),
            all,
            shares: vec![[0; MAX_SEATS]; 8],
            values: vec![[0; 3]; 8],
        })
    }

    #[test]
    fn a_player_without_hope_may_decide() {
        let king = notes(0, 8);
        assert!(king.is_hopeless && king.is_kingmaker);
        assert!(notes(0, 0).is_hopeless && !notes(0, 0).is_kingmaker, "nothing depends on it");
        assert!(!notes(1, 8).is_hopeless && !notes(1, 8).is_kingmaker, "it can win");
        assert!(!notes(0, 1).is_kingmaker, "one game of eight may be luck");
        let mut three = game(&[0, 1, 2], &[], &[1], 3);
        three.chances = vec![king, notes(1, 8), notes(1, 8)];
        assert_eq!(totals(&KINGMAKING, &three), [(1, 3)]);
        assert_eq!(totals(&HOPELESS, &three), [(1, 3)]);
        // Chances at every second decision belong to the first and the third.
        three.decisions[2].kind = 1;
        (three.every, three.chances[1]) = (2, ChanceNotes { stakes: 7, is_choice: true, ..king });
        three.chances.truncate(2);
        assert_eq!(totals(&STAKES_OF_KIND, &three)[1], (7, 1));
        // Those that begin with the second decision are one only.
        three.first = 1;
        assert_eq!(three.watched().map(|(place, _)| place).collect::<Vec<_>>(), [1, 3]);
    }
}
