//! The topics of results. Each has its lines of the answer, its table, its sentences and its charts
//! in one place. The media collect these, and know no topic.

pub(super) mod adapted;
mod belief;
mod cells;
pub(super) mod changes;
pub(super) mod endings;
pub(super) mod events;
pub(super) mod fairest;
pub(super) mod goals;
mod knobs;
mod ladder;
pub(super) mod length;
mod neighbours;
pub(super) mod one_side;
mod places;
pub(super) mod play;
pub(super) mod points;
pub(super) mod quantity;
mod questions;
mod restrictions;
pub(super) mod seats;
pub(super) mod skill;
pub(super) mod strength;
mod telling;
pub(super) mod turned;
pub(super) mod unfinished;

pub(crate) use belief::Belief;
pub(super) use telling::{Answering, Shown, Telling};

use crate::experiment::Item;

/// Returns the words of an item.
pub(super) fn telling_of(item: Item) -> Telling {
    match item {
        Item::Cells => cells::TELLING,
        Item::GoingFirst => seats::OF_FIRST,
        Item::Seats => seats::OF_SEATS,
        Item::Strength => strength::TELLING,
        Item::Neighbours => neighbours::TELLING,
        Item::Length => length::TELLING,
        Item::Endings => endings::TELLING,
        Item::AllEndings => endings::OF_ALL,
        Item::Events => events::TELLING,
        Item::OneSide => one_side::TELLING,
        Item::Play => play::TELLING,
        Item::PlayQuestions => questions::TELLING,
        Item::Restrictions => restrictions::TELLING,
        Item::Changes => changes::TELLING,
        Item::Fairest => fairest::TELLING,
        Item::NothingCures => fairest::NOTHING_CURES,
        Item::Points => points::TELLING,
        Item::Skill => skill::TELLING,
        Item::Ratings => strength::OF_RATINGS,
        Item::Pairs => strength::OF_PAIRS,
        Item::Rungs => ladder::TELLING,
        Item::Places => places::TELLING,
        Item::Weights => places::OF_WEIGHTS,
        Item::Knobs => knobs::TELLING,
        Item::Trainings => adapted::TELLING,
    }
}
