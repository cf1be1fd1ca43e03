//! The quantities that are measures of play: how the game plays under a variant against the
//! baseline, on the same blocks. They are counted where an experiment has `[play]`.

use super::batch::{Batch, Block};
use super::cell::Cell;
use super::play::{Averages, CHANCES, CHOICES, Measure, PlayedBlock, THIRDS, measures};
use super::quantity::{
    About, Among, CellValue, FindInCell, Kind, Quantity, QuantityDescription, Tolerance, Topic,
    Unit, WhenAsked,
};
use super::shape::Shape;
use super::sums::Contribution;
use crate::rows::Source;

/// A measure of play that is compared.
struct Compared {
    measure: &'static Measure,
    /// The place of the subject among those of the measure.
    subject: usize,
    description: QuantityDescription,
}

/// What measures that are differences of chances have in common.
const CHANCE: QuantityDescription = QuantityDescription {
    name: "",
    meaning: "",
    topic: Topic::Play,
    about: About::Chances,
    kind: Kind::Mean,
    among: Among::Played,
    of_ended: false,
    unit: Unit::Points,
    tolerance: Tolerance::WinRate,
    asked: WhenAsked::Never,
    phrase: "",
};

/// What shares have in common.
const SHARE: QuantityDescription =
    QuantityDescription { unit: Unit::Percent, tolerance: Tolerance::Share, ..CHANCE };

/// What numbers have in common.
const NUMBER: QuantityDescription =
    QuantityDescription { unit: Unit::Count, tolerance: Tolerance::Length, ..CHANCE };

/// All of them, in the order of the tables.
const COMPARED: [Compared; 9] = [
    Compared {
        measure: &measures::BRANCHING,
        subject: 0,
        description: QuantityDescription {
            name: "branching",
            meaning: "legal actions at a decision, on average",
            about: About::Choices,
            phrase: "the mean number of legal actions is {after}{instead}",
            ..NUMBER
        },
    },
    Compared {
        measure: &measures::LEAD_CHANGES,
        subject: 0,
        description: QuantityDescription {
            name: "lead_changes",
            meaning: "how often in a game the clearly best chance to win passes to another player",
            phrase: "the lead clearly changes {after} times in a game{instead}",
            ..NUMBER
        },
    },
    Compared {
        measure: &measures::DRAMA,
        subject: 0,
        description: QuantityDescription {
            name: "drama",
            meaning: "how far the winner's chance is below the best one, on average",
            phrase: "the winner's chance is {after} below the best one on average{instead}",
            ..CHANCE
        },
    },
    Compared {
        measure: &measures::MOMENT_OF_DECISION,
        subject: 0,
        description: QuantityDescription {
            name: "moment_of_decision",
            meaning: "how much of the game is over when its winner takes the lead for good",
            phrase: "the winner leads for good after {after} of a game{instead}",
            ..SHARE
        },
    },
    Compared {
        measure: &measures::TURNAROUNDS,
        subject: 0,
        description: QuantityDescription {
            name: "turnarounds",
            meaning: "the share of games won by a player after another clearly had the better \
                chance",
            phrase: "in {after} of {games} another player clearly led before the winner{instead}",
            ..SHARE
        },
    },
    Compared {
        measure: &measures::TENSION,
        subject: 0,
        description: QuantityDescription {
            name: "tension",
            meaning: "how far the best action is above the second best, in points of the chance to \
                win",
            phrase: "the best action is {after} above the second best{instead}",
            ..CHANCE
        },
    },
    Compared {
        measure: &measures::STAKES,
        subject: 0,
        description: QuantityDescription {
            name: "stakes",
            meaning: "how far the best action is above the worst, in points of the chance to win",
            phrase: "the best action is {after} above the worst{instead}",
            ..CHANCE
        },
    },
    Compared {
        measure: &measures::STAKES,
        subject: 0,
        description: QuantityDescription {
            name: "stakes_by_third",
            meaning: "how far the best action is above the worst in each third of a game, in points \
                of the chance to win",
            about: About::Thirds,
            phrase: "in the {subject} of a game the best action is {after} above the worst{instead}",
            ..CHANCE
        },
    },
    Compared {
        measure: &measures::DEAD_DECISIONS,
        subject: 2,
        description: QuantityDescription {
            name: "dead_decisions",
            meaning: "the share of choices in which no action is clearly more than one point better \
                than another",
            phrase: "in {after} of the choices no action is clearly better than another{instead}",
            ..SHARE
        },
    },
];

impl Compared {
    /// The place of its sums among those of all measures, and the scale and the shift of its
    /// points; `None` if it is not counted.
    fn place(&self, shape: &Shape, subject: usize) -> Option<(usize, u64, u64)> {
        let play = shape.play?;
        let rollouts = play.rollouts.unwrap_or(0);
        let (measures, part): (&[Measure], usize) = match self.description.about {
            About::Thirds => (&CHANCES, Measure::third(subject)),
            _ if self.measure.of_chances => (&CHANCES, 0),
            _ => (&CHOICES, 0),
        };
        let place = Averages::place(measures, play.game, self.measure, self.subject) + part;
        Some((place, self.measure.scale.of(rollouts), self.measure.shift(rollouts)))
    }

    fn in_cell<'c>(&self, cell: &'c Cell, shape: &Shape, subject: usize) -> Option<CellValue<'c>> {
        let (place, ..) = self.place(shape, subject)?;
        let counts = cell.play.as_ref()?;
        let (averages, rollouts) = if self.measure.of_chances {
            let chances = counts.chances.as_ref()?;
            (&chances.averages, chances.rollouts)
        } else {
            (&counts.choices, 0)
        };
        let sums = averages.at(place)?;
        Some(CellValue::Played { measure: self.measure, sums, rollouts })
    }

    /// The contribution of a block. The scale goes into the number of games or decisions, and the
    /// points are shifted so that none are negative: a difference of means does not change.
    fn of_block(
        &self,
        shape: &Shape,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + use<> {
        let (place, of_chances) = (self.place(shape, subject), self.measure.of_chances);
        move |block| {
            let tallies = block.play.and_then(|play| play.tallies(of_chances));
            let counted = place.zip(tallies).and_then(|((place, scale, shift), tallies)| {
                let tally = tallies.get(place)?;
                Some(Contribution {
                    points: tally.points + (shift * tally.among) as i64,
                    among: scale * tally.among,
                    shared: false,
                })
            });
            counted.unwrap_or_default()
        }
    }
}

/// The measure at a place of the list.
pub(super) struct Played<const PLACE: usize>;

impl<const PLACE: usize> Quantity for Played<PLACE> {
    const DESCRIPTION: &'static QuantityDescription = &COMPARED[PLACE].description;
    const IN_CELL: Option<FindInCell> =
        Some(|cell, shape, subject| COMPARED[PLACE].in_cell(cell, shape, subject));

    fn of_block<'b>(
        batch: &'b Batch<'_>,
        subject: usize,
    ) -> impl Fn(Block<'_>) -> Contribution + 'b {
        COMPARED[PLACE].of_block(batch.shape, subject)
    }
}

/// The share of who wins that the cards explain.
pub(super) struct LuckShare;

impl Quantity for LuckShare {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "luck_share",
        meaning: "how much of who wins the cards explain, where two strategies are crossed",
        about: About::Crossed,
        kind: Kind::VarianceShare(Source::Cards),
        among: Among::Games,
        phrase: "the cards explain {after} of who wins{instead}",
        ..SHARE
    };
    const IN_CELL: Option<FindInCell> = COUNTED_BESIDE;
}

/// The share of who wins that the choice of strategies explains.
pub(super) struct SkillShare;

impl Quantity for SkillShare {
    const DESCRIPTION: &'static QuantityDescription = &QuantityDescription {
        name: "skill_share",
        meaning: "how much of who wins the strategies explain, where two of them are crossed",
        about: About::Crossed,
        kind: Kind::VarianceShare(Source::Strategies),
        among: Among::Games,
        phrase: "the strategies explain {after} of who wins{instead}",
        ..SHARE
    };
    const IN_CELL: Option<FindInCell> = COUNTED_BESIDE;
}

/// Crossed strategies are counted beside the cells.
const COUNTED_BESIDE: Option<FindInCell> = Some(|_, _, _| None);

impl QuantityDescription {
    /// Whether a block was watched for the quantity, if it is a measure of play.
    pub(super) fn is_played(&self, block: &Block<'_>) -> bool {
        let of_chances = self.about != About::Choices;
        block.play.and_then(|play: &PlayedBlock| play.tallies(of_chances)).is_some()
    }

    /// The subjects of a measure of play in games of a shape.
    pub(super) fn played_subjects(&self, shape: &Shape) -> Vec<&'static str> {
        let has_chances =
            shape.players() > 1 && shape.play.is_some_and(|play| play.rollouts.is_some());
        match self.about {
            About::Choices if shape.play.is_some() => vec![""],
            About::Chances if has_chances => vec![""],
            About::Thirds if has_chances => THIRDS.to_vec(),
            About::Crossed if shape.play.is_some_and(|play| play.is_crossed) => vec![""],
            _ => Vec::new(),
        }
    }
}
