//! Plays games, and weighs the actions of some decisions by playing on.
//!
//! This is policy iteration by rollouts (G. Tesauro and G. Galperin, "On-line policy improvement
//! using Monte-Carlo search", 1996): every action is followed by play of the current players,
//! over the same cards and with the same random numbers, so that the difference between two actions
//! is not lost in luck. They play until the result of a search would be decided, which is the end of
//! the game or of a deal, or to a decision whose worth is estimated.

use std::mem;

use super::noted::{Decision, Noted};
use crate::cards::bits::{Work, with_fast_bits};
use crate::game::{Game, LegalSet, Searchable, Turn};
use crate::rng::{BlockStreams, Purpose, Stream};
use crate::seat::{MAX_SEATS, Seat, WIN};
use crate::strategy::learned::drawn;
use crate::strategy::network::key;
use crate::strategy::{Failure, Learnable, Network, Playable, Strategy, StrategyFile, Table};

/// The numbers of players at some tables, and the rules.
pub(super) type Tables<'a, G> = [(usize, &'a <G as Game>::Rules)];

/// A piece of work: a few games at one table.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The number of the piece. The table, the cards and the players depend only on it, and on the
    /// seed.
    pub number: u64,
    /// The number of games.
    pub games: u64,
    /// One in this many decisions of the learner is weighed.
    pub spacing: u32,
    /// The player that learns.
    pub learner: &'a StrategyFile,
    /// The players whom it learns to beat, one of them in each other seat. Otherwise it plays with
    /// itself.
    pub beats: Option<&'a StrategyFile>,
    /// How often each action is played on from. What no seat knows is drawn anew each time. (The
    /// hands are the real ones: they fit what the others did, which hands drawn from the rules alone
    /// would not.)
    pub rollouts: u32,
    /// The weight of the margin of victory in the worth of an action, where the game has one, from 0
    /// to 1: margins are less noisy than wins.
    pub margin: f32,
    /// A network that estimates the worth of an action: games are then played on only to the second
    /// next decision of the seat. That takes less time, and its estimate varies less than the end of
    /// a game does.
    pub worth: Option<&'a Network>,
    /// The table of positions that learns, if one does; the learner plays by it. Then only the
    /// decisions of one seat are weighed, in which it takes random actions in half of the games
    /// (Monte Carlo counterfactual regret minimization, M. Lanctot and others, 2009).
    pub table: Option<&'a Table>,
}

/// The number of own decisions after which the worth of an action is estimated.
pub const FORESEEN: u32 = 2;

/// The largest number of actions of a decision that are played on from.
pub const MOST_ACTIONS: usize = 8;

/// The largest number of actions from which these are selected.
const MOST_SHUFFLED: usize = 256;

/// One in this many decisions is random, so that rare positions are seen.
const RANDOM: u32 = 16;

/// One in this many seats of others is taken by a player who does not learn.
const OTHERS: u32 = 4;

/// The number of decisions after which a game is no longer played on: the seat that leads then has
/// half of a win.
const MOST_DECISIONS: u32 = 2_000;

/// A game that measures is cut after so many decisions, and then lost by all.
const MOST_MEASURED: u32 = 50_000;

/// The yield of a piece of work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gathered {
    /// The decisions whose actions were weighed.
    pub decisions: Vec<Decision>,
    /// The number of all decisions of the learner with more than one action.
    pub met: u64,
    /// The number of their actions.
    pub actions: u64,
    /// For a table: the decisions of the seats whose actions were not weighed.
    pub passed: Vec<Passed>,
    /// For a table: the largest number of actions of a decision.
    pub widest: u32,
}

/// A decision that was passed in a game for a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passed {
    /// The number of the position.
    pub key: u64,
    /// The number of its actions.
    pub actions: u32,
    /// Its weight: how likely random actions of the weighed seat lead to it, against those that it
    /// took.
    pub weight: f32,
}

/// Plays a piece of work at one of some tables.
pub(super) fn gather<G: Playable + Learnable + Searchable>(
    tables: &Tables<'_, G>,
    piece: &Piece<'_>,
    others: &[StrategyFile],
) -> Result<Gathered, Failure> {
    let mut draws = BlockStreams::new(piece.seed, piece.number).stream(Purpose::Other(0));
    let (players, rules) = tables[draws.below(tables.len() as u32) as usize];
    let learner = piece.learner.player::<G>(players).ok_or(Failure::NoLegalAction)?;
    let others = piece.beats.map_or(others, std::slice::from_ref);
    let others: Vec<G::Player> =
        others.iter().filter_map(|other| other.player::<G>(players)).collect();
    let plays_itself = piece.beats.is_none();
    let network = piece.learner.weights.as_deref().map(|weights| &*weights.network);
    let mut gathered = Gathered::default();
    for _ in 0..piece.games {
        let streams = BlockStreams::new(draws.word(), 0);
        let own = draws.below(players as u32) as usize;
        let mut learns = [true; MAX_SEATS];
        let mut table = Vec::new();
        for (seat, learns) in learns.iter_mut().enumerate().take(players) {
            *learns = seat == own
                || piece.table.is_none()
                    && (others.is_empty() || plays_itself && draws.below(OTHERS) != 0);
            table.push(if *learns || piece.table.is_some() && plays_itself {
                learner.clone()
            } else {
                others[draws.below(others.len() as u32) as usize].clone()
            });
        }
        let by_table = piece.table.map(|table| {
            let is_random = draws.below(2) == 0;
            ByTable { table, is_random, likelier: 1.0 }
        });
        let game = OneGame::<G> {
            rules,
            table: &mut table,
            learns,
            network,
            streams,
            draws: &mut draws,
            spacing: piece.spacing,
            rollouts: piece.rollouts,
            margin: piece.margin,
            worth: piece.worth,
            by_table,
            gathered: &mut gathered,
        };
        with_fast_bits(game)?;
    }
    Ok(gathered)
}

/// One game as work for `with_fast_bits`.
struct OneGame<'a, G: Playable> {
    rules: &'a G::Rules,
    table: &'a mut [G::Player],
    learns: [bool; MAX_SEATS],
    network: Option<&'a Network>,
    streams: BlockStreams,
    draws: &'a mut Stream,
    spacing: u32,
    rollouts: u32,
    margin: f32,
    worth: Option<&'a Network>,
    by_table: Option<ByTable<'a>>,
    gathered: &'a mut Gathered,
}

/// The course of the seat in a game for a table whose decisions are weighed. In half of the games it
/// takes random actions, so that all positions are met, in the others it plays by the table, so that
/// long lines of play are. Weights make up for the second half: with them, a position counts as often
/// as random actions of the seat, and the play of all others, lead to it.
struct ByTable<'a> {
    table: &'a Table,
    is_random: bool,
    /// How many times as likely its actions so far are in a game of the second sort.
    likelier: f64,
}

/// In a long game the ratio is cut here, before it is too large for a number.
const MOST_LIKELIER: f64 = 1e100;

impl ByTable<'_> {
    fn weight(&self) -> f32 {
        (2.0 / (1.0 + self.likelier)) as f32
    }

    /// Takes an action of a position, by its number.
    fn next(&mut self, position: u64, actions: u32, draws: &mut Stream) -> u32 {
        let often = self.table.often(position, actions);
        let nth = match often {
            Some(often) if !self.is_random => drawn(often.iter().copied().map(u32::from), draws),
            _ => draws.below(actions),
        };
        if let Some(often) = often {
            let all: u32 = often.iter().copied().map(u32::from).sum();
            let share = f64::from(often[nth as usize]) / f64::from(all);
            self.likelier = (self.likelier * share * f64::from(actions)).min(MOST_LIKELIER);
        }
        nth
    }
}

impl<G: Playable + Learnable + Searchable> Work for OneGame<'_, G> {
    type Output = Result<(), Failure>;

    #[inline(always)]
    fn run(mut self) -> Self::Output {
        let (mut chance, mut tables) = (self.streams, <G as Learnable>::Tables::default());
        let mut own = streams_of(&self.streams);
        // Each player is a fresh copy that has not begun a game.
        self.table.iter_mut().for_each(Strategy::<G>::new_game);
        let mut state = G::start(self.rules, &mut chance, &mut ());
        let mut left = MOST_DECISIONS;
        while let Turn::Decide(seat) = G::turn(&state)
            && left > 0
        {
            left -= 1;
            let legal = G::legal(self.rules, &state);
            let action = if legal.count() == 1 {
                legal.nth(0)
            } else {
                let learns = self.learns[seat.index()];
                let mut position = 0;
                if let Some(by_table) = &self.by_table {
                    position = key::<G>(&mut tables, &G::view(self.rules, &state, seat), &legal);
                    let (key, actions, weight) = (position, legal.count(), by_table.weight());
                    self.gathered.widest = self.gathered.widest.max(actions);
                    if !learns {
                        self.gathered.passed.push(Passed { key, actions, weight });
                    }
                }
                if learns {
                    self.gathered.met += 1;
                    self.gathered.actions += u64::from(legal.count());
                    if self.draws.below(self.spacing) == 0 {
                        let mut decision = self.weigh(&mut tables, &state, seat, &legal, &own)?;
                        decision.key = position;
                        decision.weight = self.by_table.as_ref().map_or(1.0, ByTable::weight);
                        self.gathered.decisions.push(decision);
                    }
                }
                match &mut self.by_table {
                    Some(by_table) if learns => {
                        legal.nth(by_table.next(position, legal.count(), self.draws))
                    }
                    None if self.draws.below(RANDOM) == 0 => {
                        legal.nth(self.draws.below(legal.count()))
                    }
                    _ => self.table[seat.index()]
                        .choose(&G::view(self.rules, &state, seat), &legal, &mut own[seat.index()])?
                        .into_action(),
                }
            };
            G::apply(self.rules, &mut state, action, &mut chance, &mut ());
        }
        Ok(())
    }
}

impl<G: Playable + Learnable + Searchable> OneGame<'_, G> {
    /// Estimates the worth of the actions of a decision to the seat that takes it.
    #[inline(always)]
    fn weigh(
        &mut self,
        tables: &mut <G as Learnable>::Tables,
        state: &G::State,
        seat: Seat,
        legal: &G::Legal,
        own: &[Stream; MAX_SEATS],
    ) -> Result<Decision, Failure> {
        let view = G::view(self.rules, state, seat);
        let actions = self.selected(tables, &view, legal);
        let mut decision = Decision::default();
        let position = G::position(tables, &view, &mut decision.position);
        let determinizer = G::determinizer(&view);
        for action in &actions {
            let mut noted = Noted::default();
            G::action(&view, &position, *action, &mut noted);
            decision.actions.push((noted, 0.0));
        }
        drop(position);
        let first = (state.clone(), self.streams, own.clone());
        for rollout in 0..self.rollouts {
            let (world, streams, own) = if rollout == 0 {
                first.clone()
            } else {
                let (mut world, streams) = (state.clone(), BlockStreams::new(self.draws.word(), 0));
                G::draw_secrets(self.rules, &mut world, self.draws);
                (world, streams, streams_of(&streams))
            };
            for (action, (_, sum)) in actions.iter().zip(&mut decision.actions) {
                let (mut state, mut chance, own) = (world.clone(), streams, own.clone());
                G::apply(self.rules, &mut state, *action, &mut chance, &mut ());
                *sum += self.play_on(tables, &determinizer, state, seat, chance, own)?;
            }
        }
        for (_, worth) in &mut decision.actions {
            *worth /= self.rollouts as f32;
        }
        Ok(decision)
    }

    /// Plays on from a position: until the result of a search would be decided, or the worth to this
    /// seat can be estimated. Returns the worth.
    #[inline(always)]
    fn play_on(
        &mut self,
        tables: &mut <G as Learnable>::Tables,
        determinizer: &G::Determinizer,
        mut state: G::State,
        seat: Seat,
        mut chance: BlockStreams,
        mut own: [Stream; MAX_SEATS],
    ) -> Result<f32, Failure> {
        let (mut left, mut met) = (MOST_DECISIONS, 0);
        while let Turn::Decide(next) = G::turn(&state)
            && left > 0
            && !G::is_settled(determinizer, &state)
        {
            left -= 1;
            let (legal, index) = (G::legal(self.rules, &state), next.index());
            let view = G::view(self.rules, &state, next);
            let action = self.table[index].choose(&view, &legal, &mut own[index])?.into_action();
            if next == seat && legal.count() > 1 {
                met += 1;
                if met == FORESEEN
                    && let Some(network) = self.worth
                {
                    let mut sums = network.begin();
                    let position = G::position(tables, &view, &mut sums);
                    G::action(&view, &position, action, &mut sums);
                    return Ok(network.worth(&sums));
                }
            }
            G::apply(self.rules, &mut state, action, &mut chance, &mut ());
        }
        if G::is_worthless(self.rules, &state) {
            return Ok(0.0);
        }
        let shares = G::shares(self.rules, determinizer, &state);
        let mut worth = shares[seat.index() % MAX_SEATS] as f32;
        if self.margin > 0.0 {
            let margins = G::margins(self.rules, determinizer, &state);
            worth += self.margin * (margins[seat.index() % MAX_SEATS] as f32 - worth);
        }
        let worth = worth / WIN as f32;
        Ok(if left == 0 { worth / 2.0 } else { worth })
    }

    /// Returns the actions to play on from: all, or the best-looking ones for half of the number and
    /// random ones for the other half.
    #[inline(always)]
    fn selected(
        &mut self,
        tables: &mut <G as Learnable>::Tables,
        view: &<G as Game>::View<'_>,
        legal: &G::Legal,
    ) -> Vec<G::Action> {
        let mut actions: Vec<G::Action> = legal.iter().collect();
        if actions.len() <= MOST_ACTIONS {
            return actions;
        }
        while actions.len() > MOST_SHUFFLED {
            actions.swap_remove(self.draws.below(actions.len() as u32) as usize);
        }
        self.draws.shuffle(&mut actions);
        if let Some(network) = self.network {
            let mut common = network.begin();
            let position = G::position(tables, view, &mut common);
            let mut scored: Vec<(i32, G::Action)> = Vec::with_capacity(actions.len());
            for action in mem::take(&mut actions) {
                let mut sums = common;
                G::action(view, &position, action, &mut sums);
                scored.push((network.score(&sums), action));
            }
            // The order of the others stays random: only the best are moved to the front.
            let best = |scored: &[(i32, G::Action)]| {
                (0..scored.len()).max_by_key(|place| scored[*place].0).unwrap_or(0)
            };
            for _ in 0..MOST_ACTIONS / 2 {
                actions.push(scored.remove(best(&scored)).1);
            }
            actions.extend(scored.into_iter().map(|(_, action)| action));
        }
        actions.truncate(MOST_ACTIONS);
        actions
    }
}

/// Plays a game for each seat of the first strategy among others of the second, at each table.
/// Returns by table the mean worth to the first, and to a seat of the second (0 without one).
pub(super) fn measure<G: Playable + Learnable + Searchable>(
    tables: &Tables<'_, G>,
    [one, others]: [&StrategyFile; 2],
    streams: BlockStreams,
) -> Result<Vec<[f32; 2]>, Failure> {
    let mut means = Vec::new();
    for (table, (players, rules)) in tables.iter().enumerate() {
        // Other shuffles at each table, so that the means are independent.
        let mut draws = streams.stream(Purpose::Other(0));
        let word = (0..=table).map(|_| draws.word()).last().unwrap_or_default();
        let streams = BlockStreams::new(word, 0);
        let player = |file: &StrategyFile| file.player::<G>(*players).ok_or(Failure::NoLegalAction);
        let (one, others) = (player(one)?, player(others)?);
        let mut sums = [0.0; 2];
        for own in 0..*players {
            let seat = |seat| if seat == own { one.clone() } else { others.clone() };
            let mut table: Vec<G::Player> = (0..*players).map(seat).collect();
            let worth = Seated::<G> { rules, table: &mut table, streams };
            let worth = with_fast_bits(worth)?;
            sums[0] += worth[own % MAX_SEATS];
            let others = (0..*players).filter(|seat| *seat != own);
            sums[1] += others.map(|seat| worth[seat % MAX_SEATS]).sum::<f32>();
        }
        let seats = *players as f32;
        means.push([sums[0] / seats, sums[1] / (seats * (seats - 1.0)).max(1.0)]);
    }
    Ok(means)
}

/// A game of players in their seats as work for `with_fast_bits`.
struct Seated<'a, G: Playable> {
    rules: &'a G::Rules,
    table: &'a mut [G::Player],
    streams: BlockStreams,
}

impl<G: Playable + Learnable + Searchable> Work for Seated<'_, G> {
    type Output = Result<[f32; MAX_SEATS], Failure>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { rules, table, streams } = self;
        let (mut chance, mut streams) = (streams, streams_of(&streams));
        table.iter_mut().for_each(Strategy::<G>::new_game);
        let mut state = G::start(rules, &mut chance, &mut ());
        let mut left = MOST_MEASURED;
        while let Turn::Decide(seat) = G::turn(&state) {
            let Some(fewer) = left.checked_sub(1) else { return Ok([0.0; MAX_SEATS]) };
            left = fewer;
            let (legal, index) = (G::legal(rules, &state), seat.index());
            let action = table[index]
                .choose(&G::view(rules, &state, seat), &legal, &mut streams[index])?
                .into_action();
            G::apply(rules, &mut state, action, &mut chance, &mut ());
        }
        if G::is_unfinished(rules, &state) {
            return Ok([0.0; MAX_SEATS]);
        }
        let shares = G::final_shares(rules, &state);
        Ok(shares.map(|share| share as f32 / WIN as f32))
    }
}

fn streams_of(streams: &BlockStreams) -> [Stream; MAX_SEATS] {
    std::array::from_fn(|seat| streams.stream(Purpose::Strategy(seat as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a game without an end, too, sums of weights stay numbers.
    #[test]
    fn weights_are_numbers_after_any_number_of_decisions() {
        let table = Table::new([(1, vec![9, 0]), (2, vec![0, 1, 0])]).expect("sound");
        let mut draws = BlockStreams::new(1, 1).stream(Purpose::Strategy(0));
        for is_random in [false, true] {
            for positions in [&[1][..], &[2], &[2, 1, 3]] {
                let mut by_table = ByTable { table: &table, is_random, likelier: 1.0 };
                for turn in 0..5_000 {
                    let position = positions[turn % positions.len()];
                    assert!(
                        by_table.next(position, if position == 2 { 3 } else { 2 }, &mut draws) < 3
                    );
                    assert!((0.0..=2.0).contains(&by_table.weight()), "{}", by_table.likelier);
                }
            }
        }
    }
}
