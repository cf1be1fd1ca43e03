//! The kind `flat-monte-carlo`: every action is played on, over the same drawn cards.

use super::rollout::{Rollout, RolloutContext};
use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, KindSet, LegalSet, Searchable, Turn};
use crate::input::{Knob, knobs};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::strategy::{Failure, Playable, Random, Strategy, StrategyFile, StrategyKind};

knobs! {
    /// How it searches.
    struct Parameters {
        /// games played on in mind for each decision
        iterations: u32 = 1000, in 1..=1_000_000;
        /// share of random moves among those of the strategy `rollout`, which plays the games on
        random_share: f64 = 0.0, in 0.0..=1.0;
        /// how much it counts by how much a game is won, where the game can tell: 0 for a win and nothing else,
        /// 1 for the margin and nothing else
        margin: f64 = 0.0, in 0.0..=1.0;
    }
}

/// More actions than any decision of a usual game has.
const USUAL_ACTIONS: usize = 1024;

/// Draws the cards that it cannot see, plays each action on, again and again, and takes the one that went best.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo<G: Playable + Searchable> {
    parameters: Parameters,
    rollout: Rollout<G>,
    never: KindSet,
    /// By legal action, in their order: what it was worth in all games.
    sums: Vec<u64>,
}

impl<G: Playable + Searchable> StrategyKind for FlatMonteCarlo<G> {
    const SUMMARY: &'static str =
        "draws the cards that it cannot see, plays each action to the end over the same cards, and takes the one that goes best";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;
    const SEARCHES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        let parameters = Parameters::read(&file.parameters);
        let (rollout, never) = (Rollout::new(file, parameters.random_share), file.restriction.kinds());
        Self { parameters, rollout, never, sums: Vec::new() }
    }
}

impl<G: Playable + Searchable> Strategy<G> for FlatMonteCarlo<G> {
    fn new_game(&mut self) {
        self.sums.clear();
        self.sums.reserve(USUAL_ACTIONS);
    }

    #[inline(never)]
    fn choose<'l>(&mut self, view: &G::View<'_>, legal: &'l G::Legal, stream: &mut Stream) -> Result<Choice<'l, G::Action>, Failure> {
        if legal.count() > 1 {
            self.sums.clear();
            self.sums.resize(legal.count() as usize, 0);
            let Parameters { iterations, margin, .. } = self.parameters;
            let sums = &mut self.sums[..];
            if self.never.is_empty() {
                let context = RolloutContext::<G>::new(view, margin, self.never);
                match &mut self.rollout {
                    Rollout::Random => with_fast_bits(Rounds { context, legal, player: &mut Random, iterations, sums, stream })?,
                    Rollout::Guided(player) => with_fast_bits(Rounds { context, legal, player, iterations, sums, stream })?,
                }
            } else {
                let context = RolloutContext::<G, true>::new(view, margin, self.never);
                with_fast_bits(Rounds { context, legal, player: &mut Some(self.rollout.any(&mut Random)), iterations, sums, stream })?;
            }
        }
        let mut best = 0;
        for (action, sum) in self.sums.iter().enumerate().take(legal.count() as usize) {
            if *sum > self.sums[best] {
                best = action;
            }
        }
        legal.choose_nth(best as u32).ok_or(Failure::NoLegalAction)
    }
}

/// The games of one decision.
struct Rounds<'a, G: Playable + Searchable, P, const RESTRICTED: bool> {
    context: RolloutContext<'a, G, RESTRICTED>,
    legal: &'a G::Legal,
    player: &'a mut P,
    iterations: u32,
    sums: &'a mut [u64],
    stream: &'a mut Stream,
}

impl<G: Playable + Searchable, P: Strategy<G>, const RESTRICTED: bool> Work for Rounds<'_, G, P, RESTRICTED> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { context, legal, player, iterations, sums, stream } = self;
        for _ in 0..(iterations / legal.count()).max(1) {
            // All that is random in a round is the same for every action: so their difference shows sooner.
            let streams = BlockStreams::new(stream.word(), 0);
            let mut choices = streams.stream(Purpose::Strategy(0));
            let world = context.sample(&mut choices);
            let Turn::Decide(seat) = G::turn(&world) else { return Err(Failure::NoLegalAction) };
            for (action, sum) in sums.iter_mut().enumerate() {
                let (mut state, mut chance, mut choices) = (world.clone(), streams, choices.clone());
                G::apply(context.rules, &mut state, legal.nth(action as u32), &mut chance, &mut ());
                let shares = context.play_on(&mut state, player, &mut chance, &mut choices)?;
                *sum += u64::from(shares[seat.index()]);
            }
        }
        Ok(())
    }
}
