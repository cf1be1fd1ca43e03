//! The question of an experiment. The verdicts that answer it are one family, all
//! others another one.

use fairdeal_core::game::felt_unit;
use fairdeal_core::metrics::{Kind, LENGTH, Label, QuantityDescription, Topic};
use fairdeal_core::rows::Family;

/// The subject that `ask` names.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AskedFirst<'a> {
    /// A topic.
    Topic(Topic),
    /// The length in a unit of the game, by its name.
    Length(&'a str),
    /// A quantity.
    Quantity(&'static QuantityDescription),
    /// An event of the game, by its name.
    Event(&'a str),
}

impl AskedFirst<'_> {
    /// The topic that it belongs to.
    pub fn topic(self) -> Topic {
        match self {
            Self::Topic(topic) => topic,
            Self::Length(_) => Topic::Length,
            Self::Quantity(quantity) => quantity.topic,
            Self::Event(_) => Topic::Events,
        }
    }

    /// Whether a quantity about a subject is a part of it.
    pub fn covers(self, quantity: &QuantityDescription, subject: &str) -> bool {
        match self {
            Self::Topic(topic) => quantity.topic == topic,
            Self::Length(unit) => *quantity == LENGTH && subject == unit,
            Self::Quantity(asked) => quantity == asked,
            Self::Event(name) => quantity.topic == Topic::Events && subject == name,
        }
    }
}

/// The question of an experiment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Asked<'a> {
    /// The subject that `ask` names, and how variants change it; or only the changes.
    Named {
        /// The subject.
        what: AskedFirst<'a>,
        /// Whether only changes count.
        changes: bool,
    },
    /// Its goals, and nothing else.
    Goals,
    /// One set of rules: going first, who is stronger, and the cost of restrictions.
    #[default]
    Rules,
    /// Variants: their effects on going first, on who is stronger, and on the length.
    Changes,
    /// A sweep: going first at every point.
    Points,
    /// A ladder: who is stronger.
    Strength,
    /// The strategies in one place.
    InPlace,
}

impl Asked<'_> {
    /// The family of a verdict about a fact of a topic: about a share of wins, not about a change.
    pub(super) fn of_fact(self, topic: Topic) -> Family {
        family(match self {
            Self::Named { what, changes } => !changes && what == AskedFirst::Topic(topic),
            Self::Rules => matches!(topic, Topic::GoingFirst | Topic::Strength),
            Self::Points => topic == Topic::GoingFirst,
            Self::Strength => topic == Topic::Strength,
            Self::Goals | Self::Changes | Self::InPlace => false,
        })
    }

    /// The family of a verdict about a change of a quantity about a subject.
    pub(super) fn of_change(
        self,
        label: &Label,
        quantity: &QuantityDescription,
        subject: &str,
    ) -> Family {
        family(match self {
            Self::Named { what, .. } => what.covers(quantity, subject),
            Self::Changes => {
                let unit = felt_unit(label.game.length_units);
                quantity.kind != Kind::Percentile
                    && quantity.is_asked_for(
                        subject,
                        unit,
                        label.game.is_one_side(label.shape.players()),
                    )
            }
            _ => false,
        })
    }

    /// The family of a verdict about the cost of a restriction.
    pub(super) fn of_restriction(self) -> Family {
        family(matches!(self, Self::Rules))
    }

    /// The family of a verdict about who does best in one place.
    pub(super) fn of_place(self) -> Family {
        family(match self {
            Self::Named { what, .. } => what == AskedFirst::Topic(Topic::Strength),
            _ => self == Self::InPlace,
        })
    }
}

fn family(is_asked: bool) -> Family {
    if is_asked { Family::Asked } else { Family::Explored }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairdeal_core::metrics::GOING_FIRST;

    #[test]
    fn what_is_asked_is_a_family() {
        let going_first = AskedFirst::Topic(Topic::GoingFirst);
        let fact = Asked::Named { what: going_first, changes: false };
        let change = Asked::Named { what: going_first, changes: true };
        assert_eq!(fact.of_fact(Topic::GoingFirst), Family::Asked);
        assert_eq!(fact.of_fact(Topic::Strength), Family::Explored);
        assert_eq!(change.of_fact(Topic::GoingFirst), Family::Explored);
        assert!(going_first.covers(&GOING_FIRST, "") && GOING_FIRST.topic == Topic::GoingFirst);
        assert_eq!(Asked::Points.of_fact(Topic::GoingFirst), Family::Asked);
        assert_eq!(Asked::Strength.of_fact(Topic::GoingFirst), Family::Explored);
        for asked in [Asked::Goals, Asked::Changes, Asked::InPlace] {
            assert_eq!(asked.of_fact(Topic::GoingFirst), Family::Explored, "{asked:?}");
        }
        assert_eq!(Asked::InPlace.of_place(), Family::Asked);
        assert_eq!(Asked::Rules.of_restriction(), Family::Asked);
    }
}
