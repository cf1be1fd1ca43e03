//! The kind `ismcts` for Crisps: the search of all games, and a look for a sure win before it.

use crate::game::{Choice, LegalSet};
use crate::games::crisps::{Action, Crisps, EndgameTable, Legal, View};
use crate::input::{Knob, KnobKind, Value};
use crate::rng::Stream;
use crate::strategy::{Failure, Ismcts, Strategy, StrategyFile};

const SOLVED_CARDS: Knob = Knob::new(
    "solved_cards",
    KnobKind::Integer(0, 40),
    Value::Integer(0),
    "with at most so many cards in all hands, and nothing that matters unknown, it looks for a sure win before it searches; 0: never",
);

static KNOBS: [Knob; Ismcts::<Crisps>::KNOBS.len() + 1] = {
    let (common, mut knobs, mut index) = (Ismcts::<Crisps>::KNOBS, [SOLVED_CARDS; _], 0);
    while index < common.len() {
        knobs[index] = common[index];
        index += 1;
    }
    knobs
};

/// Takes a sure win where an endgame can be solved, and otherwise searches.
#[derive(Clone, Debug)]
pub struct Solving {
    endgames: EndgameTable,
    search: Ismcts<Crisps>,
}

impl Solving {
    /// How it plays.
    pub const SUMMARY: &'static str = Ismcts::<Crisps>::SUMMARY;
    /// Its parameters.
    pub const KNOBS: &'static [Knob] = &KNOBS;

    /// A player as its file describes it.
    pub fn new(file: &StrategyFile) -> Self {
        Self { endgames: EndgameTable::new(file.parameters.integer(SOLVED_CARDS.key) as u32), search: Ismcts::new(file) }
    }
}

impl Strategy<Crisps> for Solving {
    fn new_game(&mut self) {
        self.endgames.clear();
        Strategy::<Crisps>::new_game(&mut self.search);
    }

    #[inline(never)]
    fn choose<'l>(&mut self, view: &View<'_>, legal: &'l Legal, stream: &mut Stream) -> Result<Choice<'l, Action>, Failure> {
        let sure = if legal.count() > 1 { self.endgames.sure_win(view, legal, stream) } else { None };
        match sure {
            Some(action) => legal.choose(action).ok_or(Failure::NoLegalAction),
            None => self.search.choose(view, legal, stream),
        }
    }
}
