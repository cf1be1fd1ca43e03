//! How a strategy that searches plays a simulated game on.

use super::opponents::Opponents;
use crate::game::{Choice, Game, KindSet, LegalSet, Searchable, SeatView, Shares, Turn};
use crate::rng::{BlockStreams, Stream};
use crate::seat::Seat;
use crate::strategy::{Failure, Playable, Random, Strategy, StrategyFile};

/// The denominator of the parameter `margin` as a whole number.
const WHOLE: u32 = 1024;

/// Who plays on.
#[derive(Clone, Debug)]
pub(super) enum Rollout<G: Playable> {
    /// Random play, compiled as one piece with the game.
    Random,
    /// Another strategy.
    Guided(Guide<G::Player>),
}

impl<G: Playable> Rollout<G> {
    /// Who plays on for a strategy as its file describes it: the strategy that it names, with a
    /// share of random moves, or two that take turns; and in the seats of opponents, what they are
    /// supposed to play, if the file says so.
    pub(super) fn new(file: &StrategyFile, random_share: f64) -> Self {
        let alternate =
            file.alternate.as_ref().and_then(|file| file.player_here::<G>()).map(Box::new);
        let opponents =
            Opponents::new(file.opponents.iter().filter_map(StrategyFile::player_here::<G>));
        let is_guided = alternate.is_some() || !opponents.is_empty();
        let guide = match &file.rollout {
            Some(rollout) if is_guided || !is_plain_random(rollout) => rollout.player_here::<G>(),
            None if is_guided => G::KINDS
                .iter()
                .find(|kind| kind.name == Random::NAME)
                .map(|random| (random.build)(file)),
            _ => None,
        };
        guide.map_or(Self::Random, |guide| {
            // As many of the numbers below 2^32 as the share says.
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

    /// A game begins, not a simulated one: nobody knows anything of the last one.
    pub(super) fn begin_game(&mut self) {
        if let Self::Guided(guide) = self {
            guide.player.new_game();
            if let Some(alternate) = &mut guide.alternate {
                alternate.new_game();
            }
            guide.opponents.begin_game::<G>();
        }
    }

    /// Is there anything to be found out about the opponents ([`Strategy::observes`])?
    pub(super) fn observes(&self) -> bool {
        matches!(self, Self::Guided(guide) if guide.opponents.may_differ())
    }

    /// Another seat has decided in the game, as [`Strategy::observe`] tells.
    pub(super) fn observe(
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

    /// A decision of this seat is due: all others are its opponents. In the first simulated game
    /// `rollout` plays on.
    pub(super) fn decide_for(&mut self, seat: Seat) {
        if let Self::Guided(guide) = self {
            if guide.turned {
                guide.take_turns();
            }
            guide.own = seat;
            guide.opponents.weigh();
        }
    }

    /// Is it supposed what the opponents play, so that they need not be searched?
    pub(super) fn knows_opponents(&self) -> bool {
        matches!(self, Self::Guided(guide) if !guide.opponents.is_empty())
    }
}

impl<G: Playable> Rollout<G> {
    /// Whoever plays on, behind a pointer: for searches of a restricted player. They are few, so
    /// that one loop for all of them will do, and each choice is an indirect call.
    pub(super) fn any<'a>(&'a mut self, random: &'a mut Random) -> &'a mut dyn Strategy<G> {
        match self {
            Self::Random => random,
            Self::Guided(player) => player,
        }
    }
}

/// Whose choice a search prefers: that of the strategy that its file names for it, or else of
/// whoever plays on.
#[derive(Clone, Debug)]
pub(super) struct Prior<G: Playable>(Option<Box<G::Player>>);

impl<G: Playable> Prior<G> {
    /// As the file says.
    pub(super) fn new(file: &StrategyFile) -> Self {
        Self(file.prior.as_ref().and_then(|prior| prior.player_here::<G>()).map(Box::new))
    }

    /// Is it another than the strategy that plays on?
    pub(super) fn is_named(&self) -> bool {
        self.0.is_some()
    }

    /// A game begins.
    pub(super) fn begin_game(&mut self) {
        if let Some(player) = &mut self.0 {
            player.new_game();
        }
    }

    /// The preferred action; `None` where random play would choose.
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

/// Random play has a loop of its own, unless there is something that it never does.
fn is_plain_random(file: &StrategyFile) -> bool {
    file.kind == Random::NAME && file.restriction.is_empty()
}

/// A strategy with some random moves in between. It chooses for every seat, but for those of
/// opponents who are supposed to play something else.
#[derive(Clone, Debug)]
pub(super) struct Guide<P> {
    /// In a box, since a player may hold a search that holds a player.
    player: Box<P>,
    /// Who plays the next game on, if two take turns; and whether they have changed places since
    /// the decision began.
    alternate: Option<Box<P>>,
    turned: bool,
    /// What the opponents are supposed to play, if something is.
    opponents: Box<Opponents<P>>,
    /// Whose decision the search is about.
    own: Seat,
    /// In 2^32ths.
    random_share: u64,
}

impl<P> Guide<P> {
    /// Others play from now on, where several take turns.
    fn take_turns(&mut self) {
        if let Some(alternate) = &mut self.alternate {
            std::mem::swap(&mut self.player, alternate);
            self.turned = !self.turned;
        }
        self.opponents.next_simulation();
    }
}

impl<G: Game, P: Strategy<G>> Strategy<G> for Guide<P> {
    /// The next game that is played on: all actions over the same cards are one.
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
}

/// What stays the same while games are played on from one decision.
///
/// Whether the deciding seat is `RESTRICTED` is known when the loop is compiled: to ask at every
/// choice was measured to take a tenth to a third longer, since the legal actions then had to lie
/// in memory.
#[derive(Debug)]
pub(in crate::strategy) struct RolloutContext<'a, G: Searchable, const RESTRICTED: bool = false> {
    /// The rules.
    pub(super) rules: &'a G::Rules,
    /// The full states that the deciding seat's view allows.
    pub(super) determinizer: G::Determinizer,
    /// How much margins count, in 1024ths.
    margin: u32,
    /// The deciding seat, and what it never does if it is restricted.
    own: Seat,
    never: KindSet,
}

impl<'a, G: Searchable, const RESTRICTED: bool> RolloutContext<'a, G, RESTRICTED> {
    /// What a view allows. `margin` is how much margins count, from 0 to 1; `never` is what the
    /// seat never does.
    #[inline(always)]
    pub(in crate::strategy) fn new(view: &'a G::View<'_>, margin: f64, never: KindSet) -> Self {
        let margin = (margin * f64::from(WHOLE)) as u32;
        Self {
            rules: view.rules(),
            determinizer: G::determinizer(view),
            margin,
            own: view.seat(),
            never,
        }
    }

    /// What may be chosen in a state. Who never does something plans without it, and expects the
    /// others to do all that they may: if it counted on doing later what it never does, it would
    /// choose the wrong action now, and a restriction would seem to cost more than it must.
    #[inline(always)]
    pub(in crate::strategy) fn legal(&self, state: &G::State, seat: Seat) -> G::Legal {
        let legal = G::legal(self.rules, state);
        if RESTRICTED && seat == self.own { G::legal_without(&legal, self.never) } else { legal }
    }

    /// A full state that the view allows.
    #[inline(always)]
    pub(super) fn sample(&self, stream: &mut Stream) -> G::State {
        G::sample(self.rules, &self.determinizer, stream)
    }

    /// Plays on until what the search is about is decided; returns what that is worth to each seat.
    #[inline(always)]
    pub(super) fn play_on<P: Strategy<G>>(
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
        let mut shares = G::shares(self.rules, &self.determinizer, state);
        if self.margin > 0 {
            let margins = G::margins(self.rules, &self.determinizer, state);
            for (share, margin) in shares.iter_mut().zip(margins) {
                *share = (*share * (WHOLE - self.margin) + margin * self.margin) / WHOLE;
            }
        }
        Ok(shares)
    }
}
