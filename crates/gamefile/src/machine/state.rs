//! The state of a game: the slots, the place in the code, the zones, the lists, and the options.
//!
//! States come from a store of each thread and go back to it, so that a game allocates nothing
//! after the first.

use std::cell::RefCell;
use std::fmt::Debug;

use fairdeal_core::seat::MAX_SEATS;

use super::code::{Code, Trouble};
use super::lists::Lists;
use super::options::Options;
use super::zones::{NO_ZONES, ZoneSet, Zones};

/// The largest number of decisions of a game: after these it is unfinished.
pub(crate) const MOST_DECISIONS: u32 = 100_000;

/// The number of steps without a decision after which the rules are taken to run on for ever.
pub(crate) const MOST_STEPS: u32 = 1_000_000;

/// The limit of steps in a simulated game, whose hidden cards may be ones that the rules exclude.
pub(crate) const MOST_SIMULATED_STEPS: u32 = 50_000;

/// No first player yet.
pub(crate) const OPEN: u8 = u8::MAX;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Its code runs.
    Running,
    /// A seat decides.
    Deciding,
    /// It is over.
    Over,
    /// It is over, and no player wins.
    Unfinished,
    /// An error of the rules ended it.
    Failed,
}

/// An error of the rules: its place in the code (or the seat of the score, or the unit of length),
/// and a number for the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    pub(crate) trouble: Trouble,
    pub(crate) at: u32,
    pub(crate) value: i64,
}

/// The words that are copied as they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    /// The place in the code.
    pub(crate) at: u32,
    pub(crate) status: Status,
    /// The seat that decides, and the place of the text.
    pub(crate) seat: u8,
    pub(crate) site: u16,
    /// The seats that are out.
    pub(crate) out: u8,
    /// The seat that went first; [`OPEN`] until then.
    pub(crate) first_player: u8,
    pub(crate) end_reason: u8,
    /// The seats that `end` names, or those that `lost` does not; none if the scores decide.
    pub(crate) named: u8,
    /// Whether the game is lost by all.
    pub(crate) all_lose: bool,
    pub(crate) decisions: u32,
    /// The number of lines of the log before the first decision.
    pub(crate) started_at: u32,
    /// The steps that are left until the next decision.
    pub(crate) steps: u32,
    pub(crate) failed: Option<Failed>,
    /// At the end: the winners and the scores.
    pub(crate) winners: u8,
    pub(crate) scores: [i64; MAX_SEATS],
    /// A bit for each zone that everyone sees.
    pub(crate) public: ZoneSet,
    /// The slots of the units of length after the decisions.
    pub(crate) lengths: [u16; 3],
}

/// All of a state.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) head: Head,
    pub(crate) slots: Vec<i64>,
    pub(crate) lists: Lists,
    pub(crate) zones: Box<Zones>,
    pub(crate) options: Options,
}

const HEAD: Head = Head {
    at: 0,
    status: Status::Running,
    seat: 0,
    site: 0,
    out: 0,
    first_player: OPEN,
    end_reason: 0,
    named: 0,
    all_lose: false,
    decisions: 0,
    started_at: 0,
    steps: MOST_STEPS,
    failed: None,
    winners: 0,
    scores: [0; MAX_SEATS],
    public: NO_ZONES,
    lengths: [0; 3],
};

impl Machine {
    fn new() -> Self {
        Self {
            head: HEAD,
            slots: Vec::with_capacity(ROOM),
            lists: Lists::new(),
            zones: Box::new(Zones::new()),
            options: Options::new(),
        }
    }

    /// Sets all to the beginning of a game.
    pub(crate) fn reset(&mut self, code: &Code) {
        self.head = HEAD;
        self.head.at = code.play.into();
        for (slot, length) in self.head.lengths.iter_mut().zip(&code.lengths) {
            *slot = *length;
        }
        self.head.public = code.public;
        self.slots.clear();
        self.slots.extend_from_slice(&code.image);
        self.lists.clear();
        let (cards, zones) = (code.setup.cards.len(), code.zones.len());
        if self.zones.fits(cards, zones) {
            self.zones.clear();
        } else {
            self.zones.fit(cards, zones);
        }
        self.options.clear();
    }

    /// Returns a key of the zones that everyone sees.
    pub(crate) fn public_key(&self) -> u32 {
        let mut key = 0_u64;
        for zone in self.head.public.iter() {
            for bits in self.zones.bits(zone) {
                key = (key ^ bits).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
            }
        }
        (key ^ key >> 32) as u32
    }

    fn copy_from(&mut self, other: &Self) {
        self.zones.copy_from(&other.zones);
        self.copy_rest_from(other);
    }

    /// Copies all but the zones.
    fn copy_rest_from(&mut self, other: &Self) {
        self.head = other.head;
        self.slots.clear();
        self.slots.extend_from_slice(&other.slots);
        self.lists.copy_from(&other.lists);
        self.options.copy_from(&other.options);
    }
}

/// A state of a game in a file.
pub struct State(Option<Box<Machine>>);

/// The number of slots with room from the start: more than most games have.
const ROOM: usize = 1 << 10;

/// The number of states that a thread begins with: more than a watched game keeps, and searches
/// within it.
const FIRST: usize = 96;

/// The largest number of states that a thread keeps for later.
const MOST_KEPT: usize = 4096;

thread_local! {
    /// The machines that are not in use. Any of them fits any code.
    #[expect(clippy::vec_box, reason = "they are moved to states and back as they are")]
    static STORE: RefCell<Vec<Box<Machine>>> = const { RefCell::new(Vec::new()) };
}

/// Returns a machine that is not in use.
fn any_machine() -> Box<Machine> {
    let kept = STORE.try_with(|store| {
        let mut store = store.borrow_mut();
        if store.capacity() == 0 {
            store.reserve(MOST_KEPT);
            store.extend((0..FIRST).map(|_| Box::new(Machine::new())));
        }
        store.pop()
    });
    kept.ok().flatten().unwrap_or_else(|| Box::new(Machine::new()))
}

impl State {
    /// Returns a state before the game begins.
    pub(crate) fn new(code: &Code) -> Self {
        let mut machine = any_machine();
        machine.reset(code);
        Self(Some(machine))
    }

    /// Returns a copy without memory of the game so far, which keeps no log.
    pub(crate) fn without_memory(&self) -> Self {
        let (mut copy, machine) = (any_machine(), self.machine());
        copy.zones.copy_cards_from(&machine.zones);
        copy.copy_rest_from(machine);
        Self(Some(copy))
    }

    #[inline(always)]
    pub(crate) fn machine(&self) -> &Machine {
        self.0.as_deref().expect("a state that is not dropped")
    }

    #[inline(always)]
    pub(crate) fn machine_mut(&mut self) -> &mut Machine {
        self.0.as_deref_mut().expect("a state that is not dropped")
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = any_machine();
        copy.copy_from(self.machine());
        Self(Some(copy))
    }

    fn clone_from(&mut self, source: &Self) {
        self.machine_mut().copy_from(source.machine());
    }
}

impl Drop for State {
    fn drop(&mut self) {
        let Some(machine) = self.0.take() else { return };
        // Without a store, while the thread ends, it is simply dropped.
        let _ = STORE.try_with(|store| {
            let mut store = store.borrow_mut();
            if store.len() < MOST_KEPT {
                store.push(machine);
            }
        });
    }
}

impl Debug for State {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let machine = self.machine();
        formatter
            .debug_struct("State")
            .field("head", &machine.head)
            .field("slots", &machine.slots)
            .finish_non_exhaustive()
    }
}

impl Code {
    /// Returns the reason for the end.
    pub(crate) fn reason(&self, head: &Head) -> &str {
        match self.reasons.get(usize::from(head.end_reason)) {
            Some(name) => self.name(name.0.into()),
            None if head.end_reason == self.played_to_the_end => {
                fairdeal_core::game::PLAYED_TO_THE_END
            }
            None if head.decisions < MOST_DECISIONS => fairdeal_core::game::UNFINISHED,
            None => "too many decisions",
        }
    }
}
