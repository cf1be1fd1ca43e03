//! The rules of Crisps: every knob, and the tables made of them.

use super::actions::{Action, Legal, TABLE};
use super::combination::{Combination, Kind, RANKS, SPECIAL};
use super::hand::Hand;
use crate::cards::bits::BitSet;
use crate::game::Code;
use crate::input::{InputError, Preset, Settings, Value, choices, knobs};
use crate::seat::Seat;

/// The number of cards of the largest deck: four of each rank.
pub(super) const MOST_CARDS: usize = 40;

/// Returns the rank of a card in the deck.
#[inline(always)]
pub(super) fn rank_of(identity: u8) -> u8 {
    identity & 15
}

choices! {
    /// The special rank, next above 10.
    pub enum SpecialRank { Queen = "queen", Jack = "jack" }

    /// The combinations that beat a triple or quad.
    pub enum SpecialOrder {
        /// More cards, or a higher rank.
        LengthOrRank = "length_or_rank",
        /// More cards, or the same number of a higher rank.
        LengthThenRank = "length_then_rank",
    }

    /// The player who starts later deals.
    pub enum DealStarter {
        LowestScore = "lowest_score", Alternate = "alternate", Winner = "winner", Loser = "loser"
    }

    /// The player who chooses first among the two cards gained.
    pub enum FirstDraw { Stayer = "stayer", Passer = "passer" }
}

knobs! {
    /// The knobs of Crisps.
    pub struct Knobs {
        /// deals to win
        points_to_win: u8 = 3, in 1..=25;
        /// cards dealt to each player
        hand_size: u8 = 12, in 1..=18;
        /// cards out of play, unseen
        set_aside: u8 = 4, in 0..=20;
        /// cards of each rank
        copies: u8 = 4, in 1..=4;
        /// lowest rank in the deck
        low_rank: u8 = 2, in 2..=8;
        /// one of the two cards gained after a round lies face up; false is the option "No face-up
        /// draw" of Board Game Arena
        face_up_draw: bool = true;
        /// the special cards, next above 10; jack is the option "Special rank runs" of Board Game
        /// Arena
        special_rank: SpecialRank = SpecialRank::Queen;
        /// runs and stairs may contain the special rank
        special_in_runs: bool = false, when special_rank = SpecialRank::Jack => true;
        /// triples and quads of the special rank exist
        special_sets: bool = false;
        /// what beats a triple or quad: more cards or a higher rank; or more cards, or the same
        /// number of a higher rank
        special_order: SpecialOrder = SpecialOrder::LengthOrRank;
        /// a triple or quad beats a standard combination that contains the special rank
        special_beats_queen: bool = true;
        /// a round may be led with a triple or quad
        lead_special: bool = true;
        /// the player who leads may pass
        lead_may_pass: bool = true;
        /// a pass ends the round at once; false: the other player may go on, and the round ends once
        /// both have passed, one after the other
        first_pass_ends: bool = true;
        /// an equal rank may follow; false: only a higher one
        follow_equal: bool = true;
        /// cards of the shortest run
        run_min: u8 = 3, in 2..=9;
        /// pairs of the shortest stair
        stair_min: u8 = 2, in 2..=9;
        /// the player who starts later deals; with lowest_score and equal scores, the one who did
        /// not start the last deal
        deal_starter: DealStarter = DealStarter::LowestScore;
        /// the player who chooses first among the two cards gained: the one who did not pass, or
        /// the one who did
        first_draw: FirstDraw = FirstDraw::Stayer;
        /// a player who certainly cannot follow, by public information, passes automatically
        auto_skip: bool = false;
        /// extra cards for the player who starts a deal, beyond `hand_size`; negative: fewer
        starter_cards: i8 = 0, in -4..=4;
        /// decisions in a deal after which the game ends unfinished
        max_turns: u32 = 2000, in 1..=1_000_000;
    }
}

const BGA: [(&str, Value); 2] =
    [Knobs::special_order(SpecialOrder::LengthThenRank), Knobs::lead_may_pass(false)];

/// The presets.
pub(super) static PRESETS: [Preset; 4] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset {
        name: "bga",
        summary: "as on Board Game Arena: no passing on the lead, specials ordered by length first",
        values: &BGA,
    },
    Preset {
        name: "bga-no-face-up",
        summary: "Board Game Arena with \"No face-up draw\"",
        values: &[BGA[0], BGA[1], Knobs::face_up_draw(false)],
    },
    Preset {
        name: "bga-jacks",
        summary: "Board Game Arena with \"Special rank runs\": Jacks instead of Queens, allowed in \
            runs",
        values: &[BGA[0], BGA[1], Knobs::special_rank(SpecialRank::Jack)],
    },
];

/// The decisions of this project where the rules are silent.
pub(super) static RULINGS: [&str; 6] = [
    "The deck is the shuffled pile from its top: first the cards set aside, then the hands, dealt \
        one card at a time to the first seat and the second in turn (with starter_cards, until one hand is \
        full; then the other gets the rest), then the card face up.",
    "A round is counted when its lead is due, so a pass on the lead is a round, and the round in \
        which a deal ends counts.",
    "Everybody knows that a card gained face up is in its owner's hand until the owner plays a \
        card of its rank.",
    "With first_pass_ends = false, the player who passes last leads the next round and counts as \
        the one who did not pass. A player may play again on its own combination.",
    "With first_pass_ends = false, an automatic pass is a pass like any other: the other player \
        goes on.",
    "max_turns counts plays, passes (also automatic ones) and choices of a card to gain, \
        separately in each deal.",
];

/// The rules of one variant, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Its knobs.
    pub knobs: Knobs,
    /// The deck before the shuffle, as identities (`16 * copy + rank`).
    deck: [u8; MOST_CARDS],
    deck_size: u8,
    /// The number of cards that are dealt to the two hands in turn.
    pub(super) in_turn: u8,
    /// The number of cards that are dealt into both hands.
    pub(super) dealt: u8,
    /// The ranks of the whole deck.
    pub(super) whole: Hand,
    /// The ranks allowed in runs and stairs, as bits.
    pub sequence_ranks: u16,
    /// By combination, the combinations that may follow it; at the number of `pass`, those that may
    /// be led; at `take face_up`, those that may be taken.
    allowed: Box<[Legal; TABLE]>,
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings) -> Result<Self, InputError> {
        let knobs = Knobs::read(settings);
        let Knobs { hand_size, set_aside, copies, low_rank, starter_cards, .. } = knobs;
        let deck: Vec<u8> = (0..copies)
            .flat_map(|copy| (low_rank - 2..RANKS).map(move |rank| 16 * copy + rank))
            .collect();
        let of_starter = i16::from(hand_size) + i16::from(starter_cards);
        if of_starter < 1 {
            let found = format!(
                "a hand of {hand_size} and {} fewer for the Starter (`hand_size`, `starter_cards`)",
                -starter_cards
            );
            return Err(settings.conflict(
                &["starter_cards", "hand_size"],
                found,
                "at least 1 card in each hand".to_owned(),
            ));
        }
        let dealt = hand_size + of_starter as u8;
        let needed = usize::from(dealt) + usize::from(set_aside);
        if needed > deck.len() {
            let (hands, keys) = if starter_cards == 0 {
                (format!("two hands of {hand_size}"), "`hand_size`")
            } else {
                (format!("hands of {of_starter} and {hand_size}"), "`hand_size`, `starter_cards`")
            };
            let found = format!(
                "{hands} and {set_aside} cards set aside ({keys}, `set_aside`) need {needed} cards, and the deck (`copies`, `low_rank`) \
                 has {}",
                deck.len()
            );
            let allowed = format!("at most {} cards dealt", deck.len());
            return Err(settings.conflict(
                &["low_rank", "copies", "set_aside", "hand_size", "starter_cards"],
                found,
                allowed,
            ));
        }
        let mut identities = [0; MOST_CARDS];
        identities[..deck.len()].copy_from_slice(&deck);
        Ok(Self {
            knobs,
            deck: identities,
            deck_size: deck.len() as u8,
            in_turn: 2 * hand_size.min(of_starter as u8),
            dealt,
            whole: deck.iter().map(|&identity| rank_of(identity)).collect(),
            sequence_ranks: if knobs.special_in_runs {
                (1 << RANKS) - 1
            } else {
                (1 << SPECIAL) - 1
            },
            allowed: knobs.allowed(),
        })
    }

    /// Returns the deck before the shuffle, as identities (`16 * copy + rank`).
    #[inline(always)]
    pub(super) fn deck(&self) -> ([u8; MOST_CARDS], usize) {
        (self.deck, usize::from(self.deck_size))
    }

    /// Returns the number of cards that are not set aside.
    #[inline(always)]
    pub(super) fn in_play(&self) -> u32 {
        u32::from(self.deck_size) - u32::from(self.knobs.set_aside)
    }

    /// Returns the seat that is dealt the rest of the hands, once the other hand is full.
    #[inline(always)]
    pub(super) fn longer_hand(&self, starter: Seat) -> Seat {
        if self.knobs.starter_cards < 0 { starter.other() } else { starter }
    }

    /// Returns the combinations that may follow `current`, whether or not the hand has them.
    #[inline(always)]
    pub(super) fn allowed(&self, current: Action) -> &BitSet<3> {
        self.allowed[usize::from(current.0)].bits()
    }

    /// Returns the text of a rank: `2` to `10`, and `Q` or `J` for the special rank.
    pub fn rank_name(&self, rank: u8) -> &'static str {
        const NAMES: [&str; 9] = ["2", "3", "4", "5", "6", "7", "8", "9", "10"];
        if rank != SPECIAL {
            return NAMES[usize::from(rank)];
        }
        match self.knobs.special_rank {
            SpecialRank::Queen => "Q",
            SpecialRank::Jack => "J",
        }
    }
}

/// The order of combinations.
impl Knobs {
    /// Returns whether the combination exists under the rules. (The hand's mask handles the special
    /// rank.)
    pub(super) fn exists(&self, combination: &Combination) -> bool {
        match combination.kind {
            Kind::Single | Kind::Pair => true,
            Kind::Run => combination.length >= self.run_min,
            Kind::Stair => combination.length >= self.stair_min,
            Kind::Triple | Kind::Quad => self.special_sets || combination.rank != SPECIAL,
            Kind::Pass | Kind::Take => false,
        }
    }

    /// Whether `next` beats `current`.
    fn beats(&self, next: &Combination, current: &Combination) -> bool {
        match (next.kind.is_special_combination(), current.kind.is_special_combination()) {
            (false, false) => {
                let higher =
                    next.rank > current.rank || (self.follow_equal && next.rank == current.rank);
                next.kind == current.kind && next.length == current.length && higher
            }
            (false, true) => false,
            (true, false) => self.special_beats_queen && current.contains_special(),
            (true, true) => {
                let as_long =
                    self.special_order == SpecialOrder::LengthOrRank || next.cards == current.cards;
                next.cards > current.cards || (as_long && next.rank > current.rank)
            }
        }
    }

    fn allowed(&self) -> Box<[Legal; TABLE]> {
        let mut allowed = Box::new([Legal::new(BitSet::EMPTY); TABLE]);
        let combinations: Vec<Action> =
            Action::all().filter(|action| self.exists(action.combination())).collect();
        let entry = |action: Action| usize::from(action.code());
        // A combination is beaten by others of its kind and length, which have consecutive numbers,
        // or by triples and quads.
        let special: Vec<Action> = combinations
            .iter()
            .copied()
            .filter(|action| action.kind().is_special_combination())
            .collect();
        let alike = |one: &Action, other: &Action| {
            one.kind() == other.kind() && one.combination().length == other.combination().length
        };
        for group in combinations.chunk_by(alike) {
            for current in group {
                let stronger = group
                    .iter()
                    .chain(&special)
                    .copied()
                    .filter(|next| self.beats(next.combination(), current.combination()));
                allowed[entry(*current)] = stronger.chain([Action::PASS]).collect();
            }
        }
        let led = combinations
            .into_iter()
            .filter(|lead| self.lead_special || !lead.kind().is_special_combination());
        allowed[entry(Action::PASS)] =
            led.chain(self.lead_may_pass.then_some(Action::PASS)).collect();
        allowed[entry(Action::TAKE_FACE_UP)] =
            [Action::TAKE_FACE_UP, Action::TAKE_PILE].into_iter().collect();
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::conformance::with_options;
    use crate::games::crisps::Crisps;

    #[test]
    fn a_combination_is_followed_by_all_that_beat_it() {
        let others = [
            "run_min=2",
            "special_rank=jack",
            "follow_equal=false",
            "special_order=length_then_rank",
            "special_sets=true",
            "special_beats_queen=false",
        ];
        for options in (0..=others.len()).map(|count| &others[..count]) {
            let rules = Rules::new(&with_options::<Crisps>(options)).expect("can be dealt");
            let known = || Action::all().filter(|action| rules.knobs.exists(action.combination()));
            for current in known() {
                let beats =
                    |next: &Action| rules.knobs.beats(next.combination(), current.combination());
                let stronger: Legal = known().filter(beats).chain([Action::PASS]).collect();
                assert_eq!(rules.allowed(current), stronger.bits(), "{current:?} with {options:?}");
            }
        }
    }
}
