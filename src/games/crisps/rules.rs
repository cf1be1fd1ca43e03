//! The rules of Crisps: every knob, and the tables made of them.

use super::actions::{Action, Combination, Kind, Legal, TABLE};
use super::hand::{Hand, RANKS, SPECIAL};
use super::state::rank_of;
use crate::cards::bits::BitSet;
use crate::game::Code;
use crate::input::{InputError, Knob, KnobKind, Location, Preset, Problem, Settings, Value};

/// The number of cards of the largest deck: four of each rank.
pub(super) const MOST_CARDS: usize = 40;

/// The knobs, in the order of the rules' table.
pub(super) static KNOBS: [Knob; 19] = [
    Knob::new("points_to_win", KnobKind::Integer(1, 25), Value::Integer(3), "deals to win"),
    Knob::new("hand_size", KnobKind::Integer(1, 18), Value::Integer(12), "cards dealt to each player"),
    Knob::new("set_aside", KnobKind::Integer(0, 20), Value::Integer(4), "cards out of play, unseen"),
    Knob::new("copies", KnobKind::Integer(1, 4), Value::Integer(4), "cards of each rank"),
    Knob::new("low_rank", KnobKind::Integer(2, 8), Value::Integer(2), "lowest rank in the deck"),
    Knob::new(
        "face_up_draw",
        KnobKind::Flag,
        Value::Flag(true),
        "one of the two cards gained after a round lies face up; false is the option \"No face-up draw\" of Board Game Arena",
    ),
    Knob::new(
        "special_rank",
        KnobKind::Choice(&["queen", "jack"]),
        Value::Choice("queen"),
        "the special cards, next above 10; jack is the option \"Special rank runs\" of Board Game Arena",
    ),
    Knob {
        key: "special_in_runs",
        kind: KnobKind::Flag,
        default: Value::Flag(false),
        default_note: "true with special_rank = \"jack\"",
        meaning: "runs and stairs may contain the special rank",
    },
    Knob::new("special_sets", KnobKind::Flag, Value::Flag(false), "triples and quads of the special rank exist"),
    Knob::new(
        "special_order",
        KnobKind::Choice(&["length_or_rank", "length_then_rank"]),
        Value::Choice("length_or_rank"),
        "what beats a triple or quad: more cards or a higher rank; or more cards, or as many of a higher rank",
    ),
    Knob::new("lead_special", KnobKind::Flag, Value::Flag(true), "a round may be led with a triple or quad"),
    Knob::new("lead_may_pass", KnobKind::Flag, Value::Flag(true), "the player who leads may pass"),
    Knob::new("follow_equal", KnobKind::Flag, Value::Flag(true), "an equal rank follows; false: it takes a higher one"),
    Knob::new("run_min", KnobKind::Integer(2, 9), Value::Integer(3), "cards of the shortest run"),
    Knob::new("stair_min", KnobKind::Integer(2, 9), Value::Integer(2), "pairs of the shortest stair"),
    Knob::new(
        "deal_starter",
        KnobKind::Choice(&["lowest_score", "alternate", "winner", "loser"]),
        Value::Choice("lowest_score"),
        "who starts later deals; with lowest_score and level scores, the player who did not start the last deal",
    ),
    Knob::new(
        "first_draw",
        KnobKind::Choice(&["stayer", "passer"]),
        Value::Choice("stayer"),
        "who chooses first among the two cards gained: the player who did not pass, or the one who did",
    ),
    Knob::new("auto_skip", KnobKind::Flag, Value::Flag(false), "who certainly cannot follow, by what all can see, passes unasked"),
    Knob::new(
        "max_turns",
        KnobKind::Integer(1, 1_000_000),
        Value::Integer(2000),
        "decisions in a deal, after which the game is unfinished",
    ),
];

const BGA: [(&str, Value); 2] = [("special_order", Value::Choice("length_then_rank")), ("lead_may_pass", Value::Flag(false))];

/// The presets.
pub(super) static PRESETS: [Preset; 4] = [
    Preset { name: "designer", summary: "the designer's rules", values: &[] },
    Preset { name: "bga", summary: "as on Board Game Arena: no passing on the lead, specials ordered by length first", values: &BGA },
    Preset {
        name: "bga-no-face-up",
        summary: "Board Game Arena with \"No face-up draw\"",
        values: &[BGA[0], BGA[1], ("face_up_draw", Value::Flag(false))],
    },
    Preset {
        name: "bga-jacks",
        summary: "Board Game Arena with \"Special rank runs\": Jacks for Queens, and they stand in runs",
        values: &[BGA[0], BGA[1], ("special_rank", Value::Choice("jack"))],
    },
];

/// What this project had to decide where the rules are silent.
pub(super) static RULINGS: [&str; 4] = [
    "The deck is the shuffled pile from its top: first the cards set aside, then the hands, dealt one card at a time to seat 0 and seat 1 in turn, then the card face up.",
    "A round is counted when its lead is due, so a pass on the lead is a round, and the round in which a deal ends counts.",
    "A card gained face up is known to be held until a card of its rank is played by its owner.",
    "max_turns counts plays, passes (automatic ones too) and choices of a card to gain, anew in each deal.",
];

/// Who starts later deals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DealStarter {
    LowestScore,
    Alternate,
    Winner,
    Loser,
}

/// The rules of one variant, ready to play.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) points_to_win: u8,
    pub(super) hand_size: u8,
    pub(super) set_aside: u8,
    pub(super) face_up_draw: bool,
    pub(super) passer_draws_first: bool,
    pub(super) auto_skip: bool,
    pub(super) deal_starter: DealStarter,
    pub(super) max_turns: u32,
    /// `Q` or `J`.
    pub(super) special_name: &'static str,
    /// The deck before the shuffle, as identities (`16 * copy + rank`).
    deck: [u8; MOST_CARDS],
    deck_size: u8,
    /// The ranks of the whole deck.
    pub(super) whole: Hand,
    /// The ranks that may stand in runs and stairs, as bits.
    pub(super) sequence_ranks: u16,
    /// The cards of the shortest run.
    pub(super) run_min: u8,
    /// The pairs of the shortest stair.
    pub(super) stair_min: u8,
    /// What may be played on each combination; at the number of `pass`, what may be led, and at `take face_up`, what may be taken.
    allowed: Box<[Legal; TABLE]>,
}

impl Rules {
    /// Makes the rules from their knobs.
    pub(super) fn new(settings: &Settings) -> Result<Self, InputError> {
        let integer = |key| settings.integer(key) as u8;
        let (hand_size, set_aside) = (integer("hand_size"), integer("set_aside"));
        let (copies, low_rank) = (integer("copies"), integer("low_rank") - 2);
        let deck: Vec<u8> = (0..copies).flat_map(|copy| (low_rank..RANKS).map(move |rank| 16 * copy + rank)).collect();
        let needed = 2 * usize::from(hand_size) + usize::from(set_aside);
        if needed > deck.len() {
            let keys = ["low_rank", "copies", "set_aside", "hand_size"];
            let place = settings.place_of(&keys).unwrap_or_else(|| Location::whole("rules"));
            let found = format!(
                "two hands of {hand_size} and {set_aside} cards set aside (`hand_size`, `set_aside`) need {needed} cards, and the deck \
                 (`copies`, `low_rank`) has {}",
                deck.len()
            );
            return Err(InputError::new(place, Problem::Conflict { found, allowed: format!("at most {} cards dealt", deck.len()) }));
        }
        let mut identities = [0; MOST_CARDS];
        identities[..deck.len()].copy_from_slice(&deck);
        let special_in_runs = settings.flag("special_in_runs");
        Ok(Self {
            points_to_win: integer("points_to_win"),
            hand_size,
            set_aside,
            face_up_draw: settings.flag("face_up_draw"),
            passer_draws_first: settings.choice("first_draw") == "passer",
            auto_skip: settings.flag("auto_skip"),
            deal_starter: match settings.choice("deal_starter") {
                "alternate" => DealStarter::Alternate,
                "winner" => DealStarter::Winner,
                "loser" => DealStarter::Loser,
                _ => DealStarter::LowestScore,
            },
            max_turns: settings.integer("max_turns") as u32,
            special_name: if settings.choice("special_rank") == "jack" { "J" } else { "Q" },
            deck: identities,
            deck_size: deck.len() as u8,
            whole: deck.iter().map(|&identity| rank_of(identity)).collect(),
            run_min: integer("run_min"),
            stair_min: integer("stair_min"),
            sequence_ranks: if special_in_runs { (1 << RANKS) - 1 } else { (1 << SPECIAL) - 1 },
            allowed: Order::new(settings).allowed(),
        })
    }

    /// The deck before the shuffle, as identities (`16 * copy + rank`).
    #[inline(always)]
    pub(super) fn deck(&self) -> ([u8; MOST_CARDS], usize) {
        (self.deck, usize::from(self.deck_size))
    }

    /// How many cards of the deck are not set aside.
    #[inline(always)]
    pub(super) fn in_play(&self) -> u32 {
        u32::from(self.deck_size) - u32::from(self.set_aside)
    }

    /// What may follow `current`, if the hand has it.
    #[inline(always)]
    pub(super) fn allowed(&self, current: Action) -> &BitSet<3> {
        self.allowed[usize::from(current.0)].bits()
    }
}

/// Which combination is stronger than which.
#[expect(clippy::struct_excessive_bools, reason = "each is a knob of the rules")]
struct Order {
    special_sets: bool,
    length_or_rank: bool,
    lead_special: bool,
    lead_may_pass: bool,
    follow_equal: bool,
    run_min: u8,
    stair_min: u8,
}

impl Order {
    fn new(settings: &Settings) -> Self {
        Self {
            special_sets: settings.flag("special_sets"),
            length_or_rank: settings.choice("special_order") == "length_or_rank",
            lead_special: settings.flag("lead_special"),
            lead_may_pass: settings.flag("lead_may_pass"),
            follow_equal: settings.flag("follow_equal"),
            run_min: settings.integer("run_min") as u8,
            stair_min: settings.integer("stair_min") as u8,
        }
    }

    /// Do the rules know the combination at all? (Whether the special rank may stand in it, the hand's mask says.)
    fn exists(&self, combination: &Combination) -> bool {
        match combination.kind {
            Kind::Single | Kind::Pair => true,
            Kind::Run => combination.length >= self.run_min,
            Kind::Stair => combination.length >= self.stair_min,
            Kind::Triple | Kind::Quad => self.special_sets || combination.rank != SPECIAL,
            Kind::Pass | Kind::Take => false,
        }
    }

    /// Is `next` stronger than `current`?
    fn beats(&self, next: &Combination, current: &Combination) -> bool {
        match (next.kind.is_special_combination(), current.kind.is_special_combination()) {
            (false, false) => {
                let higher = next.rank > current.rank || (self.follow_equal && next.rank == current.rank);
                next.kind == current.kind && next.length == current.length && higher
            }
            (false, true) => false,
            (true, false) => current.contains_special(),
            (true, true) => {
                let as_long = self.length_or_rank || next.cards == current.cards;
                next.cards > current.cards || (as_long && next.rank > current.rank)
            }
        }
    }

    fn allowed(&self) -> Box<[Legal; TABLE]> {
        let mut allowed = Box::new([Legal::new(BitSet::EMPTY); TABLE]);
        let combinations = || Action::all().filter(|action| self.exists(action.combination()));
        let entry = |action: Action| usize::from(action.code());
        for current in combinations() {
            let stronger = combinations().filter(|next| self.beats(next.combination(), current.combination()));
            allowed[entry(current)] = stronger.chain([Action::PASS]).collect();
        }
        let led = combinations().filter(|lead| self.lead_special || !lead.kind().is_special_combination());
        allowed[entry(Action::PASS)] = led.chain(self.lead_may_pass.then_some(Action::PASS)).collect();
        allowed[entry(Action::TAKE_FACE_UP)] = [Action::TAKE_FACE_UP, Action::TAKE_PILE].into_iter().collect();
        allowed
    }
}
