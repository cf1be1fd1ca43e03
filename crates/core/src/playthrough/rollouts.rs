//! Rollouts from a decision, from the knowledge of the seat that decides: the worth of its actions,
//! and the chances of each seat to win.

use crate::cards::bits::fast_fn;
use crate::game::{LegalSet, Shares, Turn, share};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::{Failure, Playable, StateSampler, Strategy};

/// Plays rollouts from decisions, in a fixed number of rounds. Each round draws the hidden cards
/// anew from the knowledge of the seat that decides, and plays every legal action on to the end of
/// the game, with the same players, cards and random numbers.
#[derive(Clone, Debug)]
pub struct Rollouts<G: Playable> {
    sampler: StateSampler<G>,
    /// The players of the rollouts, one in each seat.
    players: Vec<G::Player>,
    rounds: usize,
    /// By round: the streams of its random numbers, the streams for the draw and for the choice of
    /// the action, and the drawn state.
    streams: Vec<BlockStreams>,
    draws: Vec<Stream>,
    worlds: Vec<G::State>,
    estimate: Estimate,
}

/// The results of the rounds of one decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The seat that decides.
    pub seat: Seat,
    /// The number of legal actions.
    pub actions: usize,
    /// Round by round, the worth of each legal action to the seat that decides, in 840ths of a win.
    pub worth: Vec<u32>,
    /// By round: the share that each seat won, in 840ths, when the seat that decides took the
    /// action that the rollout players would take.
    pub shares: Vec<Shares>,
}

impl<G: Playable> Rollouts<G> {
    /// Returns rollouts with this many rounds per decision, in which a copy of `player` plays in
    /// each seat of a table for `players`. `None` if the game is not
    /// [`Searchable`](crate::game::Searchable), so that its hidden cards cannot be drawn anew.
    pub fn new(player: &G::Player, players: usize, rounds: usize) -> Option<Self> {
        Some(Self {
            sampler: G::SAMPLER?,
            players: vec![player.clone(); players],
            rounds,
            streams: Vec::with_capacity(rounds),
            draws: Vec::with_capacity(rounds),
            worlds: Vec::with_capacity(rounds),
            estimate: Estimate::default(),
        })
    }

    /// Returns the number of rounds for each decision.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Plays rollouts from the decision of a seat. All random numbers come from `stream`; only the
    /// seat's knowledge of the state matters.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn at(
        &mut self,
        rules: &G::Rules,
        state: &G::State,
        seat: Seat,
        mut stream: Stream,
    ) -> Result<&Estimate, Failure> {
        let Self { sampler, players, rounds, streams, draws, worlds, estimate } = self;
        streams.clear();
        streams.extend((0..*rounds).map(|_| BlockStreams::new(stream.word(), 0)));
        draws.clear();
        draws.extend(streams.iter().map(|streams| streams.stream(Purpose::Rollouts(0))));
        worlds.clear();
        let (view, legal) = (G::view(rules, state, seat), G::legal(rules, state));
        sampler.sample(&view, draws, worlds);
        estimate.seat = seat;
        estimate.actions = legal.count() as usize;
        estimate.worth.clear();
        estimate.shares.clear();
        play_rounds::<G>(rules, view, &legal, players, streams, draws, worlds, estimate)?;
        Ok(estimate)
    }
}

fast_fn! {
    #[expect(clippy::too_many_arguments, reason = "what a rollout needs")]
    fn play_rounds<'a, G: Playable>(
        rules: &'a G::Rules,
        view: G::View<'a>,
        legal: &'a G::Legal,
        players: &'a mut [G::Player],
        streams: &'a [BlockStreams],
        draws: &'a mut [Stream],
        worlds: &'a [G::State],
        estimate: &'a mut Estimate,
    ) -> Result<(), Failure> {
        let (decider, idle) = (estimate.seat, Stream::idle());
        for ((world, streams), draw) in worlds.iter().zip(streams).zip(draws) {
            let mut own: [Stream; MAX_SEATS] = std::array::from_fn(|_| idle.clone());
            for (seat, stream) in own.iter_mut().enumerate().take(players.len()) {
                *stream = streams.stream(Purpose::Strategy(seat as u8));
            }
            let wanted = if estimate.actions == 1 {
                legal.nth(0)
            } else {
                let player = &mut players[decider.index()];
                player.new_game();
                player.choose(&view, legal, draw)?.into_action()
            };
            let mut shares = Shares::default();
            for action in legal.iter() {
                let (mut state, mut chance, mut own) = (world.clone(), *streams, own.clone());
                for player in players.iter_mut() {
                    player.new_game();
                }
                G::apply(rules, &mut state, action, &mut chance, &mut ());
                while let Turn::Decide(seat) = G::turn(&state) {
                    let legal = G::legal(rules, &state);
                    let index = seat.index();
                    let action = players[index]
                        .choose(&G::view(rules, &state, seat), &legal, &mut own[index])?
                        .into_action();
                    G::apply(rules, &mut state, action, &mut chance, &mut ());
                }
                let won = share(G::outcome(rules, &state).winners);
                estimate.worth.push(won[decider.index()]);
                if action == wanted {
                    shares = won;
                }
            }
            estimate.shares.push(shares);
        }
        Ok(())
    }
}
