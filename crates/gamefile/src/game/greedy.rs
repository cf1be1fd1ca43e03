//! The kind `greedy`, for every game in a file.

use fairdeal_core::game::{Choice, Game, LegalSet, Searchable, SeatView};
use fairdeal_core::input::{Knob, knobs};
use fairdeal_core::rng::{BlockStreams, Stream};
use fairdeal_core::strategy::{Failure, Strategy, StrategyFile, StrategyKind};

use super::{FileGame, Options, View};
use crate::machine::options::ROOM;
use crate::machine::play;

knobs! {
    /// The parameters.
    struct Parameters {
        /// draws of the hidden cards, over which the worth of an action is averaged
        draws: u32 = 4, in 1..=1000;
    }
}

/// Takes the action after which its own position is best, over a few draws of the cards that it
/// cannot see, with chance of their own.
#[derive(Clone, Debug)]
pub struct Greedy {
    draws: u32,
    /// By option: its worth.
    worths: Vec<i128>,
}

impl StrategyKind for Greedy {
    const SUMMARY: &'static str = "takes the action after which its own position is best, by the \
        file's function `worth` or by its score, over a few draws of the cards that it cannot see";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;

    fn new(file: &StrategyFile) -> Self {
        let draws = Parameters::read(&file.parameters).draws;
        Self { draws, worths: Vec::new() }
    }
}

impl Strategy<FileGame> for Greedy {
    fn choose<'l>(
        &mut self,
        view: &View<'_>,
        legal: &'l Options,
        stream: &mut Stream,
    ) -> Result<Choice<'l, <FileGame as Game>::Action>, Failure> {
        let count = legal.count();
        if count == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        let (rules, seat) = (view.rules(), view.seat().index());
        let determinizer = FileGame::determinizer(view);
        let Self { draws, worths } = self;
        worths.clear();
        // At once for most choices: a game allocates nothing after the first one.
        worths.reserve(ROOM);
        worths.resize(count as usize, 0);
        for _ in 0..*draws {
            let streams = BlockStreams::new(stream.word(), 0);
            let world = FileGame::sample(rules, &determinizer, stream);
            for (place, worth) in worths.iter_mut().enumerate() {
                let (mut state, mut chance) = (world.clone(), streams);
                FileGame::apply(rules, &mut state, legal.nth(place as u32), &mut chance, &mut ());
                *worth += play::position_worth(&rules.code, state.machine_mut(), seat);
            }
        }
        // Of several equally good ones a random one: the first is often to pass.
        let (mut best, mut equal) = (0, 0);
        for place in 0..count as usize {
            if place == 0 || worths[place] > worths[best] {
                (best, equal) = (place, 1);
            } else if worths[place] == worths[best] {
                equal += 1;
                if stream.below(equal) == 0 {
                    best = place;
                }
            }
        }
        legal.choose_nth(best as u32).ok_or(Failure::NoLegalAction)
    }
}
