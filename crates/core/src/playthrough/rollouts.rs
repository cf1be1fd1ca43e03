//! Rollouts from a decision: the worth of its legal actions to the seat that decides, by its
//! knowledge; and by the true position, as a spectator sees it who looks into every hand, the
//! chances of all seats, and the value of the actions that the seat ranks first, second and last.

use crate::arrangement::Arrangement;
use crate::cards::bits::fast_fn;
use crate::game::{LegalSet, SeatView as _, Shares, Turn, share};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, WIN};
use crate::strategy::{Failure, Playable, StateSampler, Strategy};

/// Plays rollouts from decisions, in a fixed number of rounds.
///
/// In each round, the hidden cards are drawn anew from the knowledge of the seat that decides,
/// and every legal action is played on, with the same cards and random numbers. All rounds
/// together rank the actions. Then a spectator's state is played on in each round: the true
/// state, except that secrets that no seat can know are drawn anew. The action that was taken is
/// played on from there, and also those that the seat ranks first, second and last, with the same
/// secrets and random numbers.
#[derive(Clone, Debug)]
pub struct Rollouts<G: Playable> {
    sampler: StateSampler<G>,
    /// The players, by strategy of the line-up; a single one plays in all seats.
    strategies: Vec<G::Player>,
    /// The players of the rollouts, one in each seat.
    players: Vec<G::Player>,
    rounds: usize,
    /// By round: the streams of its random numbers, the stream for the draw, and the drawn state.
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
    /// The place of the action that was taken among the legal ones.
    pub taken: usize,
    /// Round by round, the worth of each legal action to the seat that decides, in 840ths of a win.
    pub worth: Vec<u32>,
    /// Round by round, the share that each seat won with each legal action, from what the seat that
    /// decides knows, in 840ths; at tables for three or more.
    pub all: Vec<Shares>,
    /// By round: the share that each seat won from the spectator's state, in 840ths.
    pub shares: Vec<Shares>,
    /// By round: the share that the seat that decides won from the spectator's state with the
    /// actions that are best, second best and worst by `worth`, in 840ths. These rollouts are
    /// independent of those that rank the actions, so luck that makes an action look best does not
    /// add to its value.
    pub values: Vec<[u32; 3]>,
}

/// Returns the places of the best, second best and worst action by the sum of their worth over these
/// rounds; on a tie the first counts as better. With a single action all three are this one.
pub(crate) fn ranked(worth: &[u32], actions: usize) -> [usize; 3] {
    let mut sums = vec![0_u64; actions];
    for round in worth.chunks_exact(actions.max(1)) {
        sums.iter_mut().zip(round).for_each(|(sum, worth)| *sum += u64::from(*worth));
    }
    let [mut best, mut second, mut worst] = [0, usize::MAX, 0];
    for (place, sum) in sums.iter().enumerate().skip(1) {
        if *sum > sums[best] {
            (best, second) = (place, best);
        } else if second == usize::MAX || *sum > sums[second] {
            second = place;
        }
        if *sum <= sums[worst] {
            worst = place;
        }
    }
    [best, if second == usize::MAX { best } else { second }, worst]
}

/// A decision from which rollouts are played.
#[derive(Debug)]
pub struct Decided<'a, G: Playable> {
    /// The rules.
    pub rules: &'a G::Rules,
    /// The state before the decision.
    pub state: &'a G::State,
    /// The seat that decides.
    pub seat: Seat,
    /// The action that it took.
    pub action: G::Action,
}

impl<G: Playable> Rollouts<G> {
    /// Returns rollouts with this many rounds per decision at a table for `players`, played by
    /// these strategies: those of the line-up, each in the seats that it holds, or a single one in
    /// all seats. `None` if the game is not [`Searchable`](crate::game::Searchable), so that its
    /// hidden cards cannot be drawn anew.
    pub fn new(strategies: Vec<G::Player>, players: usize, rounds: usize) -> Option<Self> {
        Some(Self {
            sampler: G::SAMPLER?,
            players: vec![strategies.first()?.clone(); players],
            strategies,
            rounds,
            streams: Vec::with_capacity(rounds),
            draws: Vec::with_capacity(rounds),
            worlds: Vec::with_capacity(rounds),
            estimate: Estimate::default(),
        })
    }

    /// Seats the players as in the games of an arrangement.
    pub fn seat(&mut self, arrangement: Arrangement) {
        if self.strategies.len() > 1 {
            for (player, seat) in self.players.iter_mut().zip(Seat::all(MAX_SEATS)) {
                player.clone_from(&self.strategies[arrangement.strategy(seat)]);
            }
        }
    }

    /// Returns the number of rounds for each decision.
    pub fn rounds(&self) -> usize {
        self.rounds
    }

    /// Returns what each legal action of a decision wins for its seat, from what the seat knows: its
    /// share of the win on average, from 0 to 1. All random numbers come from `stream`.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn expected(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<Vec<f64>, Failure> {
        self.rank(view, legal, stream)?;
        let actions = self.estimate.actions;
        let mut sums = vec![0.0; actions];
        for round in self.estimate.worth.chunks_exact(actions.max(1)) {
            sums.iter_mut().zip(round).for_each(|(sum, worth)| *sum += f64::from(*worth));
        }
        let all = self.rounds as f64 * WIN as f64;
        Ok(sums.into_iter().map(|sum| sum / all).collect())
    }

    /// Plays every legal action of a decision on, from what its seat knows.
    fn rank(
        &mut self,
        view: &G::View<'_>,
        legal: &G::Legal,
        stream: &mut Stream,
    ) -> Result<(), Failure> {
        let Self { sampler, players, rounds, streams, draws, worlds, estimate, .. } = self;
        streams.clear();
        streams.extend((0..*rounds).map(|_| BlockStreams::new(stream.word(), 0)));
        draws.clear();
        draws.extend(streams.iter().map(|streams| streams.stream(Purpose::Rollouts(0))));
        worlds.clear();
        sampler.sample(view, draws, worlds);
        estimate.seat = view.seat();
        estimate.actions = legal.count() as usize;
        estimate.worth.clear();
        estimate.all.clear();
        play_rounds::<G>(view.rules(), legal, players, streams, worlds, estimate)
    }

    /// Plays rollouts from a decision. All random numbers come from `stream`. Only the seat's
    /// knowledge of the state matters for the worth of its actions, and so for their ranks.
    ///
    /// # Errors
    /// If a player makes no choice.
    pub fn at(
        &mut self,
        decided: &Decided<'_, G>,
        mut stream: Stream,
    ) -> Result<&Estimate, Failure> {
        let Decided { rules, state, seat, action } = *decided;
        let legal = G::legal(rules, state);
        self.rank(&G::view(rules, state, seat), &legal, &mut stream)?;
        let Self { sampler, players, streams, worlds, estimate, .. } = self;
        estimate.taken = legal.iter().position(|other| other == action).unwrap_or(0);
        estimate.shares.clear();
        estimate.values.clear();
        // Other random numbers, so that the two estimates have nothing to do with each other.
        for (streams, world) in streams.iter_mut().zip(worlds.iter_mut()) {
            *streams = BlockStreams::new(stream.word(), 0);
            world.clone_from(state);
            let draw = &mut streams.stream(Purpose::Rollouts(0));
            sampler.draw_secrets(rules, world, draw);
        }
        let ranked = ranked(&estimate.worth, estimate.actions);
        let ranked = ranked.map(|place| legal.nth(place as u32));
        play_values::<G>(rules, action, ranked, players, streams, worlds, estimate)?;
        Ok(estimate)
    }
}

fast_fn! {
    /// Plays every legal action on in each round.
    fn play_rounds<'a, G: Playable>(
        rules: &'a G::Rules,
        legal: &'a G::Legal,
        players: &'a mut [G::Player],
        streams: &'a [BlockStreams],
        worlds: &'a [G::State],
        estimate: &'a mut Estimate,
    ) -> Result<(), Failure> {
        let decider = estimate.seat.index();
        for (world, streams) in worlds.iter().zip(streams) {
            for action in legal.iter() {
                let won = play_on::<G>(rules, world, action, players, *streams)?;
                estimate.worth.push(won[decider]);
                if players.len() > 2 {
                    estimate.all.push(won);
                }
            }
        }
        Ok(())
    }
}

fast_fn! {
    /// Plays the action that was taken on in each round, and the ranked ones. An action that is
    /// among them twice is played on once.
    fn play_values<'a, G: Playable>(
        rules: &'a G::Rules,
        taken: G::Action,
        ranked: [G::Action; 3],
        players: &'a mut [G::Player],
        streams: &'a [BlockStreams],
        worlds: &'a [G::State],
        estimate: &'a mut Estimate,
    ) -> Result<(), Failure> {
        let decider = estimate.seat.index();
        for (world, streams) in worlds.iter().zip(streams) {
            let shares = play_on::<G>(rules, world, taken, players, *streams)?;
            let mut values = [shares[decider]; 3];
            for (rank, action) in ranked.into_iter().enumerate() {
                let earlier = ranked[..rank].iter().position(|other| *other == action);
                values[rank] = match earlier {
                    Some(earlier) => values[earlier],
                    None if action == taken => shares[decider],
                    None => play_on::<G>(rules, world, action, players, *streams)?[decider],
                };
            }
            estimate.shares.push(shares);
            estimate.values.push(values);
        }
        Ok(())
    }
}

/// Plays an action and then to the end of the game, and returns each seat's share of the win.
#[inline(always)]
fn play_on<G: Playable>(
    rules: &G::Rules,
    world: &G::State,
    action: G::Action,
    players: &mut [G::Player],
    streams: BlockStreams,
) -> Result<Shares, Failure> {
    let (mut state, mut chance, idle) = (world.clone(), streams, Stream::idle());
    let mut own: [Stream; MAX_SEATS] = std::array::from_fn(|_| idle.clone());
    for (seat, (player, stream)) in players.iter_mut().zip(&mut own).enumerate() {
        player.new_game();
        *stream = streams.stream(Purpose::Strategy(seat as u8));
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
    Ok(share(G::outcome(rules, &state).winners))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_ranked_by_their_sums() {
        assert_eq!(ranked(&[1, 5, 3, 2, 0, 9], 3), [2, 1, 0]);
        assert_eq!(ranked(&[4, 1, 4], 3), [0, 2, 1]);
        assert_eq!(ranked(&[2, 2, 2], 3), [0, 1, 2], "on a tie the first counts as better");
        assert_eq!(ranked(&[0, 1], 2), [1, 0, 0]);
        assert_eq!(ranked(&[7, 7], 1), [0; 3]);
        assert_eq!(ranked(&[], 2), [0, 1, 1], "no rounds");
    }
}
