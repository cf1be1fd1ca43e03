//! The names and the cards of one set of rules, as hashes and sets, and the statements about them.

use fairdeal_core::game::{Game, LegalSet, Turn};
use fairdeal_core::rng::{BlockStreams, Purpose};
use fairdeal_core::strategy::Features;

use crate::game::knowledge::Remembered;
use crate::game::{FileGame, Rules};
use crate::machine::code::{Code, NO_VALUE, Of, ZoneInfo};
use crate::machine::zones::MOST_SET_WORDS;
use crate::program::{Type, Value};

/// The number of features: hashes have 15 bits.
pub(super) const ALL: usize = 1 << 15;

/// The largest number of features of a position, and of an option.
pub(super) const MOST_OF_POSITION: usize = 112;
pub(super) const MOST_OF_OPTION: usize = 80;

/// The largest zone whose cards are named one by one, if it is not the seat's own.
pub(super) const SMALL: u16 = 6;

/// The largest number of cards of a game in which each card that is out of play is a feature.
pub(super) const FEW_CARDS: usize = 64;

/// The largest number of different values of an attribute by which cards are counted.
pub(super) const FEW_VALUES: usize = 16;

/// The largest number of attributes, of pairs of them, and of zones with which options are compared.
pub(super) const ATTRIBUTES: usize = 5;
pub(super) const PAIRS: usize = 2;
pub(super) const FRONTS: usize = 3;

/// The largest number of parts of an option that have features.
pub(super) const PARTS: usize = 4;

/// The subject of a statement.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(super) enum About {
    Site = 1,
    Order,
    Time,
    Knob,
    Size,
    Own,
    Lies,
    Top,
    Gone,
    OwnCount,
    Remembered,
    Number,
    Lead,
    Kind,
    Card,
    From,
    Attribute,
    SameInHand,
    SameUnseen,
    Rank,
    Higher,
    Relation,
    Beats,
    IsNamed,
    Amount,
    AmountOver,
    Seat,
    SeatSize,
    SeatNumber,
    SeatCard,
    Name,
    NameInHand,
    NameNumber,
    Zone,
    ZoneSize,
    ZoneTop,
    Flag,
    PairOfCards,
}

/// A hash of numbers, in the same order the same on every machine.
#[inline(always)]
pub(super) fn mixed(hash: u32, number: u32) -> u32 {
    let word =
        u64::from(hash ^ number.wrapping_mul(0x9e37_79b1)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (word >> 32) as u32 ^ word as u32
}

/// The hash of a text.
pub(super) fn of_text(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// The step of a number: small ones each have their own, larger ones share four in each doubling.
#[inline(always)]
pub(super) fn step(number: i64) -> u32 {
    let size = number.unsigned_abs();
    let step = if size <= 16 {
        size as u32
    } else {
        let doublings = size.ilog2();
        1 + doublings * 4 + (size >> (doublings - 2) & 3) as u32
    };
    step << 1 | u32::from(number < 0)
}

/// Where a number lies within its step: a mark for each of the next three binary digits that is 1,
/// so that the worth of a number can be learned as it grows, and not only by steps.
#[inline(always)]
pub(super) fn places_in_step(number: i64) -> impl Iterator<Item = u32> {
    let size = number.unsigned_abs();
    let doublings = size.checked_ilog2().unwrap_or(0);
    let last = if size <= 16 { 0 } else { doublings - 2 };
    let first = last.saturating_sub(3);
    (first..last)
        .filter(move |digit| size >> digit & 1 == 1)
        .map(move |digit| (1 << 16 | doublings << 8 | digit << 1) | u32::from(number < 0))
}

/// Sorts a count into few steps.
#[inline(always)]
pub(super) fn few(count: u32) -> u32 {
    match count {
        0..=3 => count,
        4 | 5 => 4,
        6..=8 => 5,
        _ => 6,
    }
}

#[inline(always)]
pub(super) fn relation(one: i64, other: i64) -> u32 {
    match one.cmp(&other) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

pub(super) type Set = [u64; MOST_SET_WORDS];

/// The number of cards that are in both sets.
#[inline(always)]
pub(super) fn both(one: &[u64], other: &[u64]) -> u32 {
    let (mut count, mut word) = (0, 0);
    while word < one.len().min(other.len()) {
        count += (one[word] & other[word]).count_ones();
        word += 1;
    }
    count
}

/// An attribute of cards, as it is compared.
#[derive(Clone, Debug)]
pub(super) struct Compared {
    pub(super) hash: u32,
    pub(super) is_name: bool,
    pub(super) is_counted: bool,
    /// By card: its value, the hash of the value, and the index of the set of cards with this value.
    pub(super) values: Vec<i64>,
    pub(super) hashes: Vec<u32>,
    pub(super) sets: Vec<u32>,
    /// The sets of cards by value, in rising order and without one last, and of the cards behind
    /// each; and the hash of each value.
    pub(super) cards: Vec<u64>,
    pub(super) behind: Vec<u64>,
    pub(super) of_sets: Vec<u32>,
}

impl Compared {
    pub(super) fn has(&self, card: u16) -> bool {
        self.values.get(usize::from(card)).is_some_and(|value| *value != NO_VALUE)
    }

    pub(super) fn value(&self, card: u16) -> i64 {
        self.values.get(usize::from(card)).copied().unwrap_or(NO_VALUE)
    }

    pub(super) fn hash_of(&self, card: u16) -> u32 {
        self.hashes.get(usize::from(card)).copied().unwrap_or(0)
    }

    /// The set of cards with the same value as this card.
    #[inline(always)]
    pub(super) fn set_of(&self, card: u16, words: usize) -> &[u64] {
        self.of_set(&self.cards, card, words)
    }

    /// The set of cards with a higher value than this card, or without one.
    #[inline(always)]
    pub(super) fn above(&self, card: u16, words: usize) -> &[u64] {
        self.of_set(&self.behind, card, words)
    }

    #[inline(always)]
    fn of_set<'a>(&self, sets: &'a [u64], card: u16, words: usize) -> &'a [u64] {
        let set = self.sets.get(usize::from(card)).copied().unwrap_or(0) as usize;
        sets.get(set * words..(set + 1) * words).unwrap_or(&[])
    }
}

/// A zone, as features name it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub(super) hash: u32,
    pub(super) of: Of,
    pub(super) seen: u8,
}

/// A declared number, as features name it.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) hash: u32,
    pub(super) first: usize,
    pub(super) of: Vec<Of>,
    pub(super) number: usize,
    pub(super) kind: Type,
    /// Whether each seat has one, which all see: so leads are seen.
    pub(super) is_race: bool,
}

/// The names and the cards of one set of rules as hashes and sets, computed once.
#[derive(Clone, Debug, Default)]
pub(in crate::game) struct Seen {
    pub(super) zones: Vec<Named>,
    pub(super) numbers: Vec<Counted>,
    /// By card: the hash of its name.
    pub(super) names: Vec<u32>,
    /// By name of the file.
    pub(super) name_hashes: Vec<u32>,
    pub(super) attributes: Vec<Compared>,
    /// Pairs of a name and a number, by index into the attributes; by card the set of those with
    /// the same name and a higher number.
    pub(super) pairs: Vec<(usize, usize, Vec<u64>)>,
    /// By place of the text and kind of action.
    pub(super) kinds: Vec<Vec<u32>>,
    /// The exact values of all knobs, as a hash.
    pub(super) rules: u32,
    /// The knobs that have not their defaults.
    pub(super) knobs: Vec<u32>,
    /// Whether seats learn of cards that they no longer see.
    pub(super) remembers: bool,
}

impl Seen {
    pub(in crate::game) fn of(rules: &Rules) -> Self {
        let code = &*rules.code;
        let setup = &code.setup;
        let name_hashes: Vec<u32> = code.program.names.iter().map(|name| of_text(name)).collect();
        let zones = code.zones.iter().map(|zone| Named {
            hash: of_text(&zone.name),
            of: zone.of,
            seen: zone.seen,
        });
        let numbers = code.numbers.iter().enumerate().map(|(number, info)| Counted {
            hash: of_text(&info.name),
            first: usize::from(info.first),
            of: info.of.clone(),
            number,
            kind: info.kind.clone(),
            is_race: info.kind == Type::Int
                && info.seen_by == crate::program::SeenBy::Everyone
                && info.of.len() > 1
                && info.of.iter().all(|of| matches!(of, Of::Seat(_))),
        });
        let site = |(place, site): (usize, &crate::machine::code::Site)| {
            let kinds = (0..site.shapes.len().max(1)).map(|kind| {
                let name = code.kinds.get(kind).map_or("?", |name| code.name(*name));
                mixed(mixed(About::Kind as u32, place as u32), of_text(name))
            });
            kinds.collect()
        };
        let knobs = code.program.knobs.iter().zip(&setup.knobs);
        let knobs = knobs.filter(|(knob, value)| knob.default != **value);
        let attributes: Vec<Compared> = compared(code, &name_hashes);
        let pairs = pairs(&attributes, setup.cards.len(), code.set_words);
        Self {
            zones: zones.collect(),
            numbers: numbers.collect(),
            names: setup.cards.iter().map(|card| of_text(&card.name)).collect(),
            attributes,
            pairs,
            kinds: code.sites.iter().enumerate().map(site).collect(),
            rules: setup
                .knobs
                .iter()
                .fold(0, |hash, knob| mixed(hash, of_text(&format!("{knob:?}")))),
            knobs: knobs.map(|(knob, value)| mixed(of_text(&knob.name), of_value(value))).collect(),
            name_hashes,
            remembers: remembers(rules),
        }
    }

    pub(super) fn name(&self, word: i64) -> u32 {
        usize::try_from(word).ok().and_then(|name| self.name_hashes.get(name)).copied().unwrap_or(0)
    }
}

/// The number of games at random that show whether seats remember cards, and of their decisions.
pub(super) const GAMES: u64 = 4;
pub(super) const DECISIONS: u32 = 200;

/// Whether a seat knows, at some decision of a few random games, a card that it does not see and
/// that another seat holds.
pub(super) fn remembers(rules: &Rules) -> bool {
    let code = &*rules.code;
    for game in 0..GAMES {
        let mut chance = BlockStreams::new(0, game);
        let mut stream = chance.stream(Purpose::Strategy(0));
        let mut state = FileGame::start(rules, &mut chance, &mut ());
        for _ in 0..DECISIONS {
            let Turn::Decide(seat) = FileGame::turn(&state) else { break };
            let (machine, seat) = (state.machine(), seat.index());
            let mut memory = Remembered::default();
            let knowledge = memory.at(code, machine, seat);
            let is_hidden = |info: &ZoneInfo| {
                info.seen >> seat & 1 == 0 && info.of.seat().is_some_and(|of| of != seat as u8)
            };
            let mut hidden = (0_u16..).zip(&code.zones).filter(|(_, info)| is_hidden(info));
            let knows = |zone| machine.zones.iter(zone).any(|card| knowledge.knows(card));
            if hidden.any(|(zone, _)| knows(zone)) {
                return true;
            }
            let legal = FileGame::legal(rules, &state);
            let action = legal.nth(stream.below(legal.count()));
            FileGame::apply(rules, &mut state, action, &mut chance, &mut ());
        }
    }
    false
}

pub(super) fn of_value(value: &Value) -> u32 {
    match value {
        Value::Int(number) => step(*number),
        Value::Bool(flag) => u32::from(*flag),
        other => of_text(&format!("{other:?}")),
    }
}

/// The attributes that can tell cards apart.
pub(super) fn compared(code: &Code, name_hashes: &[u32]) -> Vec<Compared> {
    let (cards, words) = (code.setup.cards.len(), code.set_words);
    let mut all = Vec::new();
    for (place, attribute) in code.program.attributes.iter().enumerate() {
        let values: Vec<i64> = code.attribute_of_cards(place)[..cards].to_vec();
        let mut different: Vec<i64> = values.clone();
        different.sort_unstable();
        different.dedup();
        different.retain(|value| *value != NO_VALUE);
        if different.len() < 2 {
            continue;
        }
        let is_name = attribute.kind == Type::Name;
        let hash_of = |value: i64| match usize::try_from(value) {
            Ok(name) if is_name => name_hashes.get(name).copied().unwrap_or(0),
            _ => step(value),
        };
        let set_of = |value: &i64| different.binary_search(value).unwrap_or(different.len());
        let mut sets = vec![0; (different.len() + 1) * words];
        for (card, value) in values.iter().enumerate() {
            sets[set_of(value) * words + card / 64] |= 1 << (card % 64);
        }
        let mut behind = vec![0; sets.len()];
        for word in (0..sets.len().saturating_sub(words)).rev() {
            behind[word] = behind[word + words] | sets[word + words];
        }
        all.push(Compared {
            behind,
            hash: of_text(&attribute.name),
            is_name,
            is_counted: different.len() <= FEW_VALUES,
            hashes: values.iter().map(|value| hash_of(*value)).collect(),
            sets: values.iter().map(|value| set_of(value) as u32).collect(),
            of_sets: different.iter().map(|value| hash_of(*value)).collect(),
            cards: sets,
            values,
        });
    }
    all.truncate(ATTRIBUTES);
    all
}

/// The pairs of a name and a number, with the higher cards of the same name.
pub(super) fn pairs(all: &[Compared], cards: usize, words: usize) -> Vec<(usize, usize, Vec<u64>)> {
    let mut pairs = Vec::new();
    for (name, of_name) in all.iter().enumerate().filter(|(_, of)| of.is_name && of.is_counted) {
        for (number, of_number) in all.iter().enumerate().filter(|(_, of)| !of.is_name) {
            let mut sets = vec![0; cards * words];
            for card in 0..cards {
                for other in 0..cards {
                    if of_name.values[card] == of_name.values[other]
                        && of_number.values[other] > of_number.values[card]
                    {
                        sets[card * words + other / 64] |= 1 << (other % 64);
                    }
                }
            }
            pairs.push((name, number, sets));
        }
    }
    pairs.truncate(PAIRS);
    pairs
}

/// Notes features up to a number of them.
pub(super) struct Pen<'f, F> {
    pub(super) features: &'f mut F,
    pub(super) left: usize,
}

impl<F: Features> Pen<'_, F> {
    #[inline(always)]
    pub(super) fn note(&mut self, about: About, parts: [u32; 3]) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let hash = mixed(mixed(mixed(about as u32, parts[0]), parts[1]), parts[2]);
        self.features.with((hash >> 7) as usize % ALL);
    }
}

/// A small zone on the table that lies open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Front {
    pub(super) zone: u16,
    pub(super) hash: u32,
    pub(super) bottom: u16,
    pub(super) top: u16,
    pub(super) length: u16,
}

/// What all options of a decision are compared with.
#[derive(Debug)]
pub struct Position<'v> {
    pub(super) seen: &'v Seen,
    /// The cards of the seat's own zones, and all cards that it sees.
    pub(super) own: Set,
    pub(super) known: Set,
    /// The number of cards of its own zones.
    pub(super) held: u32,
    /// The cards of others that it does not see, but knows.
    pub(super) remembered: Set,
    pub(super) words: usize,
    pub(super) fronts: [Front; FRONTS],
    pub(super) count: usize,
}

impl Position<'_> {
    pub(super) fn own(&self) -> &[u64] {
        &self.own[..self.words]
    }

    pub(super) fn known(&self) -> &[u64] {
        &self.known[..self.words]
    }

    /// The number of cards of a set that the seat does not see.
    pub(super) fn unseen(&self, set: &[u64]) -> u32 {
        both(set, &[u64::MAX; MOST_SET_WORDS]) - both(set, self.known())
    }

    pub(super) fn fronts(&self) -> &[Front] {
        &self.fronts[..self.count]
    }
}

/// The owner as the seat sees it: the seat itself is 1, the next one 2, and so on.
pub(super) fn relative(of: Of, seat: usize, players: usize, names: &[u32]) -> u32 {
    let place = |other: u8| ((usize::from(other) + players - seat) % players) as u32 + 1;
    let name = |name: crate::program::NameId| names.get(name.0 as usize).copied().unwrap_or(0);
    match of {
        Of::One => 0,
        Of::Seat(seat) => place(seat),
        Of::Name(other) => name(other),
        Of::SeatAndName(seat, other) => mixed(place(seat), name(other)),
    }
}
