//! The features of a position of Crisps and an action for a learned player: the terms of the
//! heuristic, and the cards themselves.

use super::answers::{Answers, NoneFrom};
use super::turns::{Sequences, Split};
use crate::games::crisps::rules::{FirstDraw, SpecialOrder};
use crate::games::crisps::{Action, Combination, Crisps, Hand, Kind, RANKS, SPECIAL, View};
use crate::strategy::{FeatureGroup, Features, Learnable, chance_step, feature_groups};

const R: usize = RANKS as usize;

feature_groups! {
    /// The decision: to lead, to follow, to choose a card and lead, or to choose a card without
    /// leading.
    STAGE: 4;
    /// The seat's own cards, by rank: one, two, three, four of it.
    HAND: 4 * R;
    /// The unseen cards, by rank: one, two, three, four of it.
    UNSEEN: 4 * R;
    /// For each rank, the first, second, third and fourth card that the opponent is known to hold.
    KNOWN: 4 * R;
    /// The ranks of the seat that the opponent knows.
    SHOWN: R;
    /// The number of the opponent's cards.
    OPPONENT: 20;
    /// The number of unseen cards in the pile.
    PILE: 20;
    /// The number of the seat's cards.
    OWN: 20;
    /// The card that lies face up.
    FACE_UP: R;
    /// The kind and rank of the combination to beat.
    CURRENT: 6 * R;
    /// Its cards.
    CURRENT_CARDS: 12;
    /// The chance that an unseen card is in the opponent's hand.
    HELD: 10;
    /// Rules that are true or false.
    FLAGS: 8;
    /// The shortest runs and stairs.
    SHORTEST: 20;
    /// The lowest rank, and the copies of each.
    DECK: 16;
    /// The kind and rank of the action.
    PLAYED: 8 * R;
    /// Its cards.
    PLAYED_CARDS: 12;
    /// The card that the opponent gains, if it is known.
    GIVEN: R;
    /// The number of cards left.
    LEFT: 20;
    /// The number of combinations that they form.
    TURNS: 10;
    /// The number of combinations, up to five, by the number of the opponent's cards.
    RACE: 6 * 8;
    /// Single cards, pairs, and triples or quads that are left outside runs and stairs.
    LOOSE: 3 * R;
    /// The single cards, by the number of unseen cards that beat them.
    SINGLES_BEATEN: 8;
    /// The pairs, by the number of ranks with unseen pairs that beat them.
    PAIRS_BEATEN: 6;
    /// The chance that the next card gained needs no further turn.
    FITS: 8;
    /// The chance that the opponent beats the action.
    BEATEN: 17;
    /// The chance that the opponent goes out by beating it.
    LOST: 17;
    /// The chance to be beaten, in five steps, by the combinations that are left, up to three.
    HOLDS: 5 * 4;
}

/// By the number of unseen cards that beat a single card: its index in the group.
static BEATEN_BY: [u8; 16] = [0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7];

/// The common part of all actions of a decision.
#[derive(Debug)]
pub struct Position {
    answers: Answers,
    /// The answers to singles and pairs.
    none_from: [NoneFrom; 2],
    sequences: Sequences,
}

/// Notes the ranks of a hand, with the number of cards of each.
#[inline(always)]
fn note_cards(group: FeatureGroup, hand: Hand, features: &mut impl Features) {
    let mut ranks = hand.ranks(1);
    while ranks != 0 {
        let rank = ranks.trailing_zeros() as u8;
        ranks &= ranks - 1;
        features.with(group.at(4 * usize::from(rank) + hand.count(rank) as usize - 1));
    }
}

/// Notes the ranks in a set of bits.
#[inline(always)]
fn note_ranks(group: FeatureGroup, first: usize, mut ranks: u16, features: &mut impl Features) {
    while ranks != 0 {
        features.with(group.at(first + ranks.trailing_zeros() as usize));
        ranks &= ranks - 1;
    }
}

impl Position {
    /// Notes the properties of a remaining hand.
    #[inline(always)]
    fn note_left(&self, view: &View<'_>, hand: Hand, features: &mut impl Features) -> u32 {
        let split = Split::of(hand, self.sequences);
        let (unseen, turns) = (self.answers.unseen, split.turns() as usize);
        features.with(LEFT.at(hand.size() as usize));
        features.with(TURNS.at(turns));
        features.with(RACE.at(8 * turns.min(5) + (self.answers.opponent_cards as usize).min(7)));
        features.with(FITS.at(chance_step(split.chance_to_fit(unseen), 8)));
        let higher = u8::from(!view.rules.knobs.follow_equal);
        let mut singles = split.loose(1);
        while singles != 0 {
            let rank = singles.trailing_zeros() as usize;
            singles &= singles - 1;
            // The ranks that beat it, in all planes.
            let from = (0xffffu64 << (rank + usize::from(higher)) & 0xffff) * 0x0001_0001_0001_0001;
            let beating = (unseen.planes() & from).count_ones();
            features.with(LOOSE.at(rank));
            features.with(SINGLES_BEATEN.at(usize::from(BEATEN_BY[beating.min(15) as usize])));
        }
        let mut pairs = split.loose(2);
        while pairs != 0 {
            let rank = pairs.trailing_zeros() as usize;
            pairs &= pairs - 1;
            let beating = (u32::from(unseen.ranks(2)) >> (rank + usize::from(higher))).count_ones();
            features.with(LOOSE.at(R + rank));
            features.with(PAIRS_BEATEN.at(beating as usize));
        }
        note_ranks(LOOSE, 2 * R, split.sets(), features);
        split.turns()
    }
}

/// Notes the change in a hand: the ranks of a combination, or of a card.
#[inline(always)]
fn note_change(hand: Hand, left: Hand, ranks: std::ops::Range<u8>, features: &mut impl Features) {
    for rank in ranks {
        let (before, after) = (hand.count(rank) as usize, left.count(rank) as usize);
        let first = 4 * usize::from(rank);
        if before > 0 {
            features.without(HAND.at(first + before - 1));
        }
        if after > 0 {
            features.with(HAND.at(first + after - 1));
        }
    }
}

impl Learnable for Crisps {
    const FEATURES: usize = ALL;
    const FEATURES_VERSION: u32 = 1;

    type Tables = ();
    type Position<'v> = Position;

    #[inline(always)]
    fn position(_tables: &mut (), view: &View<'_>, features: &mut impl Features) -> Position {
        let answers = Answers::new(view);
        let knobs = &view.rules.knobs;
        let to_beat = view.to_beat();
        let stage = if view.takes() {
            2 + usize::from(view.table.stayer != view.seat)
        } else {
            usize::from(to_beat.is_some())
        };
        features.with(STAGE.at(stage));
        note_cards(HAND, view.hand, features);
        note_cards(UNSEEN, answers.unseen, features);
        let mut known = view.known_of_opponent().planes();
        while known != 0 {
            let place = known.trailing_zeros() as usize;
            known &= known - 1;
            features.with(KNOWN.at(R * (place / 16) + place % 16));
        }
        note_ranks(SHOWN, 0, view.known_of_own().ranks(1), features);
        features.with(OPPONENT.at(answers.opponent_cards as usize));
        features.with(PILE.at(view.pile() as usize));
        features.with(OWN.at(view.hand.size() as usize));
        if let Some(rank) = view.table.face_up() {
            features.with(FACE_UP.at(usize::from(rank)));
        }
        if let Some(current) = to_beat {
            let Combination { kind, rank, cards, .. } = *current.combination();
            features.with(CURRENT.at(R * (kind as usize) + usize::from(rank)));
            features.with(CURRENT_CARDS.at(usize::from(cards)));
        }
        let known = view.known_of_opponent().size();
        let hidden = answers.opponent_cards.saturating_sub(known);
        features.with(
            HELD.at((10 * hidden / answers.unseen.size().saturating_sub(known).max(1)) as usize),
        );
        let flags = [
            knobs.follow_equal,
            knobs.special_in_runs,
            knobs.special_sets,
            knobs.special_order == SpecialOrder::LengthOrRank,
            knobs.lead_special,
            knobs.lead_may_pass,
            knobs.face_up_draw,
            knobs.first_draw == FirstDraw::Passer,
        ];
        features.flags(FLAGS, &flags);
        features.with(SHORTEST.at(usize::from(knobs.run_min)));
        features.with(SHORTEST.at(10 + usize::from(knobs.stair_min)));
        features.with(DECK.at(usize::from(knobs.low_rank)));
        features.with(DECK.at(10 + usize::from(knobs.copies)));
        let none_from = [answers.none_from(1), answers.none_from(2)];
        Position { answers, none_from, sequences: Sequences::of(view) }
    }

    #[inline(always)]
    fn action(view: &View<'_>, position: &Position, action: Action, features: &mut impl Features) {
        let combination = action.combination();
        let Combination { kind, rank, length, cards, .. } = *combination;
        if view.takes() {
            let face_up = view.table.face_up().unwrap_or(SPECIAL);
            let hand = if action == Action::TAKE_FACE_UP {
                let hand = view.hand.with(face_up);
                note_change(view.hand, hand, face_up..face_up + 1, features);
                features.with(PLAYED.at(R * (kind as usize) + usize::from(face_up)));
                hand
            } else {
                features.with(PLAYED_CARDS.at(11));
                features.with(GIVEN.at(usize::from(face_up)));
                view.hand
            };
            position.note_left(view, hand, features);
            return;
        }
        features.with(PLAYED.at(R * (kind as usize) + usize::from(rank)));
        features.with(PLAYED_CARDS.at(usize::from(cards).min(10)));
        let hand = view.hand.without_combination(combination);
        note_change(view.hand, hand, rank..rank + length, features);
        let turns = position.note_left(view, hand, features) as usize;
        if cards > 0 {
            let few_alike = |copies: u32, none_from| {
                position.answers.to_few_alike(
                    position.answers.sets(view, action),
                    copies,
                    none_from,
                )
            };
            let threat = match kind {
                Kind::Single => few_alike(1, &position.none_from[0]),
                Kind::Pair => few_alike(2, &position.none_from[1]),
                _ => position.answers.to(view, action),
            };
            features.with(BEATEN.at(chance_step(threat.beaten, 17)));
            features.with(LOST.at(chance_step(threat.lost, 17)));
            features.with(HOLDS.at(4 * chance_step(threat.beaten, 5) + turns.min(3)));
        }
    }
}
