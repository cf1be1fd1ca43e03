//! The options of the players, and their choices.

use super::measure::{About, GamePoints, Measure, MeasureUnit, Over};
use super::notes::{DecisionNotes, GameNotes};

/// The measures of choices, counted in the blocks in which decisions are counted.
pub static CHOICES: [Measure; 5] = [BRANCHING, FORCED, LONGEST_FORCED_RUN, LEGAL, CHOSEN];

/// The number of legal actions: Ludii's branching factor (BranchingFactor.java), with the decisions
/// of all seats.
pub const BRANCHING: Measure = Measure {
    name: "branching",
    meaning: "legal actions at a decision",
    course: Some("how many actions are legal"),
    unit: MeasureUnit::LegalActions,
    of_game: |game, points| of_decisions(game, points, |decision| decision.legal.into()),
    ..Measure::OF_CHOICES
};

/// The share of forced decisions: 1 minus TAG's decision share (GameMetrics.Decisions).
pub const FORCED: Measure = Measure {
    name: "forced",
    meaning: "the share of decisions with one legal action",
    course: Some("the share of decisions with one legal action"),
    of_game: |game, points| of_decisions(game, points, |decision| (decision.legal == 1).into()),
    ..Measure::OF_CHOICES
};

/// The longest run of forced decisions of one player.
pub const LONGEST_FORCED_RUN: Measure = Measure {
    name: "longest_forced_run",
    meaning: "the longest run of forced decisions of one player in a game",
    unit: MeasureUnit::Decisions,
    over: Over::Games,
    of_game: |game, points| points.add(0, None, game.longest_forced_run().into(), 1),
    ..Measure::OF_CHOICES
};

/// The share of decisions at which an action of a kind is legal.
pub const LEGAL: Measure = Measure {
    name: "legal",
    meaning: "the share of decisions at which an action of a kind is legal",
    course: Some("the share of decisions at which an action of a kind is legal"),
    about: About::ActionKinds,
    of_game: |game, points| {
        of_kinds(game, points, |decision, kind| decision.kinds.contains(kind));
    },
    ..Measure::OF_CHOICES
};

/// The share of decisions at which an action of a kind is chosen.
pub const CHOSEN: Measure = Measure {
    name: "chosen",
    meaning: "the share of decisions at which an action of a kind is chosen",
    course: Some("the share of decisions at which an action of a kind is chosen"),
    about: About::ActionKinds,
    of_game: |game, points| {
        of_kinds(game, points, |decision, kind| decision.kind == kind);
    },
    ..Measure::OF_CHOICES
};

/// Adds a number for each decision.
fn of_decisions(
    game: &GameNotes,
    points: &mut GamePoints<'_>,
    number: impl Fn(&DecisionNotes) -> i64,
) {
    for (part, decision) in game.with_parts() {
        points.add(0, Some(part), number(decision), 1);
    }
}

/// Adds, for each decision and kind of action, whether a condition holds.
fn of_kinds(
    game: &GameNotes,
    points: &mut GamePoints<'_>,
    is_so: impl Fn(&DecisionNotes, usize) -> bool,
) {
    for (part, decision) in game.with_parts() {
        for kind in 0..points.subjects() {
            points.add(kind, Some(part), is_so(decision, kind).into(), 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::KindSet;
    use crate::metrics::play::measure::tests::{points, totals};
    use crate::seat::Seat;

    /// A game of these decisions: the seat, the number of legal actions, their kinds and the chosen
    /// kind.
    fn game(decisions: &[(u8, u32, u8, usize)]) -> GameNotes {
        let noted = |&(seat, legal, kinds, kind): &(u8, u32, u8, usize)| DecisionNotes {
            seat: Seat::new(seat),
            legal,
            kinds: (0..8).filter(|kind| kinds >> kind & 1 == 1).fold(KindSet::NONE, KindSet::with),
            kind,
        };
        GameNotes { decisions: decisions.iter().map(noted).collect(), ..GameNotes::default() }
    }

    #[test]
    fn decisions_are_averaged_by_hand() {
        let game = game(&[
            (0, 3, 0b11, 0),
            (1, 1, 0b01, 0),
            (0, 1, 0b10, 1),
            (1, 4, 0b11, 1),
            (0, 1, 0b01, 0),
        ]);
        assert_eq!(totals(&CHOICES[0], &game), [(10, 5)]);
        assert_eq!(totals(&CHOICES[1], &game), [(3, 5)]);
        // The last two decisions of seat 0 are forced.
        assert_eq!(totals(&CHOICES[2], &game), [(2, 1)]);
        assert_eq!(totals(&CHOICES[3], &game), [(4, 5), (3, 5)]);
        assert_eq!(totals(&CHOICES[4], &game), [(3, 5), (2, 5)]);
        // Five decisions lie in every other tenth.
        let course = &points(&CHOICES[0], &game)[0][1..];
        assert_eq!(
            course,
            [(3, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (4, 1), (0, 0), (1, 1), (0, 0)]
        );
    }

    #[test]
    fn a_forced_run_belongs_to_one_player() {
        // Both are forced again and again, but no player more than twice in a row.
        let taken = [(0, 1), (1, 1), (0, 1), (1, 2), (0, 2), (1, 1), (0, 1), (1, 1), (0, 3)];
        let runs: Vec<(u8, u32, u8, usize)> =
            taken.iter().map(|&(seat, legal)| (seat, legal, 1, 0)).collect();
        assert_eq!(totals(&CHOICES[2], &game(&runs)), [(2, 1)]);
        assert_eq!(totals(&CHOICES[2], &game(&[(0, 2, 1, 0)])), [(0, 1)]);
        assert_eq!(
            totals(&CHOICES[1], &GameNotes::default()),
            [(0, 0)],
            "a game without decisions brings nothing"
        );
    }
}
