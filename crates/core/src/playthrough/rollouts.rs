//! Games played on from a decision, as the seat that decides can imagine them: what its actions are
//! worth, and who will win.

use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{LegalSet, Shares, Turn, share};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat};
use crate::strategy::{Failure, Playable, StateSampler, Strategy};

/// Plays games on from decisions: a fixed number of rounds, in each of which the hidden cards are
/// drawn anew from what the seat that decides knows, and every legal action is played on to the end
/// of the game, by the same players, over the same cards and with the same random numbers.
#[derive(Clone, Debug)]
pub struct Rollouts<G: Playable> {
    sampler: StateSampler<G>,
    /// Who plays on, one in each seat.
    players: Vec<G::Player>,
    rounds: usize,
    /// By round: all that is random in it, what the draw and the choice of the action use up, and
    /// the drawn state.
    streams: Vec<BlockStreams>,
    draws: Vec<Stream>,
    worlds: Vec<G::State>,
    estimate: Estimate,
}

/// What came of the rounds of one decision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estimate {
    /// Whose decision it is.
    pub seat: Seat,
    /// How many actions are legal.
    pub actions: usize,
    /// Round by round, for each legal action in their order: what it was worth to the seat that
    /// decides, in 840ths of a win.
    pub worth: Vec<u32>,
    /// By round: what each seat won, in 840ths, where the seat that decides took the action that
    /// the players who play on would take.
    pub shares: Vec<Shares>,
}

impl<G: Playable> Rollouts<G> {
    /// This many rounds a decision, in which a copy of `player` plays on in each seat of a table
    /// for `players`; nothing where the game cannot draw hidden cards anew: it is not
    /// [`Searchable`](crate::game::Searchable).
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

    /// How many rounds there are for each decision.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Plays on from the decision of a seat. All random numbers come from `stream`; of the state,
    /// only what the seat may know matters.
    ///
    /// # Errors
    /// When a player makes no choice.
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
        with_fast_bits(Rounds::<G> {
            rules,
            view,
            legal: &legal,
            players,
            streams,
            draws,
            worlds,
            estimate,
        })?;
        Ok(estimate)
    }
}

/// The rounds of one decision as a piece of work.
struct Rounds<'a, G: Playable> {
    rules: &'a G::Rules,
    view: G::View<'a>,
    legal: &'a G::Legal,
    players: &'a mut [G::Player],
    streams: &'a [BlockStreams],
    draws: &'a mut [Stream],
    worlds: &'a [G::State],
    estimate: &'a mut Estimate,
}

impl<G: Playable> Work for Rounds<'_, G> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { rules, view, legal, players, streams, draws, worlds, estimate } = self;
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
