//! The simulated games (rollouts) of a search.

use super::opponents::Opponents;
use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Choice, Game, LegalSet, Never, Searchable, SeatView, Shares, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::{MAX_SEATS, Seat, WIN};
use crate::strategy::file::{ALTERNATE, OPPONENTS, PRIOR, ROLLOUT};
use crate::strategy::{Failure, Playable, Random, Strategy, StrategyFile};

/// The denominator of the parameter `margin` as a whole number.
const WHOLE: u32 = 1024;

/// The strategy of the rollouts.
#[derive(Clone, Debug)]
pub(super) enum Rollout<G: Playable> {
    /// Random play, compiled as one piece with the game.
    Random,
    /// Another strategy.
    Guided(Guide<G::Player>),
}

impl<G: Playable> Rollout<G> {
    /// Returns the rollout strategy of a strategy file: the strategy that it names, with a share of
    /// random moves, or two that take turns; in the seats of opponents their models, if the file
    /// has some.
    pub(super) fn new(file: &StrategyFile, random_share: f64) -> Self {
        let players = |key| file.named(key).iter().filter_map(StrategyFile::player_here::<G>);
        let alternate = players(ALTERNATE).next().map(Box::new);
        let opponents = Opponents::new(players(OPPONENTS));
        let is_guided = alternate.is_some() || !opponents.is_empty();
        let guide = match file.named(ROLLOUT) {
            [rollout] if is_guided || !is_plain_random(rollout) => rollout.player_here::<G>(),
            [] if is_guided => G::player(Random::NAME, file),
            _ => None,
        };
        guide.map_or(Self::Random, |guide| {
            // This share of the numbers below 2^32.
            let random_share = (random_share * 4_294_967_296.0) as u64;
            let (player, opponents) = (Box::new(guide), Box::new(opponents));
            Self::Guided(Guide {
                player,
                alternate,
                turned: false,
                opponents,
                own: Seat::new(0),
                random_share,
            })
        })
    }

    /// Prepares for a decision of this seat: all others are its opponents. In the first simulated
    /// game `rollout` plays.
    pub(super) fn decide_for(&mut self, seat: Seat) {
        if let Self::Guided(guide) = self {
            if guide.turned {
                guide.take_turns();
            }
            guide.own = seat;
            guide.opponents.weigh();
        }
    }

    /// Returns whether the opponents have a model, so that they need not be searched.
    pub(super) fn knows_opponents(&self) -> bool {
        matches!(self, Self::Guided(guide) if !guide.opponents.is_empty())
    }

    /// Returns the rollout strategy behind a pointer, for searches of a restricted player. They are
    /// rare, so one loop for all of them is enough, and each choice is an indirect call.
    pub(super) fn any<'a>(&'a mut self, random: &'a mut Random) -> &'a mut dyn Strategy<G> {
        match self {
            Self::Random => random,
            Self::Guided(player) => player,
        }
    }
}

impl<G: Playable> Strategy<G> for Rollout<G> {
    /// Begins a real game: forgets everything about the last one.
    fn new_game(&mut self) {
        if let Self::Guided(guide) = self {
            guide.player.new_game();
            if let Some(alternate) = &mut guide.alternate {
                alternate.new_game();
            }
            guide.opponents.begin_game::<G>();
        }
    }

    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        self.any(&mut Random).choose(view, legal, stream)
    }

    fn observes(&mut self) -> bool {
        matches!(self, Self::Guided(guide) if guide.opponents.may_differ())
    }

    fn observe(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        action: G::Action,
        stream: &mut Stream,
    ) {
        if let Self::Guided(guide) = self {
            guide.opponents.observe::<G>(view, legal, action, stream);
        }
    }
}

/// The simulations of one decision. They are compiled for each kind of player.
pub(super) trait Simulation<G: Playable + Searchable> {
    /// Plays the simulated games with a player for every seat.
    fn run<P: Strategy<G>, const RESTRICTED: bool>(
        self,
        context: RolloutContext<'_, G, RESTRICTED>,
        player: &mut P,
    ) -> Result<(), Failure>;
}

impl<G: Playable + Searchable> Rollout<G> {
    /// Simulates games from a view with the rollout strategy; `margin` and `never` are those of
    /// [`RolloutContext::new`].
    pub(super) fn simulate(
        &mut self,
        view: &G::View<'_>,
        margin: f64,
        never: Never,
        simulation: impl Simulation<G>,
    ) -> Result<(), Failure> {
        if !never.is_empty() {
            let context = RolloutContext::<G, true>::new(view, margin, never);
            let mut random = Random;
            let player = &mut Some(self.any(&mut random));
            return with_fast_bits(Simulated { context, player, simulation });
        }
        let context = RolloutContext::<G>::new(view, margin, never);
        match self {
            Self::Random => with_fast_bits(Simulated { context, player: &mut Random, simulation }),
            Self::Guided(player) => with_fast_bits(Simulated { context, player, simulation }),
        }
    }
}

/// Simulations as a piece of work.
struct Simulated<'a, G: Searchable, P, S, const RESTRICTED: bool> {
    context: RolloutContext<'a, G, RESTRICTED>,
    player: &'a mut P,
    simulation: S,
}

impl<G: Playable + Searchable, P: Strategy<G>, S: Simulation<G>, const RESTRICTED: bool> Work
    for Simulated<'_, G, P, S, RESTRICTED>
{
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.simulation.run(self.context, self.player)
    }
}

/// The prior of a search, whose choice it prefers: the strategy that its file names for it, or else
/// the rollout strategy.
#[derive(Clone, Debug)]
pub(super) struct Prior<G: Playable>(Option<Box<G::Player>>);

impl<G: Playable> Prior<G> {
    /// Returns the prior of a strategy file.
    pub(super) fn new(file: &StrategyFile) -> Self {
        Self(file.named(PRIOR).first().and_then(StrategyFile::player_here::<G>).map(Box::new))
    }

    /// Returns whether it differs from the rollout strategy.
    pub(super) fn is_named(&self) -> bool {
        self.0.is_some()
    }

    /// Begins a game.
    pub(super) fn begin_game(&mut self) {
        if let Some(player) = &mut self.0 {
            player.new_game();
        }
    }

    /// Returns the preferred action; `None` if random play would choose.
    pub(super) fn choice(
        &mut self,
        rollout: &mut Rollout<G>,
        view: &G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<Option<G::Action>, Failure> {
        let player = match (&mut self.0, rollout) {
            (Some(player), _) => player,
            (None, Rollout::Guided(guide)) => &mut guide.player,
            (None, Rollout::Random) => return Ok(None),
        };
        player.choose_alone(view, legal, stream).map(|choice| Some(choice.into_action()))
    }
}

/// Random play has a loop of its own, unless it is restricted.
fn is_plain_random(file: &StrategyFile) -> bool {
    file.kind == Random::NAME && file.restriction.is_empty()
}

/// A strategy with a share of random moves. It chooses for every seat, except for opponents with a
/// model.
#[derive(Clone, Debug)]
pub(super) struct Guide<P> {
    /// Boxed, since a player may hold a search that holds a player.
    player: Box<P>,
    /// The strategy of the next game, if two take turns; and whether they have changed places since
    /// the decision began.
    alternate: Option<Box<P>>,
    turned: bool,
    /// The models of the opponents.
    opponents: Box<Opponents<P>>,
    /// The seat that decides.
    own: Seat,
    /// In 2^32ths.
    random_share: u64,
}

impl<P> Guide<P> {
    /// Changes the strategy, if several take turns.
    fn take_turns(&mut self) {
        if let Some(alternate) = &mut self.alternate {
            std::mem::swap(&mut self.player, alternate);
            self.turned = !self.turned;
        }
        self.opponents.next_simulation();
    }
}

impl<G: Game, P: Strategy<G>> Strategy<G> for Guide<P> {
    /// Begins the next simulated game: all actions over the same cards are one game.
    #[inline(always)]
    fn new_game(&mut self) {
        self.take_turns();
    }

    #[inline(always)]
    fn choose<'l>(
        &mut self,
        view: &G::View<'_>,
        legal: &'l G::Legal,
        stream: &mut Stream,
    ) -> Result<Choice<'l, G::Action>, Failure> {
        if legal.count() == 1 {
            return legal.choose_nth(0).ok_or(Failure::NoLegalAction);
        }
        let mut player = &mut *self.player;
        let seat = view.seat();
        if seat != self.own
            && let Some(model) = self.opponents.in_seat(seat)
        {
            player = model;
        } else if self.random_share > 0 && stream.word() >> 32 < self.random_share {
            return Strategy::<G>::choose(&mut Random, view, legal, stream);
        }
        player.choose(view, legal, stream)
    }

    fn worth(&mut self, view: &G::View<'_>, action: G::Action) -> Option<f32> {
        self.player.worth(view, action)
    }
}

/// The constants of all simulated games from one decision.
///
/// Whether the deciding seat is `RESTRICTED` is known at compile time. Testing it at every choice
/// was measured to take a tenth to a third longer, since the legal actions then had to be in
/// memory.
#[derive(Debug)]
pub(in crate::strategy) struct RolloutContext<'a, G: Searchable, const RESTRICTED: bool = false> {
    /// The rules.
    pub(super) rules: &'a G::Rules,
    /// The full states that the deciding seat's view allows.
    pub(super) determinizer: G::Determinizer,
    /// The weight of margins, in 1024ths.
    margin: u32,
    /// The deciding seat, and its forbidden actions if it is restricted.
    own: Seat,
    never: Never,
}

impl<'a, G: Searchable, const RESTRICTED: bool> RolloutContext<'a, G, RESTRICTED> {
    /// Returns the constants for a view. `margin` is the weight of margins, from 0 to 1; `never`
    /// are the seat's forbidden actions.
    #[inline(always)]
    pub(in crate::strategy) fn new(view: &'a G::View<'_>, margin: f64, never: Never) -> Self {
        let margin = (margin * f64::from(WHOLE)) as u32;
        Self {
            rules: view.rules(),
            determinizer: G::determinizer(view),
            margin,
            own: view.seat(),
            never,
        }
    }

    /// Returns the legal actions of a state. A restricted seat plans without its forbidden actions,
    /// and expects the others to use all of theirs. If it planned with actions that it never takes,
    /// it would choose a wrong action now, and a restriction would seem to cost more than it does.
    #[inline(always)]
    pub(in crate::strategy) fn legal(&self, state: &G::State, seat: Seat) -> G::Legal {
        let legal = G::legal(self.rules, state);
        if RESTRICTED && seat == self.own {
            G::legal_without(&G::view(self.rules, state, seat), &legal, self.never)
        } else {
            legal
        }
    }

    /// Draws a full state that the view allows.
    #[inline(always)]
    pub(in crate::strategy) fn sample(&self, stream: &mut Stream) -> G::State {
        G::sample(self.rules, &self.determinizer, stream)
    }

    /// Plays on until the result of the search is decided; returns its value to each seat.
    #[inline(always)]
    pub(in crate::strategy) fn play_on<P: Strategy<G>>(
        &self,
        state: &mut G::State,
        player: &mut P,
        chance: &mut BlockStreams,
        stream: &mut Stream,
    ) -> Result<Shares, Failure> {
        while !G::is_settled(&self.determinizer, state) {
            let Turn::Decide(seat) = G::turn(state) else { break };
            let legal = self.legal(state, seat);
            let action =
                player.choose(&G::view(self.rules, state, seat), &legal, stream)?.into_action();
            G::apply(self.rules, state, action, chance, &mut ());
        }
        Ok(self.value(state))
    }

    /// Plays on until the result of the search is decided, or the deciding seat has a choice for
    /// the `foresight`-th time and the player estimates its worth; returns the value to that seat.
    #[inline(always)]
    pub(super) fn foresee<P: Strategy<G>>(
        &self,
        state: &mut G::State,
        player: &mut P,
        chance: &mut BlockStreams,
        stream: &mut Stream,
        foresight: u32,
    ) -> Result<u32, Failure> {
        let mut met = 0;
        while !G::is_settled(&self.determinizer, state) {
            let Turn::Decide(seat) = G::turn(state) else { break };
            let legal = self.legal(state, seat);
            let view = G::view(self.rules, state, seat);
            let action = player.choose(&view, &legal, stream)?.into_action();
            if seat == self.own && legal.count() > 1 {
                met += 1;
                if met == foresight
                    && let Some(worth) = player.worth(&view, action)
                {
                    return Ok((worth * WIN as f32) as u32);
                }
            }
            G::apply(self.rules, state, action, chance, &mut ());
        }
        Ok(self.value(state)[self.own.index()])
    }

    /// Returns the value of a settled state to each seat.
    #[inline(always)]
    fn value(&self, state: &G::State) -> Shares {
        if G::is_worthless(self.rules, state) {
            return [0; MAX_SEATS];
        }
        let mut shares = G::shares(self.rules, &self.determinizer, state);
        if self.margin > 0 {
            let margins = G::margins(self.rules, &self.determinizer, state);
            for (share, margin) in shares.iter_mut().zip(margins) {
                *share = (*share * (WHOLE - self.margin) + margin * self.margin) / WHOLE;
            }
        }
        shares
    }
}
