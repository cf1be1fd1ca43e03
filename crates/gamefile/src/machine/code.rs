//! The code of one variant. The compiler makes it from a program and a setup; the machine runs it.

use std::fmt::Debug;
use std::sync::Arc;

use super::coverage::Coverage;
use super::options::Action;
use super::zones::{NOWHERE, ZoneSet};
use crate::program::{Arithmetic, FunctionId, NameId, Program, SeenBy, Setup, Span, Type};

/// A place for a word: variables, temporary values, constants and declared numbers.
pub(crate) type Slot = u16;

/// A place in the code.
pub(crate) type Target = u16;

/// The slot of a list that is needed after a decision, and its layout.
pub(crate) type LiveList = (Slot, usize);

/// An operation. The first field is the slot of the result, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[rustfmt::skip]
pub(crate) enum Op {
    Copy { to: Slot, from: Slot },
    CopyMany { to: Slot, from: Slot, words: u16 },
    Zero { to: Slot, words: u16 },

    Add { to: Slot, a: Slot, b: Slot },
    Subtract { to: Slot, a: Slot, b: Slot },
    Multiply { to: Slot, a: Slot, b: Slot },
    /// Other arithmetic, which is rare.
    Compute { to: Slot, a: Slot, b: Slot, how: Arithmetic },
    Absolute { to: Slot, a: Slot },
    Not { to: Slot, a: Slot },
    Equal { to: Slot, a: Slot, b: Slot },
    Less { to: Slot, a: Slot, b: Slot },
    AtMost { to: Slot, a: Slot, b: Slot },
    Smaller { to: Slot, a: Slot, b: Slot },
    Larger { to: Slot, a: Slot, b: Slot },

    Jump { target: Target },
    /// A jump back: it counts steps.
    Again { target: Target },
    JumpIf { a: Slot, target: Target },
    JumpUnless { a: Slot, target: Target },
    JumpEqual { a: Slot, b: Slot, target: Target },
    JumpDiffers { a: Slot, b: Slot, target: Target },
    JumpLess { a: Slot, b: Slot, target: Target },
    JumpAtMost { a: Slot, b: Slot, target: Target },
    /// Lists and zones.
    JumpIfEmpty { list: Slot, target: Target },
    JumpIfZoneEmpty { zone: Slot, target: Target },

    /// Puts the way back into `back`, and the height of the lists after it.
    Call { target: Target, back: Slot },
    Return { back: Slot },
    /// Also forgets the lists of the call.
    ReturnAndRelease { back: Slot },

    /// A word of a row: a declared number by seat.
    Load { to: Slot, row: Slot, index: Slot, length: u16 },
    Store { row: Slot, index: Slot, length: u16, from: Slot },
    /// A hidden number is within its range.
    CheckRange { a: Slot, low: Slot, high: Slot },
    /// The place of a name in a table.
    Lookup { to: Slot, name: Slot, table: u16 },
    /// The zone with this index of a declaration.
    ZoneOfRow { to: Slot, first: u16, index: Slot, length: u16 },
    Attribute { to: Slot, card: Slot, attribute: u16 },
    CardName { to: Slot, card: Slot },

    ZoneLength { to: Slot, zone: Slot },
    ZoneTop { to: Slot, zone: Slot },
    ZoneBottom { to: Slot, zone: Slot },
    ZoneElement { to: Slot, zone: Slot, index: Slot },
    ZoneHolds { to: Slot, zone: Slot, card: Slot },
    ZoneOf { to: Slot, card: Slot },
    /// The next card from the bottom, or a jump; begins when `cursor` is [`super::zones::NONE`].
    ZoneNext { cursor: Slot, zone: Slot, target: Target },
    /// Ends a loop of [`Self::ZoneNext`]: moves to the next card and jumps back, if there is one.
    ZoneAgain { cursor: Slot, zone: Slot, target: Target },

    /// Sets of cards, in one slot for each 64 cards.
    SetOfZone { to: Slot, zone: Slot },
    SetAnd { set: Slot, mask: u16 },
    /// AND with a mask of a table, by a value.
    SetAndTable { set: Slot, table: u16, value: Slot },
    /// The cards of a list.
    SetOfList { to: Slot, list: Slot },
    SetWithout { set: Slot, without: Slot },
    SetJoin { set: Slot, with: Slot },
    /// Moves the cards that a mask lets through from one set to another.
    SetMove { set: Slot, from: Slot, mask: u16 },
    SetMoveTable { set: Slot, from: Slot, table: u16, value: Slot },
    SetCount { to: Slot, set: Slot },
    JumpIfSetEmpty { set: Slot, target: Target },
    /// The next card of the zone from the bottom that is in the set, or a jump.
    SetNext { cursor: Slot, zone: Slot, set: Slot, target: Target },
    /// Ends a loop of [`Self::SetNext`]: moves to the next card and jumps back, if there is one.
    SetAgain { cursor: Slot, zone: Slot, set: Slot, target: Target },
    SetSum { to: Slot, set: Slot, attribute: u16 },
    /// The largest or smallest attribute; the set must not be empty.
    SetExtreme { to: Slot, set: Slot, attribute: u16, largest: bool },
    /// The cards of the zone in the set, as a list.
    SetList { to: Slot, zone: Slot, set: Slot },

    // Several of the operations on sets in one.
    SetFilter { to: Slot, zone: Slot, table: u16, value: Slot },
    SetMasked { to: Slot, zone: Slot, mask: u16 },
    ListFilter { to: Slot, zone: Slot, table: u16, value: Slot },
    ListMasked { to: Slot, zone: Slot, mask: u16 },

    /// A list that never changes, and an element of one.
    ListConstant { to: Slot, list: u16 },
    ConstantElement { to: Slot, list: u16, index: Slot },
    ListMake { to: Slot, from: Slot, count: u16, words: u16 },
    ListPush { list: Slot, from: Slot, words: u16 },
    /// Appends an element of two or three words from where these stand.
    ListPushTwo { list: Slot, a: Slot, b: Slot },
    ListPushThree { list: Slot, a: Slot, b: Slot, c: Slot },
    ListLength { to: Slot, list: Slot },
    ListElement { to: Slot, list: Slot, index: Slot, words: u16 },
    ListSet { list: Slot, index: Slot, from: Slot, words: u16 },
    ListRemove { list: Slot, value: Slot, layout: u16 },
    ListJoin { to: Slot, a: Slot, b: Slot, words: u16 },
    ListExtend { list: Slot, from: Slot, words: u16 },
    /// A part of the list; the bounds are two slots.
    ListSlice { to: Slot, list: Slot, bounds: Slot, words: u16 },
    ListRepeat { to: Slot, list: Slot, times: Slot, words: u16 },
    ListOfZone { to: Slot, zone: Slot },
    /// The cards of a list that are in a set.
    ListPick { to: Slot, list: Slot, set: Slot },
    ListHolds { to: Slot, list: Slot, value: Slot, layout: u16 },
    ListFind { to: Slot, list: Slot, value: Slot, layout: u16 },
    ListCount { to: Slot, list: Slot, value: Slot, layout: u16 },
    /// -1, 0 or 1.
    Order { to: Slot, a: Slot, b: Slot, layout: u16 },
    /// Elements are a key and a value: sorts by the key and leaves the values.
    ListSort { to: Slot, list: Slot, key: u8, words: u16, reverse: bool },
    /// Elements of so many words become longer or shorter ones.
    ListFit { to: Slot, list: Slot, words: u16, new_words: u16 },
    /// The next element, or a jump; `index` counts from 0.
    ListNext { to: Slot, list: Slot, index: Slot, words: u16, target: Target },
    /// Ends a loop of [`Self::ListNext`]: moves to the next element, counts a step and jumps back,
    /// if there is one.
    ListAgain { to: Slot, list: Slot, index: Slot, words: u16, target: Target },
    /// The element before, or a jump; `index` counts down from the length.
    ListBefore { to: Slot, list: Slot, index: Slot, words: u16, target: Target },
    /// The next number of a range, or a jump: `counter` goes up by `step` to before `end`.
    RangeNext { to: Slot, counter: Slot, end: Slot, step: Slot, target: Target },
    /// Ends a loop of [`Self::RangeNext`]: moves to the next number, counts a step and jumps back,
    /// if there is one.
    RangeAgain { to: Slot, counter: Slot, end: Slot, step: Slot, target: Target },
    /// The next of `left` seats, or a jump.
    SeatNext { to: Slot, seat: Slot, left: Slot, target: Target },
    /// Ends a loop of [`Self::SeatNext`]: moves to the next seat, counts a step and jumps back, if
    /// there is one.
    SeatAgain { to: Slot, seat: Slot, left: Slot, target: Target },

    Put { zone: Slot, card: Slot },
    PutList { zone: Slot, list: Slot },
    PutZone { zone: Slot, from: Slot },
    PutBelow { zone: Slot, card: Slot },
    PutListBelow { zone: Slot, list: Slot },
    PutZoneBelow { zone: Slot, from: Slot },
    Draw { to: Slot, zone: Slot, into: Slot },
    Deal { zone: Slot, count: Slot, first: u16 },
    PassOn { first: u16, by: Slot },
    /// These stop for the source of random numbers.
    Shuffle { zone: Slot },
    DrawAny { to: Slot, zone: Slot, into: Slot, counter: Slot },
    Chance { to: Slot, bound: Slot, counter: Slot },

    SeatList { to: Slot, first: Slot, others: bool },
    After { to: Slot, seat: Slot },
    Before { to: Slot, seat: Slot },
    Out { seat: Slot },
    IsOut { to: Slot, seat: Slot },
    Team { to: Slot, seat: Slot },
    /// Checks that it is a seat of the table.
    Seat { seat: Slot },

    Tally { name: Slot, times: Slot },
    /// A seat looks at the cards of a list; all seats do.
    Look { seat: Slot, list: Slot },
    Show { list: Slot },
    FirstPlayer { seat: Slot },
    End { reason: Slot },
    EndWithWinners { reason: Slot, list: Slot },
    LostByAll { reason: Slot },
    /// The game is lost by the seats of a list, and their partners.
    Lost { reason: Slot, list: Slot },
    Unfinished { reason: Slot },
    /// An error of the rules, with a number for its message.
    Fail { trouble: Trouble, value: Slot },

    /// A decision.
    Choose { to: Slot, seat: Slot, list: Slot, site: u16 },
    /// `play` is over.
    Finish,
    /// A function that was called from outside is over.
    Done,
}

/// An error, without its place.
pub(super) type Outcome<T> = Result<T, (Trouble, i64)>;

/// The kind of an error at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    Overflow,
    DivisionByZero,
    Exponent,
    Shift,
    Index,
    NoKey,
    NoAttribute,
    EmptyDraw,
    EmptyTop,
    EmptyExtreme,
    NotInList,
    NoWinner,
    NoLoser,
    NoSeat,
    Nowhere,
    NoOption,
    TooManyOptions,
    LargeOption,
    Loop,
    Lists,
    Bound,
    Refused,
    Reason,
    Impossible,
    Range,
    Tally,
    Length,
    Score,
}

/// How the elements of a list are compared and kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The words of an element.
    pub(crate) words: usize,
    /// The words that are cards.
    pub(crate) cards: Vec<usize>,
    /// The words that are lists, with the layout of these.
    pub(crate) lists: Vec<(usize, usize)>,
}

/// A part of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    Number,
    Seat,
    Flag,
    Name,
    Card,
    Zone,
}

/// A place of the text where a seat decides.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The function of the decision.
    pub(crate) function: FunctionId,
    /// The words of an option.
    pub(crate) words: usize,
    /// The kind of the only part of options that are no tuples.
    pub(crate) single: Option<PartKind>,
    /// Whether options begin with a name that determines their shape.
    pub(crate) is_shaped: bool,
    /// By kind of action: its parts, if it is one here.
    pub(crate) shapes: Vec<Option<Vec<PartKind>>>,
    /// The kind of action of options without a shape.
    pub(crate) kind: u8,
    /// The text of `say`.
    pub(crate) say: Option<String>,
    /// The bit of actions that the other seats do not see.
    pub(crate) hidden: u8,
    /// The lists of the decision, if several seats decide at the same time.
    pub(crate) together: Option<Together>,
    /// The lists that are needed after it, by this function.
    pub(crate) live: Vec<LiveList>,
    /// `live`, and the lists that the callers still need, if these are always the same lists.
    pub(crate) all_live: Option<Vec<LiveList>>,
}

/// The lists of a decision that several seats take at the same time: the seats, the options of
/// each, and the choices so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Together {
    pub(crate) seats: Slot,
    pub(crate) offered: Slot,
    pub(crate) chosen: Slot,
}

/// A table of masks by the value that an attribute is compared with.
#[derive(Clone, Debug)]
pub(crate) struct MaskTable {
    /// The first value.
    pub(crate) low: i64,
    /// The index of the first mask: that of values below, then those of the values, then that
    /// of values above.
    pub(crate) first: usize,
    pub(crate) values: usize,
}

/// A call of a function that decides: the caller, and the lists that it needs afterwards.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    /// The place after the call.
    pub(crate) back: Target,
    pub(crate) callee: FunctionId,
    pub(crate) caller: FunctionId,
    pub(crate) live: Vec<LiveList>,
}

/// A function that can be called from outside, for a seat.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) target: Target,
    pub(crate) parameter: Slot,
    pub(crate) back: Slot,
    pub(crate) result: Slot,
    pub(crate) words: usize,
}

/// The code of one variant, and its tables.
pub(crate) struct Code {
    pub(crate) program: Arc<Program>,
    pub(crate) setup: Setup,
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    /// The slots at the start of a game.
    pub(crate) image: Vec<i64>,
    pub(crate) play: Target,
    /// The place to which an entry returns.
    pub(crate) done: Target,
    pub(crate) score: Entry,
    pub(crate) worth: Option<Entry>,
    pub(crate) possible: Option<Entry>,
    /// The words of a set of cards.
    pub(crate) set_words: usize,
    /// By attribute and card: the value; [`NO_VALUE`] if there is none.
    pub(crate) attributes: Vec<i64>,
    /// The number of values of an attribute: as many as a set has bits.
    pub(crate) card_room: usize,
    /// By card: its name.
    pub(crate) card_names: Vec<i64>,
    /// By card: its number among the different cards.
    pub(crate) different: Vec<u16>,
    /// By this number: the first of the equal cards.
    pub(crate) first_equal: Vec<u16>,
    /// How a card is a part of an option.
    pub(crate) card_parts: CardParts,
    /// Whether no two cards are equal.
    pub(crate) has_no_twins: bool,
    pub(crate) masks: Vec<u64>,
    pub(crate) tables: Vec<MaskTable>,
    /// By name: its place; [`NO_PLACE`] if there is none.
    pub(crate) lookups: Vec<Vec<u16>>,
    pub(crate) layouts: Vec<Layout>,
    /// The variables that hold a card.
    pub(crate) card_slots: Vec<Slot>,
    /// Lists that never change: their words, and the number of words of an element.
    pub(crate) constant_lists: Vec<(Vec<i64>, usize)>,
    pub(crate) sites: Vec<Site>,
    /// By function: where its way back is kept.
    pub(crate) backs: Vec<Slot>,
    pub(crate) calls: Vec<CallSite>,
    /// Whether lists may be shared: no list is changed except at its end.
    pub(crate) shares_lists: bool,
    /// By kind of action: its name.
    pub(crate) kinds: Vec<i64>,
    /// The reasons that the file gives; then those of a game that `play` ends, and of a game that
    /// is too long.
    pub(crate) reasons: Vec<NameId>,
    pub(crate) played_to_the_end: u8,
    pub(crate) unfinished: u8,
    /// By name: the kind of action; 255 if it is none.
    pub(crate) kind_of_name: Vec<u8>,
    /// By name: the index of the reason for the end.
    pub(crate) reason_of_name: Vec<u8>,
    /// By name: the index of the tally.
    pub(crate) tally_of_name: Vec<u16>,
    pub(crate) tallies: Slot,
    /// The first slot of the numbers of shuffles, by zone.
    pub(crate) shuffles: Slot,
    /// The first slot of the numbers of random draws, by place of the text.
    pub(crate) chances: Slot,
    /// The zone whose shuffles count as those of the deck.
    pub(crate) deck: Option<u16>,
    pub(crate) zones: Vec<ZoneInfo>,
    /// A bit for each zone that everyone sees.
    pub(crate) public: ZoneSet,
    pub(crate) numbers: Vec<NumberInfo>,
    /// The slots of the units of length, after the decisions.
    pub(crate) lengths: Vec<Slot>,
    /// In the code of a check: the coverage, and the first slot of its notes in a state.
    pub(crate) coverage: Option<(Arc<Coverage>, Slot)>,
}

impl Debug for Code {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Code")
            .field("file", &self.program.file)
            .field("ops", &self.ops.len())
            .finish_non_exhaustive()
    }
}

/// How a card in a zone is a part of an option: cards that are equal, and lie in one zone, are one
/// part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CardParts {
    /// The lowest bits are the zone; all of them are set where a card lies in none.
    bits: u32,
    no_zone: u16,
}

impl CardParts {
    /// Returns the layout for this many zones.
    pub(crate) fn new(zones: usize) -> Self {
        let bits = usize::BITS - zones.leading_zeros();
        Self { bits, no_zone: (1 << bits) - 1 }
    }

    /// Returns the largest number of zones with this many different cards.
    pub(crate) fn most_zones(different: usize) -> usize {
        (1 << (16 - different.next_power_of_two().trailing_zeros())) - 1
    }

    /// Returns the part for the number of a card among the different ones.
    #[inline(always)]
    pub(crate) fn part(self, different: u16, zone: u16) -> i16 {
        (different << self.bits | zone & self.no_zone).cast_signed()
    }

    /// Returns the number of the card among the different ones, and its zone.
    fn split(self, part: i16) -> (usize, u16) {
        let part = part.cast_unsigned();
        let zone = part & self.no_zone;
        let zone = if zone == self.no_zone { NOWHERE } else { zone };
        (usize::from(part >> self.bits), zone)
    }
}

/// The attribute of a card that has none.
pub(crate) const NO_VALUE: i64 = i64::MIN;

/// The place of a name that has none.
pub(crate) const NO_PLACE: u16 = u16::MAX;

/// A zone of the setup.
#[derive(Clone, Debug)]
pub(crate) struct ZoneInfo {
    /// "deck", "hand".
    pub(crate) name: String,
    /// The seat, or the name, of one among several.
    pub(crate) of: Of,
    /// A bit for each seat that may look into it.
    pub(crate) seen: u8,
}

/// A declared number of the setup, or several.
#[derive(Clone, Debug)]
pub(crate) struct NumberInfo {
    pub(crate) name: String,
    pub(crate) kind: Type,
    pub(crate) first: Slot,
    /// The owner of each of them.
    pub(crate) of: Vec<Of>,
    /// The seats that may look.
    pub(crate) seen_by: SeenBy,
    /// The lowest and the highest value, where not everyone may look.
    pub(crate) range: Option<(i64, i64)>,
    pub(crate) is_length: bool,
    /// Whether stories leave it out.
    pub(crate) is_untold: bool,
}

/// Who reads a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reader {
    /// A program that reads a trace: it counts seats from 0, and is told the zone of a card where
    /// equal ones lie in several.
    Program,
    /// A person, who counts seats from 1.
    Person,
}

impl Reader {
    /// Returns the number of the first seat.
    pub(crate) fn first_seat(self) -> i16 {
        i16::from(self == Self::Person)
    }
}

/// Which one of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    One,
    Seat(u8),
    Name(NameId),
    /// The seat's one of this name.
    SeatAndName(u8, NameId),
}

impl Of {
    /// Returns the seat whose it is.
    pub(crate) fn seat(self) -> Option<u8> {
        match self {
            Self::Seat(seat) | Self::SeatAndName(seat, _) => Some(seat),
            Self::One | Self::Name(_) => None,
        }
    }
}

impl NumberInfo {
    /// Returns whether a seat may look at one of them.
    pub(crate) fn is_seen(&self, of: Of, seat: u8) -> bool {
        match self.seen_by {
            SeenBy::Everyone => true,
            SeenBy::Nobody => false,
            SeenBy::Owner => of.seat() == Some(seat),
            SeenBy::Others => of.seat() != Some(seat),
        }
    }
}

impl Op {
    /// Returns the place that it may jump to.
    pub(super) fn target(&mut self) -> Option<&mut Target> {
        match self {
            Self::Jump { target }
            | Self::Again { target }
            | Self::JumpIf { target, .. }
            | Self::JumpUnless { target, .. }
            | Self::JumpEqual { target, .. }
            | Self::JumpDiffers { target, .. }
            | Self::JumpLess { target, .. }
            | Self::JumpAtMost { target, .. }
            | Self::JumpIfEmpty { target, .. }
            | Self::JumpIfZoneEmpty { target, .. }
            | Self::Call { target, .. }
            | Self::ZoneNext { target, .. }
            | Self::ZoneAgain { target, .. }
            | Self::JumpIfSetEmpty { target, .. }
            | Self::SetNext { target, .. }
            | Self::SetAgain { target, .. }
            | Self::ListNext { target, .. }
            | Self::ListAgain { target, .. }
            | Self::ListBefore { target, .. }
            | Self::RangeNext { target, .. }
            | Self::RangeAgain { target, .. }
            | Self::SeatNext { target, .. }
            | Self::SeatAgain { target, .. } => Some(target),
            _ => None,
        }
    }
}

impl Code {
    /// Returns a name's text.
    pub(crate) fn name(&self, name: i64) -> &str {
        self.program.names.get(name as usize).map_or("?", String::as_str)
    }

    /// Returns the parts of an option, with their kinds.
    pub(crate) fn parts_of(&self, action: Action) -> impl Iterator<Item = (PartKind, i16)> {
        let site = self.sites.get(action.site());
        let kinds = site.and_then(|site| site.shapes.get(action.kind())).and_then(Option::as_deref);
        kinds.unwrap_or_default().iter().copied().zip(action.parts())
    }

    /// Returns whether a card is a part of an option.
    pub(crate) fn has_card(&self, action: Action) -> bool {
        self.parts_of(action).any(|(kind, _)| kind == PartKind::Card)
    }

    /// Returns the values of an attribute by card.
    #[inline(always)]
    pub(crate) fn attribute_of_cards(&self, attribute: usize) -> &[i64] {
        &self.attributes[attribute * self.card_room..]
    }

    /// Returns an attribute of a card; [`NO_VALUE`] if it has none.
    #[inline(always)]
    pub(crate) fn attribute(&self, attribute: usize, card: u16) -> i64 {
        let place = attribute * self.card_room + usize::from(card);
        self.attributes.get(place).copied().unwrap_or(NO_VALUE)
    }

    /// Returns the number of a card's name.
    #[inline(always)]
    pub(crate) fn card_name(&self, card: u16) -> i64 {
        self.card_names.get(usize::from(card)).copied().unwrap_or(-1)
    }

    /// Returns the first card that is equal to that of a part of an option, and its zone.
    pub(crate) fn card_of_part(&self, part: i16) -> (u16, u16) {
        let (different, zone) = self.card_parts.split(part);
        (self.first_equal.get(different).copied().unwrap_or_default(), zone)
    }

    /// Returns the number of players.
    pub(crate) fn players(&self) -> usize {
        self.setup.players
    }

    /// Returns the name of a zone: "deck", "hand of seat 1", "market of hearts".
    pub(crate) fn zone_name(&self, zone: u16, reader: Reader) -> String {
        let Some(info) = self.zones.get(usize::from(zone)) else { return "no zone".to_owned() };
        let seat = |seat| i16::from(seat) + reader.first_seat();
        match info.of {
            Of::One => info.name.clone(),
            Of::Seat(of) => format!("{} of seat {}", info.name, seat(of)),
            Of::Name(name) => format!("{} of {}", info.name, self.name(name.0.into())),
            Of::SeatAndName(of, name) => {
                format!("{} {} of seat {}", info.name, self.name(name.0.into()), seat(of))
            }
        }
    }

    /// Returns a zone as the file would write it: "deck", "hand[1]", "market[hearts]".
    pub(crate) fn zone_text(&self, zone: u16) -> String {
        let Some(info) = self.zones.get(usize::from(zone)) else { return "no zone".to_owned() };
        match info.of {
            Of::One => info.name.clone(),
            Of::Seat(seat) => format!("{}[{seat}]", info.name),
            Of::Name(name) => format!("{}[{}]", info.name, self.name(name.0.into())),
            Of::SeatAndName(seat, name) => {
                format!("{}[{seat}][{}]", info.name, self.name(name.0.into()))
            }
        }
    }
}
