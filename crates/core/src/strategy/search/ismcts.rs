//! The kind `ismcts`: single-observer information-set Monte Carlo tree search with availability
//! counts.
//!
//! Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on
//! Computational Intelligence and AI in Games 4 (2012), algorithm 1: every iteration draws the
//! hidden cards anew and goes down one tree, in which only the actions that are legal with these
//! cards are available.
//!
//! With a race, the actions of the decision itself are tried over the same cards, and the tree is
//! used only below them: a hybrid search as in Pepels, Cazenave and Winands, "Sequential Halving
//! for Partially Observable Games" (2015).

use super::race::{Race, USUAL_ACTIONS};
use super::rollout::{Prior, Rollout, RolloutContext, Simulation};
use super::tree::{ROOT, SelectionParameters, Tree};
use crate::game::{Choice, LegalSet, Never, Searchable, SeatView, Turn};
use crate::input::{Knob, knobs};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::Seat;
use crate::strategy::{Failure, Playable, Strategy, StrategyFile, StrategyKind};

knobs! {
    /// The parameters of the search.
    struct Parameters {
        /// games simulated for each decision
        iterations: u32 = 1000, in 1..=1_000_000;
        /// the constant of the upper confidence bound, where a win is worth 1: the higher, the more
        /// often rarely tried actions are tried
        exploration: f64 = 0.7, in 0.0..=20.0;
        /// added to `exploration` for the choice of the strategy `prior`, or `rollout` without one,
        /// which is then tried more often
        prior_bonus: f64 = 0.0, in 0.0..=20.0;
        /// the upper confidence bound of actions that were never tried: with 1 or more they are
        /// tried before nearly all others
        first_play_urgency: f64 = 20.0, in 0.0..=20.0;
        /// share of random moves among those of the rollout strategy `rollout`
        random_share: f64 = 0.0, in 0.0..=1.0;
        /// weight of the margin of victory, where the game has one: 0 counts only wins, 1 counts
        /// only the margin
        margin: f64 = 0.0, in 0.0..=1.0;
        /// above 0, all actions of the decision itself are tried equally often, over the same
        /// cards; one is dropped once another is better by this many standard errors of their mean
        /// difference, and the best is taken instead of the most visited
        race: f64 = 0.0, in 0.0..=20.0;
        /// with `race`: the number of standard errors by which an action must be better than the
        /// choice of the strategy `prior`, or `rollout` without one, to be taken instead of it
        evidence: f64 = 0.0, in 0.0..=20.0;
    }
}

impl Parameters {
    /// Returns the parameters that select the next action to try.
    fn selection(self) -> SelectionParameters {
        SelectionParameters {
            exploration: self.exploration as f32,
            prior_bonus: self.prior_bonus as f32,
            first_play_urgency: self.first_play_urgency as f32,
        }
    }
}

/// Searches one tree over many draws of the cards that it cannot see, and takes the action that was
/// visited most.
#[derive(Clone, Debug)]
pub struct Ismcts<G: Playable + Searchable> {
    parameters: Parameters,
    rollout: Rollout<G>,
    prior: Prior<G>,
    never: Never,
    tree: Tree<G::Action>,
    /// The edges of the current iteration, with the seats that took them.
    path: Vec<(u32, u8)>,
    /// Boxed, since players have one size, and most do not search.
    race: Box<Race>,
}

impl<G: Playable + Searchable> StrategyKind for Ismcts<G> {
    const SUMMARY: &'static str = "searches a tree of everybody's actions, over random draws of \
        the cards that it cannot see, and takes the action that it visited most";
    const KNOBS: &'static [Knob] = Parameters::KNOBS;
    const SEARCHES: bool = true;

    fn new(file: &StrategyFile) -> Self {
        let mut parameters = Parameters::read(&file.parameters);
        let (rollout, prior) = (Rollout::new(file, parameters.random_share), Prior::new(file));
        if matches!(rollout, Rollout::Random) && !prior.is_named() {
            // Random play prefers no action.
            parameters.prior_bonus = 0.0;
        }
        let never = file.restriction.forbidden();
        Self {
            parameters,
            rollout,
            prior,
            never,
            tree: Tree::new(),
            path: Vec::new(),
            race: Box::new(Race::new()),
        }
    }
}

impl<G: Playable + Searchable> Strategy<G> for Ismcts<G> {
    fn new_game(&mut self) {
        self.rollout.new_game();
        self.prior.begin_game();
        // In a race each action is tried at least once.
        let least = if self.parameters.race > 0.0 { USUAL_ACTIONS } else { 0 };
        let iterations = least.max(self.parameters.iterations as usize);
        if self.parameters.race > 0.0 {
            self.race.reserve(iterations, USUAL_ACTIONS);
        }
        self.tree.reserve(iterations);
        self.path.clear();
        // No path is longer: each iteration extends it by at most one step.
        self.path.reserve(iterations + 1);
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
        let Self { parameters, rollout, prior, never, tree, path, race } = self;
        let Parameters { iterations, margin, race: limit, evidence, .. } = *parameters;
        if limit > 0.0 {
            race.begin(legal.count());
        }
        let asks = prior.is_named() || limit > 0.0 && evidence > 0.0;
        let selection = parameters.selection();
        let own = view.seat();
        rollout.decide_for(own);
        let usual = if asks { prior.choice(rollout, view, legal, stream)? } else { None };
        // Everywhere else the rollout strategy chooses first.
        let first = usual.filter(|_| prior.is_named());
        let searches_only = rollout.knows_opponents().then_some(own);
        tree.clear();
        let search = Search {
            iterations,
            selection,
            searches_only,
            own,
            first,
            legal,
            limit,
            race,
            tree,
            path,
            stream,
        };
        rollout.simulate(view, margin, *never, search)?;
        if limit > 0.0 {
            return self.race.choose(legal, usual, evidence);
        }
        self.tree
            .most_visited(legal)
            .and_then(|action| legal.choose(action))
            .ok_or(Failure::NoLegalAction)
    }
}

/// The iterations of one decision.
struct Search<'a, G: Playable + Searchable> {
    iterations: u32,
    selection: SelectionParameters,
    /// The deciding seat, if the others have a model: they follow it in the tree.
    searches_only: Option<Seat>,
    own: Seat,
    /// The action of the decision itself that is tried first; otherwise the rollout strategy
    /// chooses first.
    first: Option<G::Action>,
    /// The actions of the decision, and their race, with the number of standard errors at which one
    /// is dropped.
    legal: &'a G::Legal,
    limit: f64,
    race: &'a mut Race,
    tree: &'a mut Tree<G::Action>,
    path: &'a mut Vec<(u32, u8)>,
    stream: &'a mut Stream,
}

impl<G: Playable + Searchable> Simulation<G> for Search<'_, G> {
    #[inline(always)]
    fn run<P: Strategy<G>, const RESTRICTED: bool>(
        self,
        context: RolloutContext<'_, G, RESTRICTED>,
        player: &mut P,
    ) -> Result<(), Failure> {
        let Self {
            iterations,
            selection,
            searches_only,
            own,
            first,
            legal: choices,
            limit,
            race,
            tree,
            path,
            stream,
        } = self;
        let races = limit > 0.0;
        let mut games =
            if races { iterations.max(choices.count()) as usize } else { iterations as usize };
        // In a race, all actions are tried over the same cards and with the same random numbers.
        let (mut streams, mut world, mut drawn, mut index) =
            (BlockStreams::new(0, 0), None, Stream::idle(), 0);
        while games > 0 && !(races && index == 0 && (race.left() == 1 || games < race.left())) {
            games -= 1;
            if index == 0 {
                streams = BlockStreams::new(stream.word(), 0);
                if races {
                    drawn = streams.stream(Purpose::Strategy(0));
                    world = Some(context.sample(&mut drawn));
                }
            }
            let (mut chance, mut same) = (streams, drawn.clone());
            let stream = if races { &mut same } else { &mut *stream };
            let mut state =
                if let Some(world) = &world { world.clone() } else { context.sample(stream) };
            let mut node = ROOT;
            path.clear();
            while let Turn::Decide(seat) = G::turn(&state) {
                let legal = context.legal(&state, seat);
                // An opponent with a model is not searched.
                let is_searched = searches_only.is_none_or(|own| own == seat);
                let racing = if races && path.is_empty() {
                    Some(choices.nth(race.action(index)))
                } else {
                    None
                };
                let tried = if is_searched && racing.is_none() {
                    tree.tried(node, &legal, selection)
                } else {
                    None
                };
                let (edge, action, is_new) = if let Some((edge, action)) = tried {
                    (edge, action, false)
                } else {
                    // The rollout strategy chooses first; if its choice was already tried, chance
                    // decides.
                    let preferred = if path.is_empty() { first } else { None };
                    let wanted = match racing.or(preferred) {
                        Some(action) => action,
                        None => player
                            .choose(&G::view(context.rules, &state, seat), &legal, stream)?
                            .into_action(),
                    };
                    if (!is_searched || racing.is_some())
                        && let Some(edge) = tree.find_edge(node, wanted)
                    {
                        (edge, wanted, false)
                    } else {
                        let (edge, action) = tree.try_new(node, &legal, wanted, stream);
                        (edge, action, true)
                    }
                };
                path.push((edge, seat.index() as u8));
                G::apply(context.rules, &mut state, action, &mut chance, &mut ());
                if is_new || G::is_settled(&context.determinizer, &state) {
                    break;
                }
                node = tree.child(edge, G::observation_key(&state));
            }
            let shares = context.play_on(&mut state, player, &mut chance, stream)?;
            for &(edge, seat) in path.iter() {
                tree.count(edge, shares[usize::from(seat) % shares.len()]);
            }
            if races {
                race.count(shares[own.index()]);
                index += 1;
                if index == race.left() {
                    race.end_round(limit);
                    index = 0;
                }
            }
            if index == 0 {
                player.new_game();
            }
        }
        Ok(())
    }
}
