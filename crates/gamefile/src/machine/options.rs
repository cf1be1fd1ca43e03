//! The options of a decision, and the actions that stand for them.

/// The largest number of options at a decision.
pub(crate) const MAX_OPTIONS: usize = 10_000;

/// The largest number of parts of an option after its name.
pub(crate) const MAX_PARTS: usize = 7;

/// The bit of a kind whose choice the other seats do not see.
pub(crate) const HIDDEN: u8 = 1 << 7;

/// An action of a game in a file: one of the options at a place of the text.
///
/// A card is represented by the first card that is equal to it and the zone in which it lies:
/// options with equal cards of one zone are one action.
///
/// An action is one number, which is made and compared in registers: the place of the text has the
/// lowest 8 bits, the kind and whether others see it the next 8, and each part 16.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Action(u128);

impl Action {
    /// An action that is never an option.
    pub(crate) const NONE: Self = Self::new(u8::MAX, 0);

    /// Returns an action at a place of the text, without parts. The kind may have the bit
    /// of hidden actions.
    #[inline(always)]
    pub(crate) const fn new(site: u8, kind: u8) -> Self {
        Self(site as u128 | (kind as u128) << 8)
    }

    /// Sets a part that was not set before.
    #[inline(always)]
    pub(crate) fn set_part(&mut self, place: usize, part: i16) {
        let part = part.cast_unsigned();
        // Shifts of 64 bits are much faster, and few options have more parts.
        self.0 |= match place {
            0..3 => u128::from(u64::from(part) << (16 * (place + 1))),
            _ => u128::from(part) << (16 * (place + 1)),
        };
    }

    /// Returns an action with its first part, which was not set before.
    #[inline(always)]
    pub(crate) fn with_first_part(self, part: i16) -> Self {
        Self(self.0 | u128::from(part.cast_unsigned()) << 16)
    }

    /// Returns the place of the text.
    pub(crate) fn site(self) -> usize {
        usize::from(self.0 as u8)
    }

    /// Returns the kind.
    #[inline(always)]
    pub(crate) fn kind(self) -> usize {
        usize::from((self.0 >> 8) as u8 & !HIDDEN)
    }

    /// Returns whether all seats see it.
    pub(crate) fn is_public(self) -> bool {
        (self.0 >> 8) as u8 & HIDDEN == 0
    }

    /// Returns the parts; missing ones are 0.
    #[inline(always)]
    pub(crate) fn parts(self) -> [i16; MAX_PARTS] {
        std::array::from_fn(|place| (self.0 >> (16 * (place + 1))) as i16)
    }

    /// Returns a hash, of which the highest bits are best.
    #[inline(always)]
    fn hash(self) -> u64 {
        (self.0 as u64 ^ (self.0 >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut told = formatter.debug_struct("Action");
        told.field("site", &self.site()).field("kind", &self.kind());
        told.field("is_public", &self.is_public()).field("parts", &self.parts()).finish()
    }
}

/// The options of the decision at which a game stands.
#[derive(Debug)]
pub(crate) struct Options {
    /// The actions that stand for the options.
    pub(crate) actions: Vec<Action>,
    /// The options themselves: with the cards' own numbers.
    pub(crate) own: Vec<Action>,
    /// Bits of hashes of the first actions.
    seen: [u64; 4],
    /// Places by hash, to find equal ones among many.
    places: Vec<u16>,
}

/// The number of options from which on equal ones are found by their hash.
const MANY: usize = 24;

/// The number of options with room from the start: more than most decisions have.
pub(crate) const ROOM: usize = 1 << 8;

/// The size of the hash table of options from the start.
const ROOM_FOR_PLACES: usize = 1 << 12;

/// The most places of options by their hash: four for each option or more.
const MOST_PLACES: usize = 1 << 16;

const _: () = assert!(MAX_OPTIONS * 4 <= MOST_PLACES && MAX_OPTIONS < u16::MAX as usize);

impl Options {
    /// Returns an empty list, with room for the options of most decisions.
    pub(crate) fn new() -> Self {
        Self {
            actions: Vec::with_capacity(ROOM),
            own: Vec::with_capacity(ROOM),
            seen: [0; 4],
            places: Vec::with_capacity(ROOM_FOR_PLACES),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.seen = [0; 4];
        self.actions.clear();
        self.own.clear();
    }

    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.clear();
        self.actions.extend_from_slice(&other.actions);
        self.own.extend_from_slice(&other.own);
    }

    /// Adds an option unless there is an equal one. Returns whether it was added.
    #[inline(always)]
    pub(crate) fn add(&mut self, action: Action, own: Action) {
        if self.actions.len() < MANY {
            // Nearly always the option is new, and a bit of its hash shows it.
            let hash = action.hash();
            let (word, bit) = ((hash >> 62) as usize, 1 << (hash >> 56 & 63));
            if self.seen[word] & bit != 0 && self.actions.contains(&action) {
                return;
            }
            self.seen[word] |= bit;
        } else if !self.is_new_of_many(action) {
            return;
        }
        self.actions.push(action);
        self.own.push(own);
    }

    #[cold]
    #[inline(never)]
    fn is_new_of_many(&mut self, action: Action) -> bool {
        let place_of = |action: Action, size: usize| {
            (action.hash() >> (u64::BITS - size.trailing_zeros())) as usize
        };
        let count = self.actions.len();
        if count == MANY || count * 4 > self.places.len() {
            let size = (count * 8).next_power_of_two().min(MOST_PLACES);
            self.places.clear();
            self.places.resize(size, u16::MAX);
            for (place, action) in self.actions.iter().enumerate() {
                let mut at = place_of(*action, size);
                while self.places[at] != u16::MAX {
                    at = (at + 1) % size;
                }
                self.places[at] = place as u16;
            }
        }
        let size = self.places.len();
        let mut at = place_of(action, size);
        while let Some(known) = self.actions.get(usize::from(self.places[at])) {
            if *known == action {
                return false;
            }
            at = (at + 1) % size;
        }
        // Beyond the limit nothing is added: the decision is refused.
        if self.actions.len() <= MAX_OPTIONS {
            self.places[at] = self.actions.len() as u16;
        }
        true
    }
}
