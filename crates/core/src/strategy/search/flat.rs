//! The kind `flat-monte-carlo`: every action is simulated over the same drawn cards.

use super::race::{Race, USUAL_ACTIONS};
use super::rollout::{Prior, Rollout, RolloutContext, Simulation};
use crate::game::{Choice, LegalSet, Never, Searchable, SeatView, Turn};
use crate::input::{Knob, knobs};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::strategy::{Failure, Playable, Strategy, StrategyFile, StrategyKind};

knobs! {
    /// The parameters of the search.
    struct Parameters {
        /// games simulated for each decision
        iterations: u32 = 1000, in 1..=1_000_000;
        /// share of random moves among those of the rollout strategy `rollout`
        random_share: f64 = 0.0, in 0.0..=1.0;
        /// weight of the margin of victory, where the game has one: 0 counts only wins, 1 counts
        /// only the margin
        margin: f64 = 0.0, in 0.0..=1.0;
        /// an action is dropped once another is better by this many standard errors of their mean
        /// difference over the same cards, which leaves more games for the others; 0: all are
        /// simulated equally often
        race: f64 = 0.0, in 0.0..=20.0;
        /// the number of standard errors by which an action must be better than the choice of the
        /// strategy `prior`, or `rollout` without one, to be taken instead of it
        evidence: f64 = 0.0, in 0.0..=20.0;
        /// own decisions after which a simulated game ends with the estimate of the strategy
        /// `rollout`: one that learned, or `greedy` of a game in a file; 0: games are simulated to
        /// their end
        foresight: u32 = 0, in 0..=1000;
    }
}

/// Draws the cards that it cannot see, simulates each action many times, and takes the one with the
/// best result.
#[derive(Clone, Debug)]
pub struct FlatMonteCarlo<G: Playable + Searchable> {
    parameters: Parameters,
    rollout: Rollout<G>,
    prior: Prior<G>,
    never: Never,
    race: Race,
}

impl<G: Playable + Searchable> StrategyKind for FlatMonteCarlo<G> {
    const SUMMARY: &'static str = "draws the cards that it cannot see, simulates each action to \
        the end over the same cards, and takes the one with the best result";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;
    const SEARCHES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        let parameters = Parameters::read(&file.parameters);
        let (rollout, never) =
            (Rollout::new(file, parameters.random_share), file.restriction.forbidden());
        Self { parameters, rollout, prior: Prior::new(file), never, race: Race::new() }
    }
}

impl<G: Playable + Searchable> Strategy<G> for FlatMonteCarlo<G> {
    fn new_game(&mut self) {
        self.rollout.new_game();
        self.prior.begin_game();
        self.race.reserve(self.parameters.iterations as usize, USUAL_ACTIONS);
    }

    fn wrapped(&mut self) -> Option<&mut dyn Strategy<G>> {
        Some(&mut self.rollout)
    }

    #[inline(never)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        if legal.count() == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        let Self { parameters, rollout, prior, never, race } = self;
        let Parameters { iterations, margin, race: limit, evidence, foresight, .. } = *parameters;
        race.begin(legal.count());
        rollout.decide_for(view.seat());
        let usual = if evidence > 0.0 { prior.choice(rollout, view, legal, stream)? } else { None };
        let rounds = Rounds { legal, iterations, limit, foresight, race, stream };
        rollout.simulate(view, margin, *never, rounds)?;
        self.race.choose(legal, usual, evidence)
    }
}

/// The simulated games of one decision.
struct Rounds<'a, G: Playable + Searchable> {
    legal: &'a G::Legal,
    iterations: u32,
    /// The number of standard errors at which an action is dropped.
    limit: f64,
    foresight: u32,
    race: &'a mut Race,
    stream: &'a mut Stream,
}

impl<G: Playable + Searchable> Simulation<G> for Rounds<'_, G> {
    #[inline(always)]
    fn run<P: Strategy<G>, const RESTRICTED: bool>(
        self,
        context: RolloutContext<'_, G, RESTRICTED>,
        player: &mut P,
    ) -> Result<(), Failure> {
        let Self { legal, iterations, limit, foresight, race, stream } = self;
        let mut games = iterations.max(legal.count()) as usize;
        while race.left() > 1 && race.left() <= games {
            games -= race.left();
            // All random numbers of a round are the same for every action, so that their difference
            // shows sooner.
            let streams = BlockStreams::new(stream.word(), 0);
            let mut choices = streams.stream(Purpose::Strategy(0));
            let world = context.sample(&mut choices);
            let Turn::Decide(seat) = G::turn(&world) else { return Err(Failure::NoLegalAction) };
            for index in 0..race.left() {
                let (mut state, mut chance, mut choices) =
                    (world.clone(), streams, choices.clone());
                G::apply(
                    context.rules,
                    &mut state,
                    legal.nth(race.action(index)),
                    &mut chance,
                    &mut (),
                );
                let worth = if foresight == 0 {
                    context.play_on(&mut state, player, &mut chance, &mut choices)?[seat.index()]
                } else {
                    context.foresee(&mut state, player, &mut chance, &mut choices, foresight)?
                };
                race.count(worth);
            }
            race.end_round(limit);
            player.new_game();
        }
        Ok(())
    }
}
