//! The chances of winning in the course of one game, for those who tell it.

use super::counts::PlayMeasures;
use super::observer::PlayObserver;
use crate::playthrough::{Party, Rollouts};
use crate::rng::BlockStreams;
use crate::seat::{Seat, WIN};
use crate::strategy::{Fault, Playable};

/// What rollouts say of a decision.
#[derive(Clone, Debug, PartialEq)]
pub struct DecisionChances {
    /// Whose decision it is: the chances are those that this seat could know.
    pub seat: Seat,
    /// By seat: its chance of winning, from 0 to 1. Together they are 1, less the chance that the
    /// game does not end.
    pub chances: Vec<f64>,
    /// Who has the lead, if anybody has it clearly.
    pub leader: Option<Seat>,
    /// By how much of a win the best action is above the second best; nothing where only one is
    /// legal. Noise can take it below 0.
    pub tension: Option<f64>,
    /// By how much of a win the best action is above the worst.
    pub stakes: Option<f64>,
}

/// Plays one game of a party and estimates the chances at each of its decisions, by this many
/// rollouts of each legal action: the same as a run of the same rules, strategies and seed
/// estimates in block `index` with the same rollouts. Nothing is different the next time.
///
/// # Errors
/// When a strategy makes no legal choice, at the table or in a rollout.
pub fn chances_of<G: Playable>(
    party: &mut Party<G>,
    index: u64,
    rollouts: Rollouts<G>,
) -> Result<Vec<DecisionChances>, Fault> {
    let (players, rounds, seed) =
        (party.strategies().len(), rollouts.rounds() as u32, party.seed());
    let measures = PlayMeasures { rollouts: Some(rounds), cards: None };
    let (played, mut observer) = party.play(index, |_| {
        let mut observer = PlayObserver::new(measures, players, Some((rollouts, u64::MAX)));
        observer.begin_block(index, BlockStreams::new(seed, index));
        observer
    })?;
    if let Some(fault) = observer.fault() {
        return Err(fault);
    }
    let mut notes = observer.notes().clone();
    notes.end(played.outcome.winners, players);
    let whole = WIN as f64 * f64::from(rounds);
    let decisions = notes.decisions.iter().zip(&notes.chances).zip(&notes.leads);
    let told = decisions.map(|((decision, chances), leader)| DecisionChances {
        seat: decision.seat,
        chances: Seat::all(players).map(|seat| chances.sum(seat) as f64 / whole).collect(),
        leader: *leader,
        tension: chances.is_choice.then_some(chances.tension as f64 / whole),
        stakes: chances.is_choice.then_some(chances.stakes as f64 / whole),
    });
    Ok(told.collect())
}
