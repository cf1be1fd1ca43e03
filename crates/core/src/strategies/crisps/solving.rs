//! The kind `ismcts` for Crisps: the search of all games, after a search for a certain win.

use crate::game::{Choice, LegalSet};
use crate::games::crisps::{Action, Crisps, EndgameTable, Legal, View};
use crate::input::{Knob, knobs};
use crate::rng::Stream;
use crate::strategy::{Failure, Ismcts, Strategy, StrategyFile, StrategyKind};

knobs! {
    /// The knob of the endgame solver.
    struct Endings {
        /// with at most this many cards in all hands, and nothing that matters unknown, it looks
        /// for a sure win before it searches; 0: never
        solved_cards: u32 = 0, in 0..=40;
    }
}

static KNOBS: [Knob; Ismcts::<Crisps>::KNOBS.len() + Endings::KNOBS.len()] =
    Knob::joined(Ismcts::<Crisps>::KNOBS, Endings::KNOBS);

/// Takes a certain win where an endgame can be solved, and otherwise searches.
#[derive(Clone, Debug)]
pub struct Solving {
    endgames: EndgameTable,
    search: Ismcts<Crisps>,
}

impl StrategyKind for Solving {
    const SUMMARY: &'static str = Ismcts::<Crisps>::SUMMARY;
    const KNOBS: &'static [Knob] = &KNOBS;
    const SEARCHES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        // A win is certain only for a player without restrictions.
        let solved_cards = if file.restriction.is_empty() {
            Endings::read(&file.parameters).solved_cards
        } else {
            0
        };
        Self { endgames: EndgameTable::new(solved_cards), search: Ismcts::new(file) }
    }
}

impl Strategy<Crisps> for Solving {
    fn new_game(&mut self) {
        self.endgames.clear();
        Strategy::<Crisps>::new_game(&mut self.search);
    }

    fn wrapped(&mut self) -> Option<&mut dyn Strategy<Crisps>> {
        Some(&mut self.search)
    }

    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, Action>, Failure> {
        let sure =
            if legal.count() > 1 { self.endgames.sure_win(view, legal, stream) } else { None };
        match sure {
            Some(action) => legal.choose(action).ok_or(Failure::NoLegalAction),
            None => self.search.choose(view, legal, stream),
        }
    }
}
